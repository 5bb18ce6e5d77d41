"""Fixtures of the tests of a reviewer's routes."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest

from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.filing import Stored
from tests.viewer.review.asking import Asker, another, two_claims
from tests.viewer.running import Running, running_routes
from viewer.source_files import SourceFiles


@pytest.fixture
def running(database: Database, settings: Settings, files: SourceFiles) -> Iterator[Running]:
    with running_routes(database, settings, files) as served:
        yield served


@pytest.fixture
def answer_id(database: Database, tenant: Scope, report: Stored) -> UUID:
    return two_claims(database, tenant, report)


@pytest.fixture
def anna(running: Running, database: Database, tenant: Scope) -> Asker:
    return another(running, database, tenant, "Anna Meyer")


@pytest.fixture
def ben(running: Running, database: Database, tenant: Scope) -> Asker:
    return another(running, database, tenant, "Ben Ito")


@pytest.fixture
def carla(running: Running, database: Database, tenant: Scope) -> Asker:
    return another(running, database, tenant, "Carla Osei")
