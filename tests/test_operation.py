"""How an installation is run, as the environment says it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.cli.web_server import LOOPBACK_NAMES, known_hosts
from pipeline.evidence.errors import ConfigurationError
from pipeline.operation import Allowances, Listener, LogForm, Operation
from pipeline.settings import Settings


def test_unless_something_is_set_nothing_listens_and_nobody_is_trusted() -> None:
    usual = Settings.from_environment({}).operation
    assert usual == Operation()
    assert (usual.metrics, usual.worker_metrics, usual.proxies) == (None, None, ())
    assert usual.log is LogForm.TEXT
    assert usual.allowances.bind_all == frozenset()


def test_each_setting_is_read() -> None:
    read = Operation.from_environment(
        {
            "PINCITE_LOG": "json",
            "PINCITE_METRICS": "9464",
            "PINCITE_WORKER_METRICS": "10.0.0.7:9465",
            "PINCITE_DRAIN_SECONDS": "5",
            "PINCITE_END_SECONDS": "20",
            "PINCITE_PROXIES": "127.0.0.1, 10.0.0.0/24",
            "PINCITE_HOSTS": "Pincite.example.com, *.example.net",
            "PINCITE_QUESTIONS_PER_MINUTE": "6",
            "PINCITE_FILES_PER_HOUR": "off",
            "PINCITE_UPLOAD_PER_HOUR": "2GB",
            "PINCITE_KEEP_OPENINGS": "365",
        }
    )
    assert read == Operation(
        LogForm.JSON,
        Listener("127.0.0.1", 9464),
        Listener("10.0.0.7", 9465),
        5,
        20,
        ("127.0.0.1", "10.0.0.0/24"),
        ("pincite.example.com", "*.example.net"),
        Allowances(6, None, 2_000_000_000, frozenset({"questions", "files", "uploaded"})),
        keep_openings=365,
    )
    for unusable in ("0", "-1", "a year", "99999"):
        with pytest.raises(ConfigurationError, match="PINCITE_KEEP_OPENINGS is a whole number of days"):
            Operation.from_environment({"PINCITE_KEEP_OPENINGS": unusable})


def test_a_listener_without_an_address_is_this_machine_only() -> None:
    assert Listener.parse("PINCITE_METRICS", "9464").host == "127.0.0.1"
    assert Listener.parse("PINCITE_METRICS", "[::1]:9464") == Listener("::1", 9464)


def test_what_binds_everybody_is_what_was_set() -> None:
    read = Allowances.from_environment({"PINCITE_FILES_PER_HOUR": "500"})
    assert read == replace(Allowances(), bind_all=frozenset({"files"}))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PINCITE_LOG", "xml"),
        ("PINCITE_METRICS", "0"),
        ("PINCITE_METRICS", "65536"),
        ("PINCITE_METRICS", "on"),
        ("PINCITE_METRICS", "metrics.example:9464"),
        ("PINCITE_METRICS", "127.0.0.1:"),
        ("PINCITE_DRAIN_SECONDS", "-1"),
        ("PINCITE_DRAIN_SECONDS", "601"),
        ("PINCITE_END_SECONDS", "soon"),
        ("PINCITE_PROXIES", "*"),
        ("PINCITE_HOSTS", "*"),
        ("PINCITE_HOSTS", "https://pincite.example.com"),
        ("PINCITE_HOSTS", "pincite.example.com:8501"),
        ("PINCITE_PROXIES", "10.0.0.7/24"),
        ("PINCITE_QUESTIONS_PER_MINUTE", "0"),
        ("PINCITE_FILES_PER_HOUR", "1.5"),
        ("PINCITE_UPLOAD_PER_HOUR", "much"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_the_name_of_its_setting(name: str, text: str) -> None:
    with pytest.raises(ConfigurationError, match=name):
        Operation.from_environment({name: text})


@pytest.mark.parametrize(
    ("host", "operation", "url", "known"),
    [
        ("127.0.0.1", Operation(), None, LOOPBACK_NAMES),
        ("0.0.0.0", Operation(), None, ()),
        ("127.0.0.1", Operation(proxies=("127.0.0.1",)), None, ()),
        ("0.0.0.0", Operation(), "https://pincite.example.com", ("pincite.example.com", *LOOPBACK_NAMES)),
        ("127.0.0.1", Operation(hosts=("a.example",)), None, ("a.example", *LOOPBACK_NAMES)),
    ],
)
def test_an_app_answers_to_the_names_that_it_can_be_opened_by(
    host: str, operation: Operation, url: str | None, known: tuple[str, ...]
) -> None:
    assert known_hosts(host, operation, url) == list(known)
