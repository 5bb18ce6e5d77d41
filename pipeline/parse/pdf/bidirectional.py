"""Right-to-left text: PDFium knows where its glyphs stand; this is the order in which one reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING
from unicodedata import bidirectional

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pipeline.parse.pdf.text import Word

_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def is_right_to_left(text: str) -> bool:
    """Whether any of its letters is Hebrew, Arabic or of another script written leftwards."""
    return any(bidirectional(character) in _RIGHT_TO_LEFT for character in text)


def runs_leftwards(words: Sequence[Word]) -> bool:
    """Whether most letters of a line are of a script written leftwards: then its words follow leftwards as well."""
    letters = [bidirectional(character) for word in words for character in word.text]
    leftward = sum(kind in _RIGHT_TO_LEFT for kind in letters)
    return leftward > 0 and leftward >= sum(kind == "L" for kind in letters)


def in_reading_order(line: Sequence[Word], leftward: bool | None = None) -> tuple[Word, ...]:
    """The words of one line, given from left to right, as one reads them.

    `leftward` says which way the text around it runs; None leaves that to the line. In a leftward line, words of
    another script and numbers beside one another keep their own order; in any other, those written leftwards turn.
    """
    turns = runs_leftwards(line) if leftward is None else leftward
    ordered: list[Word] = []
    for is_leftward, run in _runs(tuple(reversed(line)) if turns else line):
        words = list(run)
        ordered += reversed(words) if is_leftward != turns else words
    return tuple(ordered)


def lines_in_reading_order(lines: Sequence[Sequence[Word]]) -> tuple[Word, ...]:
    """The words of a block's lines, each given from left to right, as one reads them."""
    leftward = runs_leftwards([word for line in lines for word in line])
    return tuple(word for line in lines for word in in_reading_order(line, leftward))


def _runs(words: Sequence[Word]) -> Iterator[tuple[bool, Iterator[Word]]]:
    return groupby(words, key=lambda word: is_right_to_left(word.text))


def ligatures_in_order(characters: str, boxes: NDArray[np.float64]) -> str:
    """The characters with the letters of each right-to-left ligature in their own order.

    PDFium reverses a leftward line letter by letter, after it has expanded ligatures: the two letters of a
    lam-alef, which share one box, come out the wrong way round.
    """
    if not is_right_to_left(characters):
        return characters
    letters = list(characters)
    same = (boxes[1:] == boxes[:-1]).all(axis=1)
    start = 0
    for end in (*(np.flatnonzero(~same) + 1).tolist(), len(letters)):
        if end - start > 1 and is_right_to_left("".join(letters[start:end])):
            letters[start:end] = reversed(letters[start:end])
        start = end
    return "".join(letters)
