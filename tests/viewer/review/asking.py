"""Reviewers over HTTP: a small answer to judge, and what each of its reviewers asks and sends."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx

from pipeline.store import reviewers
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.filing import REPEATED, Stored, cite, save_answer
from tests.viewer.running import Running
from viewer.links import LinkKind

ROW = "Total net sales 81,797 82,959"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Asker:
    """One reviewer with their link."""

    running: Running
    scope: Scope

    @property
    def id(self) -> str:
        return str(self.scope.user_id)

    def get(self, path: str, **query: str) -> httpx.Response:
        return self.running.client.get(f"/review/{path}", params=query, headers=self._headers)

    def post(self, path: str, body: Any = None, **query: str) -> httpx.Response:
        """Characters beyond ASCII are written as escapes, so that a body may hold half a character."""
        headers = {**self._headers, "Content-Type": "application/json"}
        return self.running.client.post(
            f"/review/{path}", content=json.dumps(body), params=query, headers=headers
        )

    def item(self, answer_id: UUID, claim: int, **query: str) -> dict[str, Any]:
        response = self.get(f"items/{answer_id}/{claim}.json", **query)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    def save(self, answer_id: UUID, claim: int, verdict: str = "supported", **fields: Any) -> dict[str, Any]:
        response = self.post("verdicts", sent(answer_id, claim, verdict, **fields))
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    @property
    def _headers(self) -> dict[str, str]:
        token = self.running.token(self.scope, self.scope.user_id, LinkKind.REVIEW)
        return {"Authorization": f"Bearer {token}"}


def sent(answer_id: UUID, claim: int, verdict: str = "supported", **fields: Any) -> dict[str, Any]:
    """A verdict as the browser sends it."""
    return {
        "id": str(uuid4()),
        "answer_id": str(answer_id),
        "claim": claim,
        "role": "reviewer",
        "verdict": verdict,
        "reason": None,
        "comment": "",
        "seconds": 4.2,
        "decided_at": NOW.isoformat().replace("+00:00", "Z"),
        "places": [],
        **fields,
    }


def later(minutes: int) -> str:
    """A moment after NOW, as the browser writes it."""
    return (NOW + timedelta(minutes=minutes)).isoformat()


def two_claims(database: Database, tenant: Scope, report: Stored, other: Stored | None = None) -> UUID:
    """An answer whose first claim cites a row of `report`, and whose second cites a sentence of `other`."""
    second = other or report
    with database.scoped(tenant) as conn:
        return save_answer(
            conn,
            tenant,
            [
                ("Net sales were 81,797.", [cite(report, 0, ROW, [report.span(0, ROW)])]),
                (
                    "Liquidity is sufficient.",
                    [cite(second, 1, REPEATED, [second.span(1, REPEATED)], number=2)],
                ),
            ],
        )


def another(running: Running, database: Database, tenant: Scope, name: str) -> Asker:
    """One more reviewer of the tenant."""
    with database.scoped(tenant) as conn:
        return Asker(running, Scope(tenant.tenant_id, reviewers.add(conn, name).id))
