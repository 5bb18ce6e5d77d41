"""Verdicts over HTTP: stored once, blind until one's own counts, taken back."""

from __future__ import annotations

from uuid import UUID, uuid4

from pipeline.store import annotations as marked_places
from pipeline.store import assignments, documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.filing import Stored
from tests.viewer.review.asking import ROW, Asker, later, sent
from tests.viewer.running import refusal


def test_an_item_shows_the_claim_its_evidence_and_the_checks_with_who_and_when(
    anna: Asker, answer_id: UUID
) -> None:
    item = anna.item(answer_id, 1)
    assert (item["claim"], item["of"], item["question"]) == (1, 2, "What were net sales?")
    assert [one["key"] for one in item["pane"]["evidence"]] == ["1:E1"]
    assert [one["citation_id"] for one in item["pane"]["read"]] == ["E2"]
    assert "".join(part["text"] for part in item["view"]["parts"]) == "Net sales were 81,797."
    (verbatim,) = item["checks"]
    assert (verbatim["label"], verbatim["words"], verbatim["who"]) == ("Quote", "Verbatim", "test")
    assert verbatim["when"].endswith("UTC")
    assert (item["mine"], item["others"], item["standing"], item["role"]) == (
        None,
        None,
        "unreviewed",
        "reviewer",
    )


def test_a_verdict_that_is_sent_twice_is_stored_once(anna: Asker, answer_id: UUID, report: Stored) -> None:
    said = {"reason": "figure", "comment": "  The row prints 82,959. ", "places": [marked(report)]}
    body = sent(answer_id, 1, "not_supported", **said)
    first, again = (anna.post("verdicts", body).json() for _ in range(2))
    assert (first["is_new"], again["is_new"]) == (True, False)
    assert first["progress"] == again["progress"] == {"done": 1, "total": 2}
    assert first["saved"] == again["saved"]
    assert len(again["saved"]["annotations"]) == 1
    saved = first["saved"]
    assert (saved["reviewer"], saved["verdict_words"], saved["reason_words"], saved["comment"]) == (
        "Anna Meyer",
        "Not supported",
        "A figure differs",
        "The row prints 82,959.",
    )
    assert anna.item(answer_id, 1)["mine"] == saved
    other = anna.post("verdicts", body | {"claim": 2})
    assert refusal(other) == (422, "InvalidReview")


def test_a_verdict_that_needs_a_reason_is_refused_without_one(anna: Asker, answer_id: UUID) -> None:
    assert refusal(anna.post("verdicts", sent(answer_id, 1, "partly"))) == (422, "InvalidReview")
    assert refusal(anna.post("verdicts", sent(answer_id, 1, "partly", reason="other_row"))) == (
        422,
        "InvalidReview",
    )
    assert anna.save(answer_id, 1, "partly", comment="Half of it.")["is_new"]


def test_nothing_tells_what_others_said_before_ones_own_verdict_counts(
    anna: Asker, ben: Asker, answer_id: UUID, report: Stored
) -> None:
    blind = [ben.get(path).text for path in (f"items/{answer_id}/1.json", "queue.json", "standing.json")]
    place = marked(report)
    anna.save(answer_id, 1, "wrong_location", reason="other_row", comment="Look below.", places=[place])
    now = [ben.get(path).text for path in (f"items/{answer_id}/1.json", "queue.json", "standing.json")]
    assert now == blind
    told = ben.save(answer_id, 1)
    assert told["standing"] == "disputed"
    (others,) = told["others"]
    assert (others["reviewer"], others["verdict"], others["comment"]) == (
        "Anna Meyer",
        "wrong_location",
        "Look below.",
    )
    assert [one["quote"] for one in others["annotations"]] == [ROW]
    assert anna.item(answer_id, 1)["others"][0]["reviewer"] == "Ben Ito"


def test_a_verdict_taken_back_hides_the_others_again_and_stays_in_the_history(
    anna: Asker, ben: Asker, answer_id: UUID
) -> None:
    anna.save(answer_id, 1, "cant_tell")
    saved = ben.save(answer_id, 1)["saved"]["id"]
    taken = ben.post(f"verdicts/{saved}/withdraw").json()
    assert (taken["withdrawn"]["withdrawn"], taken["others"], taken["standing"]) == (True, None, "unreviewed")
    assert taken["progress"] == {"done": 0, "total": 2}
    item = ben.item(answer_id, 1)
    assert (item["mine"], item["others"]) == (None, None)
    assert [one["withdrawn"] for one in item["history"]] == [True]
    assert refusal(anna.post(f"verdicts/{saved}/withdraw")) == (404, "NotFound")
    ben.save(answer_id, 1, "cant_tell", decided_at=later(5))
    assert ben.item(answer_id, 1)["standing"] == "agreed"


def test_a_verdict_is_taken_back_without_access_and_nothing_is_told_of_the_others(
    database: Database, anna: Asker, ben: Asker, answer_id: UUID, report: Stored
) -> None:
    anna.save(answer_id, 1)
    last = anna.save(answer_id, 1, decided_at=later(1))["saved"]["id"]
    ben.save(answer_id, 1, "not_supported", reason="figure", comment="It prints 82,959.")
    with database.scoped(anna.scope) as conn:
        documents.set_restricted(conn, report.document_id, True)
    response = anna.post(f"verdicts/{last}/withdraw")
    assert response.status_code == 200
    told = response.json()
    assert told["withdrawn"]["withdrawn"] is True
    assert (told["others"], told["standing"]) == (None, "unreviewed")
    assert "82,959" not in response.text


def test_the_newest_verdict_counts_and_the_older_stays_as_history(anna: Asker, answer_id: UUID) -> None:
    anna.save(answer_id, 1)
    newer = anna.save(answer_id, 1, "cant_tell", decided_at=later(1))["saved"]
    item = anna.item(answer_id, 1)
    assert item["mine"]["id"] == newer["id"]
    assert [one["counts"] for one in item["history"]] == [False, True]


def test_an_adjudicator_sees_both_and_decides_and_a_blind_reviewer_does_not(
    database: Database, tenant: Scope, anna: Asker, ben: Asker, carla: Asker, answer_id: UUID
) -> None:
    anna.save(answer_id, 1)
    assert carla.item(answer_id, 1, role="adjudicator")["others"] is None
    ben.save(answer_id, 1, "not_supported", reason="figure", decided_at=later(1))
    assert carla.item(answer_id, 1)["others"] is None
    assert ben.get("queue.json", role="adjudicator").json()["total"] == 0
    queue = carla.get("queue.json", role="adjudicator").json()
    assert [(row["answer_id"], row["claim"]) for row in queue["rows"]] == [(str(answer_id), 1)]
    item = carla.item(answer_id, 1, role="adjudicator")
    assert (item["role"], item["standing"]) == ("adjudicator", "disputed")
    assert [one["reviewer"] for one in item["others"]] == ["Anna Meyer", "Ben Ito"]
    told = carla.save(answer_id, 1, role="adjudicator")
    assert (told["standing"], told["progress"]) == ("adjudicated", {"done": 1, "total": 1})
    assert refusal(ben.post("verdicts", sent(answer_id, 1, role="adjudicator"))) == (422, "InvalidReview")


def test_whoever_is_to_judge_a_claim_blind_does_not_see_it_as_its_adjudicator(
    database: Database, tenant: Scope, anna: Asker, ben: Asker, carla: Asker, answer_id: UUID
) -> None:
    with database.scoped(tenant) as conn:
        assignments.assign(conn, tenant.user_id, [carla.scope.user_id], 2, each=1)
    anna.save(answer_id, 1)
    ben.save(answer_id, 1, "cant_tell")
    item = carla.item(answer_id, 1, role="adjudicator")
    assert (item["role"], item["others"]) == ("reviewer", None)


def test_marked_places_are_stored_with_their_verdict_or_nothing_is(
    database: Database, tenant: Scope, anna: Asker, answer_id: UUID, report: Stored
) -> None:
    wrong = sent(answer_id, 1, "wrong_location", reason="other_row", places=[marked(report, start=10**6)])
    assert refusal(anna.post("verdicts", wrong))[0] == 422
    assert anna.item(answer_id, 1)["history"] == []
    saved = anna.save(
        answer_id, 1, "wrong_location", reason="other_row", places=[marked(report, citation_id="E1")]
    )["saved"]
    (place,) = saved["annotations"]
    assert (place["citation_id"], place["quote"], place["state"]) == ("E1", ROW, "ready")
    assert {region["role"] for region in place["regions"]} >= {"annotation"}
    with database.scoped(tenant) as conn:
        assert len(marked_places.of_verdicts(conn, [UUID(saved["id"])])[UUID(saved["id"])]) == 1


def test_standing_tells_of_shared_claims_only(anna: Asker, ben: Asker, answer_id: UUID) -> None:
    anna.save(answer_id, 1)
    anna.save(answer_id, 2)
    ben.save(answer_id, 1, "cant_tell")
    standing = ben.get("standing.json").json()
    assert (standing["done"], standing["total"], standing["open_disagreements"]) == (1, 2, 1)
    assert (standing["agreement"]["shared"], standing["agreement"]["agreed"]) == (1, 0)
    (row,) = standing["recent"]
    assert (row["claim"], row["agrees"], row["mine"]) == (1, False, "Can’t tell")
    assert row["theirs"] == [{"reviewer": "Anna Meyer", "verdict_words": "Supported"}]


def marked(report: Stored, **fields: object) -> dict[str, object]:
    """The row of the filing as a marked place."""
    span = report.span(0, ROW)
    return {
        "id": str(uuid4()),
        "citation_id": None,
        "version_id": str(report.version_id),
        "page_index": 0,
        "start": span.start,
        "end": span.end,
        "unit": "block",
        "passage_id": None,
        **fields,
    }
