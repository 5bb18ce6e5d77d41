"""The record: who opened which evidence, or was refused it, and who changed whose access."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from uuid import UUID

import streamlit as st

from pages import library_filters, session
from pages.markup import address, cell, head, link, status, table, titled
from pages.paging import PAGE, page_number, turn
from pipeline.store import access_changes, collection_members, documents, openings
from pipeline.store.access_changes import MOST_CHANGES, AccessChange
from pipeline.store.connect import Connection
from pipeline.store.openings import MOST_OPENINGS, Opening, OpeningFilter, Outcome
from pipeline.store.scope import Scope
from viewer import services
from viewer.record_csv import changes_csv, openings_csv
from viewer.record_words import (
    action_words,
    filing_words,
    outcome_words,
    person_words,
    subject_words,
    thing_words,
)
from viewer.scope_views import filing_titles
from viewer.taking import CSV, Taken, export_address

PAGE_SIZE: Final = 100
PERSON: Final = "person"
FILING: Final = "filing"
OUTCOME: Final = "outcome"
SINCE: Final = "since"
UNTIL: Final = "until"
ALL: Final = "All"
_ASKED: Final = (PERSON, FILING, OUTCOME, SINCE, UNTIL)
_OUTCOMES: Final = {ALL: None, "Denied": Outcome.DENIED, "Fetched ahead": Outcome.AHEAD}
_NOTE: Final = (
    "One line for whatever a person is sent again within ten minutes. Pages that were fetched before anybody looked at "
    "them are left out of “All”. Times of day begin and end in UTC."
)


def draw_openings() -> None:
    scope = session.scope()
    with services.current().database.scoped(scope) as conn:
        people = collection_members.candidates(conn)
        library = documents.list_all(conn, scope.user_id)
    titles = filing_titles({row.document_id: row for row in library})
    only = _filters(people, titles)
    number = page_number()
    with services.current().database.scoped(scope) as conn:
        found = openings.find(conn, scope.user_id, only, PAGE_SIZE, (number - 1) * PAGE_SIZE)
    if found.rows:
        st.html(openings_table(found.rows))
    elif found.total:
        st.info(f"There is no page {number} of the record.", icon=":material/search_off:")
    else:
        st.info("Nothing of this was opened.", icon=":material/search_off:")
    _foot(found.total, number, "opening", "openings")
    st.caption(_NOTE)


def draw_changes() -> None:
    number, scope = page_number(), session.scope()
    with services.current().database.scoped(scope) as conn:
        rows, total = access_changes.find(conn, PAGE_SIZE, (number - 1) * PAGE_SIZE)
        titles = _titles(conn, scope, rows)
    if rows:
        st.html(changes_table(rows, titles))
    elif total:
        st.info(f"There is no page {number} of the changes.", icon=":material/search_off:")
    else:
        st.info("Nobody's access was changed yet.", icon=":material/history:")
    _foot(total, number, "change", "changes")


def openings_table(rows: Sequence[Opening]) -> str:
    """The openings as HTML for st.html; every word of a filing is escaped."""
    heads = [head("When"), head("Who"), head("Outcome"), head("What"), head("Filing"), head("Answer")]
    return table("Who opened which evidence, newest first", heads, map(_opening, rows), "openings")


def _opening(row: Opening) -> list[str]:
    answer = (
        link(address("", session.answer_parameters(row.answer_id)), "Open", f"Open answer {row.answer_id}")
        if row.answer_id
        else ""
    )
    return [
        cell(session.short_time(row.opened_at)),
        f"<td>{titled(person_words(row.person))}</td>",
        status(*outcome_words(row.outcome)),
        cell(thing_words(row)),
        f"<td>{titled(filing_words(row))}</td>",
        f"<td>{answer}</td>",
    ]


def changes_table(rows: Sequence[AccessChange], titles: Mapping[UUID, str | None]) -> str:
    """The changes as HTML for st.html."""
    heads = [head("When"), head("Who"), head("Change"), head("About")]
    body = (
        [
            cell(session.short_time(row.changed_at)),
            f"<td>{titled(person_words(row.changed_by))}</td>",
            cell(action_words(row)),
            cell(subject_words(row, titles), "words"),
        ]
        for row in rows
    )
    return table("Changes of access, newest first", heads, body, "changes")


def read_filter(parameters: Mapping[str, str]) -> OpeningFilter:
    """What an address asks for; whatever it says that is no id, outcome or day is left out."""
    return OpeningFilter(
        user_id=_id(parameters.get(PERSON)),
        document_id=_id(parameters.get(FILING)),
        outcome=_OUTCOMES.get(parameters.get(OUTCOME, ALL)),
        since=_day(parameters.get(SINCE)),
        until=_day(parameters.get(UNTIL), timedelta(days=1)),
    )


def _filters(people: Mapping[UUID, str], titles: Mapping[UUID, str]) -> OpeningFilter:
    only = read_filter(st.query_params.to_dict())
    with st.container(horizontal=True, vertical_alignment="bottom", key="record-filters"):
        _choice("Person", PERSON, people, only.user_id, "Somebody else")
        _choice("Filing", FILING, titles, only.document_id, "A filing that is not listed")
        _days("From", SINCE, only.since)
        _days("To", UNTIL, only.until - timedelta(days=1) if only.until else None)
        written = next(name for name, outcome in _OUTCOMES.items() if outcome is only.outcome)
        library_filters.from_address("record-outcome", written)
        st.segmented_control(
            "Outcome",
            list(_OUTCOMES),
            key="record-outcome",
            required=True,
            on_change=library_filters.take,
            args=("record-outcome", OUTCOME),
        )
    return only


def _choice(label: str, name: str, words: Mapping[UUID, str], value: UUID | None, unknown: str) -> None:
    """A box for one of many. The address may name one that is not among them."""
    key = f"record-{name}"
    options = [*words, *([value] if value and value not in words else [])]
    if st.session_state.get(key) != value:
        st.session_state[key] = value
    st.selectbox(
        label,
        options,
        index=None,
        format_func=lambda one: words.get(one, unknown),
        placeholder="All",
        key=key,
        width=200,
        on_change=_take,
        args=(key, name),
    )


def _days(label: str, name: str, moment: datetime | None) -> None:
    key, value = f"record-{name}", moment.date() if moment else None
    if st.session_state.get(key) != value:
        st.session_state[key] = value
    st.date_input(label, value=None, key=key, on_change=_take, args=(key, name), width=130)


def _take(key: str, name: str) -> None:
    """Put a value into the address, and begin at the first page."""
    value: UUID | date | None = st.session_state[key]
    st.query_params.update({PAGE: [], name: [str(value)] if value else []})


def _foot(total: int, number: int, one: str, many: str) -> None:
    last = max(1, -(-total // PAGE_SIZE))
    with st.container(horizontal=True, vertical_alignment="center", key="record-foot"):
        st.caption(f"{total:,} {one if total == 1 else many}")
        if last > 1:
            turn(number, last)
        if total:
            asked = {name: value for name, value in st.query_params.to_dict().items() if name in _ASKED}
            st.link_button(
                "Export CSV",
                export_address(services.current().links, session.scope(), f"{many}.csv", asked),
                key=f"export-{many}",
                icon=":material/download:",
            )


def export_openings(conn: Connection, scope: Scope, asked: Mapping[str, str]) -> Taken:
    """The openings that an address asks for, as a table."""
    found = openings.find(conn, scope.user_id, read_filter(asked), MOST_OPENINGS)
    return _taken("openings", openings_csv(found.rows))


def export_changes(conn: Connection, scope: Scope, _: Mapping[str, str]) -> Taken:
    """All changes of access, as a table."""
    rows, _total = access_changes.find(conn, MOST_CHANGES)
    return _taken("changes", changes_csv(rows, _titles(conn, scope, rows)))


def _taken(many: str, table: str) -> Taken:
    return Taken(f"pincite-{many}-{datetime.now(UTC):%Y-%m-%d}.csv", CSV, table.encode())


def _titles(conn: Connection, scope: Scope, rows: Iterable[AccessChange]) -> dict[UUID, str | None]:
    """The titles of the filings that changes were about: of those that are there, None where one may not be read."""
    found = documents.find(conn, _named(rows), scope.user_id)
    return {row.document_id: row.title if row.may_read else None for row in found}


def _named(rows: Iterable[AccessChange]) -> list[UUID]:
    """The filings that changes were about."""
    return list({UUID(str(one)) for row in rows for one in row.subject.get("documents", ())})


def _id(written: str | None) -> UUID | None:
    try:
        return UUID(written) if written else None
    except ValueError:
        return None


def _day(written: str | None, after: timedelta = timedelta(0)) -> datetime | None:
    """When a day begins, or so long after that; None for what is no day, or has none after it."""
    try:
        return datetime.combine(date.fromisoformat(written), time(), UTC) + after if written else None
    except (ValueError, OverflowError):
        return None
