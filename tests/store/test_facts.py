"""Facts come back value by value, by page and by concept, and belong to their tenant alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from pipeline.evidence.fact import Dimension, Fact, FactNote
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import facts, versions
from pipeline.store.connect import Connection
from tests.store.filing import parsed_filing, store_filing

SALES = Fact(
    id="f-1",
    concept="us-gaap:Revenues",
    display="81,797",
    value="81797000000",
    unit="iso4217:USD",
    scale=6,
    decimals="-6",
    format="ixt:num-dot-decimal",
    start=date(2023, 4, 2),
    end=date(2023, 7, 1),
    dimensions=(
        Dimension("srt:ProductAxis", "us-gaap:ProductMember"),
        Dimension("x:DayAxis", "2023-07-01", typed=True),
    ),
    places=(PageRange(1, TextRange(49, 55)),),
    notes=(FactNote("Restated.", (PageRange(2, TextRange(0, 9)),)), FactNote("Unseen.")),
)
NOTE = Fact(
    id="f-2",
    concept="us-gaap:NoteTextBlock",
    display="Halden sales",
    value="Halden sales",
    end=date(2023, 7, 1),
    places=(PageRange(0, TextRange(0, 6)), PageRange(2, TextRange(0, 9))),
)
HIDDEN = replace(
    SALES, id="f-3", display="", value=None, nil=True, negative=True, start=None, places=(), notes=()
)
ALL = (SALES, NOTE, HIDDEN)


def test_facts_are_stored_with_their_version_and_come_back_value_by_value(connection: Connection) -> None:
    filing = store_filing(connection)
    parsed = replace(parsed_filing(), facts=ALL)
    version = versions.add(
        connection, filing.document_id, parsed, sha256="f" * 64, byte_size=1, source_name="facts.html"
    )
    assert facts.of_concept(connection, version, "us-gaap:Revenues") == [SALES, HIDDEN]
    assert facts.of_concept(connection, version, "us-gaap:NoteTextBlock") == [NOTE]
    assert facts.of_concept(connection, filing.version_id, "us-gaap:Revenues") == []


def test_a_pages_facts_are_those_that_stand_on_it(connection: Connection) -> None:
    version = store_filing(connection).version_id
    assert facts.add_all(connection, version, ALL) == 3
    assert facts.of_page(connection, version, 0) == [NOTE]
    assert facts.of_page(connection, version, 1) == [SALES]
    assert facts.of_page(connection, version, 2) == [NOTE]
    assert facts.of_page(connection, version, 3) == []


def test_a_text_that_is_its_own_value_is_stored_once(connection: Connection) -> None:
    version = store_filing(connection).version_id
    facts.add_all(connection, version, ALL)
    rows = connection.execute("select id, display from facts order by ordinal").fetchall()
    assert rows == [("f-1", "81,797"), ("f-2", None), ("f-3", "")]


def test_a_removed_version_takes_its_facts_with_it(connection: Connection) -> None:
    version = store_filing(connection).version_id
    facts.add_all(connection, version, ALL)
    connection.execute("delete from versions where id = %s", (version,))
    assert connection.execute("select count(*) from facts").fetchone() == (0,)
