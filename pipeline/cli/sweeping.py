"""`pincite sweep`: collect what killed processes left behind."""

from __future__ import annotations

import click

from pipeline.cli.frame import opened, show, typed


@click.command()
@click.option(
    "--older-than",
    type=click.IntRange(0),
    default=3600,
    show_default=True,
    metavar="SECONDS",
    help="Spare what is younger. With 0, nobody else should be adding filings.",
)
@typed
def sweep(as_json: bool, older_than: int) -> None:
    """Remove stored files that nothing names, and queue runs again that were lost, in every workspace.

    A worker does this by itself a few times a day.
    """
    from pipeline.store.blobs import open_blobs
    from pipeline.sweep import sweep as sweep_all

    with opened() as (settings, database):
        swept = sweep_all(
            database,
            open_blobs(settings),
            safe_age=older_than,
            keep_openings=settings.operation.keep_openings,
        )
    show(swept.to_json(), as_json, lambda: swept.words)
    if swept.problems:
        raise SystemExit(1)
