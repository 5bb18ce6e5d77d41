"""What is asked of ten thousand claims is planned well before anything is known of them: on the first day of a library,
and after an import, Postgres has no statistics, and takes every table for a small one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pipeline.evidence.review import ReviewRole
from pipeline.settings import Settings
from pipeline.store import quality, quality_cases, review_queue
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.quality import first_week
from pipeline.store.quality_cases import CaseFilter
from pipeline.store.review_queue import EVERY_CLAIM, QueueOrder
from pipeline.store.scope import Scope
from tests.database import new_plain_database
from tests.reviewed import NOON, ReviewedClaims, make_reviewed

CLAIMS = 1_000

MOST_PAIRS = 20 * CLAIMS
"""Pairs of rows that a plan may look at and throw away. A join that looks through all claims for each of them throws
away a million."""


@pytest.fixture(scope="module")
def database(plain_server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database of its own: what other tests leave in theirs would be counted as what is known of these claims."""
    url = new_plain_database(plain_server, "plans", with_vector=True)
    opened = Database.open(Settings(home=tmp_path_factory.mktemp("plans"), database_url=url))
    yield opened
    opened.close()


@pytest.fixture
def library(connection: Connection, tenant: Scope) -> ReviewedClaims:
    return make_reviewed(connection, tenant, CLAIMS, first=0.6)


def thrown_away(conn: Connection, statement: str, values: Mapping[str, Any]) -> int:
    row = conn.execute(f"explain (analyze, format json) {statement}".encode(), values).fetchone()
    assert row is not None
    (explained,) = row[0]
    return sum(
        node.get("Rows Removed by Join Filter", 0) * node["Actual Loops"]
        for node in _nodes(explained["Plan"])
    )


def _nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield plan
    for one in plan.get("Plans", ()):
        yield from _nodes(one)


@pytest.mark.parametrize("role", ReviewRole)
@pytest.mark.parametrize("order", QueueOrder)
def test_a_queue_looks_at_each_claim_once(
    connection: Connection, library: ReviewedClaims, role: ReviewRole, order: QueueOrder
) -> None:
    who = library.first if role is ReviewRole.REVIEWER else library.adjudicator
    values = {
        **review_queue._values(EVERY_CLAIM),
        "user_id": who.id,
        "role": role.value,
        "seed": "",
        "limit": 200,
        "everything": False,
    }
    statement = review_queue._statement(role, order).decode()
    assert thrown_away(connection, statement, values) < MOST_PAIRS


def test_counts_look_at_each_check_once(connection: Connection, library: ReviewedClaims) -> None:
    since = {"since": first_week(NOON.date(), 13)}
    assert thrown_away(connection, quality._COUNTS, since) < MOST_PAIRS


@pytest.mark.parametrize("found", ["_FAILED", "_JUDGED"])
def test_cases_look_at_each_claim_once(
    connection: Connection, tenant: Scope, library: ReviewedClaims, found: str
) -> None:
    only = CaseFilter(first_week(NOON.date(), 13))
    values = {
        **quality_cases._values(only, tenant.user_id, 50, 0),
        "verdict": "supported",
        "outcome": None,
    }
    statement = quality_cases._STATEMENT.format(found=getattr(quality_cases, found))
    assert thrown_away(connection, statement, values) < MOST_PAIRS
