"""`pincite export` and `pincite import` as scripts use them: from one data folder to another."""

from __future__ import annotations

import json
from pathlib import Path

from pipeline.samples import build
from tests.serving import command, command_json


def test_an_answer_goes_to_another_data_folder_and_opens_its_evidence_there(tmp_path: Path) -> None:
    filing = next(iter(build(tmp_path / "samples")))
    there, here = tmp_path / "there", tmp_path / "here"
    command_json(there, "ingest", str(filing.path))
    answer = command_json(there, "ask", "What was Monitoring revenue in 2024?")
    nothing = command(there, "export", "--reviewed", "--out", str(tmp_path / "none.xlsx"), "--json")
    assert (nothing.returncode, json.loads(nothing.stdout)["error"]["type"]) == (1, "NotFound")
    file = tmp_path / "answer.xlsx"
    exported = command_json(there, "export", answer["answer_id"], "--out", str(file))
    assert (exported["answers"], exported["format"]) == ([answer["answer_id"]], "xlsx")
    assert exported["bytes"] == file.stat().st_size
    before = command_json(here, "import", str(file))
    assert [one["title"] for one in before["missing_filings"]] == [filing.title]
    version = command_json(here, "ingest", str(filing.path))["version_id"]
    after = command_json(here, "import", str(file))
    assert (after["known_answers"], after["missing_filings"], after["conflicts"]) == (1, [], [])
    handle, evidence = next(iter(answer["evidence"].items()))
    resolved = command_json(here, "resolve", answer["answer_id"], handle)
    assert (resolved["state"], resolved["document_version"]) == ("ready", version)
    assert resolved["regions"] == evidence["regions"]
    wrong = command(here, "import", str(filing.path), "--json")
    assert (wrong.returncode, json.loads(wrong.stdout)["error"]["type"]) == (1, "InvalidExchange")
    unnamed = command(there, "export", answer["answer_id"], "--out", str(tmp_path / "answer.txt"))
    assert "Name the format" in unnamed.stderr
