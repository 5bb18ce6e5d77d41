"""Fixtures of the browser tests of the Review page."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page

from pipeline.store.reviewers import Reviewer
from tests.viewer.app import PaneApp
from tests.viewer.desk.review_desk import ReviewDesk, given, open_desk, review_window
from tests.viewer.filing import REPEATED, Stored, cite, pdf_filing, unique

ROW = "Total net sales 81,797 82,959"
TEXTS = ("Alpha 81,797.", "Bravo 82,959.", "Charlie 81,797.", "Delta sufficient.", "Echo 82,959.")


@pytest.fixture(scope="module")
def filing(pane_app: PaneApp) -> Stored:
    return pane_app.store(unique(pdf_filing()))


@pytest.fixture
def answer_id(pane_app: PaneApp, filing: Stored) -> UUID:
    """Five claims; the fourth cites another page."""
    row = [cite(filing, 0, ROW, [filing.span(0, ROW)])]
    prose = [cite(filing, 1, REPEATED, [filing.span(1, REPEATED)], number=2)]
    return pane_app.answer([(text, prose if text.startswith("Delta") else row) for text in TEXTS])


@pytest.fixture
def reviewer(pane_app: PaneApp, answer_id: UUID) -> Reviewer:
    """Somebody who is to judge the five claims."""
    return given(pane_app, answer_id)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with review_window(browser) as page:
        yield page


@pytest.fixture
def desk(pane_app: PaneApp, page: Page, reviewer: Reviewer, answer_id: UUID) -> ReviewDesk:
    return open_desk(pane_app, page, reviewer, answer_id)
