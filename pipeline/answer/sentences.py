"""Sentences of a block, as character ranges."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.evidence.text import TextRange

_END = re.compile(r"[.!?][\"”’')\]]*(?=\s+[\"“‘'(\[]?[A-Z0-9$€£])")
_ABBREVIATED = re.compile(
    r"(?:\b(?:Inc|Corp|Co|Ltd|No|Nos|Mr|Mrs|Ms|Dr|Jr|Sr|St|vs|approx|Fig|Sec|Art|Vol|pp|cf|al|etc|e\.g|i\.e|U\.S|U\.K|E\.U"
    r"|D\.C|a\.m|p\.m|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)|(?:^|[\s(.])[A-Z])\.$"
)


def sentences(text: str) -> tuple[TextRange, ...]:
    """Ranges of the sentences of one block's text, in order, without surrounding blanks.

    A full stop after a known abbreviation or a single capital does not end a sentence, and one inside a number
    never does. What has no full stop (a heading, a list item) is one sentence.
    """
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[TextRange]:
    start = 0
    for match in _END.finditer(text):
        if not _ABBREVIATED.search(text, max(0, match.start() - 12), match.start() + 1):
            yield from _trimmed(text, start, match.end())
            start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[TextRange]:
    part = text[start:end]
    if part.strip():
        first = start + len(part) - len(part.lstrip())
        yield TextRange(first, first + len(part.strip()))
