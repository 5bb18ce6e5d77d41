"""Printed page labels and recurring lines."""

from __future__ import annotations

import pytest

from pipeline.evidence.document import BlockKind
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.parse.labels import Furniture, edges_of, find_furniture, page_label
from pipeline.parse.layout import rows_of
from tests.fixtures.pdfs import Align, Text, pdf_of
from tests.parse.pdf_pages import reading_of

WORDS = (
    "gross",
    "margin",
    "inventory",
    "lease",
    "goodwill",
    "dividend",
    "hedge",
    "pension",
    "segment",
    "reserve",
)


def _body(page: int) -> list[Text]:
    """Running text that differs from page to page."""
    return [
        Text(60, 200 + 20 * n, f"Of {WORDS[page % 10]} and {WORDS[(page + n) % 10]} in the year")
        for n in range(4)
    ]


def _page(*edges: Text) -> list[Text]:
    return [*_body(0), *edges]


def _foot(string: str) -> Text:
    return Text(306, 750, string, Align.CENTER)


def _furniture(pages: list[list[Text]]) -> list[Furniture]:
    pages = [[*_body(number), *page[4:]] for number, page in enumerate(pages)]
    pdf = pdf_of(*pages)
    readings = [reading_of(pdf, index) for index in range(len(pages))]
    return find_furniture([edges_of(rows_of(reading.words.get(0, []))) for reading in readings])


def _labels(pages: list[list[Text]]) -> list[str | None]:
    return [found.label for found in _furniture(pages)]


def test_numbers_in_sequence_are_labels_however_far_from_the_index() -> None:
    feet = ["i", "ii", "iii", "37", "38", "39", "40", "F-1", "F-2", "F-3"]
    assert _labels([_page(_foot(foot)) for foot in feet]) == feet


def test_a_page_without_a_number_gets_none_between_numbered_ones() -> None:
    pages = [_page(_foot(foot)) if foot else _page() for foot in ("1", "2", "", "4", "5", "6")]
    assert _labels(pages) == ["1", "2", None, "4", "5", "6"]


def test_a_lone_number_is_no_label() -> None:
    assert (
        _labels([_page(), _page(_foot("12")), _page(), _page(_foot("900")), _page(), _page()]) == [None] * 6
    )


def test_headings_numbered_in_sequence_are_no_labels() -> None:
    titles = (
        "Scope of the report",
        "Who we are now",
        "What we sell here",
        "Where we go next",
        "Why it will work",
    )
    pages = [_page(Text(60, 60, f"{n} {title}"), _foot(f"{n + 10}")) for n, title in enumerate(titles, 1)]
    assert _labels(pages) == ["11", "12", "13", "14", "15"]
    assert _labels([_page(Text(60, 60, f"{n} {title}")) for n, title in enumerate(titles, 1)]) == [None] * 5


def test_a_number_inside_a_recurring_line_is_the_label() -> None:
    pages = [_page(_foot(f"Larkspur Holdings | Form 10-Q | {n}")) for n in range(4, 10)]
    assert _labels(pages) == ["4", "5", "6", "7", "8", "9"]


def test_lines_that_recur_at_the_edges_are_headers_and_footers() -> None:
    pages = [_page(Text(60, 60, "Larkspur Holdings, Inc."), _foot(str(n))) for n in range(1, 7)]
    for found in _furniture(pages):
        assert [(row.text.rstrip("123456"), kind) for row, kind in found.lines] == [
            ("Larkspur Holdings, Inc.", BlockKind.HEADER),
            ("", BlockKind.PAGE_NUMBER),
        ]


def test_a_line_that_recurs_inside_the_page_is_no_furniture() -> None:
    inside = Text(60, 400, "The same sentence stands on each page.")
    pages = [
        _page(inside, *(Text(60, 420 + 20 * n, f"{WORDS[n]} {WORDS[m]}") for n in range(4))) for m in range(6)
    ]
    assert all("same sentence" not in row.text for found in _furniture(pages) for row, _ in found.lines)


def test_column_headers_and_units_that_recur_are_no_furniture() -> None:
    top = [Text(60, 60, "Name of subsidiary"), Text(400, 60, "Jurisdiction"), Text(60, 80, "(In millions)")]
    assert all(not found.lines for found in _furniture([_page(*top) for _ in range(6)]))


@pytest.mark.parametrize(
    ("printed", "in_file", "label"),
    [
        ("38", "44", PageLabel("38", LabelSource.PRINTED)),
        (None, "iv", PageLabel("iv", LabelSource.PDF)),
        (None, "", PageLabel.none()),
    ],
)
def test_the_files_own_label_counts_only_where_none_is_printed(
    printed: str | None, in_file: str, label: PageLabel
) -> None:
    assert page_label(printed, in_file) == label
