"""Unstructured's view of a stamped body: its hints, and the proof that both read the same text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from pipeline.evidence.document import BlockKind
from pipeline.evidence.errors import ParseFailed
from pipeline.parse.draft import Draft
from pipeline.parse.html.text import without_spaces

if TYPE_CHECKING:
    from pipeline.parse.segments import Segment

LEAST_FOUND = 0.98
"""Share of the blocks' letters and digits that the segments must hold. Real filings: 0.9999 and more, as
Unstructured takes off the bullets and numbers of list items."""

SHORTEST = 12
"""Characters of a block that counts. Unstructured leaves out the shortest texts, such as page numbers."""


def apply_hints(segments: Sequence[Segment], drafts: Sequence[Draft], source: str) -> None:
    """Make list items of paragraphs that Unstructured calls so. Kinds are all that its segments decide.

    Raises ParseFailed when it found nothing, or when the two disagree about the text itself.
    """
    found = found_share(segments, drafts)
    if found < LEAST_FOUND:
        raise ParseFailed(
            f"{source}: two readings of its text disagree ({found:.1%} found in both). Nothing was stored; "
            "please report the file.",
            source=source,
        )
    by_number = {draft.number: draft for draft in drafts}
    for segment in segments:
        draft = by_number.get(segment.page_number or 0)
        if draft and draft.kind is BlockKind.PARAGRAPH and segment.kind_hint == "ListItem":
            draft.becomes(BlockKind.LIST_ITEM)


def found_share(segments: Sequence[Segment], drafts: Sequence[Draft]) -> float:
    """Share of the letters and digits of blocks of some length that the segments hold, in the same order.

    A segment of one block carries the block's number; a table's segment has none and is looked for behind the
    one before it. No text is ever looked for backwards.
    """
    texts = [without_spaces(draft.text) for draft in drafts]
    starts = [0, *accumulate(len(text) for text in texts)]
    whole = "".join(texts)
    numbers = [draft.number for draft in drafts]
    seen = bytearray(len(whole))
    cursor = 0
    for segment in segments:
        text = without_spaces(segment.text)
        position = bisect_right(numbers, segment.page_number) - 1 if segment.page_number else -1
        start = max(cursor, starts[position]) if position >= 0 else cursor
        place = whole.find(text, start)
        if text and place >= 0:
            cursor = place + len(text)
            seen[place:cursor] = b"\x01" * len(text)
    long = [(start, text) for start, text in zip(starts, texts, strict=False) if len(text) >= SHORTEST]
    wordy = [start + n for start, text in long for n, character in enumerate(text) if character.isalnum()]
    return sum(seen[number] for number in wordy) / len(wordy) if wordy else 1.0
