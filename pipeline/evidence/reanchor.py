"""Where cited words stand in another reading: a newer version of the filing, or the same file read again.

A quoted table row is found by its label and its columns' headers, whatever its figures; other words by their letters,
whatever the numbers among them. What stands around a place tells it from its equals: a place is taken only when no
other agrees better in anything. Only then are the figures compared, strictly. So a changed figure is never passed over
for an old one that stands elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pipeline.evidence.anchor import TELLING_WORDS
from pipeline.evidence.cited import (
    Cited,
    CitedRow,
    block_key,
    digest,
    header_key,
    label_key,
    neighbours,
    reading_order,
    scales_of,
)
from pipeline.evidence.document import Block
from pipeline.evidence.edition import Edition
from pipeline.evidence.folded import fold
from pipeline.evidence.reanchored import Outcome, Reanchored, Reason, Spot, ambiguous, missing
from pipeline.evidence.row_places import RowPlace
from pipeline.evidence.text import TextRange
from pipeline.evidence.word_places import PageText, WordPlace, Words

TELLING_ROWS = 2
"""So many rows in common, above and below, bear a row out: one may be the "Other" of any table."""


class Finder:
    """An edition in which many citations are looked for: what they have in common is worked out once."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self._pages: dict[int, PageText] = {}

    def find(self, cited: Cited) -> Reanchored:
        """Where cited words stand in this newer version."""
        if found := self._in_place(cited):
            return found
        if cited.row and cited.row.label in self._rows:
            return self._found_row(cited, cited.row, self._rows[cited.row.label])
        return self._found_words(cited, self._edition.texts)

    def find_again(self, cited: Cited) -> Reanchored:
        """Where cited words stand in this reading of the very file that was cited: on their page, or nowhere."""
        if found := self._in_place(cited):
            return found
        if cited.page_index not in self._edition.texts:
            return missing(Reason.NO_WORDS)
        in_row = self._in_own_row(cited)
        if in_row and in_row.outcome is Outcome.SAME:
            return in_row
        found = self._found_words(cited, [cited.page_index], is_same_file=True)
        return in_row if in_row and found.outcome is Outcome.MISSING else found

    def _in_own_row(self, cited: Cited) -> Reanchored | None:
        """The quoted cells by their row's label and their columns on the same page, with the same figures: a dash or a
        short figure is not told from others by its letters."""
        positions = self._rows.get(cited.row.label, []) if cited.row else []
        on_page = [at for at in positions if self._sequence[at].page_index == cited.page_index]
        if cited.row is None or not on_page:
            return None
        found = self._found_row(cited, cited.row, on_page)
        is_whole = found.outcome in (Outcome.SAME, Outcome.AMBIGUOUS) and not found.left_out
        return found if is_whole else None

    def _in_place(self, cited: Cited) -> Reanchored | None:
        """The words' own place, when their page says exactly what it said."""
        text = self._edition.texts.get(cited.page_index)
        if cited.kind is not self._edition.kind or text is None or digest(text) != cited.page_digest:
            return None
        span = TextRange(cited.offset, cited.offset + len(cited.exact))
        focus = cited.focus.shift(cited.offset) if cited.focus else None
        return Reanchored(Outcome.SAME, (Spot(cited.page_index, span, focus),))

    def _at(self, cited: Cited, place: Spot, left_out: int = 0) -> Reanchored:
        is_same_page = place.page_index == cited.page_index and cited.kind is self._edition.kind
        return Reanchored(Outcome.SAME if is_same_page else Outcome.MOVED, (place,), left_out=left_out)

    # Rows ----------------------------------------------------------------------------------------------------

    @cached_property
    def _sequence(self) -> list[Block]:
        return reading_order(self._edition)

    @cached_property
    def _rows(self) -> Mapping[str, list[int]]:
        """Positions of the rows that have values, by label."""
        rows: dict[str, list[int]] = defaultdict(list)
        for position, block in enumerate(self._sequence):
            if any(cell.column is not None for cell in block.cells):
                rows[label_key(self._edition, block)].append(position)
        return rows

    def _found_row(self, cited: Cited, row: CitedRow, positions: Sequence[int]) -> Reanchored:
        compared = [
            (RowPlace.of(self._edition, self._sequence[at], row), self._agreement(row, at))
            for at in positions
        ]
        compared = [(place, agreement) for place, agreement in compared if not place.lacks_column]
        if not compared:
            return missing(Reason.NO_COLUMN)
        best = [compared[index] for index in undominated([agreement.ranks for _, agreement in compared])]
        place, agreement = best[0]
        if len(best) > 1:
            return _choice(best, Reason.EQUAL_PLACES)
        if place.problem or not agreement.is_borne_out:
            return _choice(best, place.problem or Reason.NOT_BORNE_OUT)
        if not place.changes:
            return self._at(cited, place.spot, place.left_out)
        if not agreement.is_same_table and not place.unchanged:
            return _choice(best, Reason.NOT_BORNE_OUT)
        return Reanchored(Outcome.CHANGED_FIGURE, (place.spot,), place.changes, left_out=place.left_out)

    def _agreement(self, row: CitedRow, at: int) -> _Agreement:
        block = self._sequence[at]
        above, below = neighbours(self._sequence, at)
        headers = [
            header_key(self._edition, block, cell.column) for cell in block.cells if cell.column is not None
        ]
        return _Agreement(
            above=_common(row.above, [block_key(self._edition, other) for other in above]),
            below=_common(row.below, [block_key(self._edition, other) for other in below]),
            columns=_common(row.columns, headers),
            is_same_section=bool(row.section) and row.section == fold(block.section or "").key,
            is_same_unit=row.scales == scales_of(self._edition, block),
            has_all_columns=tuple(headers) == row.columns,
        )

    # Words ---------------------------------------------------------------------------------------------------

    def _found_words(
        self, cited: Cited, page_indexes: Iterable[int], *, is_same_file: bool = False
    ) -> Reanchored:
        words = Words(cited)
        places = [place for index in page_indexes for place in self._page(index).places(words)]
        strict = [place for place in places if place.is_strict]
        if is_same_file and strict and len(places) == 1:  # nothing else on their page could be meant
            return self._at(cited, strict[0].spot)
        borne_out = [place for place in places if place.is_borne_out or words.letters >= TELLING_WORDS]
        if not borne_out:
            return _candidates(strict, Reason.NOT_BORNE_OUT) if strict else missing(_why(places))
        best = [borne_out[index] for index in undominated([place.agreement for place in borne_out])]
        if not any(place.is_strict for place in best):
            return missing(Reason.OTHER_FIGURES)
        if len(best) > 1:
            return _candidates(best, Reason.EQUAL_PLACES)
        return self._at(cited, best[0].spot)

    def _page(self, index: int) -> PageText:
        if index not in self._pages:
            self._pages[index] = PageText(index, self._edition.texts[index])
        return self._pages[index]


@dataclass(frozen=True, slots=True)
class _Agreement:
    """What a row's table has in common with the cited one: rows above and below, headers, section, unit."""

    above: int
    below: int
    columns: int
    is_same_section: bool
    is_same_unit: bool
    has_all_columns: bool

    @property
    def ranks(self) -> tuple[int, ...]:
        return self.above, self.below, self.columns, self.is_same_section, self.is_same_unit

    @property
    def is_borne_out(self) -> bool:
        return self.is_same_section or self.above + self.below >= TELLING_ROWS

    @property
    def is_same_table(self) -> bool:
        """True when more than a label and a header say that a differing figure is the cited one, changed: the same
        "2022" may head a year in one table and a quarter in another."""
        return self.is_same_section and (self.has_all_columns or self.above + self.below >= TELLING_ROWS)


def together(found: Sequence[Reanchored]) -> Reanchored:
    """The outcome for a citation whose words fitted several places: still several, as far as they were found."""
    if len(found) == 1:
        return found[0]
    places = [place for one in found for place in one.places]
    return ambiguous(places, Reason.EQUAL_PLACES) if places else found[0]


def _choice(compared: Sequence[tuple[RowPlace, _Agreement]], reason: Reason) -> Reanchored:
    """Those that an analyst might mean: the figures are the cited ones, or the table looks like the cited one."""
    likely = [place.spot for place, agreement in compared if place.is_same or agreement.is_borne_out]
    return ambiguous(likely, reason)


def _candidates(places: Iterable[WordPlace], reason: Reason) -> Reanchored:
    return ambiguous([place.spot for place in places], reason)


def _why(places: Sequence[WordPlace]) -> Reason:
    return Reason.OTHER_FIGURES if places else Reason.NO_WORDS


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Keys that both have in the same order: rows that were put in or left out cost themselves only."""
    lengths = [0] * (len(other) + 1)
    for key in one:
        diagonal = 0
        for index, candidate in enumerate(other, start=1):
            longer = max(lengths[index], lengths[index - 1])
            diagonal, lengths[index] = lengths[index], diagonal + 1 if key == candidate else longer
    return lengths[-1]


def undominated(ranks: Sequence[tuple[int, ...]]) -> list[int]:
    """Those that no other beats: another that agrees at least as well in everything, and better in something."""
    return [
        index
        for index, ours in enumerate(ranks)
        if not any(
            theirs != ours and all(b >= a for a, b in zip(ours, theirs, strict=True)) for theirs in ranks
        )
    ]
