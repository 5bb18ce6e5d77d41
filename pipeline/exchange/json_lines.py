"""Reviewed answers as JSON lines: an answer a line, so that files can be joined, cut and searched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipeline.exchange.limits import MOST_LINE
from pipeline.exchange.record import Record


class MalformedLines(ValueError):
    """A line is longer than any answer."""


def write(records: Iterable[Record]) -> bytes:
    """Equal answers make equal bytes."""
    return "".join(record.model_dump_json() + "\n" for record in records).encode()


def read(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Each answer's line with its number, from 1; empty lines are passed over. Raises MalformedLines."""
    for number, line in enumerate(content.split(b"\n"), start=1):
        if len(line) > MOST_LINE:
            raise MalformedLines(
                f"line {number} has {len(line):,} bytes; an answer has at most {MOST_LINE:,}"
            )
        if line.strip():
            yield number, line
