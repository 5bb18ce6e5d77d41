"""Passages: exact nearest neighbours, and words."""

from __future__ import annotations

from uuid import uuid4

import numpy as np
import pytest

from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.passage import PassageId
from pipeline.store import passages
from pipeline.store.connect import Connection
from tests.store.filing import MODEL, passages_of, store_filing, vectors_of


def test_passages_come_back_in_the_order_asked_for(connection: Connection) -> None:
    filing = store_filing(connection)
    asked = [filing.passages[2].id, PassageId(str(uuid4()), 0, 0), filing.passages[0].id]
    assert passages.get_many(connection, asked) == [filing.passages[2], filing.passages[0]]


def test_the_nearest_are_exact_and_ranked_by_cosine(connection: Connection) -> None:
    filing = store_filing(connection)
    vector = np.array([3, 4, 0, 0, 0, 0, 0, 0], dtype=np.float32)
    found = passages.nearest(connection, vector, MODEL, [filing.version_id], 10)
    assert [passage_id for passage_id, _ in found] == [filing.passages[n].id for n in (1, 0, 2)]
    assert [similarity for _, similarity in found] == pytest.approx([0.8, 0.6, 0.0], abs=1e-6)


def test_the_nearest_agree_with_a_computation_over_everything(connection: Connection) -> None:
    filing = store_filing(connection)
    vector = np.random.default_rng(7).standard_normal(8).astype(np.float32)
    expected = filing.vectors @ (vector / np.linalg.norm(vector))
    found = dict(passages.nearest(connection, vector, MODEL, None, 10))
    assert [found[passage.id] for passage in filing.passages] == pytest.approx(expected.tolist(), abs=1e-3)


def test_vectors_of_another_model_are_not_compared(connection: Connection) -> None:
    filing = store_filing(connection)
    assert passages.nearest(connection, np.ones(3, dtype=np.float32), "another", [filing.version_id], 5) == []


def test_the_limit_holds(connection: Connection) -> None:
    store_filing(connection)
    assert len(passages.nearest(connection, vectors_of(1)[0], MODEL, None, 2)) == 2
    assert len(passages.lexical(connection, ["halden"], None, 2)) == 2


def test_superseded_versions_are_searched_only_when_named(connection: Connection) -> None:
    old = store_filing(connection)
    new = store_filing(connection, document_id=old.document_id, supersedes=old.version_id)
    everything = {found.version for found, _ in passages.nearest(connection, old.vectors[0], MODEL, None, 10)}
    assert everything == {str(new.version_id)}
    named = {found.version for found, _ in passages.lexical(connection, ["sales"], [old.version_id], 10)}
    assert named == {str(old.version_id)}


def test_no_version_named_is_no_version_searched(connection: Connection) -> None:
    filing = store_filing(connection)
    assert passages.nearest(connection, filing.vectors[0], MODEL, [], 10) == []
    assert passages.lexical(connection, ["sales"], [], 10) == []


def test_one_of_the_words_is_enough_and_more_are_better(connection: Connection) -> None:
    filing = store_filing(connection)
    found = passages.lexical(connection, ["sales", "demand", "gauge"], None, 10)
    assert [passage_id for passage_id, _ in found] == [filing.passages[2].id, filing.passages[1].id]
    assert found[0][1] > found[1][1] > 0


def test_words_are_compared_by_their_stems(connection: Connection) -> None:
    filing = store_filing(connection)
    ((passage_id, _),) = passages.lexical(connection, ["demanding"], None, 10)
    assert passage_id == filing.passages[2].id


def test_the_passages_own_words_count_more_than_its_context(connection: Connection) -> None:
    filing = store_filing(connection)
    found = passages.lexical(connection, ["halden"], None, 10)
    assert found[0][0] == filing.passages[0].id
    assert len(found) == 3


def test_a_rare_word_counts_more_than_a_common_one(connection: Connection) -> None:
    filing = store_filing(connection)
    ranks = {word: passages.lexical(connection, [word], None, 1)[0][1] for word in ("gauges", "sales")}
    assert ranks["gauges"] > ranks["sales"]
    assert filing.passages


def test_several_words_in_one_term_are_a_phrase(connection: Connection) -> None:
    filing = store_filing(connection)
    assert [found for found, _ in passages.lexical(connection, ["net sales fell"], None, 10)] == [
        filing.passages[2].id
    ]
    assert passages.lexical(connection, ["fell sales net"], None, 10) == []


@pytest.mark.parametrize(
    "term",
    ["'", "\\", "a'b", "sales' | 'x", "!sales", "sales & (", "<->", "the", "", "  ", ":*", "§", "'; drop"],
)
def test_no_term_is_read_as_an_operator(connection: Connection, term: str) -> None:
    filing = store_filing(connection)
    found = {passage_id for passage_id, _ in passages.lexical(connection, [term, "gauges"], None, 10)}
    assert filing.passages[2].id in found


def test_only_stop_words_find_nothing(connection: Connection) -> None:
    store_filing(connection)
    assert passages.lexical(connection, ["the", "of"], None, 10) == []


def test_embeddings_must_fit_their_passages(connection: Connection) -> None:
    filing = store_filing(connection)
    texts = passages_of(filing.parsed, filing.version_id)
    with pytest.raises(InvalidDocument, match="as many embeddings"):
        passages.add_all(connection, filing.version_id, texts, vectors_of(2), MODEL)
    with pytest.raises(InvalidDocument, match="not finite"):
        passages.add_all(connection, filing.version_id, texts, vectors_of(3) * np.float32(1e6), MODEL)
    with pytest.raises(InvalidDocument, match="not of version"):
        passages.add_all(connection, uuid4(), texts, vectors_of(3), MODEL)
