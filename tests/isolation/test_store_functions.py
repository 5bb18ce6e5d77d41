"""Every function of the store, asked for what another tenant has: it says and does what it does of ids that nobody
has, and not a row of the other tenant is another afterwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from pipeline.store import workspaces
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.memberships import Identity
from pipeline.store.scope import NOBODY
from pipeline.store.workspaces import Login
from tests.isolation import snapshot
from tests.isolation.building import ISSUER
from tests.isolation.conftest import Tried, World
from tests.isolation.holdings import Holdings
from tests.isolation.store_functions import (
    NOT_A_TENANTS,
    Walked,
    outcome,
    public_functions,
    unknown_parameters,
    walked,
)


def test_every_function_of_the_store_is_walked() -> None:
    unknown = {name: missing for name, one in public_functions() if (missing := unknown_parameters(one))}
    unknown = {name: missing for name, missing in unknown.items() if name not in NOT_A_TENANTS}
    assert unknown == {}, "say in tests/isolation/arguments.py what these are called with"
    assert NOT_A_TENANTS.keys() <= {name for name, _ in public_functions()}
    assert len(walked()) >= 190


def test_what_another_tenant_has_is_like_what_nobody_has(
    world: World, database: Database, tried: Tried
) -> None:
    told_apart, changed = list[str](), list[str]()
    before = _snapshot(database, world.theirs)
    functions, combinations = walked(), 0
    with database.scoped(world.ours.scope) as conn:
        for one in functions:
            for foreign in one.attacks():
                combinations += 1
                theirs = _attempt(conn, world, one, world.theirs, foreign, before, changed)
                nobodys = _attempt(conn, world, one, world.invented, foreign, before, changed)
                if theirs != nobodys:
                    told_apart.append(f"{one.name} {sorted(foreign)}:\n  {theirs[:400]}\n  {nobodys[:400]}")
    assert not told_apart, "\n".join(told_apart)
    assert changed == []
    tried.count("store functions", len(functions), combinations)


def test_a_function_that_is_told_no_id_tells_nothing_of_another_tenant(
    world: World, database: Database, tried: Tried
) -> None:
    leaks, changed = list[str](), list[str]()
    before = _snapshot(database, world.theirs)
    functions = walked()
    for scope in (world.ours.scope, world.nobody):
        with database.scoped(scope) as conn:
            for one in functions:
                told = _attempt(conn, world, one, world.ours, frozenset(), before, changed)
                if world.theirs.word.lower() in told.lower():
                    leaks.append(f"{one.name}: {told[:400]}")
    assert not leaks, "\n".join(leaks)
    assert changed == []
    tried.count("store functions without a foreign id", len(functions), 2 * len(functions))


def test_the_walk_sees_a_function_that_forgets_the_tenant(world: World, database: Database) -> None:
    """What it is for: where the tenant's policy does not hold, a question is told apart, and a write is seen."""
    theirs = world.theirs.scope.tenant_id

    def asks(conn: Connection, answer_id: UUID) -> object:
        conn.execute("select set_config('pincite.tenant_id', %s, true)", (str(theirs),))
        return conn.execute("select id from answers where id = %s", (answer_id,)).fetchone()

    def writes(conn: Connection, answer_id: UUID) -> None:
        asks(conn, answer_id)
        conn.execute("update answers set question = 'mine' where id = %s", (answer_id,))

    before, changed = _snapshot(database, world.theirs), list[str]()
    known = next(one for one in walked() if one.name == "answers.progress")
    with database.scoped(world.ours.scope) as conn:
        for name, function in (("asks", asks), ("writes", writes)):
            one = replace(known, name=name, call=function)
            foreign, invented = (
                _attempt(conn, world, one, others, frozenset(one.ids), before, changed)
                for others in (world.theirs, world.invented)
            )
            assert (foreign != invented) == (name == "asks")
    assert changed == ["writes"]


def test_an_identity_opens_its_own_tenants_only(world: World, database: Database) -> None:
    email = f"analyst@{world.theirs.word.lower()}.example"

    def opened_by(identity: Identity) -> list[UUID]:
        now = datetime.now(UTC)
        with database.scoped(NOBODY) as conn, conn.transaction(force_rollback=True):
            found = workspaces.open_to(conn, Login(identity, uuid4(), now, now + timedelta(hours=1)))
        return [workspace.tenant_id for workspace in found]

    for stranger in (
        Identity("https://other.example", email, email),
        Identity(ISSUER, f"{email} ", email),
        Identity(ISSUER, str(uuid4()), email),
        Identity(ISSUER, str(uuid4()), None),
        Identity("", "", ""),
    ):
        assert opened_by(stranger) == [], stranger
    assert opened_by(Identity(ISSUER, email, email)) == [world.theirs.scope.tenant_id]


def _attempt(
    conn: Connection,
    world: World,
    one: Walked,
    others: Holdings,
    foreign: frozenset[str],
    before: dict[str, tuple[int, int]],
    changed: list[str],
) -> str:
    """What the function tells; notes it in `changed` when the other tenant was touched. All of it is taken back."""
    with conn.transaction(force_rollback=True):
        written = snapshot.writes(conn)
        told = outcome(conn, one, one.arguments(world.ours, others, foreign))
        if snapshot.writes(conn) != written and _now(conn, world.theirs) != before:
            changed.append(one.name)
    return told


def _now(conn: Connection, theirs: Holdings) -> dict[str, tuple[int, int]]:
    with conn.transaction(force_rollback=True):
        return snapshot.of_tenant(conn, theirs.scope.tenant_id)


def _snapshot(database: Database, theirs: Holdings) -> dict[str, tuple[int, int]]:
    with database.scoped(theirs.scope) as conn:
        return _now(conn, theirs)
