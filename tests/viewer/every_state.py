"""An answer of the running app with evidence in every state that the pane can be in."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from pipeline.evidence.answer import Citation
from pipeline.evidence.passage import Passage
from pipeline.store import documents
from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp
from tests.viewer.filing import REPEATED, Stored, cite, html_filing, pdf_filing, unique

ROW: Final = "Total net sales 81,797 82,959"
SALES: Final = "Net  sales were\u00a0$ 21 million"

STATES: Final = {
    "1:E1": "ready",
    "1:E2": "ready",
    "2:E3": "superseded",
    "2:E4": "ambiguous",
    "3:E5": "denied",
    "4:E6": "unavailable",
    "4:E7": "quote_not_found",
}
"""The handles in reading order, and how their evidence opens. E2 is a sentence of an HTML filing, the others are rows
of PDF filings."""


def every_state(app: PaneApp) -> UUID:
    """Store the filings and the answer."""

    def report(supersedes: Stored | None = None) -> Stored:
        return app.store(unique(pdf_filing()), supersedes=supersedes)

    ready, page, older, unclear, secret, lost, other = (
        report(),
        app.store(unique(html_filing())),
        report(),
        report(),
        report(),
        report(),
        report(),
    )
    report(supersedes=older)
    with app.database.scoped(LOCAL) as conn:
        documents.set_restricted(conn, secret.document_id, True)
    lost.blob_path().unlink()
    places = [unclear.span(1, REPEATED, occurrence) for occurrence in range(3)]
    return app.answer(
        [
            (
                "Net sales were 81,797, and 21 million in the quarter.",
                [_row(ready, 1), cite(page, 0, SALES, [page.span(0, SALES)], number=2)],
            ),
            ("Liquidity is sufficient.", [_row(older, 3), cite(unclear, 1, REPEATED, places, number=4)]),
            ("A secret figure was 81,797.", [_row(secret, 5)]),
            ("Sales doubled to 99.", [_row(lost, 6), cite(other, 0, "Sales doubled to 99", [], number=7)]),
        ]
    )


def _row(stored: Stored, number: int) -> tuple[Citation, Passage]:
    return cite(stored, 0, ROW, [stored.span(0, ROW)], number=number)
