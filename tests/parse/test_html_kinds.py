"""Any HTML, not only filings: every visible word in a block, nothing hidden in one, in whatever encoding."""

from __future__ import annotations

import codecs

import pytest

from pipeline.evidence.document import BlockKind, ParsedDocument
from pipeline.evidence.errors import NoPages, ParseFailed
from tests.fixtures import html_kinds
from tests.fixtures.html import html_source
from tests.parse.html_documents import (
    assert_rendition_says_the_blocks,
    block_with,
    cells,
    headers,
    read,
    text_of_block,
    texts,
)


def document_of(html: str | bytes) -> ParsedDocument:
    document = read(html_source(html))
    assert_rendition_says_the_blocks(document)
    return document


@pytest.mark.parametrize("name", [name for name in html_kinds.ALL if name != "frames"])
def test_every_visible_word_of_a_page_of_any_kind_is_in_one_block(name: str) -> None:
    document = document_of(html_kinds.ALL[name])
    assert document.render_version.startswith("nh3-")
    assert not any("secret" in text or "hidden" in text for text in texts(document))


def test_an_article_has_its_headings_its_tables_and_its_notes() -> None:
    document = document_of(html_kinds.ARTICLE)
    assert block_with(document, "A candle is").section == "Candle"
    assert cells(document, block_with(document, "Norway")) == [("Norway", None), ("1,234", 0), ("1,100", 1)]
    table = document.tables[block_with(document, "Norway").table or 0]
    assert headers(document, table) == [
        ["Sales (in millions)", "2031"],
        ["Sales (in millions)", "2030 [b]"],
    ]
    assert {"Wick", "What burns.", "A candle in the dark"} <= set(texts(document))


def test_headings_stand_under_larger_ones() -> None:
    document = document_of(
        "<h1>Candles</h1><h2>Sales</h2><p>Words.</p><h3>Norway</h3><p>More words.</p><h2>Costs</h2><p>Last words.</p>"
    )
    assert block_with(document, "Words").section == "Candles › Sales"
    assert block_with(document, "More").section == "Candles › Sales › Norway"
    assert block_with(document, "Last").section == "Candles › Costs"


def test_bold_lines_stand_under_larger_bold_lines() -> None:
    title, caption = "font-weight:700;font-size:14pt", "font-weight:700;font-size:13.4px"
    document = document_of(
        f"<p style='{title}'>Notes to the statements</p><p style='{caption}'>Inventories</p><p>Words.</p>"
    )
    assert block_with(document, "Words").section == "Notes to the statements › Inventories"


def test_an_exhibits_type_heads_the_sections_in_it() -> None:
    parts = (
        "<DOCUMENT>\n<TYPE>8-K\n<TEXT>\n<html><body><h1>Report</h1><p>First words.</p></body></html>\n</TEXT>\n"
        "</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-99.1\n<DESCRIPTION>PRESS RELEASE\n<TEXT>\n"
        "<html><body><p>Other words.</p><h1>News</h1><p>Last words.</p></body></html>\n</TEXT>\n</DOCUMENT>\n"
    )
    document = document_of(parts)
    assert block_with(document, "First").section == "Report"
    assert block_with(document, "Other").section == "EX-99.1 PRESS RELEASE"
    assert block_with(document, "Last").section == "EX-99.1 PRESS RELEASE › News"


def test_a_page_saved_by_a_word_processor_keeps_its_bullets_and_tables() -> None:
    document = document_of(html_kinds.WORD_PAGE.encode("windows-1252"))
    assert block_with(document, "Board report").kind is BlockKind.HEADING
    assert block_with(document, "·").kind is BlockKind.LIST_ITEM
    assert cells(document, block_with(document, "Candles")) == [("Candles", None), ("1,234", 0)]
    assert text_of_block(document, document.blocks[-1]) == "It’s said “as is”."


def test_layout_tables_of_a_mail_are_no_rows_and_the_one_inside_them_is() -> None:
    document = document_of(html_kinds.MAIL)
    assert block_with(document, "Dear").kind is BlockKind.PARAGRAPH
    assert cells(document, block_with(document, "Net sales")) == [
        ("Net sales", None),
        ("6,381", 0),
        ("6,014", 1),
    ]


def test_right_to_left_tables_have_their_columns_in_the_order_of_the_source() -> None:
    document = document_of(html_kinds.RIGHT_TO_LEFT)
    row = document.blocks[-1]
    assert [text for text, _ in cells(document, row)] == ["التكاليف", "4,210", "3,977"]
    assert b'dir="ltr"' not in (document.rendition or b"")  # `bdo` goes: shown order is the text's own


def test_character_data_of_xhtml_is_text() -> None:
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>x <![CDATA[5 < 6 & 7]]> y</p></body></html>'
    assert texts(document_of(page)) == ["x 5 < 6 & 7 y"]
    assert texts(document_of(html_kinds.XHTML)) == ["First line & second", "Last words"]


def test_a_frame_set_says_that_its_text_is_elsewhere() -> None:
    with pytest.raises(NoPages, match="frames"):
        read(html_source(html_kinds.FRAMES))


# --- pictures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("picture", "shown"),
    [
        ('<img src="a.png" alt="A burning candle">', "image: A burning candle"),
        ('<img src="a.png">', "image"),
        ('<svg><title>Sales by year</title><text x="1">12</text></svg>', "drawing: Sales by year"),
        ('<math alttext="a/b"><mi>a</mi><mi>b</mi></math>', "formula: a/b"),
        ('<iframe src="https://example.org"></iframe>', "embedded page"),
    ],
)
def test_a_picture_is_shown_by_its_description_which_nobody_can_cite(picture: str, shown: str) -> None:
    document = document_of(f"<p>before{picture}after</p>")
    assert texts(document) == ["before after"]
    assert f'<samp title="{shown}"></samp>' in (document.rendition or b"").decode()


@pytest.mark.parametrize(
    "unseen",
    [
        '<img src="a.gif" width="1" height="400" alt="spacer">',
        '<img src="a.gif" style="width:1px" alt="counter">',
        '<img src="a.gif" style="display:none" alt="counter">',
    ],
)
def test_a_spacer_or_a_hidden_picture_leaves_nothing(unseen: str) -> None:
    rendition = document_of(f"<p>words{unseen}</p>").rendition or b""
    assert b"<samp" not in rendition


def test_a_description_is_no_markup() -> None:
    document = document_of("<p>w<img alt='\"><script>x</script>'></p>")
    assert b"<script" not in (document.rendition or b"").partition(b"<body>")[2]
    assert texts(document) == ["w"]


# --- white on white -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hidden",
    [
        '<p style="color:#ffffff">secret</p>',
        '<font color="white">secret</font>',
        '<p style="color: RGB(255, 255, 255); background-color:#fff">secret</p>',
        '<p style="color:transparent">secret</p>',
    ],
)
def test_white_letters_on_white_are_hidden(hidden: str) -> None:
    assert texts(document_of(f"<body><p>visible words</p>{hidden}</body>")) == ["visible words"]


@pytest.mark.parametrize(
    "shown",
    [
        '<table bgcolor="#003366"><tr><td><font color="white">Header words</font></td></tr></table>',
        '<div style="background:#036"><p style="color:#fff">Header words</p></div>',
        '<p style="color:white"><span style="background-color:black">Header words</span></p>',
        '<p style="color:white"><span style="color:black">Header words</span></p>',
        '<style>table.x td{background:navy}</style><p style="color:white">Header words</p>',
        '<div style="background:url(x.png)"><p style="color:#fff">Header words</p></div>',
    ],
)
def test_white_letters_on_a_colour_are_not(shown: str) -> None:
    assert "Header words" in texts(document_of(f"<body><p>visible words</p>{shown}</body>"))


# --- encodings ------------------------------------------------------------------------------------------------

WORDS = "Größe — “naïve” 1\u00a0234 €"
PAGE = f"<html><head>{{}}</head><body><p>{WORDS}</p></body></html>"


@pytest.mark.parametrize(
    ("declared", "data"),
    [
        ("", PAGE.format("").encode("utf-8")),
        ("utf-8", codecs.BOM_UTF8 + PAGE.format('<meta charset="windows-1252">').encode("utf-8")),
        ("mark", codecs.BOM_UTF16_LE + PAGE.format("").encode("utf-16-le")),
        ("mark", codecs.BOM_UTF16_BE + PAGE.format('<meta charset="utf-8">').encode("utf-16-be")),
        ("none", PAGE.format('<meta charset="utf-16">').encode("utf-16-le")),
        ("none", PAGE.format("").encode("utf-16-be")),
        ("mark", codecs.BOM_UTF32_LE + PAGE.format("").encode("utf-32-le")),
        ("ascii", b"<?xml version='1.0' encoding='ASCII'?>" + PAGE.format("").encode("utf-8")),
        ("1252", PAGE.format('<meta charset="windows-1252">').encode("utf-8")),
        ("1252", PAGE.format('<meta charset="iso-8859-1">').encode("windows-1252")),
        ("1252", PAGE.format('<meta http-equiv="x" content="text/html; charset=ascii">').encode("windows-1252")),
        ("wrong", PAGE.format('<meta charset="utf-8">').encode("windows-1252")),
    ],
)  # fmt: skip
def test_words_are_the_same_in_every_encoding(declared: str, data: bytes) -> None:
    assert texts(document_of(data)) == ["Größe — “naïve” 1 234 €"], declared


def test_a_page_of_another_script_is_read_in_its_declared_encoding() -> None:
    page = '<meta charset="shift_jis"><p>売上高は1,234百万円でした。</p>'
    assert texts(document_of(page.encode("shift_jis"))) == ["売上高は1,234百万円でした。"]


def test_a_damaged_byte_does_not_change_the_words_around_it() -> None:
    assert texts(document_of(f"<p>{WORDS} {WORDS}</p>".encode() + b"<p>b\xffd</p>"))[1] == "b\ufffdd"
    assert texts(document_of(f"<p>{WORDS} {WORDS}</p>".encode() + b"<p>b\xffd</p>"))[0].startswith(
        "Größe — “naïve”"
    )


def test_deep_nesting_is_unwrapped_and_too_deep_nesting_is_refused_by_name() -> None:
    deep = "<div>" * 1_000 + "<p>words</p>" + "</div>" * 1_000
    assert texts(document_of(deep)) == ["words"]
    with pytest.raises(ParseFailed, match=r"2,000 deep"):
        document_of("<div>" * 3_000 + "<p>words</p>" + "</div>" * 3_000)
