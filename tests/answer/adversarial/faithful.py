"""What an honest model writes of a packet: quotes as they stand, claims with their figures as printed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from pipeline.answer.draft import DraftCitation, DraftClaim
from pipeline.answer.sentences import sentences
from pipeline.answer.source_pages import SourcePage
from pipeline.evidence.document import Block
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.packet import PacketEntry
from tests.answer.adversarial.filings import PLANTED, Dossier

NEUTRAL = "The filing says so."
"""A claim without a figure, for what is about the quote alone."""

SCALED = "a value in another scale"

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_IN_UNITS = re.compile(r"\bin (thousands|millions)\b", re.IGNORECASE)
_POWERS = {"thousands": 3, "millions": 6}
_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "—": "-", "\xa0": " "})


@dataclass(frozen=True, slots=True)
class Written:
    """A claim with one quote from one passage. `row` and `column` are those of the value that it states, `header` the
    words above the value that it names as its period."""

    kind: str
    entry: PacketEntry
    quote: str
    text: str
    row: Block | None = None
    column: int | None = None
    header: str = ""

    def draft(
        self, *, text: str | None = None, quote: str | None = None, handle: str | None = None
    ) -> DraftClaim:
        """As a model writes it, with any part exchanged."""
        citation = DraftCitation(handle or str(self.entry.handle), quote or self.quote)
        return DraftClaim(text or self.text, (citation,))


def written(dossier: Dossier, chance: random.Random) -> Iterator[Written]:
    """Every kind of honest claim, of every row and sentence of a packet but the planted one."""
    for entry in dossier.packet.entries:
        if entry.passage.text == PLANTED:
            continue
        source = dossier.sources[entry.passage.id.version, entry.passage.id.page_index]
        for block in source.of(entry.passage):
            if block.cells:
                yield from _of_row(entry, source, block)
            elif not block.is_furniture:
                yield from _of_words(entry, source.text(block.range), chance)


def values_of(source: SourcePage, row: Block) -> list[tuple[int, str, Figure]]:
    """Column, words and figure of each cell of a row that is one amount."""
    found = []
    for cell in row.cells:
        text = " ".join(source.text(cell.range).split())
        numbers = figures(text)
        is_amount = len(numbers) == 1 and not numbers[0].glued and not re.search(r"[^\W\d_]", text)
        if cell.column is not None and is_amount:
            found.append((cell.column, text, numbers[0]))
    return found


def label_of(source: SourcePage, row: Block) -> str:
    """A row's words without its values and dots; empty when a figure is among them, or when they go on from the row
    above."""
    words = " ".join(source.text(cell.range) for cell in row.cells if cell.column is None)
    label = " ".join(words.split()).strip(" .:-–—_$")
    is_rest = label[:1].islower() or label.count("(") != label.count(")")
    return "" if is_rest or any(map(str.isnumeric, label)) or sum(map(str.isalpha, label)) < 3 else label


def claims_of_columns(dossier: Dossier, one: Written) -> set[str]:
    """The true claims with their period of the columns of its row: two may print the same value."""
    if not one.header or one.row is None:
        return set()
    source = dossier.sources[one.entry.passage.id.version, one.entry.passage.id.page_index]
    label = label_of(source, one.row)
    return {
        _with_period(label, source.column_headers(one.row, column), value)
        for column, value, _ in values_of(source, one.row)
    }


def _with_period(label: str, header: str, value: str) -> str:
    return f"{label} for {header} was {value}."


def _of_row(entry: PacketEntry, source: SourcePage, row: Block) -> Iterator[Written]:
    label, values = label_of(source, row), values_of(source, row)
    if not label or not values:
        return
    quote = source.text(row.range)
    for column, value, figure in values[:2]:
        text = f"{label} was {value}."
        yield Written("a row's value", entry, quote, text, row, column)
        header = source.column_headers(row, column)
        if len(_YEAR.findall(header)) == 1 and len(header) < 80:
            text = _with_period(label, header, value)
            yield Written("a value with its period", entry, quote, text, row, column, header)
        yield from _scaled(entry, source, row, label, quote, column, figure)


def _scaled(
    entry: PacketEntry, source: SourcePage, row: Block, label: str, quote: str, column: int, figure: Figure
) -> Iterator[Written]:
    """A whole number of a table that says "in millions" alone, said in the next scale and rounded."""
    units = source.units(row)
    scale = _IN_UNITS.findall(units)
    is_money = (
        len(scale) == 1 and "except" not in units and not re.search(r"shares?\b|per\b|%", label + units, re.I)
    )
    is_halfway = figure.magnitude % 100 == 50  # rounds either way
    if (
        is_money
        and not is_halfway
        and not (figure.percent or figure.negative or figure.decimals)
        and figure.magnitude >= 1000
    ):
        power = _POWERS[scale[0].lower()] + 3
        rounded = (figure.magnitude / 1000).quantize(Decimal("0.1"))
        word = {6: "million", 9: "billion"}[power]
        text = f"{label} was {rounded} {word}."
        yield Written(SCALED, entry, quote, text, row, column)


def _of_words(entry: PacketEntry, block: str, chance: random.Random) -> Iterator[Written]:
    for inner in sentences(block):
        quote = inner.of(block)
        if not 40 <= len(quote) <= 400 or sum(map(str.isalpha, quote)) < 20:
            continue  # a heading, a whole page in one sentence, a rule drawn with dashes
        said = " ".join(quote.split())
        yield Written("a sentence", entry, quote, said)
        if quote.translate(_STRAIGHT) != quote:
            yield Written("a sentence, typed plainly", entry, quote.translate(_STRAIGHT), NEUTRAL)
        clause = _clause(said, chance)
        if clause:
            yield Written("a part of a sentence", entry, clause, NEUTRAL)


def _clause(sentence: str, chance: random.Random) -> str:
    """Some words of a sentence, cut where no figure is near."""
    words = sentence.split()
    plain = [i for i, word in enumerate(words) if re.fullmatch(r"[A-Za-z]{3,}", word)]
    cuts = [
        i for i in plain if i + 1 < len(words) and i and words[i - 1].isalpha() and words[i + 1].isalpha()
    ]
    if len(cuts) < 2:
        return ""
    first, last = sorted(chance.sample(cuts, 2))
    return " ".join(words[first : last + 1]) if last - first >= 5 else ""
