"""The library from the command line: collections, removal, and the ingestion history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

import click

from pipeline.cli.frame import acted, acting, opened, show, typed
from pipeline.evidence.errors import NotFound
from pipeline.store.connect import Connection

if TYPE_CHECKING:
    from pipeline.store.consequences import Consequences


@click.command()
@click.argument("document", type=click.UUID)
@click.option("--yes", is_flag=True, help="Remove it; without this, only tell what that would mean.")
@typed
def remove(as_json: bool, document: UUID, yes: bool) -> None:
    """Remove a filing with all its versions, after telling what hangs on it.

    Answers that cite it keep their words and lose their page. Nothing is removed without --yes.
    """
    from pipeline.removal import remove_filing
    from pipeline.store import consequences
    from pipeline.store.blobs import open_blobs

    with opened() as (settings, database):
        scope = acting(database)
        with database.scoped(scope) as connection:
            told = consequences.of_document(connection, document, scope.user_id)
        if not yes:
            value = {"removed": False, "consequences": told.to_json()}
            show(value, as_json, lambda: f"{_told_words(told)}\nNothing was removed. Add --yes to remove it.")
            return
        removed = remove_filing(database, open_blobs(settings).of(scope.tenant_id), scope, document, told)
    value = {"removed": True, "consequences": removed.consequences.to_json(), "problem": removed.problem}
    kept = f"\nIts bytes are still stored: {removed.problem}" if removed.problem else ""
    show(value, as_json, lambda: f"{_told_words(removed.consequences)}\nIt was removed.{kept}")


@click.command("collections")
@typed
def list_collections(as_json: bool) -> None:
    """List the collections of filings."""
    from pipeline.store import collections

    with opened() as (_, database), acted(database) as (scope, connection):
        rows = collections.list_all(connection, scope.user_id)
    show(
        [row.to_json() for row in rows],
        as_json,
        lambda: "\n".join(f"{row.label}  ({row.filings} filings)" for row in rows) or "No collections yet.",
    )


@click.command()
@click.argument("name")
@click.argument("chosen", metavar="DOCUMENT...", nargs=-1, required=True, type=click.UUID)
@click.option("--out", is_flag=True, help="Take the filings out of it instead.")
@typed
def collect(as_json: bool, name: str, chosen: tuple[UUID, ...], out: bool) -> None:
    """Put filings into the collection NAME, which is made where there is none yet."""
    from pipeline.store import collections

    with opened() as (_, database), acted(database) as (scope, connection):
        found = collections.find(connection, name, scope.user_id)
        if out:
            count = collections.take_out(connection, found.id, chosen) if found else 0
        else:
            made = found.id if found else collections.create(connection, scope.user_id, name)
            count = collections.put(connection, made, chosen, scope.user_id)
        now = collections.find(connection, name, scope.user_id)
    verb = "taken out" if out else "added"
    value = {"changed": count, "collection": now.to_json() if now else None}
    show(
        value,
        as_json,
        lambda: f"{count} {verb}. {now.label if now else name} has {now.filings if now else 0} filings.",
    )


def filings_of(connection: Connection, names: Sequence[str], user_id: UUID) -> list[UUID]:
    """The filings of collections by name, each once, that the user may ask. Raises NotFound for an unknown or an empty
    one."""
    from pipeline.store import collections

    found: list[UUID] = []
    for name in names:
        collection = collections.find(connection, name, user_id)
        if collection is None:
            raise NotFound(f"There is no collection “{name}”. `pincite collections` lists them.")
        ids = collections.filings(connection, collection.id, user_id)
        if not ids:
            raise NotFound(f"The collection “{name}” has no filing that can be asked.")
        found += ids
    return list(dict.fromkeys(found))


def _told_words(told: Consequences) -> str:
    """What removing means, a line a thing."""
    lines = [
        f"{told.title}: {len(told.versions)} versions, {told.byte_size:,} bytes",
        f"  {told.claims} claims of {told.answers} answers cite it; they keep their words and lose their page",
        f"  {told.verdicts} verdicts on them stay; {told.annotations} marked places become orphans",
        f"  {told.cover_fields} fields that analysts wrote on its cover are lost",
    ]
    if told.collections:
        lines.append(f"  it leaves {', '.join(told.collections)}")
    if told.being_read:
        lines.append(
            f"  it cannot be removed while {', '.join(told.being_read)} is being read or waits to be"
        )
    return "\n".join(lines)
