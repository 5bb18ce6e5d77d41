"""The measurements: `pincite evaluate …`."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli.evaluating_layers import (
    evaluate_compare,
    evaluate_identity,
    evaluate_reviewed,
    evaluate_runs,
    evaluate_usability,
)
from pipeline.cli.evaluating_together import evaluate_layers
from pipeline.cli.frame import acting, opened, typed
from pipeline.cli.recorded import STORE, Clock, tell
from pipeline.settings import Settings


@click.group()
def evaluate() -> None:
    """Measure how right the parts are, on gold of your own or the project's."""


GOLD = click.option("--gold", required=True, type=click.Path(path_type=Path), help="The gold file.")


@evaluate.command("location")
@GOLD
@STORE
@typed
def evaluate_location(as_json: bool, gold: Path, store: bool) -> None:
    """Are a filing's tagged facts found in their cells, with row, period and unit?

    Of FinanceBench's questions: how much of the evidence that people copied do the answers' citations mark? Its filings
    have to be in the library.
    """
    from pipeline.cli.resolving import resolver
    from pipeline.evaluate.layer_commands import Library, measure_layer_location, readers_of
    from pipeline.evaluate.recording import Gold

    clock = Clock()
    with opened() as (settings, database):
        scope = acting(database)
        library = Library(settings, database, scope, resolver(settings, scope))
        report = measure_layer_location(library, gold, keep=False)
        tell(
            report,
            [report.measured],
            Gold.of(gold),
            clock,
            as_json=as_json,
            store=store,
            database=database,
            stands_on=readers_of(library, gold),
        )


@evaluate.command("quotes")
@GOLD
@click.option(
    "--mutants",
    type=click.IntRange(0),
    default=60,
    show_default=True,
    help="Falsified figures to try of each text.",
)
@STORE
@typed
def evaluate_quotes(as_json: bool, gold: Path, mutants: int, store: bool) -> None:
    """Is copied evidence found on its page, and every falsified figure refused?"""
    from pipeline.evaluate.commands import measure_quotes
    from pipeline.evaluate.recording import Gold

    clock = Clock()
    with opened() as (_, database):
        report = measure_quotes(gold, database, acting(database), mutants)
        tell(
            report,
            [report.measured],
            Gold.of(gold),
            clock,
            as_json=as_json,
            store=store,
            database=database,
            arguments={"mutants": mutants},
        )


@evaluate.command("calculations")
@GOLD
@click.option(
    "--altered",
    type=click.IntRange(0),
    default=6,
    show_default=True,
    help="Falsified answers to try of each calculation.",
)
@STORE
@typed
def evaluate_calculations(as_json: bool, gold: Path, altered: int, store: bool) -> None:
    """Do derivations come to the gold's answers, with their scale? The gold is TAT-QA's JSON."""
    from pipeline.evaluate.commands import measure_calculations
    from pipeline.evaluate.recording import Gold

    clock = Clock()
    report = measure_calculations(gold, altered)
    tell(
        report,
        [report.measured],
        Gold.of(gold),
        clock,
        as_json=as_json,
        store=store,
        arguments={"altered": altered},
    )


@evaluate.command("support")
@GOLD
@click.option("--rules-only", is_flag=True, help="Ask no model, though one is configured.")
@STORE
@typed
def evaluate_support(as_json: bool, gold: Path, rules_only: bool, store: bool) -> None:
    """Is each claim's support judged as the gold judges it?

    The gold is JSON lines {"claim", "quotes", "verdict", and where known "id", "title", "around"}, FinanceBench's JSON
    lines, a filing's located facts, or TAT-QA's JSON.
    """
    from pipeline.evaluate.commands import measure_support
    from pipeline.evaluate.recording import Gold

    clock = Clock()
    report = measure_support(gold, Settings.from_environment(), rules_only=rules_only)
    tell(
        report,
        [report.measured],
        Gold.of(gold),
        clock,
        as_json=as_json,
        store=store,
        arguments={"checkers": [checker.name for checker in report.checkers]},
    )


@evaluate.command("retrieval")
@GOLD
@click.option(
    "--scope",
    type=click.Choice(["filing", "gold", "all"]),
    default="all",
    show_default=True,
    help="Ask the filing that has the answer, all that the gold asks about, or the whole library.",
)
@click.option(
    "--half", type=click.Choice(["A", "B", "both"]), help="Ask one half, by company; or tell both apart."
)
@click.option("--cases", is_flag=True, help="Tell each question's ranks as well.")
@STORE
@typed
def evaluate_retrieval(
    as_json: bool, gold: Path, scope: str, half: str | None, cases: bool, store: bool
) -> None:
    """Does the search bring the filing and the pages that answer a question?

    The gold is FinanceBench's JSON lines, or your own: {"id", "question", "file" (relative to the gold) or "document"
    (an id of the library), "pages" (counted from 0), and where known "company", "kind" (templated or free-form)}.
    Its filings have to be in the library. Half A is the first half of the companies by name: tune on it, report on B.
    """
    from pipeline.evaluate.recording import Gold
    from pipeline.evaluate.retrieval import Searched
    from pipeline.evaluate.retrieval_command import measure_retrieval
    from pipeline.evaluate.retrieval_split import Half

    clock = Clock()
    with opened() as (settings, database):
        report = measure_retrieval(
            gold,
            settings,
            database,
            acting(database),
            Searched(scope),
            half=Half(half) if half in ("A", "B") else None,
            by_half=half == "both",
            cases=cases,
        )
        # One that was stopped has measured other questions than the whole.
        tell(
            report,
            [report.layer],
            Gold.of(gold),
            clock,
            as_json=as_json,
            store=store and not report.measured.was_stopped,
            database=database,
            arguments={"scope": scope, "half": half if half in ("A", "B") else None},
            stands_on={"embedding": report.embedding_model, "aids": ", ".join(report.aids) or "none"},
        )
    if report.measured.was_stopped:
        raise SystemExit(1)


evaluate.add_command(evaluate_identity)
evaluate.add_command(evaluate_reviewed)
evaluate.add_command(evaluate_usability)
evaluate.add_command(evaluate_layers)
evaluate.add_command(evaluate_runs)
evaluate.add_command(evaluate_compare)
