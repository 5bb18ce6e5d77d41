"""The tagged facts under a citation, asked of a real store."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import UUID

import pytest

from pipeline.store import facts as stored_facts
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.parse.html_documents import filing
from tests.viewer.filing import Stored, store
from tests.viewer.stored.tagged import tagged_filing
from viewer.requests import InvalidRequest
from viewer.source_reader import SourceReader
from viewer.stored import facts, sections
from viewer.stored.asked import Asked, View


@pytest.fixture
def tagged(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, tagged_filing())


def asked(
    database: Database, scope: Scope, version_id: UUID, page: int, start: int, end: int, **more: str
) -> View:
    with database.scoped(scope) as conn:
        reader = SourceReader(conn, scope)
        query = {"page": str(page), "start": str(start), "end": str(end), **more}
        return facts.view(Asked(conn, reader, reader.source(version_id), query))


def under(database: Database, scope: Scope, stored: Stored, page: int, words: str, **more: str) -> View:
    span = stored.span(page, words)
    return asked(database, scope, stored.version_id, page, span.start, span.end, **more)


def test_a_cited_cell_has_its_fact_with_all_that_is_tagged(
    database: Database, tenant: Scope, tagged: Stored
) -> None:
    said = under(database, tenant, tagged, 0, "6,381")
    assert [one["id"] for one in said["facts"]] == ["f-1"]
    fact = said["open"]
    assert fact["concept"] == {
        "label": "Revenue from contract with customer excluding assessed tax",
        "qname": "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
    }
    assert (fact["period"], fact["unit"], fact["precision"], fact["value"]) == (
        "Apr 1, 2031 to Jun 30, 2031 (3 months)",
        "USD, thousands (10³)",
        "Rounded to thousands",
        "6,381 × 10³ = 6,381,000",
    )
    assert (fact["sign"], fact["dimensions"], fact["notes"]) == (None, [], ["Restated for wicks."])


def test_the_same_fact_elsewhere_is_listed_and_said_to_agree_within_rounding(
    database: Database, tenant: Scope, tagged: Stored
) -> None:
    same = under(database, tenant, tagged, 0, "6,381")["open"]["same"]
    assert (same["words"], same["tone"], same["hidden"], same["more"]) == (
        "3 of 3 tagged agree within rounding",
        "ok",
        1,
        0,
    )
    here, there = same["places"]
    assert (here["row"], here["is_here"], here["agreement"]) == ("Net sales", True, "")
    assert (there["section"], there["locus"], there["printed"], there["agreement"]) == (
        "Note 1 Sales",
        "HTML section 2 · no printed number",
        "6.4",
        "rounded",
    )
    assert [(one["block"], one["text"]) for one in there["ranges"]] == [("b6", "6.4")]
    assert [(one["block"], one["start"], one["end"]) for one in here["ranges"]] == [("b3", 8, 13)]


def test_the_year_before_is_given_with_its_place(database: Database, tenant: Scope, tagged: Stored) -> None:
    (prior,) = under(database, tenant, tagged, 0, "6,381")["open"]["prior"]
    assert (prior["value"], prior["period"]) == (
        "5,902 × 10³ = 5,902,000",
        "Apr 1, 2030 to Jun 30, 2030 (3 months)",
    )
    assert (prior["place"]["row"], prior["place"]["printed"]) == ("Net sales", "5,902")
    assert under(database, tenant, tagged, 0, "5,902")["open"]["prior"] == []


def test_a_filing_that_contradicts_itself_is_said_to(
    database: Database, tenant: Scope, tagged: Stored
) -> None:
    fact = under(database, tenant, tagged, 0, "417")["open"]
    assert fact["sign"] is not None
    assert fact["value"] == "\u2212417 × 10³ = \u2212417,000"
    assert (fact["same"]["words"], fact["same"]["tone"]) == ("1 of 2 tagged agree", "warn")
    assert [one["agreement"] for one in fact["same"]["places"]] == ["", "different value"]


def test_a_sentence_lists_its_facts_and_opens_the_one_that_is_asked_for(
    database: Database, tenant: Scope, tagged: Stored
) -> None:
    sentence = tagged.page_text(1).split("\n")[1]
    said = under(database, tenant, tagged, 1, sentence)
    assert [(one["id"], one["value"]) for one in said["facts"]] == [
        ("f-5", "6.4"),
        ("f-7", "0.4"),
        ("f-8", "—"),
    ]
    assert said["within"] == ["Revenue (text block)"]
    assert said["open"]["id"] == "f-5"
    wicks = under(database, tenant, tagged, 1, sentence, fact="f-7")["open"]
    assert [(one["axis"], one["member"]) for one in wicks["dimensions"]] == [
        ("Product or service", "Wax and wicks")
    ]
    nil = under(database, tenant, tagged, 1, sentence, fact="f-8")["open"]
    assert nil["value"].startswith("Nil")
    assert nil["unit"] == "USD per share, thousands (10³)"


def test_words_without_a_tag_have_no_fact(database: Database, tenant: Scope, tagged: Stored) -> None:
    assert under(database, tenant, tagged, 0, "Net sales") == {
        "facts": [],
        "more": 0,
        "within": [],
        "open": None,
    }
    with pytest.raises(InvalidRequest):
        under(database, tenant, tagged, 0, "6,381", fact="f" * 1000)


def test_each_section_is_told_by_the_element_it_begins_with(
    database: Database, tenant: Scope, tagged: Stored, report: Stored
) -> None:
    with database.scoped(tenant) as conn:
        reader = SourceReader(conn, tenant)
        for stored, starts in ((tagged, ["b0", "b5"]), (report, [])):
            assert sections.view(Asked(conn, reader, reader.source(stored.version_id), {})) == {
                "starts": starts
            }


def test_a_real_filings_net_sales_have_the_golds_duplicates_and_the_year_before(
    database: Database, tenant: Scope, blob_folder: Path, shared_data: Path
) -> None:
    name = "AAPL_10-Q_FY2024Q3_2024-06-29"
    document = filing(shared_data, f"{name}.html")
    apple = store(database, tenant, blob_folder, (b"apple", document))
    rows = [
        json.loads(row)
        for row in (shared_data / "filings" / f"{name}.ixfacts.jsonl").read_text().splitlines()
    ]
    (gold,) = (row for row in rows if row["fact_id"] == "f-62")
    with database.scoped(tenant) as conn:
        (fact,) = (
            one for one in stored_facts.of_concept(conn, apple.version_id, gold["name"]) if one.id == "f-62"
        )
    place = fact.places[0]
    said = asked(database, tenant, apple.version_id, place.page_index, place.range.start, place.range.end)[
        "open"
    ]
    alike = [
        row for row in rows if all(row[key] == gold[key] for key in ("name", "unit", "start", "end", "dims"))
    ]
    assert [one["id"] for one in said["same"]["places"]] == [row["fact_id"] for row in alike]
    assert said["same"]["words"] == "2 of 2 tagged agree"
    assert said["value"] == f"{gold['display']} × 10⁶ = {int(gold['value']):,}"
    (prior,) = said["prior"]
    before = next(
        row
        for row in rows
        if row["name"] == gold["name"]
        and row["end"] == "2023-07-01"
        and row["start"] == "2023-04-02"
        and not row["dims"]
    )
    assert prior["place"]["printed"] == before["display"]


def test_every_fact_of_a_real_filing_can_be_told(
    database: Database, tenant: Scope, blob_folder: Path, shared_data: Path
) -> None:
    document = filing(shared_data, "AAPL_10-Q_FY2024Q3_2024-06-29.html")
    apple = store(database, tenant, blob_folder, (b"apple", document))
    shown = [fact for fact in document.facts if fact.is_number and fact.is_shown][::9]
    for fact in shown:
        place = fact.places[0]
        said = asked(
            database,
            tenant,
            apple.version_id,
            place.page_index,
            place.range.start,
            place.range.end,
            fact=fact.id,
        )
        assert said["open"]["id"] == fact.id
        here = next(one for one in said["open"]["same"]["places"] if one["is_here"])
        assert "".join(one["text"] for one in here["ranges"]) == place.range.of(
            document.pages[place.page_index].text
        )
