"""The served app with sign-in, and hostile words wherever somebody else's words are shown: filings and their covers,
questions, answers of a model, names, addresses, comments, collections, files, runs and measurements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

from pipeline.evidence.cover import Cover, Registrant
from pipeline.evidence.generation import Generation
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import ClaimAddress, MeasuredCase, MeasuredFigure, Unit
from pipeline.evidence.review import ReviewReason, ReviewVerdict
from pipeline.permissions import Role
from pipeline.store import (
    answers,
    collection_members,
    collections,
    evaluations,
    ingests,
    memberships,
    reviewers,
    reviews,
)
from pipeline.store.connect import Connection
from pipeline.store.evaluations import Evaluation
from pipeline.store.ingests import NewIngest
from pipeline.store.scope import LOCAL, Scope
from tests.fixtures.html import html_source
from tests.hostile.corpus import CORPUS
from tests.hostile.payload import AFTER, BEFORE
from tests.hostile.stage import Listener, listening
from tests.oidc_server import Person
from tests.pages.front_door import FrontDoor, front_door
from tests.parse.html_documents import read
from tests.reviewed import judged
from tests.viewer.app import PaneApp
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import Stored, cite, unique

WORDS = (
    ":material/home: :red[r] **b** $x^2$ `c` [go](http://«host») ![](http://«host») <img src=http://«host» "
    "onerror=top.bitten=1> <svg onload=top.bitten=1> http://«host» a -> b \u202eturned" + " עברית" + "W" * 240
)
NAME = "<img src=x onerror=top.bitten=1>:material/home:**b**[g](//«host»)"
"""For names, of which 80 characters are kept, and none that is not seen."""
WORKSPACE = "<svg onload=top.bitten=1>:material/home:**b**$x$"
"""For workspaces, of whose names 60 are."""
ADDRESS = '<img/src=x/onerror=top.bitten=1>:material/home:**b**[g](//«host»)"$x$@example.com'

AMONG_OTHERS = ("handler", "url", "load", "form", "css", "svg", "clobbering", "template", "script")
SWALLOWING = ("script-8", "load-25", "css-25", "svg-5", "css-13", "css-27")
"""Payloads that end nowhere, and those that the second sanitiser refuses: without them the layout is kept."""
LAST = "The last words of the filing."


@dataclass(frozen=True, slots=True)
class HostileApp:
    """`person` is an admin of the local workspace and of one with a hostile name; nobody invited `stranger`. `layout`
    is the answer that cites the last words of a filing of hostile HTML."""

    app: PaneApp
    door: FrontDoor
    listener: Listener
    person: Person
    stranger: Person
    answer: UUID
    layout: UUID
    filing: Stored
    run: UUID
    closed: UUID

    @property
    def words(self) -> str:
        return said(WORDS, self.listener)

    @property
    def name(self) -> str:
        return said(NAME, self.listener)


def said(words: str, listener: Listener) -> str:
    return words.replace("«host»", listener.address)


@contextmanager
def hostile_app(home: Path) -> Iterator[HostileApp]:
    with listening() as listener, front_door(home, PINCITE_WORKERS="0") as door:
        address, name = said(ADDRESS, listener).lower(), said(NAME, listener)
        person, stranger = (Person(f"{name} {each}", f"{each}{address}") for each in ("me", "you"))
        user = Scope(LOCAL.tenant_id, door.invite(person, Role.ADMIN))
        door.invite(person, Role.ADMIN, door.workspace(WORKSPACE))
        app = PaneApp(door.url, home, door.database)
        layout = _layout(app, listener)
        filing = _filing(app, said(WORDS, listener), name)
        with door.database.scoped(user) as conn:
            answer = _answer(conn, user, filing, listener)
            run = _measured(conn, answer, said(WORDS, listener))
            closed = _collected(conn, user, filing, name)
            _members(conn, user, address, name)
            _runs(conn, user, filing, said(WORDS, listener).replace("/", "\u2215"))
        yield HostileApp(app, door, listener, person, stranger, answer, layout, filing, run, closed)


def _layout(app: PaneApp, listener: Listener) -> UUID:
    """A filing of all payloads that can stand among others, and an answer that cites what stands behind them."""
    among = (one for one in CORPUS if one.kind in AMONG_OTHERS and one.name not in SWALLOWING)
    pieces = [one.filing(0, listener.address).decode().split(BEFORE)[-1].split(AFTER)[0] for one in among]
    data = f"<html><body><p>{BEFORE}{''.join(pieces)}{LAST}</p></body></html>".encode()
    parsed = read(html_source(data))
    filing = app.store((data, parsed))
    page = parsed.blocks[-1].page_index
    return app.answer([("Costs fell.", [cite(filing, page, LAST, [filing.span(page, LAST)])])])


def _filing(app: PaneApp, words: str, name: str) -> Stored:
    """A filing of two versions, whose title and cover are hostile."""
    cover = Cover((Registrant(name, (f"Old {name}",), ("<B>X</B>",)),), "10-K", fiscal_year=2024)
    filing: Stored | None = None
    for _ in range(2):
        data, parsed = unique(checked_filing())
        filing = app.store((data, replace(parsed, title=words, cover=cover)), supersedes=filing)
    assert filing is not None
    return filing


def _answer(conn: Connection, user: Scope, filing: Stored, listener: Listener) -> UUID:
    """A model's answer of which every text is hostile, and what another reviewer says of it."""
    words, name = said(WORDS, listener), said(NAME, listener)
    sample = checked_answer(filing)
    answer = replace(
        sample,
        question=words,
        model=name,
        method="model",
        generation=Generation("answer-1"),
        claims=tuple(replace(one, text=f"{one.text} {words}") for one in sample.claims),
    )
    answers.save(conn, user.user_id, answer)
    other = reviewers.add(conn, f"{name} other")
    judgement = judged(
        answer.id, 1, other, ReviewVerdict.NOT_SUPPORTED, reason=ReviewReason.OTHER, comment=words
    )
    reviews.record(conn, judgement)
    return answer.id


def _measured(conn: Connection, answer: UUID, words: str) -> UUID:
    """A run of measurement over gold that is hostile."""
    figure = MeasuredFigure("page", words, Unit.SHARE, 0.5, 2, 0.1, 0.9, 1)
    run = Evaluation(
        uuid4(), Layer.LOCATION, words, words, "0" * 64, {"scope": words}, {"parser": words}, (figure,),
        datetime.now(UTC), 1.0,
    )  # fmt: skip
    cases = [
        MeasuredCase("page", words, words, words, 0.0, ClaimAddress(answer, 1)),
        MeasuredCase("page", f"{words} 2", words, words, 1.0),
    ]
    evaluations.put(conn, run, {}, cases)
    return run.id


def _collected(conn: Connection, user: Scope, filing: Stored, name: str) -> UUID:
    """An open and a closed collection that the filing is in; the closed one."""
    opened, closed = (collections.create(conn, user.user_id, f"{name} {each}") for each in ("o", "c"))
    for one in (opened, closed):
        collections.put(conn, one, [filing.document_id], user.user_id)
    collection_members.close(conn, closed, [user.user_id, LOCAL.user_id])
    return closed


def _members(conn: Connection, user: Scope, address: str, name: str) -> None:
    """One who was invited, and one who has left."""
    memberships.invite(conn, f"invited{address}", f"{name} in", Role.REVIEWER, user.user_id)
    gone = memberships.invite(conn, f"gone{address}", f"{name} out", Role.ANALYST, user.user_id)
    memberships.end(conn, gone)


def _runs(conn: Connection, user: Scope, filing: Stored, name: str) -> None:
    """Files that were read, that could not be, and that wait."""
    read_file, failed, waits = (
        NewIngest(uuid4(), f"{each} {name}.pdf", name, sha256=filing.sha256, user_id=user.user_id)
        for each in ("read", "failed", "waits")
    )
    for one in (read_file, failed, waits):
        ingests.add(conn, one)
    ingests.finish(conn, read_file.id, filing.version_id)
    ingests.fail(conn, failed.id, "SourceDamaged", f"{failed.source_name} is damaged.")
