"""The Quality page and the list of questions in the real app: empty, without a model, and with two of them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from pipeline.evidence.generation import Generation
from pipeline.settings import Settings
from pipeline.store import answers, reviewers, reviews, thresholds
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.reviewed import judge
from tests.serving import served
from tests.viewer.app import PaneApp, window
from tests.viewer.checked_answer import MODEL, checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import Stored

PROMPTS = ("answer-1", "answer-2")
TABLES = {"quality": ".latest-failures", "questions": ".numbers.questions"}
"""The two pages, and the table that is drawn last on each."""


@pytest.fixture(scope="module")
def empty_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaneApp]:
    """The real app on a data folder in which nothing was asked."""
    home = tmp_path_factory.mktemp("quality") / "home"
    with served(home, environment={"PINCITE_WORKERS": "0", "PINCITE_ALERT_RATE": "5%"}) as server:
        database = Database.open(Settings(home))
        try:
            yield PaneApp(server.url, home, database)
        finally:
            database.close()


def ask(app: PaneApp, filing: Stored, days_ago: int, prompt: str | None, question: str) -> None:
    """Store the answer with every outcome, as a model wrote it or as nobody did."""
    sample = checked_answer(filing)
    written = replace(
        sample,
        question=question,
        model=MODEL if prompt else None,
        method="model" if prompt else "extractive",
        generation=Generation(prompt) if prompt else None,
        created_at=datetime.now(UTC) - timedelta(days=days_ago),
    )
    with app.database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, written)


@pytest.fixture(scope="module")
def app(empty_app: PaneApp, browser: Browser) -> PaneApp:
    """With answers of three weeks. What the page says before there is any is tested on the way: nothing can be taken
    back from the one server."""
    with window(browser) as page:
        page.goto(f"{empty_app.url}/quality")
        expect(page.get_by_text("Nothing has been checked yet")).to_be_visible(timeout=30_000)
        expect(page.get_by_role("link", name="Ask the first question")).to_be_visible()
        page.goto(f"{empty_app.url}/questions")
        expect(page.get_by_text("Nothing has been asked yet.")).to_be_visible(timeout=30_000)
        filing = empty_app.store(checked_filing())
        ask(empty_app, filing, 0, None, "What were net sales without a model?")
        page.goto(f"{empty_app.url}/quality")
        expect(page.get_by_text("No model has been asked yet")).to_be_visible(timeout=30_000)
    ask(empty_app, filing, 20, PROMPTS[0], "How did net sales change?")
    ask(empty_app, filing, 13, PROMPTS[0], "How did gross margin change?")
    ask(empty_app, filing, 0, PROMPTS[1], "What drove Services?")
    return empty_app


@pytest.fixture
def page(app: PaneApp, browser: Browser) -> Iterator[Page]:
    with window(browser) as page:
        page.goto(f"{app.url}/quality")
        expect(page.locator(".latest-failures tbody tr").first).to_be_visible(timeout=30_000)
        yield page


def test_each_layer_has_its_rate_with_count_and_interval_and_its_checks(page: Page) -> None:
    for layer, checks in (
        ("identity", ["existence"]),
        ("support", ["figures", "support"]),
        ("location", ["verbatim", "location"]),
    ):
        tile = page.locator(f".layers > .{layer}")
        expect(tile.locator("div > b")).to_have_text(re.compile(r"^\d+\.\d%( failing)?$"))
        expect(tile).to_contain_text(re.compile(r"\d+ of \d+ (citations|claims)"))
        expect(tile).to_contain_text(re.compile(r"95% \d+\.\d to \d+\.\d%"))
        for check in checks:
            expect(tile.locator(f".checks .{check}")).to_contain_text(re.compile(r"\d+\.\d%.*\d+ of \d+"))
    expect(page.locator(".layers > .usability")).to_contain_text("Not measured yet")


def test_a_figure_leads_to_its_cases_and_a_case_to_its_evidence(page: Page) -> None:
    tile = page.locator(".layers > .location div > b a")
    words = tile.inner_text()
    tile.click()
    expect(page.get_by_role("heading", name=re.compile("Location failing"))).to_be_visible(timeout=30_000)
    rows = page.locator(".latest-failures tbody tr")
    expect(rows.first).to_be_visible()
    expect(rows.filter(has_text="Support")).to_have_count(0)
    page.reload()
    expect(rows.first).to_be_visible(timeout=30_000)
    handle = rows.first.locator(".evidence").first.inner_text()
    rows.first.get_by_role("link", name=re.compile("^Open")).click()
    expect(page.locator(".pane .badge").first).to_have_text(handle, timeout=30_000)
    page.go_back()
    page.get_by_role("link", name="All figures").click(timeout=30_000)
    expect(page.locator(".layers > .location div > b a")).to_have_text(words, timeout=30_000)


def test_reviewers_decide_and_the_checker_is_set_against_them(page: Page, app: PaneApp) -> None:
    panel = page.locator(".st-key-quality-reviewers")
    expect(panel).to_contain_text("Reviewers have come to no verdict")
    failed = page.locator(".layers > .support")
    before = failed.inner_text()
    with app.database.scoped(LOCAL) as conn:
        anna = reviewers.add(conn, "Anna")
        (answer_id,) = [
            row.id for row in answers.recent(conn, LOCAL.user_id, 9) if "Services" in row.question
        ]
        for claim in answers.get(conn, answer_id).claims:
            judge(conn, answer_id, claim.number, anna, at=datetime.now(UTC))
    page.reload()
    expect(panel).to_contain_text(re.compile(r"The checker agrees with them on \d+\.\d%"), timeout=30_000)
    expect(failed).to_contain_text("decided by reviewers")
    assert failed.inner_text() != before
    panel.locator(".checker tbody a").last.click()
    expect(page.get_by_role("heading", name=re.compile("Reviewers: Supported"))).to_be_visible(timeout=30_000)
    expect(page.locator(".latest-failures tbody tr").first).to_contain_text("Supported")
    with app.database.scoped(LOCAL) as conn:
        for one in reviews.counting(conn):
            reviews.withdraw(conn, anna.id, one.id)


def test_an_alert_is_set_on_the_page_and_says_who_set_it(page: Page, app: PaneApp) -> None:
    page.get_by_role("button", name="Alerts").click()
    page.get_by_role("spinbutton", name="Any layer, %").fill("99")
    page.get_by_role("spinbutton", name="Any layer, %").press("Enter")
    expect(page.locator(".last-weeks thead")).to_contain_text("Alert 99.0%", timeout=30_000)
    expect(page.get_by_text("Above the alert:")).to_have_count(0)
    with app.database.scoped(LOCAL) as conn:
        set_here = thresholds.current(conn)
        assert {layer: one.rate for layer, one in set_here.items()} == {None: pytest.approx(0.99)}
        thresholds.put(conn, LOCAL.user_id, None, 0.05)


def test_the_chart_is_drawn_told_in_words_and_stands_as_a_table_below(page: Page) -> None:
    chart = page.get_by_test_id("stVegaLiteChart")
    expect(chart.locator("canvas, svg").first).to_be_visible()
    words = (
        f'[aria-label*="Share of citations failing by week, alert at 5.0%"][aria-label*="{MODEL}, answer-2"]'
    )
    expect(page.locator(words)).not_to_have_count(0)
    page.get_by_text("The chart as a table").click()
    table = page.locator(".chart-table")
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Week of", re.compile("."), re.compile("."), re.compile(".")]
    )
    expect(table.locator("tbody tr")).to_have_count(3)


def test_what_is_above_the_alert_is_said(page: Page) -> None:
    alerts = page.locator(".st-key-quality-alerts")
    expect(alerts).to_contain_text(f"Above the alert: {MODEL}, answer-2.")
    expect(alerts).to_contain_text("the alert is at 5.0%")
    expect(page.locator(".last-weeks tbody tr", has_text="answer-1")).to_contain_text("Older")


def test_a_failure_opens_its_claims_evidence(page: Page) -> None:
    row = page.locator(".latest-failures tbody tr", has_text="Quote").first
    handle = row.locator(".evidence").inner_text()
    row.get_by_role("link", name=re.compile("^Open")).click()
    expect(page.locator(".pane .badge").first).to_have_text(handle, timeout=30_000)


def test_time_and_model_are_chosen_and_kept_in_the_address(page: Page, app: PaneApp) -> None:
    page.get_by_role("combobox", name="Model").click()
    page.get_by_role("option", name=MODEL).click()
    expect(page).to_have_url(re.compile(f"model={MODEL}"))
    expect(page.locator(".last-weeks tbody tr")).to_have_count(2)
    page.get_by_role("combobox", name="Time").click()
    page.get_by_role("option", name="Last 4 weeks").click()
    expect(page).to_have_url(re.compile("weeks="))
    page.reload()
    expect(page.locator(".last-weeks tbody tr")).to_have_count(2, timeout=30_000)
    expect(page.get_by_role("combobox", name="Time")).to_have_value("Last 4 weeks")


@pytest.mark.parametrize("query", ["model=nobody", "weeks=99999", "weeks=x&model=%00&failures=7"])
def test_an_address_that_names_what_there_is_not_shows_everything(
    page: Page, app: PaneApp, query: str
) -> None:
    page.goto(f"{app.url}/quality?{query}")
    expect(page.locator(".last-weeks tbody tr")).to_have_count(3, timeout=30_000)


def test_the_counts_are_downloaded_as_they_were_counted(page: Page) -> None:
    with page.expect_download() as download:
        page.get_by_role("link", name="Export CSV").click()
    text = Path(download.value.path()).read_text("utf-8")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert {line["prompt"] for line in lines} == {"", *PROMPTS}
    cited = sum(int(line["count"]) for line in lines if line["of"] == "citation")
    shown = page.locator(".layers .verbatim").inner_text()
    assert re.search(rf"of {cited}\b", shown), "every citation was checked for its words"


def test_questions_are_searched_and_lead_to_their_answers(page: Page, app: PaneApp) -> None:
    page.get_by_role("link", name="All questions").click()
    rows = page.locator(".questions tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("claims failing")
    search = page.get_by_role("textbox", name="Search")
    search.fill("net CHANGE")
    search.press("Enter")
    expect(rows).to_have_count(1)
    expect(page).to_have_url(re.compile(r"search=net"))
    rows.get_by_role("link", name="How did net sales change?").click()
    expect(page.locator(".pane")).to_have_attribute("aria-busy", "false", timeout=30_000)
    expect(page.get_by_role("textbox", name="Question")).to_have_value("How did net sales change?")


def test_words_that_no_question_has_are_said_back_as_they_are(page: Page, app: PaneApp) -> None:
    page.goto(f"{app.url}/questions?search=%3Cimg+src%3Dx%3E+%2A%2Abold%2A%2A")
    expect(page.get_by_text("No question has all of these words: <img src=x> **bold**.")).to_be_visible(
        timeout=30_000
    )
    page.goto(f"{app.url}/questions?page=9")
    expect(page.get_by_text("There is no page 9 of these questions.")).to_be_visible(timeout=30_000)


def settled(page: Page, address: str, table: str) -> None:
    """Open an address and wait until everything of it is drawn, at rest."""
    page.goto(address)
    expect(page.locator(table)).to_be_visible(timeout=30_000)
    expect(page.locator('[data-test-script-state="notRunning"]')).to_be_visible()
    expect(page.locator('[data-stale="true"]')).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", TABLES)
def test_nothing_grave_is_found_by_axe(app: PaneApp, browser: Browser, scheme: str, path: str) -> None:
    page = browser.new_page(
        viewport={"width": 1440, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    settled(page, f"{app.url}/{path}", TABLES[path])
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    grave = [rule for rule in found if rule["impact"] in {"serious", "critical"}]
    assert [(rule["id"], node["html"][:160]) for rule in grave for node in rule["nodes"]] == []
    page.close()


@pytest.mark.parametrize("width", [820, 390])
def test_nothing_runs_out_of_a_narrow_window(app: PaneApp, browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    for path, table in TABLES.items():
        settled(page, f"{app.url}/{path}", table)
        # The chart takes its width a moment after it is there.
        page.wait_for_function(
            """() => {
                const main = document.querySelector('.stMainBlockContainer');
                return main.scrollWidth <= main.clientWidth;
            }""",
            timeout=5_000,
        )
    page.close()
