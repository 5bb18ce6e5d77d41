"""Reviewers are the users of a tenant; without sign-in they are added by name."""

from __future__ import annotations

from uuid import uuid4

import pytest

from pipeline.evidence.errors import NotFound
from pipeline.evidence.review import InvalidReview
from pipeline.store import assignments, reviewers
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.reviewers import LONGEST_NAME, Reviewer
from pipeline.store.scope import LOCAL, Scope
from tests.database import new_tenant
from tests.store.filing import store_filing


def test_the_users_of_a_tenant_are_its_reviewers_by_name(connection: Connection, tenant: Scope) -> None:
    zoe, bert = reviewers.add(connection, "Zoë  Quist "), reviewers.add(connection, "bert")
    assert zoe.name == "Zoë Quist"
    assert reviewers.list_all(connection) == [Reviewer(tenant.user_id, "Analyst", 0), bert, zoe]
    assert reviewers.get(connection, zoe.id) == zoe


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("  ", "needs a name"),
        ("x" * (LONGEST_NAME + 1), "81 characters"),
        ("ANALYST", "“Analyst” already"),
        ("Ana\u202elyst", "not seen"),
        ("Ana\nlyst", "not seen"),
    ],
)
def test_a_name_that_cannot_be_told_from_others_is_refused(
    connection: Connection, name: str, says: str
) -> None:
    with pytest.raises(InvalidReview, match=says):
        reviewers.add(connection, name)
    assert len(reviewers.list_all(connection)) == 1


def test_a_reviewer_is_added_while_something_large_is_being_stored(
    database: Database, connection: Connection, tenant: Scope
) -> None:
    """A filing's rows hold on to their tenant until all of them are stored."""
    store_filing(connection)
    with database.scoped(tenant) as conn:
        conn.execute("set local lock_timeout = '200ms'")
        reviewers.add(conn, "Anna")
        assert assignments.assign(conn, tenant.user_id, [tenant.user_id], 1, each=1).claims == 0


def test_a_foreign_tenants_reviewer_is_none(database: Database, connection: Connection) -> None:
    stranger = new_tenant(database)
    for unknown in (stranger.user_id, uuid4()):
        with pytest.raises(NotFound):
            reviewers.get(connection, unknown)


def test_the_user_of_an_installation_without_sign_in_has_a_name_that_means_nobody_else(
    database: Database,
) -> None:
    with database.scoped(LOCAL) as conn:
        assert reviewers.get(conn, LOCAL.user_id).name == "Local user"
