"""A search that is too wide to look at everything says so in its trace, and finds the same in a small library."""

from __future__ import annotations

import pytest

from pipeline.evidence.packet import Packet
from pipeline.index.embedding import offline_embedder
from pipeline.search.filings import filings_in_scope
from pipeline.search.reading import read_search
from pipeline.search.retrieve import Found, search_for
from pipeline.store import passage_vectors, postings
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from tests.answer.filing import statement
from tests.search.library import store

QUESTION = "Who reports the most on total net sales?"


def found(connection: Connection, tenant: Scope) -> Found:
    filings = filings_in_scope(connection, tenant.user_id)
    search = read_search(connection, QUESTION, filings)
    assert len(search.filings) == 2, "the question names no filing"
    return search_for(connection, offline_embedder(), search)


def texts(packet: Packet) -> set[str]:
    return {entry.passage.text for entry in packet.entries}


def test_a_wide_search_says_how_it_was_searched(
    connection: Connection, tenant: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = offline_embedder()
    for title, year in (
        ("Apple Inc. · Form 10-Q · Q3 FY2023", 2023),
        ("Dell Inc. · Form 10-K · FY2022", 2022),
    ):
        store(connection, statement("81,797", "82,959", year=year).parsed(title), embedder)
    whole = found(connection, tenant)
    names = {step.name for step in whole.trace.steps}
    assert {"nearest passages", "passages with its words"} <= names
    monkeypatch.setattr(passage_vectors, "COMPARED", 0)
    monkeypatch.setattr(postings, "READ", 1)
    monkeypatch.setattr(postings, "ENTRIES_READ", 0)
    wide = found(connection, tenant)
    names = {step.name for step in wide.trace.steps}
    assert "nearest passages among the likeliest by their sketches" in names
    assert "passages with its words in the likeliest 1 of 2 filings" in names
    assert texts(wide.packet) == texts(whole.packet)
