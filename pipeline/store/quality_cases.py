"""The cases behind the numbers over time: what failed, by a check or a reviewer, and what reviewers judged otherwise.

Their words are withheld (`detail` is None, no title) from a user who may not read, or no longer can, everything that
the claim cites, or, where it cites nothing, everything that was read for its answer. What reviewers said of a claim is
not told to one who is to judge it blind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.layer import Layer
from pipeline.evidence.review import ReviewVerdict
from pipeline.store.answer_rights import RESTING
from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ
from pipeline.store.judged import FAILING_LAYER, IS_OVERRULED, LAYER_OF_KIND, is_to_judge
from pipeline.store.judged import judged as judged_claims
from pipeline.store.quality import IS_NEWEST
from pipeline.store.reviewers import NAME_TOLD

MOST_CASES: Final = 200


@dataclass(frozen=True, slots=True)
class CaseFilter:
    """Cases of answers asked for since the Monday `since` (UTC), or in the week of `week` only.

    `layer`, `kind` of check and `reason` ("" for none named) say what failed; `model` and `prompt` wrote it ("" for
    none); a filing that the case is about was read by `parser_version`, has the form `form` ("" for none known) or the
    `media_type`. `even_overruled`: failed checks that reviewers found wrong as well.
    """

    since: date
    week: date | None = None
    layer: Layer | None = None
    kind: CheckKind | None = None
    reason: str | None = None
    model: str | None = None
    prompt: str | None = None
    parser_version: str | None = None
    form: str | None = None
    media_type: str | None = None
    even_overruled: bool = False


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A failed check, or a verdict of reviewers where no check of its layer failed; `kind` is None for a verdict.

    `by` is the checker, or who judged. `citations` and `titles` are what it is about: one citation, or all of a
    claim. `verdict` is what reviewers' verdicts on the claim come to; `is_blind` where the user is to judge the claim
    first, and is told nothing of them.
    """

    answer_id: UUID
    claim_number: int
    citation_id: str | None
    layer: Layer
    kind: CheckKind | None
    outcome: CheckOutcome | None
    reason: str | None
    detail: str | None
    by: str
    created_at: datetime
    model: str | None
    prompt: str | None
    verdict: ReviewVerdict | None
    is_disputed: bool
    is_blind: bool
    citations: Sequence[str]
    titles: Sequence[str]


@dataclass(frozen=True, slots=True)
class Cases:
    """The newest of `total` cases."""

    rows: tuple[CaseRow, ...]
    total: int


def failures(conn: Connection, user_id: UUID, only: CaseFilter, limit: int, offset: int = 0) -> Cases:
    """What failed, the newest first. A check that reviewers found wrong is no failure."""
    return _cases(conn, _FAILED, user_id, only, limit, offset, {})


def judged(
    conn: Connection,
    user_id: UUID,
    verdict: ReviewVerdict,
    outcome: CheckOutcome | None,
    only: CaseFilter,
    limit: int,
    offset: int = 0,
) -> Cases:
    """The claims on which reviewers came to a verdict and the checks of their support to an outcome, the newest first;
    with None, whatever the checks came to."""
    values = {"verdict": verdict.value, "outcome": outcome.value if outcome else None}
    return _cases(conn, _JUDGED, user_id, only, limit, offset, values)


def _cases(
    conn: Connection,
    found: str,
    user_id: UUID,
    only: CaseFilter,
    limit: int,
    offset: int,
    values: Mapping[str, object],
) -> Cases:
    rows = conn.execute(
        _STATEMENT.format(found=found).encode(), {**values, **_values(only, user_id, limit, offset)}
    ).fetchall()
    return Cases(tuple(_row(row) for row in rows), rows[0][0] if rows else 0)


def _values(only: CaseFilter, user_id: UUID, limit: int, offset: int) -> dict[str, object]:
    begins = only.week or only.since
    return {
        "user_id": user_id,
        "since": begins,
        "until": begins + timedelta(weeks=1) if only.week else None,
        "layer": only.layer,
        "kind": only.kind,
        "reason": only.reason,
        "model": only.model,
        "prompt": only.prompt,
        "parser": only.parser_version,
        "form": only.form,
        "media": only.media_type,
        "even_overruled": only.even_overruled,
        "limit": min(max(limit, 1), MOST_CASES),
        "offset": max(offset, 0),
    }


def _row(row: tuple[Any, ...]) -> CaseRow:
    _, answer_id, claim, citation_id, layer, kind, outcome, *rest = row
    reason, detail, by, created_at, model, prompt, verdict, is_disputed, is_blind, citations, titles = rest
    return CaseRow(
        answer_id,
        claim,
        citation_id,
        Layer(layer),
        CheckKind(kind) if kind else None,
        CheckOutcome(outcome) if outcome else None,
        reason,
        detail,
        by,
        created_at,
        model,
        prompt,
        ReviewVerdict(verdict) if verdict else None,
        bool(is_disputed),
        is_blind,
        citations,
        titles,
    )


_IS_ASKED: Final = """a.created_at >= %(since)s::timestamp at time zone 'UTC'
      and (%(until)s::timestamp is null or a.created_at < %(until)s::timestamp at time zone 'UTC')
      and (%(model)s::text is null or coalesce(a.model, '') = %(model)s)
      and (%(prompt)s::text is null or coalesce(a.generation ->> 'prompt', '') = %(prompt)s)"""


def _judged_of(row: str) -> str:
    """The verdict on a row's claim, looked up by it: joined as a whole, all are looked through for each row."""
    of_claim = f"j.answer_id = {row}.answer_id and j.claim_number = {row}.claim_number"
    return judged_claims(f"{of_claim} and not {is_to_judge('j')}")


_ALL_JUDGED: Final = judged_claims(f"not {is_to_judge('j')}")

# Of the filings that a case is about: those of its citation, or of all of its claim.
_IS_ABOUT: Final = """(%(form)s::text is null and %(media)s::text is null and %(parser)s::text is null or exists (
    select from citations x join versions v on v.id = x.version_id left join covers r on r.version_id = v.id
    left join edited e on e.version_id = v.id
    where x.answer_id = {row}.answer_id and x.claim_number = {row}.claim_number
      and ({citation} is null or x.citation_id = {citation})
      and (%(form)s::text is null or coalesce(e.form, r.as_read ->> 'form', '') = %(form)s)
      and (%(media)s::text is null or v.media_type = %(media)s)
      and (%(parser)s::text is null or v.parser_version = %(parser)s)))"""

_FAILED: Final = f"""
    select k.answer_id, k.claim_number, k.citation_id, {LAYER_OF_KIND} as layer, k.kind, k.outcome, k.reason, k.detail,
           k.checker as by, k.created_at, lpad(k.id::text, 20, '0') as tie
    from checks k join answers a on a.id = k.answer_id left join lateral ({_judged_of("k")}) j on true
    where {_IS_ASKED} and k.outcome = '{CheckOutcome.FAILED}' and {IS_NEWEST}
      and (%(even_overruled)s or not {IS_OVERRULED})
      and (%(layer)s::text is null or {LAYER_OF_KIND} = %(layer)s) and (%(kind)s::text is null or k.kind = %(kind)s)
      and (%(reason)s::text is null or coalesce(k.reason, '') = %(reason)s)
      and {_IS_ABOUT.format(row="k", citation="k.citation_id")}
    union all
    select j.answer_id, j.claim_number, null, {FAILING_LAYER}, null, null, j.verdict_reason, j.comment, {NAME_TOLD},
           j.judged_at, j.answer_id || '/' || j.claim_number
    from ({_ALL_JUDGED}) j join answers a on a.id = j.answer_id join users u on u.id = j.judged_by
    where {_IS_ASKED} and {FAILING_LAYER} is not null and (%(layer)s::text is null or {FAILING_LAYER} = %(layer)s)
      and %(kind)s::text is null and (%(reason)s::text is null or coalesce(j.verdict_reason, '') = %(reason)s)
      -- Counted, not "not exists": that would be planned as a join with all failed checks.
      and 0 = (
          select count(*) from checks k where k.answer_id = j.answer_id and k.claim_number = j.claim_number
          and k.outcome = '{CheckOutcome.FAILED}' and {LAYER_OF_KIND} = {FAILING_LAYER} and {IS_NEWEST})
      and {_IS_ABOUT.format(row="j", citation="null")}"""

_JUDGED: Final = f"""
    select j.answer_id, j.claim_number, null as citation_id, '{Layer.SUPPORT}' as layer, s.kind, s.outcome,
           j.verdict_reason as reason, s.detail, coalesce(s.checker, {NAME_TOLD}) as by, j.judged_at as created_at,
           j.answer_id || '/' || j.claim_number as tie
    from ({_ALL_JUDGED}) j join answers a on a.id = j.answer_id join users u on u.id = j.judged_by
    left join lateral (
        select k.kind, k.outcome, k.detail, k.checker from checks k
        where k.answer_id = j.answer_id and k.claim_number = j.claim_number and k.citation_id is null
          and k.kind = '{CheckKind.SUPPORT}' and {IS_NEWEST}
        order by array_position(array['failed', 'ambiguous', 'passed', 'not_run'], k.outcome), k.id limit 1
    ) s on true
    where {_IS_ASKED} and j.verdict = %(verdict)s
      and (%(outcome)s::text is null or coalesce(s.outcome, 'not_run') = %(outcome)s)
      and (%(layer)s::text is null or true) and (%(kind)s::text is null or true)
      and (%(reason)s::text is null or coalesce(j.verdict_reason, '') = %(reason)s)
      and {_IS_ABOUT.format(row="j", citation="null")}"""

_IS_MEANT: Final = "f.citation_id is null or c.citation_id = f.citation_id"
_STATEMENT: Final = f"""
with {RESTING}, edited as materialized (
    select distinct on (version_id) version_id, value #>> '{{{{}}}}' as form from cover_edits where field = 'form'
    order by version_id, id desc
), found as ({{found}}), shown as (
    select *, count(*) over () as total from found order by created_at desc, tie desc limit %(limit)s offset %(offset)s
)
select f.total, f.answer_id, f.claim_number, f.citation_id, f.layer, f.kind, f.outcome, f.reason,
       case when cited.may_read then f.detail end, f.by, f.created_at, a.model, a.generation ->> 'prompt', j.verdict,
       j.is_disputed, {is_to_judge("f")}, cited.citations,
       case when cited.may_read then cited.titles else '{{{{}}}}' end
from shown f join answers a on a.id = f.answer_id left join lateral ({_judged_of("f")}) j on true
cross join lateral (
    select coalesce(array_agg(c.citation_id order by c.ordinal) filter (where {_IS_MEANT}), '{{{{}}}}') as citations,
           coalesce(array_agg(distinct e.title) filter (where {_IS_MEANT}), '{{{{}}}}') as titles,
           coalesce(bool_and(exists (
               select from versions v join documents d on d.id = v.document_id
               where v.id = c.version_id and {MAY_READ}
           )), f.answer_id not in (select answer_id from resting)) as may_read
    from citations c join packet_entries e on e.answer_id = c.answer_id and e.handle = c.handle
    where c.answer_id = f.answer_id and c.claim_number = f.claim_number
) cited
order by f.created_at desc, f.tie desc
"""
