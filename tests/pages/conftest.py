"""Fixtures of the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pipeline.permissions import Role
from tests.pages.front_door import FrontDoor, front_door


@pytest.fixture(scope="session")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrontDoor]:
    """The app with sign-in, and an admin who was invited."""
    with front_door(tmp_path_factory.mktemp("door") / "home") as opened:
        opened.invite(opened.person(), Role.ADMIN)
        yield opened
