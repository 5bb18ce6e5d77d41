"""A reviewer at the Review page of the running app: claims that are given to them, and what they see and press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from uuid import UUID

from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.evidence.review import Judgement, ReviewRole
from pipeline.store import reviewers, reviews
from pipeline.store.connect import Connection
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp

_names = count(1)


def give(
    conn: Connection, reviewer: Reviewer, answer_id: UUID, claims: Sequence[int], role: ReviewRole
) -> None:
    """Have them judge these claims and no others."""
    for claim in claims:
        conn.execute(
            "insert into assignments (answer_id, claim_number, reviewer_id, role, assigned_by)"
            " values (%s, %s, %s, %s, %s)",
            (answer_id, claim, reviewer.id, role.value, LOCAL.user_id),
        )


@dataclass(frozen=True, slots=True)
class ReviewDesk:
    """The page of one reviewer in a window of its own."""

    app: PaneApp
    page: Page
    reviewer: Reviewer
    answer_id: UUID

    @property
    def claim(self) -> Locator:
        return self.page.locator(".review h1.text")

    @property
    def save_state(self) -> Locator:
        return self.page.locator(".save-state")

    @property
    def rows(self) -> Locator:
        return self.page.locator(".queue-row")

    @property
    def problem(self) -> Locator:
        return self.page.locator(".verdict-problem")

    @property
    def comment(self) -> Locator:
        return self.page.locator("textarea.comment")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def shows(self, words: str) -> None:
        """Wait until the claim with these words, and its evidence, are on screen long enough for a key to count."""
        expect(self.claim).to_contain_text(words)
        expect(self.page.locator(".pane")).to_have_attribute("aria-busy", "false")
        self.page.wait_for_timeout(200)

    def chosen(self) -> list[str]:
        """The labels of the verdict and the reason that are chosen."""
        radios = self.page.locator('.review [role="radio"][aria-checked="true"]')
        return [radio.get_attribute("aria-label") or "" for radio in radios.all()]

    def judgements(self, claim: int) -> list[Judgement]:
        """What is stored of a claim, withdrawn verdicts too."""
        with self.app.database.scoped(LOCAL) as conn:
            return list(reviews.of_claim(conn, self.answer_id, claim))


def open_desk(app: PaneApp, page: Page, reviewer: Reviewer, answer_id: UUID, query: str = "") -> ReviewDesk:
    """Go to the reviewer's page and wait for the first claim with its evidence."""
    page.goto(f"{app.url}/review?as={reviewer.id}{query}")
    desk = ReviewDesk(app, page, reviewer, answer_id)
    expect(desk.claim).to_be_visible(timeout=30_000)
    expect(page.locator(".pane")).to_have_attribute("aria-busy", "false", timeout=30_000)
    page.wait_for_timeout(200)
    return desk


@contextmanager
def review_window(browser: Browser, width: int = 1440, scheme: str = "light") -> Iterator[Page]:
    """A window of its own; an error of any script in it fails the test."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.stack or str(error)))
    yield page
    context.close()
    assert not errors, f"scripts of the page failed: {errors}"


def given(
    app: PaneApp, answer_id: UUID, claims: tuple[int, ...] = (1, 2, 3, 4, 5), *, adjudicates: bool = False
) -> Reviewer:
    """Somebody new who is to judge these claims, or to decide them, and no others."""
    with app.database.scoped(LOCAL) as conn:
        added = reviewers.add(conn, f"Reviewer {next(_names)}")
        role = ReviewRole.ADJUDICATOR if adjudicates else ReviewRole.REVIEWER
        give(conn, added, answer_id, claims, role)
    return added
