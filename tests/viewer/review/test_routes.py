"""Who may ask the review routes, and what they refuse."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

from pipeline.store import documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.viewer.filing import Stored, pdf_filing, store, unique
from tests.viewer.review.asking import Asker, sent, two_claims
from tests.viewer.running import Running, refusal
from viewer.links import BUCKET_SECONDS, Link, LinkKind
from viewer.review.sent import MOST_BYTES

PATHS = ("queue.json", "standing.json", f"items/{UUID(int=9)}/1.json")


def test_nothing_is_told_without_a_reviewers_own_link(running: Running, tenant: Scope) -> None:
    of_pages = running.token(tenant, tenant.user_id, LinkKind.PAGES)
    of_another = running.links.token(Link(tenant, uuid4(), LinkKind.REVIEW))
    for path in PATHS:
        assert refusal(running.client.get(f"/review/{path}")) == (404, "NotFound")
        for token in ("nonsense", of_pages, of_another):
            headers = {"Authorization": f"Bearer {token}"}
            assert refusal(running.client.get(f"/review/{path}", headers=headers)) == (404, "NotFound")


def test_a_verdict_is_not_taken_from_a_cookie_or_a_form(
    running: Running, anna: Asker, answer_id: UUID
) -> None:
    body = sent(answer_id, 1)
    token = running.token(anna.scope, anna.scope.user_id, LinkKind.REVIEW)
    cookie = {"Cookie": f"Authorization=Bearer {token}"}
    without = running.client.post("/review/verdicts", json=body, headers=cookie)
    assert refusal(without) == (404, "NotFound")
    as_text = running.client.post(
        "/review/verdicts",
        content=json.dumps(body),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "text/plain"},
    )
    assert refusal(as_text) == (422, "InvalidRequest")
    assert anna.item(answer_id, 1)["mine"] is None


def test_an_old_link_is_gone_and_nothing_is_stored(running: Running, anna: Asker, answer_id: UUID) -> None:
    token = running.token(anna.scope, anna.scope.user_id, LinkKind.REVIEW)
    running.clock.now += 2 * BUCKET_SECONDS
    headers = {"Authorization": f"Bearer {token}"}
    response = running.client.post("/review/verdicts", json=sent(answer_id, 1), headers=headers)
    assert refusal(response) == (410, "LinkExpired")
    assert anna.item(answer_id, 1)["mine"] is None


def test_a_foreign_tenants_claims_and_verdicts_are_as_if_there_were_none(
    running: Running, database: Database, anna: Asker, answer_id: UUID
) -> None:
    stranger = Asker(running, new_tenant(database))
    saved = anna.save(answer_id, 1)["saved"]["id"]
    assert stranger.get("queue.json").json()["total"] == 0

    def told(path: str, method: str = "GET") -> str:
        response = stranger.get(path) if method == "GET" else stranger.post(path)
        assert refusal(response) == (404, "NotFound")
        return response.text

    absent = uuid4()
    assert told(f"items/{answer_id}/1.json") == told(f"items/{absent}/1.json")
    assert told(f"verdicts/{saved}/withdraw", "POST") == told(f"verdicts/{absent}/withdraw", "POST")
    assert refusal(stranger.post("verdicts", sent(answer_id, 1))) == (404, "NotFound")
    assert refusal(stranger.post("verdicts", sent(answer_id, 1) | {"id": saved})) == (404, "NotFound")


def test_a_claim_that_cites_an_unreadable_filing_is_not_offered_and_not_found(
    database: Database, tenant: Scope, report: Stored, anna: Asker, ben: Asker
) -> None:
    secret = store(database, tenant, report.folder, unique(pdf_filing()))
    answer_id = two_claims(database, tenant, report, secret)
    assert [row["claim"] for row in anna.get("queue.json").json()["rows"]] == [1, 2]
    for reviewer in (anna, ben):
        reviewer.save(answer_id, 2)
    assert anna.get("standing.json").json()["agreement"]["shared"] == 1
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, secret.document_id, True)
    queue = anna.get("queue.json").json()
    assert ([row["claim"] for row in queue["rows"]], queue["total"]) == ([1], 1)
    gone = anna.get(f"items/{answer_id}/2.json")
    assert refusal(gone) == (404, "NotFound")
    assert gone.text == anna.get(f"items/{answer_id}/7.json").text
    assert refusal(anna.post("verdicts", sent(answer_id, 2))) == (404, "NotFound")
    standing = anna.get("standing.json").json()
    assert (standing["agreement"]["shared"], standing["recent"], standing["done"]) == (0, [], 0)
    with database.scoped(tenant) as conn:
        documents.grant(conn, secret.document_id, anna.scope.user_id)
    assert anna.item(answer_id, 2)["view"]["parts"]


WRONG: tuple[dict[str, Any], ...] = (
    {"id": "x"},
    {"answer_id": 7},
    {"claim": 0},
    {"claim": True},
    {"claim": 2**40},
    {"role": "judge"},
    {"verdict": "fine"},
    {"reason": "mood"},
    {"comment": "x" * 4_001},
    {"comment": "\0"},
    {"comment": "\ud800"},
    {"seconds": -1},
    {"seconds": "long"},
    {"decided_at": "2026-11-30T12:00:00"},
    {"decided_at": "2999-01-01T00:00:00Z"},
    {"places": "all of them"},
    {"places": [{"id": str(UUID(int=1))}]},
    {"places": [{}] * 51},
)


def test_a_field_that_makes_no_sense_is_refused_in_words(anna: Asker, answer_id: UUID) -> None:
    for fields in WRONG:
        assert refusal(anna.post("verdicts", sent(answer_id, 1) | fields))[0] == 422, fields
    assert anna.item(answer_id, 1)["history"] == []


BODIES = (
    (b"[" * 60_000, (422, "InvalidRequest")),
    (b"[]", (422, "InvalidRequest")),
    (b'{"a":' * 30 + b"1" + b"}" * 30, (422, "InvalidRequest")),
    (b'{"seconds": NaN}', (422, "InvalidRequest")),
    (b"\xff", (422, "InvalidRequest")),
    (b'{"comment": "' + b"x" * MOST_BYTES + b'"}', (413, "RequestTooLarge")),
)


def test_a_body_that_is_no_small_object_is_refused(running: Running, anna: Asker) -> None:
    token = running.token(anna.scope, anna.scope.user_id, LinkKind.REVIEW)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    for body, expected in BODIES:
        for path in ("verdicts", "snap"):
            response = running.client.post(f"/review/{path}", content=body, headers=headers)
            assert refusal(response) == expected, body[:20]


QUERIES = (
    {"order": "best"},
    {"layer": "beauty"},
    {"role": "king"},
    {"limit": "0"},
    {"limit": "100000"},
    {"seed": "x" * 65},
    {"collection": "mine"},
    {"model": "\0"},
)


def test_a_queue_of_no_sense_is_refused(anna: Asker) -> None:
    for query in QUERIES:
        assert refusal(anna.get("queue.json", **query))[0] == 422, query


def test_what_is_told_is_never_kept_by_the_browser(anna: Asker, answer_id: UUID) -> None:
    for path in ("queue.json", "standing.json", f"items/{answer_id}/1.json"):
        assert anna.get(path).headers["cache-control"] == "private, no-store"
