"""What "Sources read" lists: every passage in order, cited or not, and nothing of a withheld one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pipeline.evidence.answer import Answer
from pipeline.evidence.packet import Packet
from pipeline.store import answers, documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import TITLE, checked_filing
from tests.viewer.filing import Stored, store, unique
from viewer.deep_links import LinkedView
from viewer.links import Links
from viewer.packet_views import NOTHING_READ, cited_words, opened_passages, packet_view
from viewer.read_passages import read_passages
from viewer.resolver import resolve_answer, shown_sources
from viewer.source_files import SourceFiles
from viewer.views import pane_view

View = dict[str, Any]
Listed = Callable[[Answer], tuple[View, list[View]]]


@pytest.fixture
def stored(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, checked_filing())


@pytest.fixture
def listed(database: Database, tenant: Scope, files: SourceFiles) -> Listed:
    """What is listed of an answer, and what the pane may open; the answer is stored first, unless it is already."""

    def view(answer: Answer) -> tuple[View, list[View]]:
        with database.scoped(tenant) as conn:
            passages = read_passages(conn, tenant, answer)
            resolved = resolve_answer(conn, tenant, answer.id, files=files)
            shown = shown_sources(conn, resolved, [one.source for one in passages if one.source])
        return json.loads(json.dumps(packet_view(passages, shown))), opened_passages(passages)

    return view


@pytest.fixture
def save(database: Database, tenant: Scope) -> Callable[[Answer], Answer]:
    def saved(answer: Answer) -> Answer:
        with database.scoped(tenant) as conn:
            answers.save(conn, tenant.user_id, answer)
        return answer

    return saved


Save = Callable[[Answer], Answer]


def test_passages_stand_in_the_order_in_which_they_were_read(
    stored: Stored, save: Save, listed: Listed
) -> None:
    view, opened = listed(save(checked_answer(stored)))
    assert [row["handle"] for row in view["passages"]] == ["E1", "E2", "E3", "E4", "E5"]
    assert [one["key"] for one in opened] == ["read:E1", "read:E2", "read:E3", "read:E4", "read:E5"]


def test_each_says_which_claims_cite_it(stored: Stored, save: Save, listed: Listed) -> None:
    view, _ = listed(save(checked_answer(stored)))
    assert view["words"] == "5 passages, 5 cited"
    assert view["passages"][0]["cited"] == "Cited in claims 1, 2 and 5"
    assert view["passages"][3]["cited"] == "Cited in claim 3"


def test_uncited_passages_are_listed_too(stored: Stored, save: Save, listed: Listed) -> None:
    answer = checked_answer(stored)
    first = replace(answer.claims[0], number=1)
    view, _ = listed(save(replace(answer, claims=(first,))))
    assert view["words"] == "5 passages, 1 cited"
    assert [row["is_cited"] for row in view["passages"]] == [True, False, False, False, False]
    assert view["passages"][1]["cited"] == "Not cited"


def test_an_answer_without_claims_lists_what_was_read(stored: Stored, save: Save, listed: Listed) -> None:
    answer = replace(checked_answer(stored), claims=(), unanswered=())
    view, opened = listed(save(answer))
    assert view["words"] == "5 passages, none cited"
    assert len(opened) == 5


def test_an_empty_packet_says_so(stored: Stored, save: Save, listed: Listed) -> None:
    answer = replace(checked_answer(stored), claims=(), unanswered=(), packet=Packet())
    assert listed(save(answer))[0] == {"words": NOTHING_READ, "passages": []}


def test_title_and_page_are_those_of_the_source(stored: Stored, save: Save, listed: Listed) -> None:
    row = listed(save(checked_answer(stored)))[0]["passages"][3]
    assert row["title"] == TITLE
    assert row["locus"] == "PDF page 2 · printed 17"
    assert row["begins"].startswith("Services net sales increased 8 %")
    assert row["aria"].startswith(
        "Passage E4. Example Holdings, Form 10-Q, Q3 FY2023. PDF page 2, printed 17."
    )


def test_a_denied_source_tells_nothing_but_its_handle(
    database: Database, tenant: Scope, blob_folder: Path, stored: Stored, save: Save, listed: Listed
) -> None:
    secret = store(database, tenant, blob_folder, unique(checked_filing()), restricted=True)
    view, opened = listed(save(checked_answer(stored, secret)))
    row = view["passages"][5]
    assert (row["state"], row["title"]) == ("denied", "No access")
    assert TITLE not in json.dumps(row)
    assert "81,797" not in json.dumps(row)
    assert str(secret.version_id) not in json.dumps([view, opened])


def test_a_removed_source_says_so(
    database: Database, tenant: Scope, stored: Stored, save: Save, listed: Listed
) -> None:
    answer = save(checked_answer(stored))
    with database.scoped(tenant) as conn:
        documents.delete(conn, stored.document_id)
    view, opened = listed(answer)
    assert {row["title"] for row in view["passages"]} == {"Removed"}
    assert opened == []


def test_a_superseded_source_says_so(
    database: Database, tenant: Scope, blob_folder: Path, stored: Stored, save: Save, listed: Listed
) -> None:
    answer = save(checked_answer(stored))
    store(database, tenant, blob_folder, unique(checked_filing()), supersedes=stored)
    row = listed(answer)[0]["passages"][0]
    assert row["state"] == "superseded"
    assert "Superseded" in row["aria"]


def test_an_address_may_name_a_passage_that_was_read(
    database: Database, tenant: Scope, stored: Stored, save: Save, files: SourceFiles
) -> None:
    answer = save(replace(checked_answer(stored), claims=(), unanswered=()))
    with database.scoped(tenant) as conn:
        passages = read_passages(conn, tenant, answer)
        resolved = resolve_answer(conn, tenant, answer.id, files=files)
        shown = shown_sources(conn, resolved, [one.source for one in passages if one.source])
    read = opened_passages(passages)
    linked = LinkedView(evidence="E3")
    pane = pane_view(resolved, shown, Links(b"k" * 32), tenant, linked=linked, read=read)
    assert pane["open"] == "read:E3"
    assert list(pane["sources"]) == [str(stored.version_id)]


def test_claims_are_told_as_a_sentence_would() -> None:
    assert cited_words(()) == "Not cited"
    assert cited_words((2,)) == "Cited in claim 2"
    assert cited_words((1, 2, 5)) == "Cited in claims 1, 2 and 5"
