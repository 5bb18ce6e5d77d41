"""The set of sample filings."""

from pathlib import Path

import pytest

from pipeline.samples import SampleFiling, build
from pipeline.samples.__main__ import main


def test_two_builds_are_the_same_bytes(filings: list[SampleFiling], tmp_path: Path) -> None:
    for first, second in zip(filings, build(tmp_path), strict=True):
        assert first.path.read_bytes() == second.path.read_bytes(), first.path.name


def test_each_filing_is_small(filings: list[SampleFiling]) -> None:
    assert all(filing.path.stat().st_size < 150_000 for filing in filings)


def test_the_amendment_supersedes_the_annual_report_and_nothing_else_does(
    filings: list[SampleFiling],
) -> None:
    annual, amendment, quarterly = filings
    assert amendment.supersedes == annual.path
    assert annual.supersedes is None
    assert quarterly.supersedes is None


def test_the_command_names_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out.count("Orrinmere Instruments, Inc.") == 3
    assert len(list((tmp_path / "new").iterdir())) == 3


def test_a_folder_that_cannot_be_made_is_an_error_with_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder")
    assert main([str(in_the_way)]) == 1
    assert "cannot write the sample filings" in capsys.readouterr().err


def test_the_command_wants_one_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
