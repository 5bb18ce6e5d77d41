"""A memo as a workbook: strings stay strings, and a calculation is done again by the workbook itself."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from openpyxl import Workbook, load_workbook

from tests.viewer.memo.sample import memo_saying
from viewer.exports import one_line
from viewer.memo.memo import Memo
from viewer.memo.workbook import NOT_LIVE, workbook

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@pytest.fixture
def book(memo: Memo) -> Workbook:
    return opened(memo)


def opened(memo: Memo) -> Workbook:
    return load_workbook(io.BytesIO(workbook(memo)))


def table(book: Workbook, name: str) -> list[dict[str, object]]:
    head, *rows = book[name].iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=True)) for row in rows]


def formulas(memo: Memo) -> list[str]:
    package = zipfile.ZipFile(io.BytesIO(workbook(memo)))
    return [
        found.text or ""
        for name in package.namelist()
        if name.startswith("xl/worksheets/sheet")
        for found in etree.fromstring(package.read(name)).iter(f"{SHEET}f")
    ]


def test_each_claim_is_a_row_with_its_checks_and_what_fails(memo: Memo, book: Workbook) -> None:
    rows = table(book, "Claims")
    assert [row["Text"] for row in rows] == [claim.text for claim in memo.claims]
    assert rows[0]["Status"] == "No check failed"
    assert rows[2]["Figures"] == "1 of 2 missing"
    assert "The cited row prints 21,213" in str(rows[2]["What fails or is open"])
    assert rows[1]["Evidence"] == "E2, E1"


def test_each_citation_is_a_row_of_the_sources(memo: Memo, book: Workbook) -> None:
    rows = table(book, "Sources")
    assert [row["Evidence"] for row in rows] == [note.citation_id for note in memo.notes]
    assert rows[0]["Page"] == "PDF page 1 of 2 · printed 1"
    assert rows[0]["Printed label"] == "1"
    assert rows[0]["Quote"] == "Total net sales | 81,797 | 82,959"
    assert rows[0]["Checks"] == "Quote: Verbatim; Place: One place"


def test_a_withheld_source_has_its_number_and_why(book: Workbook) -> None:
    last = table(book, "Sources")[-1]
    told = {name: value for name, value in last.items() if value is not None}
    assert told.keys() == {"Evidence", "Status", "What is wrong"}
    assert told["Evidence"] == "E6"


def test_a_result_is_a_live_formula_over_its_inputs(book: Workbook) -> None:
    sheet = book["Calculations"]
    assert sheet["I2"].value == 36_413_000_000
    assert sheet["I3"].value == 81_797_000_000
    assert sheet["I4"].value == "=((I2/I3)*100)"


def test_a_formula_carries_the_value_that_was_computed(memo: Memo) -> None:
    values = load_workbook(io.BytesIO(workbook(memo)), data_only=True)["Calculations"]
    assert values["I4"].value == pytest.approx(44.516302553883394, rel=1e-12)


def test_a_calculation_that_was_not_done_has_no_result(book: Workbook) -> None:
    row = next(row for row in table(book, "Calculations") if row["Outcome"] == "Not recomputed")
    assert row["Value"] is None


def test_a_value_that_no_formula_comes_to_is_told_as_such(memo: Memo) -> None:
    third = memo.claims[1].calculation
    assert third is not None
    assert third.value is not None
    other = replace(memo.claims[1], calculation=replace(third, value=third.value + 1))
    changed = replace(memo, claims=(memo.claims[0], other, *memo.claims[2:]))
    row = table(opened(changed), "Calculations")[2]
    assert row["Value"] == pytest.approx(45.516302553883394)
    assert NOT_LIVE in str(row["Detail"])


@settings(max_examples=20, deadline=None)
@given(st.text())
@example('=HYPERLINK("http://evil.example","a")')
@example("+1+cmd|' /C calc'!A0")
@example("{=1+1}")
@example("@SUM(1+1)")
@example("https://evil.example")
@example("12345")
def test_foreign_words_are_strings_in_cells_of_text(words: str) -> None:
    said = one_line(words)
    memo = memo_saying(said)
    assert formulas(memo) == ["(I2/2)"]
    claims = opened(memo)["Claims"]
    if said:
        assert (claims["B2"].data_type, claims["B2"].value, claims["B2"].number_format) == ("s", said, "@")
    assert claims["B2"].hyperlink is None


def test_words_longer_than_a_cell_are_cut_and_show_it() -> None:
    value = opened(memo_saying("a" * 40_000))["Claims"]["B2"].value
    assert len(str(value)) == 32_767
    assert str(value).endswith("…")


def test_equal_memos_make_equal_bytes(memo: Memo) -> None:
    assert workbook(memo) == workbook(replace(memo))
