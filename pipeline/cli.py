"""The command line. Others script against it: names, options and JSON shapes stay as they are."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec
from uuid import UUID

import click

from pipeline.evidence.errors import ConfigurationError, PinciteError, SourceMissing
from pipeline.settings import Settings
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL

if TYPE_CHECKING:
    from pipeline.store.answers import Progress
    from pipeline.workers.attempt import Event
    from pipeline.workers.foreground import Outcome, Standing
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


def show(value: object, as_json: bool, words: Callable[[], str]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, default=str) if as_json else words())


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pincite")
def main() -> None:
    """Pincite: ask over filings and see the exact cells and lines behind each claim.

    Data lives under PINCITE_HOME. DATABASE_URL, OPENAI_BASE_URL, OPENAI_API_KEY and PINCITE_MODEL switch to
    services of your own.
    """


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on (PINCITE_PORT, else 8501).")
@click.option("--samples", is_flag=True, help="Load the sample filings at the first start.")
@typed
def serve(as_json: bool, host: str, port: int | None, samples: bool) -> None:
    """Open the app, with a worker beside it."""
    import uvicorn

    settings = Settings.from_environment()
    if samples:
        os.environ["PINCITE_SAMPLES"] = "1"
    address = f"http://{host}:{port or settings.port}"
    show({"url": address}, as_json, lambda: f"Pincite opens on {address}. Press Ctrl-C to stop.")
    sys.stdout.flush()
    uvicorn.run("app:app", host=host, port=port or settings.port, log_level="warning", access_log=False)


@main.command()
@click.option("--beside", is_flag=True, hidden=True, help="End when the input closes: the app has ended.")
@typed
def worker(as_json: bool, beside: bool) -> None:
    """Read queued filings, on this host, until it is stopped; run as many of these as wanted."""
    from pipeline.workers.worker import Worker

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    if beside:
        threading.Thread(target=_set_at_end_of_input, args=(stop,), name="lifeline", daemon=True).start()
    with opened() as (settings, database):
        if not settings.workers:
            raise ConfigurationError("PINCITE_WORKERS is 0: this worker would read nothing. Unset it.")
        Worker(settings, database, tell=lambda event: _say(event, as_json)).run(stop)


@main.command()
@typed
def migrate(as_json: bool) -> None:
    """Bring the database's schema up to date; every other command does so as well."""
    from pipeline.store import migrations

    with opened():
        names = [migration.name for migration in migrations.read()]
    show({"migrations": names}, as_json, lambda: f"The schema is up to date: {', '.join(names)}.")


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--supersedes", type=click.UUID, help="The version that this file replaces.")
@typed
def ingest(as_json: bool, paths: tuple[Path, ...], supersedes: UUID | None) -> None:
    """Read filings (PDF, HTML, text) into the library; folders are searched for files.

    Ctrl-C cancels what is not read yet; pressed again, it leaves the rest to a worker.
    """
    from pipeline.reading.supervisor import prepare_reading

    prepare_reading()  # while the database starts
    from pipeline.workers.foreground import Foreground, Interrupts

    interrupts = Interrupts()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupts)
    failed = False
    with opened() as (settings, database):
        foreground = Foreground(settings, database, LOCAL, interrupts, _watch(as_json))
        for outcome in foreground.ingest(list(_sources(paths)), supersedes):
            failed = failed or outcome.version is None
            show(outcome.to_json(), as_json, lambda outcome=outcome: f"\r{_outcome_words(outcome)}")  # type: ignore[misc]
            sys.stdout.flush()
    if failed or interrupts.stop.is_set():
        raise SystemExit(1)


@main.command()
@typed
def documents(as_json: bool) -> None:
    """List the filings of the library."""
    from pipeline.store import documents as store

    with opened() as (_, database), database.scoped(LOCAL) as connection:
        rows = [row.to_json() for row in store.list_all(connection, LOCAL.user_id)]
    show(
        rows,
        as_json,
        lambda: "\n".join(f"{row['document_id']}  {row['title']}" for row in rows) or "No filings yet.",
    )


@main.command()
@click.argument("question")
@click.option(
    "--document", "chosen", multiple=True, type=click.UUID, help="Ask only this filing (repeatable)."
)
@click.option("--without", multiple=True, type=click.UUID, help="Leave this filing out (repeatable).")
@click.option("--trace", "traced", is_flag=True, help="Print how the packet was found, list by list.")
@typed
def ask(
    as_json: bool, question: str, chosen: tuple[UUID, ...], without: tuple[UUID, ...], traced: bool
) -> None:
    """Answer a question from the library, each claim with its evidence.

    With PINCITE_MODEL a model writes the claims; Ctrl-C gives it up and keeps what was checked. The JSON has the
    filings that were searched as "scope" and how the packet was found as "trace".
    """
    from pipeline.answer.ask import ask as answer_question
    from pipeline.answer.authors import authors_for
    from pipeline.answer.foreground import ask_and_wait
    from pipeline.answer.told import answer_words, scope_words, trace_words
    from pipeline.index.embedding import embedder_for
    from pipeline.search.aids import aids_for
    from viewer.resolver import answer_json
    from viewer.search_exports import search_json

    with opened() as (settings, database):
        authors, embedder = authors_for(settings), embedder_for(settings)
        if authors is None:
            answer = answer_question(
                database, LOCAL, embedder, question, chosen or None, without=without, aids=aids_for(settings)
            )
        else:
            watch = _watch_answer(as_json)
            answer = ask_and_wait(
                database, LOCAL, embedder, question, chosen or None, authors, watch, without=without
            )
        with database.scoped(LOCAL) as connection:
            value = answer_json(connection, LOCAL, answer, files=_files(settings))
            value |= search_json(connection, LOCAL, answer.id)

    def words() -> str:
        trace = [trace_words(value["trace"])] if traced and value["trace"] else []
        return "\n".join([answer_words(value), scope_words(value["scope"]), *trace])

    show(value, as_json, words)
    if answer.problem:
        raise SystemExit(1)


@main.command()
@click.argument("document", type=click.UUID)
@click.option("--page", required=True, type=click.IntRange(0), help="0-based page (PDF page 4 is 3).")
@click.option("--quote", required=True, help="The words to find on it.")
@typed
def locate(as_json: bool, document: UUID, page: int, quote: str) -> None:
    """Find a quote on a page: located, ambiguous or missing, with its regions."""
    from viewer.resolver import locate as locate_quote

    with opened() as (_, database), database.scoped(LOCAL) as connection:
        value = locate_quote(connection, LOCAL, document, page, quote)
    show(value, as_json, lambda: json.dumps(value, indent=2, ensure_ascii=False))


@main.command()
@click.argument("answer_id", type=click.UUID)
@click.argument("handle")
@click.option("--claim", type=click.IntRange(1), help="The claim that cites it, when several do.")
@click.option("--newer", is_flag=True, help="Look for it in the version that superseded its own.")
@typed
def resolve(as_json: bool, answer_id: UUID, handle: str, claim: int | None, newer: bool) -> None:
    """Open a claim's evidence: its citation with page, regions and state."""
    from viewer.resolver import find_newer
    from viewer.resolver import resolve as resolve_citation

    with opened() as (settings, database), database.scoped(LOCAL) as connection:
        if newer:
            find_newer(connection, LOCAL, answer_id, handle, claim)
        value = resolve_citation(
            connection, LOCAL, answer_id, handle, claim, files=_files(settings)
        ).to_json()
    show(value, as_json, lambda: json.dumps(value, indent=2, ensure_ascii=False))


@main.group()
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


def _sources(paths: Iterable[Path]) -> Iterator[tuple[Path, SourceMissing | None]]:
    """The files that the paths mean, and each folder that has none with the error that says so."""
    from pipeline.offered import sources_in

    for given in paths:
        try:
            for path in sources_in([given]):
                yield path, None
        except SourceMissing as error:
            yield given, error


def _files(settings: Settings) -> SourceFiles:
    from viewer.source_files import SourceFiles

    return SourceFiles(open_blobs(settings))


def _watch(as_json: bool) -> Callable[[Standing], None]:
    """Progress on one line of a terminal; silent elsewhere."""
    if as_json or not sys.stderr.isatty():
        return lambda standing: None

    def draw(standing: Standing) -> None:
        begun = "; ".join(
            f"{run.source_name}: {run.stage} {run.done} of {run.total}" for run in standing.in_hand
        )
        counted = f" ({standing.told} of {standing.total} files)" if standing.total > 1 else ""
        click.echo(f"\r{begun or 'waiting'}{counted}\x1b[K", nl=False, err=True)

    return draw


def _outcome_words(outcome: Outcome) -> str:
    version = outcome.version
    if version is None:
        return f"{outcome.error_type}: {outcome.error_message}"
    size = f"{version.page_count} pages, {version.block_count} blocks, {version.passage_count} passages"
    how = "already in the library" if outcome.already_stored else f"ready in {version.seconds:.1f} s"
    return f"{outcome.path.name}: {how}: {version.title} ({size}) version {version.id}"


def _say(event: Event, as_json: bool) -> None:
    show(event.to_json(), as_json, lambda: f"{datetime.now():%H:%M:%S}  {event.words}")
    sys.stdout.flush()


def _set_at_end_of_input(stop: threading.Event) -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    stop.set()


def _watch_answer(as_json: bool) -> Callable[[Progress], None]:
    """How far an answer is, on one line of a terminal; silent elsewhere."""
    if as_json or not sys.stderr.isatty():
        return lambda progress: None
    return lambda progress: click.echo(
        f"\r{progress.stage}, {progress.claims} claims checked\x1b[K", nl=False, err=True
    )


if __name__ == "__main__":
    main()
