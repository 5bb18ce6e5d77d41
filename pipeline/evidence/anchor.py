"""Text anchors: where words stand in a version, in terms that outlive a re-parse.

`describe` makes an anchor, `resolve` reads it. The order of trust: same bytes → block and offset, verified;
else the exact words, told apart by what stands around them; else the folded words with strict figures.
Several equal places stay ambiguous. A changed figure is missing, even when all else matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pipeline.evidence.errors import InvalidAnchor
from pipeline.evidence.quote import Ambiguous, Located, Missing, MissingReason, locate
from pipeline.evidence.text import TextRange

CONTEXT = 32
"""Characters kept before and after the words, so that equal words in different rows can be told apart."""


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
    before = [other for other in _exact_places(blocks, exact) if _precedes(blocks, other, place)]
    return Anchor(
        block=place.block,
        exact=exact,
        prefix=text[max(place.range.start - CONTEXT, 0) : place.range.start],
        suffix=text[place.range.end : place.range.end + CONTEXT],
        offset=place.range.start,
        occurrence=len(before) + 1,
        source_hash=source_hash,
    )


def resolve(anchor: Anchor, blocks: Mapping[str, str], source_hash: str) -> AnchorResolution:
    """Where an anchor stands in a version whose blocks are `blocks` and whose sha256 is `source_hash`."""
    if source_hash == anchor.source_hash and (place := _stored_place(anchor, blocks)):
        return AnchorLocated(place, Trust.VERIFIED)
    exact = [place for place in _exact_places(blocks, anchor.exact) if _is_whole(blocks, place)]
    if exact:
        return _choose(anchor, blocks, exact, Trust.EXACT)
    folded, reason = _folded_places(blocks, anchor.exact)
    if folded:
        return _choose(anchor, blocks, folded, Trust.FOLDED)
    return AnchorMissing(reason)


def _text_of(blocks: Mapping[str, str], block: str) -> str:
    if block not in blocks:
        raise InvalidAnchor(f"There is no block {block!r}.")
    return blocks[block]


def _stored_place(anchor: Anchor, blocks: Mapping[str, str]) -> BlockRange | None:
    text = blocks.get(anchor.block, "")
    if not text.startswith(anchor.exact, anchor.offset):
        return None
    return BlockRange(anchor.block, TextRange(anchor.offset, anchor.offset + len(anchor.exact)))


def _exact_places(blocks: Mapping[str, str], exact: str) -> list[BlockRange]:
    places: list[BlockRange] = []
    for block, text in blocks.items():
        start = text.find(exact)
        while start >= 0:
            places.append(BlockRange(block, TextRange(start, start + len(exact))))
            start = text.find(exact, start + 1)
    return places


def _is_whole(blocks: Mapping[str, str], place: BlockRange) -> bool:
    """True unless the words stand there only as a part of longer words, or with another sign or percent."""
    found = locate(place.range.of(blocks[place.block]), blocks[place.block])
    return any(_same_letters(place.range, span, blocks[place.block]) for span in _spans(found))


def _same_letters(one: TextRange, other: TextRange, text: str) -> bool:
    """True when the two ranges differ by marks and blanks at their ends only."""
    edges = text[min(one.start, other.start) : max(one.start, other.start)]
    edges += text[min(one.end, other.end) : max(one.end, other.end)]
    return not any(character.isalnum() for character in edges)


def _spans(location: Located | Ambiguous | Missing) -> tuple[TextRange, ...]:
    match location:
        case Located(span):
            return (span,)
        case Ambiguous(spans):
            return spans
        case _:
            return ()


def _folded_places(blocks: Mapping[str, str], exact: str) -> tuple[list[BlockRange], MissingReason]:
    places: list[BlockRange] = []
    reasons: set[MissingReason] = set()
    for block, text in blocks.items():
        location = locate(exact, text)
        places.extend(BlockRange(block, span) for span in _spans(location))
        if isinstance(location, Missing):
            reasons.add(location.reason)
    for reason in (MissingReason.FIGURE_DIFFERS, MissingReason.CUTS_A_WORD, MissingReason.EMPTY):
        if reason in reasons:
            return places, reason
    return places, MissingReason.NOT_FOUND


def _precedes(blocks: Mapping[str, str], one: BlockRange, other: BlockRange) -> bool:
    if one.block == other.block:
        return one.range.start < other.range.start
    order = list(blocks)
    return order.index(one.block) < order.index(other.block)


def _choose(
    anchor: Anchor, blocks: Mapping[str, str], places: list[BlockRange], trust: Trust
) -> AnchorResolution:
    """The only place, or the only one whose surroundings agree best; equals stay ambiguous."""
    scores = [_context_score(anchor, blocks[place.block], place.range) for place in places]
    best = [place for place, score in zip(places, scores, strict=True) if score == max(scores)]
    return AnchorLocated(best[0], trust) if len(best) == 1 else AnchorAmbiguous(tuple(best))


def _context_score(anchor: Anchor, text: str, span: TextRange) -> int:
    """Characters of the stored surroundings that stand there too, counted outwards from the words.

    A worse prefix or suffix never scores higher.
    """
    before, after = text[: span.start], text[span.end :]
    return _common(reversed(anchor.prefix), reversed(before)) + _common(anchor.suffix, after)


def _common(one: Iterable[str], other: Iterable[str]) -> int:
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
