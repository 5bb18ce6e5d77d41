"""Members, workspaces and who a command acts as, from the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from pipeline.cli import main
from pipeline.cli.frame import acting
from pipeline.evidence.errors import ConfigurationError, NotFound
from pipeline.permissions import Role
from pipeline.settings import Settings
from pipeline.store import collections, memberships, tenants
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL, Scope

HOUSE = "Quist & Sons"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> pytest.MonkeyPatch:
    """The commands run on the session's database."""
    monkeypatch.setenv("PINCITE_HOME", str(settings.home))
    return monkeypatch


def run(*arguments: str) -> Any:
    """What a command prints as JSON; {"error": …} where it fails."""
    done = CliRunner().invoke(main, [*arguments, "--json"])
    assert (done.exit_code != 0) == ("error" in done.stdout[:9]), done.output
    return json.loads(done.stdout)


def test_the_operator_makes_a_workspace_and_its_first_admin(database: Database) -> None:
    told = run("member", "anna@quist.example", "--tenant", HOUSE, "--role", "admin")
    assert told["error"]["type"] == "NotFound"
    assert "--create" in told["error"]["message"]
    told = run(
        "member", "Anna@Quist.example", "--tenant", HOUSE, "--create", "--role", "admin", "--name", "Anna"
    )
    assert (told["email"], told["role"], told["name"], told["state"]) == (
        "anna@quist.example",
        "admin",
        "Anna",
        "invited",
    )
    assert run("members", "--tenant", "  quist & SONS ") == [told], (
        "a name is one workspace however it is written"
    )
    assert told not in run("members")
    run("member", "bert@quist.example", "--tenant", HOUSE)
    assert run("member", "bert@quist.example", "--tenant", HOUSE, "--role", "reviewer")["role"] == "reviewer"
    assert run("member", "bert@quist.example", "--tenant", HOUSE, "--end")["state"] == "ended"
    assert run("member", "bert@quist.example", "--tenant", HOUSE, "--end")["error"]["type"] == "NotFound"
    assert [row["state"] for row in run("members", "--tenant", HOUSE)] == ["invited", "ended"]


@pytest.mark.parametrize("name", ["", "  ", "a\x07b", "a\u202eb", "x" * 61])
def test_a_workspace_has_a_name_that_can_be_shown(name: str) -> None:
    assert run("members", "--tenant", name)["error"]["type"] == "InvalidMembership"


def test_a_command_acts_as_the_member_whom_the_environment_names(
    database: Database, environment: pytest.MonkeyPatch
) -> None:
    assert acting(database) == LOCAL
    house = Scope(tenants.id_of("Another house"), LOCAL.user_id)
    with database.scoped(house) as conn:
        tenants.create(conn, "Another house")
        user = memberships.invite(conn, "carl@other.example", "Carl", Role.ANALYST, LOCAL.user_id)
        collections.create(conn, user, "Theirs")
    environment.setenv("PINCITE_AS", "Carl@other.example")
    environment.setenv("PINCITE_TENANT", "another HOUSE")
    assert acting(database) == Scope(house.tenant_id, user)
    assert [row["name"] for row in run("collections")] == ["Theirs"]
    environment.delenv("PINCITE_TENANT")
    told = run("collections")["error"]
    assert told["type"] == "NotFound", "he is no member of the local workspace"
    environment.setenv("PINCITE_TENANT", "A house that never was")
    assert run("collections")["error"] == told, "nor of one that is not there"
    with database.scoped(house) as conn:
        memberships.end(conn, user)
    environment.setenv("PINCITE_TENANT", "Another house")
    with pytest.raises(NotFound):
        acting(database)
    environment.delenv("PINCITE_AS")
    with pytest.raises(ConfigurationError, match="PINCITE_AS"):
        acting(database)
