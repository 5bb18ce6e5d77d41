"""The measurements: `pincite evaluate …`."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli.frame import opened, show, typed
from pipeline.settings import Settings
from pipeline.store.scope import LOCAL


@click.group()
def evaluate() -> None:
    """Measure how right the parts are, on gold of your own or the project's."""


GOLD = click.option("--gold", required=True, type=click.Path(path_type=Path), help="The gold file.")


@evaluate.command("location")
@GOLD
@typed
def evaluate_location(as_json: bool, gold: Path) -> None:
    """Are a filing's tagged facts found in their cells, with row, period and unit?"""
    from pipeline.evaluate.commands import measure_location

    with opened() as (_, database):
        report = measure_location(gold, database, LOCAL)
    show(report.to_json(), as_json, lambda: report.words)


@evaluate.command("quotes")
@GOLD
@click.option(
    "--mutants",
    type=click.IntRange(0),
    default=60,
    show_default=True,
    help="Falsified figures to try of each text.",
)
@typed
def evaluate_quotes(as_json: bool, gold: Path, mutants: int) -> None:
    """Is copied evidence found on its page, and every falsified figure refused?"""
    from pipeline.evaluate.commands import measure_quotes

    with opened() as (_, database):
        report = measure_quotes(gold, database, LOCAL, mutants)
    show(report.to_json(), as_json, lambda: report.words)


@evaluate.command("calculations")
@GOLD
@click.option(
    "--altered",
    type=click.IntRange(0),
    default=6,
    show_default=True,
    help="Falsified answers to try of each calculation.",
)
@typed
def evaluate_calculations(as_json: bool, gold: Path, altered: int) -> None:
    """Do derivations come to the gold's answers, with their scale? The gold is TAT-QA's JSON."""
    from pipeline.evaluate.commands import measure_calculations

    report = measure_calculations(gold, altered)
    show(report.to_json(), as_json, lambda: report.words)


@evaluate.command("support")
@GOLD
@click.option("--rules-only", is_flag=True, help="Ask no model, though one is configured.")
@typed
def evaluate_support(as_json: bool, gold: Path, rules_only: bool) -> None:
    """Is each claim's support judged as the gold judges it?

    The gold is JSON lines {"claim", "quotes", "verdict", and where known "id", "title", "around"}, FinanceBench's JSON
    lines, or TAT-QA's JSON.
    """
    from pipeline.evaluate.commands import measure_support

    report = measure_support(gold, Settings.from_environment(), rules_only=rules_only)
    show(report.to_json(), as_json, lambda: report.words)


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
@typed
def evaluate_retrieval(as_json: bool, gold: Path, scope: str, half: str | None, cases: bool) -> None:
    """Does the search bring the filing and the pages that answer a question?

    The gold is FinanceBench's JSON lines, or your own: {"id", "question", "file" (relative to the gold) or "document"
    (an id of the library), "pages" (counted from 0), and where known "company", "kind" (templated or free-form)}.
    Its filings have to be in the library. Half A is the first half of the companies by name: tune on it, report on B.
    """
    from pipeline.evaluate.retrieval import Searched
    from pipeline.evaluate.retrieval_command import measure_retrieval
    from pipeline.evaluate.retrieval_split import Half

    with opened() as (settings, database):
        report = measure_retrieval(
            gold,
            settings,
            database,
            LOCAL,
            Searched(scope),
            half=Half(half) if half in ("A", "B") else None,
            by_half=half == "both",
            cases=cases,
        )
    show(report.to_json(), as_json, lambda: report.words)
    if report.measured.was_stopped:
        raise SystemExit(1)
