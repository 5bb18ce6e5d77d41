"""A text reduced to its letters and digits, with the way back to its characters."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

CACHED_CHARACTERS = 10_000
"""A longer text is folded anew each time: kept, it would cost 100 bytes a character."""

UNSAID = "™℠"
"""Marks that NFKC would spell out as letters, and that nobody copies."""


@dataclass(frozen=True, slots=True)
class Folded:
    """Letters and digits of a text after NFKC and case folding.

    `key[i]` was made from the source characters `starts[i]` up to `ends[i]`.
    """

    key: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def fold(text: str) -> Folded:
    """Fold a text for loose location: NFKC, case folded, letters and digits only. Idempotent on its key."""
    return _fold_cached(text) if len(text) <= CACHED_CHARACTERS else _fold(text)


@lru_cache(maxsize=64)
def _fold_cached(text: str) -> Folded:
    return _fold(text)


def _fold(text: str) -> Folded:
    if text.isascii():
        kept = tuple(index for index, character in enumerate(text) if character.isalnum())
        return Folded("".join(filter(str.isalnum, text.lower())), kept, tuple(index + 1 for index in kept))
    if any(map(_is_combining, set(text))):
        return _fold_clusters(text)
    pieces = [_fold_cluster(character) for character in text]
    kept = tuple(index for index, piece in enumerate(pieces) for _ in piece)
    return Folded("".join(pieces), kept, tuple(index + 1 for index in kept))


def _fold_clusters(text: str) -> Folded:
    """The same for a text with combining marks, each of which is folded with the character before it."""
    key: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    positions = list(range(len(text) + 1))  # shared by starts and ends
    for start, end in _clusters(text):
        for character in _fold_cluster(text[start:end]):
            key.append(character)
            starts.append(positions[start])
            ends.append(positions[end])
    return Folded("".join(key), tuple(starts), tuple(ends))


@lru_cache(maxsize=4096)
def _fold_cluster(cluster: str) -> str:
    if cluster in UNSAID:
        return ""
    normal = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", cluster).casefold())
    return "".join(character for character in normal if character.isalnum())


def _is_combining(character: str) -> bool:
    return ord(character) > 0x2FF and unicodedata.combining(character) != 0


def _clusters(text: str) -> list[tuple[int, int]]:
    """Each character with the combining marks after it, as (start, end)."""
    clusters: list[tuple[int, int]] = []
    for index, character in enumerate(text):
        if clusters and _is_combining(character):
            clusters[-1] = clusters[-1][0], index + 1
        else:
            clusters.append((index, index + 1))
    return clusters


def common_length(one: str, other: str) -> int:
    """How many characters two texts have in common from their beginnings."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
