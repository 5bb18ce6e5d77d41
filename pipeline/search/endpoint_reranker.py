"""A reranker behind an endpoint of its own: `POST {address}` with a query and documents."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pipeline.evidence.trace import TraceStep
from pipeline.model.exchange import BrokenOff, NotConnected, Refused, Unconnected
from pipeline.model.failures import LONGEST_WORDS
from pipeline.model.posting import Address, post_json
from pipeline.model.said import said_words
from pipeline.model.server_events import NoReply
from pipeline.model.stopped import Deadline, Stopped, never
from pipeline.search.aid_failures import late
from pipeline.search.reranking import Reranked, valid_scores, whole_order

SHAPES = ("documents", "plain", "texts")
"""How servers take the texts: as Jina, Cohere and vLLM do; the same without a count; as Text Embeddings Inference
does."""

OTHER_SHAPE = frozenset({400, 415, 422})
"""Statuses with which servers answer a request of a shape that they do not know."""

NO_ORDER = "What {place} sent is no list of scores of the texts: {why}. Check PINCITE_RERANK_URL."


class EndpointReranker:
    """Asks a rerank endpoint. `model` is left out of the request where there is none; `seconds`: how long an order is
    waited for."""

    def __init__(self, address: Address, model: str | None, seconds: float) -> None:
        self._address = address
        self._model = model
        self._seconds = seconds
        self._shape = SHAPES[0]

    @property
    def name(self) -> str:
        return self._model or "a reranker"

    def rerank(self, question: str, texts: Sequence[str], stopped: Stopped = never) -> Reranked:
        started = time.perf_counter()
        deadline = Deadline(self._seconds, stopped)
        scored: list[tuple[int, float]] = []
        problem = ""
        try:
            found = valid_scores(_pairs(self._reply(question, texts, deadline)), len(texts))
            if found is None:
                raise NoReply("places or scores are missing, doubled or no numbers")
            scored = found
        except TimeoutError:
            is_late = deadline.has_passed
            problem = late(self._address.place, "order", self._seconds) if is_late else "Cancelled."
        except NoReply as error:
            problem = NO_ORDER.format(place=self._address.place, why=error)
        except Refused as error:
            problem = self._refused(error)
        except NotConnected as error:
            problem = self._not_connected(error)
        except BrokenOff:
            problem = f"The connection to {self._address.place} broke before the order was complete."
        milliseconds = round(1000 * (time.perf_counter() - started), 1)
        order = whole_order(scored, len(texts)) if scored else ()
        step = TraceStep(f"order by {self.name}", len(scored), milliseconds, problem)
        return Reranked(order, tuple(score for _, score in scored), step)

    def _reply(self, question: str, texts: Sequence[str], deadline: Deadline) -> Any:
        """The reply to the first shape of the request that the server takes, from the one that it took last."""
        for shape in SHAPES[SHAPES.index(self._shape) :]:
            try:
                reply = post_json(self._address, self._body(shape, question, texts), deadline)
            except Refused as error:
                if error.status not in OTHER_SHAPE or shape == SHAPES[-1]:
                    raise
            else:
                self._shape = shape
                return reply
        raise AssertionError("the last shape answers or raises")

    def _body(self, shape: str, question: str, texts: Sequence[str]) -> dict[str, Any]:
        if shape == "texts":
            return {"query": question, "texts": list(texts)}
        body: dict[str, Any] = {"model": self._model} if self._model else {}
        body |= {"query": question, "documents": list(texts)}
        return body | ({"top_n": len(texts)} if shape == "documents" else {})

    def _refused(self, error: Refused) -> str:
        place, status = self._address.place, error.status
        if status in (401, 403):
            return f"The reranker {place} refused the key (status {status}). Check PINCITE_RERANK_KEY."
        if status == 404:
            return (
                f"Nothing answers at {place} (status 404). Check PINCITE_RERANK_URL and PINCITE_RERANK_MODEL."
            )
        if status == 429:
            return (
                f"The reranker {place} takes no more requests for now. Ask again later, or raise its limit."
            )
        key = self._address.key
        message = error.error.message.replace(key, "…") if key else error.error.message
        said = said_words(message, LONGEST_WORDS)
        return f"The reranker {place} failed (status {status})" + (f": “{said}”." if said else ".")

    def _not_connected(self, error: NotConnected) -> str:
        place = self._address.place
        if error.why is Unconnected.DISTRUSTED:
            return f"The certificate of the reranker {place} is not to be trusted. Check PINCITE_RERANK_URL."
        return f"Nobody answers at the reranker {place}. Check PINCITE_RERANK_URL and that the server runs."


def _pairs(reply: Any) -> list[tuple[Any, Any]]:
    """(index, score) of each result, whatever the server calls them. Raises NoReply."""
    if isinstance(reply, Mapping):
        reply = reply.get("results", reply.get("data"))
    if not isinstance(reply, list):
        raise NoReply("it has no results")
    return list(_of_results(reply))


def _of_results(results: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for one in results:
        if not isinstance(one, Mapping):
            raise NoReply("a result is no object")
        yield one.get("index"), one.get("relevance_score", one.get("score"))
