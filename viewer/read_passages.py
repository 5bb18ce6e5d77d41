"""What an answer was made from: the passages of its packet in order, cited or not, as far as a reader may see them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from pipeline.evidence.answer import Answer
from pipeline.evidence.errors import AccessDenied, NotFound
from pipeline.evidence.handle import Handle
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer.citations import EvidenceState, Source
from viewer.source_reader import SourceReader


@dataclass(frozen=True, slots=True)
class ReadPassage:
    """A passage that was read: `claims` are the numbers of those that cite it. Withheld (`source` is None) as a
    citation is: then there is no title, place or text either."""

    handle: Handle
    page_index: int
    state: EvidenceState
    source: Source | None
    claims: tuple[int, ...]

    @property
    def key(self) -> str:
        """How the pane names it, apart from the citations of the same passage: "read:E3"."""
        return f"read:{self.handle}"


def read_passages(conn: Connection, scope: Scope, answer: Answer) -> tuple[ReadPassage, ...]:
    """The packet of an answer, each source's rights asked now."""
    reader = SourceReader(conn, scope)
    return tuple(
        ReadPassage(
            entry.handle,
            entry.passage.id.page_index,
            *_source(reader, UUID(entry.passage.id.version)),
            _citing(answer, entry.handle),
        )
        for entry in answer.packet.entries
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
