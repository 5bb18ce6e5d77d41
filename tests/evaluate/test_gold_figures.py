"""Gold numbers of TAT-QA, read where they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.evaluate.gold_figures import measure_figures
from pipeline.evidence.errors import InvalidGold, SourceMissing, SourceUnreadable

QUESTION = {
    "uid": "q1",
    "derivation": "(1,568.6-1,571.7)/1,571.7 * 100",
    "facts": ["1571.7", "0.5", "the method"],
    "mappings": [{"table": [0, 1]}, {"paragraph_1": [12, 16]}, {"paragraph_1": [0, 5]}],
}
CONTEXT = {
    "table": {"table": [["Inventories", "1,571.7", "$1,568.6"]]},
    "paragraphs": [{"order": 1, "text": "We recorded $0.5 million, net of tax."}],
    "questions": [QUESTION],
}


def written(path: Path, *contexts: object) -> Path:
    file = path / "tatqa.json"
    file.write_text(json.dumps(contexts), encoding="utf-8")
    return file


def test_every_gold_number_is_read_at_its_place(tmp_path: Path) -> None:
    report = measure_figures(written(tmp_path, CONTEXT))
    assert (report.operands, report.facts, report.misread) == (3, 2, ())
    assert report.share.share == 1


def test_a_number_that_is_not_read_so_is_told(tmp_path: Path) -> None:
    mapped = {**QUESTION, "facts": ["1571.8"], "mappings": [{"table": [0, 1]}]}
    report = measure_figures(written(tmp_path, {**CONTEXT, "questions": [mapped]}))
    assert [(one.gold, one.read) for one in report.misread] == [("1571.8", ("1,571.7",))]
    assert "1571.8 in “1,571.7”" in report.words
    assert report.to_json()["misread"]


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing):
        measure_figures(tmp_path / "none.json")
    with pytest.raises(InvalidGold):
        measure_figures(written(tmp_path, {"questions": [{}]}))
    (tmp_path / "broken.json").write_text("[", encoding="utf-8")
    with pytest.raises(SourceUnreadable):
        measure_figures(tmp_path / "broken.json")


@pytest.mark.parametrize("name", ["tatqa_dataset_dev.json", "tatqa_dataset_test_gold.json"])
def test_figures_of_tables_and_paragraphs_are_read_right(shared_data: Path, name: str) -> None:
    share = measure_figures(shared_data / "tatqa" / name).share
    assert share.total > 1500
    assert share.share is not None
    assert share.share >= 0.995
