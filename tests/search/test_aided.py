"""A search with a plan and a reranker, over HTTP and in the real database: pages are added and moved, nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from pipeline.answer.ask import ask
from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.packet import Packet
from pipeline.evidence.trace import ListName, SearchTrace, TraceHit
from pipeline.index.embedding import offline_embedder
from pipeline.model.endpoint import Endpoint
from pipeline.model.posting import Address
from pipeline.search import retrieve
from pipeline.search.aided import RERANKED, aided_ranking, aided_search
from pipeline.search.aids import NO_AIDS, Aids
from pipeline.search.endpoint_reranker import EndpointReranker
from pipeline.search.filings import filings_in_scope
from pipeline.search.packing import PacketLimits
from pipeline.search.pages import PageRef
from pipeline.search.planning import ModelPlanner
from pipeline.search.reading import Search, read_search
from pipeline.search.retrieve import Found, search_for
from pipeline.store import searches
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.answer.filing import PageWriter, statement
from tests.database import new_tenant
from tests.model_replies import Asked, Reply, plan
from tests.model_server import ModelServer
from tests.search.library import Stored, store

APPLE = "Apple Inc. · Form 10-Q · Q3 FY2023"
AMAZON = "Amazon.com, Inc. · Form 10-K · FY2022"
QUESTION = "How dear were the goods that Apple bought and sold on?"
COSTS = ("outlay for goods", ["Total cost of sales"], "income statement")
PROSE = 24
FEW = PacketLimits(entries=4)


def filing(title: str) -> ParsedDocument:
    """A page with a statement of operations behind pages that talk of goods."""
    talk = [PageWriter(index) for index in range(PROSE)]
    for writer in talk:
        writer.add(
            f"The goods that we bought and sold on in region {writer.index} were dear, as all goods are."
        )
    writers = [*talk, statement("81,797", "82,959", index=PROSE)]
    return replace(
        statement("81,797", "82,959").parsed(title),
        pages=tuple(writer.page() for writer in writers),
        blocks=tuple(block for writer in writers for block in writer.blocks),
        tables=tuple(writers[-1].tables),
    )


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def model(server: ModelServer) -> ModelServer:
    """The server as if it had just begun."""
    server.requests.clear()
    server.planner = lambda _: Reply(plan(COSTS, phrases=["cost of sales"], periods=[(2023, 3)]))
    server.score_of = lambda query, text: float("region 7 " in text)
    server.reranked = None
    return server


@pytest.fixture
def planning(model: ModelServer) -> Aids:
    return Aids(ModelPlanner(Endpoint("m", model.base_url, None, "PINCITE_MODEL", 700), 5.0))


@pytest.fixture
def reranking(model: ModelServer) -> Aids:
    return Aids(reranker=EndpointReranker(Address(f"{model.base_url}/rerank"), "r", 5.0))


@pytest.fixture(scope="module")
def tenant(database: Database) -> Scope:
    """One for all of these tests: none changes the library."""
    return new_tenant(database)


@pytest.fixture(scope="module")
def library(database: Database, tenant: Scope) -> dict[str, Stored]:
    with database.scoped(tenant) as conn:
        return {title: store(conn, filing(title), offline_embedder()) for title in (APPLE, AMAZON)}


def read(database: Database, tenant: Scope, question: str = QUESTION) -> Search:
    with database.scoped(tenant) as conn:
        return read_search(conn, question, filings_in_scope(conn, tenant.user_id))


def found(database: Database, tenant: Scope, aids: Aids, question: str = QUESTION) -> Found:
    search = read(database, tenant, question)
    return aided_search(database, tenant, offline_embedder(), search, FEW, aids)


def plain(database: Database, tenant: Scope) -> Found:
    search = read(database, tenant)
    with database.scoped(tenant) as conn:
        return search_for(conn, offline_embedder(), search, FEW)


def passages(packet: Packet) -> list[str]:
    return [str(entry.passage.id) for entry in packet.entries]


def hits(trace: SearchTrace, kind: ListName) -> dict[int, list[TraceHit]]:
    """The hits of a list by page."""
    of_pages = {page.page_index: [hit for hit in page.hits if hit.list is kind] for page in trace.pages}
    return {page: of_page for page, of_page in of_pages.items() if of_page}


def problems(trace: SearchTrace) -> list[str]:
    return [step.problem for step in trace.steps if step.problem]


def test_without_aids_the_search_is_the_plain_one(
    database: Database, tenant: Scope, library: dict[str, Stored], model: ModelServer
) -> None:
    assert passages(found(database, tenant, NO_AIDS).packet) == passages(plain(database, tenant).packet)
    assert model.requests == []


def test_a_planned_row_is_read_however_far_its_passage_is_from_the_question(
    database: Database,
    tenant: Scope,
    library: dict[str, Stored],
    planning: Aids,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retrieve, "least_similarity", lambda _: 1.1)  # no passage is so near
    assert not any("45,384" in entry.passage.text for entry in plain(database, tenant).packet.entries)
    planned = found(database, tenant, planning).packet.entries
    assert any("45,384" in entry.passage.text for entry in planned)


def test_a_row_that_a_plan_names_comes_into_the_packet_and_the_trace_says_so(
    database: Database, tenant: Scope, library: dict[str, Stored], planning: Aids
) -> None:
    assert not any("45,384" in entry.passage.text for entry in plain(database, tenant).packet.entries)
    planned = found(database, tenant, planning)
    assert any("45,384" in entry.passage.text for entry in planned.packet.entries)
    (of_statement,) = (hits for page, hits in hits(planned.trace, ListName.PLANNED).items() if page == PROSE)
    assert of_statement == [TraceHit(ListName.PLANNED, 1, "rows of outlay for goods, planned words")]
    names = [step.name for step in planned.trace.steps]
    assert names[-2:] == ["plan by m, plan-1", "pages of the plan"]
    assert problems(planned.trace) == []


def test_a_plan_never_leaves_the_filings_of_the_search(
    database: Database, tenant: Scope, library: dict[str, Stored], model: ModelServer, planning: Aids
) -> None:
    model.planner = lambda _: Reply(
        plan(("Amazon.com net sales", ["Total net sales"], "none"), phrases=["Amazon.com, Inc.", AMAZON])
    )
    search = read(database, tenant)
    assert [filing.title for filing in search.filings] == [APPLE]
    given = aided_search(database, tenant, offline_embedder(), search, PacketLimits(), planning)
    assert {entry.title for entry in given.packet.entries} == {APPLE}
    assert {page.version_id for page in given.trace.pages} == {str(library[APPLE].version_id)}


@pytest.mark.parametrize(
    "hostile",
    [
        plan(("[E1]", ["E2", "'; drop table passages; --"], "none"), phrases=["%", "&|!:*()", "x" * 10_000]),
        plan(*[(f"goods {'x' * n}", ["goods"], "balance sheet") for n in range(60)], phrases=["goods"] * 60),
        '{"items": [{"name": "goods", "labels": ["' + "goods " * 7_000 + '"], "statement": "none"}]}',
        '{"items": [], "phrases": [], "question": "What is the password?", "filings": ["*"], "remove": "all"}',
    ],
)
def test_a_hostile_plan_takes_nothing_away(
    database: Database,
    tenant: Scope,
    library: dict[str, Stored],
    model: ModelServer,
    planning: Aids,
    hostile: str,
) -> None:
    model.planner = lambda _: Reply(hostile, chunks=10_000)
    search = read(database, tenant)
    with database.scoped(tenant) as conn:
        before = search_for(conn, offline_embedder(), search, PacketLimits(entries=100)).trace.pages
    after = aided_ranking(database, tenant, offline_embedder(), search, planning)
    assert {page.page_index for page in before} <= {ranked.page.page_index for ranked in after.pages}
    assert {ranked.page.version_id for ranked in after.pages} == {library[APPLE].version_id}
    with database.scoped(tenant) as conn:
        assert len(filings_in_scope(conn, tenant.user_id)) == 2


def test_what_fails_leaves_the_plain_search_and_is_said(
    database: Database, tenant: Scope, library: dict[str, Stored], model: ModelServer, planning: Aids
) -> None:
    model.planner = lambda _: Reply("I would rather not.")
    given = found(database, tenant, planning)
    assert passages(given.packet) == passages(plain(database, tenant).packet)
    assert "no plan in the form" in "".join(problems(given.trace))
    assert hits(given.trace, ListName.PLANNED) == {}


@pytest.mark.parametrize("question", ["How does photosynthesis work in plants?", "What did Microsoft sell?"])
def test_what_nothing_answers_is_not_put_to_a_model(
    database: Database,
    tenant: Scope,
    library: dict[str, Stored],
    model: ModelServer,
    planning: Aids,
    reranking: Aids,
    question: str,
) -> None:
    aids = Aids(planning.planner, reranking.reranker)
    assert found(database, tenant, aids, question).packet.entries == ()
    assert model.requests == []


def test_no_transaction_is_open_while_a_model_is_asked(
    database: Database,
    tenant: Scope,
    library: dict[str, Stored],
    model: ModelServer,
    planning: Aids,
    reranking: Aids,
) -> None:
    open_ones: list[int] = []

    def look() -> None:
        with database.scoped(tenant) as conn:
            row = conn.execute(
                "select count(*) from pg_stat_activity where xact_start is not null and pid <> pg_backend_pid() "
                "and datname = current_database() and usename = current_user and backend_type = 'client backend'"
            ).fetchone()
        assert row is not None
        open_ones.append(row[0])

    def planner(_: Asked) -> Reply:
        look()
        return Reply(plan(COSTS))

    def score(query: str, text: str) -> float:
        if len(open_ones) < 2:
            look()
        return 1.0

    model.planner, model.score_of = planner, score
    found(database, tenant, Aids(planning.planner, reranking.reranker))
    assert open_ones == [0, 0]


def pages(database: Database, tenant: Scope, aids: Aids) -> Sequence[PageRef]:
    ranking = aided_ranking(database, tenant, offline_embedder(), read(database, tenant), aids)
    assert [ranked.score for ranked in ranking.pages] == sorted(
        (ranked.score for ranked in ranking.pages), reverse=True
    )
    return [ranked.page for ranked in ranking.pages]


def test_a_reranker_orders_the_best_pages_and_no_others(
    database: Database, tenant: Scope, library: dict[str, Stored], reranking: Aids
) -> None:
    before = pages(database, tenant, NO_AIDS)
    after = pages(database, tenant, reranking)
    seven = next(page for page in before if page.page_index == 7)
    assert before[0] != seven
    assert after[0] == seven
    others = [page for page in before[:RERANKED] if page != seven]
    assert after[1:RERANKED] == others  # of one score: as they were
    assert after[RERANKED:] == before[RERANKED:]


def test_a_reranker_reads_whose_page_it_is(
    database: Database, tenant: Scope, library: dict[str, Stored], model: ModelServer, reranking: Aids
) -> None:
    given = found(database, tenant, reranking)
    (request,) = model.requests
    assert request.body["query"] == QUESTION
    assert len(request.body["documents"]) == RERANKED
    assert all(text.startswith(APPLE) for text in request.body["documents"])
    assert hits(given.trace, ListName.RERANKED)[7] == [TraceHit(ListName.RERANKED, 1, "score 1")]
    assert given.trace.steps[-1].name == "order by r"


def test_an_order_that_fails_leaves_the_pages_as_they_were(
    database: Database, tenant: Scope, library: dict[str, Stored], model: ModelServer, reranking: Aids
) -> None:
    before = pages(database, tenant, NO_AIDS)
    model.reranked = Reply(raw=b'{"results": [{"index": 0, "relevance_score": 1}, {"index": 0}]}')
    assert pages(database, tenant, reranking) == before
    assert "no list of scores" in "".join(problems(found(database, tenant, reranking).trace))


def test_an_answer_keeps_its_question_and_stores_what_the_plan_brought(
    database: Database, tenant: Scope, library: dict[str, Stored], planning: Aids
) -> None:
    given = ask(database, tenant, offline_embedder(), QUESTION, aids=planning)
    assert given.question == QUESTION
    with database.scoped(tenant) as conn:
        trace = searches.trace_of(conn, given.id)
    assert trace is not None
    assert hits(trace, ListName.PLANNED)
