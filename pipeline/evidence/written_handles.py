"""What a model wrote into its words that only the application may write: handles, links and page references.

All of them are taken out, with the brackets around them and the words that lead to them ("according to E1,"), so that
the sentence reads on. What is none of the packet's handles is given back as it was written, to be counted and said.

What was decided:

- A handle is what looks like one to a reader: `E1`, `e1`, `E01`, `E1b`, full-width or foreign letters and digits, bare
  or in brackets of any shape, in lists and ranges. Only the exact form (`E1`) of a handle of the packet counts as one.
- `[1]`, `[^1]` and `【1†source】` are notes of a numbering that this application does not have. A bracketed figure
  (`[265]`, `[12] million`) is none.
- A sentence keeps a visible gap, `[…]`, where a marker was one of its words ("E9 shows that"); a handle that the claim
  does cite reads "the source" there.
- A filing may itself say "E15" (a fuel) or "E2" (a jet), or have "see [E9]" planted in it. Nothing tells one from the
  other, so each is taken out and counted, also where the packet has a handle of that name; the quote keeps the filing's
  words.
- Links and page references are the application's to write, also when they are right. An address that the cited passage
  prints stays, as the filing's words: nothing makes a link of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from pipeline.evidence.plain_text import PlainText, plain_text
from pipeline.evidence.text import TextRange
from pipeline.evidence.written_marks import PAUSES, Mark, MarkKind, marks_in

GAP = "[…]"
"""Stands where a word of the sentence was taken out."""

REMOVED = "[removed]"
"""Stands in a quote for what was taken out of it, so that the rest is not found as if it had been the quote."""

LONGEST_WRITTEN = 60
"""Characters of a removed marker that are kept to be said."""

_NEEDS_OBJECT = re.compile(
    r"(?:^|\s)(?:a|an|the|of|for|with|and|or|to|than|as|between|is|are|was|were|at|on|by|from|in|per)$", re.I
)
"""Words after which a sentence cannot end: what follows them was one of its words."""

_ENDS = (".", "!", "?", "")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text without markers, and what was removed that is no handle of the packet: as written, in order."""

    text: str
    removed: tuple[str, ...] = ()


def without_marks(
    text: str,
    is_known: Callable[[str], bool],
    cited: Collection[str] = (),
    is_printed: Callable[[str], bool] = lambda written: False,
    may_stay: Callable[[str], bool] = lambda address: False,
) -> Cleaned:
    """A text without anything that looks like a handle, a link or a page reference.

    `is_known` tells whether an exact form ("E1") is a handle of the packet, `cited` are those that the claim cites,
    `is_printed` tells whether a filing of the packet uses the same letters itself, `may_stay` whether the cited
    passages print an address. A text without markers is returned as it is; one that has no word left, empty.
    """
    removed: list[str] = []
    marks = _marks(plain := plain_text(text), text, may_stay)
    while marks:
        written = [[plain.range_of(*token).of(text).strip() for token in mark.tokens] for mark in marks]
        strange = [[one for one in here if not is_known(one) or is_printed(one)] for here in written]
        removed += [shortened(one) for here in strange for one in here]
        for mark, here, unknown in reversed(list(zip(marks, written, strange, strict=True))):
            is_cited = not unknown and set(here) <= set(cited)
            text = _without(text, plain.range_of(mark.start, mark.end), mark, _word(len(here), is_cited))
        # What stood on both sides of a marker may be one itself now: "E[E1]9", "[[E9]]".
        marks = _marks(plain := plain_text(text), text, may_stay)
    return Cleaned(text if not removed or any(map(str.isalnum, text)) else "", tuple(removed))


def quote_without_marks(quote: str, is_known: Callable[[str], bool]) -> Cleaned:
    """A quote without the brackets of references that a model put before or behind it. Any other mark gives way to
    REMOVED: words that were taken out of a quote must not leave one that stands."""
    removed: list[str] = []
    marks = marks_in(plain := plain_text(quote))
    while marks:
        for mark in reversed(marks):
            written = [plain.range_of(*token).of(quote).strip() for token in mark.tokens]
            removed[:0] = [shortened(one) for one in written if not is_known(one)]
            span = plain.range_of(mark.start, mark.end)
            before, after = quote[: span.start], quote[span.end :]
            is_edge = not any(map(str.isalnum, before)) or not any(map(str.isalnum, after))
            is_behind = is_edge and mark.kind is MarkKind.BRACKETED
            quote = before.rstrip() + after if is_behind else f"{before.rstrip()} {REMOVED} {after.lstrip()}"
        marks = marks_in(plain := plain_text(quote))
    return Cleaned(quote.strip(), tuple(removed))


def _marks(plain: PlainText, text: str, may_stay: Callable[[str], bool]) -> list[Mark]:
    """The marks to take out: all but addresses that may stay."""
    return [
        mark
        for mark in marks_in(plain)
        if mark.kind is not MarkKind.ADDRESS or not may_stay(plain.range_of(*mark.tokens[0]).of(text))
    ]


def shortened(written: str) -> str:
    """What was written, on one line, without what cannot be shown, and not longer than LONGEST_WRITTEN."""
    shown = " ".join("".join(c if c.isprintable() or c.isspace() else "\ufffd" for c in written).split())
    return shown if len(shown) <= LONGEST_WRITTEN else f"{shown[: LONGEST_WRITTEN - 1]}…"


def _word(count: int, is_cited: bool) -> str:
    if not is_cited:
        return GAP
    return "the source" if count == 1 else "the sources"


def _without(text: str, span: TextRange, mark: Mark, word: str) -> str:
    """The text without one mark: what stood around it put together as one writes."""
    before, after = text[: span.start], text[span.end :]
    if mark.label:
        return before + mark.label + after
    left, right = before.rstrip(), after.lstrip()
    begins = left[-1:] in _ENDS
    if _is_a_word(mark, left, right, begins):
        word = word[0].upper() + word[1:] if begins else word
        return before + _blank(before[-1:]) + word + _blank(after[:1]) + after
    if begins:
        right = right.lstrip(" .,;:-–—" if left else " ,;:-–—")
        led = mark.is_led and text[span.start].isupper()
        return f"{left} {_capital(right) if led else right}".strip()
    if right[:1] in PAUSES:
        left = left.rstrip(" ,;:") if right else left
        is_empty = left.endswith("(") and right.startswith(")")
        return _without_brackets(left, right) if is_empty else left + right
    return left + right.lstrip(" ,;:") if left.endswith("(") else f"{left} {right}"


def _without_brackets(left: str, right: str) -> str:
    left, right = left[:-1].rstrip(), right[1:].lstrip()
    return left + right if right[:1] in PAUSES else f"{left} {right}"


def _is_a_word(mark: Mark, left: str, right: str, begins: bool) -> bool:
    """Whether the sentence lacks a word without the mark: it begins with it and goes on, or cannot end as it does."""
    if mark.is_led:
        return False
    if right[:1] in PAUSES:
        return not begins and _NEEDS_OBJECT.search(left) is not None
    if begins:
        return right[0].islower()
    return mark.kind is not MarkKind.BRACKETED and right[0] not in "—–-"


def _blank(beside: str) -> str:
    return " " if beside.isalnum() else ""


def _capital(right: str) -> str:
    """With a capital at the beginning, unless the word has one of its own ("iPhone")."""
    return (
        right if right.split(" ", 1)[0].lower() != right.split(" ", 1)[0] else right[:1].upper() + right[1:]
    )
