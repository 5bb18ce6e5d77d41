"""What a reviewer is to judge next: their assigned claims, or every claim whose evidence they may read.

For a reviewer nothing of what others said of a claim goes into the order, the counts or the rows: they judge blind. An
adjudicator's claims are the ones on which reviewers differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.layer import LAYER_OF_CHECK, Layer
from pipeline.evidence.review import InvalidReview, ReviewRole, ReviewVerdict
from pipeline.permissions import Permission
from pipeline.store import access
from pipeline.store.answer_rights import QUESTION_WITHHELD, resting
from pipeline.store.connect import Connection
from pipeline.store.covers import EDITED
from pipeline.store.documents import KNOWS_COLLECTION, MAY_READ
from pipeline.store.quality import IS_NEWEST
from pipeline.store.reviews import COUNTS

LONGEST_SEED: Final = 64


class QueueOrder(StrEnum):
    FIRST = "first"  # not judged yet: first what failed its checks, then the newest answers
    RANDOM = "random"  # not judged yet: a sample that the seed fixes


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """Which claims. `layer`: with a check of that layer that did not hold; `model` and `prompt` wrote them ("" for
    none); `form`: citing a filing of that form; `collection`: citing one of its filings; `is_mine`: judged already."""

    layer: Layer | None = None
    model: str | None = None
    prompt: str | None = None
    form: str | None = None
    collection: UUID | None = None
    is_mine: bool = False


EVERY_CLAIM: Final = QueueFilter()


@dataclass(frozen=True, slots=True)
class WorstCheck:
    """The kind of check of a claim that did not hold, and harms most."""

    kind: CheckKind
    outcome: CheckOutcome


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A claim to judge. `verdict` is the reviewer's own that counts in that role."""

    answer_id: UUID
    claim: int
    text: str
    question: str
    worst: WorstCheck | None
    verdict: ReviewVerdict | None
    decided_at: datetime | None

    @property
    def is_done(self) -> bool:
        return self.verdict is not None


@dataclass(frozen=True, slots=True)
class Queue:
    """The first rows of `total` claims, of which `done` are judged. `is_assigned` where they are the ones that the
    reviewer was given, and not all."""

    rows: tuple[QueueRow, ...]
    total: int
    done: int
    is_assigned: bool

    @property
    def waiting(self) -> int:
        return self.total - self.done


@dataclass(frozen=True, slots=True)
class Choices:
    """By what a reviewer's queue can be narrowed: models and prompts ("" for none) and forms, each with its number of
    claims. `has_claims`: whether there is any claim, also one that they may not read."""

    models: Mapping[str, int] = field(default_factory=dict)
    prompts: Mapping[str, int] = field(default_factory=dict)
    forms: Mapping[str, int] = field(default_factory=dict)
    has_claims: bool = False


def queue(
    conn: Connection,
    reviewer_id: UUID,
    role: ReviewRole = ReviewRole.REVIEWER,
    order: QueueOrder = QueueOrder.FIRST,
    only: QueueFilter = EVERY_CLAIM,
    *,
    seed: str = "",
    limit: int | None = 200,
    everything: bool = False,
) -> Queue:
    """The reviewer's claims in that order, those that they judged last behind the others, the newest judged first.

    Their assigned claims, or, where they were given none or `everything` is asked for, all of the tenant's; none that
    cites what they may not read. Raises InvalidReview for an overlong seed. Needs Permission.REVIEW.
    """
    access.require(conn, Permission.REVIEW)
    if len(seed) > LONGEST_SEED:
        raise InvalidReview(f"The seed of a sample has at most {LONGEST_SEED} characters.")
    values = {
        **_values(only),
        "user_id": reviewer_id,
        "role": role.value,
        "seed": seed,
        "limit": limit,
        "everything": everything,
    }
    found = conn.execute(_statement(role, order), values).fetchall()
    total, done, is_assigned, *_ = found[0]
    return Queue(
        tuple(_row(row) for _, _, _, place, *row in found if place is not None), total, done, is_assigned
    )


def choices(conn: Connection, reviewer_id: UUID) -> Choices:
    """By what the claims whose evidence the reviewer may read can be narrowed, the most used first. Needs
    Permission.REVIEW."""
    access.require(conn, Permission.REVIEW)
    values = {"user_id": reviewer_id}
    models, prompts, forms = (dict(conn.execute(one.encode(), values).fetchall()) for one in _CHOICES)
    return Choices(models, prompts, forms, conn.execute("select from claims limit 1").rowcount > 0)


def _values(only: QueueFilter) -> dict[str, Any]:
    kinds = [kind.value for kind, layer in LAYER_OF_CHECK.items() if layer is only.layer]
    return {
        "kinds": kinds if only.layer else None,
        "model": only.model,
        "prompt": only.prompt,
        "form": only.form,
        "collection": only.collection,
        "is_mine": only.is_mine,
    }


def _row(row: Sequence[Any]) -> QueueRow:
    answer_id, claim, text, question, severity, verdict, decided_at = row
    worst = None if severity is None else _WORST_FIRST[severity]
    return QueueRow(
        answer_id, claim, text, question, worst, ReviewVerdict(verdict) if verdict else None, decided_at
    )


_WORST_FIRST: Final = (
    WorstCheck(CheckKind.FIGURES, CheckOutcome.FAILED),  # a wrong number looks right until it is compared
    WorstCheck(CheckKind.SUPPORT, CheckOutcome.FAILED),
    WorstCheck(CheckKind.VERBATIM, CheckOutcome.FAILED),
    WorstCheck(CheckKind.EXISTENCE, CheckOutcome.FAILED),
    WorstCheck(CheckKind.LOCATION, CheckOutcome.FAILED),
    WorstCheck(CheckKind.FIGURES, CheckOutcome.AMBIGUOUS),
    WorstCheck(CheckKind.SUPPORT, CheckOutcome.AMBIGUOUS),
    WorstCheck(CheckKind.VERBATIM, CheckOutcome.AMBIGUOUS),
    WorstCheck(CheckKind.EXISTENCE, CheckOutcome.AMBIGUOUS),
    WorstCheck(CheckKind.LOCATION, CheckOutcome.AMBIGUOUS),
)
"""What did not hold, from what harms an analyst most to what they see for themselves."""

_SEVERITY: Final = " ".join(
    f"when k.outcome = '{one.outcome}' and k.kind = '{one.kind}' then {place}"
    for place, one in enumerate(_WORST_FIRST)
)
_FORM: Final = (
    f"select v.version_id, coalesce({EDITED.format(version='v.version_id')} ->> 'form', v.as_read ->> 'form') as form "
    "from covers v"
)
_HIDDEN: Final = f"""
with readable as materialized (
    select v.id from versions v join documents d on d.id = v.document_id where {MAY_READ}
), {resting("select v.id from versions v where v.id not in (select id from readable)")}, hidden as materialized (
    select x.answer_id, x.claim_number from citations x where x.version_id not in (select id from readable)
    union all select c.answer_id, c.number from claims c
    where c.answer_id in (select answer_id from resting) and not exists (
        select from citations x where x.answer_id = c.answer_id and x.claim_number = c.number)
)"""
"""The claims that cite what the reviewer may not read or was removed, or nothing, in an answer that rests on it."""
_PARTS: Final = f"""{_HIDDEN}, failing as materialized (
    select k.answer_id, k.claim_number, case {_SEVERITY} end as severity
    from checks k
    where k.outcome in ('{CheckOutcome.FAILED}', '{CheckOutcome.AMBIGUOUS}') and {IS_NEWEST}
      and (%(kinds)s::text[] is null or k.kind = any(%(kinds)s))
), mine as materialized (
    select distinct on (j.answer_id, j.claim_number) j.answer_id, j.claim_number, j.verdict, j.decided_at
    from verdicts j where j.reviewer_id = %(user_id)s and j.role = %(role)s and j.withdrawn_at is null
    order by j.answer_id, j.claim_number, j.decided_at desc, j.id desc
), given as materialized (
    select s.answer_id, s.claim_number from assignments s
    where s.reviewer_id = %(user_id)s and s.role = %(role)s and not %(everything)s
)"""

_TO_JUDGE: Final = "not exists (select from given) or (c.answer_id, c.number) in (select * from given)"
"""What a reviewer judges: what they were given, or everything."""

# Whoever judged a claim, or is to judge it blind, does not decide it. One that somebody else decided is no work left.
_DISPUTED: Final = f"""(c.answer_id, c.number) in (
    select j.answer_id, j.claim_number from verdicts j
    where {COUNTS} and j.role = '{ReviewRole.REVIEWER}'
      and (not exists (select from given) or (j.answer_id, j.claim_number) in (select * from given))
      and not exists (
          select from assignments s where s.answer_id = j.answer_id and s.claim_number = j.claim_number
          and s.reviewer_id = %(user_id)s and s.role = '{ReviewRole.REVIEWER}')
      and not exists (
          select from verdicts v where v.answer_id = j.answer_id and v.claim_number = j.claim_number
          and v.role = '{ReviewRole.ADJUDICATOR}' and v.withdrawn_at is null and v.reviewer_id <> %(user_id)s)
    group by j.answer_id, j.claim_number
    having count(distinct j.verdict) > 1 and bool_and(j.reviewer_id <> %(user_id)s)
)"""

_IS_MEANT: Final = f"""(a.finished_at is not null or is_interrupted(a))
      and (%(model)s::text is null or coalesce(a.model, '') = %(model)s)
      and (%(prompt)s::text is null or coalesce(a.generation ->> 'prompt', '') = %(prompt)s)
      and (%(form)s::text is null or (c.answer_id, c.number) in (
          select x.answer_id, x.claim_number from citations x join ({_FORM}) v on v.version_id = x.version_id
          where v.form = %(form)s))
      and (%(collection)s::uuid is null or (c.answer_id, c.number) in (
          select x.answer_id, x.claim_number from citations x join versions v on v.id = x.version_id
          join collection_documents l on l.document_id = v.document_id join collections c on c.id = l.collection_id
          where c.id = %(collection)s and {KNOWS_COLLECTION}))"""

_RANKS: Final = {
    QueueOrder.FIRST: "severity nulls last, created_at desc, answer_id, number",
    QueueOrder.RANDOM: "md5(%(seed)s || answer_id || '/' || number), answer_id, number",
}


def _statement(role: ReviewRole, order: QueueOrder) -> bytes:
    """What is known of each claim is laid together and grouped, not joined: without statistics, as on the first day of
    a library, joins of these took 5 s for ten thousand claims."""
    chosen = _DISPUTED if role is ReviewRole.ADJUDICATOR else _TO_JUDGE
    rank = f"(verdict is not null), decided_at desc nulls first, {_RANKS[order]}"
    return f"""
{_PARTS}, known as (
    select c.answer_id, c.number, a.created_at, null::int as severity, null as verdict,
           null::timestamptz as decided_at, false as is_hidden
    from answers a join claims c on c.answer_id = a.id where {_IS_MEANT} and ({chosen})
    union all select answer_id, claim_number, null, severity, null, null, false from failing
    union all select answer_id, claim_number, null, null, verdict, decided_at, false from mine
    union all select answer_id, claim_number, null, null, null, null, true from hidden
), picked as materialized (
    select answer_id, number, max(created_at) as created_at, min(severity) as severity, max(verdict) as verdict,
           max(decided_at) as decided_at
    from known group by answer_id, number
    having count(created_at) > 0 and not bool_or(is_hidden)
       and (%(kinds)s::text[] is null or count(severity) > 0) and (not %(is_mine)s or count(verdict) > 0)
), shown as materialized (
    select *, row_number() over (order by {rank}) as place from picked order by place limit %(limit)s
)
select counted.*, row.* from (
    select count(*), count(verdict), exists (select from given) from picked
) counted left join (
    select s.place, s.answer_id, s.number,
           (select c.text from claims c where c.answer_id = s.answer_id and c.number = s.number),
           (select case when a.user_id <> %(user_id)s and a.id in (select answer_id from resting)
                        then '{QUESTION_WITHHELD}' else a.question end
            from answers a where a.id = s.answer_id), s.severity, s.verdict, s.decided_at
    from shown s
) row on true order by row.place
""".encode()


def _choice(of: str, tables: str) -> str:
    """Each value of `of` with its number of claims `c` that the reviewer may read."""
    return f"""
    {_HIDDEN}
    select {of}, count(distinct (c.answer_id, c.number)) from {tables}
    where {of} is not null and (c.answer_id, c.number) not in (select answer_id, claim_number from hidden)
    group by 1 order by 2 desc, 1"""


_ANSWERS: Final = "answers a join claims c on c.answer_id = a.id"
_CITED: Final = (
    "claims c join citations x on x.answer_id = c.answer_id and x.claim_number = c.number "
    f"join ({_FORM}) v on v.version_id = x.version_id"
)
_CHOICES: Final = (
    _choice("coalesce(a.model, '')", _ANSWERS),
    _choice("coalesce(a.generation ->> 'prompt', '')", _ANSWERS),
    _choice("v.form", _CITED),
)
