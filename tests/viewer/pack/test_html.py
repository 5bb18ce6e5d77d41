"""The pack as one HTML file: nothing is loaded, nothing runs, and every word is a word."""

from __future__ import annotations

import base64
import io
import re
from typing import Any
from uuid import UUID

from axe_playwright_python.sync_playwright import Axe
from lxml import html as lxml_html
from PIL import Image
from playwright.sync_api import Browser

from pipeline.store.scope import Scope
from tests.viewer.pack.conftest import COMMENT, Gather
from tests.viewer.pack.sample import pack_saying
from viewer.pack.html import html
from viewer.pack.pictures import Draw

HOSTILE = """<script>alert(1)</script>"' onload=alert(1) <img src=https://example.com/x>"""


def test_a_browser_shows_it_whole_without_asking_for_anything(
    browser: Browser, packed: Gather, tenant: Scope, reviewed: UUID, draw: Draw
) -> None:
    content = html(packed(tenant, reviewed), draw).decode()
    page = browser.new_page(viewport={"width": 820, "height": 900})
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.set_content(content)
    assert [url for url in asked if not url.startswith("data:")] == []
    assert complaints == []
    assert page.evaluate("[...document.images].every((image) => image.naturalWidth > 200)")
    assert page.evaluate("document.images.length") == 8
    assert page.get_by_role("heading", level=2, name="Claim 1 of 9").is_visible()
    assert page.get_by_text(COMMENT).is_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size({"width": 390, "height": 800})
    narrow = page.evaluate("document.documentElement.scrollWidth")
    assert (wide, narrow) == (820, 390), "nothing is wider than the window"
    found = Axe().run(page)
    assert found.response["violations"] == [], found.generate_report()
    page.close()


def test_each_picture_says_in_words_what_it_shows(
    packed: Gather, tenant: Scope, reviewed: UUID, draw: Draw
) -> None:
    tree: Any = lxml_html.fromstring(html(packed(tenant, reviewed), draw))
    figures = tree.xpath("//figure[img]")
    first = next(one for one in figures if one.findtext("figcaption").startswith("E1 · "))
    assert "marked: 81,797" in first.find("img").get("alt")
    data = first.find("img").get("src").removeprefix("data:image/png;base64,")
    with Image.open(io.BytesIO(base64.b64decode(data))) as image:
        assert image.format == "PNG"
        assert image.width > 900


def test_foreign_words_are_words(draw: Draw) -> None:
    content = html(pack_saying(HOSTILE), draw).decode()
    tree: Any = lxml_html.fromstring(content.encode())
    assert tree.xpath("//script | //*[@onload] | //img | //link | //iframe") == []
    assert tree.text_content().count(HOSTILE) > 15
    assert "default-src &#x27;none&#x27;" in content
    assert re.findall(r'(?:src|href)="(?!data:|#|https://pincite\.example)', content) == []
