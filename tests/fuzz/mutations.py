"""Bytes that are almost right: pieces of real ones, changed, moved, doubled, and mixed with telling words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

MOST_BYTES = 400_000
"""Larger cases take longer and find no more; real sizes are tried by the bombs."""

MOST_CHANGES = 8
LONGEST_PIECE = 2_000
MOST_COPIES = 300

NUMBERS = (
    b"0", b"-1", b"1", b"2147483647", b"-2147483648", b"4294967296", b"9223372036854775807", b"1e309", b"-0.0", b"NaN",
    b"1e-320", b"65535", b"00000000000000000001", b"999999999999999999999999999999",
)  # fmt: skip

BYTES = (
    0x00,
    0x01,
    0x7F,
    0x80,
    0xC0,
    0xED,
    0xF4,
    0xFE,
    0xFF,
    0x0A,
    0x0D,
    0x09,
    0x20,
    0x22,
    0x28,
    0x3C,
    0x3E,
    0x5B,
)

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")

Change = Callable[[Random, bytearray, Sequence[bytes], Sequence[bytes]], None]


def mutated(random: Random, seeds: Sequence[bytes], words: Sequence[bytes] = ()) -> bytes:
    """One of the seeds with some changes; `words` are what its format is made of."""
    data = bytearray(random.choice(seeds))
    for _ in range(random.randint(1, MOST_CHANGES)):
        random.choice(_CHANGES)(random, data, seeds, words)
        del data[MOST_BYTES:]
    return bytes(data)


def _flip(random: Random, data: bytearray, *_others: Sequence[bytes]) -> None:
    for _ in range(random.choice((1, 1, 2, 20))):
        if data:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _set(random: Random, data: bytearray, *_others: Sequence[bytes]) -> None:
    if data:
        data[random.randrange(len(data))] = random.choice(BYTES)


def _remove(random: Random, data: bytearray, *_: Sequence[bytes]) -> None:
    del data[_piece(random, data)]


def _double(random: Random, data: bytearray, *_: Sequence[bytes]) -> None:
    piece = bytes(data[_piece(random, data)])
    data[(at := _place(random, data)) : at] = piece * random.choice((1, 1, 2, 10, MOST_COPIES))


def _move(random: Random, data: bytearray, *_: Sequence[bytes]) -> None:
    taken = _piece(random, data)
    piece = bytes(data[taken])
    del data[taken]
    data[(at := _place(random, data)) : at] = piece


def _cut(random: Random, data: bytearray, *_: Sequence[bytes]) -> None:
    del data[_place(random, data) :]


def _renumber(random: Random, data: bytearray, *_: Sequence[bytes]) -> None:
    start = _place(random, data)
    if found := _NUMBER.search(data, start, start + LONGEST_PIECE):
        data[found.start() : found.end()] = random.choice(NUMBERS)


def _insert(random: Random, data: bytearray, _: Sequence[bytes], words: Sequence[bytes]) -> None:
    if words:
        data[(at := _place(random, data)) : at] = random.choice(words) * random.choice((1, 1, 1, 2, 50))


def _overwrite(random: Random, data: bytearray, _: Sequence[bytes], words: Sequence[bytes]) -> None:
    if words:
        word = random.choice(words)
        data[(at := _place(random, data)) : at + len(word)] = word


def _splice(random: Random, data: bytearray, seeds: Sequence[bytes], _: Sequence[bytes]) -> None:
    other = bytearray(random.choice(seeds))
    data[(at := _place(random, data)) : at] = other[_piece(random, other)]


_CHANGES: tuple[Change, ...] = (
    _flip,
    _set,
    _remove,
    _double,
    _move,
    _cut,
    _renumber,
    _renumber,
    _insert,
    _insert,
    _overwrite,
    _splice,
)


def _place(random: Random, data: bytearray) -> int:
    return random.randint(0, len(data))


def _piece(random: Random, data: bytearray) -> slice:
    start = _place(random, data)
    return slice(start, start + random.choice((1, 2, 4, 16, 100, LONGEST_PIECE)))
