"""What a log and the figures are told of a worker: kinds and ids. File names and the words of errors are people's."""

from __future__ import annotations

import json
import logging

import pytest

from pipeline import meters
from pipeline.journal.lines import JsonLines
from pipeline.journal.secrets import Secrets
from pipeline.workers.attempt import Event
from pipeline.workers.noted import note_event


def runs(outcome: str) -> float:
    return meters.registry.get_sample_value("pincite_ingest_runs_total", {"outcome": outcome}) or 0.0


def test_an_event_is_logged_without_names_and_words_and_counted_by_its_kind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    failure = {"type": "DamagedSource", "message": "merger.pdf is damaged near 'Project Falcon'"}
    facts = {"ingest_id": "1d4f", "source_name": "merger.pdf", "error": failure}
    before = runs("failed")
    with caplog.at_level(logging.INFO, "pincite"):
        note_event(Event("failed", "DamagedSource: merger.pdf is damaged near 'Project Falcon'", facts))
    line = JsonLines(Secrets()).format(caplog.records[-1])
    told = json.loads(line)
    assert (told["event"], told["ingest_id"], told["error_type"]) == ("failed", "1d4f", "DamagedSource")
    assert "merger" not in line
    assert "Falcon" not in line
    assert runs("failed") == before + 1
    assert meters.registry.get_sample_value("pincite_errors_total", {"kind": "DamagedSource"})


def test_what_a_worker_says_of_itself_counts_as_no_run(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "pincite"):
        note_event(Event("started", "Worker host:1 waits for filings, 1 at once.", {"worker": "host:1"}))
    assert json.loads(JsonLines(Secrets()).format(caplog.records[-1]))["worker"] == "host:1"
    assert runs("started") == 0
