"""Which models help a search, as the settings say it: none unless they are named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.evidence.errors import ConfigurationError
from pipeline.search.aids import NO_AIDS, aids_for
from pipeline.search.endpoint_reranker import EndpointReranker
from pipeline.search.model_reranker import ModelReranker
from pipeline.settings import Settings

HERE = "http://127.0.0.1:9/v1"


def settings(**named: str | bool | None) -> Settings:
    return Settings(home=Path("/srv"), **named)  # type: ignore[arg-type]


def test_a_model_alone_neither_plans_nor_reranks() -> None:
    assert aids_for(settings(openai_base_url=HERE, openai_api_key="key", model="m")) == NO_AIDS


def test_planning_takes_the_model_that_writes() -> None:
    aids = aids_for(settings(openai_base_url=HERE, model="m", planning=True))
    assert aids.planner is not None
    assert (aids.planner.name, aids.reranker) == ("m, plan-1", None)


def test_a_reranker_has_an_address_of_its_own_or_is_a_model_of_the_endpoint() -> None:
    apart = aids_for(settings(rerank_url="http://127.0.0.1:9/rerank")).reranker
    assert isinstance(apart, EndpointReranker)
    one = aids_for(settings(openai_base_url=HERE, rerank_model="r")).reranker
    assert isinstance(one, ModelReranker)
    assert one.name == "r, rerank-1"


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"planning": True}, "PINCITE_MODEL names no model"),
        ({"planning": True, "model": "m"}, "OPENAI_BASE_URL"),
        ({"rerank_model": "r"}, "PINCITE_RERANK_MODEL"),
        ({"rerank_url": "127.0.0.1/rerank"}, "PINCITE_RERANK_URL is no address"),
        ({"rerank_url": "http://h/rerank", "rerank_key": "a b\n"}, "PINCITE_RERANK_KEY has"),
        ({"rerank_key": "k"}, "PINCITE_RERANK_URL is not"),
    ],
)
def test_half_a_setting_says_what_to_set(named: dict[str, str | bool], said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        aids_for(settings(**named))


def test_what_is_not_used_is_not_loaded() -> None:
    code = (
        "import sys; from pathlib import Path; import pipeline.answer.ask; from pipeline.search.aids import aids_for;"
        "from pipeline.settings import Settings; aids_for(Settings(Path('/srv')));"
        "sys.exit('httpx' in sys.modules or 'openai' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
