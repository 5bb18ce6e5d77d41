"""What leaves a library and comes to another loses nothing, is merged by its ids, and overwrites nothing."""

from __future__ import annotations

import json
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.annotation import OrphanReason
from pipeline.evidence.errors import AccessDenied, InvalidExchange, InvalidMembership
from pipeline.evidence.review import ReviewVerdict
from pipeline.exchange.formats import Format
from pipeline.exchange.gathering import chosen_answers, reviewed_answers
from pipeline.exchange.record import Record
from pipeline.permissions import Role
from pipeline.store import annotations as marked_places
from pipeline.store import answers, documents, memberships, reanchorings, reviewers, reviews
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.exchange.homes import Reviewed, exported, imported, reviewed
from tests.reviewed import judge
from tests.store.filing import PAGES, store_answer, store_filing
from tests.store.members import signed_in


@pytest.fixture
def there(database: Database, tenant: Scope) -> Reviewed:
    with database.scoped(tenant) as conn:
        return reviewed(conn, tenant)


def here(database: Database) -> Scope:
    return new_tenant(database)


@pytest.mark.parametrize("chosen", Format)
def test_a_round_trip_through_an_empty_library_loses_nothing(
    database: Database, tenant: Scope, there: Reviewed, chosen: Format
) -> None:
    records = exported(database, tenant)
    empty = here(database)
    report = imported(database, empty, records, chosen)
    assert exported(database, empty) == records
    assert (len(report.answers), report.verdicts, report.annotations, report.people) == (1, 4, 1, 3)
    assert [one.sha256 for one in report.missing] == [there.filing.sha256]


def test_the_export_has_all_that_was_said_and_found(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    (record,) = exported(database, tenant)
    assert [row.verdict for row in record.verdicts if row.withdrawn_at] == [ReviewVerdict.CANT_TELL]
    assert {row.sha256 for row in record.sources} == {there.filing.sha256}
    first = record.citations[0]
    assert first.marks.page_label == "iv"
    assert [region.text for region in first.marks.regions if region.role == "quote"] == ["81,797"]
    assert [one.exact for one in first.marks.cited] == ["81,797"]
    assert len(record.citations[2].marks.cited) == 2, "an ambiguous quote is described where it fits"
    assert {check.checker for check in record.checks} == {"code 1"}
    assert all(check.parser_version == "parser 1" for check in record.checks)


def test_a_filing_is_found_by_its_bytes_and_its_citations_open_there(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    other = here(database)
    with database.scoped(other) as conn:
        filing = store_filing(conn, sha256=there.filing.sha256)
    report = imported(database, other, exported(database, tenant))
    assert (report.missing, report.moved, report.lost) == ([], 0, 0)
    with database.scoped(other) as conn:
        assert readings(conn, there.answer.id) == {(filing.version_id, 1)}
        (placed,) = marked_places.of_verdicts(conn, [there.wrong.id])[there.wrong.id]
        assert placed.here is not None
        assert placed.home == filing.version_id
    assert bytes_named(exported(database, other)) == bytes_named(exported(database, tenant))


def test_a_filing_that_is_added_later_opens_after_another_import(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    records, other = exported(database, tenant), here(database)
    imported(database, other, records)
    with database.scoped(other) as conn:
        (placed,) = marked_places.of_verdicts(conn, [there.wrong.id])[there.wrong.id]
        assert placed.orphan is OrphanReason.REMOVED
        filing = store_filing(conn, sha256=there.filing.sha256)
    report = imported(database, other, records)
    assert (report.known_answers, report.linked, report.missing, report.conflicts) == (1, 3, [], [])
    with database.scoped(other) as conn:
        assert readings(conn, there.answer.id) == {(filing.version_id, 1)}
    assert bytes_named(exported(database, other)) == bytes_named(records)


def test_words_are_looked_for_where_a_library_reads_a_filing_otherwise(
    database: Database, tenant: Scope, there: Reviewed, monkeypatch: pytest.MonkeyPatch
) -> None:
    records, other = exported(database, tenant), here(database)
    prose = ("Other words first.", "Net sales fell because demand for gauges was lower.")
    monkeypatch.setattr(
        "tests.store.filing.PAGES", (*PAGES[:1], (*PAGES[1][:2], "Total net sales 81,798 82,959"), prose)
    )
    with database.scoped(other) as conn:
        store_filing(conn, sha256=there.filing.sha256)
    report = imported(database, other, records)
    assert (report.lost, report.moved) == (2, 2), (
        "the figure and the ambiguous letter; the sentence, cited and marked"
    )
    with database.scoped(other) as conn:
        assert {reading for _, reading in readings(conn, there.answer.id)} == {0}
        carried = reanchorings.carried(conn, there.answer.id)
        (placed,) = marked_places.of_verdicts(conn, [there.wrong.id])[there.wrong.id]
    found = carried[2, "E2"].found
    assert found is not None
    assert found.place is not None
    assert found.place.range.start == len("Other words first.\n")
    assert carried[1, "E1"].found is not None
    assert carried[1, "E1"].found.place is None
    assert placed.here is not None
    assert placed.here.place == found.place
    assert any("not found in this library's reading" in line for line in report.lines)


def test_an_import_that_is_made_twice_changes_nothing(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    records, other = exported(database, tenant), here(database)
    imported(database, other, records)
    for scope in (other, tenant):
        report = imported(database, scope, records)
        assert (report.answers, report.verdicts, report.annotations, report.people) == ([], 0, 0, 0)
        assert (report.known_answers, report.known_verdicts, report.known_annotations) == (1, 4, 1)
        assert report.conflicts == []
        assert exported(database, scope) == records


def test_what_was_said_elsewhere_is_added_to_what_was_said_here(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    other = here(database)
    imported(database, other, exported(database, tenant))
    with database.scoped(other) as conn:
        store_filing(conn, sha256=there.filing.sha256)
    imported(database, other, exported(database, tenant))
    with database.scoped(other) as conn:
        judge(conn, there.answer.id, 2, there.ben, ReviewVerdict.SUPPORTED)
    report = imported(database, tenant, exported(database, other))
    assert (report.verdicts, report.known_verdicts, report.conflicts) == (1, 4, [])
    with database.scoped(tenant) as conn:
        said = reviews.of_claim(conn, there.answer.id, 2)
    assert {one.reviewer_id: one.origin is None for one in said} == {there.anna.id: True, there.ben.id: False}


def test_a_verdict_that_was_taken_back_where_it_was_given_is_taken_back_here(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    before, other = exported(database, tenant), here(database)
    imported(database, other, before)
    with database.scoped(tenant) as conn:
        reviews.withdraw(conn, there.anna.id, there.wrong.id)
    report = imported(database, other, exported(database, tenant))
    assert (report.withdrawn, report.conflicts) == (1, [])
    assert exported(database, other) == exported(database, tenant)
    report = imported(database, tenant, before)
    assert report.conflicts == [
        f"the verdict {there.wrong.id} by {there.anna.name} is withdrawn here and counts in the file."
    ]


def test_what_differs_is_told_and_left(database: Database, tenant: Scope, there: Reviewed) -> None:
    records, other = exported(database, tenant), here(database)
    imported(database, other, records)
    verdict = records[0].verdicts[0]
    changed = records[0].model_copy(
        update={"verdicts": [verdict.model_copy(update={"comment": "Changed"}), *records[0].verdicts[1:]]}
    )
    report = imported(database, other, [changed])
    assert [verdict.id.hex in words.replace("-", "") for words in report.conflicts] == [True]
    answer = records[0].answer.model_copy(update={"question": "Another?"})
    report = imported(database, other, [records[0].model_copy(update={"answer": answer})])
    assert ["says something else here" in words for words in report.conflicts] == [True]
    check = (
        records[0].checks[0].model_copy(update={"made_at": records[0].checks[0].made_at.replace(year=2031)})
    )
    checks = [*records[0].checks, check]
    report = imported(database, other, [records[0].model_copy(update={"checks": checks})])
    assert ["1 result in the file not taken" in words for words in report.conflicts] == [True]
    assert exported(database, other) == records


def test_an_answer_on_what_its_reader_may_not_read_is_left_out(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, there.filing.document_id, True)
        gathered = reviewed_answers(conn, tenant)
        with pytest.raises(AccessDenied):
            chosen_answers(conn, tenant, [there.answer.id])
    assert (gathered.records, gathered.left_out) == ((), 1)
    assert "1 answer left out" in gathered.words


def test_nobody_imports_onto_a_filing_that_they_may_not_read(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    records, other = exported(database, tenant), here(database)
    with database.scoped(other) as conn:
        store_filing(conn, sha256=there.filing.sha256, restricted=True)
    with pytest.raises(AccessDenied):
        imported(database, other, records)


def test_nobody_who_signed_in_brings_in_what_a_colleague_is_said_to_have_said(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    """A file is whatever its importer wrote into it."""
    colleague, forger = (signed_in(database, tenant, Role.REVIEWER) for _ in range(2))
    with database.scoped(tenant) as conn:
        made = store_answer(conn, tenant, there.filing)
        judge(conn, made.id, 1, reviewers.get(conn, forger.user_id), ReviewVerdict.SUPPORTED)
    (record,) = (one for one in exported(database, forger) if one.answer.id == made.id)
    assert record.answer.asked_by == tenant.user_id

    def said(reviewer: Scope, asked_by: Scope) -> Record:
        """As if another verdict were theirs, and the question."""
        value = record.model_dump(mode="json")
        for role, scope in (("reviewer", reviewer), ("asker", asked_by)):
            value["people"].append({"id": str(scope.user_id), "name": role})
        value["people"] = list({one["id"]: one for one in value["people"]}.values())
        value["answer"]["asked_by"] = str(asked_by.user_id)
        value["verdicts"][0] |= {"id": str(uuid4()), "reviewer_id": str(reviewer.user_id)}
        return Record.model_validate_json(json.dumps(value))

    assert imported(database, forger, [said(colleague, tenant)]).verdicts == 0
    assert imported(database, forger, [said(forger, tenant)]).verdicts == 1
    with database.scoped(tenant) as conn:
        assert {one.reviewer_id for one in reviews.of_claim(conn, made.id, 1)} == {forger.user_id}
        answers.take_back(conn, [made.id])
    report = imported(database, forger, [said(forger, colleague)])
    assert (report.answers, report.verdicts) == ([], 0)
    assert "is said to be a colleague's" in report.conflicts[-1]
    assert imported(database, tenant, [said(forger, colleague)]).answers == [made.id]


def test_nobody_is_invited_as_somebody_whom_a_file_names(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    """They would answer for verdicts that its importer may have written."""
    other = here(database)
    imported(database, other, exported(database, tenant))
    with database.scoped(other) as conn, pytest.raises(InvalidMembership, match="already"):
        memberships.invite(conn, "anna@example.com", there.anna.name, Role.REVIEWER, other.user_id)


def test_words_of_a_filing_that_never_was_here_go_to_whoever_brought_them(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    other = here(database)
    imported(database, other, exported(database, tenant))
    colleague = Scope(other.tenant_id, there.anna.id)
    assert len(exported(database, other)) == 1
    assert exported(database, colleague) == []


def test_a_blind_export_has_nothing_of_claims_that_its_reader_has_not_judged(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    as_ben = Scope(tenant.tenant_id, there.ben.id)
    (record,) = exported(database, as_ben, is_blind=True)
    assert {(row.claim, row.reviewer_id) for row in record.verdicts} == {
        (1, there.ben.id),
        (1, there.anna.id),
    }
    assert exported(database, tenant, is_blind=True) == [], "nor that anybody judged them"


def test_the_one_user_of_two_libraries_is_two_people_outside(database: Database) -> None:
    from pipeline.exchange.naming import Naming
    from pipeline.store.exchanged import Library
    from pipeline.store.scope import LOCAL

    one, other = (Naming(Library(uuid4(), "Local")) for _ in range(2))
    outside = one.outside(LOCAL.user_id)
    assert outside != other.outside(LOCAL.user_id)
    assert (one.inside(outside), other.inside(outside)) == (LOCAL.user_id, outside)
    assert one.name(LOCAL.user_id, "Local user") != other.name(LOCAL.user_id, "Local user")


def test_an_id_that_names_other_bytes_here_is_refused(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    (record,) = exported(database, tenant)
    source = record.sources[0].model_copy(update={"sha256": "0" * 64})
    marks = [row.model_copy(update={"sha256": "0" * 64}) for row in record.annotations]
    forged = record.model_copy(update={"sources": [source], "annotations": marks})
    with pytest.raises(InvalidExchange, match="other bytes"):
        imported(database, tenant, [forged])


def test_nothing_of_a_file_is_stored_when_its_last_answer_fails(
    database: Database, tenant: Scope, there: Reviewed
) -> None:
    (record,) = exported(database, tenant)
    answer_id = uuid4()
    broken = record.model_copy(
        update={
            "answer": record.answer.model_copy(update={"id": answer_id}),
            "verdicts": [],
            "annotations": [],
            "citations": [],
            "checks": [row.model_copy(update={"citation_id": "E9"}) for row in record.checks],
        }
    )
    other = here(database)
    with pytest.raises(InvalidExchange, match=str(answer_id)):
        imported(database, other, [record, broken])
    with database.scoped(other) as conn:
        assert answers.recent(conn, tenant.user_id, 10) == []


def readings(conn: Connection, answer_id: UUID) -> set[tuple[UUID, int]]:
    """The versions that an answer cites, and of which reading."""
    return set(
        conn.execute(
            "select version_id, reading from citations where answer_id = %s", (answer_id,)
        ).fetchall()
    )


def bytes_named(records: list[Record]) -> list[str]:
    """The records with versions named by their bytes and documents left out, as libraries share them."""
    texts = []
    for record in records:
        scope = {"filings": [], **(record.answer.scope or {})}
        filings = [{**one, "document_id": None} for one in scope["filings"]]
        answer = record.answer.model_copy(update={"scope": {**scope, "filings": filings}})
        text = record.model_copy(update={"answer": answer}).model_dump_json()
        for source in record.sources:
            text = text.replace(str(source.version_id), str(source.sha256))
        texts.append(text)
    return texts
