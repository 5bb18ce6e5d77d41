"""What the runs of pages between two main headings are."""

from __future__ import annotations

import pytest

from pipeline.evidence.parts import Part
from tests.parse.structure.printed import page_parts, parts

PROSE = "We sell widgets to the world, and the world has always paid for them in good time."


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("Item 2. Management's Discussion and Analysis of Financial Condition", Part.DISCUSSION),
        ("ITEM 7 — MANAGEMENT’S DISCUSSION AND ANALYSIS", Part.DISCUSSION),
        ("Management's Discussion and Analysis", Part.DISCUSSION),
        ("ITEM SIX - SELECTED FINANCIAL DATA", Part.SELECTED_DATA),
        ("Item 1. Business", Part.BUSINESS),
        ("Items 1 and 2. Business and Properties", Part.BUSINESS),
        ("Item 1. Legal Proceedings", Part.LEGAL),
        ("PART I Item 1A. Risk Factors", Part.RISK_FACTORS),
        ("Item 6. Exhibits", Part.EXHIBIT),
        ("WIDGETS INC. NOTES TO CONSOLIDATED FINANCIAL STATEMENTS", Part.NOTES),
    ],
)
def test_an_items_words_say_what_it_is_whatever_its_number(heading: str, part: Part) -> None:
    assert parts(f"# {heading}\n{PROSE}", PROSE) == [{part: 1.0}, {part: 0.8}]


@pytest.mark.parametrize(
    "heading",
    ["Item 8. Financial Statements", "SIGNATURES", "Report of Independent Registered Public Accounting Firm"],
)
def test_what_begins_nothing_of_its_own_ends_what_went_before(heading: str) -> None:
    assert parts(f"# Item 7. Management's Discussion\n{PROSE}", f"# {heading}\n{PROSE}", PROSE)[1:] == [
        {},
        {},
    ]


def test_a_page_on_which_one_ends_and_another_begins_is_of_both() -> None:
    page = f"{PROSE}\n# Item 1A. Risk Factors\n{PROSE}"
    assert parts(f"# Item 1. Business\n{PROSE}", page)[1] == {Part.BUSINESS: 0.8, Part.RISK_FACTORS: 1.0}


def test_an_items_name_may_stand_below_its_number() -> None:
    assert parts(f"# ITEM 1.\n# General\n# BUSINESS\n{PROSE}") == [{Part.BUSINESS: 1.0}]


def test_a_sentence_about_an_item_begins_none() -> None:
    assert parts("Item 1A. Risk Factors. See also what we say of them elsewhere.") == [{}]


def test_a_table_of_contents_begins_nothing() -> None:
    contents = """
    # TABLE OF CONTENTS
    | Item 1. Business | 3
    | Item 1A. Risk Factors | 9
    | Item 2. Properties | 20
    | Item 3. Legal Proceedings | 21
    | Item 7. Management's Discussion and Analysis | 30
    """
    assert parts(contents, PROSE) == [{Part.CONTENTS: 1.0}, {}]


def test_a_chapters_table_of_contents_begins_its_chapter() -> None:
    contents = """
    # Item 7. Management's Discussion and Analysis
    # Index
    | Our business | 30
    | Our results | 34
    | Our liquidity | 40
    | Our policies | 44
    | Our risks | 48
    """
    found = parts(contents, PROSE)
    assert found == [{Part.CONTENTS: 1.0, Part.DISCUSSION: 1.0}, {Part.DISCUSSION: 0.8}]


def test_a_part_iii_of_headings_alone_is_no_table_of_contents() -> None:
    page = "\n".join(f"# Item {n}. Incorporated\n{PROSE}" for n in range(10, 15))
    assert parts(f"^ Table of Contents\n{page}") == [{}]


def test_a_cover_says_of_itself_what_it_is() -> None:
    cover = """
    UNITED STATES SECURITIES AND EXCHANGE COMMISSION
    FORM 10-K
    (Exact name of registrant as specified in its charter)
    Indicate by check mark whether the registrant is a shell company
    """
    assert parts(cover) == [{Part.COVER: 1.0}]
    assert Part.COVER not in parts(*[PROSE] * 10, cover)[10]


def test_exhibits_behind_the_notes_hold_what_they_hold() -> None:
    found = parts(
        f"# Notes to Financial Statements\n{PROSE}",
        f"^ Exhibit 99.3\n# Notes to Financial Statements\n{PROSE}",
        PROSE,
    )
    assert found[1:] == [{Part.EXHIBIT: 0.8}, {Part.EXHIBIT: 0.8}]


def test_a_page_of_notes_is_called_by_its_note() -> None:
    found = page_parts(
        f"# Notes to Financial Statements\n# Note 1 – Policies\n{PROSE}",
        f"{PROSE}\n# Note 2 – Leases\n{PROSE}",
        "2",
        f"{PROSE}",
        f"^ NOTE 3\n# TAXES\n{PROSE}",
    )
    assert [(one.page_index, one.title) for one in found] == [
        (0, "Note 1 - Policies"),
        (1, "Note 1 - Policies"),
        (3, "Note 2 - Leases"),
        (4, "NOTE 3 TAXES"),
    ]


def test_a_filing_without_page_breaks_is_all_that_it_holds() -> None:
    cover = (
        "SECURITIES AND EXCHANGE COMMISSION\nFORM 10-K\n(Exact name of registrant)\nIndicate by check mark"
    )
    contents = "# TABLE OF CONTENTS\n" + "\n".join(
        f"| Item {n}. Risk Factors and more | {n}" for n in range(1, 9)
    )
    chapters = "\n".join(
        f"# {heading}\n{PROSE}"
        for heading in (
            "Item 1. Business",
            "Item 7. Management's Discussion",
            "Notes to Financial Statements",
        )
    )
    statement = "# CONSOLIDATED BALANCE SHEETS\n| Total assets | 1 | 2\n| Total liabilities | 3 | 4\n| Goodwill | 5 | 6"
    (found,) = parts("\n".join([cover, contents, chapters, statement, *[PROSE] * 200]))
    assert found.keys() == {
        Part.COVER,
        Part.BUSINESS,
        Part.DISCUSSION,
        Part.NOTES,
        Part.BALANCE_SHEET,
    }
    assert found[Part.BALANCE_SHEET] == 1.0
