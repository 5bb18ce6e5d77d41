"""What a citation's evidence prints: each figure with its unit and period, and the words that stand around it."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.evidence.amount import Amount
from pipeline.evidence.figures import Figure
from pipeline.evidence.fiscal import Period
from pipeline.evidence.fiscal_name import FiscalName
from pipeline.evidence.handle import CitationId
from pipeline.evidence.text import TextRange
from pipeline.evidence.units import Unit


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A figure of a quote. `range` is where it stands in its page's canonical text. `unit` and `period` come from its
    tagged fact, else from its table, else from the words around it; None where nothing says them, or not clearly.
    `label` and `header` are its row's and its column's words, empty in prose; `in_label`: it stands in the label.
    """

    figure: Figure
    range: TextRange
    unit: Unit | None = None
    period: Period | None = None
    label: str = ""
    header: str = ""
    in_label: bool = False

    @property
    def amount(self) -> Amount:
        return Amount.of(self.figure, self.unit)


@dataclass(frozen=True, slots=True)
class PrintedEvidence:
    """One citation whose quote stands in its passage. `figures` are those of the quote, in order; `around` the words
    that give them their meaning without being quoted: row label, column headers, unit lines, caption, section;
    `title` is the filing's. A quote that fits several places has one PrintedEvidence for each.

    `text` is what the page prints at the place, beginning at `start` of its canonical text, with the figures at its
    edges whole; figures' own ranges are characters of it. Empty where only the quote is known. `fiscal_name` is the
    issuer's name of the cited table's latest period. `sentences` are the whole sentences and rows of which the quote is
    a part: what stands before a quote may turn it round. `rows` are the labels of all rows with figures of the cited
    tables on the page: what a claim names may be another one.
    """

    citation: CitationId
    quote: str
    figures: tuple[PrintedFigure, ...]
    around: tuple[str, ...] = ()
    title: str = ""
    text: str = ""
    start: int = 0
    fiscal_name: FiscalName | None = None
    sentences: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What is printed at the place, as far as it is known."""
        return self.text or self.quote
