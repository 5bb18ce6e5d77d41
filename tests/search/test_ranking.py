"""Pages of a question's filings, ranked by several lists, in the real database."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.parts import PagePart, Part
from pipeline.evidence.trace import ListName
from pipeline.index.embedding import offline_embedder
from pipeline.search import ranking
from pipeline.search.filings import filings_in_scope
from pipeline.search.ranking import PageRanking, rank_pages
from pipeline.search.reading import read_search
from pipeline.search.retrieve import search_for
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from tests.answer.filing import PageWriter
from tests.search.library import store

TITLE = "Orrin Lamps, Inc. · Form 10-K · FY2023"


def pages(*writers: PageWriter) -> ParsedDocument:
    """Pages written by hand, as one document whose tables are numbered through."""
    first = writers[0].parsed(TITLE)
    blocks, tables = list(first.blocks), list(first.tables)
    for writer in writers[1:]:
        moved = [
            replace(block, table=None if block.table is None else block.table + len(tables))
            for block in writer.blocks
        ]
        tables += [replace(table, ordinal=table.ordinal + len(tables)) for table in writer.tables]
        blocks += moved
    return replace(
        first, pages=tuple(writer.page() for writer in writers), blocks=tuple(blocks), tables=tuple(tables)
    )


def prose(index: int, words: str) -> PageWriter:
    writer = PageWriter(index)
    writer.add(f"{words} We cannot say how demand for lamps will develop in the coming years.")
    return writer


def rows(index: int, *labels: str) -> PageWriter:
    writer = PageWriter(index)
    writer.table(["2023", "2022"])
    for number, label in enumerate(labels):
        writer.row(label, f"{number + 1},100", f"{number + 1},000")
    return writer


@pytest.fixture
def filing(connection: Connection) -> None:
    document = pages(
        prose(0, "Days payable outstanding is a measure that we follow: days payable outstanding fell."),
        rows(1, "Net sales", "Cost of sales", "Net income"),
        rows(2, "Inventories", "Accounts payable", "Total liabilities"),
        rows(3, "Accounts payable to related parties", "Prepaid rent"),
        prose(4, "Lawsuits about our lamps are pending in three courts."),
    )
    parts = (
        PagePart(1, Part.INCOME_STATEMENT, "", 1.0),
        PagePart(2, Part.BALANCE_SHEET, "", 1.0),
        PagePart(4, Part.LEGAL, "", 1.0),
    )
    store(connection, replace(document, parts=parts), offline_embedder())


def ranked(connection: Connection, tenant: Scope, question: str) -> PageRanking:
    search = read_search(connection, question, filings_in_scope(connection, tenant.user_id))
    return rank_pages(connection, offline_embedder(), search)


def lists(found: PageRanking, index: int) -> set[ListName]:
    return {hit.list for page in found.pages if page.page.page_index == index for hit in page.hits}


@pytest.mark.usefixtures("filing")
def test_the_inputs_of_a_metric_come_before_prose_that_talks_of_it(
    connection: Connection, tenant: Scope
) -> None:
    found = ranked(connection, tenant, "What is the FY2023 days payable outstanding of Orrin Lamps?")
    assert {page.page.page_index for page in found.pages[:2]} == {1, 2}
    assert lists(found, 2) >= {ListName.STATEMENTS, ListName.ROWS}


@pytest.mark.usefixtures("filing")
def test_a_topic_brings_the_part_that_speaks_of_it(connection: Connection, tenant: Scope) -> None:
    found = ranked(connection, tenant, "Is there any litigation against Orrin Lamps?")
    assert found.pages[0].page.page_index == 4
    assert ListName.TOPICS in lists(found, 4)


@pytest.mark.usefixtures("filing")
def test_a_label_in_the_question_s_own_words_is_found(connection: Connection, tenant: Scope) -> None:
    found = ranked(connection, tenant, "What was Orrin Lamps's prepaid rent in 2023?")
    assert ListName.ROWS in lists(found, 3)


@pytest.mark.usefixtures("filing")
def test_the_trace_tells_which_list_brought_a_page_and_what_became_of_it(
    connection: Connection, tenant: Scope
) -> None:
    question = "What is the FY2023 days payable outstanding of Orrin Lamps?"
    search = read_search(connection, question, filings_in_scope(connection, tenant.user_id))
    found = search_for(connection, offline_embedder(), search)
    assert found.trace.metrics == (
        ("days payable outstanding", ("accounts payable", "cost of sales", "inventories")),
    )
    handles = [handle for page in found.trace.pages for handle in page.handles]
    assert sorted(handles) == sorted(str(entry.handle) for entry in found.packet.entries)
    first = found.packet.entries[0].passage
    assert "Accounts payable" in first.text  # an input, before the prose
    assert [page.rank for page in found.trace.pages] == list(range(1, len(found.trace.pages) + 1))
    assert {step.name for step in found.trace.steps} >= {"nearest passages", "rows of its line items"}


@pytest.mark.usefixtures("filing")
def test_of_many_filings_only_those_that_the_texts_speak_for_are_looked_into(
    connection: Connection, tenant: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(rows(0, "Accounts payable").parsed("Tallow Corp. · Form 10-K · FY2023"))
    store(connection, other, offline_embedder())
    monkeypatch.setattr(ranking, "LOOKED_INTO", 1)
    found = ranked(
        connection, tenant, "Which lawsuits about lamps are pending, and what are accounts payable?"
    )
    assert {page.version_id for page in found.rows} == {found.pages[0].page.version_id}
