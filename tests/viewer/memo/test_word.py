"""A memo as a Word document: a package that opens, with real footnotes that meet their marks."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest
from docx import Document
from docx.document import Document as WordDocument
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml.ns import qn
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

from tests.viewer.memo.sample import memo_saying
from viewer.exports import one_line
from viewer.memo.memo import Memo
from viewer.memo.word import word_document

ENTRY_DATE = (1980, 1, 1, 0, 0, 0)


@pytest.fixture
def package(memo: Memo) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(word_document(memo)))


def opened(memo: Memo) -> WordDocument:
    return Document(io.BytesIO(word_document(memo)))


def lines_of(memo: Memo) -> list[str]:
    """The words of each paragraph, without the commas that stand between two marks."""
    return [paragraph.text.rstrip(", ") for paragraph in opened(memo).paragraphs]


def notes_of(package: zipfile.ZipFile) -> dict[int, str]:
    """The words of each footnote by its id, without the two separators."""
    root = etree.fromstring(package.read("word/footnotes.xml"))
    return {
        int(note.get(qn("w:id"), "")): "".join(text.text or "" for text in note.iter(qn("w:t")))
        for note in root.findall(qn("w:footnote"))
        if note.get(qn("w:type")) is None
    }


def marks_of(package: zipfile.ZipFile) -> list[int]:
    root = etree.fromstring(package.read("word/document.xml"))
    return [int(mark.get(qn("w:id"), "")) for mark in root.iter(qn("w:footnoteReference"))]


def test_every_part_is_well_formed_and_declared(package: zipfile.ZipFile) -> None:
    assert package.testzip() is None
    types = etree.fromstring(package.read("[Content_Types].xml"))
    declared = {one.get("PartName") for one in types}
    assert "/word/footnotes.xml" in declared
    for name in package.namelist():
        if name.endswith((".xml", ".rels")):
            etree.fromstring(package.read(name))


def test_python_docx_reads_it_again(memo: Memo) -> None:
    lines = lines_of(memo)
    assert lines[0] == memo.question
    assert all(claim.text in lines for claim in memo.claims)
    related = [one.reltype for one in opened(memo).part.rels.values()]
    assert related.count(RELATIONSHIP_TYPE.FOOTNOTES) == 1


def test_each_citation_of_each_claim_is_marked_and_noted_in_order(
    memo: Memo, package: zipfile.ZipFile
) -> None:
    cited = [memo.note(number).citation_id for claim in memo.claims for number in claim.notes]
    notes = notes_of(package)
    assert marks_of(package) == list(range(1, len(cited) + 1)) == sorted(notes)
    assert [notes[number].split(".")[0].strip() for number in sorted(notes)] == cited


def test_a_note_tells_quote_title_page_and_status(package: zipfile.ZipFile) -> None:
    note = notes_of(package)[1]
    for words in (
        "Total net sales | 81,797 | 82,959",
        "Example Holdings · Form 10-Q · Q3 FY2023",
        "PDF page 1 of 2 · printed 1",
        "quote verbatim; current version",
        "Open E1 in Pincite",
    ):
        assert words in note


def test_evidence_that_is_cited_again_is_named_shortly(package: zipfile.ZipFile) -> None:
    again = notes_of(package)[3]
    assert again.strip().startswith("E1. As before: Example Holdings")
    assert "Total net sales" not in again


def test_the_styles_and_separators_of_footnotes_are_there(package: zipfile.ZipFile) -> None:
    styles = etree.fromstring(package.read("word/styles.xml"))
    ids = {style.get(qn("w:styleId")) for style in styles.findall(qn("w:style"))}
    notes = etree.fromstring(package.read("word/footnotes.xml"))
    used = {style.get(qn("w:val")) for tag in ("w:pStyle", "w:rStyle") for style in notes.iter(qn(tag))}
    assert used <= ids
    settings_part = etree.fromstring(package.read("word/settings.xml"))
    declared = settings_part.find(qn("w:footnotePr"))
    assert declared is not None
    separators = {note.get(qn("w:id")) for note in notes if note.get(qn("w:type"))}
    assert {one.get(qn("w:id")) for one in declared} == separators == {"-1", "0"}
    following = declared.getnext()
    assert following is not None
    assert following.tag == qn("w:compat")


def test_every_link_of_a_note_is_a_relation_of_the_notes(package: zipfile.ZipFile) -> None:
    notes = etree.fromstring(package.read("word/footnotes.xml"))
    relations = etree.fromstring(package.read("word/_rels/footnotes.xml.rels"))
    targets = {one.get("Id"): one for one in relations}
    links = list(notes.iter(qn("w:hyperlink")))
    assert links
    for link in links:
        relation = targets[link.get(qn("r:id"))]
        assert relation.get("TargetMode") == "External"
        assert (relation.get("Target") or "").startswith("https://pincite.example/")


def test_failures_stand_below_their_claim_in_words(memo: Memo) -> None:
    lines = lines_of(memo)
    at = lines.index(memo.claims[2].text)
    assert lines[at + 1].startswith("Fails: Figures. 21,231 is not in E3 or E4.")


def test_a_withheld_claim_has_a_note_that_says_why_and_no_more(memo: Memo, package: zipfile.ZipFile) -> None:
    last = notes_of(package)[max(notes_of(package))]
    assert last.strip().startswith("E6. You do not have access")
    assert memo.claims[-1].text in lines_of(memo)


def test_nothing_in_the_package_tells_when_it_was_made(package: zipfile.ZipFile) -> None:
    assert {entry.date_time for entry in package.infolist()} == {ENTRY_DATE}
    properties = package.read("docProps/core.xml").decode()
    assert properties.count("2026-11-29T21:04:00Z") == 2
    assert "python-docx" not in properties


def test_equal_memos_make_equal_bytes(memo: Memo) -> None:
    assert word_document(memo) == word_document(replace(memo))


@settings(max_examples=15, deadline=None)
@given(st.text())
@example("\x00\x08\ufffe\uffff\ud800 <w:t>&amp;]]>")
def test_any_words_make_a_document_that_opens(words: str) -> None:
    document = opened(memo_saying(one_line(words)))
    assert one_line(words) in [paragraph.text for paragraph in document.paragraphs]
