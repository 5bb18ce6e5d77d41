"""Searches that are too wide to look at everything: what they find, what they say of it, and how they are planned."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from uuid import UUID, uuid4

import numpy as np
import pytest
from numpy.typing import NDArray
from pgvector import HalfVector

from pipeline.evidence.document import TitleSource
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from pipeline.settings import Settings
from pipeline.store import documents, passage_vectors, passages, postings, sketches
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.scope import Scope
from tests.database import PLAIN_ROLE, new_plain_database, new_tenant

MODEL = "test-embeddings-100"
DIMENSIONS = 100  # no whole number of bytes
FILINGS, PER_FILING = 12, 25


def store_texts(conn: Connection, texts: list[str], vectors: NDArray[np.float32], model: str = MODEL) -> UUID:
    """A version of one page, whose passages are the texts."""
    version_id = uuid4()
    document = documents.add(conn, title="T", title_source=TitleSource.COVER, source_name="t.txt")
    conn.execute(
        """
        insert into versions (id, document_id, sha256, media_type, byte_size, page_count, block_count, passage_count,
            title, source_name, render_version, parser_version, seconds)
        values (%s, %s, %s, 'text/plain', 1, 1, 0, 0, 'T', 't.txt', '1', '1', 0)
        """,
        (version_id, document, hashlib.sha256(version_id.bytes).hexdigest()),
    )
    conn.execute(
        "insert into pages (version_id, page_index, kind, label_source, text) values (%s, 0, 'text', 'none', '')",
        (version_id,),
    )
    made = [
        Passage(PassageId(str(version_id), 0, ordinal), TextRange(0, len(text)), 0, 0, text)
        for ordinal, text in enumerate(texts)
    ]
    passages.add_all(conn, version_id, made, vectors, model)
    return version_id


def unit(vectors: NDArray[np.float64]) -> NDArray[np.float32]:
    of_length_one: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(
        np.float32
    )
    return of_length_one


def random_vectors(count: int, seed: int) -> NDArray[np.float32]:
    return unit(np.random.default_rng(seed).standard_normal((count, DIMENSIONS)))


@pytest.fixture(scope="module")
def database(plain_server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database of its own: what other tests leave in theirs would be counted as what is known of these filings."""
    url = new_plain_database(plain_server, "wide", with_vector=True)
    opened = Database.open(Settings(home=tmp_path_factory.mktemp("wide"), database_url=url))
    yield opened
    opened.close()


@pytest.fixture
def library(connection: Connection) -> list[UUID]:
    """Filings of PER_FILING passages with random vectors, in which every passage says "sales"."""
    return [
        store_texts(
            connection,
            [f"Sales of item {number} grew in filing {filing}." for number in range(PER_FILING)],
            random_vectors(PER_FILING, filing),
        )
        for filing in range(FILINGS)
    ]


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search of more than two small filings is a wide one."""
    monkeypatch.setattr(passage_vectors, "COMPARED", 2 * PER_FILING)
    monkeypatch.setattr(postings, "READ", 2)
    monkeypatch.setattr(postings, "ENTRIES_READ", 2 * PER_FILING)


@pytest.mark.usefixtures("wide")
def test_a_wide_search_finds_what_comparing_everything_finds(
    connection: Connection, library: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty of three hundred passages are compared, and the best ten are hardly ever others."""
    monkeypatch.setattr(passage_vectors, "CANDIDATES", 60)
    found_of = 0
    for seed in range(100, 120):
        vector = random_vectors(1, seed)[0]
        near = passages.by_meaning(connection, vector, MODEL, library, 10)
        assert not near.is_exact
        every = [found for one in library for found in passages.nearest(connection, vector, MODEL, [one], 10)]
        best = sorted(every, key=lambda found: (-found[1], found[0]))[:10]
        found_of += len({*near.found} & {*best})
    assert found_of >= 0.95 * 20 * 10


@pytest.mark.usefixtures("wide")
def test_similarities_of_a_wide_search_are_those_of_the_vectors(
    connection: Connection, library: list[UUID]
) -> None:
    vector = random_vectors(1, 205)[0]
    near = passages.by_meaning(connection, vector, MODEL, library, FILINGS * PER_FILING)
    assert len(near.found) == FILINGS * PER_FILING, "with as many candidates as passages it is complete"
    every = [found for one in library for found in passages.nearest(connection, vector, MODEL, [one], 99)]
    assert list(near.found) == sorted(every, key=lambda found: (-found[1], found[0]))


@pytest.mark.usefixtures("wide")
def test_what_is_read_again_added_or_deleted_is_searched_as_it_is_now(
    connection: Connection, library: list[UUID]
) -> None:
    vector = random_vectors(1, 206)[0]
    wide = [*library, store_texts(connection, ["Near"], vector[np.newaxis])]
    assert passages.by_meaning(connection, vector, MODEL, wide, 1).found[0][0].version == str(wide[-1])
    connection.execute("delete from passages where version_id = %s", (wide[-1],))
    connection.execute("delete from passage_vectors where version_id = %s", (wide[-1],))
    connection.execute("delete from vector_sketches where version_id = %s", (wide[-1],))
    made = Passage(PassageId(str(wide[-1]), 0, 0), TextRange(0, 3), 0, 0, "Far")
    passages.add_all(connection, wide[-1], [made], -vector[np.newaxis], MODEL)
    near = passages.by_meaning(connection, vector, MODEL, wide, FILINGS * PER_FILING + 1)
    farthest, similarity = near.found[-1]
    assert farthest == made.id
    assert similarity == pytest.approx(-1.0, abs=1e-3)
    more = Passage(PassageId(str(wide[-1]), 0, 1), TextRange(0, 4), 0, 0, "Near")
    passages.add_all(connection, wide[-1], [more], vector[np.newaxis], MODEL)
    assert passages.by_meaning(connection, vector, MODEL, wide, 1).found[0][0] == more.id


@pytest.mark.usefixtures("wide")
def test_sketches_that_would_take_too_much_memory_are_read_each_time(
    connection: Connection, library: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    vector = random_vectors(1, 208)[0]
    kept = passages.nearest(connection, vector, MODEL, library, 10)
    monkeypatch.setattr(sketches, "KEPT_BYTES", 1)
    sketches.forget()
    assert passages.nearest(connection, vector, MODEL, library, 10) == kept
    assert not sketches.kept()


@pytest.mark.usefixtures("wide")
def test_a_narrow_search_compares_everything(connection: Connection, library: list[UUID]) -> None:
    near = passages.by_meaning(connection, random_vectors(1, 207)[0], MODEL, library[:2], 10)
    assert near.is_exact
    assert {found.version for found, _ in near.found} <= {str(one) for one in library[:2]}


@pytest.mark.usefixtures("wide")
def test_another_models_vectors_are_not_compared(connection: Connection, library: list[UUID]) -> None:
    near = passages.by_meaning(connection, random_vectors(1, 207)[0], "another", library, 10)
    assert near.found == ()


@pytest.mark.usefixtures("wide")
def test_a_wide_search_finds_nothing_of_other_filings_and_tenants(database: Database, tenant: Scope) -> None:
    """However near: what is left out is left out by the database, and others are found in its place."""
    vector = random_vectors(1, 1)[0]
    close = unit(vector + 0.01 * np.random.default_rng(2).standard_normal((PER_FILING, len(vector))))
    stranger = new_tenant(database)
    with database.scoped(stranger) as conn:
        for _ in range(6):
            store_texts(conn, ["Sales"] * PER_FILING, close)
    with database.scoped(tenant) as conn:
        store_texts(conn, ["Sales"] * PER_FILING, close)  # in the tenant, and not searched
        own = [
            store_texts(conn, ["Sales"] * PER_FILING, random_vectors(PER_FILING, seed))
            for seed in range(20, 24)
        ]
        near = passages.by_meaning(conn, vector, MODEL, own, 3 * PER_FILING)
    assert len(near.found) == 3 * PER_FILING
    assert {found.version for found, _ in near.found} <= {str(one) for one in own}


def plan_of(connection: Connection, statement: str, **values: object) -> str:
    known = {"vector": HalfVector(random_vectors(1, 0)[0]), "model": MODEL, "limit": 10}
    return "\n".join(
        line for (line,) in connection.execute(f"explain {statement}".encode(), {**known, **values})
    )


def test_both_comparisons_go_by_the_key_of_the_vectors_and_sort(
    connection: Connection, library: list[UUID]
) -> None:
    """As a plain role, under forced row-level security, whose condition is part of the key in both."""
    assert connection.execute("select current_user").fetchone() == (PLAIN_ROLE,)
    connection.execute("set local enable_seqscan = off")  # the library of a test is smaller than any index
    whole = plan_of(connection, passage_vectors.COMPARING, versions=library[:2])
    some = plan_of(
        connection,
        passage_vectors.COMPARING_SOME,
        versions=library[:2],
        positions=[1, 2],
        pages=[0, 0],
        ordinals=[1, 2],
    )
    for plan in (whole, some):
        assert "Sort Key: ((" in plan
        assert "passage_vectors_pkey" in plan
        assert "Index Cond: ((tenant_id = (InitPlan 1).col1) AND (version_id = " in plan


@pytest.mark.usefixtures("wide")
def test_a_wide_search_for_frequent_words_looks_at_few_filings_and_says_so(
    connection: Connection, library: list[UUID]
) -> None:
    worded = passages.by_words(connection, ["sales", "grew"], library, 50)
    assert (worded.read, worded.searched, worded.is_exact) == (2, FILINGS, False)
    assert len({found.version for found, _ in worded.found}) == 2


@pytest.mark.usefixtures("wide")
def test_a_wide_search_looks_into_the_filings_whose_passages_can_rank_best(
    connection: Connection, library: list[UUID]
) -> None:
    about = store_texts(connection, ["Sales of gauges", "Gauges sales"], random_vectors(2, 50))
    worded = passages.by_words(connection, ["sales", "grew", "gauges"], [*library, about], 3)
    assert not worded.is_exact
    assert {found.version for found, _ in worded.found[:2]} == {str(about)}


@pytest.mark.usefixtures("wide")
def test_rare_words_are_found_wherever_they_stand(connection: Connection, library: list[UUID]) -> None:
    worded = passages.by_words(connection, ["item 7"], library, 50)
    holding = {found.version for found, _ in passages.by_words(connection, ["7"], library, 50).found}
    assert holding == {str(one) for one in library}
    assert not worded.is_exact, "“item” is everywhere"


def test_ranks_are_the_same_whether_filings_were_left_out_or_not(
    connection: Connection, library: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = dict(passages.by_words(connection, ["sales", "7"], library, 1_000).found)
    monkeypatch.setattr(postings, "READ", 2)
    monkeypatch.setattr(postings, "ENTRIES_READ", 10)
    cut = passages.by_words(connection, ["sales", "7"], library, 1_000)
    assert not cut.is_exact
    assert {found: pytest.approx(whole[found]) for found, _ in cut.found} == dict(cut.found)


@pytest.mark.usefixtures("wide")
def test_a_wide_search_for_words_asks_an_index_by_word(connection: Connection, library: list[UUID]) -> None:
    connection.execute("set local enable_seqscan = off")
    plan = connection.execute(
        "explain select lexeme, version_id, passages, best from postings where lexeme = any(%s)", (["sale"],)
    ).fetchall()
    assert "Index Only Scan using postings_by_word" in "\n".join(line for (line,) in plan)


@pytest.mark.usefixtures("wide")
def test_few_passages_that_agree_roughly_are_enough(
    connection: Connection, library: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The nearest one agrees in most bits, and so is never left out by the first look."""
    monkeypatch.setattr(sketches, "ROUGHLY", 30)
    monkeypatch.setattr(passage_vectors, "CANDIDATES", 10)
    for filing in range(FILINGS):
        vector = random_vectors(PER_FILING, filing)[3]
        noisy = unit(vector + 0.05 * random_vectors(1, 90 + filing)[0])
        ((found, similarity),) = passages.nearest(connection, noisy, MODEL, library, 1)
        assert (found.version, found.ordinal) == (str(library[filing]), 3)
        assert similarity > 0.99
