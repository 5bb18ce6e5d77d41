"""Odd real PDFs: each ends in a parsed document whose boxes lie on its pages, or in its own clear error."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import (
    NoPages,
    PasswordNeeded,
    SourceEmpty,
    SourceError,
    UnsupportedSource,
)
from pipeline.evidence.page import LabelSource
from tests.parse.pdf_pages import parsed

ERRORS: dict[str, type[SourceError]] = {
    "empty-file__empty.pdf": SourceEmpty,
    "enc-nohandler__AESkeylength256.pdf": UnsupportedSource,
    "enc-user-aes256r6__aes-256-r6.pdf": PasswordNeeded,
    "enc-user-nonascii__issue6010_2.pdf": PasswordNeeded,
    "enc-user__password-example.pdf": PasswordNeeded,
    "enc-user__password.pdf": PasswordNeeded,
    "not-a-pdf__DA-1p.pdf": UnsupportedSource,
    "zero-pages__empty.pdf": NoPages,
}

WITHOUT_TEXT = (
    "huge-page__poppler-85140-0.pdf",
    "scan-mixed__sample_with_rotation_mismatch.pdf",
    "scan-rotated__nemotron_multipage.pdf",
    "scan-table__single_table.pdf",
)

WITH_TEXT = (
    "cjk-no-cmap__jo.pdf",
    "cropbox__PDFBOX-3110-poems-beads-cropbox.pdf",
    "cropbox__cropbox_versus_mediabox_01.pdf",
    "damaged-xref__zen_of_python_corrupted.pdf",
    "dup-chars__issue-71-duplicate-chars.pdf",
    "dup-page__fake-memo-with-duplicate-page.pdf",
    "enc-owner__copy-protected.pdf",
    "invisible-text__invisible_text_layer.pdf",
    "ligatures__copy_paste_ligatures.pdf",
    "mediabox-origin__vertical_header.pdf",
    "neg-coords__negative-coords.pdf",
    "no-tounicode__TrueType_without_cmap.pdf",
    "rotate+crop__boxes.pdf",
    "rotate+crop__issue-1054-example.pdf",
    "rotate-all__test-2812.pdf",
    "rotate270__issue5747.pdf",
    "rotate90__senate-expenditures.pdf",
    "rtl-table__mednine.pdf",
    "rtl__habibi.pdf",
    "scan-with-ocr-layer__pdf-with-ocr-text.pdf",
    "tiny-crop__issue16316.pdf",
    "userunit__bug1947248_text.pdf",
    "vertical-text__issue-449-vertical.pdf",
)


@pytest.fixture(scope="module")
def hard(shared_data: Path) -> Path:
    return shared_data / "hard"


def _parsed(folder: Path, name: str) -> ParsedDocument:
    return parsed((folder / name).read_bytes(), name)


@pytest.mark.parametrize("name", ERRORS)
def test_a_file_that_cannot_be_read_ends_in_its_own_error(hard: Path, name: str) -> None:
    with pytest.raises(ERRORS[name]) as raised:
        _parsed(hard, name)
    assert name in str(raised.value)


@pytest.mark.parametrize("name", WITHOUT_TEXT)
def test_a_file_without_text_has_pages_and_no_blocks(hard: Path, name: str) -> None:
    document = _parsed(hard, name)
    assert document.pages
    assert not document.blocks


@pytest.mark.parametrize("name", WITH_TEXT)
def test_an_odd_file_is_parsed_with_every_box_on_its_page(hard: Path, name: str) -> None:
    document = _parsed(hard, name)
    assert document.blocks
    for block in document.blocks:
        page = document.pages[block.page_index]
        assert page.glyphs is not None
        assert page.geometry is not None
        pieces = page.glyphs.pieces(block.range)
        assert pieces
        for piece in pieces:
            page.geometry.require(piece)


def test_text_outside_a_tiny_crop_is_not_read(hard: Path) -> None:
    (page,) = _parsed(hard, "tiny-crop__issue16316.pdf").pages
    assert 0 < len(page.text) < 40


def test_a_page_and_its_rotated_twin_read_alike(hard: Path) -> None:
    upright = _parsed(hard, "rotate0-twin__nics-background-checks-2015-11.pdf")
    turned = _parsed(hard, "rotate90__nics-background-checks-2015-11-rotated.pdf")
    assert [(block.kind, len(block.cells)) for block in upright.blocks if block.cells] == [
        (block.kind, len(block.cells)) for block in turned.blocks if block.cells
    ]
    assert len(upright.pages[0].text) == len(turned.pages[0].text)


def test_labels_come_from_the_file_where_headings_only_look_like_numbers(hard: Path) -> None:
    document = _parsed(hard, "pagelabels__pagelabels.pdf")
    assert [(page.label.text, page.label.source) for page in document.pages] == [
        (text, LabelSource.PDF) for text in ("iii", "iv", "1", "2", "1")
    ]
