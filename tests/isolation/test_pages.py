"""Every page and every action of a page, given another tenant's ids by the address, a component or a widget: it shows
and does what it does with ids that nobody has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from streamlit.testing.v1 import AppTest

from pages import session
from pipeline.permissions import Role
from pipeline.settings import Settings
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from tests.isolation import page_actions, snapshot
from tests.isolation.conftest import Tried, World
from tests.isolation.holdings import HASHES, UUIDS, Holdings
from viewer import services
from viewer.links import Links
from viewer.page_images import PageImages
from viewer.services import Services
from viewer.source_files import SourceFiles

READS: Final[Mapping[str, str]] = {
    "admin: st.query_params.get(collecting.SHOW, MEMBERS)": "a part of the page, by its name",
    "admin_collections: st.query_params.get(MANAGED)": "collection",
    "admin_record: st.query_params.to_dict()": "filing, person",
    "entrance: st.context.cookies.get(_WORKSPACE_COOKIE)": "looked for among the workspaces of whoever signed in",
    "entrance: st.query_params.get(SAID, '')": "a word of a fixed few",
    "entrance: st.query_params.get(_WORKSPACE)": "looked for among the workspaces of whoever signed in",
    "filing_panel: st.query_params.get(cover_form.PLACE, '')": "place",
    "library: st.query_params.get(collecting.SHOW, FILINGS)": "a part of the page, by its name",
    "library: st.query_params.get(cover_form.COVER)": "whether a form is open",
    "library: st.query_params.get(cover_form.FILING)": "filing",
    "library_filters: name in st.query_params": "what to leave out of the next address",
    "library_filters: st.query_params.to_dict()": "collection",
    "paging: st.query_params.get(PAGE, '')": "a number",
    "quality: CASES in st.query_params": "whether cases are shown",
    "quality_cases: st.query_params.to_dict()": "run",
    "review: name in st.query_params": "answer, claim",
    "review: st.query_params.get(AS)": "as",
    "review: st.query_params.get(SEED, '')": "a word that draws a sample",
    "review: st.query_params.get(_key(name))": "whether a filter is chosen",
    "review: st.query_params[name]": "answer, claim",
    "run_history: st.query_params.get(_OUTCOME, ALL)": "a word of a fixed few",
    "session: name in st.query_params": "what to leave out of the next address",
    "session: st.context.cookies.get(_REVIEWER_COOKIE)": "as",
    "session: st.query_params.get(_ANSWER)": "answer",
    "session: st.query_params.to_dict()": "evidence",
    "wanted: SAID in st.query_params": "a word of a fixed few",
    "wanted: _COOKIE in st.context.cookies": "an address of this app, opened as if it were typed",
    "wanted: if not is_new or place is None or _path() or st.query_params:": "whether there is an address",
    "wanted: st.context.cookies.get(_COOKIE)": "an address of this app, opened as if it were typed",
    "wanted: st.query_params.to_dict()": "an address of this app, kept as it is",
}
"""Where pages look at an address or a cookie, and for what: an id by the parameter that is tried below."""

COMPONENTS: Final[Mapping[str, str]] = {
    "ask: answer_component": "sends nothing back",
    "ask: pane_component": "asking.find_newer, original.Chosen: citations of the answer that is shown",
    "exporting: copy_component": "sends nothing back",
    "library: library_component": "library._answer: documents to open or to choose",
    "review: pane_component": "asks for new links",
    "review: review_component": "asks for new links",
    "scope_line: scope_component": "documents to leave out",
}
FILES: Final[Mapping[str, str]] = {
    "entrance: image": "the wordmark",
    "shell: logo": "the wordmark",
}
"""What Streamlit hands out at addresses that ask nobody who they are."""

BOUND: Final = {
    "ask: 'view'",
    "earlier: 'search'",
    "earlier: 'whose'",
    "quality: 'by'",
    "quality: 'layer'",
    "quality: 'model'",
    "quality: 'weeks'",
    "review: 'layer'",
    "review: 'queue'",
    "review: _key('order')",
    "review: _key(name)",
}
"""Widgets that the address fills: none has choices that are ids."""

PAGES: Final = ("ask", "library", "review", "quality", "earlier", "admin")

Address = Callable[[Holdings], dict[str, str]]
ADDRESSES: Final[Mapping[str, tuple[str, Address]]] = {
    "answer": ("ask", lambda h: {"answer": str(h.answer.id)}),
    "answer and evidence": ("ask", lambda h: {"answer": str(h.rendered_answer), "evidence": "1:E1"}),
    "filing": ("library", lambda h: {"filing": str(h.document_id)}),
    "filing by its version": ("library", lambda h: {"filing": str(h.version.id), "cover": "open"}),
    "removed filing": ("library", lambda h: {"filing": str(h.removed_document)}),
    "collection": ("library", lambda h: {"collection": str(h.collection.id)}),
    "collections": ("library", lambda h: {"show": "Collections", "collection": str(h.collection.id)}),
    "claim": ("review", lambda h: {"answer": str(h.answer.id), "claim": "1"}),
    "as": ("review", lambda h: {"as": str(h.members["reviewer"])}),
    "run": ("quality", lambda h: {"cases": "run", "run": str(h.evaluation.id)}),
    "managed collection": ("admin", lambda h: {"show": "Collections", "collection": str(h.collection.id)}),
    "record of a filing": ("admin", lambda h: {"show": "Openings", "filing": str(h.document_id)}),
    "record of a person": ("admin", lambda h: {"show": "Openings", "person": str(h.scope.user_id)}),
    "nothing": ("earlier", lambda h: {}),
}
"""A page with another's id in each parameter."""
NOT_ONES_OWN: Final = {"filing by its version", "collections", "nothing"}
"""Addresses in which an id of one's own opens nothing either."""

GIVEN: Final[Mapping[str, Callable[[Holdings], Any]]] = {
    "document_ids": lambda h: [h.document_id],
    "documents": lambda h: [h.document_id],
    "chosen": lambda h: [h.document_id],
    "picked": lambda h: [h.document_id],
    "without": lambda h: [h.document_id],
    "document_id": lambda h: h.document_id,
    "collection_id": lambda h: h.collection.id,
    "answer_id": lambda h: h.answer.id,
    "run_id": lambda h: h.evaluation.id,
    "ingest_id": lambda h: h.ingest_id,
    "ids": lambda h: [h.ingest_id],
    "version_id": lambda h: h.version.id,
    "reviewer_id": lambda h: h.members["reviewer"],
    "tenant_id": lambda h: h.scope.tenant_id,
    "supersedes": lambda h: h.version.id,
    "told": lambda h: h.consequences,
    "citation": lambda h: "1:E1",
    "name": lambda h: "Another name",
    "key": lambda h: "key",
    "question": lambda h: "What were net sales?",
    "files": lambda h: [],
    "path": lambda h: __file__,
}
"""What an action is called with, by the name of its parameter."""

NO_ACTION: Final[Mapping[str, str]] = {
    "admin_collections._add_member": "is given a collection that was read, and the names of members",
    "admin_collections._read": "is given a collection that was read",
    "admin_record.changes_table": "draws rows that were read",
    "admin_record._filters": "draws choices of people and filings that were read",
    "admin_record._choice": "draws choices that were read",
    "assigning._give_claims": "draws choices of reviewers that were read",
    "assigning._give_disputes": "draws choices of reviewers that were read",
    "assigning._told": "says what was done",
    "filings.filing_row": "draws a filing that was read",
    "library._table_view": "draws filings that were read",
    "measuring.run_cases": "its address is tried with the page",
    "original._cut": "cuts pages of a source that was resolved",
    "reading._is_told": "compares what was read",
    "reading._named": "compares what was read",
    "scope_line._add": "changes what is chosen; a question then looks its filings up",
    "scope_line._collection_words": "counts",
    "answering.ask": "starts a thread that asks; the store's walk asks for each thing it reads",
}
"""Functions with ids that read and do nothing by them, and why."""


@pytest.fixture
def opened(world: World, database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Services:
    """The services of the app, for our admin."""
    found = Services(
        settings, database, SourceFiles(open_blobs(settings)), Links(b"k" * 32), PageImages(workers=1)
    )
    monkeypatch.setattr(services, "_current", found)
    monkeypatch.setattr(session, "LOCAL_VISIT", session.Visit(world.ours.scope, Role.ADMIN))
    return found


def test_everything_that_comes_from_outside_is_known() -> None:
    assert page_actions.reads_from_outside() == set(READS), "say what it reads, and try another's id in it"
    assert page_actions.components() == set(COMPONENTS)
    assert page_actions.bound() == BOUND
    assert page_actions.kept_files() == set(FILES)
    assert page_actions.scopes_made() == set(), "a page takes its scope from the session, with the sign-in"


def test_a_page_shows_another_tenants_things_like_nothing(
    world: World, opened: Services, database: Database, tried: Tried
) -> None:
    for name, (page, address) in ADDRESSES.items():
        foreign, absent = (_drawn(page, address(held)) for held in (world.theirs, world.invented))
        assert foreign == absent, name
        assert world.theirs.word not in foreign, name
        if name in NOT_ONES_OWN:
            continue
        assert _drawn(page, address(world.ours)) != absent, f"{name} shows nothing"
    tried.count("pages × another's address", len(PAGES), len(ADDRESSES))


def test_an_action_does_with_another_tenants_ids_what_it_does_with_nobodys(
    world: World, opened: Services, database: Database, tried: Tried
) -> None:
    before, count = _snapshot(database, world.theirs), 0
    for action in page_actions.actions():
        if action.name in NO_ACTION:
            continue
        unknown = [
            one for one, _ in action.parameters if one not in GIVEN and one not in ("services", "scope")
        ]
        assert not unknown, (
            f"say in tests/isolation/test_pages.py what {action.name} is called with: {unknown}"
        )
        foreign, absent = (_acted(action, held, opened, world) for held in (world.theirs, world.invented))
        assert foreign == absent, action.name
        assert world.theirs.word not in foreign, action.name
        count += 1
    assert _snapshot(database, world.theirs) == before
    assert NO_ACTION.keys() <= {action.name for action in page_actions.actions()}
    tried.count("page actions × another's ids", count, count)


def _drawn(page: str, address: Mapping[str, str]) -> str:
    """Everything that a page draws, in words, without ids, links and times."""

    def script(page: str) -> None:
        import importlib

        importlib.import_module(f"pages.{page}").page()

    test = AppTest.from_function(script, kwargs={"page": page}, default_timeout=60)
    for name, value in address.items():
        test.query_params[name] = value
    test.run()
    assert not test.exception, (page, address, test.exception[0].message)
    return _told(test)


def _acted(action: page_actions.Action, held: Holdings, opened: Services, world: World) -> str:
    """What comes of an action: what it returns or raises, what it draws, and where it leads."""

    def script(name: str, arguments: dict[str, Any]) -> None:
        import importlib

        import streamlit as st

        from pipeline.evidence.errors import PinciteError

        module, function = name.split(".")
        try:
            st.text(repr(getattr(importlib.import_module(f"pages.{module}"), function)(**arguments)))
        except PinciteError as error:
            st.text(f"{error.kind}: {error.message}")

    own = {"services": opened, "scope": world.ours.scope}
    arguments = {name: own[name] if name in own else GIVEN[name](held) for name, _ in action.parameters}
    test = AppTest.from_function(
        script, kwargs={"name": action.name, "arguments": arguments}, default_timeout=60
    )
    test.run()
    return _told(test)


def _told(test: AppTest) -> str:
    lines = [line for element in _leaves(test._tree) for line in str(element.proto).splitlines()]
    drawn = "\n".join(sorted(lines))  # choices stand in the order of their ids, whatever these are
    kept = test.session_state._state.filtered_state
    state = {name: kept[name] for name in sorted(kept)}
    told = f"{drawn}\n{state}\n{sorted(test.query_params.items())}".replace("\\", "")
    for pattern in (UUIDS, HASHES, _TOKENS, _TIMES):
        told = pattern.sub("#", told)
    return told


def _leaves(block: Any) -> Iterator[Any]:
    for child in block.children.values():
        if hasattr(child, "children"):
            yield from _leaves(child)
        else:
            yield child


_TOKENS: Final = re.compile(r"[\w.-]{100,}", re.ASCII)
_TIMES: Final = re.compile(r"\d\d:\d\d(?::\d\d)?|\d+\.\d+ s\b|0x[0-9a-f]+")


def _snapshot(database: Database, theirs: Holdings) -> dict[str, tuple[int, int]]:
    with database.scoped(theirs.scope) as conn, conn.transaction(force_rollback=True):
        return snapshot.of_tenant(conn, theirs.scope.tenant_id)
