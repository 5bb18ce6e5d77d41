"""Automated accessibility checks of the Ask page: an answer, its pane in every state, what opens over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.evidence.generation import Problem, ProblemKind
from pipeline.evidence.trace import ListName, SearchTrace, TraceHit, TracePage, TraceStep
from pipeline.store import answers, documents, searches
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp, opened
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.every_state import STATES, every_state
from tests.viewer.filing import unique

GRAVE = {"serious", "critical"}

STREAMLITS_OWN: dict[str, str] = {}
"""Selectors of Streamlit's own elements with such a finding, and why it is not ours to mend: none today."""

OPTIONS = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast"]},
}
"""The themes differ in their colours alone."""


BOTH = pytest.mark.parametrize("scheme", ["light", "dark"])


@pytest.fixture(scope="module")
def address(pane_app: PaneApp) -> str:
    return f"{pane_app.url}/?answer={every_state(pane_app)}"


@pytest.fixture(scope="module")
def checked_address(pane_app: PaneApp) -> str:
    """An answer with every outcome of every check, its last claim withheld."""
    filing, secret = (pane_app.store(unique(checked_filing())) for _ in range(2))
    problem = Problem(ProblemKind.CUT_OFF, "The connection broke. Ask again.")
    answer = replace(checked_answer(filing, secret), problem=problem)
    with pane_app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, answer)
        documents.set_restricted(conn, secret.document_id, True)
    return f"{pane_app.url}/?answer={answer.id}"


@pytest.fixture(scope="module")
def found_address(pane_app: PaneApp) -> str:
    """An answer with a scope of every kind of chip, and the trace of its search."""
    filing, secret, other = (pane_app.store(unique(checked_filing())) for _ in range(3))
    answer = replace(checked_answer(filing), id=uuid4())
    scope = AskedScope(
        (
            ScopeFiling(filing.document_id, filing.version_id, ("Example Holdings", "third quarter"), 1.0),
            ScopeFiling(other.document_id, other.version_id, (), 1.0, True),
            ScopeFiling(secret.document_id, secret.version_id, (), 0.5),
        ),
        is_narrowed=True,
        missing=("FY2019",),
        without=(other.document_id,),
    )
    hits = (TraceHit(ListName.MEANING, 1, "similarity 0.62"), TraceHit(ListName.ROWS, 3))
    pages = (
        TracePage(str(filing.version_id), 0, 1, 0.9, hits, ("E1",)),
        TracePage(str(secret.version_id), 0, 2, 0.5, hits),
    )
    trace = SearchTrace(
        "net sales", (("net sales", ("total",)),), (TraceStep("plan", 1, 2.0, "It took too long."),), pages
    )
    with pane_app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, answer, scope)
        searches.put_trace(conn, answer.id, trace)
        documents.set_restricted(conn, secret.document_id, True)
    return f"{pane_app.url}/?answer={answer.id}"


@pytest.fixture
def page(scheme: str, browser: Browser, address: str) -> Iterator[Page]:
    page = browser.new_page(
        viewport={"width": 1440, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page.goto(address)
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready", timeout=30_000)
    expect(page.locator(".pane")).to_have_attribute("data-theme", scheme)
    yield page
    page.close()


def grave(page: Page, scheme: str) -> list[str]:
    """Each serious or critical finding with its element, but Streamlit's own."""
    found = []
    for rule in Axe().run(page, options=OPTIONS[scheme]).response["violations"]:
        if rule["impact"] not in GRAVE:
            continue
        for node in rule["nodes"]:
            target = " ".join(part if isinstance(part, str) else " >> ".join(part) for part in node["target"])
            if not any(selector in target for selector in STREAMLITS_OWN):
                found.append(f"{rule['id']}: {target}: {node['html'][:160]}")
    return found


@BOTH
def test_no_state_of_the_pane_has_a_grave_finding(page: Page, scheme: str) -> None:
    found = {}
    for key, state in STATES.items():
        opened(page, key, state)
        if state in ("ready", "superseded"):
            expect(page.locator(".pane .skeleton:visible")).to_have_count(0)
        found[key] = grave(page, scheme)
    assert found == {key: [] for key in STATES}


@BOTH
def test_the_link_to_the_answer_has_no_finding_at_all(page: Page, scheme: str) -> None:
    page.get_by_role("link", name="Skip to the answer").focus()
    rules = Axe().run(page, options=OPTIONS[scheme]).response["violations"]
    assert [rule["id"] for rule in rules for node in rule["nodes"] if "pincite-skip" in node["html"]] == []
    assert grave(page, scheme) == []


@BOTH
def test_nothing_that_opens_over_the_pane_has_a_grave_finding(page: Page, scheme: str) -> None:
    pane = opened(page, "1:E1")
    buttons = pane.locator(".toolbar [aria-haspopup]:visible:not([aria-disabled=true])")
    names = [button.get_attribute("aria-label") or button.inner_text() for button in buttons.all()]
    assert len(names) >= 3
    found = {}
    for number, name in enumerate(names):
        buttons.nth(number).click()
        expect(pane.locator(".popover:visible")).to_have_count(1)
        found[name] = grave(page, scheme)
        page.keyboard.press("Escape")
        expect(pane.locator(".popover:visible")).to_have_count(0)
    assert found == {name: [] for name in names}


@BOTH
def test_stacked_on_a_phone_and_with_context_nothing_grave_is_found(page: Page, scheme: str) -> None:
    pane = opened(page, "1:E1")
    page.keyboard.press("c")
    expect(pane.locator(".wider i")).not_to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".answer")).to_have_class("root panel answer narrow stacked")
    assert grave(page, scheme) == []


@BOTH
def test_no_outcome_of_a_check_has_a_grave_finding(page: Page, checked_address: str, scheme: str) -> None:
    page.goto(checked_address)
    expect(page.locator(".claim")).to_have_count(9, timeout=30_000)
    expect(page.locator(".pane")).to_have_attribute("data-state", "ready")
    found = {"closed": grave(page, scheme)}
    for number in (1, 2, 3, 4, 5, 6, 8):  # 7 and 9 are withheld
        page.locator(f'[data-claim="{number}"] .check').nth(number % 5).click()
    expect(page.locator(".check-detail:visible")).to_have_count(7)
    found["explained"] = grave(page, scheme)
    page.locator('[data-spot="3-handle-E4"]').hover()
    expect(page.locator(".hover-card")).to_be_visible()
    found["hovered"] = grave(page, scheme)
    page.mouse.move(2, 2)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Show all claims").click()
    expect(page.locator(".claim:visible")).to_have_count(9)
    found["on a phone"] = grave(page, scheme)
    assert found == {"closed": [], "explained": [], "hovered": [], "on a phone": []}


@BOTH
def test_the_sources_read_have_no_grave_finding(page: Page, checked_address: str, scheme: str) -> None:
    page.goto(checked_address)
    page.locator(".sources-button").click()
    expect(page.locator(".passage-row")).to_have_count(6)
    found = {"listed": grave(page, scheme)}
    page.get_by_role("button", name="Show the text of E4").click()
    expect(page.locator(".passage-words")).to_be_visible()
    page.locator('.passage-open[data-spot="read:E5"]').click()
    expect(page.locator(".pane .strip-note")).to_contain_text("as it was read")
    found["opened"] = grave(page, scheme)
    page.set_viewport_size({"width": 390, "height": 844})
    found["on a phone"] = grave(page, scheme)
    assert found == {"listed": [], "opened": [], "on a phone": []}


@BOTH
def test_the_scope_and_how_it_was_found_have_no_grave_finding(
    page: Page, found_address: str, scheme: str
) -> None:
    page.goto(found_address)
    expect(page.locator(".chip")).to_have_count(4, timeout=30_000)
    page.locator(".found-button").click()
    expect(page.locator(".found-pages tbody")).to_have_count(2)
    found = {"wide": grave(page, scheme)}
    page.set_viewport_size({"width": 390, "height": 844})
    found["on a phone"] = grave(page, scheme)
    assert found == {"wide": [], "on a phone": []}


@BOTH
def test_a_cover_has_no_grave_finding(page: Page, pane_app: PaneApp, scheme: str) -> None:
    page.goto(f"{pane_app.url}/library")
    expect(page.locator(".library tbody tr").first).to_be_visible(timeout=30_000)
    found = {"library": grave(page, scheme)}
    page.locator(".library tbody tr").get_by_role("link").first.click()
    page.locator(".st-key-filing-panel").get_by_role("button", name="Correct").click(timeout=30_000)
    expect(page.get_by_role("dialog").get_by_role("button", name="Save")).to_be_visible(timeout=30_000)
    found["cover"] = grave(page, scheme)
    assert found == {"library": [], "cover": []}


@pytest.mark.parametrize("scheme", ["light"])
def test_the_check_sees_into_the_components(page: Page, scheme: str) -> None:
    pane = opened(page, "1:E1")
    unnamed = "node => { node.removeAttribute('aria-label'); node.removeAttribute('title'); }"
    pane.get_by_role("button", name="Next evidence").evaluate(unnamed)
    page.locator(".claim .text").first.evaluate("node => { node.style.color = '#bbb'; }")
    rules = {finding.split(":")[0] for finding in grave(page, scheme)}
    assert rules == {"button-name", "color-contrast"}
