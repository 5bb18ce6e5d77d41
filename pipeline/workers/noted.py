"""What is counted and logged of a worker's events: their kinds and ids, no names of files and no words of errors."""

from __future__ import annotations

from typing import Any, Final

from pipeline import meters
from pipeline.journal.lines import FACTS
from pipeline.journal.opening import journal
from pipeline.workers.attempt import Event

_log: Final = journal.getChild("worker")
_TOLD: Final = ("worker", "ingest_id", "version_id", "attempt", "already_stored", "runs")
"""The facts of an event that a log may have."""


def note_event(event: Event) -> None:
    """Count what became of a run, and log what happened."""
    told: dict[str, Any] = {name: event.facts[name] for name in _TOLD if name in event.facts}
    failure = event.facts.get("error")
    if failure:
        told["error_type"] = failure["type"]
        meters.errors.labels(failure["type"]).inc()
    if "ingest_id" in event.facts:
        meters.runs.labels(event.kind).inc()
    _log.info("A worker's event.", extra={FACTS: {"event": event.kind, **told}})
