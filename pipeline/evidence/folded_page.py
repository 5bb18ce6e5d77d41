"""A page folded as quotes are, fast enough to fold a whole filing while somebody waits for what is found in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.folded import fold
from pipeline.evidence.text import TextRange

_Numbers = NDArray[np.int64]

CACHED_CODES = 65_536
"""Distinct characters whose folding is kept: more than any script that filings are written in has."""


@dataclass(frozen=True, slots=True, eq=False)
class FoldedPage:
    """What `folded.fold` gives, held in arrays: `key[i]` was made from the source characters `starts[i]` up to
    `ends[i]`, both int64 (len(key),)."""

    key: str
    starts: _Numbers
    ends: _Numbers

    @classmethod
    def of(cls, text: str) -> FoldedPage:
        """Fold a page's text. Equal to `folded.fold`, character by character."""
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
        distinct = np.flatnonzero(np.bincount(codes)) if len(codes) else codes.astype(np.int64)
        if any(_is_combining(code) for code in distinct.tolist()):
            return cls._by_cluster(text)
        return cls._by_character(codes, distinct)

    @classmethod
    def _by_character(cls, codes: NDArray[np.uint32], distinct: _Numbers) -> FoldedPage:
        """Each character folds for itself: one look into a table for each."""
        folded = [_folded(code) for code in distinct.tolist()]
        slots = np.zeros(int(distinct[-1]) + 1 if len(distinct) else 0, dtype=np.int64)
        slots[distinct] = np.arange(len(distinct))
        lengths = np.array([len(one) for one in folded], dtype=np.int64)
        offsets = np.cumsum(lengths) - lengths
        letters = np.frombuffer("".join(folded).encode("utf-32-le"), dtype="<u4")

        slot = slots[codes]
        counts = lengths[slot]
        starts = np.repeat(np.arange(len(codes)), counts)
        within = np.arange(len(starts)) - np.repeat(np.cumsum(counts) - counts, counts)
        key = letters[offsets[slot[starts]] + within].tobytes().decode("utf-32-le")
        return cls(key, starts, starts + 1)

    @classmethod
    def _by_cluster(cls, text: str) -> FoldedPage:
        """A text with combining marks, which fold together with the letter before them."""
        folded = fold(text)
        return cls(folded.key, np.array(folded.starts, np.int64), np.array(folded.ends, np.int64))

    def positions(self, key: str) -> Iterator[int]:
        """Where a folded key begins in this one, overlapping places included."""
        position = self.key.find(key) if key else -1
        while position >= 0:
            yield position
            position = self.key.find(key, position + 1)

    def range(self, first: int, last: int) -> TextRange:
        """The source characters of the key from its character `first` to its character `last`."""
        return TextRange(int(self.starts[first]), int(self.ends[last]))


@lru_cache(maxsize=CACHED_CODES)
def _folded(code: int) -> str:
    return fold(chr(code)).key


@lru_cache(maxsize=CACHED_CODES)
def _is_combining(code: int) -> bool:
    """True for a mark that `fold` takes together with the character before it."""
    return code > 0x2FF and unicodedata.combining(chr(code)) != 0
