"""Sentences that a segment's end breaks off: the line that goes on with one belongs to its block.

The segmenter begins another segment where a line's left edge or width changes, which the last line of an indented
paragraph does. What is left would read as a sentence of its own, without its beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipeline.evidence.document import BlockKind
from pipeline.parse.pdf.draft import Draft
from pipeline.parse.pdf.layout import Row, rows_of

MOST_LEADING = 0.6
"""Share of the line's height that may lie between two lines of a paragraph. Paragraphs stand 0.9 or more apart, or
begin with a full line's end."""

SAME_SIZE = 0.06
"""Two lines of a paragraph differ in height by no more than this share."""

ALIGNED = 0.4
"""Left edges within this share of the line's height are the same."""

MOST_INDENT = 6.0
"""The first line of a paragraph is indented by up to so many of its heights."""

WORD_SPACE = 0.25
"""Share of the line's height that a word space takes (see evidence.glyphs)."""

_PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})
_CLOSERS = "\"'”’)]"
_STOPS = (".", "!", "?", ":", ";", "…")


def join_broken(drafts: Iterable[Draft]) -> list[Draft]:
    """The drafts in order, each with those that only go on with its last sentence. Text that reads rightwards."""
    joined: list[Draft] = []
    for draft in drafts:
        if joined and _goes_on(joined[-1], draft):
            joined[-1] = replace(joined[-1], words=joined[-1].words + draft.words)
        else:
            joined.append(draft)
    return joined


def _goes_on(above: Draft, below: Draft) -> bool:
    if (
        above.kind not in _PROSE
        or below.kind is not BlockKind.PARAGRAPH
        or not above.words
        or not below.words
    ):
        return False
    if above.words[-1].text.rstrip(_CLOSERS).endswith(_STOPS):
        return False
    uppers, lowers = rows_of(above.words), rows_of(below.words)
    return (
        _is_next_line(uppers[-1], lowers[0]) and _is_full(uppers, lowers) and _is_aligned(uppers, lowers[0])
    )


def _is_next_line(upper: Row, lower: Row) -> bool:
    """Set in the same letters, and no further below than the lines of a paragraph are."""
    height = upper.height
    if abs(lower.height - height) > SAME_SIZE * height or upper.words[-1].bold != lower.words[0].bold:
        return False
    return 0.5 * height < lower.words[0].middle - upper.words[-1].middle < (1 + MOST_LEADING) * height


def _is_full(uppers: Sequence[Row], lowers: Sequence[Row]) -> bool:
    """True when the next line's first word had no room on the line above: so the line did not end by itself."""
    margin = max(row.right for row in (*uppers, *lowers))
    first = lowers[0].words[0]
    needed = first.right - first.left + WORD_SPACE * uppers[-1].height
    return uppers[-1].right + needed > margin


def _is_aligned(uppers: Sequence[Row], lower: Row) -> bool:
    """True when the line begins where the paragraph's lines do, or left of its first, which may be indented."""
    last, height = uppers[-1], uppers[-1].height
    if len(uppers) > 1:
        return abs(lower.left - last.left) <= ALIGNED * height
    return -ALIGNED * height <= last.left - lower.left <= MOST_INDENT * height
