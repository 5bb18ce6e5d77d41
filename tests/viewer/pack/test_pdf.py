"""The pack as a PDF: read back by another program, its pictures compared with the pages that they show."""

from __future__ import annotations

import io
import shutil
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from PIL import Image
from pypdf import PdfReader

from pipeline.store.scope import Scope
from tests.viewer.filing import Stored
from tests.viewer.pack.conftest import COMMENT, Gather
from tests.viewer.pack.sample import pack_saying
from viewer.pack.fonts import Fonts, font_folders
from viewer.pack.pdf import pdf
from viewer.pack.pictures import Draw
from viewer.page_image import PageImage, PageNotDrawn

HOSTILE = "<b>bold</b> & <script>alert(1)</script> <img src=x> <font color=red>"


def words_of(content: bytes) -> list[str]:
    """The words of each page, on one line."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def no_pages(path: Path, page_index: int, width: int) -> PageImage:
    raise PageNotDrawn("PDFium gave up.")


@pytest.fixture
def content(packed: Gather, tenant: Scope, reviewed: UUID, draw: Draw) -> bytes:
    return pdf(packed(tenant, reviewed), draw)


def test_it_says_what_it_is_and_every_page_its_number(
    content: bytes, packed: Gather, tenant: Scope, reviewed: UUID, secret: Stored, draw: Draw
) -> None:
    reader = PdfReader(io.BytesIO(content))
    meta = reader.metadata
    assert meta is not None
    assert (
        meta.title
        == "How did net sales and gross margin change, what drove Services, and what is the outlook?"
    )
    assert (meta.author, meta.subject) == ("Pincite", f"Verification pack of answer {reviewed}")
    assert str(reader.root_object["/Lang"]) == "en"
    pages = words_of(content)
    total = len(pages)
    assert [page.rpartition(f" of {total}")[1] for page in pages] == [f" of {total}"] * total
    assert all(f"{number} of {total}" in page for number, page in enumerate(pages, start=1))
    outline = [str(entry["/Title"]) for entry in reader.outline if isinstance(entry, dict)]
    assert len(outline) == 10
    assert outline[1].startswith("1. Total net sales were")
    everything = " ".join(pages)
    for told in (
        "Reviewers differ, and nobody has decided yet",
        COMMENT,
        "Wrong location",
        "Marked as the right place, in place of E1",
        "21,231 is not in E3 or E4. The cited row prints 21,213",
        "Does not recompute: stated 29.5%, inputs allow 25.9329 … 25.9345",
        "E5, candidate 3 of 3",
        "The quote is not on this page.",
        "Not in the sources",
    ):
        assert told in everything, told
    assert secret.sha256 not in everything
    assert content == pdf(packed(tenant, reviewed), draw), "equal packs make equal bytes"


def test_each_picture_shows_the_page_with_its_marks(content: bytes) -> None:
    """Amber where the answer cites, the reviewer's blue once, and black letters in every one."""
    pictures = [image.image for page in PdfReader(io.BytesIO(content)).pages for image in page.images]
    found = [image.convert("RGB") for image in pictures if isinstance(image, Image.Image)]
    assert len(found) == 1 + 5 + 3 - 1, "a marked place, E1 to E4, three candidates"
    amber, blue = (255, 202, 87), (31, 78, 140)
    colours = [{colour for _, colour in image.getcolors(1 << 20) or []} for image in found]
    assert sum(blue in one for one in colours) == 1
    assert sum(amber in one for one in colours) == 4
    assert all((0, 0, 0) in one for one in colours)


def test_a_page_that_cannot_be_drawn_is_missing_in_words(
    packed: Gather, tenant: Scope, reviewed: UUID
) -> None:
    everything = " ".join(words_of(pdf(packed(tenant, reviewed), no_pages)))
    assert "There is no picture of E1 · Example Holdings" in everything
    assert "PDFium gave up." in everything


def test_foreign_words_are_words_and_no_mark_up(draw: Draw) -> None:
    everything = " ".join(words_of(pdf(pack_saying(HOSTILE), draw)))
    assert everything.count("<script>alert(1)</script>") > 15


def test_a_character_without_a_font_stands_as_its_code_and_is_counted(draw: Draw) -> None:
    strange = "Revenue \U00013000 rose"  # a hieroglyph
    everything = " ".join(words_of(pdf(pack_saying(strange), draw)))
    assert "[U+13000]" in everything
    assert "has no font for 1 of its characters (U+13000)" in everything
    plain = replace(pack_saying("Revenue"), reader="A. Meyer")
    assert "has no font" not in " ".join(words_of(pdf(plain, draw)))


def test_characters_are_set_in_the_first_font_that_has_them(tmp_path: Path) -> None:
    none = Fonts(machine=[tmp_path])
    assert none.name() == "Helvetica"
    assert none.marked_up("a < b → c") == "a &lt; b [U+2192] c"
    assert none.missing == {"→": 1}


def test_the_own_folder_of_fonts_comes_first(tmp_path: Path) -> None:
    vera = next(path for folder in font_folders() for path in folder.rglob("Vera.ttf"))
    shutil.copy(vera, tmp_path / "OfTheHouse.ttf")
    own = Fonts(tmp_path, machine=[])
    assert own.marked_up("é Ω ж") == 'é <font name="pincite-OfTheHouse">Ω</font> [U+0436]'


def test_words_that_are_read_from_right_to_left_are_said_to_be_set_otherwise(draw: Draw) -> None:
    everything = " ".join(words_of(pdf(pack_saying("Revenue \u05d4\u05db\u05e0\u05e1\u05d4"), draw)))
    assert "read from right to left" in everything
    assert "read from right to left" not in " ".join(words_of(pdf(pack_saying("Revenue"), draw)))


def test_long_words_and_comments_stay_on_the_paper(draw: Draw) -> None:
    """A filing's word without a blank, and a page of comment."""
    for words in ("x" * 3000, "Why not? " * 440):
        reader = PdfReader(io.BytesIO(pdf(pack_saying(words), draw)))
        assert len(reader.pages) > 1
