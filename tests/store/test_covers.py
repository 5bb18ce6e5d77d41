"""What filings say they are, an analyst's word for it, and the titles that follow."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest

from pipeline.evidence.cover import Cover, CoverField, CoverSource, Registrant, all_from
from pipeline.store import covers, documents, versions
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from tests.store.filing import StoredFiling, store_filing

COVER = all_from(
    CoverSource.COVER,
    Cover(
        (Registrant("Halden plc", ("Old Halden plc",), ("HLD",), "12-3456789"),),
        "10-K",
        date(2023, 1, 28),
        2022,
    ),
)


@pytest.fixture
def filing(connection: Connection) -> StoredFiling:
    stored = store_filing(connection, title="Halden plc · Form 10-K · FY2022")
    covers.put(connection, stored.version_id, COVER)
    return stored


def titles(conn: Connection, filing: StoredFiling, tenant: Scope) -> tuple[str, str | None, str]:
    """Of the version, of the document as the library lists it, and of the document itself."""
    row = conn.execute("select title from documents where id = %s", (filing.document_id,)).fetchone()
    assert row
    listed = documents.get(conn, filing.document_id, tenant.user_id)
    return versions.get(conn, filing.version_id).title, listed.title, row[0]


def cover_of(conn: Connection, version_id: UUID) -> Cover:
    return covers.of_versions(conn, [version_id])[version_id]


def test_a_cover_comes_back_value_by_value(connection: Connection, filing: StoredFiling) -> None:
    assert cover_of(connection, filing.version_id) == COVER
    assert cover_of(connection, filing.version_id).sources == COVER.sources


def test_an_analysts_word_counts_and_the_titles_follow(
    connection: Connection, filing: StoredFiling, tenant: Scope
) -> None:
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FISCAL_YEAR, 2023)
    edited = cover_of(connection, filing.version_id)
    assert (edited.fiscal_year, edited.sources[CoverField.FISCAL_YEAR]) == (2023, CoverSource.ANALYST)
    assert edited.sources[CoverField.FORM] is CoverSource.COVER
    assert set(titles(connection, filing, tenant)) == {"Halden plc · Form 10-K · FY2023"}


def test_a_withdrawn_word_gives_back_what_was_read(
    connection: Connection, filing: StoredFiling, tenant: Scope
) -> None:
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FORM, "10-K/A")
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FORM, None)
    assert cover_of(connection, filing.version_id) == COVER
    assert set(titles(connection, filing, tenant)) == {"Halden plc · Form 10-K · FY2022"}


def test_an_analysts_word_survives_another_reading(
    connection: Connection, filing: StoredFiling, tenant: Scope
) -> None:
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FISCAL_YEAR, 2023)
    parsed = replace(filing.parsed, title="Halden plc · Form 10-K · FY2022", cover=COVER)
    row = versions.replace(connection, filing.version_id, parsed, rendition_sha256=None, seconds=1.0)
    assert row.title == "Halden plc · Form 10-K · FY2023"


def test_a_filing_that_was_not_read_gets_its_title_once_an_analyst_says_what_it_is(
    connection: Connection, tenant: Scope
) -> None:
    stored = store_filing(connection, title="halden")
    registrant = Registrant("Halden plc").to_json()
    covers.edit(connection, stored.version_id, tenant.user_id, CoverField.REGISTRANTS, [registrant])
    assert set(titles(connection, stored, tenant)) == {"halden"}
    covers.edit(connection, stored.version_id, tenant.user_id, CoverField.FORM, "20-F")
    assert set(titles(connection, stored, tenant)) == {"Halden plc · Form 20-F"}
    covers.edit(connection, stored.version_id, tenant.user_id, CoverField.FORM, None)
    assert set(titles(connection, stored, tenant)) == {"halden"}


def test_a_version_stored_before_covers_were_keeps_its_title(
    connection: Connection, filing: StoredFiling, tenant: Scope
) -> None:
    connection.execute("delete from covers where version_id = %s", (filing.version_id,))
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FISCAL_YEAR, 2023)
    assert set(titles(connection, filing, tenant)) == {"Halden plc · Form 10-K · FY2022"}


def test_an_older_version_does_not_name_the_document(
    connection: Connection, filing: StoredFiling, tenant: Scope
) -> None:
    title = "Halden plc · Form 10-K/A · FY2022"
    store_filing(connection, title=title, document_id=filing.document_id, supersedes=filing.version_id)
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FISCAL_YEAR, 1999)
    assert titles(connection, filing, tenant)[:2] == ("Halden plc · Form 10-K · FY1999", title)


def test_an_analyst_may_say_that_a_filing_has_no_such_thing(
    connection: Connection, filing: StoredFiling, tenant: Scope
) -> None:
    version = filing.version_id
    before = covers.as_read(connection, version)
    covers.empty(connection, version, tenant.user_id, CoverField.FISCAL_YEAR)
    said = covers.of_versions(connection, [version])[version]
    assert said.fiscal_year is None
    assert said.sources[CoverField.FISCAL_YEAR] is CoverSource.ANALYST
    covers.empty(connection, version, tenant.user_id, CoverField.REGISTRANTS)
    assert covers.of_versions(connection, [version])[version].registrants == ()
    for field in (CoverField.FISCAL_YEAR, CoverField.REGISTRANTS):
        covers.edit(connection, version, tenant.user_id, field, None)
    assert covers.of_versions(connection, [version])[version] == before == covers.as_read(connection, version)
