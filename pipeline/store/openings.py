"""The record of who was sent which evidence, or was refused it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from psycopg.rows import class_row

from pipeline.permissions import Permission
from pipeline.store import access
from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ

SPAN: Final = "10 minutes"
"""Whoever is sent the same thing again within this time is noted once: a page is asked for at each change of its size,
an answer once a second while it is written."""

MOST_OPENINGS: Final = 50_000
"""Openings that one call gives: a file of them."""


class OpeningKind(StrEnum):
    """What was sent."""

    ANSWER = "answer"
    PAGE = "page"
    WORDS = "words"
    FRAME = "frame"
    FILE = "file"
    EXPORT = "export"
    PACK = "pack"
    REVIEW = "review"


class Outcome(StrEnum):
    """Whether it was sent because somebody looked, fetched ahead of that, or refused."""

    OPENED = "opened"
    AHEAD = "ahead"
    DENIED = "denied"


def note(
    conn: Connection,
    kind: OpeningKind,
    outcome: Outcome = Outcome.OPENED,
    *,
    answer_id: UUID | None = None,
    version_id: UUID | None = None,
    document_id: UUID | None = None,
    page_index: int | None = None,
) -> None:
    """Keep that the transaction's user was sent a thing: once for each span of ten minutes. The document is looked up
    by its version where it is not given."""
    _note(conn, kind, outcome, [(answer_id, version_id)], document_id, page_index)


def note_all(
    conn: Connection,
    kind: OpeningKind,
    sent: Iterable[tuple[UUID | None, UUID | None]],
    outcome: Outcome = Outcome.OPENED,
) -> None:
    """Keep the same of several things at once, each an answer and a version that it gave words of, either of which may
    be None."""
    # In one order, so that two who note the same things wait for each other one by one, and never both.
    things = sorted(set(sent), key=str)
    if things:
        _note(conn, kind, outcome, things, None, None)


def _note(
    conn: Connection,
    kind: OpeningKind,
    outcome: Outcome,
    things: Sequence[tuple[UUID | None, UUID | None]],
    document_id: UUID | None,
    page_index: int | None,
) -> None:
    conn.execute(
        _NOTED,
        {
            "kind": kind.value,
            "outcome": outcome.value,
            "answers": [answer_id for answer_id, _ in things],
            "versions": [version_id for _, version_id in things],
            "document": document_id,
            "page": page_index,
        },
    )


_NOTED: Final = f"""
    insert into openings (user_id, kind, outcome, answer_id, version_id, document_id, page_index, span)
    select nullif(current_setting('pincite.user_id', true), '')::uuid, %(kind)s, %(outcome)s, one.answer, one.version,
           coalesce(%(document)s::uuid, (select v.document_id from versions v where v.id = one.version)), %(page)s::int,
           date_bin('{SPAN}', now(), 'epoch')
    from unnest(%(answers)s::uuid[], %(versions)s::uuid[]) with ordinality one (answer, version, place)
    order by one.place
    on conflict do nothing
""".encode()


@dataclass(frozen=True, slots=True)
class OpeningFilter:
    """Which openings: of a user, of a filing, of an answer, of one outcome (of all but those fetched ahead, where none
    is named), from `since` (included) until `until` (not included)."""

    user_id: UUID | None = None
    document_id: UUID | None = None
    answer_id: UUID | None = None
    outcome: Outcome | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """Somebody who was sent something, first in its span of ten minutes. `title` is None where the reader of the record
    may not read the filing; `is_gone` where it was removed since. `person` is None for a user who is no more."""

    user_id: UUID
    person: str | None
    kind: OpeningKind
    outcome: Outcome
    answer_id: UUID | None
    document_id: UUID | None
    version_id: UUID | None
    page_index: int | None
    title: str | None
    is_gone: bool
    opened_at: datetime

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", OpeningKind(self.kind))
        object.__setattr__(self, "outcome", Outcome(self.outcome))


@dataclass(frozen=True, slots=True)
class Openings:
    """The newest of `total` openings."""

    rows: Sequence[Opening]
    total: int


def find(conn: Connection, user_id: UUID, only: OpeningFilter, limit: int, offset: int = 0) -> Openings:
    """The record as user `user_id` may see it, the newest first. Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    values = _values(only) | {
        "user_id": user_id,
        "limit": min(max(limit, 0), MOST_OPENINGS),
        "offset": max(offset, 0),
    }
    conditions = " and ".join(["true", *(words for name, words in _CONDITIONS.items() if values[name])])
    counted = conn.execute(f"select count(*) from openings o where {conditions}".encode(), values).fetchone()
    with conn.cursor(row_factory=class_row(Opening)) as cursor:
        rows = cursor.execute(_FOUND.format(conditions=conditions).encode(), values).fetchall()
    return Openings(rows, counted[0] if counted else 0)


def forget(conn: Connection, days: int) -> int:
    """Delete what is older than so many days; how much. Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    older = "delete from openings where opened_at < now() - make_interval(days => %s)"
    return conn.execute(older, (days,)).rowcount


def _values(only: OpeningFilter) -> dict[str, Any]:
    outcomes = [only.outcome] if only.outcome else [Outcome.OPENED, Outcome.DENIED]
    return {
        "person": only.user_id,
        "document": only.document_id,
        "answer": only.answer_id,
        "outcomes": [one.value for one in outcomes],
        "since": only.since,
        "until": only.until,
    }


_CONDITIONS: Final = {
    "person": "o.user_id = %(person)s",
    "document": "o.document_id = %(document)s",
    "answer": "o.answer_id = %(answer)s",
    "outcomes": "o.outcome = any(%(outcomes)s)",
    "since": "o.opened_at >= %(since)s",
    "until": "o.opened_at < %(until)s",
}
_FOUND: Final = f"""
    with shown as (
        select o.*, row_number() over () as place from (
            select * from openings o where {{conditions}}
            order by opened_at desc, kind, document_id, page_index limit %(limit)s offset %(offset)s
        ) o
    )
    select o.user_id, u.name as person, o.kind, o.outcome, o.answer_id, o.document_id, o.version_id, o.page_index,
           case when d.may_read then coalesce(v.title, d.title) end as title,
           o.document_id is not null and d.id is null as is_gone, o.opened_at
    from shown o left join users u on u.id = o.user_id
    left join lateral (
        select d.id, d.title, {MAY_READ} as may_read from documents d where d.id = o.document_id
    ) d on true
    left join versions v on v.id = o.version_id
    order by o.place
"""
