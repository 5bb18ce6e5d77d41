"""Marked places outlive their version: they are found again in another reading, or are orphans with a reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.annotation import Annotation, InvalidAnnotation, OrphanReason
from pipeline.evidence.reanchored import Outcome, Spot
from pipeline.reading.request import IngestTask
from pipeline.reading.supervisor import read_in_child
from pipeline.settings import Settings
from pipeline.store import annotations as marked_places
from pipeline.store import documents, pages, versions
from pipeline.store.annotations import Placed
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.evidence.editions import ROWS, Draft, changed, statement
from tests.viewer.filing import Stored, cite, save_answer, store
from tests.viewer.marked import place, wrong_location
from tests.viewer.readings import filing, read_again

CITED = "Instruments revenue 201,615 189,730"
RIGHT = "Monitoring revenue 95,465 76,385"


def written(above: str = "", rows: object = ROWS, copies: int = 1) -> Draft:
    draft = Draft()
    draft.line(0, "Example Holdings")
    if above:
        draft.line(1, above)
    for _ in range(copies):
        statement(draft, 1, rows=rows)  # type: ignore[arg-type]
    return draft


def other_page() -> Draft:
    draft = Draft()
    for page in range(2):
        draft.line(page, "Example Holdings")
    statement(draft, 2, rows=changed(ROWS, "Monitoring revenue", 0, "93,345"))
    return draft


@pytest.fixture
def blob_folder(tmp_path: Path) -> Path:
    return tmp_path / "blobs"


@pytest.fixture
def stored(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, filing(written()))


@pytest.fixture
def answer(database: Database, tenant: Scope, stored: Stored) -> UUID:
    with database.scoped(tenant) as conn:
        return save_answer(conn, tenant, [(CITED, [cite(stored, 1, CITED, [stored.span(1, CITED)])])])


@pytest.fixture
def marked(database: Database, tenant: Scope, stored: Stored, answer: UUID) -> Annotation:
    """A row of the statement, marked as the right one."""
    (made,) = wrong_location(database, tenant, answer, [place(stored.version_id, 1, stored.span(1, RIGHT))])
    return made


def placed(database: Database, scope: Scope, annotation: Annotation) -> Placed:
    with database.scoped(scope) as conn:
        (one,) = marked_places.of_verdicts(conn, [annotation.verdict_id])[annotation.verdict_id]
        return one


def test_a_marked_place_comes_back_as_it_was_stored(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, marked: Annotation
) -> None:
    span = stored.span(1, RIGHT)
    found = placed(database, tenant, marked)
    assert found == Placed(
        marked,
        here=found.here,
        orphan=None,
        home=stored.version_id,
    )
    assert found.here is not None
    assert (found.here.outcome, found.here.place) == (Outcome.SAME, Spot(1, span))
    assert [one["role"] for one in marked.spans] == [
        "row_label",
        "quote",
        "quote",
        "column_header",
        "column_header",
        "unit",
    ], "row, columns and unit are stored as a citation's are"
    with database.scoped(tenant) as conn:
        assert marked_places.of_answer(conn, answer) == {marked.verdict_id: [found]}
        assert marked_places.of_version(conn, stored.version_id) == [found]
        assert marked_places.orphans(conn, 10) == []
    with database.scoped(new_tenant(database)) as conn:
        assert marked_places.of_verdicts(conn, [marked.verdict_id]) == {}
        assert marked_places.of_version(conn, stored.version_id) == []


def test_an_id_is_taken_once(database: Database, tenant: Scope, marked: Annotation) -> None:
    with database.scoped(tenant) as conn, pytest.raises(InvalidAnnotation, match=str(marked.id)):
        marked_places.put(conn, replace(marked, ordinal=1))


def test_a_place_moves_with_its_words_when_the_filing_is_read_again(
    database: Database, tenant: Scope, stored: Stored, marked: Annotation
) -> None:
    read_again(database, tenant, stored, written("A line that the first parser left out"))
    found = placed(database, tenant, marked)
    assert found.here is not None
    assert found.here.place is not None
    moved = found.here.place.range.start - marked.place.range.start
    assert moved == len("A line that the first parser left out\n")
    assert (found.orphan, found.read_again) == (None, "parser 2")
    assert found.annotation == marked, "what was said stays as it was said"


def test_a_place_whose_words_a_reading_lacks_is_an_orphan_until_another_has_them(
    database: Database, tenant: Scope, stored: Stored, marked: Annotation
) -> None:
    read_again(database, tenant, stored, written(rows=changed(ROWS, "Monitoring revenue", 0, "95,466")))
    lost = placed(database, tenant, marked)
    assert (lost.orphan, lost.here, lost.candidates) == (OrphanReason.LOST, None, ())
    with database.scoped(tenant) as conn:
        assert marked_places.orphans(conn, 10) == [lost]
    read_again(database, tenant, stored, written("One line more"), parser="parser 3")
    assert placed(database, tenant, marked).orphan is None
    with database.scoped(tenant) as conn:
        assert marked_places.orphans(conn, 10) == []


def test_words_that_stand_twice_alike_are_a_choice_and_no_place(
    database: Database, tenant: Scope, stored: Stored, marked: Annotation
) -> None:
    read_again(database, tenant, stored, written("Another first line", copies=2))
    found = placed(database, tenant, marked)
    assert (found.orphan, found.here) == (OrphanReason.AMBIGUOUS, None)
    assert len(found.candidates) == 2


def test_a_newer_version_is_looked_through_when_it_is_stored(
    database: Database, tenant: Scope, stored: Stored, marked: Annotation, blob_folder: Path
) -> None:
    newer = store(database, tenant, blob_folder, filing(other_page()), supersedes=stored)
    found = placed(database, tenant, marked)
    assert found.here is not None, "the version that was marked still has the place"
    assert found.newer_version == newer.version_id
    assert found.newer is not None
    assert found.newer.outcome is Outcome.CHANGED_FIGURE
    assert [(one.before, one.after) for one in found.newer.changes] == [("95,465", "93,345")]
    newest = store(database, tenant, blob_folder, filing(written("A second amendment")), supersedes=newer)
    found = placed(database, tenant, marked)
    assert found.newer_version == newest.version_id
    assert found.newer is not None
    assert found.newer.outcome is Outcome.SAME
    read_again(database, tenant, newest, written(rows=ROWS[:1]))
    found = placed(database, tenant, marked)
    assert found.newer is not None, "a newer version that is read again is looked through again"
    assert found.newer.outcome is Outcome.MISSING


def test_a_place_marked_in_a_superseded_version_is_looked_for_at_once(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, blob_folder: Path
) -> None:
    newer = store(database, tenant, blob_folder, filing(other_page()), supersedes=stored)
    (made,) = wrong_location(database, tenant, answer, [place(stored.version_id, 1, stored.span(1, RIGHT))])
    found = placed(database, tenant, made)
    assert (found.newer_version, found.newer is not None) == (newer.version_id, True)


def test_a_place_of_an_older_reading_is_looked_for_when_it_is_stored(
    database: Database, tenant: Scope, stored: Stored, marked: Annotation
) -> None:
    """It was made while the filing was read again, or comes from elsewhere."""
    read_again(database, tenant, stored, written("A line that the first parser left out"))
    late = replace(marked, id=uuid4(), ordinal=1)
    forged = replace(
        late,
        id=uuid4(),
        ordinal=2,
        reading=2,
        parser_version="parser 2",
    )
    with database.scoped(tenant) as conn:
        marked_places.put_all(conn, [late, forged])
        first, second, third = marked_places.of_verdicts(conn, [marked.verdict_id])[marked.verdict_id]
    assert first.here is not None
    assert first.here == second.here
    assert first.here == third.here, "words that do not stand where they are said to are looked for"


def test_a_removed_filing_leaves_an_orphan_that_comes_home(
    database: Database, tenant: Scope, stored: Stored, marked: Annotation, blob_folder: Path
) -> None:
    with database.scoped(tenant) as conn:
        documents.delete(conn, stored.document_id)
        assert [one.orphan for one in marked_places.orphans(conn, 10)] == [OrphanReason.REMOVED]
        assert len(marked_places.of_version(conn, stored.version_id)) == 1
    again = store(database, tenant, blob_folder, filing(written()))
    found = placed(database, tenant, marked)
    assert again.version_id != stored.version_id
    assert (found.home, found.orphan) == (again.version_id, None)
    assert found.here is not None
    assert found.here.place == Spot(1, marked.place.range)


HTML = """<html><head><title>Example Holdings</title></head><body><h1>Results</h1>{above}
<table><tr><td>Monitoring revenue</td><td>{figure}</td></tr><tr><td>Instruments revenue</td><td>201,615</td></tr>
</table></body></html>"""


def test_an_ingest_and_a_reading_look_for_what_was_marked(
    settings: Settings, database: Database, tenant: Scope
) -> None:
    blobs = open_blobs(settings).of(tenant.tenant_id)

    def read(data: str, supersedes: UUID | None = None, reread: UUID | None = None) -> UUID:
        task = IngestTask(uuid4(), blobs.put(data.encode()), "filing.html", supersedes, reread)
        return read_in_child(settings, tenant, task, lambda stage, done, total: None, lambda: False)

    first = HTML.format(above="", figure="95,465")
    version_id = read(first)
    with database.scoped(tenant) as conn:
        text = pages.texts(conn, version_id)[0]
        stored = version_stored(text, version_id)
        answer_id = save_answer(
            conn, tenant, [("Revenue", [cite(stored, 0, "Results", [stored.span(0, "Results")])])]
        )
    (made,) = wrong_location(database, tenant, answer_id, [place(version_id, 0, stored.span(0, "95,465"))])
    newer = read(HTML.format(above="<p>Amended.</p>", figure="95,465"), supersedes=version_id)
    with database.scoped(tenant) as conn:
        conn.execute("update versions set parser_version = 'an older parser' where id = %s", (version_id,))
    assert placed(database, tenant, made).orphan is OrphanReason.NOT_LOOKED
    read(first, reread=version_id)
    found = placed(database, tenant, made)
    assert found.orphan is None
    assert (found.newer_version, found.newer and found.newer.outcome) == (newer, Outcome.SAME)
    with database.scoped(tenant) as conn:
        assert versions.get(conn, version_id).reading == 2


def version_stored(text: str, version_id: UUID) -> Stored:
    """A stored version as far as a citation of its first page asks."""
    draft = Draft()
    for line in text.split("\n"):
        draft.line(0, line)
    _, parsed = filing(draft)
    return Stored(uuid4(), version_id, parsed, "", None, Path())  # type: ignore[arg-type]
