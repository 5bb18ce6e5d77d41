"""A reviewer has evidence looked for in the newer version of its filing, and stays where they are."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.viewer.app import PaneApp
from tests.viewer.desk.conftest import ROW
from tests.viewer.desk.review_desk import given, open_desk
from tests.viewer.filing import REPEATED, Stored, cite, pdf_filing, unique

FIND = "Find this in the newer version"


def test_evidence_is_found_in_the_newer_version_beside_the_claim(
    pane_app: PaneApp, page: Page, filing: Stored
) -> None:
    old = pane_app.store(unique(pdf_filing()))
    pane_app.store(unique(pdf_filing(title="Example Holdings · Form 10-K/A")), supersedes=old)
    answer_id = pane_app.answer(
        [
            (
                "Alpha 81,797.",
                [
                    cite(filing, 1, REPEATED, [filing.span(1, REPEATED)]),
                    cite(old, 0, ROW, [old.span(0, ROW)], number=2),
                ],
            )
        ]
    )
    desk = open_desk(pane_app, page, given(pane_app, answer_id, (1,)), answer_id)
    pane = page.locator(".pane")
    desk.press("]")
    find = pane.get_by_role("button", name=FIND)
    page.route("**/review/items/**", lambda route: route.abort())
    find.click()
    expect(find, "offered again where the server cannot be asked").to_be_enabled()
    page.unroute("**/review/items/**")
    find.click()
    there = pane.get_by_role("button", name="Open the newer version")
    expect(there).to_be_focused()
    expect(pane).to_contain_text("Same words")
    expect(page.get_by_role("button", name="E2", pressed=True)).to_be_visible()
    there.click()
    expect(pane.get_by_role("button", name="Back to the cited version")).to_be_visible()
    expect(desk.claim).to_contain_text("Alpha")
