from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evidence.errors import ConfigurationError
from pipeline.settings import DEFAULT_ALERT_RATE, DEFAULT_PORT, Settings


def test_an_empty_environment_gives_a_data_folder_and_the_embedded_server() -> None:
    settings = Settings.from_environment({})
    assert settings.home.is_absolute()
    assert settings.home.name == "pincite"
    assert settings.database_url is None
    assert settings.openai_api_key is None
    assert settings.port == DEFAULT_PORT


def test_every_setting_is_read_from_its_variable() -> None:
    settings = Settings.from_environment(
        {
            "PINCITE_HOME": "/srv/pincite",
            "DATABASE_URL": "postgresql://user:secret@db/pincite",
            "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
            "OPENAI_API_KEY": "secret",
            "PINCITE_MODEL": "writer",
            "PINCITE_EMBEDDING_MODEL": "embedder",
            "PINCITE_JUDGE_MODEL": "judge",
            "PINCITE_PLANNING": "on",
            "PINCITE_RERANK_URL": "http://127.0.0.1:9/rerank",
            "PINCITE_RERANK_MODEL": "reranker",
            "PINCITE_RERANK_KEY": "other secret",
            "PINCITE_SEARCH_SECONDS": "3",
            "PINCITE_PACKET_TOKENS": "6000",
            "PINCITE_ANSWER_TOKENS": "900",
            "PINCITE_MODEL_SECONDS": "30",
            "PINCITE_PORT": "9000",
            "PINCITE_WORKERS": "3",
            "PINCITE_SAMPLES": "1",
        }
    )
    assert settings == Settings(
        home=Path("/srv/pincite"),
        database_url="postgresql://user:secret@db/pincite",
        openai_base_url="http://127.0.0.1:9/v1",
        openai_api_key="secret",
        model="writer",
        embedding_model="embedder",
        judge_model="judge",
        planning=True,
        rerank_url="http://127.0.0.1:9/rerank",
        rerank_model="reranker",
        rerank_key="other secret",
        search_seconds=3,
        packet_tokens=6000,
        answer_tokens=900,
        model_seconds=30,
        port=9000,
        workers=3,
        samples=True,
    )


def test_an_empty_variable_counts_as_unset() -> None:
    empty = dict.fromkeys(
        [
            "PINCITE_HOME",
            "DATABASE_URL",
            "OPENAI_BASE_URL",
            "OPENAI_API_KEY",
            "PINCITE_MODEL",
            "PINCITE_JUDGE_MODEL",
            "PINCITE_PLANNING",
            "PINCITE_RERANK_URL",
            "PINCITE_RERANK_MODEL",
            "PINCITE_RERANK_KEY",
            "PINCITE_SEARCH_SECONDS",
            "PINCITE_PACKET_TOKENS",
            "PINCITE_ANSWER_TOKENS",
            "PINCITE_MODEL_SECONDS",
            "PINCITE_PORT",
            "PINCITE_WORKERS",
            "PINCITE_SAMPLES",
        ],
        "",
    )
    assert Settings.from_environment(empty) == Settings.from_environment({})


def test_the_process_environment_is_read_when_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_PORT", "8123")
    assert Settings.from_environment().port == 8123


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "8501.0", "８５０１", " 8501", "1e3", "9" * 40])
def test_a_port_that_cannot_be_used_is_refused(port: str) -> None:
    with pytest.raises(ConfigurationError, match="PINCITE_PORT"):
        Settings.from_environment({"PINCITE_PORT": port})


def test_a_home_is_made_absolute_and_its_tilde_resolved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert Settings.from_environment({"PINCITE_HOME": "~/data"}).home == tmp_path / "data"
    assert Settings.from_environment({"PINCITE_HOME": "data"}).home == tmp_path / "data"


def test_a_home_of_an_unknown_user_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="PINCITE_HOME"):
        Settings.from_environment({"PINCITE_HOME": "~nobody-of-that-name/data"})


def test_secrets_are_not_printed() -> None:
    printed = repr(
        Settings(home=Path("/srv"), database_url="postgresql://u:hidden@db", openai_api_key="hidden")
    )
    assert "hidden" not in printed


@pytest.mark.parametrize("written", ["-1", "many", "65", "1.5", "²"])
def test_a_number_of_workers_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(ConfigurationError, match="PINCITE_WORKERS"):
        Settings.from_environment({"PINCITE_WORKERS": written})
    assert Settings.from_environment({"PINCITE_WORKERS": "0"}).workers == 0


@pytest.mark.parametrize(
    ("written", "rate"), [("3", 0.03), ("2.5%", 0.025), (" 0.5 % ", 0.005), ("0", 0), ("100", 1)]
)
def test_the_alert_rate_is_a_percentage(written: str, rate: float) -> None:
    assert Settings.from_environment({"PINCITE_ALERT_RATE": written}).alert_rate == pytest.approx(rate)
    assert Settings.from_environment({"PINCITE_ALERT_RATE": ""}).alert_rate == DEFAULT_ALERT_RATE


@pytest.mark.parametrize("written", ["-1", "many", "101", "1e1", "٣", "nan", "3%%", "%"])
def test_an_alert_rate_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(ConfigurationError, match="PINCITE_ALERT_RATE is a percentage"):
        Settings.from_environment({"PINCITE_ALERT_RATE": written})


def test_an_alert_rate_that_may_be_a_share_or_a_percentage_is_refused() -> None:
    with pytest.raises(ConfigurationError, match=r"may mean 0\.03% or 3%"):
        Settings.from_environment({"PINCITE_ALERT_RATE": "0.03"})


@pytest.mark.parametrize(
    ("environment", "judge"),
    [
        ({}, None),
        ({"PINCITE_MODEL": "writer"}, "writer"),
        ({"PINCITE_MODEL": "writer", "PINCITE_JUDGE_MODEL": "judge"}, "judge"),
        ({"PINCITE_MODEL": "writer", "PINCITE_JUDGE_MODEL": "off"}, None),
    ],
)
def test_the_writer_judges_unless_another_model_does_or_none(
    environment: dict[str, str], judge: str | None
) -> None:
    assert Settings.from_environment(environment).judge_model == judge


@pytest.mark.parametrize("written", ["yes", "ON", "1", "true"])
def test_planning_is_on_or_off(written: str) -> None:
    assert not Settings.from_environment({"PINCITE_PLANNING": "off"}).planning
    with pytest.raises(ConfigurationError, match="PINCITE_PLANNING is on or off"):
        Settings.from_environment({"PINCITE_PLANNING": written})


@pytest.mark.parametrize(
    "name",
    ["PINCITE_PACKET_TOKENS", "PINCITE_ANSWER_TOKENS", "PINCITE_MODEL_SECONDS", "PINCITE_SEARCH_SECONDS"],
)
@pytest.mark.parametrize("written", ["0", "-1", "4k", "1.5", "²", "9" * 10])
def test_a_bound_on_the_model_that_is_no_whole_number_is_refused(name: str, written: str) -> None:
    with pytest.raises(ConfigurationError, match=name):
        Settings.from_environment({name: written})
