"""Earlier questions: who asked what and when, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from pipeline.evidence.answer import CheckOutcome
from pipeline.store.answer_rights import QUESTION_WITHHELD, RESTING
from pipeline.store.connect import Connection
from pipeline.store.quality import IS_NEWEST

MOST_WORDS: Final = 20
"""Words of a search that are looked for."""


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question with what became of it: `failing` of its `claims` have a check that failed, of their own or of a
    citation. `stage` is what is being done for one that is not finished; `problem` the kind of what ended one early.
    `is_withheld`: other words stand for the question, and for what it found missing.
    """

    id: UUID
    question: str
    is_withheld: bool
    asked_by: str
    is_own: bool
    created_at: datetime
    method: str
    model: str | None
    not_in_sources: str | None
    stage: str | None
    problem: str | None
    claims: int
    failing: int


@dataclass(frozen=True, slots=True)
class Questions:
    """Some of the `total` questions that were looked for, newest first."""

    rows: tuple[QuestionRow, ...]
    total: int


def find(
    conn: Connection, user_id: UUID, words: str, limit: int, offset: int = 0, *, everyones: bool = False
) -> Questions:
    """The user's questions, or those of the whole tenant, in which every word of `words` stands, newest first. Others'
    questions about filings that the user may not read are withheld, and no words find them."""
    looked_for = [f"%{_literal(word)}%" for word in words.split()[:MOST_WORDS]]
    values = {
        "user_id": user_id,
        "everyones": everyones,
        "words": looked_for,
        "limit": limit,
        "offset": offset,
    }
    count = conn.execute(
        f"with {RESTING} select count(*) from answers a where {_MEANT}".encode(), values
    ).fetchone()
    with conn.cursor(row_factory=class_row(QuestionRow)) as cursor:
        rows = cursor.execute(_QUESTIONS.encode(), values).fetchall()
    return Questions(tuple(rows), count[0] if count else 0)


def others_have_asked(conn: Connection, user_id: UUID) -> bool:
    """True when somebody else of the tenant has asked something."""
    row = conn.execute("select exists (select from answers where user_id <> %s)", (user_id,)).fetchone()
    return bool(row and row[0])


def _literal(word: str) -> str:
    """A word for ILIKE, in which nothing stands for anything else."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


_IS_WITHHELD: Final = "(a.user_id <> %(user_id)s and a.id in (select answer_id from resting))"
_MEANT: Final = f"""(%(everyones)s or a.user_id = %(user_id)s)
    and a.question ilike all (%(words)s::text[]) and (%(words)s::text[] = '{{}}' or not {_IS_WITHHELD})"""

_QUESTIONS: Final = f"""
with {RESTING}, meant as (
    select a.*, {_IS_WITHHELD} as is_withheld from answers a where {_MEANT}
    order by a.created_at desc, a.id limit %(limit)s offset %(offset)s
)
select a.id, case when m.is_withheld then '{QUESTION_WITHHELD}' else a.question end as question, m.is_withheld,
       u.name as asked_by, a.user_id = %(user_id)s as is_own, a.created_at, a.method, a.model,
       case when m.is_withheld and a.not_in_sources is not null then 'Not in the sources.'
            else a.not_in_sources end as not_in_sources,
       case when a.finished_at is null and not is_interrupted(a) then a.stage end as stage,
       case when is_interrupted(a) then 'interrupted' else a.problem ->> 'kind' end as problem,
       (select count(*) from claims c where c.answer_id = a.id) as claims,
       (select count(distinct k.claim_number) from checks k
        where k.answer_id = a.id and k.outcome = '{CheckOutcome.FAILED}' and {IS_NEWEST}) as failing
from answers a join meant m on m.id = a.id join users u on u.id = a.user_id
order by a.created_at desc, a.id
"""
