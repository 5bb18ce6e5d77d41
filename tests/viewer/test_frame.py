"""The frame that shows a filing: marks that follow their words, hits, sections, zoom, and filings that try to leave."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import cite, html_filing, unique
from tests.viewer.frame_page import FramePage, quoted

ROW = "<table><tr id=b2><td>Net sales</td><td>6,381</td><td>5,902</td></tr></table>"
FILLER = "".join(f"<p>Filler {number} of the filing.</p>" for number in range(60))
FILING = (
    f"<!doctype html><body><p id=b0>Statement of income</p>{FILLER}{ROW}{FILLER}<p id=b3>Notes</p>{FILLER}"
)
CELL = [quoted("b2", 8, 13, text="6,381"), quoted("b2", 0, 8, "row_label", text="Net sales")]
CELLS = ["Net sales", "6,381", "5,902"]
QUOTE = "Net sales 6,381 5,902"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 900, "height": 700})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.close()
    assert errors == []


def shown(page: Page, rendition: str = FILING, **options: Any) -> FramePage:
    """The filing with the first value of its row marked."""
    filing = FramePage(page, rendition, starts=["b0", None, "b2", "b3"], **options)
    filing.open(CELL, QUOTE, CELLS)
    return filing


def assert_marked(filing: FramePage, selector: str = "#b2 td:nth-child(2)") -> None:
    """The mark of the value lies inside its cell, and over its figures' height."""
    (mark,), cell = filing.drawn('[data-role="quote"]'), filing.box(selector)
    assert cell["left"] - 0.5 <= mark["left"] < mark["right"] <= cell["right"] + 0.5
    assert cell["top"] - 1 <= mark["top"] < mark["bottom"] <= cell["bottom"] + 1


def settled(page: Page) -> None:
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


# --- marks follow their words -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reflow",
    [
        "document.querySelector('p').style.height = '300px'",
        "document.querySelector('p').style.fontSize = '40px'",
        "document.body.style.width = '300px'",
    ],
)
def test_marks_follow_text_that_is_laid_out_anew(page: Page, reflow: str) -> None:
    filing = shown(page)
    assert_marked(filing)
    filing.frame.evaluate(reflow)
    settled(page)
    assert_marked(filing)


def test_marks_follow_a_reflow_that_leaves_the_body_its_size(page: Page) -> None:
    details = "<details><summary>More</summary><p style='height:90px'>Hidden words.</p></details>"
    filing = shown(
        page, f"<!doctype html><body style='height:900px'>{details}<p id=b0>x</p>{ROW}<p id=b3>y</p>"
    )
    before = filing.drawn('[data-role="quote"]')[0]["top"]
    filing.frame.evaluate("document.querySelector('details').open = true")
    settled(page)
    assert filing.drawn('[data-role="quote"]')[0]["top"] > before + 80
    assert_marked(filing)


def test_marks_follow_a_room_that_changes_and_the_value_stays_in_view(page: Page) -> None:
    filing = shown(page)
    filing.frame.evaluate("document.querySelector('#b2').scrollIntoView({ block: 'end' })")
    for size in (
        "width:600px;height:200px",
        "width:320px;height:400px",
        "width:700px;height:150px",
        "width:700px;height:90px",
    ):
        filing.run(
            "size => (document.querySelector('#room').style.cssText = `position:relative;${size}`)", size
        )
        settled(page)
        assert_marked(filing)
        assert filing.run("view.isSeen(view.citation.current.pieces[0])")


def test_marks_multiply_with_the_text_and_their_lines_do_not(page: Page) -> None:
    filing = shown(page)
    script = """() => [...document.documentElement.children].filter((host) => host.shadowRoot)
        .map((host) => getComputedStyle(host).mixBlendMode)"""
    assert filing.frame.evaluate(script) == ["multiply", "normal"]
    assert len(filing.drawn(".edge.value")) == 1


def test_marks_stay_visible_in_forced_colours(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    filing = shown(page)
    assert filing.drawn(".ground")[0]["width"] == 0
    border = filing.frame.evaluate(
        """() => [...document.documentElement.children].map((host) => host.shadowRoot?.querySelector(".edge.value"))
        .filter(Boolean).map((edge) => getComputedStyle(edge).borderTopWidth)"""
    )
    assert border == ["3px"]


def test_words_that_do_not_stand_at_their_place_are_not_marked(page: Page) -> None:
    filing = FramePage(page, FILING)
    filing.run("([ranges, text]) => open(cite(ranges, text, []))", [[quoted("b2", 8, 13)], "7,777"])
    page.wait_for_function("() => told.failed.length")
    assert "nothing is marked" in filing.told("failed")[0]
    assert filing.drawn("[data-role]") == []


# --- hits and context ---------------------------------------------------------------------------------------


def hits(*places: tuple[str, int, int]) -> list[dict[str, Any]]:
    return [
        {"page_index": 0, "ranges": [{"block": block, "start": start, "end": end}]}
        for block, start, end in places
    ]


def test_hits_are_drawn_beside_the_evidence_and_the_current_one_is_numbered_and_seen(page: Page) -> None:
    filing = shown(page)
    filing.run("hits => view.showHits(hits, 1)", hits(("b0", 0, 9), ("b3", 0, 5)))
    (hit,), heading = filing.drawn('[data-hit="1"]'), filing.box("#b3")
    assert heading["top"] - 1 <= hit["top"] < hit["bottom"] <= heading["bottom"] + 1
    assert 0 <= hit["top"] < hit["bottom"] <= 400
    assert len(filing.drawn(".number")) == 1
    assert len(filing.drawn("[data-hit]")) == 2
    assert_marked(filing)
    script = """() => [...document.documentElement.children].flatMap((host) =>
        [...(host.shadowRoot?.querySelectorAll("[data-hit]") ?? [])])
        .map((node) => getComputedStyle(node).backgroundColor)"""
    colours = filing.frame.evaluate(script)
    assert all(colour.startswith("rgba(56, 120, 214") for colour in colours), "amber belongs to evidence"
    filing.run("view.clearHits()")
    assert filing.drawn("[data-hit], .number") == []
    assert_marked(filing)


def test_hits_can_be_marked_without_moving_the_view_and_keep_their_own_numbers(page: Page) -> None:
    filing = shown(page)
    before = filing.frame.evaluate("scrollY")
    numbered = [{**hit, "number": 1027} for hit in hits(("b3", 0, 5))]
    filing.run("hits => view.showHits(hits, 0, { scroll: false })", numbered)
    assert filing.frame.evaluate("scrollY") == before
    script = """() => [...document.documentElement.children].map(
        (host) => host.shadowRoot?.querySelector(".number")?.textContent).filter(Boolean)"""
    assert filing.frame.evaluate(script) == ["1,027"]


def test_the_number_of_a_hit_covers_none_of_its_rows_text(page: Page) -> None:
    tight = "<table><tr id=b9><td>Sales</td><td>$</td><td>6,381</td><td>$</td><td>5,902</td></tr></table>"
    filing = shown(page, FILING + tight)
    filing.run("hits => view.showHits(hits, 0)", hits(("b9", 6, 11)))
    (number,) = filing.drawn(".number")
    for column in range(1, 6):
        cell = filing.box(f"#b9 td:nth-child({column})")
        assert number["right"] <= cell["left"] + 1 or number["left"] >= cell["right"] - 1


def test_hits_outlive_another_region_and_go_with_another_filing(page: Page) -> None:
    filing = shown(page)
    filing.run("hits => view.showHits(hits, null)", hits(("b0", 0, 9)))
    filing.open([quoted("b3", 0, 5)], "Notes", painted=2)
    assert len(filing.drawn("[data-hit]")) == 1
    filing.run("view.show('v2', source, view.citation)")
    page.wait_for_function("() => told.painted === 3")
    assert filing.drawn("[data-hit]") == []


def test_a_thousand_hits_are_painted_within_a_blink(page: Page) -> None:
    paragraphs = "".join(f"<p id=h{number}>Net sales rose again.</p>" for number in range(1000))
    filing = shown(page, FILING + paragraphs)
    took = filing.run(
        "hits => { const since = performance.now(); view.showHits(hits, 999); return performance.now() - since; }",
        hits(*((f"h{number}", 0, 8) for number in range(1000))),
    )
    assert len(filing.drawn("[data-hit]")) == 1000
    assert took < 2000


def test_the_blocks_around_are_framed_and_taken_away_again(page: Page) -> None:
    filing = shown(page)
    filing.run("view.showContext([{ block: 'b2', start: 0, end: 18 }])")
    (around,), row = filing.drawn(".around"), filing.box("#b2")
    assert around["left"] < row["left"]
    assert around["top"] < row["top"] < row["bottom"] < around["bottom"]
    filing.run("view.showContext([])")
    assert filing.drawn(".around") == []


# --- sections -----------------------------------------------------------------------------------------------


def test_a_section_is_gone_to_and_known_while_scrolling(page: Page) -> None:
    filing = shown(page)
    assert filing.run("view.pageInView") == 2
    filing.run("view.goToPage(3)")
    assert 0 <= filing.box("#b3")["top"] <= 40
    assert filing.run("view.pageInView") == 3
    filing.run("view.goToPage(1)")
    assert abs(filing.box("#b2")["top"] - 12) < 2, "an empty section begins where the next one does"
    moved = filing.told("moved")
    filing.frame.evaluate("scrollTo(0, 0)")
    page.wait_for_function("before => told.moved > before", arg=moved)
    assert filing.run("view.pageInView") == 0
    filing.run("view.goToPage(99)")
    assert filing.run("view.pageInView") == 0


def test_a_place_is_kept_and_restored_at_another_width_and_zoom(page: Page) -> None:
    filing = shown(page)
    filing.frame.evaluate("document.querySelector('#b3').nextElementSibling.nextElementSibling.id = 'here'")
    filing.frame.evaluate("document.querySelector('#here').scrollIntoView({ block: 'center' })")
    kept = filing.run("view.position()")
    filing.run("view.zoomTo(2)")
    filing.frame.evaluate("scrollTo(0, 0)")
    filing.run("place => view.restore(place)", kept)
    assert filing.run("view.zoom") == kept["zoom"]
    here = filing.box("#here")
    assert here["top"] <= 202
    assert here["bottom"] >= 198
    again = filing.run("view.position()")
    assert (again["page"], again["y"]) == (3, pytest.approx(kept["y"], abs=0.01))


def test_a_place_that_is_asked_for_before_the_filing_stands_is_gone_to_later(page: Page) -> None:
    filing = FramePage(page, FILING, starts=["b0", None, "b2", "b3"])
    filing.run(
        """([ranges, text]) => {
        open(cite(ranges, text, []));
        view.restore({ page: 3, x: 0.5, y: 0, zoom: 1.5 });
    }""",
        [CELL, QUOTE],
    )
    page.wait_for_function("() => view.seen?.sections")
    assert filing.run("[view.zoom, view.fit]") == [1.5, None]
    assert filing.run("view.position().page") == 3


def test_sections_that_cannot_be_read_say_so_and_can_be_asked_for_again(page: Page) -> None:
    filing = FramePage(page, FILING, starts=["b0", None, "b2", "b3"])
    filing.status = 503
    filing.open(CELL, QUOTE, CELLS)
    filing.run("view.goToPage(3)")
    expect(page.locator(".problem")).to_contain_text("Section 4 cannot be gone to just now.")
    filing.status = 200
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".problem")).to_be_hidden()
    page.wait_for_function("() => view.pageInView === 3")


# --- zoom ---------------------------------------------------------------------------------------------------


def test_zooming_keeps_the_value_where_it_is_and_its_mark_on_it(page: Page) -> None:
    filing = shown(page)
    before = filing.drawn('[data-role="quote"]')[0]["top"]
    for zoom in (1.5, 3, 4, 0.5):
        filing.run("zoom => view.zoomTo(zoom)", zoom)
        assert filing.run("[view.zoom, view.fit]") == [zoom, None]
        after = filing.drawn('[data-role="quote"]')[0]["top"]
        assert after * zoom == pytest.approx(before, abs=zoom), "a frame scrolls by whole px"
        assert_marked(filing)
        outer = page.evaluate("() => document.querySelector('iframe').getBoundingClientRect().width")
        assert outer == pytest.approx(600, abs=1)


def test_zooming_away_from_the_value_keeps_the_text_that_is_read(page: Page) -> None:
    filing = shown(page)
    filing.run("view.goToPage(3)")
    filing.frame.evaluate("document.querySelector('#b3').scrollIntoView(); scrollBy(0, -90)")
    before = filing.box("#b3")["top"]
    filing.run("view.step(1)")
    assert filing.run("view.zoom") == 1.1
    assert filing.box("#b3")["top"] * 1.1 == pytest.approx(before, abs=12)


def test_the_wheel_zooms_about_the_pointer(page: Page) -> None:
    filing = shown(page)
    page.mouse.move(300, 200)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function("() => view.zoom > 1.2")
    assert_marked(filing)


def test_a_row_too_wide_for_the_view_is_made_smaller_until_label_and_value_fit(page: Page) -> None:
    wide = ROW.replace("<td>6,381", "<td style='padding-left:520px'>6,381")
    filing = shown(page, FILING.replace(ROW, wide))
    assert filing.run("view.fit") == "evidence"
    assert 0.75 <= filing.run("view.zoom") < 1
    width = 600 / filing.run("view.zoom")
    assert filing.drawn('[data-role="row_label"]')[0]["left"] >= 0
    assert filing.drawn('[data-role="quote"]')[0]["right"] <= width
    filing.run("view.zoomTo(2)")
    filing.run("view.fitTo('evidence')")
    assert 0.75 <= filing.run("view.zoom") < 1
    filing.open([quoted("b3", 0, 5)], "Notes", painted=2)
    assert filing.run("view.zoom") == 1, "what fits is read at its own size"


def test_fit_width_shows_the_widest_table_whole(page: Page) -> None:
    filing = shown(page, FILING.replace("<table>", "<table style='width:1100px'>"))
    filing.run("view.fitTo('width')")
    assert filing.run("view.fit") == "width"
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert filing.frame.evaluate(overflow) <= 1


# --- what is done inside ------------------------------------------------------------------------------------


def test_keys_and_presses_inside_the_frame_are_heard_outside(page: Page) -> None:
    filing = shown(page)
    filing.frame.locator("#b2").click()
    page.keyboard.press("n")
    assert filing.told("keys") == ["n"]
    assert filing.told("pressed") == 1


def test_words_of_the_filing_can_be_selected_under_their_marks(page: Page) -> None:
    filing = shown(page)
    filing.frame.locator("#b2 td:nth-child(2)").dblclick()
    assert filing.frame.evaluate("getSelection().toString().trim()") == "6,381"


# --- links that end -----------------------------------------------------------------------------------------


def test_a_link_that_has_ended_is_renewed_without_a_word(page: Page) -> None:
    filing = FramePage(page, FILING, starts=["b0", None, "b2", "b3"])
    filing.frame_status = 410
    page.expose_function("renew", lambda: setattr(filing, "frame_status", 200))
    filing.run(
        """() => renewals.add({ freshFor: async () => {
            await renew();
            view.renew({ ...source, token: "fresh" });
            return "fresh";
        } })"""
    )
    filing.open(CELL, QUOTE, CELLS)
    assert_marked(filing)
    assert filing.told("failed") == []


def test_a_link_that_cannot_be_renewed_says_so(page: Page) -> None:
    filing = FramePage(page, FILING)
    filing.frame_status = 410
    filing.run("([ranges, text]) => open(cite(ranges, text, []))", [CELL, QUOTE])
    expect(page.locator(".problem")).to_contain_text("The link to this filing has expired.")
    page.get_by_role("button", name="Try again").click()
    assert filing.told("refreshed") == 1


# --- filings that try to leave ------------------------------------------------------------------------------

WAYS_OUT = {
    "link": "<a id=out href='/elsewhere'>out</a>",
    "link to another server": "<a id=out href='http://other.test/'>out</a>",
    "link to nothing": "<a id=out href='/nothing'>out</a>",
    "link to itself": "<a id=out href='?again'>out</a>",
    "link that never loads whole": "<a id=out href='/slow'>out</a>",
}
NO_WAYS = {
    "form": "<form action='/elsewhere'><button id=out>out</button></form>",
    "script": "<a id=out href='javascript:location=\"/elsewhere\"'>out</a>",
    "window": "<a id=out href='/elsewhere' target=_blank>out</a>",
    "top": "<a id=out href='/elsewhere' target=_top>out</a>",
    "place in itself": "<a id=out href='#b3'>out</a>",
}


def hostile(page: Page, way: str, head: str = "") -> FramePage:
    slow = "<!doctype html><p>elsewhere</p><img src='http://never.test/x.png'>"
    page.route("http://never.test/**", lambda route: None)  # never answered
    answers = {"/elsewhere": "<p>elsewhere</p>", "/slow": slow}
    return shown(page, f"<!doctype html>{head}<body>{way}<p id=b0>x</p>{ROW}<p id=b3>y</p>", answers=answers)


@pytest.mark.parametrize("way", WAYS_OUT)
def test_a_frame_that_leaves_the_filing_is_closed_and_can_be_opened_again(page: Page, way: str) -> None:
    filing = hostile(page, WAYS_OUT[way])
    filing.frame.locator("#out").click(no_wait_after=True)
    expect(page.locator(".problem")).to_contain_text("The filing tried to leave its frame")
    expect(page.locator("iframe")).to_have_count(0)
    assert len(filing.told("failed")) == 1
    again = page.get_by_role("button", name="Open the filing again")
    assert again.evaluate("button => document.activeElement === button")
    again.press("Enter")
    page.wait_for_function("() => told.painted === 2")
    assert_marked(filing)
    assert filing.told("refreshed") == 0


@pytest.mark.parametrize("way", NO_WAYS)
def test_what_leads_nowhere_leaves_the_marks_alone(page: Page, way: str) -> None:
    filing = hostile(page, NO_WAYS[way])
    filing.frame.locator("#out").click(no_wait_after=True)
    page.wait_for_timeout(150)
    assert filing.told("failed") == []
    assert len(page.context.pages) == 1
    assert_marked(filing)


def test_a_filing_that_sends_itself_elsewhere_is_not_followed(page: Page) -> None:
    filing = hostile(page, "", head="<meta http-equiv=refresh content='0;url=/elsewhere'>")
    page.wait_for_timeout(300)
    assert filing.told("failed") == []
    assert_marked(filing)


def test_a_filing_that_leaves_is_closed_in_the_real_app_too(pane_app: PaneApp, browser: Browser) -> None:
    data, parsed = html_filing()
    assert parsed.rendition is not None
    way_out = replace(parsed, rendition=parsed.rendition + b"<a id=out href='/'>out</a>")
    stored = pane_app.store(unique((data, way_out)))
    answer = pane_app.answer([("Sales.", [cite(stored, 0, "21 million", [stored.span(0, "21 million")])])])
    page = browser.new_page()
    pane_app.show(page, answer)
    pane = opened(page, "1:E1")
    pane.frame_locator("iframe").locator("#out").click(no_wait_after=True)
    expect(pane).to_have_attribute("data-state", "failed")
    expect(pane).to_contain_text("The filing tried to leave its frame")
    pane.get_by_role("button", name="Open the filing again").click()
    expect(pane).to_have_attribute("data-state", "ready")
    expect(pane.frame_locator("iframe").locator('[data-role="quote"]')).to_have_count(1)
    page.close()
