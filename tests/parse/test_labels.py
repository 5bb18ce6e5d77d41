"""Printed page labels and recurring lines."""

from __future__ import annotations

import pytest

from pipeline.evidence.document import BlockKind
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.parse.draft import Draft
from pipeline.parse.labels import Furniture, edges_of, find_furniture, in_sequence, page_labels
from pipeline.parse.pdf.layout import Row, rows_of
from pipeline.parse.running import mark_furniture
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


def _furniture(pages: list[list[Text]]) -> list[Furniture[Row]]:
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
    ("feet", "labels"),
    [
        (["Page 3 of 40", "Page 4 of 40", "Page 5 of 40"], ["3", "4", "5"]),
        (["- 7 -", "- 8 -", "- 9 -"], ["7", "8", "9"]),
        (["A-1", "A-2", "A-3"], ["A-1", "A-2", "A-3"]),
        (["F - 9", "F - 10", "F - 11"], ["F-9", "F-10", "F-11"]),
        (["9", "1 0", "1 1"], ["9", "10", "11"]),
        (["xi", "xii", "xiii"], ["xi", "xii", "xiii"]),
        (
            ["41 | Larkspur Annual Report", "42 | Larkspur Annual Report", "43 | Larkspur Annual Report"],
            ["41", "42", "43"],
        ),
    ],
)
def test_a_label_is_read_however_it_is_printed(feet: list[str], labels: list[str]) -> None:
    assert _labels([*(_page(_foot(foot)) for foot in feet), _page(), _page()]) == [*labels, None, None]


def test_the_foot_of_a_page_of_two_lines_is_its_label() -> None:
    pages = [_page(_foot(str(n))) for n in range(1, 6)]
    short = [Text(60, 60, "See the notes."), _foot("6")]
    pdf = pdf_of(*[[*_body(n), *page[4:]] for n, page in enumerate(pages)], short)
    found = find_furniture([edges_of(rows_of(reading_of(pdf, n).words.get(0, []))) for n in range(6)])
    assert [page.label for page in found] == ["1", "2", "3", "4", "5", "6"]


def test_two_facing_pages_are_enough_for_numbers_that_stand_alone() -> None:
    feet = ["", "2", "3", "", "", "x", "9"]
    assert _labels([_page(_foot(foot)) if foot else _page() for foot in feet]) == [
        None,
        "2",
        "3",
        None,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("printed", "in_file", "labels"),
    [
        (["38", "39"], ["38", "39"], ["38", "39"]),
        ([None, "2", "3"], ["i", "2", "3"], ["i", "2", "3"]),
        ([None, None], ["", ""], [None, None]),
        ([None, "IV"], ["iii", "iv"], ["iii", "IV"]),
        ([None, "1", "2"], ["1", "2", "3"], [None, "1", "2"]),
    ],
)
def test_the_files_own_labels_count_where_none_is_printed_and_nowhere_when_they_contradict(
    printed: list[str | None], in_file: list[str], labels: list[str | None]
) -> None:
    found = page_labels(printed, in_file)
    assert [label.text for label in found] == labels
    assert all(
        (label.source is LabelSource.PRINTED) == (text is not None)
        for label, text in zip(found, printed, strict=True)
    )


def test_a_page_mark_counts_when_it_runs_in_sequence_with_others() -> None:
    assert in_sequence(["1", "2", None, "4", "77", None]) == ["1", "2", None, "4", None, None]


def test_html_and_text_pages_are_labelled_under_the_same_rule() -> None:
    def page(number: int, *edges: str) -> list[Draft]:
        texts = [
            "Larkspur Holdings, Inc.",
            f"Of {WORDS[number]} in the year",
            f"and {WORDS[number]} again",
            *edges,
        ]
        return [Draft(10 * number + n, text, BlockKind.PARAGRAPH) for n, text in enumerate(texts)]

    pages = [page(0), *(page(n, f"Form 10-Q | {n + 2}") for n in range(1, 6))]
    labels = mark_furniture(pages, [None] * len(pages))
    assert labels == [PageLabel.none(), *(PageLabel(str(n + 2), LabelSource.PRINTED) for n in range(1, 6))]
    assert {draft.kind for drafts in pages for draft in drafts[:1]} == {BlockKind.HEADER}
    assert {draft.kind for drafts in pages[1:] for draft in drafts[-1:]} == {BlockKind.FOOTER}
    assert {draft.kind for drafts in pages for draft in drafts[1:3]} == {BlockKind.PARAGRAPH}
