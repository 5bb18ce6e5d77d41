"""A library on a Postgres of the user's own, its backup, and new places to restore it to."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from pipeline.backup.making import Made, make
from pipeline.settings import Settings
from pipeline.store.embedded import EmbeddedServer
from tests.backup.library import Library, build, course
from tests.database import new_plain_database

_NUMBERS = count(1)

NewPlace = Callable[[], Settings]


@pytest.fixture(scope="session")
def new_place(plain_server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> NewPlace:
    """Makes an empty database of a plain role, and an empty data folder."""

    def place() -> Settings:
        number = next(_NUMBERS)
        url = new_plain_database(plain_server, f"backup_{number}", with_vector=True)
        return Settings(home=tmp_path_factory.mktemp(f"place{number}"), database_url=url)

    return place


@pytest.fixture(scope="session")
def library(new_place: NewPlace, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Not to be changed by a test."""
    return build(new_place(), tmp_path_factory.mktemp("offered"))


@pytest.fixture(scope="session")
def made(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(library.settings, tmp_path_factory.mktemp("kept") / "library.pincite.tar", course())


@pytest.fixture(scope="session")
def backup(made: Made) -> Path:
    return made.path
