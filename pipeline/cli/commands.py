"""The commands. Others script against them: names, options and JSON shapes stay as they are."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import click

from pipeline.cli.backing_up import backup, restore
from pipeline.cli.evaluating import evaluate
from pipeline.cli.exchanging import export, import_
from pipeline.cli.frame import acted, acting, opened, show, source_files, typed
from pipeline.cli.library import collect, filings_of, list_collections, remove
from pipeline.cli.members import list_members, member
from pipeline.cli.packing import pack
from pipeline.cli.rotating import rotate_key
from pipeline.cli.serving import serve, worker
from pipeline.cli.sweeping import sweep
from pipeline.evidence.errors import SourceMissing

if TYPE_CHECKING:
    from pipeline.store.answers import Progress
    from pipeline.workers.foreground import Outcome, Standing


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pincite")
def main() -> None:
    """Pincite: ask over filings and see the exact cells and lines behind each claim.

    Data lives under PINCITE_HOME. DATABASE_URL, OPENAI_BASE_URL, OPENAI_API_KEY and PINCITE_MODEL switch to
    services of your own.
    """


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
@click.option(
    "--collection",
    "gathered",
    help="The collection that they come into; of a closed one, for its members only.",
)
@typed
def ingest(as_json: bool, paths: tuple[Path, ...], supersedes: UUID | None, gathered: str | None) -> None:
    """Read filings (PDF, HTML, text) into the library; folders are searched for files.

    Ctrl-C cancels what is not read yet; pressed again, it leaves the rest to a worker.
    """
    from pipeline.reading.supervisor import prepare_reading

    prepare_reading()  # while the database starts
    from pipeline.store import placements
    from pipeline.workers.foreground import Foreground, Interrupts

    interrupts = Interrupts()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupts)
    failed = False
    with opened() as (settings, database):
        scope = acting(database)
        collection_id = None
        if gathered is not None:
            with database.scoped(scope) as connection:
                collection_id = placements.named(connection, gathered, scope.user_id)
        foreground = Foreground(settings, database, scope, interrupts, _watch(as_json))
        for outcome in foreground.ingest(list(_sources(paths)), supersedes, collection_id):
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

    with opened() as (_, database), acted(database) as (scope, connection):
        rows = [row.to_json() for row in store.list_all(connection, scope.user_id)]
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
@click.option("--collection", "gathered", multiple=True, help="Ask this collection's filings (repeatable).")
@click.option("--without", multiple=True, type=click.UUID, help="Leave this filing out (repeatable).")
@click.option("--trace", "traced", is_flag=True, help="Print how the packet was found, list by list.")
@typed
def ask(
    as_json: bool,
    question: str,
    chosen: tuple[UUID, ...],
    gathered: tuple[str, ...],
    without: tuple[UUID, ...],
    traced: bool,
) -> None:
    """Answer a question from the library, each claim with its evidence.

    With PINCITE_MODEL a model writes the claims; Ctrl-C gives it up and keeps what was checked. The JSON has the
    filings that were searched as "scope" and how the packet was found as "trace".
    """
    from pipeline.allowance import use_question
    from pipeline.answer.ask import ask as answer_question
    from pipeline.answer.authors import authors_for
    from pipeline.answer.foreground import ask_and_wait
    from pipeline.answer.told import answer_words, scope_words, trace_words
    from pipeline.index.embedding import embedder_for
    from pipeline.search.aids import aids_for
    from viewer.resolver import answer_json
    from viewer.search_exports import search_json

    with opened() as (settings, database):
        scope = acting(database)
        if gathered:
            with database.scoped(scope) as connection:
                chosen += tuple(filings_of(connection, gathered, scope.user_id))
        use_question(settings, database, scope)
        authors, embedder = authors_for(settings), embedder_for(settings)
        if authors is None:
            answer = answer_question(
                database, scope, embedder, question, chosen or None, without=without, aids=aids_for(settings)
            )
        else:
            watch = _watch_answer(as_json)
            answer = ask_and_wait(
                database, scope, embedder, question, chosen or None, authors, watch, without=without
            )
        with database.scoped(scope) as connection:
            value = answer_json(connection, scope, answer, files=source_files(settings))
            value |= search_json(connection, scope, answer.id)

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

    with opened() as (_, database), acted(database) as (scope, connection):
        value = locate_quote(connection, scope, document, page, quote)
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

    with opened() as (settings, database), acted(database) as (scope, connection):
        if newer:
            find_newer(connection, scope, answer_id, handle, claim)
        value = resolve_citation(
            connection, scope, answer_id, handle, claim, files=source_files(settings)
        ).to_json()
    show(value, as_json, lambda: json.dumps(value, indent=2, ensure_ascii=False))


def _sources(paths: Iterable[Path]) -> Iterator[tuple[Path, SourceMissing | None]]:
    """The files that the paths mean, and each folder that has none with the error that says so."""
    from pipeline.offered import sources_in

    for given in paths:
        try:
            for path in sources_in([given]):
                yield path, None
        except SourceMissing as error:
            yield given, error


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


def _watch_answer(as_json: bool) -> Callable[[Progress], None]:
    """How far an answer is, on one line of a terminal; silent elsewhere."""
    if as_json or not sys.stderr.isatty():
        return lambda progress: None
    return lambda progress: click.echo(
        f"\r{progress.stage}, {progress.claims} claims checked\x1b[K", nl=False, err=True
    )


main.add_command(backup)
main.add_command(restore)
main.add_command(serve)
main.add_command(worker)
main.add_command(rotate_key)
main.add_command(evaluate)
main.add_command(export)
main.add_command(import_)
main.add_command(pack)
main.add_command(remove)
main.add_command(list_collections)
main.add_command(collect)
main.add_command(list_members)
main.add_command(member)
main.add_command(sweep)
