"""Footnote marks in table cells, and the footnotes under a table that they point at.

A mark is a raised figure or letter, a bracketed one ("Total (3)"), or a sign such as * or †. A figure in brackets that
is a cell by itself is a negative amount and no mark, unless it is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.parse.pdf.text import Word

RAISED = 0.85
"""A mark's letters are lower than this share of those of the words beside it."""

ABOVE = 0.1
"""Share of the line's height by which a raised letter ends above the line's lowest edge; a subscript does not."""

_BRACKETED = re.compile(r"\((\d{1,2}|[a-z])\)")
_SIGNS = re.compile(r"[*†‡§]+")
_RAISED = re.compile(r"\(?(\d{1,2}|[a-z])\)?|([*†‡§]+)")
_AFTER_WORD = re.compile(r".*?[^\s(]((?:\((?:\d{1,2}|[a-z])\))+|[*†‡§]+)[:,;.]?")


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote: its mark, and its words in order."""

    mark: str
    words: tuple[Word, ...]

    def with_words(self, words: Sequence[Word]) -> Note:
        """The footnote with the words that it goes on with."""
        return Note(self.mark, (*self.words, *words))


class Marks:
    """Finds marks by the height of their letters. `boxes` (n, 4) are the glyphs' edges on the page turned so that its
    text reads from left to right, one a character of the reading."""

    def __init__(self, boxes: NDArray[np.float64]) -> None:
        self._boxes = boxes

    def of_cell(self, words: Sequence[Word], *, is_value: bool) -> frozenset[str]:
        """The marks in a cell, without their brackets."""
        marks: set[str] = set()
        height = max(word.height for word in words)
        base = max(word.bottom for word in words if word.height >= RAISED * height)
        for number, word in enumerate(words):
            raised = self._raised(word, height, base)
            if raised:
                marks.update(_raised_marks(raised))
            if raised == word.text:
                continue
            rest = word.text[: len(word.text) - len(raised)]
            if _SIGNS.fullmatch(rest):
                marks.add(rest)
            elif match := _AFTER_WORD.fullmatch(rest):
                marks.update(_signs_of(match.group(1)))
            elif number and not (is_value and number == len(words) - 1 == 1 and words[0].text == "$"):
                bracketed = _BRACKETED.fullmatch(rest.rstrip(":,;."))
                if bracketed:
                    marks.add(bracketed.group(1))
        return frozenset(marks)

    def notes_of(self, words: Sequence[Word]) -> list[Note]:
        """The footnotes in a block: each starts at a mark that begins a line, and ends where the next one starts."""
        starts: list[tuple[int, str]] = []
        for number, word in enumerate(words):
            begins_line = number == 0 or (
                word.left < words[number - 1].left and word.top > words[number - 1].middle
            )
            mark = self._leading(word, words[number + 1 :]) if begins_line else None
            if mark:
                starts.append((number, mark))
        if not starts or starts[0][0]:
            return []
        ends = [start for start, _ in starts[1:]] + [len(words)]
        return [Note(mark, tuple(words[start:end])) for (start, mark), end in zip(starts, ends, strict=True)]

    def _leading(self, word: Word, following: Sequence[Word]) -> str | None:
        """The mark that a line begins with: a word of its own, or the raised letters or signs before a word."""
        if match := _SIGNS.match(word.text):
            return match.group()
        if following and (match := _BRACKETED.fullmatch(word.text)):
            return match.group(1)
        if match := re.match(r"\((\d{1,2}|[a-z])\)(?=[A-Z])", word.text):
            return match.group(1)
        near = max((other.height for other in following[:3]), default=word.height)
        base = max((other.bottom for other in following[:3]), default=word.bottom)
        raised = self._raised_start(word, max(near, word.height), max(base, word.bottom))
        found = _RAISED.fullmatch(raised)
        return (found.group(1) or found.group(2)) if found else None

    def _raised(self, word: Word, height: float, base: float) -> str:
        """The letters at a word's end that are smaller and stand higher than the others; all of a raised word."""
        small = self._is_raised(word, height, base)
        count = 0
        while count < len(small) and small[len(small) - 1 - count]:
            count += 1
        return word.text[len(word.text) - count :]

    def _raised_start(self, word: Word, height: float, base: float) -> str:
        small = self._is_raised(word, height, base)
        count = 0
        while count < len(small) and small[count]:
            count += 1
        return word.text[:count]

    def _is_raised(self, word: Word, height: float, base: float) -> list[bool]:
        """For each letter, whether it is lower than `height` by far and ends well above the line's `base`."""
        boxes = self._boxes[word.first : word.last]
        heights = boxes[:, 3] - boxes[:, 1]
        raised: list[bool] = ((heights < RAISED * height) & (boxes[:, 3] < base - ABOVE * height)).tolist()
        return raised


def _raised_marks(text: str) -> Iterable[str]:
    if _RAISED.fullmatch(text):
        yield text.strip("()")
    else:
        yield from _signs_of(text)


def _signs_of(text: str) -> list[str]:
    """The marks of a run of them: "(1)(2)", "*"."""
    return [bracketed or signs for bracketed, signs in re.findall(r"\((\d{1,2}|[a-z])\)|([*†‡§]+)", text)]
