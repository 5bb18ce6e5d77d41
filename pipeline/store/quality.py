"""Numbers over time: what became of every citation and claim, by week, model, prompt and version.

Of the checks of one kind by one checker the newest counts. Where several checkers looked at one thing, the worst result
is the thing's: a failure is never outvoted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.review import ReviewReason, ReviewVerdict
from pipeline.store.connect import Connection
from pipeline.store.judged import judged

MOST_WEEKS: Final = 104
"""Two years: no count looks back further."""

SEVERAL: Final = "several"
"""In the place of a form or a media type: the filings that a claim cites do not have one in common."""

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
    versions are those that the cited filings were read and drawn by, None where nothing is cited. `form` and
    `media_type` are the cited filings', None where nothing is cited, they were removed, or no form is known; SEVERAL
    where a claim cites filings of more than one. `verdict` is what reviewers' verdicts on the claim come to, with its
    reason; None where there is none, or they differ (`is_disputed`).
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
    form: str | None = None
    media_type: str | None = None
    verdict: ReviewVerdict | None = None
    verdict_reason: ReviewReason | None = None
    is_disputed: bool = False


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


def _counted(row: tuple[Any, ...]) -> CheckedCount:
    week, model, prompt, checked, claim_fails, parser_version, render_version, count, removed, *rest = row
    form, media_type, verdict, verdict_reason, is_disputed, *found = rest
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
        form,
        media_type,
        ReviewVerdict(verdict) if verdict else None,
        ReviewReason(verdict_reason) if verdict_reason else None,
        is_disputed,
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
), edited as materialized (
    select distinct on (version_id) version_id, value #>> '{{}}' as form from cover_edits where field = 'form'
    order by version_id, id desc
), known as (
    -- Laid together and grouped, not joined: without statistics a join of these looks through all of one for each of
    -- the other. What belongs to answers of another time has no check here, and falls out below.
    select asked, answer_id, claim_number, citation_id, kind, number, reason, parser_version, render_version,
           null as form, null as media_type, null as verdict, null as verdict_reason, false as is_disputed
    from latest
    union all
    select null, x.answer_id, x.claim_number, x.citation_id, null, null, null, null, null,
           coalesce(e.form, r.as_read ->> 'form'), v.media_type, null, null, false
    from citations x join versions v on v.id = x.version_id
    left join covers r on r.version_id = v.id left join edited e on e.version_id = v.id
    union all
    select null, answer_id, claim_number, null, null, null, null, null, null, null, null, verdict, verdict_reason,
           is_disputed
    from ({judged()}) j
), checked as (
    select min(asked) as asked, answer_id, claim_number, citation_id, {_OUTCOMES}, {_REASONS},
           max(parser_version) as parser_version, max(render_version) as render_version, max(form) as form,
           max(media_type) as media_type, max(verdict) as verdict, max(verdict_reason) as verdict_reason,
           bool_or(is_disputed) as is_disputed, count(kind) > 0 as is_checked
    from known group by answer_id, claim_number, citation_id
), told as (
    select min(asked) over of_claim as asked, answer_id, claim_number, citation_id, {_NAMES}, parser_version,
           render_version, is_checked,
           count(citation_id) filter (where is_checked) over of_claim as citations,
           coalesce(bool_or(greatest(figures, support) = {_FAILED}) over of_claim, false) as claim_fails,
           max(verdict) over of_claim as verdict, max(verdict_reason) over of_claim as verdict_reason,
           bool_or(is_disputed) over of_claim as is_disputed,
           case when citation_id is not null then form when min(form) over of_claim = max(form) over of_claim
                then max(form) over of_claim when max(form) over of_claim is not null then '{SEVERAL}' end as form,
           case when citation_id is not null then media_type
                when min(media_type) over of_claim = max(media_type) over of_claim then max(media_type) over of_claim
                when max(media_type) over of_claim is not null then '{SEVERAL}' end as media_type,
           case when citation_id is null and existence = {_FAILED} then coalesce((
               select greatest(jsonb_array_length(c.removed), 1) from claims c
               where c.answer_id = checked.answer_id and c.number = checked.claim_number
           ), 0) else 0 end as removed
    from checked window of_claim as (partition by answer_id, claim_number)
), counted as (
    select asked, claim_fails, parser_version, render_version, form, media_type, verdict, verdict_reason, is_disputed,
           {_NAMES},
           case when citation_id is not null then '{Checked.CITATION}'
                when citations = 0 then '{Checked.CLAIM_WITHOUT_CITATION}'
                else '{Checked.CLAIM}' end as checked,
           count(*) as count, sum(removed)::int as removed
    from told
    where asked is not null and (is_checked or (citation_id is null and (verdict is not null or is_disputed)))
    group by asked, checked, claim_fails, parser_version, render_version, form, media_type, verdict, verdict_reason,
             is_disputed, {_NAMES}
)
select (week at time zone 'UTC')::date, model, prompt, checked, claim_fails, parser_version, render_version, count,
       removed, form, media_type, verdict, verdict_reason, is_disputed, {_NAMES}
from counted join (select distinct asked, week, model, prompt from asked) groups using (asked)
order by week, model nulls first, prompt, checked
"""
