"""Gold files: located facts of a filing (twins) and human-copied evidence of questions (FinanceBench)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, TypeVar

from pipeline.evidence.errors import InvalidGold, SourceEmpty, SourceMissing, SourceUnreadable

Edges = tuple[float, float, float, float]
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class GoldFact:
    """A tagged number with its place: `box` is left, bottom, right, top in PDF user space of page `page_index`
    (0-based); `value` = the displayed number × 10^`scale`, with XBRL's sign; `start` None for an instant. `line` is the
    printed line that it stands on, as another program copies it: figures may follow each other without a blank."""

    id: str
    display: str
    value: Decimal
    unit: str
    scale: int
    start: date | None
    end: date
    row_label: str
    page_index: int
    box: Edges
    line: str = ""


@dataclass(frozen=True, slots=True)
class GoldEvidence:
    """Text that a human copied from page `page_index` (0-based) of a filing; `file` is relative to the gold."""

    id: str
    file: str
    page_index: int
    text: str


def read_facts(path: Path) -> tuple[GoldFact, ...]:
    """The facts of a JSON-lines file. Raises SourceMissing, SourceUnreadable, SourceEmpty or InvalidGold."""
    return tuple(read_rows(path, lambda row, number: [_fact(row)]))


def read_evidence(path: Path) -> tuple[GoldEvidence, ...]:
    """Each evidence text of the questions of a JSON-lines file, with an id of its own ("…_06655.2"). Raises as
    read_facts."""
    return tuple(read_rows(path, lambda row, number: _evidence(row)))


def read_rows(path: Path, parse: Callable[[dict[str, Any], int], list[Read]]) -> Iterator[Read]:
    """What `parse` makes of each line and its number, from 1. Raises as read_facts; `parse` may raise KeyError,
    TypeError or ValueError for a line that it cannot read."""
    lines = _lines(path)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise TypeError(f"it is a {type(row).__name__}, not an object")
            yield from parse(row, number)
        except (KeyError, TypeError, ValueError, InvalidOperation) as error:
            words = f"the field {error} is missing" if isinstance(error, KeyError) else str(error)
            raise InvalidGold(
                f"{path.name}, line {number} cannot be read: {words}. Mend that line, or leave it out.",
                source=path.name,
            ) from error


def _lines(path: Path) -> list[str]:
    if not path.exists():
        raise SourceMissing(f"There is no file {path}.", source=path.name)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SourceUnreadable(f"{path} cannot be read: {error}.", source=path.name) from error
    if not any(line.strip() for line in lines):
        raise SourceEmpty(f"{path.name} has no line of gold.", source=path.name)
    return lines


def _fact(row: dict[str, Any]) -> GoldFact:
    left, bottom, right, top = (float(edge) for edge in row["pdf_bbox_userspace"])
    return GoldFact(
        id=str(row["fact_id"]),
        display=str(row["display"]),
        value=Decimal(str(row["value"])),
        unit=str(row["unit"]),
        scale=int(row["scale"]),
        start=date.fromisoformat(row["start"]) if row["start"] else None,
        end=date.fromisoformat(row["end"]),
        row_label=str(row["row_label"]),
        page_index=_page_index(row["pdf_page_index"]),
        box=(left, bottom, right, top),
        line=str(row.get("pdf_line", "")),
    )


def _evidence(row: dict[str, Any]) -> list[GoldEvidence]:
    texts, pages = row["evidence_texts"], row["page_indexes"]
    if len(texts) != len(pages):
        raise ValueError(f"{len(texts)} evidence texts, and {len(pages)} page indexes")
    return [
        GoldEvidence(f"{row['id']}.{number}", str(row["doc_file"]), _page_index(page), str(text))
        for number, (text, page) in enumerate(zip(texts, pages, strict=True), start=1)
    ]


def _page_index(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"a page index counts from 0, and is not {value!r}")
    return value
