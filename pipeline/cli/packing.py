"""An answer as one file for an analyst's records: `pincite pack`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import click

from pipeline.cli.frame import acted, opened, show, source_files, typed, write_whole


@click.command()
@click.argument("answer_id", type=click.UUID)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write: .pdf or .html.",
)
@typed
def pack(as_json: bool, answer_id: UUID, out: Path) -> None:
    """Write the verification pack of an answer: each claim with its checks, its reviewers' verdicts, and a picture of
    everything that is marked."""
    from viewer.pack.files import FILES
    from viewer.pack.gathering import gather
    from viewer.pack.pictures import drawing

    kind = next((one for one in FILES if out.suffix.lower() == f".{one.extension}"), None)
    if kind is None:
        known = " or ".join(f".{one.extension}" for one in FILES)
        raise click.UsageError(f"A pack is written as {known}: name such a file, not {out.name!r}.")
    with opened() as (settings, database):
        files = source_files(settings)
        with acted(database) as (scope, connection):
            gathered = gather(connection, scope, answer_id, files=files, made_at=datetime.now(UTC))
        with drawing(settings.fonts, files.prove) as draw:
            content = kind.make(gathered, draw, settings.fonts)
    write_whole(out, content)
    value = {
        "answer_id": str(answer_id),
        "file": str(out),
        "bytes": len(content),
        "claims": len(gathered.claims),
        "review": gathered.review,
    }
    show(value, as_json, lambda: f"{out}: {len(gathered.claims)} claims, {len(content):,} bytes.")
