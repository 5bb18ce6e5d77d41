"""Pages with tables by segment, by place, and of measures that are no GAAP measures."""

from __future__ import annotations

from pipeline.evidence.parts import Part
from tests.parse.structure.printed import parts

ROWS = "| Widgets | 5 | 4\n| Gadgets | 3 | 2\n| Total | 8 | 6"
PLACES = "| United States | 5 | 4\n| Europe | 3 | 2\n| Other countries | 8 | 6"
MEASURES = "| Net income | 5 | 4\n| Interest | 3 | 2\n| Adjusted EBITDA | 8 | 6"


def test_a_heading_over_a_table_says_what_it_is_by() -> None:
    assert parts(f"# Segment Information\n{ROWS}") == [{Part.SEGMENTS: 1.0}]
    assert parts(f"# Geographic Areas\n{PLACES}") == [{Part.GEOGRAPHY: 1.0}]
    assert parts(f"# Reconciliation of Net Income to Adjusted EBITDA\n{MEASURES}") == [{Part.NON_GAAP: 1.0}]


def test_a_heading_over_prose_alone_is_no_table() -> None:
    assert parts("# Segments\nWe have two of them.", "# Non-GAAP Measures\nWe use some.") == [{}, {}]


def test_what_the_heading_of_a_page_before_holds_counts_less() -> None:
    assert parts("# Segment Results\nWe have two of them.", ROWS) == [{}, {Part.SEGMENTS: 0.85}]


def test_rows_can_say_so_by_themselves() -> None:
    assert parts(PLACES) == [{Part.GEOGRAPHY: 0.5}]
    assert parts("| Segment profit | 5 | 4\n| Corporate | 3 | 2\n| Total | 8 | 6") == [{Part.SEGMENTS: 0.5}]
    assert parts(f"{MEASURES}\n| Free cash flow | 2 | 1") == [{Part.NON_GAAP: 0.5}]
    assert parts(ROWS) == [{}]


def test_places_may_stand_at_the_head_of_the_columns() -> None:
    rows = "| 2022 | 5 | 4\n| 2021 | 3 | 2\n| 2020 | 8 | 6"
    assert parts(f"# Geographic Operations\n| United States Europe Asia\n{rows}") == [{Part.GEOGRAPHY: 1.0}]


def test_a_note_on_contingencies_is_on_legal_matters() -> None:
    found = parts(
        "# Notes to Financial Statements\n# Note 7 – Legal Proceedings\nWe were sued for what we did."
    )
    assert found == [{Part.NOTES: 1.0, Part.LEGAL: 0.6}]


def test_a_note_reconciles_no_measures() -> None:
    found = parts(f"# Notes to Financial Statements\n# Note 7 – Taxes\n{MEASURES}\n| Adjusted base | 1 | 2")
    assert Part.NON_GAAP not in found[0]
