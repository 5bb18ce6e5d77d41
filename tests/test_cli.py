"""The command line as scripts use it: real processes, real files, exit statuses and JSON."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.samples import SampleFiling, build
from tests.serving import command, command_json


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> list[SampleFiling]:
    return list(build(tmp_path_factory.mktemp("samples")))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cli") / "home"


@pytest.fixture(scope="module")
def annual(home: Path, samples: list[SampleFiling]) -> dict[str, Any]:
    reported: dict[str, Any] = command_json(home, "ingest", str(samples[0].path))
    return reported


@pytest.fixture(scope="module")
def amended(home: Path, samples: list[SampleFiling], annual: dict[str, Any]) -> dict[str, Any]:
    reported: dict[str, Any] = command_json(
        home, "ingest", str(samples[1].path), "--supersedes", annual["version_id"]
    )
    return reported


def test_ingest_prints_what_became_of_a_file(annual: dict[str, Any], samples: list[SampleFiling]) -> None:
    assert annual["path"] == str(samples[0].path)
    assert annual["title"] == samples[0].title
    assert (annual["media_type"], annual["pages"], annual["state"]) == ("application/pdf", 18, "ready")
    assert annual["blocks"] > annual["passages"] > 0
    assert annual["seconds"] > 0


def test_ingest_goes_on_after_a_bad_file_and_fails_at_the_end(
    home: Path, annual: dict[str, Any], samples: list[SampleFiling], tmp_path: Path
) -> None:
    empty = tmp_path / "empty.pdf"
    empty.touch()
    done = command(home, "ingest", str(empty), str(tmp_path / "absent.pdf"), str(samples[0].path), "--json")
    first, second, third = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 1
    assert (first["path"], first["error"]["type"]) == (str(empty), "SourceEmpty")
    assert second["error"]["type"] == "SourceMissing"
    assert (third["version_id"], third["already_stored"]) == (annual["version_id"], True)


def test_a_folder_without_a_filing_does_not_keep_the_other_paths_out(
    home: Path, annual: dict[str, Any], samples: list[SampleFiling], tmp_path: Path
) -> None:
    done = command(home, "ingest", str(tmp_path), str(samples[0].path), "--json")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 1
    assert (first["path"], first["error"]["type"]) == (str(tmp_path), "SourceMissing")
    assert second["version_id"] == annual["version_id"]


def test_an_answer_in_words_says_where_each_citation_stands(home: Path, amended: dict[str, Any]) -> None:
    done = command(home, "ask", "What was Monitoring revenue in 2024?")
    assert "Form 10-K/A · FY2024, page index 11, printed 6 (ready)" in done.stdout
    assert "None" not in done.stdout


def test_documents_lists_the_current_version(home: Path, amended: dict[str, Any]) -> None:
    listed = command_json(home, "documents")
    (row,) = [listed] if isinstance(listed, dict) else listed
    assert row["version_id"] == amended["version_id"]
    assert row["superseded_versions"] == 1


def test_an_answer_carries_every_citation_resolved_and_every_check(
    home: Path, amended: dict[str, Any]
) -> None:
    answer = command_json(home, "ask", "What was Monitoring revenue in 2024?")
    claim = answer["claims"][0]
    citation = answer["evidence"][claim["evidence_ids"][0]]
    assert answer["not_in_sources"] is None
    assert citation["document_version"] == amended["version_id"]
    assert "93,345" in citation["quote"]
    assert citation["coordinate_space"] == "top-left-page-points"
    assert {region["role"] for region in citation["regions"]} >= {
        "quote",
        "row_label",
        "column_header",
        "unit",
    }
    checks = claim["citation_checks"][citation["citation_id"]]
    assert [check["kind"] for check in checks] == ["existence", "verbatim", "figures", "support", "location"]
    assert {check["kind"]: check["outcome"] for check in checks}["verbatim"] == "passed"


def test_resolve_opens_a_citation_of_a_stored_answer(home: Path, amended: dict[str, Any]) -> None:
    answer = command_json(home, "ask", "What was Monitoring revenue in 2024?")
    handle = answer["claims"][0]["evidence_ids"][0]
    citation = command_json(home, "resolve", answer["answer_id"], handle, "--claim", "1")
    assert citation["state"] == "ready"
    assert citation["regions"] == answer["evidence"][handle]["regions"]


def test_resolve_knows_no_handle_that_the_packet_did_not_give(home: Path, amended: dict[str, Any]) -> None:
    answer = command_json(home, "ask", "What was Monitoring revenue in 2024?")
    for handle, error in (("E999", "NotFound"), ("E01", "InvalidHandle"), ("e1", "InvalidHandle")):
        done = command(home, "resolve", answer["answer_id"], handle, "--json")
        assert done.returncode == 1
        assert json.loads(done.stdout)["error"]["type"] == error


def test_a_superseded_version_still_opens_pinned(
    home: Path, annual: dict[str, Any], amended: dict[str, Any]
) -> None:
    found = command_json(
        home, "locate", annual["version_id"], "--page", "10", "--quote", "Monitoring revenue 95,465"
    )
    assert found["outcome"] == "located"
    assert found["document_version"] == annual["version_id"]


def test_a_question_outside_the_filings_has_no_claim(home: Path, amended: dict[str, Any]) -> None:
    answer = command_json(home, "ask", "Who won the football world cup in 1974?")
    assert answer["claims"] == []
    assert answer["not_in_sources"].startswith("Not in the sources.")


def test_an_answer_says_what_it_was_asked_of_and_how_it_was_found(
    home: Path, amended: dict[str, Any]
) -> None:
    answer = command_json(home, "ask", "What was Monitoring revenue in 2024?")
    (filing,) = answer["scope"]["filings"]
    assert (filing["version_id"], filing["state"]) == (amended["version_id"], "ready")
    handles = {handle for page in answer["trace"]["pages"] for handle in page["handles"]}
    assert set(answer["evidence"]) <= handles
    done = command(home, "ask", "What was Monitoring revenue in 2024?", "--trace")
    assert "Searched 1 filing:" in done.stdout
    assert "How this was found:" in done.stdout


def test_a_filing_that_is_left_out_is_not_asked(home: Path, amended: dict[str, Any]) -> None:
    (listed,) = [command_json(home, "documents")]
    document = listed["document_id"] if isinstance(listed, dict) else listed[0]["document_id"]
    answer = command_json(home, "ask", "What was Monitoring revenue in 2024?", "--without", document)
    assert answer["claims"] == []
    assert (answer["scope"]["filings"], answer["scope"]["without"]) == ([], [document])


@pytest.mark.parametrize(
    ("quote", "outcome"),
    [
        ("Monitoring revenue 93,345", "located"),
        ("Monitoring revenue 93,354", "missing"),
        ("Monitoring revenue (93,345)", "missing"),
        ("revenue", "ambiguous"),
    ],
)
def test_locate_says_where_a_quote_stands(
    home: Path, amended: dict[str, Any], quote: str, outcome: str
) -> None:
    found = command_json(home, "locate", amended["version_id"], "--page", "11", "--quote", quote)
    assert found["outcome"] == outcome
    assert bool(found["regions"]) == (outcome == "located")
    assert bool(found["candidates"]) == (outcome == "ambiguous")
    assert (found["page_index"], found["display_page_label"]) == (11, "6")
    assert set(found["page_dimensions"]) == {"width", "height"}


def test_locate_refuses_a_page_that_does_not_exist(home: Path, amended: dict[str, Any]) -> None:
    done = command(home, "locate", amended["version_id"], "--page", "99", "--quote", "revenue", "--json")
    assert done.returncode == 1
    assert "99" in json.loads(done.stdout)["error"]["message"]


def test_a_wrong_database_address_is_said_without_its_password(home: Path) -> None:
    url = "postgresql://analyst:hunter2@127.0.0.1:1/library"
    done = command(home, "documents", "--json", environment={"DATABASE_URL": url})
    error = json.loads(done.stdout)["error"]
    assert (done.returncode, error["type"]) == (1, "DatabaseUnavailable")
    assert "127.0.0.1" in error["message"]
    assert "hunter2" not in done.stdout + done.stderr


@pytest.mark.skipif(
    os.geteuid() == 0, reason="root may write anywhere; the store's tests do this as another user"
)
def test_a_read_only_data_folder_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "read-only"
    folder.mkdir(mode=0o500)
    done = command(folder / "home", "documents", "--json")
    assert json.loads(done.stdout)["error"]["type"] == "DataFolderUnusable"


def test_a_data_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    done = command(path, "documents", "--json")
    assert json.loads(done.stdout)["error"]["type"] == "DataFolderUnusable"
    assert "Traceback" not in done.stderr


def test_serve_says_in_one_line_why_it_cannot_start(tmp_path: Path) -> None:
    done = command(
        tmp_path / "home",
        "serve",
        "--port",
        "1024",
        environment={"DATABASE_URL": "postgresql://127.0.0.1:1/x"},
    )
    assert done.returncode != 0
    assert "DatabaseUnavailable" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 48 MB: the database just fits."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=48m", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this user may not mount a small disk")
    yield tmp_path
    subprocess.run(["umount", "--lazy", str(tmp_path)], check=True)


def test_a_full_disk_stops_the_ingest_with_its_own_message(
    small_disk: Path, samples: list[SampleFiling]
) -> None:
    home = small_disk / "home"
    command_json(home, "documents")
    free = os.statvfs(small_disk)
    (small_disk / "ballast").write_bytes(bytes(max(free.f_bavail * free.f_frsize - 4096 * 8, 0)))
    done = command(home, "ingest", str(samples[0].path), str(samples[2].path), "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1
    assert [line["error"]["type"] for line in lines] == ["DataFolderUnusable"], "the second file is not tried"
    (small_disk / "ballast").unlink()
    assert command_json(home, "documents") == []
    assert not [path for path in (home / "blobs").rglob("*") if path.is_file()]
