"""Plain-text filings: pages at their marks, fixed-width rows as cells, and the look kept to the space."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evidence.document import BlockKind, PageKind, ParsedDocument, TitleSource
from pipeline.evidence.errors import IngestInterrupted, NoPages
from pipeline.parse import parse
from tests.fixtures.html import SCHEDULE, TEXT_REPORT, text_source
from tests.fixtures.sources import load_source
from tests.parse.html_documents import (
    assert_rendition_says_the_blocks,
    block_with,
    cells,
    headers,
    read,
    rendered_body,
    text_of_block,
    texts,
    units,
)

FILINGS = [
    ("AAMES_8-K_1998-12-15", 5),
    ("COMMONSENSE_24F-2NT_1995-12-28", 3),
    ("OLDTEXT_10-K_FY1995-06-30", 45),
    ("PAGEAMERICA_S-3A_1995-05-25", 5),
]


@pytest.fixture(scope="module")
def report() -> ParsedDocument:
    return read(text_source(TEXT_REPORT))


def test_pages_start_at_the_marks_and_carry_their_printed_numbers(report: ParsedDocument) -> None:
    assert [(page.kind, page.label.text) for page in report.pages] == [
        (PageKind.TEXT, None),
        (PageKind.TEXT, "2"),
        (PageKind.TEXT, "3"),
    ]


def test_wrappers_and_layout_tags_are_not_shown(report: ParsedDocument) -> None:
    shown = "".join(rendered_body(report).itertext())
    for word in ("PRIVACY", "CONFORMED", "<PAGE>", "<TABLE>", "<CAPTION>", "<S>", "- ---"):
        assert word not in shown


def test_every_character_is_in_one_block(report: ParsedDocument) -> None:
    assert_rendition_says_the_blocks(report)


def test_the_fixed_width_look_is_kept_to_the_space(report: ParsedDocument) -> None:
    shown = "".join(rendered_body(report).itertext())
    assert "\nNet Sales                           $  6,381       $  6,014\n" in shown


def test_justified_lines_are_a_paragraph_and_not_a_table(report: ParsedDocument) -> None:
    block = block_with(report, "Net sales rose")
    assert block.kind is BlockKind.PARAGRAPH
    assert text_of_block(report, block).endswith("than in 1994. Costs rose too.")


def test_a_rule_under_a_line_makes_it_a_heading(report: ParsedDocument) -> None:
    assert block_with(report, "Results").kind is BlockKind.HEADING
    assert block_with(report, "Net sales rose").section == "Results"


def test_rows_have_cells_in_columns_with_headers_and_unit(report: ParsedDocument) -> None:
    row = block_with(report, "Net Sales")
    table = report.tables[row.table or 0]
    assert cells(report, row) == [("Net Sales", None), ("$6,381", 0), ("$6,014", 1)]
    assert headers(report, table) == [
        ["Year Ended December 31,", "1995"],
        ["Year Ended December 31,", "1994"],
    ]
    assert units(report, table) == ["(in thousands)"]


def test_a_wrapped_label_and_its_leaders_are_one_row(report: ParsedDocument) -> None:
    row = block_with(report, "Income (Loss)")
    assert text_of_block(report, row) == "Income (Loss) From Continuing Operations.......... 703 (455)"
    assert cells(report, row) == [
        ("Income (Loss) From Continuing Operations", None),
        ("703", 0),
        ("(455)", 1),
    ]


def test_the_title_joins_cover_and_mail_header(report: ParsedDocument) -> None:
    assert (report.title, report.title_source) == (
        "Tallow & Wick, Inc. · Form 10-K · FY1995",
        TitleSource.COVER,
    )


def test_form_feeds_are_page_breaks_and_tabs_are_columns() -> None:
    document = read(
        text_source("First page.\n\fSecond page.\n\nSales\t\t1,234\t\t2,345\nCosts\t\t  234\t\t  345\n")
    )
    assert [page.text.splitlines()[0] for page in document.pages] == ["First page.", "Second page."]
    assert cells(document, block_with(document, "Costs")) == [("Costs", None), ("234", 0), ("345", 1)]
    assert_rendition_says_the_blocks(document)


def test_markup_in_a_text_is_shown_as_text() -> None:
    document = read(text_source("The symbol <script>alert(1)</script> & &amp; <b> are words here.\n"))
    assert texts(document) == ["The symbol <script>alert(1)</script> & &amp; <b> are words here."]
    assert b"<script" not in (document.rendition or b"").partition(b"<body>")[2]
    assert_rendition_says_the_blocks(document)


@pytest.mark.parametrize(
    "text",
    [
        "\x00\x1c\x85\ufeff words \u200b of text\n",
        "word " * 200_000,
        "1,234  " * 50_000,
        "\n".join("x" * (number % 300) for number in range(20_000)),
        "<PAGE>\n" * 5_000 + "words\n",
        ". . . . . " * 2_000 + "1,234\n",
        "$ $ $ ( ( ) ) % % 12 - - -- \n" * 500,
    ],
)
def test_hostile_text_ends_well(text: str) -> None:
    assert_rendition_says_the_blocks(read(text_source(text)))


def test_a_text_without_words_and_a_stopped_parse_say_so() -> None:
    with pytest.raises(NoPages, match=r"none\.txt"):
        read(text_source("<PAGE>\n\n<TABLE>\n</TABLE>\n", "none.txt"))
    with pytest.raises(IngestInterrupted):
        parse(text_source(TEXT_REPORT), progress=lambda done, total: None, interrupted=lambda: True)


# --- tables -----------------------------------------------------------------------------------------------


def read_table(*lines: str) -> ParsedDocument:
    document = read(text_source("\n".join(("<TABLE>", *lines, "</TABLE>", ""))))
    assert_rendition_says_the_blocks(document)
    return document


def notes(document: ParsedDocument, start: str) -> dict[str, list[str]]:
    block = block_with(document, start)
    page = document.pages[block.page_index].text
    return {
        cell.range.of(page): [note.range.of(document.pages[note.page_index].text) for note in cell.notes]
        for cell in block.cells
    }


def test_a_schedules_tags_are_row_labels_its_period_the_header_and_its_multiplier_the_unit() -> None:
    document = read(text_source(SCHEDULE))
    assert_rendition_says_the_blocks(document)
    assert cells(document, block_with(document, "<CASH>")) == [("<CASH>", None), ("6,381", 0), ("6,014", 1)]
    assert cells(document, block_with(document, "<EPS"))[1] == ("(.57)", 0)
    assert cells(document, block_with(document, "<ARTICLE>")) == [("<ARTICLE>", None)]
    (table,) = document.tables
    assert headers(document, table) == [["YEAR", "DEC-31-1995"], ["YEAR", "DEC-31-1994"]]
    assert units(document, table) == ["<MULTIPLIER> 1,000"]


def test_an_exhibits_type_heads_the_sections_in_it() -> None:
    document = read(text_source(SCHEDULE))
    assert block_with(document, "Words of").section == "FORM 10-K"
    assert block_with(document, "<CASH>").section == "EX-27 FINANCIAL DATA SCHEDULE"


def test_years_among_the_rows_start_new_columns_under_the_period_over_them() -> None:
    document = read_table(
        "                         Year ended June 30,",
        "                         1995       1994",
        "Sales                   6,381      6,014",
        "Costs                   4,210      3,977",
        "                              June 30,",
        "                         1995       1994",
        "Cash                      703        455",
    )
    assert [headers(document, table)[0] for table in document.tables] == [
        ["Year ended June 30,", "1995"],
        ["June 30,", "1995"],
    ]
    assert block_with(document, "Cash").table == 1


def test_a_title_beside_the_middle_of_the_columns_is_no_header_of_those_below_it() -> None:
    document = read_table(
        "<CAPTION>",
        "          DISTRIBUTIONS IN DOLLARS",
        "             FACE         PRIOR",
        "CLASS       VALUE       BALANCE     INTEREST        TOTAL",
        "<S>        <C>           <C>          <C>           <C>",
        "I-1F    1,184,000     1,156,444        9,162       34,902",
        "I-2F      803,000       803,000        6,362        6,362",
    )
    assert headers(document, document.tables[0]) == [
        ["FACE", "VALUE"],
        ["PRIOR", "BALANCE"],
        ["INTEREST"],
        ["TOTAL"],
    ]


def test_a_narrow_period_under_a_wide_one_is_said_of_all_columns_too() -> None:
    document = read_table(
        "                      Pro Forma Year Ended",
        "                           June 30,",
        "                       1994        1993",
        "Net Sales          $ 73,757    $ 71,543",
        "Net Income            5,890        (955)",
    )
    assert headers(document, document.tables[0]) == [
        ["Pro Forma Year Ended", "June 30,", "1994"],
        ["Pro Forma Year Ended", "June 30,", "1993"],
    ]


def test_a_table_goes_on_over_a_page_mark_with_its_headers_and_unit() -> None:
    first = (
        "(In thousands)\n\n                 1995       1994\nSales           6,381      6,014\n"
        "Costs           4,210      3,977\n\n                 7\n"
    )
    second = "Cash              703        455\nDebt              120         99\n\n                 8\n"
    document = read(text_source(f"{first}<PAGE>\n{second}"))
    table = document.tables[block_with(document, "Debt").table or 0]
    assert headers(document, table) == [["1995"], ["1994"]]
    assert units(document, table) == ["(In thousands)"]


def test_marks_of_edgar_and_in_brackets_point_at_the_footnotes_below() -> None:
    document = read_table(
        "                        1995        1994",
        "<S>                     <C>         <C>",
        "Sales <F1>             6,381       6,014",
        "Other                   .52(2)      .50",
        "<FN>",
        "<F1> Net of returns.",
        "(2) Fully diluted.",
    )
    assert notes(document, "Sales")["6,381"] == ["<F1> Net of returns."]
    assert notes(document, "Other") == {"Other": [], ".52(2)": ["(2) Fully diluted."], ".50": []}
    assert cells(document, block_with(document, "Other"))[1] == (".52(2)", 0)


@pytest.mark.parametrize(
    "lines",
    [
        ("New York                 13-2865787", "Delaware                 95-4438859"),
        ("Telephone:          (201)   342-6676", "Facsimile:          (201) 342-6677"),
        ("(212) 806-5836      (201) 342-6676", "Hackensack, New Jersey      07601"),
    ],
)
def test_telephone_employer_and_postal_numbers_are_no_rows_of_a_table(lines: tuple[str, ...]) -> None:
    assert read(text_source("\n".join(lines))).tables == ()


# --- real filings -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "pages"), FILINGS)
def test_every_character_of_a_real_filing_is_in_one_block(shared_data: Path, name: str, pages: int) -> None:
    document = read(load_source(shared_data / "filings" / f"{name}.txt"))
    assert document.render_version.startswith("nh3-")
    assert len(document.pages) == pages
    assert_rendition_says_the_blocks(document)


def test_an_old_statement_has_its_rows_under_the_years(shared_data: Path) -> None:
    document = read(load_source(shared_data / "filings" / "OLDTEXT_10-K_FY1995-06-30.txt"))
    statement = next(
        page.index for page in document.pages if "CONSOLIDATED STATEMENTS OF EARNINGS" in page.text
    )
    row = next(
        block
        for block in document.blocks
        if block.page_index == statement and text_of_block(document, block).startswith("Net Sales")
    )
    assert [column for _, column in cells(document, row)] == [None, 0, 1, 2]
    assert [text.replace("$", "").strip() for text, _ in cells(document, row)] == [
        "Net Sales",
        "71,113,000",
        "65,602,000",
        "52,031,000",
    ]
    assert headers(document, document.tables[row.table or 0]) == [
        ["Year Ended June 30,", "1995"],
        ["Year Ended June 30,", "1994"],
        ["Year Ended June 30,", "1993"],
    ]
