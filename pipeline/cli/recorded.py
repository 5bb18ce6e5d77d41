"""What the measurements' commands have in common: the report, its stored runs, and what changed since the last."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Protocol

import click

from pipeline.cli.frame import acting, opened, show

if TYPE_CHECKING:
    from pipeline.evaluate.recording import Gold, Recorded
    from pipeline.evaluate.series import Measured
    from pipeline.store.database import Database

STORE = click.option(
    "--store/--no-store",
    default=True,
    show_default=True,
    help="Keep the run, and tell what changed since the last one.",
)


class Report(Protocol):
    """What a measurement came to."""

    def to_json(self) -> dict[str, Any]: ...

    @property
    def words(self) -> str: ...


class Clock:
    """How long a measurement takes, from when this is made."""

    def __init__(self) -> None:
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started


def tell(
    report: Report,
    measured: Sequence[Measured],
    gold: Gold,
    clock: Clock,
    *,
    as_json: bool,
    store: bool,
    database: Database | None = None,
    arguments: Mapping[str, Any] | None = None,
    stands_on: Mapping[str, Any] | None = None,
) -> None:
    """Print a report; with `store`, keep its run and print what changed since the one before. `database` is the one
    that is open already, if one is."""
    seconds = clock.seconds
    if not as_json:
        click.echo(report.words)  # before anything that may fail: it took long
    value = report.to_json()
    recorded: tuple[Recorded, ...] = ()
    if store:
        from pipeline.evaluate.recording import record

        with nullcontext((None, database)) if database else opened() as (_, library):
            assert library is not None
            recorded = record(
                library,
                acting(library),
                measured,
                gold,
                value,
                arguments=arguments,
                stands_on=stands_on,
                seconds=seconds,
            )
    if as_json:
        show(value | {"evaluations": [one.to_json() for one in recorded]}, as_json, str)
    elif recorded:
        click.echo("\n" + "\n".join(one.words for one in recorded))
