"""What reviewers' verdicts come to for each claim, in SQL: the same as `evidence.review.reviewed`, for many at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pipeline.evidence.layer import LAYER_OF_CHECK, Layer
from pipeline.evidence.review import IDENTITY_REASONS, ReviewRole, ReviewVerdict


def _newest(column: str, role: ReviewRole) -> str:
    newest_first = f"array_agg(one.{column} order by one.decided_at desc, one.id desc)"
    return f"({newest_first} filter (where one.role = '{role}'))[1]"


def judged(of_claims: str = "true") -> str:
    """SQL: a row for each claim that has a verdict that counts: the final one with its reason and comment, who gave it
    last and when, or, where reviewers differ and nobody decided, none. `of_claims` narrows them, as a condition on
    verdict `j`."""
    return f"""
    select answer_id, claim_number, coalesce(decided, case when verdicts = 1 then newest end) as verdict,
           case when decided is not null then decided_reason when verdicts = 1 then newest_reason end as verdict_reason,
           decided is null and verdicts > 1 as is_disputed,
           case when decided is not null then decided_by when verdicts = 1 then newest_by end as judged_by,
           case when decided is not null then decided_at when verdicts = 1 then newest_at end as judged_at,
           case when decided is not null then decided_comment when verdicts = 1 then newest_comment end as comment
    from (
        select one.answer_id, one.claim_number,
               {_newest("verdict", ReviewRole.ADJUDICATOR)} as decided,
               {_newest("reason", ReviewRole.ADJUDICATOR)} as decided_reason,
               {_newest("reviewer_id", ReviewRole.ADJUDICATOR)} as decided_by,
               {_newest("decided_at", ReviewRole.ADJUDICATOR)} as decided_at,
               {_newest("comment", ReviewRole.ADJUDICATOR)} as decided_comment,
               {_newest("verdict", ReviewRole.REVIEWER)} as newest,
               {_newest("reason", ReviewRole.REVIEWER)} as newest_reason,
               {_newest("reviewer_id", ReviewRole.REVIEWER)} as newest_by,
               {_newest("decided_at", ReviewRole.REVIEWER)} as newest_at,
               {_newest("comment", ReviewRole.REVIEWER)} as newest_comment,
               count(distinct one.verdict) as verdicts
        from (
            select distinct on (j.answer_id, j.claim_number, j.reviewer_id, j.role) j.*
            from verdicts j where j.withdrawn_at is null and {of_claims}
            order by j.answer_id, j.claim_number, j.reviewer_id, j.role, j.decided_at desc, j.id desc
        ) one group by one.answer_id, one.claim_number
    ) found"""


def _listed(values: Iterable[str]) -> str:
    return ", ".join(f"'{value}'" for value in sorted(values))


FAILING_LAYER: Final = f"""case
    when j.verdict = '{ReviewVerdict.NOT_SUPPORTED}' then '{Layer.SUPPORT}'
    when j.verdict = '{ReviewVerdict.WRONG_LOCATION}' then
        case when j.verdict_reason in ({_listed(IDENTITY_REASONS)}) then '{Layer.IDENTITY}' else '{Layer.LOCATION}' end
    end"""
"""SQL: the layer that a final verdict, row `j` of `judged`, says has failed; null where it says of none."""

_KINDS: Final = {
    layer: tuple(kind.value for kind, of in LAYER_OF_CHECK.items() if of is layer) for layer in Layer
}
LAYER_OF_KIND: Final = (
    "case "
    + " ".join(
        f"when k.kind in ({_listed(kinds)}) then '{layer}'" for layer, kinds in _KINDS.items() if kinds
    )
    + " end"
)
"""SQL: the layer of check `k`."""

IS_OVERRULED: Final = f"""coalesce(j.verdict in ('{ReviewVerdict.SUPPORTED}', '{ReviewVerdict.PARTLY}',
    '{ReviewVerdict.NOT_SUPPORTED}') and {FAILING_LAYER} is distinct from {LAYER_OF_KIND}, false)"""
"""SQL: whether reviewers found right what check `k` found wrong: who judges the support has found the place right."""


def is_to_judge(row: str) -> str:
    """SQL: whether user %(user_id)s reviews claims, and has not judged the one of a row: what others said of it is not
    for them to see. It is once its review is complete, unless they were given the claim: nobody is asked any more."""
    return f"""(({_REVIEWS}) and not exists (
    select from verdicts own where own.answer_id = {row}.answer_id and own.claim_number = {row}.claim_number
    and own.reviewer_id = %(user_id)s and own.withdrawn_at is null)
    and ({_given(row, "s.reviewer_id = %(user_id)s")} or not {_is_complete(row)}))"""


def _is_complete(row: str) -> str:
    """SQL: whether the claim of a row was decided by an adjudicator, or judged by everybody who was given it."""
    has_not_judged = f"""not exists (
        select from verdicts theirs where theirs.answer_id = {row}.answer_id
        and theirs.claim_number = {row}.claim_number and theirs.reviewer_id = s.reviewer_id
        and theirs.role = s.role and theirs.withdrawn_at is null)"""
    return f"""(exists (
    select from verdicts d where d.answer_id = {row}.answer_id and d.claim_number = {row}.claim_number
    and d.role = '{ReviewRole.ADJUDICATOR}' and d.withdrawn_at is null)
    or ({_given(row, "true")} and not {_given(row, has_not_judged)}))"""


def _given(row: str, to: str) -> str:
    """SQL: whether the claim of a row was given to a reviewer of whom `to`, a condition on assignment `s`, holds."""
    return f"""exists (
    select from assignments s where s.answer_id = {row}.answer_id and s.claim_number = {row}.claim_number
    and s.role = '{ReviewRole.REVIEWER}' and {to})"""


_REVIEWS: Final = f"""exists (
    select from assignments s where s.reviewer_id = %(user_id)s and s.role = '{ReviewRole.REVIEWER}'
) or exists (
    select from verdicts own where own.reviewer_id = %(user_id)s and own.withdrawn_at is null)"""
"""SQL: whether the user has judged a claim, or is to judge some."""
