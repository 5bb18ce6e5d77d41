"""HTML filings: every visible character in one block, in tables the right row, column and unit."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pipeline.evidence.document import BlockKind, PageKind, ParsedDocument, TitleSource
from pipeline.evidence.errors import IngestInterrupted, NoPages, ParseFailed
from pipeline.evidence.page import LabelSource
from pipeline.parse import parse
from pipeline.parse.html.text import without_spaces
from tests.fixtures.html import PAGE_BREAK, QUARTERLY_REPORT, html_source, row
from tests.parse.html_documents import (
    assert_rendition_says_the_blocks,
    block_with,
    cells,
    filing,
    headers,
    read,
    rendered_body,
    text_of_block,
    texts,
    units,
)

FILINGS = [
    "AAPL_10-K_FY2024_2024-09-28",
    "AAPL_10-Q_FY2023Q3_2023-07-01",
    "AAPL_10-Q_FY2024Q3_2024-06-29",
    "AAPL_10-Q_FY2025Q3_2025-06-28",
    "AMZN_10-K_FY2023",
    "AMZN_10-K_FY2024",
    "BKE_8-K_EX99.1_2024-11-22",
    "JNJ_10-K_FY2023_2023-12-31",
]


@pytest.fixture(scope="module")
def report() -> ParsedDocument:
    return read(html_source(QUARTERLY_REPORT))


# --- the written report ---------------------------------------------------------------------------------


def test_every_visible_character_belongs_to_exactly_one_block(report: ParsedDocument) -> None:
    assert_rendition_says_the_blocks(report)


def test_hidden_facts_are_neither_shown_nor_citable(report: ParsedDocument) -> None:
    assert report.rendition is not None
    assert b"999" not in report.rendition
    assert b"ix:" not in report.rendition.lower()
    assert not any("999" in page.text for page in report.pages)


def test_the_title_comes_from_the_documents_own_facts(report: ParsedDocument) -> None:
    assert (report.title, report.title_source) == (
        "Tallow & Wick, Inc. · Form 10-Q · Q2 FY2031",
        TitleSource.FACTS,
    )


def test_page_breaks_make_sections_with_the_numbers_printed_on_them(report: ParsedDocument) -> None:
    assert [page.kind for page in report.pages] == [PageKind.SECTION] * 3
    assert [(page.label.text, page.label.source) for page in report.pages] == [
        (None, LabelSource.NONE),
        ("1", LabelSource.PRINTED),
        ("2", LabelSource.PRINTED),
    ]
    assert report.blocks[-1].kind is BlockKind.FOOTER


def test_a_row_is_a_block_with_its_label_and_joined_figures_in_their_columns(report: ParsedDocument) -> None:
    assert cells(report, block_with(report, "Candles")) == [("Candles", None), ("$4,210", 0), ("$3,977", 1)]
    assert cells(report, block_with(report, "Other income")) == [
        ("Other income/(expense), net", None),
        ("(265)", 0),
        ("(10)", 1),
    ]


def test_columns_know_their_headers_and_the_table_its_unit(report: ParsedDocument) -> None:
    table = report.tables[block_with(report, "Candles").table or 0]
    assert headers(report, table) == [
        ["Three Months Ended", "June 30, 2031"],
        ["Three Months Ended", "July 1, 2030"],
    ]
    assert units(report, table) == ["(In thousands, except per share amounts)"]


def test_blocks_stand_under_the_nearest_heading(report: ParsedDocument) -> None:
    assert block_with(report, "Total net sales").section == "STATEMENTS OF OPERATIONS"
    assert block_with(report, "Sales rose").section == "Note 1 – Candles"


def test_a_bullet_in_a_table_is_a_list_item_and_not_a_table(report: ParsedDocument) -> None:
    bullet = block_with(report, "•")
    assert (bullet.kind, bullet.table) == (BlockKind.LIST_ITEM, None)


def test_text_beside_blocks_gets_an_element_of_its_own(report: ParsedDocument) -> None:
    block = block_with(report, "Text beside")
    assert text_of_block(report, block) == "Text beside blocks, with bold words in it."
    element = next(node for node in rendered_body(report).iter() if node.get("id") == block.id)
    assert element.tag == "span"


def test_a_raised_footnote_mark_does_not_become_a_digit(report: ParsedDocument) -> None:
    assert text_of_block(report, block_with(report, "A mark")) == "A mark at a figure: 1,234 2 stays apart."


def test_the_same_bytes_give_the_same_document(report: ParsedDocument) -> None:
    assert read(html_source(QUARTERLY_REPORT)) == report


# --- odd HTML -------------------------------------------------------------------------------------------


def test_ids_of_the_document_cannot_take_a_blocks_id() -> None:
    document = read(html_source('<body><p id="b2">first one</p><p id="b1">second one</p></body>'))
    assert [(block.id, text_of_block(document, block)) for block in document.blocks] == [
        ("b1", "first one"),
        ("b2", "second one"),
    ]
    assert_rendition_says_the_blocks(document)


@pytest.mark.parametrize(
    "hidden",
    [
        '<p style="display:none">secret</p>',
        '<p style="DISPLAY : none !important">secret</p>',
        '<p style="visibility:hidden">secret</p>',
        "<p hidden>secret</p>",
        '<p style="font-size:0">secret</p>',
        '<p style="opacity:0">secret</p>',
        '<style>.x{color:red;display:none}</style><p class="x">secret</p>',
        "<ix:hidden>secret</ix:hidden>",
        "<template>secret</template><noscript>secret</noscript><title>secret</title>",
        "<script>secret</script><style>.secret{}</style><!-- secret -->",
    ],
)
def test_what_is_hidden_is_gone(hidden: str) -> None:
    document = read(html_source(f"<body>{hidden}<p>visible words</p></body>"))
    assert texts(document) == ["visible words"]
    assert b"secret" not in (document.rendition or b"")


def test_a_print_rule_of_the_style_sheet_hides_nothing() -> None:
    document = read(html_source('<style>@media print{.x{display:none}}</style><p class="x">still shown</p>'))
    assert texts(document) == ["still shown"]


def test_characters_that_python_and_javascript_count_differently_are_taken_out() -> None:
    document = read(html_source("<p>a&#xFEFF;b&#8203;c&#173;d \u202ee\u2066f &#133; \x1cg\x85h</p>"))
    assert texts(document) == ["abcd ef … g…h"]
    assert_rendition_says_the_blocks(document)


@pytest.mark.parametrize("tag", ["nav", "main", "figure", "aside", "article", "section", "header", "footer"])
def test_elements_that_outline_a_page_keep_their_words(tag: str) -> None:
    words = [f"Words in element number {number} of the page." for number in range(3)]
    document = read(html_source("".join(f"<{tag}>{text}</{tag}>" for text in words)))
    assert texts(document) == words


def test_two_line_breaks_part_paragraphs() -> None:
    document = read(html_source("<div><font>first words<br><br>second words<br>go on</font></div>"))
    assert texts(document) == ["first words", "second words go on"]


def test_preformatted_text_is_read_line_by_line() -> None:
    lines = "REPORT\n\n   Sales      1,234     2,345\n   Costs        234       345\n\nWords after it.\n"
    document = read(html_source(f"<body><pre><b>{lines}</b></pre></body>"))
    assert cells(document, block_with(document, "Sales")) == [("Sales", None), ("1,234", 0), ("2,345", 1)]
    assert_rendition_says_the_blocks(document)


def test_text_that_a_browser_moves_out_of_a_table_is_in_the_block_where_it_is_shown() -> None:
    document = read(html_source("<table>stray<tr><td>Total sales<td>1,234<td>2,345</table>after"))
    assert_rendition_says_the_blocks(document)
    assert sorted(texts(document)) == ["Total sales 1,234 2,345", "after", "stray"]


def test_a_dash_is_a_figure_and_not_the_sign_of_the_next() -> None:
    document = read(
        html_source(
            "<table><tr><td>Contracts</td><td>$</td><td>—</td><td>64</td></tr>"
            "<tr><td>Others</td><td></td><td>12</td><td>65</td></tr></table>"
        )
    )
    assert [text for text, _ in cells(document, document.blocks[0])] == ["Contracts", "$—", "64"]


def test_a_new_header_inside_a_table_starts_new_columns() -> None:
    body = (
        f"<table><tr><td colspan='3'></td><td colspan='3'>2031</td></tr>{row('Sales', '6,381')}"
        f"<tr><td colspan='3'></td><td colspan='3'>2030</td></tr>{row('Sales', '6,014')}</table>"
    )
    document = read(html_source(body))
    assert [headers(document, table) for table in document.tables] == [[["2031"]], [["2030"]]]


def test_a_table_that_goes_on_after_a_page_break_keeps_headers_and_unit() -> None:
    first = f"<p>(In millions)</p><table><tr><td colspan='3'></td><td colspan='3'>2031</td></tr>{row('Sales', '6,381')}"
    body = f"{first}</table><p>1</p>{PAGE_BREAK}<table>{row('Costs', '4,014')}{row('Taxes', '14')}</table><p>2</p>"
    document = read(html_source(body))
    assert headers(document, document.tables[1]) == [["2031"]]
    assert units(document, document.tables[1]) == ["(In millions)"]


def test_a_document_without_visible_text_says_so() -> None:
    with pytest.raises(NoPages, match=r"nothing\.html"):
        read(html_source("<html><body><img src=x></body></html>", "nothing.html"))


@pytest.mark.parametrize(
    "html",
    [
        b"<body>" + b"<div>" * 1500 + b"deep words" + b"</div>" * 1500,
        b"<body>" + b"<table><tr><td>a " * 300 + b"deep words" + b"</td></tr></table>" * 300,
        b"<body><p>nul\x00 <scr\x00ipt>x</script> words",
        b"<body><p>one<plaintext>two <b>x</b>",
        b"<body><p>one</p><svg><script>x</script><text>t</text></svg><math><mi>x</mi></math>",
        b"<body><table><tr><td colspan=99999999>Total</td><td rowspan=9999999>1,234</td></tr><tr><td>x<td>2</table>",
        b"<body>" + b"<p>junk &amp; text 1,234</p>" * 4000,
        b"<body>&bogus;&#0;&#xFFFFFF;&lt;script&gt; words",
        b"<table><tr>" + b"<td>1,234</td>" * 1000 + b"</tr></table>",
    ],
)
def test_hostile_html_keeps_its_words(html: bytes) -> None:
    document = read(html_source(html))
    assert document.render_version.startswith("nh3-")
    assert_rendition_says_the_blocks(document)


@pytest.mark.parametrize(
    "html",
    [
        b"<body>" + b"<div>" * 5000 + b"deep words" + b"</div>" * 5000,
        b"<body><p " + b" ".join(b"a%d=1" % number for number in range(5000)) + b">words</p>",
    ],
)
def test_html_beyond_the_parsers_reach_is_refused_and_not_cut(html: bytes) -> None:
    with pytest.raises(ParseFailed, match=r"hostile\.html"):
        read(html_source(html, "hostile.html"))


def test_a_stopped_parse_says_so() -> None:
    with pytest.raises(IngestInterrupted):
        parse(html_source(QUARTERLY_REPORT), progress=lambda done, total: None, interrupted=lambda: True)


# --- real filings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILINGS)
def test_every_character_of_a_real_filing_is_in_one_block(shared_data: Path, name: str) -> None:
    document = filing(shared_data, f"{name}.html")
    assert document.render_version.startswith("nh3-")
    assert_rendition_says_the_blocks(document)


def test_apples_net_sales_stand_under_their_headers(shared_data: Path) -> None:
    document = filing(shared_data, "AAPL_10-Q_FY2023Q3_2023-07-01.html")
    block = block_with(document, "Total net sales")
    assert cells(document, block) == [
        ("Total net sales", None),
        ("81,797", 0),
        ("82,959", 1),
        ("293,787", 2),
        ("304,182", 3),
    ]
    table = document.tables[block.table or 0]
    assert headers(document, table) == [
        ["Three Months Ended", "July 1, 2023"],
        ["Three Months Ended", "June 25, 2022"],
        ["Nine Months Ended", "July 1, 2023"],
        ["Nine Months Ended", "June 25, 2022"],
    ]
    assert units(document, table)[0].startswith("(In millions, except number of shares")
    assert document.pages[block.page_index].label.text == "1"
    assert document.title == "Apple Inc. · Form 10-Q · Q3 FY2023"


def test_a_browser_counts_the_same_characters(shared_data: Path, browser: Browser) -> None:
    document = filing(shared_data, "AAPL_10-Q_FY2023Q3_2023-07-01.html")
    page = browser.new_page()
    page.set_content((document.rendition or b"").decode())
    contents = page.evaluate(
        "[...document.querySelectorAll('[id]')].map(node => [node.id, node.textContent.replace(/\\s/g, '')])"
    )
    whole = page.evaluate("document.body.textContent.replace(/\\s/g, '').length")
    page.close()
    expected = [[block.id, without_spaces(text_of_block(document, block))] for block in document.blocks]
    assert contents == expected
    assert whole == sum(len(text) for _, text in expected)


def test_printed_numbers_of_a_long_report_are_found(shared_data: Path) -> None:
    document = filing(shared_data, "JNJ_10-K_FY2023_2023-12-31.html")
    labelled = [page for page in document.pages if page.label.text]
    assert len(labelled) > 0.9 * len(document.pages)
    statement = block_with(document, "Sales to customers")
    assert document.pages[statement.page_index].label.source is LabelSource.PRINTED
