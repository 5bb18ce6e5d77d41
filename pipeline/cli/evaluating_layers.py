"""The four layers measured over the library, and the runs that were kept: `pincite evaluate …`."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli.frame import acted, acting, opened, show, typed
from pipeline.cli.recorded import STORE, Clock, tell

KEEP = click.option(
    "--keep-answers", is_flag=True, help="Leave the answers to the gold's questions in the library."
)


@click.command("identity")
@click.option(
    "--gold", type=click.Path(path_type=Path), help="The gold file; without it, all stored citations."
)
@KEEP
@STORE
@typed
def evaluate_identity(as_json: bool, gold: Path | None, keep_answers: bool, store: bool) -> None:
    """Do citations resolve to the document, version and page that they are meant for?

    The gold is FinanceBench's JSON lines, questions of your own as for `retrieval`, or the located facts of a filing
    that is in the library as PDF and as HTML.
    """
    from pipeline.cli.resolving import resolver
    from pipeline.evaluate.identity_stored import STORED
    from pipeline.evaluate.layer_commands import Library, measure_identity, readers_of, searchers_of
    from pipeline.evaluate.recording import Gold

    clock = Clock()
    with opened() as (settings, database):
        scope = acting(database)
        library = Library(settings, database, scope, resolver(settings, scope))
        report = measure_identity(library, gold, keep=keep_answers)
        tell(
            report,
            [report.measured],
            Gold.of(gold) if gold else Gold(STORED),
            clock,
            as_json=as_json,
            store=store,
            database=database,
            stands_on={**readers_of(library, gold), **searchers_of(library)} if gold else None,
        )


@click.command("reviewed")
@STORE
@typed
def evaluate_reviewed(as_json: bool, store: bool) -> None:
    """What do reviewers say of the library's answers, and does the checker say the same?

    Identity, support and location over every claim that is decided; by model, prompt and parser where there are
    several.
    """
    from pipeline.cli.resolving import resolver
    from pipeline.evaluate.progress import progress_line
    from pipeline.evaluate.recording import Gold
    from pipeline.evaluate.reviewed_claims import REVIEWED, read_reviewed
    from pipeline.evaluate.reviewed_report import ReviewedReport

    clock = Clock()
    with opened() as (settings, database):
        scope = acting(database)
        resolve = resolver(settings, scope)
        report = ReviewedReport(read_reviewed(database, scope, resolve, progress_line("answer")))
        # Of nothing there is nothing to keep.
        tell(
            report,
            report.measured,
            Gold(REVIEWED),
            clock,
            as_json=as_json,
            store=store and bool(report.reviewed.claims),
            database=database,
        )


@click.command("usability")
@click.option("--gold", type=click.Path(path_type=Path), help="Make answers for this gold, and walk these.")
@click.option(
    "--answers", type=click.IntRange(1), default=5, show_default=True, help="Without gold: the newest ones."
)
@KEEP
@STORE
@typed
def evaluate_usability(
    as_json: bool, gold: Path | None, answers: int, keep_answers: bool, store: bool
) -> None:
    """How many keys and seconds from an answer to the highlight of its evidence, and is it seen?

    The app is served for a while and walked by keyboard in a real browser, wide and 820 px: Tab to each handle, Enter,
    until its mark is in the view and uncovered; then Esc back. The gold is as for `identity`.
    """
    from pipeline.cli.resolving import resolver
    from pipeline.evaluate.layer_commands import NEWEST, Library, measure_usability
    from pipeline.evaluate.recording import Gold

    clock = Clock()
    with opened() as (settings, database):
        scope = acting(database)
        library = Library(settings, database, scope, resolver(settings, scope))
        report = measure_usability(library, gold, answers, keep=keep_answers)
        tell(
            report,
            [report.measured],
            Gold.of(gold) if gold else Gold(NEWEST),
            clock,
            as_json=as_json,
            store=store and bool(report.paths),
            database=database,
            arguments=None if gold else {"answers": answers},
        )


@click.command("runs")
@click.option("--layer", type=click.Choice(["identity", "support", "location", "usability"]))
@click.option("--measure", help="Only runs of this measure.")
@click.option("--last", type=click.IntRange(1), default=20, show_default=True, help="How many.")
@click.option("--figures", is_flag=True, help="Tell their figures as well.")
@typed
def evaluate_runs(as_json: bool, layer: str | None, measure: str | None, last: int, figures: bool) -> None:
    """List the measurements that were kept, the newest first."""
    from pipeline.evaluate.recording import run_line, run_words
    from pipeline.evidence.layer import Layer
    from pipeline.store import evaluations

    with opened() as (_, database), acted(database) as (_, conn):
        runs = evaluations.recent(conn, last, Layer(layer) if layer else None, measure)
    words = run_words if figures else run_line
    show(
        [run.to_json() for run in runs],
        as_json,
        lambda: ("\n\n" if figures else "\n").join(map(words, runs)) or "No measurement was kept yet.",
    )


@click.command("compare")
@click.argument("earlier")
@click.argument("later")
@typed
def evaluate_compare(as_json: bool, earlier: str, later: str) -> None:
    """Tell what changed from one kept measurement to another; the beginnings of their ids name them."""
    from pipeline.evaluate.recording import comparison_words, require_comparable
    from pipeline.store import evaluations

    with opened() as (_, database), acted(database) as (_, conn):
        first, second = evaluations.named(conn, earlier), evaluations.named(conn, later)
        require_comparable(first, second)
        changes = evaluations.compared(conn, first, second)
    value = {
        "earlier": first.to_json(),
        "later": second.to_json(),
        "changes": [change.to_json() for change in changes],
    }
    show(value, as_json, lambda: comparison_words(first, second, changes))
