"""What holds of the parts of any pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.parts import Part
from tests.parse.structure.printed import page_parts, parts

LINES = st.sampled_from(
    [
        "# Item 7. Management's Discussion and Analysis",
        "# Notes to Financial Statements",
        "# Note 2 – Segments",
        "# CONSOLIDATED BALANCE SHEETS",
        "# CONSOLIDATED STATEMENTS OF INCOME AND COMPREHENSIVE INCOME (continued)",
        "# CONSOLIDATED STATEMENTS OF",
        "# TABLE OF CONTENTS",
        "^ Exhibit 99.1",
        "^ NOTE 3",
        "| Total assets | 1 | 2",
        "| Total liabilities | 1 | 2",
        "| Adjusted EBITDA | 1 | 2",
        "| United States | 1 | 2",
        "| Item 1. Business | 3",
        "| December 31",
        "FORM 10-K",
        "7",
        "We own what we own, and we say so.",
    ]
)
PAGES = st.lists(st.lists(LINES, max_size=12).map("\n".join), min_size=1, max_size=6)


@given(PAGES)
def test_a_page_is_of_a_part_once_with_a_strength(pages: list[str]) -> None:
    found = page_parts(*pages)
    keys = [(one.page_index, one.part) for one in found]
    assert keys == sorted(set(keys))
    assert all(0 <= one.page_index < len(pages) and 0 < one.strength <= 1 for one in found)


@given(PAGES)
def test_empty_pages_are_of_no_part_and_change_no_page_before_them(pages: list[str]) -> None:
    assert page_parts(*pages, "", "") == page_parts(*pages)


RELEASE = (
    "# Halden Lamps reports its second quarter\nSales rose because of our new lamps.",
    "We expect sales to rise in the third quarter, too.",
    "# CONSOLIDATED BALANCE SHEETS\n| Total assets | 9 | 8\n| Total liabilities | 4 | 4\n| Total equity | 5 | 4",
)


def test_what_a_release_tells_before_its_statements_discusses_the_results() -> None:
    told, expected, statement = parts(*RELEASE)
    assert told.keys() == expected.keys() == {Part.DISCUSSION}
    assert Part.DISCUSSION not in statement


def test_a_report_with_items_discusses_its_results_where_it_says_so() -> None:
    first, *_ = parts("# Item 1. Business\nWe make lamps.", *RELEASE)
    assert first.keys() == {Part.BUSINESS}
    assert not any(Part.DISCUSSION in page for page in parts("# Item 1. Business\nWe make lamps.", *RELEASE))


def test_a_text_without_statements_is_no_release() -> None:
    assert parts(*RELEASE[:2]) == [{}, {}]
