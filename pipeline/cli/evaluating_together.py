"""All four layers at once: `pincite evaluate layers`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.frame import acting, opened, show, typed
from pipeline.cli.recorded import STORE, Clock, Report

if TYPE_CHECKING:
    from pipeline.evaluate.layer_commands import Library
    from pipeline.evaluate.layers import LayerRun
    from pipeline.evaluate.series import Measured


@dataclass(frozen=True, slots=True)
class _Measure:
    """One measure of one gold: how it is made, and what its run is kept with."""

    name: str
    make: Callable[[], tuple[Report, Measured]]
    arguments: Mapping[str, Any]
    stands_on: Mapping[str, Any]
    options: str = ""


@click.command("layers")
@click.option(
    "--gold",
    "golds",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path),
    help="A gold file (repeatable): FinanceBench's JSON lines, or a filing's located facts.",
)
@click.option("--without-usability", is_flag=True, help="Open no browser.")
@STORE
@typed
def evaluate_layers(as_json: bool, golds: tuple[Path, ...], without_usability: bool, store: bool) -> None:
    """Measure identity, support, location and usability, and print one table of them.

    Support is judged by the rules alone, so that everybody gets the same figures. The gold's filings have to be in the
    library. Each row names the command that measures its layer alone.
    """
    from pipeline.cli.resolving import resolver
    from pipeline.evaluate.layer_commands import Library
    from pipeline.evaluate.layers import LayersReport

    left_out = ("usability, as was asked",) if without_usability else ()
    with opened() as (settings, database):
        scope = acting(database)
        library = Library(settings, database, scope, resolver(settings, scope))
        runs = tuple(
            _run(library, gold, measure, store=store)
            for gold in golds
            for measure in _measures(library, gold, usability=not without_usability)
        )
    report = LayersReport(runs, left_out)
    show(report.to_json(), as_json, lambda: report.words)


def _run(library: Library, gold: Path, measure: _Measure, *, store: bool) -> LayerRun:
    from pipeline.evaluate.layers import LayerRun
    from pipeline.evaluate.recording import Gold, record

    clock = Clock()
    report, measured = measure.make()
    seconds = clock.seconds
    recorded = (
        record(
            library.database,
            library.scope,
            [measured],
            Gold.of(gold),
            report.to_json(),
            arguments=measure.arguments,
            stands_on=measure.stands_on,
            seconds=seconds,
        )
        if store
        else ()
    )
    command = f"pincite evaluate {measure.name} --gold {shlex.quote(str(gold))}{measure.options}"
    return LayerRun(gold.name, measured, seconds, command, recorded[0] if recorded else None)


def _measures(library: Library, gold: Path, *, usability: bool) -> Iterator[_Measure]:
    """In the order of the layers."""
    from pipeline.evaluate import layer_commands
    from pipeline.evaluate.commands import measure_support
    from pipeline.evaluate.support import RULES

    readers, searchers = layer_commands.readers_of(library, gold), layer_commands.searchers_of(library)

    def identity() -> tuple[Report, Measured]:
        made = layer_commands.measure_identity(library, gold, keep=False)
        return made, made.measured

    def support() -> tuple[Report, Measured]:
        made = measure_support(gold, library.settings, rules_only=True)
        return made, made.measured

    def location() -> tuple[Report, Measured]:
        made = layer_commands.measure_layer_location(library, gold, keep=False)
        return made, made.measured

    def walked() -> tuple[Report, Measured]:
        made = layer_commands.measure_usability(library, gold, 0, keep=False)
        return made, made.measured

    yield _Measure("identity", identity, {}, {**readers, **searchers})
    yield _Measure("support", support, {"checkers": [RULES]}, {}, " --rules-only")
    yield _Measure("location", location, {}, readers)
    if usability:
        yield _Measure("usability", walked, {}, {})
