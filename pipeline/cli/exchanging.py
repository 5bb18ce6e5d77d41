"""Taking reviewed answers to another library: `pincite export`, `pincite import`."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import click

from pipeline.cli.frame import acted, opened, show, typed, write_whole
from pipeline.evidence.errors import NotFound

_FORMATS = ("jsonl", "csv", "xlsx", "jsonld")


@click.command("export")
@click.argument("answer_ids", nargs=-1, type=click.UUID, metavar="[ANSWER_ID]...")
@click.option("--reviewed", is_flag=True, help="Every answer that somebody has reviewed.")
@click.option("--format", "chosen", type=click.Choice(_FORMATS), help="By default as the file's name ends.")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file to write."
)
@typed
def export(
    as_json: bool, answer_ids: tuple[UUID, ...], reviewed: bool, chosen: str | None, out: Path
) -> None:
    """Write answers with their evidence, checks, verdicts and marked places to a file.

    JSON lines, a ZIP archive of CSV tables, a workbook, or W3C Web Annotations. Each of them loses nothing and can be
    imported again. What you may not read is left out, and said.
    """
    from pipeline.exchange.formats import Format, write
    from pipeline.exchange.gathering import chosen_answers, reviewed_answers

    if bool(answer_ids) == reviewed:
        raise click.UsageError("Name the answers, or give --reviewed for all that were reviewed.")
    name = chosen or _format_of(out)
    with opened() as (_, database), acted(database) as (scope, connection):
        gathered = (
            reviewed_answers(connection, scope) if reviewed else chosen_answers(connection, scope, answer_ids)
        )
    if not gathered.records:
        raise NotFound(
            f"There is nothing to export: {gathered.words}. Review a claim first, or name an answer."
        )
    content = write(gathered.records, Format(name))
    write_whole(out, content)
    value = gathered.to_json() | {"file": str(out), "format": name, "bytes": len(content)}
    show(value, as_json, lambda: f"{out}: {gathered.words}.")


@click.command("import")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@typed
def import_(as_json: bool, path: Path) -> None:
    """Take in a file that `pincite export` made, here or elsewhere: all of it or nothing.

    Filings are found by their bytes, so add them first, or import again once they are there. What is here already is
    left as it is, and what differs is told.
    """
    from pipeline.exchange.files import load
    from pipeline.exchange.importing import import_records

    records = load(path)
    with opened() as (_, database), acted(database) as (scope, connection):
        report = import_records(connection, scope, records, path.name)
    show(report.to_json(), as_json, lambda: "\n".join(report.lines))


def _format_of(out: Path) -> str:
    """What a file's name promises."""
    ending = {".zip": "csv", ".json": "jsonld"}.get(out.suffix, out.suffix.removeprefix("."))
    if ending not in _FORMATS:
        raise click.UsageError(
            f"Name the format with --format {'|'.join(_FORMATS)}, or end the file's name so."
        )
    return ending
