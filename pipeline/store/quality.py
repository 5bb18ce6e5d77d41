"""Numbers over time: what became of every citation and claim, by week, model, prompt and version; and what failed last.

Of the checks of one kind by one checker the newest counts. Where several checkers looked at one thing, the worst result
is the thing's: a failure is never outvoted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ

MOST_WEEKS: Final = 104
"""Two years: no count looks back further."""

MOST_FAILURES: Final = 200

_WORST_LAST: Final = (CheckOutcome.NOT_RUN, CheckOutcome.PASSED, CheckOutcome.AMBIGUOUS, CheckOutcome.FAILED)
"""What a check says, by its number in SQL: the greatest is the worst."""

_FAILED: Final = _WORST_LAST.index(CheckOutcome.FAILED)
_NUMBERS: Final = " ".join(f"when '{outcome}' then {number}" for number, outcome in enumerate(_WORST_LAST))

IS_NEWEST: Final = """not exists (
    select from checks newer where newer.answer_id = k.answer_id and newer.claim_number = k.claim_number
    and newer.citation_id is not distinct from k.citation_id and newer.kind = k.kind and newer.checker = k.checker
    and newer.id > k.id)"""
"""SQL: whether check `k` has not been made again since by its own checker."""


class Checked(StrEnum):
    """What checks are made of."""

    CITATION = "citation"
    CLAIM = "claim"
    CLAIM_WITHOUT_CITATION = "claim_without_citation"


@dataclass(frozen=True, slots=True)
class CheckedCount:
    """How many citations or claims of one week, model and prompt came out alike.

    `week` is a Monday, UTC, of when the answer was asked for; `model` and `prompt` wrote it, None where no model did.
    `outcomes` and `reasons` (of what failed) are by kind of check; `claim_fails` says whether the claim's own figures
    or support failed, also of its citations. `removed` are the handles that had to be taken out of these claims. The
    versions are those that the cited filings were read and drawn by, None where nothing is cited.
    """

    week: date
    model: str | None
    prompt: str | None
    checked: Checked
    outcomes: Mapping[CheckKind, CheckOutcome]
    reasons: Mapping[CheckKind, str]
    claim_fails: bool
    parser_version: str | None
    render_version: str | None
    count: int
    removed: int


@dataclass(frozen=True, slots=True)
class FailureRow:
    """A failed check. Its words are withheld (`detail` is None, no title) from a user who may not read, or no longer
    can, everything that its claim cites. `citations` and `titles` are what it is about: one citation, or all of a
    claim.
    """

    answer_id: UUID
    claim_number: int
    citation_id: str | None
    kind: str
    reason: str | None
    detail: str | None
    checker: str
    created_at: datetime
    model: str | None
    prompt: str | None
    citations: list[str]
    titles: list[str]


@dataclass(frozen=True, slots=True)
class LatestFailures:
    """The newest of `total` failed checks."""

    rows: tuple[FailureRow, ...]
    total: int


def first_week(today: date, weeks: int) -> date:
    """The Monday on which the last `weeks` weeks begin, the one of `today` included. At most MOST_WEEKS are."""
    monday = today - timedelta(days=today.weekday())
    return monday - timedelta(weeks=min(max(weeks, 1), MOST_WEEKS) - 1)


def count_checked(conn: Connection, since: date) -> list[CheckedCount]:
    """Every citation and claim of the tenant's answers since that Monday (UTC), counted by what became of it."""
    return [_counted(row) for row in conn.execute(_COUNTS.encode(), {"since": since})]


def last_asked(conn: Connection) -> datetime | None:
    """When the tenant's newest answer was asked for; None where there is none."""
    row = conn.execute("select max(created_at) from answers").fetchone()
    return row[0] if row else None


def latest_failures(
    conn: Connection, user_id: UUID, since: date, limit: int, model: str | None = None
) -> LatestFailures:
    """The failed checks of answers since that Monday, newest first, of one model where it is named."""
    values = {"since": since, "user_id": user_id, "limit": min(limit, MOST_FAILURES), "model": model}
    rows = conn.execute(_FAILURES.encode(), values).fetchall()
    return LatestFailures(tuple(FailureRow(*row) for _, *row in rows), rows[0][0] if rows else 0)


def _counted(row: tuple[Any, ...]) -> CheckedCount:
    week, model, prompt, checked, claim_fails, parser_version, render_version, count, removed, *found = row
    outcomes, reasons = found[: len(CheckKind)], found[len(CheckKind) :]
    return CheckedCount(
        week,
        model,
        prompt,
        Checked(checked),
        {
            kind: _WORST_LAST[number]
            for kind, number in zip(CheckKind, outcomes, strict=True)
            if number is not None
        },
        {kind: reason for kind, reason in zip(CheckKind, reasons, strict=True) if reason is not None},
        claim_fails,
        parser_version,
        render_version,
        count,
        removed,
    )


def _each_kind(column: str) -> str:
    return ", ".join(column.format(kind=kind.value) for kind in CheckKind)


_OUTCOMES: Final = _each_kind("max(number) filter (where kind = '{kind}') as {kind}")
_REASONS: Final = _each_kind(
    f"min(reason) filter (where kind = '{{kind}}' and number = {_FAILED}) as {{kind}}_reason"
)
_NAMES: Final = f"{_each_kind('{kind}')}, {_each_kind('{kind}_reason')}"
_COUNTS: Final = f"""
with asked as materialized (
    -- The group of an answer as a number: cheaper to carry along than its names. In the order of their ids, the checks
    -- are sorted an answer at a time.
    select id, date_trunc('week', created_at, 'UTC') as week, model, generation ->> 'prompt' as prompt,
           dense_rank() over (
               order by date_trunc('week', created_at, 'UTC'), model, generation ->> 'prompt'
           ) as asked
    from answers where created_at >= %(since)s::timestamp at time zone 'UTC' order by id
), latest as (
    select distinct on (k.answer_id, k.claim_number, k.citation_id, k.kind, k.checker)
           a.asked, k.answer_id, k.claim_number, k.citation_id, k.kind, k.reason, k.parser_version, k.render_version,
           case k.outcome {_NUMBERS} end as number
    from asked a join checks k on k.answer_id = a.id
    order by k.answer_id, k.claim_number, k.citation_id, k.kind, k.checker, k.id desc
), checked as (
    select min(asked) as asked, answer_id, claim_number, citation_id, {_OUTCOMES}, {_REASONS},
           max(parser_version) as parser_version, max(render_version) as render_version
    from latest group by answer_id, claim_number, citation_id
), told as (
    select *, count(citation_id) over of_claim as citations,
           coalesce(bool_or(greatest(figures, support) = {_FAILED}) over of_claim, false) as claim_fails,
           case when citation_id is null and existence = {_FAILED} then coalesce((
               select greatest(jsonb_array_length(c.removed), 1) from claims c
               where c.answer_id = checked.answer_id and c.number = checked.claim_number
           ), 0) else 0 end as removed
    from checked window of_claim as (partition by answer_id, claim_number)
), counted as (
    select asked, claim_fails, parser_version, render_version, {_NAMES},
           case when citation_id is not null then '{Checked.CITATION}'
                when citations = 0 then '{Checked.CLAIM_WITHOUT_CITATION}'
                else '{Checked.CLAIM}' end as checked,
           count(*) as count, sum(removed)::int as removed
    from told group by asked, checked, claim_fails, parser_version, render_version, {_NAMES}
)
select (week at time zone 'UTC')::date, model, prompt, checked, claim_fails, parser_version, render_version, count,
       removed, {_NAMES}
from counted join (select distinct asked, week, model, prompt from asked) groups using (asked)
order by week, model nulls first, prompt, checked
"""

_IS_MEANT: Final = "k.citation_id is null or c.citation_id = k.citation_id"
_FAILURES: Final = f"""
with failed as (
    select k.*, count(*) over () as total, a.model as written_by, a.generation ->> 'prompt' as prompted_by
    from checks k join answers a on a.id = k.answer_id
    where k.outcome = '{CheckOutcome.FAILED}' and a.created_at >= %(since)s::timestamp at time zone 'UTC'
      and (%(model)s::text is null or a.model = %(model)s) and {IS_NEWEST}
    order by k.created_at desc, k.id desc limit %(limit)s
)
select k.total, k.answer_id, k.claim_number, k.citation_id, k.kind, k.reason,
       case when cited.may_read then k.detail end, k.checker, k.created_at, k.written_by, k.prompted_by,
       cited.citations, case when cited.may_read then cited.titles else '{{}}' end
from failed k cross join lateral (
    select coalesce(array_agg(c.citation_id order by c.ordinal) filter (where {_IS_MEANT}), '{{}}') as citations,
           coalesce(array_agg(distinct e.title) filter (where {_IS_MEANT}), '{{}}') as titles,
           coalesce(bool_and(exists (
               select from versions v join documents d on d.id = v.document_id
               where v.id = c.version_id and {MAY_READ}
           )), true) as may_read
    from citations c join packet_entries e on e.answer_id = c.answer_id and e.handle = c.handle
    where c.answer_id = k.answer_id and c.claim_number = k.claim_number
) cited
order by k.created_at desc, k.id desc
"""
