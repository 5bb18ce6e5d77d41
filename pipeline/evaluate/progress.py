"""How far a measurement is."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

Progress = Callable[[str, int, int], None]
"""Called with (file, pages done, pages in all), or with what else is counted."""


def progress_line(noun: str = "page") -> Progress:
    """Progress through pages, or what else is counted, on one line of a terminal's standard error; silent elsewhere."""
    if not sys.stderr.isatty():
        return lambda name, done, total: None
    return lambda name, done, total: click.echo(
        f"\r{name}: {noun} {done} of {total}\x1b[K" + ("\n" if done == total else ""), nl=False, err=True
    )


def end_line() -> None:
    """Leave the line of a progress that stopped on the way."""
    if sys.stderr.isatty():
        click.echo(err=True)
