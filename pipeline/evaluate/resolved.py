"""Citations as a resolver gives them back, for whoever measures: the resolver itself belongs to the viewer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

from pipeline.evidence.answer import Answer
from pipeline.evidence.box import Box
from pipeline.evidence.text import PageRange
from pipeline.store.connect import Connection

READY, SUPERSEDED, DENIED = "ready", "superseded", "denied"
SHOWN = frozenset({READY, SUPERSEDED})
"""States in which one place is marked."""


@dataclass(frozen=True, slots=True)
class ResolvedPlace:
    """What a citation resolved to. `state` is the resolver's word; what a withheld one resolved to is not told (None).

    `places` are where the quote stands: one, the candidates of an ambiguous one, or none. `words` is what is printed at
    the one place, `boxes` are the marks of its quote in displayed points (none in HTML and text), `focus` those of the
    part that answers. `media` is the kind of source: "pdf", "html" or "text".
    """

    state: str
    version_id: UUID | None = None
    document_id: UUID | None = None
    sha256: str = ""
    page_index: int | None = None
    quote: str = ""
    words: str = ""
    places: tuple[PageRange, ...] = ()
    boxes: tuple[Box, ...] = ()
    focus: tuple[Box, ...] = ()
    media: str = ""

    @property
    def is_shown(self) -> bool:
        """Whether one place is marked."""
        return self.state in SHOWN


Resolve = Callable[[Connection, Answer], Mapping[str, ResolvedPlace]]
"""Resolves every citation of a stored answer, by its key ("2:E1")."""


def key_of(claim: int, citation: object) -> str:
    return f"{claim}:{citation}"
