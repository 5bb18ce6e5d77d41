"""What the address of an answer asks the pane to show. Anybody may write an address, so each part is checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

EVIDENCE: Final = "evidence"
REGION: Final = "region"
ZOOM: Final = "zoom"
AT: Final = "at"
PARAMETERS: Final = (EVIDENCE, REGION, ZOOM, AT)
"""The parameters of the address, beside the answer's own. The pane keeps them up to date (deep_link.js)."""

LEAST_ZOOM: Final = 10
GREATEST_ZOOM: Final = 500
"""Percent. A little more than the pane zooms over, which rounds to whole pixels and may fit a large page: it says
itself where it shows another zoom."""

MOST_QUOTED: Final = 40
"""Characters of an unreadable value that are said back."""

FITS: Final = ("width", "page")
"""What `zoom` may name instead. Fitted to the evidence is what a view is without it."""


@dataclass(frozen=True, slots=True)
class LinkedPoint:
    """A point of a page, in fractions of its width and height, that stands at the middle of the view. A view that is
    wider than its page or between two pages has it a little outside."""

    page_index: int
    x: float
    y: float

    def to_json(self) -> dict[str, float]:
        return {"page": self.page_index, "x": self.x, "y": self.y}


@dataclass(frozen=True, slots=True)
class LinkedView:
    """An evidence, its region (0-based), and how it is seen: `zoom` (1 is 100 %) or `fit`, "width" or "page".

    `evidence` is as it was written, perhaps no evidence of the answer. `problems` say in words what could not be read.
    """

    evidence: str | None = None
    region: int | None = None
    zoom: float | None = None
    fit: str | None = None
    at: LinkedPoint | None = None
    problems: tuple[str, ...] = ()

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> LinkedView:
        """The view that these parameters ask for. What cannot be read is left out and told: no value raises."""
        evidence = parameters.get(EVIDENCE, "").strip()
        if not evidence:
            return cls()
        region, zoom, at = (parameters.get(name, "") for name in (REGION, ZOOM, AT))
        linked = cls(_shortened(evidence), _region(region), _zoom(zoom), _fit(zoom), _point(at))
        problems = (
            (_REGION_PROBLEM, region, linked.region is not None),
            (_ZOOM_PROBLEM, zoom, linked.zoom is not None or linked.fit is not None),
            (_AT_PROBLEM, at, linked.at is not None),
        )
        return replace(
            linked,
            problems=tuple(
                words.format(_shortened(value)) for words, value, is_read in problems if value and not is_read
            ),
        )

    def key_among(self, keys: Iterable[str]) -> str | None:
        """The key of the evidence that is asked for: "1:E2", also where only "E2" is written. As written where there
        is none such, so that the pane can say which evidence it does not have."""
        if self.evidence is None:
            return None
        of_citation = {key.partition(":")[2]: key for key in reversed(list(keys))}
        return of_citation.get(self.evidence, self.evidence)


def _region(value: str) -> int | None:
    return int(value) - 1 if re.fullmatch(r"[1-9][0-9]{0,3}", value) else None


def _zoom(value: str) -> float | None:
    percent = float(value) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?", value) else 0
    return percent / 100 if LEAST_ZOOM <= percent <= GREATEST_ZOOM else None


def _fit(value: str) -> str | None:
    return value if value in FITS else None


def _point(value: str) -> LinkedPoint | None:
    fraction = r"(-?[0-9](?:\.[0-9]{1,4})?)"
    found = re.fullmatch(rf"([1-9][0-9]{{0,5}}),{fraction},{fraction}", value)
    return LinkedPoint(int(found[1]) - 1, float(found[2]), float(found[3])) if found else None


def _shortened(value: str) -> str:
    return value if len(value) <= MOST_QUOTED else f"{value[: MOST_QUOTED - 1]}…"


_REGION_PROBLEM = "The link asks for region “{}”, which is no number. The cited region is shown."
_ZOOM_PROBLEM = (
    f"The link asks for the zoom “{{}}”, which is neither {LEAST_ZOOM} to {GREATEST_ZOOM} percent nor “width” or "
    "“page”. The evidence is fitted."
)
_AT_PROBLEM = (
    "The link asks for the place “{}”, which is no point of a page. The view begins at the evidence."
)
