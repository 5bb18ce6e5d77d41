"""The cases of a stored measurement, as a user may see them today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.measurement import OF_REVIEWERS, Address, address_of
from pipeline.store.answer_rights import RESTING
from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ
from pipeline.store.judged import is_to_judge

MOST_CASES: Final = 500
"""Cases that one call gives: a page of them, and not the 4,000 of a run."""


class CaseAccess(StrEnum):
    OPEN = "open"
    WITHHELD = "withheld"  # the user may not read all of the filings that the case is about
    GONE = "gone"  # its claim or filing was removed, and with it the rights on it


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A case of a run for one user; `words` and `address` are None unless it is open. `address` is also None where a
    case leads nowhere."""

    figure: str
    case_id: str
    outcome: str
    score: float | None
    access: CaseAccess
    words: str | None
    address: Address | None


@dataclass(frozen=True, slots=True)
class CasePage:
    """Some of `total` cases. `hidden` more tell what reviewers said of claims that the user is still to judge."""

    rows: tuple[CaseRow, ...]
    total: int
    hidden: int = 0


def of_run(
    conn: Connection,
    user_id: UUID,
    evaluation_id: UUID,
    figure: str | None = None,
    *,
    limit: int = MOST_CASES,
    offset: int = 0,
) -> CasePage:
    """The cases of a run, of one figure where it is named, those first that score least (of times: as stored); rights
    are the user's of today."""
    rows = conn.execute(
        _CASES.encode(),
        {
            "user_id": user_id,
            "evaluation": evaluation_id,
            "figure": figure,
            "limit": min(max(limit, 0), MOST_CASES),
            "offset": max(offset, 0),
        },
    ).fetchall()
    total, hidden, *_ = rows[0]
    return CasePage(tuple(_case(row) for _, _, ordinal, *row in rows if ordinal is not None), total, hidden)


def _case(row: Sequence[Any]) -> CaseRow:
    figure, case_id, outcome, score, words, address, is_there, may_read = row
    access = CaseAccess.GONE if not is_there else CaseAccess.OPEN if may_read else CaseAccess.WITHHELD
    if access is not CaseAccess.OPEN:
        return CaseRow(figure, case_id, outcome, score, access, None, None)
    return CaseRow(figure, case_id, outcome, score, access, words, address_of(address))


_CASES: Final = f"""
with {RESTING}, named as (
    select c.*, (c.address ->> 'answer')::uuid as answer_id, (c.address ->> 'claim')::int as claim_number,
           (c.address ->> 'document')::uuid as document_id, e.measure = '{OF_REVIEWERS}' as is_of_reviewers
    from evaluation_cases c join evaluations e on e.id = c.evaluation_id
    where c.evaluation_id = %(evaluation)s and (%(figure)s::text is null or c.figure = %(figure)s)
), known as materialized (
    select n.*, n.is_of_reviewers and n.answer_id is not null and {is_to_judge("n")} as is_hidden from named n
), found as (
    select * from known where not is_hidden
    order by score nulls last, ordinal limit %(limit)s offset %(offset)s
)
select counted.*, shown.* from (
    select count(*) filter (where not is_hidden), count(*) filter (where is_hidden) from known
) counted left join (
    select f.ordinal, f.figure, f.case_id, f.outcome, f.score, f.words, f.address,
           case when f.answer_id is not null then exists (
                    select from claims c where c.answer_id = f.answer_id and c.number = f.claim_number)
                when f.document_id is not null then exists (select from documents d where d.id = f.document_id)
                else true end,
           case when f.answer_id is not null then not exists (
                    select from citations c where c.answer_id = f.answer_id and c.claim_number = f.claim_number
                    and not exists (
                        select from versions v join documents d on d.id = v.document_id
                        where v.id = c.version_id and {MAY_READ}))
                    and (f.answer_id not in (select answer_id from resting) or exists (
                        select from citations c
                        where c.answer_id = f.answer_id and c.claim_number = f.claim_number))
                when f.document_id is not null then exists (
                    select from documents d where d.id = f.document_id and {MAY_READ})
                else true end
    from found f
) shown on true order by shown.score nulls last, shown.ordinal
"""
