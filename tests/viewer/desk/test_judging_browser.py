"""The Review page in a browser: claims judged with keys alone, and nothing told too early."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from pipeline.evidence.review import ReviewReason, ReviewRole, ReviewVerdict
from pipeline.store.annotations import of_verdicts
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import LOCAL
from tests.reviewed import judge
from tests.viewer.app import PaneApp
from tests.viewer.desk.review_desk import ReviewDesk, given, open_desk, review_window
from tests.viewer.test_accessibility import grave

ITEMS = re.compile(r"/review/items/")


def test_claims_are_judged_with_keys_alone(desk: ReviewDesk) -> None:
    page = desk.page
    desk.shows("Alpha")
    desk.press("1")
    desk.shows("Bravo")
    assert "claim=2" in page.url
    desk.press("3", "Enter")
    expect(desk.problem).to_contain_text("“Not supported” needs a reason")
    desk.shows("Bravo")
    desk.press("a", "Enter")
    desk.shows("Charlie")
    desk.press("c")
    page.keyboard.type("Keys 1 5 s u j")
    desk.press("Shift+Enter")
    page.keyboard.type("are words here.")
    desk.press("Escape", "2", "Enter")
    desk.shows("Delta")
    desk.press("s")
    desk.shows("Echo")
    desk.press("u")
    desk.shows("Charlie")
    assert desk.chosen() == ["Partly supported"]
    expect(desk.comment).to_have_value("Keys 1 5 s u j\nare words here.")
    desk.press("4", "e", "Enter")
    desk.shows("Delta")
    desk.press("k", "k")
    desk.shows("Bravo")
    assert desk.chosen() == ["Not supported", "A figure differs"]
    desk.press("j", "j")
    desk.shows("Delta")
    desk.press("5")
    desk.shows("Echo")
    desk.press("1")
    expect(page.locator(".review-message")).to_contain_text("All 5 claims are judged.")
    expect(desk.save_state).to_have_text("Saved")
    expect(page.locator(".st-key-review-waiting")).to_have_text(re.compile("^0 .*claims waiting"))
    counting = {one.claim: one for n in range(1, 6) for one in desk.judgements(n) if one.counts}
    assert [counting[n].verdict for n in range(1, 6)] == [
        ReviewVerdict.SUPPORTED,
        ReviewVerdict.NOT_SUPPORTED,
        ReviewVerdict.WRONG_LOCATION,
        ReviewVerdict.CANT_TELL,
        ReviewVerdict.SUPPORTED,
    ]
    assert counting[2].reason is ReviewReason.FIGURE
    assert counting[3].reason is ReviewReason.OTHER_ROW
    assert counting[3].comment == "Keys 1 5 s u j\nare words here."
    assert 0 < (counting[1].seconds or 0) < 60
    assert [one.counts for one in desk.judgements(3)] == [False, True]


def test_a_key_does_nothing_where_it_means_something_else(desk: ReviewDesk) -> None:
    page = desk.page
    page.locator(".review .handle").first.focus()
    desk.press("Enter")
    expect(page.locator(".pane .heading h2")).to_be_focused()
    desk.press("/")
    page.keyboard.type("15")
    expect(page.locator(".pane .find-input")).to_have_value("15")
    desk.press("Escape", "?")
    expect(page.get_by_role("dialog", name="Keys of the Review page")).to_be_visible()
    desk.press("1", "s")
    desk.press("Escape")
    page.get_by_role("button", name="Assign").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    desk.press("1")
    desk.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
        " {key: '1', repeat: true, bubbles: true, composed: true}))"
    )
    desk.shows("Alpha")
    expect(desk.rows.filter(has_text="You:")).to_have_count(0)
    desk.press("1")
    desk.shows("Bravo")


def test_what_others_said_comes_after_the_own_verdict_and_goes_with_it(
    pane_app: PaneApp, page: Page, reviewer: Reviewer, answer_id: UUID
) -> None:
    other = given(pane_app, answer_id)
    with pane_app.database.scoped(LOCAL) as conn:
        for claim in (1, 2):
            judge(conn, answer_id, claim, other, ReviewVerdict.NOT_SUPPORTED, comment="Secretly wrong.")
    told: list[str] = []

    def listen(response: Response) -> None:
        if ITEMS.search(response.url):
            told.append(response.text())

    page.on("response", listen)
    desk = open_desk(pane_app, page, reviewer, answer_id)
    opinions = page.locator(".opinions")
    expect(opinions).to_contain_text("Hidden until you save")
    desk.press("1")
    desk.shows("Bravo")
    expect(opinions).to_contain_text("Hidden until you save")
    assert told
    assert not any("Secretly" in one or other.name in one for one in told)
    assert "Secretly" not in page.content()
    desk.press("k")
    desk.shows("Alpha")
    expect(opinions).to_contain_text(re.compile(f"You.*Supported.*{other.name}.*Secretly wrong", re.S))
    table = page.locator(".standing table")
    differ = re.compile(r"Differ.*Alpha.*Supported.*Not supported", re.S)
    expect(table).to_contain_text(differ, timeout=15_000)
    opinions.get_by_role("button", name="Withdraw").click()
    expect(opinions).to_contain_text("Hidden until you save")
    expect(opinions).to_contain_text("Your earlier verdicts: 1")
    expect(opinions).not_to_contain_text("Secretly")
    assert desk.chosen() == ["Supported"]
    expect(table).to_have_count(0, timeout=15_000)


def test_what_others_said_is_not_drawn_even_where_it_came(desk: ReviewDesk) -> None:
    """A server that tells too much: the page keeps it back as well."""
    page = desk.page
    said = {
        "reviewer": "Somebody",
        "verdict": "partly",
        "verdict_words": "Partly supported",
        "comment": "Leak.",
    }

    def leak(route: Route) -> None:
        item = route.fetch().json()
        route.fulfill(json={**item, "others": [{**said, "role": "reviewer", "annotations": []}]})

    page.route(re.compile(r"/items/.*/5\.json"), leak)
    desk.rows.last.click()
    desk.shows("Echo")
    expect(page.locator(".opinions")).to_contain_text("Hidden until you save")
    expect(page.get_by_text("Leak.")).to_have_count(0)


def test_a_marked_place_is_saved_and_goes_with_a_changed_verdict(desk: ReviewDesk) -> None:
    page = desk.page
    desk.press("4", "e", "p")
    expect(page.get_by_role("button", name="Marking in the source…")).to_be_visible()
    desk.press("ArrowDown", "Enter")
    picks = page.locator(".picks li")
    expect(picks).to_have_count(1)
    words = picks.locator("span").inner_text()
    assert words.startswith("E1 → PDF page 1")
    desk.press("1", "Escape")
    expect(page.get_by_role("button", name="Mark it in the source")).to_be_visible()
    desk.shows("Alpha")
    desk.press("Enter")
    desk.shows("Bravo")
    expect(page.locator(".picks li")).to_have_count(0)
    expect(desk.save_state).to_have_text("Saved")
    page.reload()
    desk.shows("Bravo")
    desk.rows.filter(has_text="Alpha").click()
    desk.shows("Alpha")
    expect(picks.locator("span")).to_have_text(words)
    desk.press("3", "a", "Enter")
    desk.shows("Bravo")
    expect(desk.save_state).to_have_text("Saved")
    with desk.app.database.scoped(LOCAL) as conn:
        stored = of_verdicts(conn, [one.id for one in desk.judgements(1)])
    quotes = [[place.annotation.quote for place in places] for places in stored.values()]
    assert len(quotes) == 2
    assert quotes[0] == quotes[1]
    assert quotes[0][0] in words


def test_an_adjudicator_sees_who_differs_and_decides(
    pane_app: PaneApp, page: Page, reviewer: Reviewer, answer_id: UUID
) -> None:
    other = given(pane_app, answer_id)
    with pane_app.database.scoped(LOCAL) as conn:
        judge(conn, answer_id, 2, reviewer, ReviewVerdict.SUPPORTED)
        judge(conn, answer_id, 2, other, ReviewVerdict.PARTLY, comment="Only one of two.")
    third = given(pane_app, answer_id, (2,), adjudicates=True)
    desk = open_desk(pane_app, page, third, answer_id, "&queue=Disputes")
    desk.shows("Bravo")
    opinions = page.locator(".opinions")
    expect(opinions).to_contain_text(re.compile(f"{reviewer.name}.*Supported", re.S))
    expect(opinions).to_contain_text(re.compile(f"{other.name}.*Partly supported.*Only one of two", re.S))
    desk.press("2", "f", "Enter")
    expect(page.locator(".review-message")).to_contain_text("The one claim is judged.")
    expect(desk.save_state).to_have_text("Saved")
    decided = [one for one in desk.judgements(2) if one.role is ReviewRole.ADJUDICATOR]
    assert [(one.reviewer_id, one.verdict) for one in decided] == [(third.id, ReviewVerdict.PARTLY)]


def test_the_next_claims_and_their_pages_are_here_before_they_are_wanted(desk: ReviewDesk) -> None:
    page = desk.page
    page.wait_for_timeout(1200)
    late: list[str] = []
    page.on("request", lambda request: late.append(request.url))
    for words in ("Bravo", "Charlie", "Delta"):
        desk.press("s")
        desk.shows(words)
    assert not [url for url in late if "/items/" in url and not url.endswith("/5.json")]
    expect(page.locator(".pane .badge").first).to_have_text("E2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_reviewing_has_no_grave_finding(
    pane_app: PaneApp, browser: Browser, reviewer: Reviewer, answer_id: UUID, scheme: str
) -> None:
    with review_window(browser, scheme=scheme) as page:
        desk = open_desk(pane_app, page, reviewer, answer_id)
        desk.press("1")
        desk.shows("Bravo")
        desk.press("3", "Enter", "a")
        found = {"wide": grave(page, scheme)}
        page.set_viewport_size({"width": 390, "height": 844})
        page.locator(".queue-bar button").first.click()
        found["on a phone"] = grave(page, scheme)
        width = page.evaluate("document.documentElement.scrollWidth")
        page.locator(".verdict-form").scroll_into_view_if_needed()
        save = page.get_by_role("button", name="Save and next")
        expect(save).to_be_in_viewport()
        save.click()
        desk.shows("Charlie")
        expect(desk.claim).to_be_in_viewport()
    assert found == {"wide": [], "on a phone": []}
    assert width <= 390
