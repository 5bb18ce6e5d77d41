"""What is left of hostile HTML: words and layout, and nothing that runs, loads, links or submits."""

from __future__ import annotations

import re
import time

import lxml.html
import nh3
import pytest

from pipeline.parse import sanitise, veto
from tests.fixtures.html import QUARTERLY_REPORT, html_source
from tests.parse.html_documents import assert_rendition_says_the_blocks, read


def body_of(rendition: bytes) -> str:
    return rendition.decode().partition("<body>")[2]


def test_layout_and_ids_are_kept() -> None:
    kept = (
        '<table style="width:100%;border-collapse:collapse"><tbody><tr id="b1" style="background-color:#cceeff">'
        '<td colspan="3" style="padding:2px 1pt;text-align:right;border-top:1pt solid #000000;font-weight:700">1</td>'
        "</tr></tbody></table>"
    )
    assert sanitise.sanitised(kept) == kept


def test_font_names_keep_their_quotes_in_single_form() -> None:
    clean = sanitise.sanitised("""<p style='font-family:"Times New Roman",serif'>w</p>""")
    assert clean.replace(" , ", ",") == """<p style="font-family:'Times New Roman',serif">w</p>"""


def test_words_that_look_like_an_attribute_are_left_alone() -> None:
    text = 'He wrote style="width:url(x)" on the board.'
    root = lxml.html.document_fromstring(sanitise.sanitised(f"<p>{text}</p>"))
    assert "".join(str(part) for part in root.itertext()) == text


def test_the_second_sanitiser_agrees_about_a_clean_report() -> None:
    document = read(html_source(QUARTERLY_REPORT))
    assert veto.objections(body_of(document.rendition or b"").removesuffix("</body></html>\n")) == []


@pytest.mark.parametrize(
    "slipped",
    [
        "<p>w</p><script>x</script>",
        '<p onclick="x">w</p>',
        '<p style="position:fixed;width:1px">w</p>',
        '<a href="javascript:x">w</a>',
        "<!-- comment --><p>w</p><iframe></iframe>",
        '<p style="background-color:url(http://evil.example)">w</p>',
        '<p style="width:1px;list-style-type:url(x)">w</p>',
        '<p style="color:attr(title)">w</p>',
        '<p style="width:calc(1px + var(--x))">w</p>',
    ],
)
def test_the_second_sanitiser_objects_to_what_the_first_would_let_slip(slipped: str) -> None:
    assert veto.objections(slipped)


def test_the_second_sanitiser_agrees_about_colours_and_lengths() -> None:
    assert veto.objections('<p style="color:rgb(1 2 3);width:calc(1px + 2px)">w</p>') == []


@pytest.mark.parametrize(
    "slipped",
    [
        "<p>w</p>" * 50 + '<p onclick="x">w</p>' + "<p>w</p>" * 50,
        "<p>w</p>" * 50 + "<p>w</p><svg></svg>",
        '<p>w</p><p style="position:fixed">w</p>',
        '<p id="b1">w</p><p id="b2" onclick="x">w</p>',
        "<p>w</p><P onclick=x>w</P>",
        "<p>w</p><p title='>' onclick='x'>w</p>",
    ],
)
def test_no_shape_hides_behind_one_that_was_read_before(slipped: str) -> None:
    assert veto.objections(slipped)


def test_many_paragraphs_of_one_shape_are_read_once() -> None:
    paragraphs = "".join(f'<p id="b{number}">Words {number}</p>' for number in range(100_000))
    started = time.monotonic()
    assert veto.objections(paragraphs) == []
    assert time.monotonic() - started < 20  # read one by one they take a minute and more


@pytest.mark.parametrize("words", ["a\x01b", "\x01", "a&b;c", "a&#1;c"])
def test_words_with_a_mark_of_a_parser_are_read_each_time(words: str) -> None:
    alone = veto.objections(f"<p>{words}</p>")
    assert bool(veto.objections(f"<p>w</p><p>{words}</p>")) == bool(alone)


def test_a_long_paragraph_with_a_reference_at_its_end_takes_no_square_of_its_length() -> None:
    started = time.monotonic()
    assert veto.objections(f"<p>{'w ' * 50_000}&amp;</p>") == []
    assert time.monotonic() - started < 20  # once for each letter, it takes minutes


def test_a_source_on_which_the_sanitisers_disagree_is_shown_as_escaped_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hole = nh3.Cleaner(
        tags={*sanitise.TAGS, "abbr"},
        clean_content_tags=set(sanitise.DROPPED_WITH_CONTENT),
        attributes={tag: set(names) for tag, names in sanitise.ATTRIBUTES.items()},
        filter_style_properties=set(sanitise.STYLES),
        link_rel=None,
    )
    monkeypatch.setattr(sanitise, "_CLEANER", hole)
    document = read(
        html_source("<body><p>one &lt;b&gt; word here</p><p>and <abbr>words</abbr> in a hole</p></body>")
    )
    assert document.render_version.startswith("escaped policy-")
    assert b'<p id="b1">one &lt;b&gt; word here</p>' in (document.rendition or b"")
    assert b"<abbr" not in (document.rendition or b"")
    assert_rendition_says_the_blocks(document)


def test_the_render_version_changes_with_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sanitise.render_version()
    assert re.fullmatch(r"nh3-\d+\.\d+\.\d+ policy-[0-9a-f]{12}", before)
    monkeypatch.setattr(sanitise, "STYLES", sanitise.STYLES - {"width"})
    assert sanitise.render_version() != before


def test_the_rendition_is_a_whole_page_with_its_charset_and_title() -> None:
    page = sanitise.page("<p>ä</p>", "A & <B>").decode()
    assert page.startswith(
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>A &amp; &lt;B&gt;</title><style>'
    )
    assert "url(" not in page
    assert page.endswith("<body><p>ä</p></body></html>\n")
