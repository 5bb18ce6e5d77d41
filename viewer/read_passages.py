"""What an answer was made from: the passages of its packet in order, cited or not, as far as a reader may see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from pipeline.evidence.answer import Answer
from pipeline.evidence.errors import AccessDenied, NotFound
from pipeline.evidence.handle import Handle
from pipeline.evidence.packet import PacketEntry
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer import words
from viewer.citations import EvidenceState, Source
from viewer.exports import one_line
from viewer.source_reader import SourceReader

MOST_BEGINNING: Final = 120
"""Characters of a passage by which a list tells it from its likes."""


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A passage that was read: `begins` are its first words, `claims` the numbers of those that cite it. Withheld
    (`source` is None) as a citation is: then there is no title, place or word of it either."""

    handle: Handle
    page_index: int
    state: EvidenceState
    source: Source | None
    begins: str
    claims: tuple[int, ...]

    @property
    def key(self) -> str:
        """How the pane names it, apart from the citations of the same passage: "read:E3"."""
        return f"read:{self.handle}"


def read_passages(conn: Connection, scope: Scope, answer: Answer) -> tuple[ReadPassage, ...]:
    """The packet of an answer, each source's rights asked now."""
    reader = SourceReader(conn, scope)
    return tuple(_read(entry, reader, answer) for entry in answer.packet.entries)


def _read(entry: PacketEntry, reader: SourceReader, answer: Answer) -> ReadPassage:
    state, source = _source(reader, UUID(entry.passage.id.version))
    return ReadPassage(
        entry.handle,
        entry.passage.id.page_index,
        state,
        source,
        words.shortened(one_line(entry.passage.text[: 2 * MOST_BEGINNING]), MOST_BEGINNING) if source else "",
        _citing(answer, entry.handle),
    )


def _source(reader: SourceReader, version_id: UUID) -> tuple[EvidenceState, Source | None]:
    try:
        source = reader.source(version_id)
    except AccessDenied:
        return EvidenceState.DENIED, None
    except NotFound:
        return EvidenceState.UNAVAILABLE, None
    return (EvidenceState.SUPERSEDED if source.successor else EvidenceState.READY), source


def _citing(answer: Answer, handle: Handle) -> tuple[int, ...]:
    return tuple(
        claim.number
        for claim in answer.claims
        if any(citation.id.handle == handle for citation in claim.citations)
    )
