"""Verdicts on their way: kept while the server is away, stored once, and given back where they are refused."""

from __future__ import annotations

import re

from playwright.sync_api import Dialog, Route, expect

from pipeline.evidence.review import ReviewVerdict
from tests.viewer.desk.review_desk import ReviewDesk

VERDICTS = re.compile(r"/review/verdicts(\?|$)")


def test_nothing_is_lost_while_the_server_is_away(desk: ReviewDesk) -> None:
    page = desk.page
    page.route(VERDICTS, lambda route: route.abort())
    desk.press("1")
    desk.shows("Bravo")
    desk.press("3", "b")
    desk.press("c")
    page.keyboard.type("Another quarter.")
    desk.press("Enter")
    desk.shows("Charlie")
    expect(desk.save_state).to_have_text("2 unsaved")
    expect(page.locator(".unsaved")).to_contain_text("2 not saved yet. The server does not answer.")
    desk.press("u")
    desk.shows("Bravo")
    desk.press("Enter")
    desk.shows("Charlie")
    desk.press("4")
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.once("dialog", leave)
    page.reload()
    assert asked == ["beforeunload"]
    desk.shows("Charlie")
    assert desk.chosen() == ["Wrong location"], "what was begun is there after a reload"
    expect(desk.rows.filter(has_text="You:")).to_have_count(2)
    expect(page.locator(".queue-done")).to_have_text("2 of 5 done")
    assert not desk.judgements(1)
    page.unroute(VERDICTS)
    page.get_by_role("button", name="Try now").click()
    expect(desk.save_state).to_have_text("Saved")
    assert [one.verdict for one in desk.judgements(1)] == [ReviewVerdict.SUPPORTED]
    assert [one.comment for one in desk.judgements(2)] == ["Another quarter."]
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('pincite.review.'))") == []


def test_a_verdict_that_arrived_without_an_answer_is_stored_once(desk: ReviewDesk) -> None:
    """The connection breaks after the server has stored it."""
    page = desk.page

    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route(VERDICTS, swallow, times=1)
    desk.press("1")
    expect(desk.save_state).to_have_text("Saved", timeout=10_000)
    assert len(desk.judgements(1)) == 1


def test_what_the_server_refuses_waits_again_with_what_was_said(desk: ReviewDesk) -> None:
    page = desk.page
    words = "You may not read this filing any more."
    refusal = {"error": "InvalidReview", "message": words}
    page.route(VERDICTS, lambda route: route.fulfill(status=422, json=refusal), times=1)
    desk.press("3", "a", "Enter")
    desk.shows("Bravo")
    expect(page.locator(".unsaved")).to_contain_text(f"A verdict was not saved. {words}")
    expect(desk.save_state).to_have_text("Not saved")
    desk.press("1")
    desk.shows("Charlie")
    expect(desk.rows.filter(has_text="You:")).to_have_count(1)
    page.get_by_role("button", name="Go to it").click()
    desk.shows("Alpha")
    assert desk.chosen() == ["Not supported", "A figure differs"]
    page.get_by_role("button", name="Discard it").click()
    expect(page.locator(".unsaved")).to_be_hidden()
    assert not desk.judgements(1)
    assert len(desk.judgements(2)) == 1
