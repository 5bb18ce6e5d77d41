"""Whether a user may know all that an answer rests on: its packet, of which every citation is.

Where they may not, the answer's own words may tell what stands there: its question, for everybody but whoever asked it,
and what it says without a citation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from pipeline.evidence.errors import NotFound
from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ
from pipeline.store.removals import MAY_KNOW

QUESTION_WITHHELD: Final = "A question about filings that you may not read"
"""Stands where the question would."""

_OF_REMOVED: Final = """r.versions @> jsonb_build_array(jsonb_build_object('version_id', p.version_id))"""


def resting(denied: str) -> str:
    """SQL of two common tables: `resting` has the answers that rest on what user %(user_id)s may not know, of filings
    that were removed and of those that are here, whose versions the query `denied` finds. Looked up by the filings,
    which are few, and not by the answers."""
    return f"""unreadable as materialized (
    {denied}
    union select (gone ->> 'version_id')::uuid from removals r, jsonb_array_elements(r.versions) gone
    where not {MAY_KNOW}
), resting as materialized (
    select distinct p.answer_id from packet_entries p where p.version_id in (select id from unreadable)
)"""


RESTING: Final = resting(
    f"select v.id from versions v join documents d on d.id = v.document_id where not {MAY_READ}"
)


@dataclass(frozen=True, slots=True)
class AnswerRights:
    """What a user may know of an answer. `is_own`: they asked it; `is_whole`: they may know all that it rests on."""

    is_own: bool
    is_whole: bool

    @property
    def has_question(self) -> bool:
        """Whether they may read what was asked."""
        return self.is_own or self.is_whole


def of_answer(conn: Connection, answer_id: UUID, user_id: UUID) -> AnswerRights:
    """Raises NotFound."""
    row = conn.execute(
        f"""
        select a.user_id = %(user_id)s, not exists (
            select from packet_entries p left join versions v on v.id = p.version_id
            left join documents d on d.id = v.document_id
            where p.answer_id = a.id and case
                when d.id is not null then not {MAY_READ}
                else exists (select from removals r where {_OF_REMOVED} and not {MAY_KNOW}) end)
        from answers a where a.id = %(answer)s
        """.encode(),
        {"answer": answer_id, "user_id": user_id},
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no answer {answer_id}.")
    return AnswerRights(*row)


def removed_unknowable(conn: Connection, answer_id: UUID, user_id: UUID) -> frozenset[UUID]:
    """The versions of an answer's packet that were removed, and that the user could not read when they were."""
    rows = conn.execute(
        f"""
        select distinct p.version_id from packet_entries p join removals r on {_OF_REMOVED}
        where p.answer_id = %(answer)s and not {MAY_KNOW}
        """.encode(),
        {"answer": answer_id, "user_id": user_id},
    )
    return frozenset(version_id for (version_id,) in rows)
