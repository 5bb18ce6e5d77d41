"""The commands that keep running: the app, and a worker."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING

import click

from pipeline.cli.frame import opened, show, typed
from pipeline.evidence.errors import ConfigurationError
from pipeline.operation import Listener, LogForm
from pipeline.settings import Settings

if TYPE_CHECKING:
    from pipeline.workers.attempt import Event, Tell


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on (PINCITE_PORT, else 8501).")
@click.option("--samples", is_flag=True, help="Load the sample filings at the first start.")
@typed
def serve(as_json: bool, host: str, port: int | None, samples: bool) -> None:
    """Open the app, with a worker beside it."""
    settings = Settings.from_environment()
    if samples:
        os.environ["PINCITE_SAMPLES"] = "1"
    address = f"http://{host}:{port or settings.port}"
    show({"url": address}, as_json, lambda: f"Pincite opens on {address}. Press Ctrl-C to stop.")
    sys.stdout.flush()
    from pipeline.cli.web_server import serve_app

    url = settings.oidc.url if settings.oidc else None
    serve_app(host, port or settings.port, settings.operation, url)


@click.command()
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
        with _figures_given(settings.operation.worker_metrics):
            Worker(settings, database, tell=_teller(settings.operation.log, as_json)).run(stop)


def _teller(form: LogForm, as_json: bool) -> Tell:
    """Who hears of a worker's events. A log that is collected is not told the names of files, which people choose."""
    from pipeline.journal.opening import open_journal
    from pipeline.workers.noted import note_event

    open_journal(form)

    def tell(event: Event) -> None:
        note_event(event)
        if as_json or form is LogForm.TEXT:
            _say(event, as_json)

    return tell


@contextmanager
def _figures_given(listener: Listener | None) -> Iterator[None]:
    if listener is None:
        yield
        return
    from pipeline.meters import give_figures

    end = give_figures(listener)
    try:
        yield
    finally:
        end()


def _say(event: Event, as_json: bool) -> None:
    show(event.to_json(), as_json, lambda: f"{datetime.now():%H:%M:%S}  {event.words}")
    sys.stdout.flush()


def _set_at_end_of_input(stop: threading.Event) -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    stop.set()
