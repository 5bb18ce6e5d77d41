"""The path of headings that a block stands under."""

from __future__ import annotations

import pytest

from pipeline.evidence.document import BlockKind
from pipeline.evidence.section import headings, joined, nearest
from pipeline.parse.sections import DEEPEST, Heading, Level, SectionPath


def _path(*above: Heading | str) -> list[str]:
    sections = SectionPath()
    for heading in above:
        sections.enter(Heading(heading) if isinstance(heading, str) else heading)
    return headings(sections.path or "")


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("PART I — FINANCIAL INFORMATION", Level.PART),
        ("Exhibit 99.1", Level.PART),
        ("Item 1A. Risk Factors", Level.ITEM),
        ("Note 3 – Financial Instruments", Level.NOTE),
        ("1. Summary of significant accounting policies", Level.NOTE),
        ("2.1 Share-based payments", Level.SUBNOTE),
        ("2.1.4 Fair value", Level.DETAIL),
        ("3 Months Ended June 30", None),
        ("2.5 million shares were sold", None),
        ("Partners and associates", None),
        ("Items of interest", None),
    ],
)
def test_a_heading_says_its_level_or_none(text: str, level: Level | None) -> None:
    assert Heading(text).level is level


def test_parts_items_and_notes_stand_under_one_another() -> None:
    path = ["PART I", "Item 1. Financial Statements", "Note 2 – Revenue"]
    assert _path("PART I", "Item 1. Financial Statements", "Note 1 – Policies", "Note 2 – Revenue") == path
    assert _path(*path, "Item 2. Results") == ["PART I", "Item 2. Results"]
    assert _path(*path, "PART II") == ["PART II"]


def test_a_heading_that_names_no_level_stands_under_the_one_that_does() -> None:
    assert _path("Item 7. Results", "Liquidity", "Cash flows") == ["Item 7. Results", "Cash flows"]
    assert _path("Item 7. Results", "Liquidity", "Item 8. Statements") == ["Item 8. Statements"]


def test_smaller_lighter_and_uncapitalised_headings_stand_under_larger_bolder_and_capitalised_ones() -> None:
    large = Heading("Results of the year", size=18.0)
    bold, light = Heading("Europe", 10.0, is_bold=True), Heading("Germany", 10.0)
    assert _path(large, bold, light) == ["Results of the year", "Europe", "Germany"]
    assert _path(large, bold, light, Heading("Asia", 10.0, is_bold=True)) == ["Results of the year", "Asia"]
    assert _path(large, bold, Heading("Outlook", 18.0)) == ["Outlook"]
    assert _path("LEGAL PROCEEDINGS", "Patents") == ["LEGAL PROCEEDINGS", "Patents"]


def test_headings_whose_levels_are_not_certain_replace_one_another() -> None:
    assert _path("Sales by region", "Sales by product") == ["Sales by product"]
    assert _path(Heading("Sales", 10.0), Heading("Costs", 10.3)) == ["Costs"]


def test_a_path_is_no_deeper_than_an_outline() -> None:
    sizes = [Heading(f"Heading {size}", float(size)) for size in (40, 30, 24, 20, 16, 12, 10)]
    path = _path(*sizes)
    assert len(path) == DEEPEST
    assert (path[0], path[-1]) == ("Heading 40", "Heading 10")


def test_a_long_outer_heading_is_cut_at_a_word_and_the_nearest_never() -> None:
    long = "Item 7. " + "Discussion of everything " * 6
    outer, inner = _path(long, "Outlook")
    assert outer.endswith("…")
    assert len(outer) <= 81
    assert inner == "Outlook"
    assert _path(long) == [" ".join(long.split())]


def test_a_continued_heading_is_the_one_it_continues() -> None:
    assert _path("NOTE 5 (Continued)") == ["NOTE 5"]
    assert _path("Results of operations, continued") == ["Results of operations"]


def test_before_the_first_heading_there_is_no_section() -> None:
    assert SectionPath().path is None


def test_a_path_reads_back_into_its_headings() -> None:
    path = joined(["Part I", "A › B", "Results"])
    assert path == "Part I › A > B › Results"
    assert headings(path) == ["Part I", "A > B", "Results"]
    assert nearest(path) == "Results"
    assert nearest("Results") == "Results"
    assert headings("") == []
    assert joined([]) is None


def _read(*blocks: tuple[BlockKind, str]) -> list[str]:
    sections = SectionPath()
    for ordinal, (kind, text) in enumerate(blocks):
        sections.read(kind, Heading(text), ordinal)
    return headings(sections.path or "")


def test_the_end_of_a_sentence_that_names_a_note_begins_none() -> None:
    note = (BlockKind.HEADING, "NOTE 8: INTANGIBLE ASSETS")
    assert _read(note, (BlockKind.HEADING, "Note 2.")) == ["NOTE 8: INTANGIBLE ASSETS"]
    assert _read(note, (BlockKind.HEADING, "Note 13 for further information.")) == [note[1]]
    assert _read(note, (BlockKind.HEADING, "Note 9.")) == ["Note 9."]
    assert _read(note, (BlockKind.HEADING, "Note 2. Discontinued Operations"))[0].startswith("Note 2.")


def test_an_item_that_is_set_like_text_begins_all_the_same() -> None:
    six = (BlockKind.HEADING, "Item 6—Reserved")
    seven = "Item 7—Management's Discussion and Analysis of Financial Condition (amounts in millions)"
    assert _read(six, (BlockKind.PARAGRAPH, seven)) == [seven]
    for text in (
        "Item 1A. Risk Factors is incorporated by reference",
        "Item 7. Management's Discussion and Analysis 45",
        "Item 9 of our proxy statement",
    ):
        assert _read(six, (BlockKind.PARAGRAPH, text)) == [six[1]]


def test_a_notes_number_in_the_running_head_begins_the_note() -> None:
    three = (BlockKind.HEADING, "NOTE 3")
    assert _read(three, (BlockKind.HEADER, "NOTE 4"), (BlockKind.HEADING, "Investments")) == [
        "NOTE 4",
        "Investments",
    ]
    below = (BlockKind.HEADING, "Reserves")
    assert _read(three, below, (BlockKind.HEADER, "NOTE 3")) == ["NOTE 3", "Reserves"]
    assert _read(three, below, (BlockKind.HEADER, "Notes, continued")) == ["NOTE 3", "Reserves"]


def test_an_audit_report_and_another_set_of_notes_leave_the_note_before() -> None:
    item, note = "Item 8. Financial Statements", "Note 19 – Later Events"
    for heading in (
        "Report of Independent Registered Public Accounting Firm",
        "Notes to Financial Statements",
    ):
        assert _path(item, note, heading) == [item, heading]


def test_a_statement_stands_under_its_item_and_nothing_else() -> None:
    item, report = "ITEM 8. Financial Statements", "REPORT OF INDEPENDENT REGISTERED PUBLIC ACCOUNTING FIRM"
    statement = "CONSOLIDATED BALANCE SHEETS (In thousands)"
    assert _path(item, report, "Critical Audit Matters", statement) == [item, statement]
    assert _path("NOTE TO INVESTORS:", "Contacts", statement) == [statement]
    assert _path(item, report, "Analysis of Consolidated Balance Sheets")[1] == report


@pytest.mark.parametrize("kind", [BlockKind.PARAGRAPH, BlockKind.TABLE_ROW])
def test_a_statements_title_at_the_top_of_a_page_begins_it_however_it_is_set(kind: BlockKind) -> None:
    item = (BlockKind.HEADING, "Item 1. Financial Statements")
    title = (kind, "Condensed Consolidated Statements of Cash Flows (Unaudited)")
    assert _read(item, title) == [item[1], title[1]]
    text = (BlockKind.PARAGRAPH, "The following are filed with this report:")
    assert _read(item, text, text, text, title) == [item[1]]
    assert _read(item, (kind, "Consolidated Balance Sheets 45")) == [item[1]]


def test_an_items_name_on_a_line_of_its_own_names_the_item() -> None:
    assert _path("PART I", "ITEM 1.", "General", "BUSINESS") == ["PART I", "ITEM 1. BUSINESS"]
    assert _path("ITEM 8.", "FINANCIAL STATEMENTS AND SUPPLEMENTARY DATA", "Overview") == [
        "ITEM 8. FINANCIAL STATEMENTS AND SUPPLEMENTARY DATA",
        "Overview",
    ]
    assert _path("Item 2.", "Management's Discussion") == ["Item 2. Management's Discussion"]


def test_a_name_that_goes_with_another_number_is_not_the_items() -> None:
    assert _path("ITEM 1.", "ITEM 1A.", "BUSINESS") == ["ITEM 1A.", "BUSINESS"]
    assert _path("Item 1. Business", "Properties") == ["Item 1. Business", "Properties"]
