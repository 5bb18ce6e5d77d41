"""Every public function of the store that works in a tenant's transaction, found by looking."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import psycopg

import pipeline.store
from pipeline.evidence.errors import PinciteError
from pipeline.store.connect import Connection
from tests.isolation.arguments import DEFAULT, OF_A_TENANT, PLAIN, key_of
from tests.isolation.holdings import HASHES, UUIDS, Holdings

NOT_A_TENANTS: Final[Mapping[str, str]] = {
    "access.enter": "it is what admits a transaction to a tenant; the routes try scopes that it must refuse",
    "backup_hold.hold_all": "the operator's, on a connection of its own, whose lock it keeps",
    "migrations.alone": "the schema's, as its owner",
    "migrations.bring_up_to_date": "the schema's, as its owner",
    "queue_schema.bring_up_to_date": "the schema's, as its owner",
    "queue_schema.missing": "the schema's, as its owner",
    "roles.assume": "of a connection before it is used",
    "roles.ensure": "of a connection before it is used",
    "bulk.insert": "its table and columns are written in the code of its callers, which are walked",
    "workspaces.open_to": "finds tenants by an identity that was proved; has a test of its own",
    "workspaces.sign_in": "takes what `workspaces.open_to` gave",
    "workspaces.sign_out": "finds tenants as `workspaces.open_to` does",
}
"""Functions with a connection that are no question of a tenant, and why."""

_UNEQUAL: Final = (
    (UUIDS, "⟨id⟩"),
    (HASHES, "⟨hash⟩"),
    (re.compile(r"'[0-9a-f]{8}'"), "⟨beginning of an id⟩"),
    (re.compile(r"UUID\('[^']*'\)"), "⟨id⟩"),
    (re.compile(r"datetime\.datetime\([^)]*\)+"), "⟨time⟩"),
)
"""What differs between two calls that are told the same."""


@dataclass(frozen=True, slots=True)
class Walked:
    """A store function. `ids` are its parameters that name something of a tenant."""

    name: str
    call: Callable[..., Any]
    parameters: tuple[inspect.Parameter, ...]
    ids: tuple[str, ...]

    def arguments(self, ours: Holdings, others: Holdings, foreign: frozenset[str]) -> dict[str, Any]:
        """Of the parameters `foreign` what `others` has, of the other ones what is ours."""
        made: dict[str, Any] = {}
        for parameter in self.parameters:
            key = key_of(parameter)
            if key in OF_A_TENANT:
                made[parameter.name] = OF_A_TENANT[key](others if parameter.name in foreign else ours)
            elif PLAIN[key] is not DEFAULT:
                made[parameter.name] = PLAIN[key]
        return made

    def attacks(self) -> list[frozenset[str]]:
        """Which parameters to take from elsewhere: each alone, and all together."""
        if not self.ids:
            return []
        return [
            *(frozenset({name}) for name in self.ids),
            *([frozenset(self.ids)] if len(self.ids) > 1 else []),
        ]


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """ "answers.get" and the function, for each that takes a connection and stands in the store."""
    for module in pkgutil.iter_modules(pipeline.store.__path__):
        loaded = importlib.import_module(f"pipeline.store.{module.name}")
        for name, function in sorted(vars(loaded).items()):
            is_its_own = getattr(function, "__module__", None) == loaded.__name__
            if (
                is_its_own
                and inspect.isfunction(function)
                and not name.startswith("_")
                and _takes_connection(function)
            ):
                yield f"{module.name}.{name}", function


def _takes_connection(function: Callable[..., Any]) -> bool:
    return any(
        parameter.annotation in ("Connection", Connection)
        for parameter in inspect.signature(function).parameters.values()
    )


def unknown_parameters(function: Callable[..., Any]) -> list[tuple[str, str]]:
    """Those that nothing is known to call the function with."""
    keys = [key_of(parameter) for parameter in _others(function)]
    return [key for key in keys if key not in OF_A_TENANT and key not in PLAIN]


def walked() -> list[Walked]:
    found = []
    for name, function in public_functions():
        if name in NOT_A_TENANTS or unknown_parameters(function):
            continue
        parameters = _others(function)
        ids = tuple(one.name for one in parameters if key_of(one) in OF_A_TENANT)
        found.append(Walked(name, function, parameters, ids))
    return found


def _others(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    parameters = inspect.signature(function).parameters.values()
    return tuple(one for one in parameters if one.annotation not in ("Connection", Connection))


def outcome(conn: Connection, one: Walked, arguments: Mapping[str, Any]) -> str:
    """What the caller learns, without the ids that it named: the value, or the error with its words."""
    try:
        with conn.transaction():
            value = one.call(conn, **arguments)
            told = repr(list(value) if isinstance(value, Iterator) else _plain(value))
    except (PinciteError, psycopg.Error, ValueError) as error:
        diagnosis = (error.sqlstate, error.diag.constraint_name) if isinstance(error, psycopg.Error) else ()
        told = f"{type(error).__name__}{diagnosis}: {error}"
    for pattern, same in _UNEQUAL:
        told = pattern.sub(same, told)
    return told


def _plain(value: Any) -> Any:
    """Sets in an order that does not hang on ids."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(repr, value))
    return value
