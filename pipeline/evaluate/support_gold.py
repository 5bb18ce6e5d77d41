"""Gold of support: claims with the quotes that were given for them, and whether these support them.

Three kinds of files are read. What is not in a file (a verdict of "not supported") is made by mutation.

- JSON lines of one's own, a claim each: `{"claim": "…", "quotes": ["…"], "verdict": "supported" | "partly" |
  "not_supported"}`, with `id`, `title` (of the filing) and `around` (headers, unit lines) where they are known;
- FinanceBench's JSON lines: `answer`, `evidence_texts`, `company`, `doc_type`, `doc_period`;
- TAT-QA's JSON: a list of tables with paragraphs and questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.evidence.errors import InvalidUnit
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.units import Unit, unit_of_figure
from pipeline.evidence.verdict import Verdict

AS_GIVEN = "as given"
"""The kind of a claim that stands in the gold itself."""

LONGEST = 20_000
"""Characters of a claim or quote: more is no sentence, and no passage."""


@dataclass(frozen=True, slots=True)
class SupportCase:
    """A claim, its evidence and the gold verdict. `kind` is AS_GIVEN, or what was done to a claim."""

    id: str
    claim: str
    evidence: tuple[PrintedEvidence, ...]
    verdict: Verdict
    kind: str = AS_GIVEN

    def __post_init__(self) -> None:
        if not self.claim.strip():
            raise ValueError(f"{self.id} has no claim")
        if self.verdict is Verdict.NOT_JUDGED:
            raise ValueError(f"{self.id}: gold judges every claim")

    @property
    def quotes(self) -> list[str]:
        return [one.quote for one in self.evidence]


def own_case(row: dict[str, Any], number: int) -> SupportCase:
    """One line of one's own gold. Raises KeyError, TypeError or ValueError with what is wrong."""
    quotes = row["quotes"]
    if not isinstance(quotes, list) or not all(isinstance(quote, str) for quote in quotes):
        raise TypeError("“quotes” is a list of strings")
    try:
        verdict = Verdict(row["verdict"])
    except ValueError:
        raise ValueError(
            f"a verdict is supported, partly or not_supported, and not {row['verdict']!r}"
        ) from None
    around = tuple(_text(row.get("around", []), "around"))
    title = str(row.get("title", ""))
    (claim,) = _text([row["claim"]], "claim")
    evidence = tuple(
        quoted(quote, at, title, around)
        for at, quote in enumerate(_text(quotes, "quotes"), start=1)
        if quote.strip()
    )
    return SupportCase(str(row.get("id", f"line {number}")), claim, evidence, verdict)


def quoted(quote: str, number: int, title: str = "", around: tuple[str, ...] = ()) -> PrintedEvidence:
    """A quote of which nothing but its words is known, as evidence of handle E`number`."""
    printed = tuple(
        PrintedFigure(figure, figure.range, _unit(quote, figure, around)) for figure in figures(quote)
    )
    return PrintedEvidence(CitationId(Handle(number)), quote, printed, around, title)


def _unit(quote: str, figure: Figure, around: Sequence[str]) -> Unit | None:
    try:
        return unit_of_figure(quote, figure, around)
    except InvalidUnit:
        return None


def _text(values: object, name: str) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"“{name}” is text")
    if any(len(value) > LONGEST for value in values):
        raise ValueError(f"“{name}” is longer than {LONGEST} characters")
    return list(values)
