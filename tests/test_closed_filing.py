"""Nothing that a closed filing says reaches whoever may not read it: every place where a member reads a mark that was
planted in its title, names, cover, table, words, file names and in what is made of it is looked through for others."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from streamlit.testing.v1 import AppTest

from pages import admin, asking, measuring, reading, session
from pages.exchanging import exporters
from pages.filing_view import read_opened
from pages.quality_addresses import CaseList, CasesAddress
from pages.session import Visit
from pipeline.answer.ask import ask
from pipeline.evidence.cover import CoverField
from pipeline.evidence.errors import AccessDenied, PinciteError
from pipeline.exchange.gathering import chosen_answers, reviewed_answers
from pipeline.index.embedding import offline_embedder
from pipeline.jobs import queue_files, queue_upload, start_reread
from pipeline.permissions import Role
from pipeline.search.filings import filings_in_scope
from pipeline.settings import Settings
from pipeline.store import (
    answer_rights,
    collection_members,
    collections,
    consequences,
    covers,
    documents,
    ingest_history,
    openings,
    passages,
    quality_cases,
    questions,
    removals,
    review_queue,
)
from pipeline.store.answer_rights import QUESTION_WITHHELD, AnswerRights
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.openings import OpeningFilter, OpeningKind, Outcome
from pipeline.store.quality_cases import CaseFilter
from pipeline.store.scope import Scope
from tests.closed_filing import MARK, QUESTION, Closed, closed_filing
from tests.database import new_tenant
from tests.viewer.running import Running, running_routes
from viewer import services
from viewer.deep_links import LinkedView
from viewer.links import LinkKind, Links
from viewer.memo.files import FILES as MEMOS
from viewer.pack.files import FILES as PACKS
from viewer.page_images import PageImages
from viewer.search_exports import search_json
from viewer.services import Services
from viewer.source_files import SourceFiles
from viewer.taking import memo_address, pack_address
from viewer.words import WITHHELD_CLAIM

LONG_AGO = date(2020, 1, 6)
NAME = "kestrelcollection"


@dataclass(frozen=True, slots=True)
class World:
    """What a place is asked in."""

    made: Closed
    services: Services
    running: Running

    @property
    def database(self) -> Database:
        return self.services.database


@pytest.fixture(scope="module")
def world(
    database: Database, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("blobs")
    files = SourceFiles(FolderBlobs(folder))
    made = closed_filing(database, new_tenant(database), folder)
    opened = Services(settings, database, files, Links(b"k" * 32), PageImages(workers=1))
    with running_routes(database, settings, files, exporters()) as running:
        yield World(made, opened, running)


Place = Callable[[World, Scope], object]


def _stored(world: World, act: Callable[[Any, Scope], object], scope: Scope) -> object:
    with world.database.scoped(scope) as conn:
        return act(conn, scope)


def _in_store(act: Callable[[Any, Scope, Closed], object]) -> Place:
    return lambda world, scope: _stored(world, lambda conn, who: act(conn, who, world.made), scope)


def _sent(kind: LinkKind, path: str, **query: str) -> Place:
    """What the route sends for the closed version's link. `{v}` is the version, `{t}` its token."""

    def asked(world: World, scope: Scope) -> object:
        version = world.made.closed.version_id
        token = world.running.token(scope, version, kind)
        query_now = {name: value.format(answer=world.made.answer) for name, value in query.items()}
        return world.running.client.get(
            path.format(v=version, t=token), params=query_now, headers={"Authorization": f"Bearer {token}"}
        )

    return asked


def _taken(address: Callable[..., str], file: Any) -> Place:
    return lambda world, scope: world.running.client.get(
        address(world.running.links, scope, world.made.answer, file)
    )


def _reviewing(path: str) -> Place:
    def asked(world: World, scope: Scope) -> object:
        token = world.running.token(scope, scope.user_id, LinkKind.REVIEW)
        return world.running.client.get(
            path.format(answer=world.made.answer), headers={"Authorization": f"Bearer {token}"}
        )

    return asked


def _snapped(world: World, scope: Scope) -> object:
    token = world.running.token(scope, scope.user_id, LinkKind.REVIEW)
    body = {
        "version_id": str(world.made.closed.version_id),
        "page_index": 0,
        "unit": "block",
        "start": 0,
        "end": 7,
    }
    return world.running.client.post("/review/snap", json=body, headers={"Authorization": f"Bearer {token}"})


def _exported(name: str) -> Place:
    return lambda world, scope: world.running.client.get(
        f"/taken/{world.running.token(scope, scope.user_id, LinkKind.TAKEN)}/{name}"
    )


def _so_far(world: World, scope: Scope) -> object:
    token = world.running.token(scope, world.made.answer, LinkKind.ANSWER)
    return world.running.client.get(
        f"/evidence/answers/{world.made.answer}.json", headers={"Authorization": f"Bearer {token}"}
    )


def _asked(world: World, scope: Scope) -> object:
    """A new answer, to what both filings print."""
    answer = ask(world.database, scope, offline_embedder(), QUESTION)
    return [claim.text for claim in answer.claims], [one.passage.text for one in answer.packet.entries]


def _shown(answer: str) -> Place:
    """A stored answer as its components are given it."""

    def shown(world: World, scope: Scope) -> object:
        written_id = str(getattr(world.made, answer))
        found = asking.read_answer(world.services, scope, written_id, LinkedView.read({}))
        return found.claims, found.pane, found.summary

    return shown


def _previewed(world: World, scope: Scope) -> object:
    """The filings that a question would be asked of, with what each is called."""
    found = asking.preview_scope(world.services, scope, QUESTION, [], []).filings
    ids = [one.document_id for one in found]
    return found, _stored(world, lambda conn, who: documents.find(conn, ids, who.user_id), scope)


def _page(name: str, **parameters: str) -> Place:
    """A page of the app as it is drawn."""

    def drawn(world: World, scope: Scope) -> object:
        script = f"from pages import {name}\n{name}.page()\n"
        test = AppTest.from_string(script, default_timeout=60)
        for parameter, value in parameters.items():
            test.query_params[parameter] = value.format(
                answer=world.made.answer,
                asked=world.made.asked,
                closed=world.made.closed.document_id,
                collection=world.made.collection,
                run=world.made.evaluation,
            )
        test.run()
        return "\n".join(str(getattr(element, "proto", "")) for element in _elements(test))

    return drawn


def _elements(test: AppTest) -> Iterator[Any]:
    waiting: list[Any] = [test._tree]
    while waiting:
        element = waiting.pop()
        yield element
        waiting.extend(getattr(element, "children", {}).values())


SINCE = CaseFilter(LONG_AGO)
PLACES: dict[str, Place] = {
    # The store, as the pages and the commands ask it.
    "library rows": _in_store(lambda conn, who, made: documents.list_all(conn, who.user_id)),
    "a filing by its id": _in_store(
        lambda conn, who, made: documents.get(conn, made.closed.document_id, who.user_id)
    ),
    "collections": _in_store(lambda conn, who, made: collections.list_all(conn, who.user_id)),
    "a filing that is opened": _in_store(
        lambda conn, who, made: read_opened(conn, who, str(made.closed.document_id))
    ),
    "history of runs": _in_store(lambda conn, who, made: ingest_history.find(conn, who.user_id, 50)),
    "runs under way": lambda world, scope: reading.read_reading(world.services, scope),
    "what removing means": _in_store(
        lambda conn, who, made: consequences.of_document(conn, made.closed.document_id, who.user_id)
    ),
    "scope: filings and their covers": _in_store(lambda conn, who, made: filings_in_scope(conn, who.user_id)),
    "scope: a question's preview": _previewed,
    "search by words": _in_store(
        lambda conn, who, made: passages.get_many(
            conn, [one for one, _ in passages.lexical(conn, ["kestrelcompany"], None, 10)]
        )
    ),
    "a new answer": _asked,
    "an answer": _shown("answer"),
    "an answer with its packet": _shown("asked"),
    "an answer's search as exported": _in_store(lambda conn, who, made: search_json(conn, who, made.asked)),
    "review queue": _in_store(lambda conn, who, made: review_queue.queue(conn, who.user_id)),
    "failures": _in_store(lambda conn, who, made: quality_cases.failures(conn, who.user_id, SINCE, 50)),
    "cases of a measurement": lambda world, scope: measuring.run_cases(
        world.services,
        scope,
        CasesAddress(CaseList.RUN, SINCE, run=world.made.evaluation),
        world.made.evaluation,
        50,
    ),
    "everyone's questions": _in_store(
        lambda conn, who, made: questions.find(conn, who.user_id, "", 50, everyones=True)
    ),
    "everyone's questions, searched": _in_store(
        lambda conn, who, made: questions.find(conn, who.user_id, "did kestrelcompany", 50, everyones=True)
    ),
    "an answer's scope and trace": _in_store(lambda conn, who, made: search_json(conn, who, made.answer)),
    "reviewed answers": _in_store(lambda conn, who, made: reviewed_answers(conn, who)),
    "a chosen answer to exchange": _in_store(
        lambda conn, who, made: chosen_answers(conn, who, [made.answer])
    ),
    # The routes.
    "route: outline": _sent(LinkKind.PAGES, "/evidence/outline/{v}.json"),
    "route: words": _sent(LinkKind.PAGES, "/evidence/words/{v}.json", page="0"),
    "route: find": _sent(LinkKind.PAGES, "/evidence/find/{v}.json", q="kestrelcompany"),
    "route: occurrences": _sent(
        LinkKind.PAGES, "/evidence/occurrences/{v}.json", page="0", start="0", end="14"
    ),
    "route: pieces": _sent(LinkKind.PAGES, "/evidence/pieces/{v}.json", page="0", ranges="0-14"),
    "route: context": _sent(LinkKind.PAGES, "/evidence/context/{v}.json", page="0", start="0", end="14"),
    "route: facts": _sent(LinkKind.PAGES, "/evidence/facts/{v}.json", page="0", start="0", end="14"),
    "route: sections": _sent(LinkKind.PAGES, "/evidence/sections/{v}.json"),
    "route: passage": _sent(LinkKind.PAGES, "/evidence/passage/{v}.json", answer="{answer}", handle="E1"),
    "route: page image": _sent(LinkKind.PAGES, "/evidence/pages/{v}/0/640.webp"),
    "route: file": _sent(LinkKind.FILE, "/evidence/file/{t}"),
    "route: frame": _sent(LinkKind.FRAME, "/evidence/frame/{t}"),
    "route: answer so far": _so_far,
    "route: review queue": _reviewing("/review/queue.json"),
    "route: review queue of the collection": _reviewing("/review/queue.json?everything=1"),
    "route: review item": _reviewing("/review/items/{answer}/1.json"),
    "route: review item of the open filing": _reviewing("/review/items/{answer}/2.json"),
    "route: review item that cites nothing": _reviewing("/review/items/{answer}/3.json"),
    "route: snap": _snapped,
    **{f"route: memo.{one.extension}": _taken(memo_address, one) for one in MEMOS},
    **{f"route: pack.{one.extension}": _taken(pack_address, one) for one in PACKS},
    **{f"route: reviewed {name}": _exported(name) for name in exporters()},
    # The pages.
    "page: ask": _page("ask", answer="{answer}"),
    "page: ask, as searched": _page("ask", answer="{asked}"),
    "page: questions": _page("earlier", whose="Everyone's"),
    "page: questions, searched": _page("earlier", whose="Everyone's", search="sell"),
    "page: library": _page("library"),
    "page: library, the filing opened": _page("library", filing="{closed}"),
    "page: library, collections": _page("library", show="Collections"),
    "page: library, history": _page("library", show="History"),
    "page: quality, failures": _page("quality", cases="failures"),
    "page: quality, a measurement": _page("quality", cases="run", run="{run}"),
}

SILENT = {
    "route: facts",  # the filing has no tagged facts
    "route: frame",  # nor a rendition
    "route: sections",  # nor sections
    "route: page image",  # a picture: its status tells
    "route: pack.pdf",  # its words are looked for below
}
"""Places where the member's own answer has no word that could be looked for."""


def words_of(value: object) -> str:
    """Every word of a value, a response or a file, in small letters."""
    content = getattr(value, "content", None)
    if content is None:
        return f"{value!r}\n{value}".lower()
    headers = getattr(value, "headers", {})
    return f"{dict(headers)}\n{_file_words(content)}".lower()


def _file_words(content: bytes) -> str:
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "\n".join(f"{name}\n{_file_words(archive.read(name))}" for name in archive.namelist())
    if content.startswith(b"%PDF"):
        with pypdfium2.PdfDocument(content) as document:
            return "\n".join(page.get_textpage().get_text_range() for page in document)
    return content.decode("utf-8", "replace")


def read(
    world: World,
    place: Place,
    scope: Scope,
    monkeypatch: pytest.MonkeyPatch,
    role: Role = Role.REVIEWER,
) -> str:
    """What somebody is sent at a place; the words of the refusal where it is one."""
    monkeypatch.setattr(services, "_current", world.services)
    monkeypatch.setattr(session, "LOCAL_VISIT", Visit(scope, role))
    try:
        return words_of(place(world, scope))
    except PinciteError as error:
        return words_of(error.message)


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())
def test_only_members_read_what_a_closed_filing_says(
    world: World, place: Place, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    name = request.node.callspec.id
    shown = read(world, place, world.made.member, monkeypatch)
    if name not in SILENT:
        assert MARK in shown, "the member reads nothing here either: the place shows nothing"
    assert MARK not in read(world, place, world.made.outsider, monkeypatch)
    if not name.startswith(("page:", "route: memo", "route: pack")):  # made of the same
        told = read(world, place, world.made.admin, monkeypatch, Role.ADMIN)
        assert MARK not in told.replace(NAME, ""), "an admin knows the collection, and nothing of its filing"


ADMIN_PLACES: dict[str, Place] = {
    "the record": _in_store(lambda conn, who, made: openings.find(conn, who.user_id, OpeningFilter(), 500)),
    "page: openings": _page("admin", show="Openings"),
    "page: changes": _page("admin", show="Changes"),
    "page: collections": _page("admin", show="Collections", collection="{collection}"),
}


@pytest.mark.parametrize("place", ADMIN_PLACES.values(), ids=ADMIN_PLACES.keys())
def test_the_admin_page_tells_an_admin_who_is_no_member_nothing_of_a_closed_filing(
    world: World, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with world.database.scoped(world.made.member) as conn:
        openings.note(conn, OpeningKind.FILE, version_id=world.made.closed.version_id)
    told = read(world, place, world.made.admin, monkeypatch, Role.ADMIN)
    assert MARK not in told.replace(NAME, "")
    # Once they are a member, as anybody can read in the changes, they read its title there.
    with world.database.scoped(world.made.admin) as conn:
        collection_members.add(conn, world.made.collection, world.made.admin.user_id)
    try:
        assert MARK in read(world, place, world.made.admin, monkeypatch, Role.ADMIN).replace(NAME, "")
    finally:
        with world.database.scoped(world.made.admin) as conn:
            collection_members.remove(conn, world.made.collection, world.made.admin.user_id)


@pytest.mark.parametrize("role", [Role.ANALYST, Role.REVIEWER])
def test_the_admin_page_is_for_admins(world: World, monkeypatch: pytest.MonkeyPatch, role: Role) -> None:
    monkeypatch.setattr(services, "_current", world.services)
    monkeypatch.setattr(session, "LOCAL_VISIT", Visit(world.made.outsider, role))
    with world.database.scoped(world.made.admin) as conn:
        conn.execute(
            "update memberships set role = %s where user_id = %s", (role, world.made.outsider.user_id)
        )
    try:
        with pytest.raises(AccessDenied, match="may not change members"):
            admin.page()
    finally:
        with world.database.scoped(world.made.admin) as conn:
            conn.execute(
                "update memberships set role = 'reviewer' where user_id = %s", (world.made.outsider.user_id,)
            )


def test_a_filing_that_is_closed_while_somebody_looks_is_withheld_at_the_next_request(world: World) -> None:
    made, page = world.made, _sent(LinkKind.PAGES, "/evidence/words/{v}.json", page="0")
    with world.database.scoped(made.admin) as conn:
        collection_members.add(conn, made.collection, made.outsider.user_id)
    assert MARK in words_of(page(world, made.outsider))
    with world.database.scoped(made.outsider) as conn:
        assert len(filings_in_scope(conn, made.outsider.user_id)) == 2
    with world.database.scoped(made.admin) as conn:
        collection_members.remove(conn, made.collection, made.outsider.user_id)
    assert MARK not in words_of(page(world, made.outsider))
    with world.database.scoped(made.outsider) as conn:
        assert len(filings_in_scope(conn, made.outsider.user_id)) == 1
        with pytest.raises(AccessDenied):
            filings_in_scope(conn, made.outsider.user_id, [made.closed.document_id])


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("an answer", OpeningKind.ANSWER),
        ("route: answer so far", OpeningKind.ANSWER),
        ("route: memo.md", OpeningKind.EXPORT),
        ("route: pack.html", OpeningKind.PACK),
        ("route: review item", OpeningKind.REVIEW),
        ("route: reviewed jsonl", OpeningKind.EXPORT),
        ("a chosen answer to exchange", OpeningKind.EXPORT),
    ],
)
def test_whoever_is_sent_an_answer_or_a_file_of_it_is_noted_with_its_filings(
    world: World, place: str, kind: OpeningKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = world.made
    with world.database.scoped(made.admin) as conn:
        conn.execute("delete from openings")
    read(world, PLACES[place], made.member, monkeypatch)
    read(world, PLACES[place], made.outsider, monkeypatch)
    with world.database.scoped(made.admin) as conn:
        found = openings.find(conn, made.admin.user_id, OpeningFilter(answer_id=made.answer), 50).rows
    noted = {(one.user_id, one.kind, one.outcome, one.document_id) for one in found}
    sent = [made.closed] if kind is OpeningKind.REVIEW else [made.closed, made.opened]  # of claim 1
    for filing in sent:
        assert (made.member.user_id, kind, Outcome.OPENED, filing.document_id) in noted
    assert (made.outsider.user_id, kind, Outcome.OPENED, made.closed.document_id) not in noted
    if place in ("an answer", "route: answer so far", "route: memo.md", "route: pack.html"):
        assert (made.outsider.user_id, kind, Outcome.OPENED, made.opened.document_id) in noted
        assert (made.outsider.user_id, kind, Outcome.DENIED, made.closed.document_id) in noted


def test_nobody_changes_what_they_may_not_read(world: World) -> None:
    """By an id that was on their screen before."""
    made, settings = world.made, world.services.settings
    version, who = made.closed.version_id, made.outsider
    on_the_server = replace(who, sign_in_id=None)  # as the operator's command line acts for somebody
    acts: tuple[Callable[[], object], ...] = (
        lambda: start_reread(settings, world.database, who, version),
        lambda: queue_upload(settings, world.database, who, "a.pdf", b"%PDF-", supersedes=version),
        lambda: list(queue_files(settings, world.database, on_the_server, [], supersedes=version)),
        lambda: _stored(
            world, lambda conn, user: covers.edit(conn, version, user.user_id, CoverField.FORM, "8-K"), who
        ),
    )
    for act in acts:
        with pytest.raises(AccessDenied, match="do not have access"):
            act()


def test_others_are_told_that_there_is_a_question_that_they_may_not_read(world: World) -> None:
    made = world.made
    with world.database.scoped(made.outsider) as conn:
        found = questions.find(conn, made.outsider.user_id, "", 50, everyones=True).rows
        assert questions.find(conn, made.outsider.user_id, "company", 50, everyones=True).total == 0
        assert answer_rights.of_answer(conn, made.answer, made.outsider.user_id) == AnswerRights(
            is_own=False, is_whole=False
        )
        queue = review_queue.queue(conn, made.outsider.user_id, everything=True).rows
    withheld = next(row for row in found if row.id == made.answer)
    assert (withheld.question, withheld.is_withheld) == (QUESTION_WITHHELD, True)
    assert [(row.claim, row.question) for row in queue if row.answer_id == made.answer] == [
        (2, QUESTION_WITHHELD)
    ], "of the claims, the one that cites the open filing"


def test_whoever_asked_reads_their_question_when_the_filing_is_closed_to_them(world: World) -> None:
    made = world.made
    with world.database.scoped(made.admin) as conn:
        collection_members.remove(conn, made.collection, made.member.user_id)
    try:
        with world.database.scoped(made.member) as conn:
            mine = questions.find(conn, made.member.user_id, "kestrelcompany", 50).rows
        shown = asking.read_answer(world.services, made.member, str(made.answer), LinkedView.read({}))
    finally:
        with world.database.scoped(made.admin) as conn:
            collection_members.add(conn, made.collection, made.member.user_id)
    assert [row.id for row in mine] == [made.answer]
    assert shown.question == "What did Kestrelcompany sell?"
    said = ["".join(part["text"] for part in claim["parts"]) for claim in shown.claims["claims"]]
    assert [text == WITHHELD_CLAIM for text in said] == [True, False, True], "but nothing of what it says"


def test_a_closed_filing_that_is_removed_opens_no_answer(
    database: Database, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = closed_filing(database, new_tenant(database), tmp_path)
    files = SourceFiles(FolderBlobs(tmp_path))
    opened = Services(settings, database, files, Links(b"k" * 32), PageImages(workers=1))
    with database.scoped(made.member) as conn:
        conn.execute("delete from ingests where finished_at is null")
        conn.execute("select set_config('pincite.role', 'admin', true)")
        removals.remove(conn, made.closed.document_id, made.member.user_id)
    shown = {
        who: asking.read_answer(opened, who, str(made.answer), LinkedView.read({}))
        for who in (made.member, made.outsider)
    }
    assert "kestrelcompany sold" in words_of(shown[made.member].claims)
    assert MARK not in words_of((shown[made.outsider].claims, shown[made.outsider].question))
    with database.scoped(made.outsider) as conn:
        listed = questions.find(conn, made.outsider.user_id, "", 50, everyones=True)
        assert MARK not in words_of((listed, review_queue.queue(conn, made.outsider.user_id)))
