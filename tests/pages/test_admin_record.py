"""The record in words and as tables: what was opened and changed, as far as its reader may know."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from pages.admin_record import openings_table, read_filter
from pipeline.store.access_changes import AccessChange
from pipeline.store.openings import Opening, OpeningFilter, OpeningKind, Outcome
from viewer.record_csv import CHANGES_HEAD, OPENINGS_HEAD, changes_csv, openings_csv
from viewer.record_words import GONE, NOT_YOURS, filing_words, subject_words, thing_words

PERSON, FILING, OTHER = (UUID(int=number) for number in (1, 2, 3))
AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
PAGE = Opening(
    PERSON,
    "=HYPERLINK(1)",
    OpeningKind.PAGE,
    Outcome.OPENED,
    None,
    FILING,
    OTHER,
    3,
    "<b>Falcon</b>",
    False,
    AT,
)


def change(action: str, **subject: object) -> AccessChange:
    return AccessChange(1, PERSON, "Ada", action, subject, AT)


def test_an_opening_says_what_was_sent() -> None:
    assert thing_words(PAGE) == "PDF page 4"
    assert thing_words(replace(PAGE, kind=OpeningKind.FILE, page_index=None)) == "File"
    assert filing_words(PAGE) == "<b>Falcon</b>"
    assert filing_words(replace(PAGE, title=None)) == NOT_YOURS
    assert filing_words(replace(PAGE, title=None, is_gone=True)) == GONE
    assert filing_words(replace(PAGE, document_id=None, title=None)) == ""


def test_a_title_is_words_in_the_table_and_no_formula_in_the_file() -> None:
    assert "&lt;b&gt;Falcon" in openings_table([PAGE])
    assert "<b>" not in openings_table([PAGE])
    head, row = csv.reader(io.StringIO(openings_csv([PAGE])))
    assert tuple(head) == OPENINGS_HEAD
    assert dict(zip(head, row, strict=True)) == {
        "opened_at": "2026-11-30T12:00:00+00:00",
        "person": "'=HYPERLINK(1)",
        "person_id": str(PERSON),
        "outcome": "opened",
        "kind": "page",
        "pdf_page": "4",
        "filing": "<b>Falcon</b>",
        "document_id": str(FILING),
        "version_id": str(OTHER),
        "answer_id": "",
    }


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (change("member invited", name="Bo", email="b@x.org", role="analyst"), "Bo · b@x.org · analyst"),
        (change("role changed", name="Bo", role="admin", before="analyst"), "Bo · from analyst to admin"),
        (change("collection member added", member="Bo", collection="Falcon"), "Bo · “Falcon”"),
        (change("closed collection renamed", collection="Falcon", to="Kite"), "“Falcon” · to “Kite”"),
        (
            change(
                "collection closed", collection="Falcon", documents=[str(FILING), str(OTHER), str(PERSON)]
            ),
            "“Falcon” · Report; 1 filing that you may not read; 1 filing that was removed since",
        ),
    ],
)
def test_a_change_says_what_it_was_about(changed: AccessChange, words: str) -> None:
    titles = {FILING: "Report", OTHER: None}
    assert subject_words(changed, titles) == words
    head, row = csv.reader(io.StringIO(changes_csv([changed], titles)))
    assert tuple(head) == CHANGES_HEAD
    assert row[1:] == ["Ada", str(PERSON), changed.action, words]


def test_of_many_filings_the_first_are_named_and_the_others_counted() -> None:
    ids = [UUID(int=number) for number in range(10, 15)]
    titles: dict[UUID, str | None] = {one: f"Report {number}" for number, one in enumerate(ids)}
    told = subject_words(change("collection closed", documents=[str(one) for one in ids]), titles)
    assert told == "Report 0; Report 1; Report 2; 2 more"


def test_an_address_is_read_as_a_filter_and_whatever_is_none_of_it_is_left_out() -> None:
    written = {"person": str(PERSON), "filing": str(FILING), "outcome": "Denied", "since": "2026-11-01"}
    assert read_filter({**written, "until": "2026-11-30"}) == OpeningFilter(
        user_id=PERSON,
        document_id=FILING,
        outcome=Outcome.DENIED,
        since=datetime(2026, 11, 1, tzinfo=UTC),
        until=datetime(2026, 12, 1, tzinfo=UTC),
    )
    nonsense = {
        "person": "x",
        "filing": "'; drop",
        "outcome": "Everything",
        "since": "yesterday",
        "until": "0",
    }
    assert read_filter(nonsense) == OpeningFilter()
    assert read_filter({"until": "9999-12-31"}) == OpeningFilter()
