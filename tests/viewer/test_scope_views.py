"""The chips of a question's scope: why each filing, what was chosen or left out, and nothing of a withheld one."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.store.documents import DocumentRow
from viewer.scope_views import filing_titles, picked_view, scope_json, scope_notes, scope_view


def document(title: str, pages: int = 10) -> DocumentRow:
    return DocumentRow(
        document_id=uuid4(),
        version_id=uuid4(),
        title=title,
        source_name="filing.pdf",
        media_type="application/pdf",
        pages=pages,
        blocks=1,
        passages=1,
        created_at=datetime(2026, 11, 29, 12, tzinfo=UTC),
        superseded_versions=0,
        restricted=False,
        may_read=True,
    )


HALDEN = document("Halden plc · Form 10-Q · Q3 FY2023", 29)
OTHER = document("Other Co. · Form 10-K · FY2022", 151)
SECRET = replace(document("Secret"), title=None, source_name=None, restricted=True, may_read=False)


def rows(*listed: DocumentRow) -> dict[UUID, DocumentRow]:
    return {row.document_id: row for row in listed}


def filing(row: DocumentRow, *because: str, weight: float = 1.0, is_picked: bool = False) -> ScopeFiling:
    assert row.version_id is not None
    return ScopeFiling(row.document_id, row.version_id, because, weight, is_picked)


ALL = rows(HALDEN, OTHER, SECRET)


def test_a_filing_that_the_question_chose_says_why() -> None:
    asked = AskedScope((filing(HALDEN, "Halden", "third quarter of 2023"),), is_narrowed=True)
    view = scope_view(asked, ALL, is_asked=True)
    (chip,) = view["chips"]
    assert (chip["title"], chip["why"]) == (HALDEN.title, "because: Halden, third quarter of 2023")
    assert chip["remove"] == "Leave out Halden plc, Form 10-Q, Q3 FY2023"
    assert (view["lead"], view["all"], view["total"]) == ("Searched", None, "1 filing, 29 pages")


def test_what_would_be_searched_does_not_read_as_what_was() -> None:
    asked = AskedScope((filing(HALDEN, "Halden"),), is_narrowed=True)
    assert scope_view(asked, ALL, is_asked=False)["lead"] == "Will search"


def test_every_filing_is_one_chip_where_the_question_chose_none() -> None:
    asked = AskedScope((filing(HALDEN), filing(OTHER)))
    view = scope_view(asked, ALL, is_asked=True)
    assert (view["all"], view["chips"], view["total"]) == ("All 2 filings", [], "2 filings, 180 pages")


def test_filings_that_the_question_names_say_why_though_they_are_all() -> None:
    asked = AskedScope((filing(HALDEN, "2023"), filing(OTHER, "2022")))
    view = scope_view(asked, ALL, is_asked=True)
    assert (view["all"], len(view["chips"])) == (None, 2)
    assert scope_view(AskedScope((filing(HALDEN, "2023"), filing(OTHER))), ALL, is_asked=True)["chips"] == []


def test_picked_filings_look_picked_before_and_after_asking() -> None:
    asked = AskedScope((filing(HALDEN, "Halden", is_picked=True), filing(OTHER, is_picked=True)))
    for view in (
        scope_view(asked, ALL, is_asked=True),
        picked_view([HALDEN.document_id, OTHER.document_id], [], ALL),
    ):
        assert view["all"] is None
        assert [(chip["is_picked"], chip["why"]) for chip in view["chips"]] == [(True, "chosen by you")] * 2


def test_a_scope_of_nothing_says_so() -> None:
    for view in (
        scope_view(AskedScope(absent=("Microsoft",)), ALL, is_asked=True),
        picked_view([], [], rows(SECRET)),
    ):
        assert (view["all"], view["chips"], view["total"]) == ("No filing", [], "")


def test_a_filing_that_was_left_out_can_be_put_back() -> None:
    asked = AskedScope((filing(HALDEN),), is_narrowed=True, without=(OTHER.document_id,))
    (left_out,) = scope_view(asked, ALL, is_asked=True)["left_out"]
    assert (left_out["title"], left_out["restore"]) == (OTHER.title, "Put back Other Co., Form 10-K, FY2022")


def test_a_version_that_was_replaced_since_says_so() -> None:
    old = replace(filing(HALDEN, "Halden"), version_id=uuid4())
    (chip,) = scope_view(AskedScope((old,), is_narrowed=True), ALL, is_asked=True)["chips"]
    assert chip["state"] == "superseded"


def test_nothing_is_told_of_a_filing_that_may_not_be_read_or_is_gone() -> None:
    gone = document("Gone")
    asked = AskedScope(
        (filing(SECRET, "Secret name"), filing(gone, "Gone name")),
        is_narrowed=True,
        without=(SECRET.document_id,),
    )
    view = scope_view(asked, ALL, is_asked=True)
    assert [(chip["state"], chip["title"]) for chip in view["chips"]] == [
        ("denied", "No access"),
        ("removed", "Removed from the library"),
    ]
    assert view["left_out"][0]["title"] == "No access"
    told = json.dumps([view["chips"], scope_json(asked, ALL)])
    assert "name" not in told
    assert str(SECRET.version_id) not in told


def test_what_the_library_does_not_have_is_said_in_sentences() -> None:
    missing = AskedScope((filing(HALDEN),), absent=("Microsoft",), missing=("filing of Halden for 2019",))
    assert scope_notes(missing) == [
        "Microsoft is not in the library: no filing says that it is of that company.",
        "The library has no filing of Halden for 2019. The filings above are searched instead.",
    ]
    assert scope_notes(replace(missing, filings=(), absent=())) == [
        "The library has no filing of Halden for 2019."
    ]
    assert scope_notes(AskedScope(missing=("10-Q of Halden Inc.",))) == [
        "The library has no 10-Q of Halden Inc."
    ]
    assert scope_notes(replace(missing, without=(OTHER.document_id,)))[0].startswith(
        "Microsoft is not among these filings"
    )


def test_an_exported_scope_has_each_filing_with_its_title_and_state() -> None:
    asked = AskedScope((filing(HALDEN, "Halden", weight=0.5),), is_narrowed=True, reading=("Halden",))
    value = scope_json(asked, ALL)
    assert value == asked.to_json() | {
        "filings": [asked.to_json()["filings"][0] | {"state": "ready", "title": HALDEN.title}]
    }


def test_filings_of_one_title_are_told_apart() -> None:
    twin = replace(HALDEN, document_id=uuid4(), version_id=uuid4(), media_type="text/html")
    again = replace(twin, document_id=uuid4(), version_id=uuid4(), source_name="C:\\filings\\again.html")
    assert set(filing_titles(rows(HALDEN, OTHER, SECRET)).values()) == {HALDEN.title, OTHER.title}
    told = filing_titles(rows(HALDEN, twin, again, OTHER))
    assert told == {
        HALDEN.document_id: f"{HALDEN.title} · PDF",
        twin.document_id: f"{HALDEN.title} · HTML · filing.pdf",
        again.document_id: f"{HALDEN.title} · HTML · again.html",
        OTHER.document_id: OTHER.title,
    }
    (chip,) = scope_view(AskedScope((filing(HALDEN),), True), rows(HALDEN, twin), is_asked=True)["chips"]
    assert chip["title"] == f"{HALDEN.title} · PDF"
