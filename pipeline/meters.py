"""What is counted of this process, for Prometheus: numbers and kinds, no names, no words, no ids.

Each process gives its own figures at an address of its own (`give_figures`): the app, and each worker that is asked
to. What all of them share, such as the queue, is read from the database when it is asked for.
"""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    start_http_server,
)
from prometheus_client.registry import Collector

from pipeline.evidence.errors import ConfigurationError
from pipeline.operation import Listener

# Without it each has a second series that nobody asks for.
disable_created_metrics()  # type: ignore[no-untyped-call]
registry: Final = CollectorRegistry(auto_describe=True)

_QUICK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0)
"""Seconds. An image takes 15 ms on an idle machine, half a second is the most that an analyst should wait for one, and
after 15 it is given up."""
_SLOW: Final = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds. An answer without a model takes a quarter of one, a model some tens."""

requests: Final = Counter(
    "pincite_requests",
    "HTTP requests, by route and status.",
    ["route", "method", "status"],
    registry=registry,
)
request_seconds: Final = Histogram(
    "pincite_request_seconds",
    "Seconds until a response had been sent, by route.",
    ["route"],
    buckets=_QUICK,
    registry=registry,
)
image_seconds: Final = Histogram(
    "pincite_page_image_seconds",
    "Seconds until a page image had been sent, by whether somebody looked at it or it was fetched ahead.",
    ["wanted"],
    buckets=_QUICK,
    registry=registry,
)
sockets: Final = Gauge(
    "pincite_websockets", "Open sessions of browsers (websockets) of this process.", registry=registry
)
answers: Final = Counter(
    "pincite_answers", "Finished answers, by method and outcome.", ["method", "outcome"], registry=registry
)
answer_seconds: Final = Histogram(
    "pincite_answer_seconds",
    "Seconds from a question to the end of its answer, by method.",
    ["method"],
    buckets=_SLOW,
    registry=registry,
)
runs: Final = Counter(
    "pincite_ingest_runs", "What became of attempts at runs of this worker.", ["outcome"], registry=registry
)
errors: Final = Counter(
    "pincite_errors",
    "Errors that somebody was told of, or that nobody expected, by kind.",
    ["kind"],
    registry=registry,
)
refusals: Final = Counter(
    "pincite_allowance_refusals",
    "What was refused because a user had used up an allowance.",
    ["of"],
    registry=registry,
)

ProcessCollector(registry=registry)
GCCollector(registry=registry)
Info("pincite_build", "What runs here.", registry=registry).info(
    {"version": importlib.metadata.version("pincite"), "python": platform.python_version()}
)


def give_figures(listener: Listener) -> Callable[[], None]:
    """Answer Prometheus at an address of its own, beside the app's, so that no proxy in front of the app passes it on.
    What it returns ends that. Raises ConfigurationError when the address is taken."""
    try:
        server, thread = start_http_server(listener.port, listener.host, registry)
    except OSError as error:
        raise ConfigurationError(
            f"Figures for Prometheus cannot be given at {listener.host}, port {listener.port}: "
            f"{error.strerror or error}. Set PINCITE_METRICS or PINCITE_WORKER_METRICS to another port."
        ) from error

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return end


@contextmanager
def read_when_asked(collector: Collector) -> Iterator[None]:
    """Have a collector's figures among the others' as long as what it reads them from is open."""
    registry.register(collector)
    try:
        yield
    finally:
        registry.unregister(collector)
