"""A reviewer at a browser: judges claims of finished answers through the app's routes, and looks at pages.

As the browser's outbox does, a verdict is sent again under its id until the app has said that it is saved.
"""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections import Counter
from datetime import UTC, datetime
from random import Random
from uuid import UUID, uuid4

from pipeline.store.scope import LOCAL
from tests.faults.household import Household
from tests.faults.ledger import Ledger, Said
from viewer.links import Link, LinkKind, Links, link_key


class Reviewer:
    """`outcomes` counts what the app answered: statuses, and "none" where nobody did."""

    def __init__(self, household: Household, random: Random) -> None:
        self._household = household
        self._random = random
        self._judged: set[UUID] = set()
        self._outbox: list[dict[str, object]] = []
        self.outcomes: Counter[str] = Counter()

    def judge(self) -> None:
        """Send the oldest verdict that is not saved yet, or a new one."""
        if not self._outbox and (fresh := self._fresh()) is not None:
            self._outbox.append(fresh)
        if not self._outbox:
            return
        body = self._outbox[0]
        status = self._send("/review/verdicts", LinkKind.REVIEW, LOCAL.user_id, body)
        if status == "200":
            self._household.ledger.add(Said.JUDGED, body["id"], json.dumps(body))
            self._outbox.pop(0)
        elif status.startswith("4"):
            self._outbox.pop(0)  # it says why, and the reviewer sees it

    def look(self, version_id: UUID) -> None:
        """At the first page of a PDF."""
        self._send(
            f"/evidence/pages/{version_id}/0/{self._random.choice((512, 768, 1024))}.webp",
            LinkKind.PAGES,
            version_id,
            None,
        )

    def _fresh(self) -> dict[str, object] | None:
        seen = {UUID(entry.id) for entry in self._ledger().entries() if entry.said is Said.CLAIMS}
        unjudged = sorted(seen - self._judged)
        if not unjudged:
            return None
        answer_id = self._random.choice(unjudged)
        self._judged.add(answer_id)
        return {
            "id": str(uuid4()),
            "answer_id": str(answer_id),
            "claim": 1,
            "role": "reviewer",
            "verdict": "supported",
            "reason": None,
            "comment": f"Looked at {len(self._judged)}",
            "seconds": 4.2,
            "decided_at": datetime.now(UTC).isoformat(),
            "places": [],
        }

    def _ledger(self) -> Ledger:
        return self._household.ledger

    def _send(self, path: str, kind: LinkKind, target: UUID, body: dict[str, object] | None) -> str:
        token = Links(link_key(self._household.home)).token(Link(LOCAL, target, kind))
        request = urllib.request.Request(
            f"{self._household.url}{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                response.read()
                status = str(response.status)
        except urllib.error.HTTPError as error:
            status = str(error.code)
        except (urllib.error.URLError, ConnectionError, TimeoutError, http.client.HTTPException):
            status = "none"
        self.outcomes[f"{'verdict' if body else 'page'} {status}"] += 1
        return status
