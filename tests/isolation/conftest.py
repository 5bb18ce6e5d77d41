"""Two tenants that have the same, ids that nobody has, and the count of what was tried."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.link_keys import LinkKeys
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.isolation.asking import Asker, Client
from tests.isolation.building import build
from tests.isolation.holdings import Holdings, Invention
from tests.serving import served
from viewer.links import Links

_TRIED = "isolation"


@dataclass(frozen=True)
class World:
    """`ours` asks for what is `theirs`, and for what was `invented`; `nobody` is a tenant with nothing."""

    ours: Holdings
    theirs: Holdings
    invented: Holdings
    nobody: Scope
    invention: Invention


@pytest.fixture(scope="session")
def world(database: Database, settings: Settings) -> World:
    """The tenants. Whoever writes as one of them takes it back."""
    blobs = settings.home / "blobs"
    ours, theirs = (build(database, blobs, word) for word in ("Amsel", "Nachtigall"))
    invention = Invention(frozenset({ours.version.sha256, ours.framed_sha256}))
    return World(ours, theirs, invention.holdings(theirs), new_tenant(database), invention)


SIGN_IN = {
    "PINCITE_OIDC_ISSUER": "http://127.0.0.1:9",
    "PINCITE_OIDC_CLIENT_ID": "pincite",
    "PINCITE_OIDC_CLIENT_SECRET": "a secret of this test",
    "PINCITE_URL": "http://127.0.0.1:8501",
    "PINCITE_WORKERS": "0",
}
"""People sign in, at a provider that nobody asks here."""


@pytest.fixture(scope="session")
def asker(world: World, database: Database, settings: Settings) -> Iterator[Asker]:
    """The served application, and a reviewer of ours who asks it."""
    with served(settings.home, environment=SIGN_IN) as server:
        yield Asker(Client(server.url), Links(LinkKeys(settings.home)), world.ours.member("reviewer"))


class Tried:
    """Counts what a test tried, for the summary at the end of the run."""

    def __init__(self, record: pytest.FixtureRequest) -> None:
        self._properties: list[tuple[str, object]] = record.node.user_properties

    def count(self, what: str, number: int, combinations: int) -> None:
        """So many things were walked, and so many combinations of one with an attack."""
        self._properties.append((_TRIED, (what, number, combinations)))


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Tried:
    return Tried(request)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    counted: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == _TRIED and report.when == "call":
                what, number, combinations = value
                counted[what][0] += number
                counted[what][1] += combinations
    if counted:
        terminalreporter.section(
            "isolation: what was walked, and combinations with an attack, all without a leak"
        )
        for what, (number, combinations) in sorted(counted.items()):
            terminalreporter.write_line(f"{what:<40}{number:>8,}{combinations:>10,}")
