"""`pincite evaluate` as scripts and people run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.evaluate.filing import NAME, write, write_lines
from tests.evaluate.test_calculations import gold_file, question
from tests.serving import command, command_json


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evaluate") / "home"


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return write(tmp_path_factory.mktemp("gold"))


def test_location_prints_a_table_and_each_failing_case(home: Path, gold: tuple[Path, Path]) -> None:
    done = command(home, "evaluate", "location", "--gold", str(gold[0]))
    assert done.returncode == 0, done.stderr
    assert f"{NAME}_2023-06-30.pdf: all its pages, parsed from the file" in done.stdout
    assert "located (all of these)" in done.stdout
    assert "6 of 6  100.00 %" in done.stdout
    assert "f-00  81,797 on page index 0: unit wrong: money × 10^6" in done.stdout
    assert done.stderr == ""


def test_quotes_give_scripts_figures_and_cases(home: Path, gold: tuple[Path, Path]) -> None:
    value = command_json(home, "evaluate", "quotes", "--gold", str(gold[1]), "--mutants", "10")
    figures = {figure["name"].strip(): figure for figure in value["figures"]}
    assert value["layer"] == "quotes"
    assert figures["located on its page"] == {
        "name": "located on its page",
        "count": 2,
        "total": 2,
        "share": 1.0,
    }
    assert figures["falsified, and accepted"]["count"] == 0
    assert [case["outcome"] for case in value["cases"]] == ["located in pieces", "located"]
    assert sum(kind["whole"] for kind in value["mutations"]) == 20


def test_a_filing_of_the_library_is_not_parsed_again(home: Path, gold: tuple[Path, Path]) -> None:
    filing = gold[0].parent / f"{NAME}_2023-06-30.pdf"
    ingested = command_json(home, "ingest", str(filing))
    value = command_json(home, "evaluate", "location", "--gold", str(gold[0]))
    assert value["source"] == f"{filing.name}: version {ingested['version_id']} of the library"
    assert {case["place"] for case in value["cases"]} == {"cell"}


def test_retrieval_is_measured_over_the_filings_of_the_library(home: Path, gold: tuple[Path, Path]) -> None:
    filing = gold[0].parent / f"{NAME}_2023-06-30.pdf"
    command_json(home, "ingest", str(filing))
    path = gold[0].parent / "retrieval.jsonl"
    write_lines(path, [{"question": "What were total net sales?", "file": filing.name, "pages": [0]}])
    value = command_json(home, "evaluate", "retrieval", "--gold", str(path), "--scope", "filing", "--cases")
    assert (value["layer"], value["scope"], value["asked"], value["filings"]) == ("retrieval", "filing", 1, 1)
    assert value["groups"][0]["figures"]["hit @1"]["mean"] == 1.0
    assert [(case["id"], case["page_ranks"]) for case in value["cases"]] == [("line 1", [1])]
    done = command(home, "evaluate", "retrieval", "--gold", str(path))
    assert done.returncode == 0, done.stderr
    assert "asked of the whole library: 1 filing, 1 page\n" in done.stdout
    assert "right filing @1" in done.stdout
    assert done.stderr == ""


def test_calculations_are_done_again_over_the_figures_of_their_context(home: Path, tmp_path: Path) -> None:
    path = gold_file(
        tmp_path, question("44.1-56.7", -12.6, "million"), question("44.1-56.7", -21.6, "million")
    )
    done = command(home, "evaluate", "calculations", "--gold", str(path))
    assert done.returncode == 0, done.stderr
    assert "1 of 2  50.00 %" in done.stdout
    assert "44.1-56.7 = -21.6 million: The inputs give −12.6 (USD, millions); the claim says" in done.stdout
    assert command_json(home, "evaluate", "calculations", "--gold", str(path))["layer"] == "calculations"


def test_runs_are_kept_listed_and_compared(home: Path, gold: tuple[Path, Path], tmp_path: Path) -> None:
    facts = tmp_path / gold[0].name
    filing = gold[0].parent / f"{NAME}_2023-06-30.pdf"
    facts.with_name(filing.name).write_bytes(filing.read_bytes())
    rows = [json.loads(line) for line in gold[0].read_text().splitlines()]
    write_lines(facts, rows)
    arguments = ("evaluate", "location", "--gold", str(facts))
    before = len(command_json(home, "evaluate", "runs", "--last", "500"))
    first = command(home, *arguments)
    assert "It is the first run" in first.stdout or "Against" in first.stdout
    again = command(home, *arguments)
    assert "13 of 13 figures are the same, case by case." in again.stdout
    write_lines(facts, [row | {"pdf_page_index": 7} for row in rows])
    value = command_json(home, *arguments)
    (kept,) = value["evaluations"]
    changes = {change["key"]: change for change in kept["changes"]}
    assert changes["page"]["direction"] == "regression"
    assert changes["page"]["worse"] == [row["fact_id"] for row in rows]
    assert command_json(home, *arguments, "--no-store")["evaluations"] == []
    runs = command_json(home, "evaluate", "runs", "--layer", "location", "--last", "3")
    assert runs[0]["id"] == kept["id"]
    assert runs[1]["id"] == kept["before"]
    assert len(command_json(home, "evaluate", "runs", "--last", "500")) == before + 3
    compared = command(home, "evaluate", "compare", runs[1]["id"], runs[0]["id"][:12])
    assert "The gold has changed since" in compared.stdout
    assert "right page: 100.0% (6 of 6) 95% 61.0 to 100.0% → 0.0% (0 of 6)" in compared.stdout
    assert ": regression, 6 cases worse, 0 better" in compared.stdout
    assert "worse: f-00, f-01" in compared.stdout


def test_runs_of_two_measures_are_not_compared(home: Path, gold: tuple[Path, Path]) -> None:
    ids = [
        command_json(home, "evaluate", measure, "--gold", str(path))["evaluations"][0]["id"]
        for measure, path in (("location", gold[0]), ("quotes", gold[1]))
    ]
    done = command(home, "evaluate", "compare", *ids, "--json")
    assert json.loads(done.stdout)["error"]["type"] == "InvalidMeasurement"


def test_gold_that_cannot_be_read_ends_in_its_own_error(home: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n")
    done = command(home, "evaluate", "location", "--gold", str(broken), "--json")
    assert done.returncode == 1
    error = json.loads(done.stdout)["error"]
    assert error["type"] == "InvalidGold"
    assert "broken.jsonl, line 1" in error["message"]
