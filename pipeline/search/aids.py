"""What models do for a search, as the settings choose it: one plans it, one orders its best pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline.evidence.errors import ConfigurationError
from pipeline.model.endpoint import Endpoint, require_address, require_key
from pipeline.search.reranking import Reranker
from pipeline.settings import Settings

if TYPE_CHECKING:
    from pipeline.search.planning import ModelPlanner


@dataclass(frozen=True, slots=True)
class Aids:
    """Who plans a search and who orders its pages; None: nobody. Neither widens what is searched."""

    planner: ModelPlanner | None = None
    reranker: Reranker | None = None


NO_AIDS = Aids()


@lru_cache(maxsize=4)
def aids_for(settings: Settings) -> Aids:
    """The aids that the settings choose, none unless they are named; the same ones each time, for a reranker remembers
    what its server understands. Raises ConfigurationError for half a setting."""
    return Aids(_planner(settings), _reranker(settings))


def _planner(settings: Settings) -> ModelPlanner | None:
    if not settings.planning:
        return None
    if not settings.model:
        raise ConfigurationError(
            "PINCITE_PLANNING is on, and PINCITE_MODEL names no model that could plan. Set it, or unset "
            "PINCITE_PLANNING."
        )
    from pipeline.search.planning import ModelPlanner

    endpoint = Endpoint.of(settings, settings.model, "PINCITE_MODEL")
    return ModelPlanner(endpoint, settings.search_seconds)


def _reranker(settings: Settings) -> Reranker | None:
    if settings.rerank_url:
        require_address(settings.rerank_url, "PINCITE_RERANK_URL")
        require_key(settings.rerank_key, "PINCITE_RERANK_KEY")
        from pipeline.model.posting import Address
        from pipeline.search.endpoint_reranker import EndpointReranker

        address = Address(settings.rerank_url, settings.rerank_key)
        return EndpointReranker(address, settings.rerank_model, settings.search_seconds)
    if settings.rerank_key:
        raise ConfigurationError(
            "PINCITE_RERANK_KEY is set, and PINCITE_RERANK_URL is not. Set the reranker's address, or unset the key."
        )
    if settings.rerank_model:
        from pipeline.search.model_reranker import ModelReranker

        endpoint = Endpoint.of(settings, settings.rerank_model, "PINCITE_RERANK_MODEL")
        return ModelReranker(endpoint, settings.search_seconds)
    return None
