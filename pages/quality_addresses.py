"""Addresses of the cases behind the Quality page's figures: what was clicked, as parameters that a reload finds
again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import StrEnum
from typing import Any, Final, Self
from uuid import UUID

from pages import markup
from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.layer import Layer
from pipeline.evidence.review import ReviewVerdict
from pipeline.store.quality_cases import CaseFilter

CASES: Final = "cases"
"""The parameter that has the page list cases instead of figures."""

PAGE_SIZE: Final = 50


class InvalidAddress(EvidenceError):
    """An address of cases names what there is not."""


class CaseList(StrEnum):
    FAILURES = "failures"
    JUDGED = "judged"  # by what reviewers and the checker said
    RUN = "run"  # of a stored measurement


_FIELDS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "since": ("since", date.fromisoformat),
    "week": ("week", date.fromisoformat),
    "layer": ("layer", Layer),
    "kind": ("kind", CheckKind),
    "reason": ("reason", str),
    "model": ("model", str),
    "prompt": ("prompt", str),
    "parser": ("parser_version", str),
    "form": ("form", str),
    "media": ("media_type", str),
    "overruled": ("even_overruled", lambda text: text == "yes"),
}
"""The parameters of a filter, each with its field and how it is read."""


@dataclass(frozen=True, slots=True)
class CasesAddress:
    """Which cases: of answers since a Monday, narrowed by `only`; for JUDGED by `verdict` and the checker's `outcome`;
    for RUN those of `figure` of the measurement `run`. `offset` counts the ones that were turned over."""

    cases: CaseList
    only: CaseFilter
    verdict: ReviewVerdict | None = None
    outcome: CheckOutcome | None = None
    run: UUID | None = None
    figure: str | None = None
    offset: int = 0

    @classmethod
    def failures(cls, since: date, parameters: Mapping[str, str] | None = None) -> Self:
        """What failed since that Monday, narrowed by these parameters."""
        return cls(CaseList.FAILURES, _filter({**(parameters or {}), "since": since.isoformat()}, since))

    @classmethod
    def read(cls, parameters: Mapping[str, str], usual: date) -> Self | None:
        """What the address asks for; None where it asks for figures. `usual` is the Monday where none is named. Raises
        InvalidAddress."""
        if CASES not in parameters:
            return None
        cases = _parsed(CASES, CaseList, parameters)
        if cases is CaseList.RUN and "run" not in parameters:
            raise InvalidAddress("The address names no measurement.")
        if cases is CaseList.JUDGED and "verdict" not in parameters:
            raise InvalidAddress("The address names no verdict.")
        return cls(
            cases,
            _filter(parameters, usual),
            _parsed("verdict", ReviewVerdict, parameters),
            _parsed("outcome", CheckOutcome, parameters),
            _parsed("run", UUID, parameters),
            parameters.get("figure"),
            _parsed("offset", _natural, parameters) or 0,
        )

    def parameters(self) -> dict[str, str]:
        """The address's parameters, without those that nothing is chosen by."""
        named = {name: getattr(self.only, place) for name, (place, _) in _FIELDS.items()}
        named["overruled"] = "yes" if self.only.even_overruled else None
        named |= {
            CASES: self.cases,
            "verdict": self.verdict,
            "outcome": self.outcome,
            "run": self.run,
            "figure": self.figure,
            "offset": self.offset or None,
        }
        return {name: str(value) for name, value in named.items() if value is not None}

    def turned(self, offset: int) -> Self:
        """The same cases from another one on."""
        return replace(self, offset=max(offset, 0))

    @property
    def href(self) -> str:
        return markup.address("quality", self.parameters())


Failing = Callable[[Mapping[str, str]], CasesAddress]
"""The address of what failed of what a page counts, narrowed by these parameters."""


def _filter(parameters: Mapping[str, str], usual: date) -> CaseFilter:
    chosen = {place: _parsed(name, read, parameters) for name, (place, read) in _FIELDS.items()}
    chosen |= {"since": chosen["since"] or usual, "even_overruled": bool(chosen["even_overruled"])}
    return CaseFilter(**{one.name: chosen[one.name] for one in fields(CaseFilter)})


def _parsed(name: str, read: Callable[[str], Any], parameters: Mapping[str, str]) -> Any:
    if name not in parameters:
        return None
    try:
        return read(parameters[name])
    except ValueError as error:
        raise InvalidAddress(f"The address names {name} “{parameters[name]}”, which there is not.") from error


def _natural(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 1_000_000:
        raise ValueError(text)
    return number
