"""What the commands have in common: errors in words or as JSON, the open database, output."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

import click

from pipeline.evidence.errors import ConfigurationError, DataFolderUnusable, PinciteError
from pipeline.settings import Settings
from pipeline.store import memberships, tenants
from pipeline.store.blobs import open_blobs
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL, Scope

if TYPE_CHECKING:
    from viewer.source_files import SourceFiles

Arguments = ParamSpec("Arguments")

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")


class Failure(click.ClickException):
    """A typed error on its way out: words on standard error, or one JSON object on standard output."""

    def __init__(self, error: PinciteError, *, as_json: bool) -> None:
        super().__init__(error.message)
        self.error = error
        self.as_json = as_json

    def show(self, file: Any = None) -> None:
        if self.as_json:
            click.echo(json.dumps({"error": error_json(self.error)}, ensure_ascii=False))
        else:
            click.echo(f"{self.error.kind}: {self.error.message}", err=True)


def error_json(error: PinciteError) -> dict[str, str]:
    return {"type": error.kind, "message": error.message}


def typed(command: Callable[Concatenate[bool, Arguments], None]) -> Callable[..., None]:
    """Give a command `--json`, and turn every typed error into a message and exit status 1."""

    @JSON
    @wraps(command)
    def run(as_json: bool, *args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        try:
            command(as_json, *args, **kwargs)
        except PinciteError as error:
            raise Failure(error, as_json=as_json) from error

    return run


@contextmanager
def opened() -> Iterator[tuple[Settings, Database]]:
    settings = Settings.from_environment()
    database = Database.open(settings)
    try:
        yield settings, database
    finally:
        database.close()


def acting(database: Database) -> Scope:
    """Who a command acts as: the local user, or the member whom PINCITE_AS names by their address, of the workspace
    that PINCITE_TENANT names. Raises NotFound, and ConfigurationError for a workspace without a member."""
    email, workspace = os.environ.get("PINCITE_AS"), os.environ.get("PINCITE_TENANT")
    if not email:
        if workspace:
            raise ConfigurationError("PINCITE_TENANT needs PINCITE_AS: the address of the member to act as.")
        return LOCAL
    tenant_id = tenants.id_of(workspace) if workspace else LOCAL.tenant_id
    with database.scoped(Scope(tenant_id, LOCAL.user_id)) as conn:
        return Scope(tenant_id, memberships.find(conn, email).user_id)


@contextmanager
def acted(database: Database) -> Iterator[tuple[Scope, Connection]]:
    """Who a command acts as, and one transaction of theirs."""
    scope = acting(database)
    with database.scoped(scope) as connection:
        yield scope, connection


def show(value: object, as_json: bool, words: Callable[[], str]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, default=str) if as_json else words())


def source_files(settings: Settings) -> SourceFiles:
    from viewer.source_files import SourceFiles

    return SourceFiles(open_blobs(settings))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises DataFolderUnusable."""
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        raise DataFolderUnusable(
            f"{path} cannot be written ({error.strerror or error}). Choose another place."
        ) from error
