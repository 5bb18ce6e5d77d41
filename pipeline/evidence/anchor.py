"""Text anchors: where words stand in a version, in terms that outlive a re-parse.

`describe` makes an anchor, `resolve` reads it. The order of trust: same bytes → block and offset, verified;
else the exact words, told apart by what stands around them; else the folded words with strict figures.
Several equal places stay ambiguous, and so does a single one whose surroundings do not bear it out: the same
figure may stand in another row. A changed figure is missing, even when all else matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pipeline.evidence.errors import InvalidAnchor
from pipeline.evidence.folded import common_length, fold
from pipeline.evidence.quote import Found, MissingReason, Reading
from pipeline.evidence.text import TextRange

CONTEXT = 32
"""Characters kept before and after the words, so that equal words in different rows can be told apart."""

TELLING_WORDS = 32
"""Words with this many letters and digits need no surroundings: most sentences, no figure, few table rows."""

TELLING_SURROUNDINGS = 16
"""This many letters and digits next to the words, of at most twice CONTEXT, bear a place out."""

EDGE = "\n"
"""Stands for a block's beginning or end among the surroundings."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Words in a block of a version. `offset` counts characters in the block's text; `occurrence` counts the
    same exact words over the whole version from 1; `source_hash` is the version's sha256.
    """

    block: str
    exact: str
    prefix: str
    suffix: str
    offset: int
    occurrence: int
    source_hash: str

    def __post_init__(self) -> None:
        if not self.block or not self.exact.strip() or not self.source_hash:
            raise InvalidAnchor("An anchor needs a block, words and the hash of its source.")
        if self.offset < 0 or self.occurrence < 1:
            raise InvalidAnchor(f"Offset {self.offset} or occurrence {self.occurrence} is out of range.")


@dataclass(frozen=True, slots=True)
class BlockRange:
    """A range of one block's text."""

    block: str
    range: TextRange


class Trust(StrEnum):
    """How an anchor was resolved, from the surest."""

    VERIFIED = "verified"
    EXACT = "exact"
    FOLDED = "folded"


@dataclass(frozen=True, slots=True)
class AnchorLocated:
    place: BlockRange
    trust: Trust


@dataclass(frozen=True, slots=True)
class AnchorAmbiguous:
    """Where the words stand, for the analyst to choose: equals, or one that its surroundings do not bear out."""

    places: tuple[BlockRange, ...]


@dataclass(frozen=True, slots=True)
class AnchorMissing:
    reason: MissingReason


AnchorResolution = AnchorLocated | AnchorAmbiguous | AnchorMissing


def describe(blocks: Mapping[str, str], place: BlockRange, source_hash: str) -> Anchor:
    """The anchor of a place. `blocks` maps block ids to their texts in document order.

    Raises InvalidAnchor when there is no such block, InvalidRange when the range leaves it.
    """
    text = _text_of(blocks, place.block)
    exact = place.range.of(text)
    return Anchor(
        block=place.block,
        exact=exact,
        prefix=text[max(place.range.start - CONTEXT, 0) : place.range.start],
        suffix=text[place.range.end : place.range.end + CONTEXT],
        offset=place.range.start,
        occurrence=_occurrence(blocks, place, exact),
        source_hash=source_hash,
    )


def resolve(anchor: Anchor, blocks: Mapping[str, str], source_hash: str) -> AnchorResolution:
    """Where an anchor stands in a version whose blocks are `blocks` (all of them, in document order) and whose
    sha256 is `source_hash`.
    """
    if source_hash == anchor.source_hash and (place := _stored_place(anchor, blocks)):
        return AnchorLocated(place, Trust.VERIFIED)
    candidates = _Candidates.of(anchor, blocks)
    exact = _choose(anchor, blocks, candidates.exact, Trust.EXACT)
    if isinstance(exact, AnchorLocated):
        return exact
    folded = _choose(anchor, blocks, candidates.folded, Trust.FOLDED)
    if isinstance(folded, AnchorLocated):
        return folded
    return exact or folded or AnchorMissing(candidates.reason)


def _text_of(blocks: Mapping[str, str], block: str) -> str:
    if block not in blocks:
        raise InvalidAnchor(f"There is no block {block!r}.")
    return blocks[block]


def _occurrence(blocks: Mapping[str, str], place: BlockRange, exact: str) -> int:
    """How many times the words stand in the version up to and including the place."""
    count = 0
    for block, text in blocks.items():
        if block == place.block:
            return count + sum(start <= place.range.start for start in _starts(text, exact))
        count += sum(1 for _ in _starts(text, exact))
    raise InvalidAnchor(f"There is no block {place.block!r}.")


def _starts(text: str, exact: str) -> Iterator[int]:
    start = text.find(exact)
    while start >= 0:
        yield start
        start = text.find(exact, start + 1)


def _stored_place(anchor: Anchor, blocks: Mapping[str, str]) -> BlockRange | None:
    """The stored block and offset, unless another parse numbered the blocks anew: then words, surroundings or
    occurrence differ there."""
    text = blocks.get(anchor.block, "")
    end = anchor.offset + len(anchor.exact)
    before, after = text[max(anchor.offset - CONTEXT, 0) : anchor.offset], text[end : end + CONTEXT]
    if not text.startswith(anchor.exact, anchor.offset) or (before, after) != (anchor.prefix, anchor.suffix):
        return None
    place = BlockRange(anchor.block, TextRange(anchor.offset, end))
    return place if _occurrence(blocks, place, anchor.exact) == anchor.occurrence else None


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Places of the words with the figures that the anchor was made from: character by character, and folded."""

    exact: tuple[BlockRange, ...]
    folded: tuple[BlockRange, ...]
    reason: MissingReason

    @classmethod
    def of(cls, anchor: Anchor, blocks: Mapping[str, str]) -> _Candidates:
        key = fold(anchor.exact)
        if not key.key:  # a dash in an empty cell, say
            marks = [
                BlockRange(block, TextRange(start, start + len(anchor.exact)))
                for block, text in blocks.items()
                for start in _starts(text, anchor.exact)
            ]
            return cls(tuple(marks), (), MissingReason.NOT_FOUND)
        # Figures are read where the anchor was made: its words may be the "265" of "(265)".
        origin = Reading(anchor.prefix + anchor.exact + anchor.suffix)
        words = TextRange(key.starts[0], key.ends[-1]).shift(len(anchor.prefix))
        wanted = origin.figures_at(words)
        found = {block: Reading(text).find(key.key, wanted) for block, text in blocks.items()}
        folded = [BlockRange(block, span) for block, places in found.items() for span in places.places]
        exact = [
            BlockRange(place.block, TextRange(start, start + len(anchor.exact)))
            for place in folded
            if (start := place.range.start - key.starts[0]) >= 0
            and blocks[place.block].startswith(anchor.exact, start)
        ]
        return cls(tuple(exact), tuple(folded), _reason(found.values()))


def _reason(found: Iterable[Found]) -> MissingReason:
    reasons = {places.reason for places in found}
    for reason in (MissingReason.FIGURE_DIFFERS, MissingReason.CUTS_A_WORD):
        if reason in reasons:
            return reason
    return MissingReason.NOT_FOUND


def _choose(
    anchor: Anchor, blocks: Mapping[str, str], places: tuple[BlockRange, ...], trust: Trust
) -> AnchorLocated | AnchorAmbiguous | None:
    """The only place whose surroundings agree best and bear it out; equals stay ambiguous; None without a place."""
    if not places:
        return None
    surroundings = _Surroundings.of_anchor(anchor)
    around = [_Surroundings.of_place(blocks, place) for place in places]
    agreements = [sum(surroundings.agreement(other)) for other in around]
    top = max(agreements)
    best = [index for index, agreement in enumerate(agreements) if agreement == top]
    if len(best) > 1:
        return AnchorAmbiguous(tuple(places[index] for index in best))
    if len(fold(anchor.exact).key) >= TELLING_WORDS or surroundings.borne_out_by(around[best[0]]):
        return AnchorLocated(places[best[0]], trust)
    return AnchorAmbiguous(places)


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """Letters and digits around words, each side read outwards from them, EDGE where the block ends."""

    before: str
    after: str

    @classmethod
    def of_anchor(cls, anchor: Anchor) -> _Surroundings:
        return cls(
            _side(fold(anchor.prefix).key[::-1], reaches_edge=len(anchor.prefix) == anchor.offset),
            _side(fold(anchor.suffix).key, reaches_edge=len(anchor.suffix) < CONTEXT),
        )

    @classmethod
    def of_place(cls, blocks: Mapping[str, str], place: BlockRange) -> _Surroundings:
        """Wider than an anchor's, so that added blanks and marks push no letter out."""
        text, reach = blocks[place.block], 4 * CONTEXT
        before = text[max(place.range.start - reach, 0) : place.range.start]
        after = text[place.range.end : place.range.end + reach]
        return cls(
            _side(fold(before).key[::-1], reaches_edge=place.range.start <= reach),
            _side(fold(after).key, reaches_edge=place.range.end + reach >= len(text)),
        )

    def agreement(self, other: _Surroundings) -> tuple[int, int]:
        """Characters in common before and after. A worse prefix or suffix never gives more."""
        return common_length(self.before, other.before), common_length(self.after, other.after)

    def borne_out_by(self, other: _Surroundings) -> bool:
        """True when enough agrees: all of both sides, or a good part, or every letter before the words: a row's
        label stays while the figures between it and the words change."""
        before, after = self.agreement(other)
        if before + after >= TELLING_SURROUNDINGS or (before, after) == (len(self.before), len(self.after)):
            return True
        label = _without_figures(self.before)
        return any(map(str.isalpha, label)) and _without_figures(other.before).startswith(label)


def _without_figures(side: str) -> str:
    return "".join(character for character in side if not character.isnumeric())


def _side(key: str, *, reaches_edge: bool) -> str:
    return key + EDGE if reaches_edge else key
