"""Files that are taken away, opened again: hostile words in them are words. Nothing was read or asked for while they
were made, and nothing in them computes, links, loads or runs but what Pincite put there."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import openpyxl
import pytest
from lxml import etree
from lxml import html as lxml_html
from markdown_it import MarkdownIt
from playwright.sync_api import Browser
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, NameObject

from pipeline.exchange.formats import read
from tests.hostile.made_files import MADE, record_of
from tests.hostile.stage import Listener, Stage, listening
from tests.hostile.words import WORDS
from viewer.exports import one_line

OURS: Final = "https://pincite.example/"
"""Where the links lead that a memo is to have."""
SECRET: Final = "THE PLANTED FILE WAS READ"
LEAST_WORDS: Final = 80
OF_WORD: Final = {
    "fldSimple", "fldChar", "instrText", "object", "pict", "drawing", "altChunk", "subDoc", "attachedTemplate",
    "control", "sdt", "customXml", "smartTag",
}  # fmt: skip
"""Elements of WordprocessingML by which a document computes, embeds or loads."""
OF_PDF: Final = {
    "/AA", "/OpenAction", "/JS", "/JavaScript", "/Launch", "/SubmitForm", "/ImportData", "/GoToR", "/GoToE",
    "/EmbeddedFile", "/EmbeddedFiles", "/Filespec", "/RichMedia", "/XFA", "/AcroForm", "/Movie", "/Sound",
}  # fmt: skip
"""Keys of a PDF by which it acts, loads, embeds or asks, but for an address."""
CLIPBOARD: Final = {"h2", "p", "b", "i", "ol", "ul", "li", "sup", "a", "html", "body"}
MOST_SIGNS: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


@dataclass(slots=True)
class Watched:
    """What this process opened and connected to while `is_on`."""

    is_on: bool = False
    opened: list[str] = field(default_factory=list)
    connected: list[str] = field(default_factory=list)

    def note(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.is_on:
            return
        if event == "open":
            self.opened.append(str(arguments[0]))
        elif event in (
            "socket.connect",
            "socket.getaddrinfo",
            "urllib.Request",
            "subprocess.Popen",
            "os.system",
        ):
            self.connected.append(event)


@dataclass(frozen=True, slots=True)
class Taken:
    """The files, the words that are in each, and what was seen while they were made."""

    said: tuple[str, ...]
    files: dict[str, bytes]
    planted: Path
    watched: Watched
    listener: Listener

    @property
    def lines(self) -> list[str]:
        """The words as a memo has them."""
        return [one_line(words) for words in self.said]

    def rows(self, name: str, member: str | None = None) -> str:
        content = self.files[name]
        if member is not None:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                content = archive.read(member)
        return content.decode("utf-8-sig")


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Taken]:
    planted = tmp_path_factory.mktemp("planted") / "planted.png"
    planted.write_text(SECRET)
    watched = Watched()
    sys.addaudithook(watched.note)
    with listening() as listener:
        said = tuple(words.said(listener.address, str(planted)).replace("\x00", "") for words in WORDS)
        watched.is_on = True
        files = {name: make(said) for name, make in MADE.items()}
        watched.is_on = False
        yield Taken(said, files, planted, watched, listener)


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def led_outside(parts: dict[str, bytes]) -> set[str]:
    """The addresses outside that the relationships of an office file name."""
    rels = [etree.fromstring(part) for name, part in parts.items() if name.endswith(".rels")]
    return {str(one.get("Target")) for rel in rels for one in rel if one.get("TargetMode") == "External"}


def test_the_words_are_of_every_kind_and_differ() -> None:
    assert len({words.text for words in WORDS}) == len(WORDS) >= LEAST_WORDS
    print(f"{len(WORDS)} hostile words x {len(MADE)} files = {len(WORDS) * len(MADE)}")


def test_nothing_is_read_or_asked_for_while_files_are_made(taken: Taken) -> None:
    assert taken.watched.opened, "opening files is seen"
    assert [path for path in taken.watched.opened if str(taken.planted.parent) in path] == []
    assert taken.watched.connected == []
    assert taken.listener.asked == []
    for name, content in taken.files.items():
        assert SECRET.encode() not in content, name


@pytest.mark.parametrize("name", [name for name in MADE if name.endswith((".docx", ".xlsx"))])
def test_an_office_file_has_no_part_of_the_words_and_leads_nowhere_but_to_pincite(
    taken: Taken, name: str
) -> None:
    parts = parts_of(taken.files[name])
    assert parts.keys() == parts_of(MADE[name](["word"])).keys()
    assert all(target.startswith(OURS) for target in led_outside(parts))
    for part, content in parts.items():
        if part.endswith((".xml", ".rels")):
            etree.fromstring(content, etree.XMLParser(resolve_entities=False))
            assert b"<!" not in content, part


def test_a_word_document_has_the_words_and_no_fields_objects_or_pictures(taken: Taken) -> None:
    parts = parts_of(taken.files["memo.docx"])
    roots = [etree.fromstring(parts[name]) for name in ("word/document.xml", "word/footnotes.xml")]
    made = {etree.QName(node).localname for root in roots for node in root.iter(etree.Element)}
    assert made & OF_WORD == set()
    links = [node for root in roots for node in root.iter("{*}hyperlink")]
    assert len(links) == len(taken.said) + 1, "one a note, and the answer's"
    runs = {node.text for root in roots for node in root.iter("{*}t")}
    assert [words for words in taken.lines if words not in runs] == []
    assert b"macro" not in parts["[Content_Types].xml"].lower()


@pytest.mark.parametrize("name", [name for name in MADE if name.endswith(".xlsx")])
def test_a_workbook_has_the_words_as_strings_and_no_formula_of_them(taken: Taken, name: str) -> None:
    book = openpyxl.load_workbook(io.BytesIO(taken.files[name]))
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    assert [cell.value for cell in cells if cell.data_type == "f"] == []
    assert len(book.defined_names) == 0
    strings = {str(cell.value) for cell in cells if cell.data_type == "s"}
    if name == "memo.xlsx":
        assert [words for words in taken.lines if words not in strings] == []


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_cell_of_a_table_begins_like_a_formula_whatever_parts_the_cells(
    taken: Taken, delimiter: str
) -> None:
    members = [name for name in parts_of(taken.files["reviewed.csv.zip"]) if name.endswith(".csv")]
    tables = {name: taken.rows(name) for name in taken.files if name.endswith(".csv")}
    tables |= {name: taken.rows("reviewed.csv.zip", name) for name in members}
    assert len(tables) > 6
    for name, text in tables.items():
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            assert not any(cell.startswith(MOST_SIGNS) for cell in row), (name, row)


def test_a_reviewed_answer_comes_back_from_each_file_as_it_was(taken: Taken) -> None:
    for name in (name for name in taken.files if name.startswith("reviewed.")):
        assert read(taken.files[name], name) == [record_of(taken.said)], name


def test_linked_data_names_nothing_that_words_name(taken: Taken) -> None:
    """No context, id or type of it comes from words: the keys are those of a record of harmless words."""
    hostile, harmless = (
        json.loads(made) for made in (taken.files["reviewed.jsonld"], MADE["reviewed.jsonld"](["a", "b"]))
    )
    assert hostile["@context"] == harmless["@context"]
    assert _names(hostile) == _names(harmless)


def _names(value: Any, at: str = "") -> set[str]:
    """The keys by where they stand, and the values of what names things; Pincite's own literals are not looked into."""
    if isinstance(value, list):
        return set().union(*(_names(one, at) for one in value)) if value else set()
    if not isinstance(value, dict):
        return set()
    found = {f"{at}/{key}" for key in value}
    found |= {
        f"{at}/{key}={value[key]}" for key in ("type", "@type", "purpose", "motivation") if key in value
    }
    for key, part in value.items():
        if key not in ("@context", "pincite:answers", "pincite:row"):
            found |= _names(part, f"{at}/{key}")
    return found


def test_markdown_makes_of_the_words_what_it_makes_of_a_word(taken: Taken) -> None:
    reader = MarkdownIt("gfm-like", {"linkify": False})

    def shapes(text: str) -> list[str]:
        tokens = (each for token in reader.parse(text) for each in (token, *(token.children or ())))
        return [token.type for token in tokens if token.type != "text"]

    harmless = MADE["memo.md"](["word"] * len(taken.said)).decode()
    assert shapes(taken.files["memo.md"].decode()) == shapes(harmless)


def test_what_the_clipboard_holds_is_a_fragment_of_a_few_elements(taken: Taken) -> None:
    tree: Any = lxml_html.document_fromstring(taken.files["clipboard.html"].decode())
    assert {node.tag for node in tree.iter()} == CLIPBOARD
    attributes = {(node.tag, name) for node in tree.iter() for name in node.attrib}
    assert attributes == {("a", "href")}
    assert all(node.get("href").startswith(OURS) for node in tree.iter("a"))
    text = tree.text_content()
    assert [words for words in taken.lines if words not in text] == []


def test_pages_that_are_taken_away_do_nothing_in_a_browser(taken: Taken, browser: Browser) -> None:
    """Opened without the app's policy and without a fence; the pack's page has its own policy."""
    pages = {
        number: taken.files[name] for number, name in enumerate(("clipboard.html", "pack.html"), start=1)
    }
    stage = Stage(browser, pages, has_policy=False)
    stage.load(None)
    before = stage.settled()
    stage.page.evaluate(
        "document.querySelectorAll('iframe').forEach((one) => one.contentDocument"
        ".querySelectorAll('a').forEach((link) => link.removeAttribute('href')))"
    )
    stage.disturb(2000)
    assert (stage.bitten(), stage.happened, taken.listener.asked) == (set(), [], [])
    assert stage.settled() == before
    assert all(place["path"] == place["was"] for place in stage.places())
    stage.close()


def test_a_pack_as_a_page_has_no_element_of_the_words(taken: Taken) -> None:
    def shapes(content: bytes) -> set[tuple[str, str]]:
        tree: Any = lxml_html.document_fromstring(content)
        nodes = [node for node in tree.iter() if isinstance(node.tag, str)]
        return {(node.tag, name) for node in nodes for name in ("", *node.attrib)}

    assert shapes(taken.files["pack.html"]) == shapes(MADE["pack.html"](["word"]))


def test_a_pdf_shows_the_words_and_acts_on_none(taken: Taken) -> None:
    reader = PdfReader(io.BytesIO(taken.files["pack.pdf"]))
    assert set(_keys(reader.trailer, set())) & OF_PDF == set()
    annotations = [one.get_object() for page in reader.pages for one in page.get("/Annots", ())]
    assert [(one["/Subtype"], one["/A"]["/S"]) for one in annotations] == [("/Link", "/URI")]
    assert annotations[0]["/A"]["/URI"].startswith(OURS)
    assert [image.name for page in reader.pages for image in page.images] == []
    squeezed = "".join(_squeezed(page.extract_text()) for page in reader.pages)
    missing = [words for words in taken.lines if words.isascii() and _squeezed(words) not in squeezed]
    assert missing == []


def _squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


def _keys(value: Any, seen: set[int]) -> Iterator[str]:
    """The keys of all dictionaries of a PDF, and the names that stand as their values."""
    value = value.get_object()
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, DictionaryObject):
        for key in value:
            yield key
            if isinstance(value[key], NameObject):
                yield str(value[key])
            yield from _keys(value.raw_get(key), seen)
    elif isinstance(value, list):
        for part in value:
            yield from _keys(part, seen)
