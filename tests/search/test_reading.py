"""Questions read against a stored library: companies, names that are none, companies that are not there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest

from pipeline.evidence.cover import Cover, Registrant
from pipeline.index.embedding import offline_embedder
from pipeline.search.filings import filings_in_scope
from pipeline.search.reading import Search, read_search
from pipeline.search.required_names import RARE_NAME
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from tests.answer.filing import PageWriter, statement
from tests.search.library import Stored, store

TITLES = {
    "apple": "Apple Inc. · Form 10-K · FY2023",
    "square": "Square, Inc. · Form 10-K · FY2020",
    "block": "Block, Inc. · Form 10-K · FY2022",
    "unread": "scan-0042",
}
EIN = "80-0429876"
COVERS = {
    "square": Cover((Registrant("Square, Inc.", ein=EIN),), "10-K", date(2020, 12, 31), 2020),
    "block": Cover((Registrant("Block, Inc.", ein=EIN),), "10-K", date(2022, 12, 31), 2022),
}
TEXTS = {
    "apple": [
        "Apple sells phones in Greater China and elsewhere.",
        "Legal matters.",
        "Google pays for searches, and Pfizer is a customer.",
    ],
    "square": ["Square serves sellers.", "Cash App grew."],
    "block": ["Block serves sellers.", "Cash App grew."],
    "unread": ["Zenith Bearings annual report to the shareholders.", "Bearings were sold in 2022."],
}


@pytest.fixture
def library(connection: Connection) -> dict[str, Stored]:
    stored: dict[str, Stored] = {}
    for name, title in TITLES.items():
        writers = [PageWriter(index) for index in range(len(TEXTS[name]))]
        for writer, text in zip(writers, TEXTS[name], strict=True):
            writer.add(text)
        if name == "apple":
            for number in range(RARE_NAME + 1):
                writers[2].add(
                    f"iPhone net sales of model {number} rose by so much in the year."
                    + " It was a good year." * 20
                )
        parsed = writers[0].parsed(title)
        pages = tuple(writer.page() for writer in writers)
        blocks = tuple(block for writer in writers for block in writer.blocks)
        parsed = replace(parsed, pages=pages, blocks=blocks, cover=COVERS.get(name, Cover()))
        stored[name] = store(connection, parsed, offline_embedder())
    return stored


def read(
    connection: Connection,
    tenant: Scope,
    question: str,
    documents: Sequence[UUID] | None = None,
    without: Collection[UUID] = (),
) -> Search:
    filings = filings_in_scope(connection, tenant.user_id, documents)
    return read_search(connection, question, filings, picked=documents is not None, without=without)


def searched(search: Search) -> set[str]:
    names = {title: name for name, title in TITLES.items()}
    return {names[filing.title] for filing in search.filings}


def test_a_named_company_narrows_the_search_and_says_why(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    search = read(connection, tenant, "What were Apple's net sales in FY2023?")
    assert searched(search) == {"apple"}
    (filing,) = search.scope.filings
    assert (filing.because, filing.weight, filing.is_picked) == (("Apple", "fiscal 2023"), 1.0, False)
    assert search.scope.is_narrowed
    assert search.scope.reading == ("Apple", "2023")


def test_a_renamed_company_is_one(connection: Connection, tenant: Scope, library: dict[str, Stored]) -> None:
    search = read(connection, tenant, "How did Block's (formerly known as Square) Cash App grow?")
    assert searched(search) == {"block", "square"}
    assert search.scope.absent == ()
    assert set(search.question.item) == {"cash", "app"}


def test_a_company_without_filings_is_absent_and_nothing_is_searched(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    absent = {
        "What were Microsoft's net sales in 2023?": ("Microsoft",),
        "Microsoft net sales 2023": ("Microsoft",),
        "microsoft's net sales in 2023": ("microsoft",),
        "What were Pfizer's net sales?": ("Pfizer",),
        "How much did Pfizer earn in 2023?": ("Pfizer",),
        "What were Apple Hospitality's revenues?": ("Apple Hospitality",),
        "Zenith Controls revenue in 2022": ("Zenith Controls",),
        "Net income of Oracle or Tesla": ("Oracle", "Tesla"),
    }
    read_of = {question: read(connection, tenant, question) for question in absent}
    assert {question: search.scope.absent for question, search in read_of.items()} == absent
    assert all(search.filings == () for search in read_of.values())


def test_a_company_without_filings_is_told_beside_one_that_has(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    absent = {
        "Compare Apple's net sales to Microsoft's": ("Microsoft",),
        "Did Apple or Microsoft sell more in 2023?": ("Microsoft",),
        "Net sales of Apple and Google in 2023": ("Google",),
        "How does Apple's iPhone compare to Google's phones?": ("Google",),
        "Did Apple sell more in Greater China?": (),
        "What does Apple say about Kubernetes?": (),
    }
    read_of = {question: read(connection, tenant, question) for question in absent}
    assert {question: search.scope.absent for question, search in read_of.items()} == absent
    assert all(searched(search) == {"apple"} for search in read_of.values())
    assert not any({"microsoft", "googl"} & set(search.question.item) for search in read_of.values())


def test_names_that_are_the_filings_own_do_not_block(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    for question in (
        "What was the EBITDA in 2022?",
        "How did iPhone net sales develop?",
        "What was iPhone's share of net sales?",
        "Who is the CEO?",
        "Cash App gross profit",
        "What is Pfizer's motto?",
    ):
        search = read(connection, tenant, question)
        assert (search.scope.absent, searched(search)) == ((), set(TITLES)), question
        assert not search.scope.is_narrowed


def test_a_filing_whose_cover_was_not_read_is_known_by_its_first_page(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    search = read(connection, tenant, "What did Zenith Bearings' shareholders read?")
    assert search.scope.absent == ()
    assert "unread" in searched(search)
    (name,) = search.required
    assert name.openings == {str(library["unread"].version_id)}


def test_a_filing_that_the_analyst_picked_is_never_overruled(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    picked = [library["square"].document_id, library["block"].document_id]
    for question in ("Block's gross profit in 2022", "What were Microsoft's net sales?", "Cash App"):
        search = read(connection, tenant, question, picked)
        assert searched(search) == {"square", "block"}
        assert all(filing.is_picked for filing in search.scope.filings)
        assert not search.scope.is_narrowed


def test_what_the_analyst_took_out_is_not_searched(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    out = [library["block"].document_id]
    search = read(connection, tenant, "How did Square's Cash App grow?", without=out)
    assert searched(search) == {"square"}
    assert search.scope.without == tuple(out)
    search = read(
        connection, tenant, "How did Square's Cash App grow?", without=[*out, library["square"].document_id]
    )
    assert (searched(search), search.scope.absent) == (set(), ("Square",))


def test_an_empty_library_lacks_nobody(connection: Connection, tenant: Scope) -> None:
    search = read(connection, tenant, "What were Microsoft's net sales?")
    assert (search.filings, search.scope.absent) == ((), ())


def test_what_follows_a_company_is_its_segment_where_its_filings_have_it_as_a_row(
    connection: Connection, tenant: Scope
) -> None:
    page = statement("81,797", "82,959", label="Space")
    for number in range(RARE_NAME + 1):
        page.add(f"Controls and space are spoken of in paragraph {number}." + " It was a good year." * 30)
    store(connection, page.parsed("Halden Marine Corporation · Form 10-K · FY2023"), offline_embedder())
    absent = {
        "Halden Space sales in 2023": (),
        "Halden Controls sales in 2023": ("Halden Controls",),
        "Halden Quarries sales in 2023": ("Halden Quarries",),
        "Halden Marine Space, Inc. sales in 2023": ("Halden Marine Space",),
        "Halden Marine's sales in 2023": (),
    }
    read_of = {question: read(connection, tenant, question).scope.absent for question in absent}
    assert read_of == absent
