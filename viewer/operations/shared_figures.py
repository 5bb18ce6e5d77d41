"""What Prometheus is told that is not counted but looked up: the queue, the connections, the pages that wait."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from pipeline.evidence.errors import PinciteError
from pipeline.store.queue_depth import QueueDepth, queue_depth
from pipeline.store.scope import LOCAL
from viewer.operations.ending import is_ending
from viewer.services import Services


class SharedFigures(Collector):
    """Looked up each time that somebody asks, which is every 15 seconds or so."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[Metric]:
        yield _gauge("pincite_ending", "1 once this process has been asked to end.", float(is_ending()))
        yield _gauge(
            "pincite_drawing_waiting", "Pages that wait to be drawn here.", self._services.images.waiting
        )
        connections = GaugeMetricFamily(
            "pincite_connections", "Connections of this process to the database, by state.", labels=["state"]
        )
        for state, count in self._services.database.connections().items():
            connections.add_metric([state], count)
        yield connections
        depth = self._depth()
        yield _gauge(
            "pincite_database_up", "1 when the database answers this process.", float(depth is not None)
        )
        if depth is not None:
            yield from _queue(depth)

    def _depth(self) -> QueueDepth | None:
        try:
            with self._services.database.scoped(LOCAL) as conn:
                return queue_depth(conn)
        except PinciteError:
            return None  # that is what `pincite_database_up` tells; the rest is left out, not told as zero


def _queue(depth: QueueDepth) -> Iterator[Metric]:
    jobs = GaugeMetricFamily(
        "pincite_queue_jobs", "Runs of the queue, of all hosts, by state.", labels=["state"]
    )
    jobs.add_metric(["waiting"], depth.waiting)
    jobs.add_metric(["in hand"], depth.in_hand)
    yield jobs
    yield _gauge(
        "pincite_queue_oldest_seconds",
        "Seconds since the oldest waiting run was queued, 0 without any.",
        depth.oldest_seconds,
    )
    yield _gauge("pincite_workers", "Workers that live, on all hosts.", depth.workers)


def _gauge(name: str, words: str, value: float) -> Metric:
    return GaugeMetricFamily(name, words, value=value)
