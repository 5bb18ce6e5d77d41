"""From a question to its packet, with the real database and the real offline model."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import AccessDenied, NotFound
from pipeline.evidence.packet import Packet
from pipeline.index.embedding import EndpointEmbedder, offline_embedder
from pipeline.search.filings import filings_in_scope
from pipeline.search.packing import PacketLimits
from pipeline.search.reading import read_search
from pipeline.search.retrieve import search_for
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from tests.answer.filing import PageWriter, statement
from tests.model_server import ModelServer
from tests.search.library import Stored, store, store_version

APPLE = "Apple Inc. · Form 10-Q · Q3 FY2023"
AMAZON = "Amazon.com, Inc. · Form 10-K · FY2022"
QUESTION = "What were Apple's total net sales in the third quarter of 2023?"


def risks(words: str) -> PageWriter:
    writer = PageWriter(0)
    for number in range(6):
        sentence = f"{words} Paragraph {number} says that demand may fall and that suppliers may fail us."
        writer.add(" ".join([sentence] * 5))
    return writer


@pytest.fixture
def library(connection: Connection) -> dict[str, Stored]:
    """Apple with a statement, Amazon with another one."""
    embedder = offline_embedder()
    return {
        "apple": store(connection, statement("81,797", "82,959").parsed(APPLE), embedder),
        "amazon": store(connection, statement("149,204", "137,412", year=2022).parsed(AMAZON), embedder),
    }


def packet(
    connection: Connection,
    tenant: Scope,
    question: str,
    documents: Sequence[UUID] | None = None,
    limits: PacketLimits = PacketLimits(),  # noqa: B008
) -> Packet:
    filings = filings_in_scope(connection, tenant.user_id, documents)
    search = read_search(connection, question, filings, picked=documents is not None)
    return search_for(connection, offline_embedder(), search, limits).packet


def titles(found: Packet) -> set[str]:
    return {entry.title for entry in found.entries}


def test_the_filing_that_the_question_names_is_searched(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    found = packet(connection, tenant, QUESTION)
    assert titles(found) == {APPLE}
    assert "81,797" in found.entries[0].passage.text
    assert [str(entry.handle) for entry in found.entries] == [
        f"E{n}" for n in range(1, len(found.entries) + 1)
    ]


def test_only_the_chosen_documents_are_searched(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    found = packet(connection, tenant, "What were total net sales?", [library["amazon"].document_id])
    assert titles(found) == {AMAZON}


def test_without_a_company_every_filing_is_searched(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    assert titles(packet(connection, tenant, "What were total net sales?")) == {APPLE, AMAZON}


@pytest.mark.parametrize(
    "question",
    [
        "What were Microsoft's total net sales in 2023?",
        "Microsoft total net sales 2023",
        "How does photosynthesis work in plants?",
        "Who won the football world cup?",
    ],
)
def test_what_no_filing_is_about_gives_an_empty_packet(
    connection: Connection, tenant: Scope, library: dict[str, Stored], question: str
) -> None:
    assert packet(connection, tenant, question).entries == ()


def test_a_filing_whose_title_is_a_file_name_is_known_by_its_first_page(
    connection: Connection, tenant: Scope
) -> None:
    page = statement("81,797", "82,959")
    page.add("Apple Inc. One Apple Park Way, Cupertino, California.")
    store(connection, page.parsed("report-final-2"), offline_embedder())
    assert packet(connection, tenant, QUESTION).entries


def test_a_packet_keeps_its_limits(connection: Connection, tenant: Scope) -> None:
    store(connection, risks("Our supply chain may be interrupted.").parsed(APPLE), offline_embedder())
    limits = PacketLimits(entries=3, characters=1_500)
    found = packet(connection, tenant, "Which supply chain risks does Apple name?", limits=limits)
    assert 1 <= len(found.entries) <= 3
    assert sum(len(entry.passage.text) for entry in found.entries) <= 1_500
    assert [entry.score for entry in found.entries] == sorted(
        (entry.score for entry in found.entries), reverse=True
    )


def test_no_filing_crowds_out_another(connection: Connection, tenant: Scope) -> None:
    embedder = offline_embedder()
    store(connection, risks("Our supply chain may be interrupted.").parsed(APPLE), embedder)
    short = PageWriter(0)
    short.add("We depend on suppliers, and a shortage in the supply chain may stop deliveries.")
    store(connection, short.parsed(AMAZON), embedder)
    limits = PacketLimits(entries=4)
    found = packet(connection, tenant, "What risks does the supply chain hold?", limits=limits)
    assert titles(found) == {APPLE, AMAZON}


def test_a_superseded_version_is_not_searched(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    apple = library["apple"]
    restated = statement("80,000", "82,959").parsed(APPLE)
    newer = store_version(
        connection, apple.document_id, restated, offline_embedder(), supersedes=apple.version_id
    )
    found = packet(connection, tenant, QUESTION)
    assert {entry.passage.id.version for entry in found.entries} == {str(newer)}


def test_a_document_that_does_not_exist_is_not_found(connection: Connection, tenant: Scope) -> None:
    with pytest.raises(NotFound):
        filings_in_scope(connection, tenant.user_id, [uuid4()])


def test_a_restricted_document_is_denied_when_chosen_and_left_out_otherwise(
    connection: Connection, tenant: Scope
) -> None:
    secret = store(connection, statement("1,111", "2,222").parsed(APPLE), offline_embedder(), restricted=True)
    assert packet(connection, tenant, QUESTION).entries == ()
    with pytest.raises(AccessDenied):
        filings_in_scope(connection, tenant.user_id, [secret.document_id])


def test_passages_of_another_embedding_model_are_still_found_by_their_words(
    connection: Connection, tenant: Scope, library: dict[str, Stored]
) -> None:
    with ModelServer() as server:
        embedder = EndpointEmbedder("words", server.base_url, None)
        filings = filings_in_scope(connection, tenant.user_id)
        found = search_for(connection, embedder, read_search(connection, QUESTION, filings)).packet
    assert "81,797" in found.entries[0].passage.text


def test_a_rare_name_in_the_question_is_in_every_passage(connection: Connection, tenant: Scope) -> None:
    page = risks("Our supply chain may be interrupted.")
    page.add("Net sales of Kenvue products are reported as discontinued operations since the separation.")
    store(connection, page.parsed(APPLE), offline_embedder())
    found = packet(connection, tenant, "What happened to the net sales of Kenvue products?")
    assert found.entries
    assert all("Kenvue" in entry.passage.text for entry in found.entries)


def test_the_row_that_states_a_figure_is_not_buried_by_text_that_talks_of_it(
    connection: Connection, tenant: Scope
) -> None:
    page = statement("81,797", "82,959")
    for number in range(20):
        page.add(
            f"Total net sales, and what moves total net sales in a third quarter such as that of 2023, depend on "
            f"total net sales of products; reason {number} is given in the discussion of total net sales. "
            * 3
            + "So much for it."
        )
    store(connection, page.parsed(APPLE), offline_embedder())
    first = packet(connection, tenant, QUESTION).entries[:3]
    assert any("Total net sales 81,797" in entry.passage.text for entry in first)
