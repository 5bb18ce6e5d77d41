"""What is left of hostile HTML: words and layout, and nothing that runs, loads, links or submits."""

from __future__ import annotations

import re
import time

import lxml.html
import nh3
import pytest
from playwright.sync_api import Browser

from pipeline.parse import sanitise, veto
from tests.fixtures.html import QUARTERLY_REPORT, html_source
from tests.parse.html_documents import assert_rendition_says_the_blocks, read, texts

HOST = "http://evil.example"

ATTACKS: dict[str, str] = {
    "script": (
        f"<script>top.fired=1</script><script src={HOST}/a.js></script><scr<script>ipt>top.fired=1</script>"
    ),
    "handlers": (
        "<p onclick=top.fired=1 onmouseover='top.fired=1'>w</p><details open ontoggle=top.fired=1>w</details>"
    ),
    "images": (
        f"<img src=x onerror=top.fired=1><img src={HOST}/a.png><picture>"
        f"<source srcset={HOST}/b.png></picture>"
    ),
    "data images": (
        "<img src='data:image/svg+xml,<svg onload=top.fired=1>'><input type=image src=x onerror=top.fired=1>"
    ),
    "links": (
        f"<a href='javascript:top.fired=1' id=go>w</a><a href='{HOST}'>w</a><a href='data:text/html,x'>w</a>"
    ),
    "map": f"<map><area href='javascript:top.fired=1'></map><link rel=stylesheet href={HOST}/a.css>",
    "meta and base": f"<meta http-equiv=refresh content='0;url={HOST}'><base href={HOST}/>",
    "frames": (
        f"<iframe src={HOST}></iframe><iframe srcdoc='<script>top.fired=1</script>'></iframe>"
        f"<frame src={HOST}>"
    ),
    "objects": (
        f"<object data={HOST}/x.swf></object><embed src={HOST}/x><applet code=x></applet><video src={HOST}/v>"
    ),
    "forms": (
        f"<form action={HOST} id=f><input name=a autofocus onfocus=top.fired=1>"
        f"<button formaction='javascript:0'>w"
    ),
    "svg": (
        f"<svg><script>top.fired=1</script><image href={HOST}/i.png />"
        f"<a xlink:href='javascript:0'><text>w</text></a></svg>"
    ),
    "svg events": "<svg onload=top.fired=1><animate onbegin=top.fired=1 attributeName=x dur=1s></svg>",
    "math": "<math><mtext></form><form><mglyph><style></math><img src onerror=top.fired=1>",
    "css loads": (
        f'<p style="background:url({HOST}/a)">w</p>'
        f"<p style='background-image:url({HOST}/b);width:1px'>w</p>"
    ),
    "css values": (
        f"<p style='border:1px solid"
        f" url({HOST}/c);background-color:u\\72l({HOST}/d);width:expression(top.fired=1)'>w</p>"
    ),
    "style sheets": (
        f"<style>@import '{HOST}/a.css';p{{background:url({HOST}/b)}}</style>"
        f'<p style="list-style:url({HOST})">w'
    ),
    "mutation": "<noscript><p title='</noscript><img src=x onerror=top.fired=1>'></noscript><p>w</p>",
    "mutation in tables": (
        "<table><td><svg><desc><table><a id=x></table><img src=x onerror=top.fired=1></svg></table>"
    ),
    "templates": (
        "<template><img src=x onerror=top.fired=1></template><xmp><img src=x onerror=top.fired=1></xmp>"
    ),
    "comments": (
        "<!--><img src=x onerror=top.fired=1>--><![CDATA[<img src=x onerror=top.fired=1>]]><?php x ?>"
    ),
    "clobbering": "<p id=body>w</p><a id=location name=location>w</a><form id=document></form>",
    "entities": "<a href='&#106;avascript:top.fired=1'>w</a><p style='width:e&#120;pression(1)'>w</p>",
    "unclosed": '<p>w<img src=x onerror=top.fired=1 <p>w</p><iframe src="javascript:top.fired=1',
    "inline xbrl": (
        "<ix:nonFraction onclick=top.fired=1>1</ix:nonFraction><ix:header>"
        "<script>top.fired=1</script></ix:header>"
    ),
}
FORBIDDEN = re.compile(
    r"<\s*/?\s*(?:script|iframe|frame|object|embed|applet|form|input|button|svg|math|img|link|base|a|video|source)\b"
    r"|<[^>]*\s(?:on\w+|href|src|srcset|action|formaction|background|data|class|name)\s*="
    r"|style=\"[^\"]*(?:url|expression|\\|javascript|@)",
    re.I,
)


def body_of(rendition: bytes) -> str:
    return rendition.decode().partition("<body>")[2]


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_that_runs_or_loads_is_left(name: str) -> None:
    document = read(html_source(f"<body><p>words of a filing</p>{ATTACKS[name]}<p>more words</p></body>"))
    assert document.rendition is not None
    assert not FORBIDDEN.search(body_of(document.rendition))
    assert "words of a filing" in texts(document)


def test_a_browser_with_scripts_on_runs_and_fetches_nothing(browser: Browser) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for attack in ATTACKS.values():
        document = read(html_source(f"<body><p>words of a filing</p>{attack}</body>"))
        page.set_content((document.rendition or b"").decode(), wait_until="load")
        for place in page.locator("body *").all()[:20]:
            place.dispatch_event("click")
            place.dispatch_event("mouseover")
        assert page.evaluate("top.fired") is None
    page.close()
    assert asked == []


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
    ],
)
def test_the_second_sanitiser_objects_to_what_the_first_would_let_slip(slipped: str) -> None:
    assert veto.objections(slipped)


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
