"""Files that somebody else made: refused with words that say where and what to do, before anything is stored."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import openpyxl
import pytest

from pipeline.evidence.errors import InvalidExchange, SourceEmpty, SourceTooLarge
from pipeline.exchange import limits
from pipeline.exchange.formats import Format, read, write
from pipeline.exchange.record import Record
from pipeline.exchange.values import values_of
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.exchange.homes import exported, reviewed


@pytest.fixture
def record(database: Database, tenant: Scope) -> Record:
    with database.scoped(tenant) as conn:
        reviewed(conn, tenant)
    return exported(database, tenant)[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"%PDF-1.7", "holds no reviewed answers"),
        (b"PK\x03\x04 and no archive", "cannot be unpacked"),
        (b"{", "no collection"),
        (b"[" * 100_000, "holds no reviewed answers"),
        (b'{"@context":' + b"[" * 100_000, "no collection"),
        (b'{"format":' + b"[" * 100_000, "no JSON"),
        (b'{"format":"another"}', "format"),
        (b'{"format":"pincite-reviewed-answer","version":2}', "version 2"),
        (b'{"@context":"http://www.w3.org/ns/anno.jsonld","type":"Annotation"}', "no collection"),
        (b'{"@context":1,"pincite:answers":[],"first":{"items":[{}]},"total":1}', "annotation 1"),
        ('{"format": "\u00e9'.encode("latin-1"), "no JSON"),
    ],
)
def test_what_is_no_export_is_refused_in_words(content: bytes, words: str) -> None:
    with pytest.raises(InvalidExchange, match=words):
        read(content, "file")


def test_an_empty_file_says_that_it_is_empty() -> None:
    with pytest.raises(SourceEmpty):
        read(b" \n", "file")


def test_a_file_or_a_line_without_end_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    line = b'{"format":"pincite-reviewed-answer","origin":"' + b"a" * limits.MOST_LINE
    with pytest.raises(InvalidExchange, match="line 1 has 16,0"):
        read(line, "file")
    monkeypatch.setattr("pipeline.exchange.formats.MOST_BYTES", 1000)
    with pytest.raises(SourceTooLarge):
        read(b"{" * 1001, "file")


def test_an_archive_that_unpacks_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("answers.csv", b"\0" * 40_000_000)
    monkeypatch.setattr("pipeline.exchange.archive.MOST_BYTES", 30_000_000)
    with pytest.raises(InvalidExchange, match="unpacked it has more than"):
        read(bomb.getvalue(), "file")
    lying = bomb.getvalue().replace((40_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    with pytest.raises(InvalidExchange):
        read(lying, "file")


@pytest.mark.parametrize("chosen", [Format.CSV, Format.XLSX])
def test_what_begins_like_a_formula_is_no_formula(record: Record, chosen: Format) -> None:
    content = write([record], chosen)
    for cell in cells(content, chosen):
        assert cell.data_type != "f" if chosen is Format.XLSX else not cell.startswith(("=", "+", "@", "-"))
    assert read(content, "file") == [record]


def cells(content: bytes, chosen: Format) -> list[Any]:
    """Cells of texts, as a spreadsheet gets them."""
    if chosen is Format.XLSX:
        book = openpyxl.load_workbook(io.BytesIO(content))
        return [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    import csv

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        texts = [
            archive.read(name).decode("utf-8-sig") for name in archive.namelist() if name.endswith(".csv")
        ]
    return [cell for text in texts for row in csv.reader(io.StringIO(text, newline="")) for cell in row]


def test_a_formula_that_somebody_wrote_into_a_workbook_is_not_read(record: Record) -> None:
    book = openpyxl.load_workbook(io.BytesIO(write([record], Format.XLSX)))
    book["verdicts"]["H2"] = "=1+1"
    file = io.BytesIO()
    book.save(file)
    with pytest.raises(InvalidExchange, match="the sheet verdicts has a formula in H2"):
        read(file.getvalue(), "file")


def test_a_workbook_that_another_program_saved_is_read(record: Record) -> None:
    book = openpyxl.load_workbook(io.BytesIO(write([record], Format.XLSX)))
    file = io.BytesIO()
    book.save(file)
    assert read(file.getvalue(), "file") == [record]


def test_a_workbook_with_entities_is_refused_before_its_reader_sees_it(record: Record) -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'
    for hidden in (bomb, bomb.decode().encode("utf-16"), bomb.replace(b'"1.0"', b'"1.0" encoding="utf-7"')):
        file = io.BytesIO()
        with (
            zipfile.ZipFile(io.BytesIO(write([record], Format.XLSX))) as given,
            zipfile.ZipFile(file, "w") as made,
        ):
            for name in given.namelist():
                made.writestr(name, hidden if name == "xl/sharedStrings.xml" else given.read(name))
        with pytest.raises(InvalidExchange, match="no plain XML"):
            read(file.getvalue(), "file")


@pytest.mark.parametrize(
    ("part", "before", "after"),
    [
        ("xl/worksheets/sheet2.xml", b"</row>", b"</wor>"),
        ("xl/worksheets/sheet2.xml", b"<row", b"<row \xff"),
        ("xl/worksheets/sheet2.xml", b't="s"><v>', b't="s"><v>99999999'),
        ("xl/sharedStrings.xml", b"<si>", b"<si"),
        ("xl/workbook.xml", b"<sheet ", b"<sheet x:y='1' "),
        ("[Content_Types].xml", b"<Types", b"<Types<"),
    ],
)
def test_a_workbook_whose_parts_are_broken_is_refused_in_words(
    record: Record, part: str, before: bytes, after: bytes
) -> None:
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(write([record], Format.XLSX))) as given,
        zipfile.ZipFile(file, "w") as made,
    ):
        assert before in given.read(part)
        for name in given.namelist():
            content = given.read(name)
            made.writestr(name, content.replace(before, after, 1) if name == part else content)
    with pytest.raises(InvalidExchange):
        read(file.getvalue(), "file")


Change = Callable[[dict[str, Any]], Any]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda one: one["claims"][0].update(text=5), "claims 0 text"),
        (lambda one: one["claims"][0].update(more=1), "claims 0 more"),
        (lambda one: one["answer"].update(id="1"), "answer id"),
        (lambda one: one["answer"].update(created_at="yesterday"), "answer created_at"),
        (lambda one: one["answer"].update(question="a\x00b"), "answer question"),
        (lambda one: one["answer"].update(trace={"item": ["\x00"]}), "answer trace"),
        (lambda one: one["packet"][0].update(score=float("inf")), "no JSON|packet 0 score"),
        (lambda one: one["verdicts"][0].update(verdict="wonderful"), "verdicts 0 verdict"),
        (lambda one: one["annotations"][0].update(sha256="../../etc"), "annotations 0 sha256"),
        (lambda one: one["annotations"][0]["regions"][0].update(w=float("nan")), "no JSON|regions"),
        (lambda one: one.update(checks=[{}]), "checks 0"),
    ],
)
def test_wrong_types_name_their_place(record: Record, change: Change, words: str) -> None:
    value = record.model_dump(mode="json")
    change(value)
    with pytest.raises(InvalidExchange, match=words):
        read(json.dumps(value).encode(), "file")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda one: one["answer"].update(asked_by=str(uuid4())), "names a person"),
        (lambda one: one["verdicts"][0].update(claim=9), "names a claim"),
        (lambda one: one["verdicts"][0].update(reviewer_id=str(uuid4())), "names a person"),
        (lambda one: one["verdicts"][0].update(reason="figure"), "is no reason for"),
        (lambda one: one["verdicts"].append(one["verdicts"][0]), "verdict is there twice"),
        (lambda one: one["people"][0].update(name="a\u202eb"), "characters that are not seen"),
        (lambda one: one["checks"][0].update(citation_id="E9"), "names a citation"),
        (lambda one: one["citations"][0].update(passage_id=f"{uuid4()}:0:0"), "not of this packet"),
        (lambda one: one["citations"][0].update(ranges=[[0, 9999]]), "points outside"),
        (lambda one: one["citations"][1].update(citation_id="E02"), "not a citation id"),
        (lambda one: one["packet"].reverse(), "handles of a packet"),
        (lambda one: one["packet"][0].update(text="short"), "characters in a range"),
        (lambda one: one["claims"][0].update(number=3), "names a claim|numbered from 1"),
        (lambda one: one["annotations"][0].update(quote="Other words"), "description of a marked place"),
        (lambda one: one["annotations"][0]["regions"][0].update(w=-4.0), "box"),
        (lambda one: one["annotations"][0].update(verdict_id=str(uuid4())), "names a verdict"),
        (lambda one: one["annotations"][0].update(sha256="0" * 64), "other bytes"),
        (lambda one: one["annotations"][0].update(citation_id="E7"), "its claim has not"),
        (lambda one: one["answer"].update(scope={"filings": [{"document_id": 1}]}), "AskedScope|error"),
        (lambda one: one["calculations"][0]["inputs"][0].update(half="a lot"), "answer"),
    ],
)
def test_rows_that_do_not_fit_each_other_are_refused(record: Record, change: Change, words: str) -> None:
    value = record.model_dump(mode="json")
    change(value)
    (changed,) = read(json.dumps(value).encode(), "file")
    with pytest.raises(InvalidExchange, match=words):
        values_of(changed, {}, "file")


def test_a_collection_whose_selectors_were_changed_is_refused(record: Record) -> None:
    changes: tuple[Change, ...] = (
        lambda one: one["first"]["items"][0]["target"]["selector"][0].update(value="page=4"),
        lambda one: one["first"]["items"][0].update(body={}),
        lambda one: one.update(total=1),
        lambda one: one["first"]["items"][0]["target"].update(selector=[]),
    )
    for change in changes:
        value = json.loads(write([record], Format.JSONLD))
        change(value)
        with pytest.raises(InvalidExchange, match=r"annotation|as many"):
            read(json.dumps(value).encode(), "file")


def test_a_table_with_another_column_or_row_is_refused(record: Record) -> None:
    with zipfile.ZipFile(io.BytesIO(write([record], Format.CSV))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, before, after, words in (
        ("claims.csv", b"number", b"nummer", "the column 'number' is missing or unknown"),
        ("claims.csv", str(record.answer.id).encode(), str(uuid4()).encode(), "the table answers has no"),
        ("claims.csv", b",1,", b",one,", "row 2, column number: 'one' is no integer"),
        ("claims.csv", b"[", b"[[", "is no json"),
        ("claims.csv", b'"', b'"x"y', "no CSV table"),
    ):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as made:
            for part, content in parts.items():
                made.writestr(part, content.replace(before, after, 1) if part == name else content)
        with pytest.raises(InvalidExchange, match=words):
            read(file.getvalue(), "file")
