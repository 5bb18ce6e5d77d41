"""Who is sent which evidence, noted where it leaves: in the transaction in which their right to it was asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from pipeline.evidence.errors import AccessDenied
from pipeline.store import openings
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.openings import OpeningKind, Outcome
from pipeline.store.scope import Scope
from viewer.citations import EvidenceState, ResolvedAnswer
from viewer.links import LinkKind

KIND_OF_LINK: Final = {
    LinkKind.PAGES: OpeningKind.PAGE,
    LinkKind.FRAME: OpeningKind.FRAME,
    LinkKind.FILE: OpeningKind.FILE,
}


@contextmanager
def opening(
    database: Database,
    scope: Scope,
    kind: OpeningKind,
    version_id: UUID,
    page_index: int | None = None,
    *,
    is_ahead: bool = False,
) -> Iterator[Connection]:
    """A transaction that reads of a version what its user is to be sent. At its end that is noted; where it raises
    AccessDenied, the refusal is, in a transaction of its own, because this one is rolled back."""
    try:
        with database.scoped(scope) as conn:
            yield conn
            outcome = Outcome.AHEAD if is_ahead else Outcome.OPENED
            openings.note(conn, kind, outcome, version_id=version_id, page_index=page_index)
    except AccessDenied:
        with database.scoped(scope) as conn:
            openings.note(conn, kind, Outcome.DENIED, version_id=version_id)
        raise


def note_answer(
    conn: Connection, kind: OpeningKind, resolved: ResolvedAnswer, read: Iterable[UUID] = ()
) -> None:
    """Note that the transaction's user is sent a resolved answer: the words of the filings that its citations give, and
    of `read` beside them; and what was withheld of it."""
    answer_id = resolved.answer.id
    told: set[UUID] = set(read)
    denied: set[UUID] = set()
    for claim in resolved.answer.claims:
        for citation in claim.citations:
            state = resolved.citations.get(f"{claim.number}:{citation.id}")
            if state is None:
                continue
            version_id = UUID(citation.passage.version)
            if state.source is not None:
                told.add(version_id)
            elif state.state is EvidenceState.DENIED:
                denied.add(version_id)
    openings.note_all(conn, kind, [(answer_id, version_id) for version_id in told] or [(answer_id, None)])
    openings.note_all(conn, kind, [(answer_id, version_id) for version_id in denied], Outcome.DENIED)
