"""What uses a filing: the answers that cite it, and the places in it that reviewers marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from pipeline.store.annotations import Placed, of_version
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class CitingAnswer:
    """An answer of whose claims `claims` cite the filing."""

    id: UUID
    question: str
    created_at: datetime
    claims: int


@dataclass(frozen=True, slots=True)
class FilingUse:
    """`answers` and `claims` that cite any version of a filing; the newest of them as `latest`, the user's own ones
    only. `judged`: of these claims, those that the user judged. `marks`: the places that the user may see marked, by
    version."""

    answers: int
    claims: int
    latest: tuple[CitingAnswer, ...]
    judged: int
    marks: dict[UUID, Sequence[Placed]]


def of_document(
    conn: Connection, document_id: UUID, version_ids: Sequence[UUID], user_id: UUID, latest: int
) -> FilingUse:
    """What uses a document, whose versions are these; at most `latest` of its answers.

    What others say of a claim is not told to whoever has not judged it: their marked places are left out.
    """
    values = {"versions": list(version_ids), "user_id": user_id, "limit": latest}
    counts = conn.execute(_COUNTS.encode(), values).fetchone() or (0, 0, 0)
    with conn.cursor(row_factory=class_row(CitingAnswer)) as cursor:
        answers = cursor.execute(_LATEST, values).fetchall()
    seen = {row[0] for row in conn.execute(_SEEN, values)}
    marks = {
        version_id: [one for one in of_version(conn, version_id) if one.annotation.verdict_id in seen]
        for version_id in version_ids
    }
    return FilingUse(
        counts[0], counts[1], tuple(answers), counts[2], {key: one for key, one in marks.items() if one}
    )


_CITED: Final = """
cited as (
    select distinct answer_id, claim_number from citations where version_id = any(%(versions)s)
)
"""

_COUNTS: Final = f"""
with {_CITED}
select count(distinct answer_id), count(*), count(*) filter (where exists (
    select from verdicts v where v.answer_id = cited.answer_id and v.claim_number = cited.claim_number
      and v.reviewer_id = %(user_id)s and v.withdrawn_at is null))
from cited
"""

_LATEST: Final = f"""
with {_CITED}
select a.id, a.question, a.created_at, count(*) as claims from cited join answers a on a.id = cited.answer_id
where a.user_id = %(user_id)s group by a.tenant_id, a.id order by a.created_at desc, a.id limit %(limit)s
"""

# The verdicts on places in these versions that the user may see: their own, and those on claims that they have judged.
_SEEN: Final = """
select distinct v.id from verdicts v join annotations a on a.verdict_id = v.id
where v.withdrawn_at is null
  and a.sha256 in (select sha256 from versions where id = any(%(versions)s))
  and (v.reviewer_id = %(user_id)s or exists (
      select from verdicts mine
      where mine.answer_id = v.answer_id and mine.claim_number = v.claim_number and mine.withdrawn_at is null
        and mine.reviewer_id = %(user_id)s))
"""
