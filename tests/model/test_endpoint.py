"""Where a model is served, as the settings say it; nothing secret in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.answer.support.judge import judge_for
from pipeline.answer.writing.model_writer import writer_for
from pipeline.evidence.errors import ConfigurationError
from pipeline.model.endpoint import OPENAI, Endpoint
from pipeline.settings import Settings

HERE = "http://127.0.0.1:9/v1"


def settings(**named: str | None) -> Settings:
    return Settings(home=Path("/srv"), **named)  # type: ignore[arg-type]


def test_without_a_model_nobody_writes_and_nobody_judges() -> None:
    without = settings(openai_base_url=HERE, openai_api_key="key")
    assert writer_for(without) is None
    assert judge_for(without) is None


def test_a_local_endpoint_needs_no_key_and_a_key_needs_no_address() -> None:
    local = writer_for(settings(openai_base_url=HERE, model="m"))
    assert local is not None
    assert (local.model, local.prompt) == ("m", "answer-1")
    there = Endpoint.of(settings(openai_api_key="key", model="m"), "m", "PINCITE_MODEL")
    assert there.address == OPENAI


def test_a_model_without_an_endpoint_says_what_to_set() -> None:
    for variable, make in [("PINCITE_MODEL", writer_for), ("PINCITE_JUDGE_MODEL", judge_for)]:
        named = settings(model="m" if make is writer_for else None, judge_model="j")
        with pytest.raises(ConfigurationError, match=f"OPENAI_BASE_URL or OPENAI_API_KEY.*{variable}"):
            make(named)


def test_the_judge_has_its_name_and_prompt() -> None:
    judge = judge_for(settings(openai_base_url=HERE, model="m", judge_model="j"))
    assert judge is not None
    assert judge.name == "j, support-1"


@pytest.mark.parametrize(
    "address", ["127.0.0.1:8000/v1", "ftp://host/v1", "http://", "http://[bad", "http://h:99999/"]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_BASE_URL"):
        writer_for(settings(openai_base_url=address, model="m"))


@pytest.mark.parametrize("key", ["sk-öffentlich", "sk-1\n", " sk-1", "sk\t1"])
def test_a_key_that_no_request_can_carry_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY") as caught:
        writer_for(settings(openai_base_url=HERE, openai_api_key=key, model="m"))
    assert key.strip() not in str(caught.value)


def test_what_is_secret_is_not_shown() -> None:
    endpoint = Endpoint.of(
        settings(openai_base_url="https://user:hidden@host:8/v1?token=hidden", openai_api_key="hidden"),
        "m",
        "M",
    )
    assert endpoint.place == "https://host:8/v1"
    assert "'hidden'" not in repr(endpoint)
    assert endpoint.without_key("Incorrect API key hidden") == "Incorrect API key …"
