"""A whole library as one file, and back: `pincite backup` and `pincite restore`."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.frame import opened, show, typed
from pipeline.evidence.errors import InvalidBackup
from pipeline.settings import Settings

if TYPE_CHECKING:
    from pipeline.backup.progress import Course, Progress

SUFFIX = ".pincite.tar"


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
@click.option(
    "--without-damaged", is_flag=True, help="Leave out filings whose stored files are gone or damaged."
)
@typed
def backup(as_json: bool, target: Path, without_damaged: bool) -> None:
    """Write everything to one file, while the app runs on: all tenants' filings, questions, answers and reviews.

    In a folder it gets a name with the time. Keys, passwords and settings are no part of it. The fingerprint that is
    printed proves later, to whoever has kept it, that nobody has rewritten the file.
    """
    from pipeline.backup.making import make

    course = _course(as_json)
    with opened() as (settings, _):  # brings the schema up to date
        made = make(settings, _file(target), course, without_damaged=without_damaged)
    value = made.to_json()
    show(value, as_json, lambda: _made_words(value))


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--fingerprint", help="What `pincite backup` printed: refuse any other file.")
@typed
def restore(as_json: bool, source: Path, fingerprint: str | None) -> None:
    """Put a backup into an empty PINCITE_HOME (or DATABASE_URL, PINCITE_BLOBS): all of it, or nothing.

    It is verified before and after. Of a folder its only backup is taken. Everybody has to sign in again, and links
    that were handed out before no longer open anything.
    """
    from pipeline.backup.restoring import restore as restore_backup

    restored = restore_backup(
        Settings.from_environment(), _backup_in(source), _course(as_json), fingerprint=fingerprint
    )
    value = restored.to_json()
    show(value, as_json, lambda: _restored_words(value))


def _file(target: Path) -> Path:
    if not target.is_dir():
        return target
    return target / f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}{SUFFIX}"


def _backup_in(source: Path) -> Path:
    """Raises InvalidBackup for a folder with none or with several: which one is meant is not ours to guess."""
    if not source.is_dir():
        return source
    found = sorted(source.glob(f"*{SUFFIX}"))
    if len(found) == 1:
        return found[0]
    if not found:
        raise InvalidBackup(f"There is no backup (*{SUFFIX}) in {source}.")
    raise InvalidBackup(
        f"There are {len(found)} backups in {source}, the newest is {found[-1].name}. Name the one to restore."
    )


def _course(as_json: bool) -> Course:
    """Stopped by Ctrl-C or SIGTERM; progress on one line of a terminal, silent elsewhere."""
    from pipeline.backup.progress import Course

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    return Course(_watch(as_json), stop)


def _watch(as_json: bool) -> Callable[[Progress], None]:
    if as_json or not sys.stderr.isatty():
        return lambda progress: None

    def draw(progress: Progress) -> None:
        of = f" of {progress.total:,}" if progress.total else ""
        done = f": {progress.done:,}{of} bytes" if progress.done else ""
        click.echo(f"\r{progress.stage}{done}\x1b[K", nl=False, err=True)

    return draw


def _contents(value: dict[str, Any]) -> str:
    return (
        f"{value['tenants']} workspaces, {value['documents']} filings in {value['versions']} versions, "
        f"{value['answers']} answers, {value['verdicts']} verdicts; {value['rows']:,} rows and {value['files']} files "
        f"({value['file_bytes']:,} bytes)"
    )


def _made_words(value: dict[str, Any]) -> str:
    left_out = len(value["left_out"])
    damage = f"\n{left_out} damaged files were left out." if left_out else ""
    return (
        f"{value['file']}: {value['bytes']:,} bytes in {value['seconds']:.1f} s.\n{_contents(value)}.{damage}\n"
        f"Fingerprint {value['fingerprint']}\n"
        "It holds every workspace and no key. Keep it where only its operator reads it, and your settings apart."
    )


def _restored_words(value: dict[str, Any]) -> str:
    left_out = len(value["left_out"])
    damage = f"\n{left_out} files were damaged when it was made, and are missing." if left_out else ""
    return (
        f"Restored as of {value['made_at']} in {value['seconds']:.1f} s: {_contents(value)}.{damage}\n"
        f"{value['sign_ins_ended']} sign-ins were ended; links handed out before open nothing. Memberships and rights "
        "are those of that time: look through them before you let people in."
    )
