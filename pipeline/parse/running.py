"""Running headers and footers, and the page numbers printed in them.

A number counts as printed only when its neighbours' numbers run in sequence with it: never from the index.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.evidence.document import BlockKind
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.parse.draft import Draft

NEIGHBOURS = 6
"""Pages on each side in which a number must find others in sequence."""

SUPPORT = 2
"""Neighbours in sequence that a number needs; one is enough when the number stands alone and the neighbour is
the page before or after, or in a document of fewer than five pages."""

RUNNING_SHARE = 0.3
"""A text at the same edge of this share of the pages, and of at least three, is a running header or footer."""

LONGEST_RUNNING = 160

_NUMBER = r"(?:[A-Z]{1,2}-)?\d{1,4}|[ivxlcIVXLC]{1,7}"
_ALONE = re.compile(rf"(?:page\s*)?[-–—\s|\[(]*({_NUMBER})[-–—\s|\])]*(?:of\s+\d+)?", re.I)
_AT_END = re.compile(r".*[^\d\W].*?(?:[\s|]|\bpage\s)[-–—\s|]*((?:[A-Z]{1,2}-)?\d{1,4})[-–—\s|]*")
_AT_START = re.compile(r"[-–—\s|]*((?:[A-Z]{1,2}-)?\d{1,4})[\s|]+[^\d\s].*[^\d\W].*")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class _Candidate:
    draft: Draft
    label: str
    is_alone: bool
    at_top: bool
    series: str
    value: int


def mark_furniture(pages: Sequence[Sequence[Draft]], marked: Sequence[str | None]) -> list[PageLabel]:
    """Give headers, footers and page numbers their kinds, and return each page's printed label.

    `marked` holds the numbers that the page marks of a text filing carry; they count as printed where the
    page itself prints none, under the same rule of sequence.
    """
    candidates = [list(_candidates(drafts)) for drafts in pages]
    needed = SUPPORT if len(pages) >= 5 else 1
    labels = [_label(candidates, index, needed) for index in range(len(pages))]
    _mark_running(pages)
    marks = _marks_in_sequence(marked, needed)
    return [
        PageLabel(text, LabelSource.PRINTED) if (text := label or mark) else PageLabel.none()
        for label, mark in zip(labels, marks, strict=True)
    ]


def _candidates(drafts: Sequence[Draft]) -> Iterator[_Candidate]:
    edges = [(draft, False) for draft in drafts[:-4:-1]] + [(draft, True) for draft in drafts[:2]]
    for draft, at_top in edges:
        if len(draft.text) > LONGEST_RUNNING:
            continue
        if match := _ALONE.fullmatch(draft.text):
            yield _Candidate(draft, match[1], True, at_top, *_series(match[1]))
            continue
        for pattern in (_AT_END, _AT_START):
            if match := pattern.fullmatch(draft.text):
                yield _Candidate(draft, match[1], False, at_top, *_series(match[1]))


def _series(label: str) -> tuple[str, int]:
    """("F-", 12) for "F-12", ("roman", 4) for "iv"."""
    prefix, _, digits = label.rpartition("-")
    if digits.isdigit():
        return prefix.upper(), int(digits)
    values = [_ROMAN[letter] for letter in label.lower()]
    following = [*values[1:], 0]
    return "roman", sum(-one if one < after else one for one, after in zip(values, following, strict=True))


def _label(candidates: Sequence[Sequence[_Candidate]], index: int, needed: int) -> str | None:
    best: tuple[int, bool, _Candidate] | None = None
    for candidate in candidates[index]:
        agreeing = [
            near
            for near in range(max(index - NEIGHBOURS, 0), min(index + NEIGHBOURS + 1, len(candidates)))
            if near != index
            and any(_in_sequence(candidate, other, near - index) for other in candidates[near])
        ]
        support = len(agreeing)
        is_next = candidate.is_alone and any(abs(near - index) == 1 for near in agreeing)
        if (support >= needed or is_next) and (best is None or (support, candidate.is_alone) > best[:2]):
            best = (support, candidate.is_alone, candidate)
    if best is None:
        return None
    chosen = best[2]
    edge = BlockKind.HEADER if chosen.at_top else BlockKind.FOOTER
    chosen.draft.becomes(BlockKind.PAGE_NUMBER if chosen.is_alone else edge)
    return chosen.label


def _in_sequence(one: _Candidate, other: _Candidate, distance: int) -> bool:
    return one.series == other.series and one.at_top == other.at_top and other.value - one.value == distance


def _marks_in_sequence(marked: Sequence[str | None], needed: int) -> list[str | None]:
    def supported(index: int, text: str) -> bool:
        near = range(max(index - NEIGHBOURS, 0), min(index + NEIGHBOURS + 1, len(marked)))
        series, value = _series(text)
        agreeing = [
            n for n in near if n != index and (m := marked[n]) and _series(m) == (series, value + n - index)
        ]
        return len(agreeing) >= needed

    return [text if text and supported(index, text) else None for index, text in enumerate(marked)]


def _mark_running(pages: Sequence[Sequence[Draft]]) -> None:
    _mark_edge(pages, BlockKind.HEADER, from_top=True)
    _mark_edge(pages, BlockKind.FOOTER, from_top=False)


def _mark_edge(pages: Sequence[Sequence[Draft]], kind: BlockKind, *, from_top: bool) -> None:
    edges = [list(drafts[:2] if from_top else drafts[:-3:-1]) for drafts in pages]
    counts = Counter(text for edge in edges for text in {_masked(draft.text) for draft in edge})
    least = max(3, RUNNING_SHARE * len(pages))
    for edge in edges:
        for draft in edge:
            is_furniture = draft.kind in (BlockKind.PAGE_NUMBER, BlockKind.HEADER, BlockKind.FOOTER)
            if is_furniture:
                continue
            if counts[_masked(draft.text)] < least or len(draft.text) > LONGEST_RUNNING:
                break
            draft.becomes(kind)


def _masked(text: str) -> str:
    return re.sub(r"\d+", "#", text).casefold()
