"""A page whose characters the server cannot draw says so; a folder of fonts mends it."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from PIL import Image

from pipeline.evidence.errors import ConfigurationError
from pipeline.parse.pdf.fonts import SQUARES
from pipeline.settings import Settings
from tests.fixtures.pdfs import pdf_of, scanned, statement_texts, unembedded
from tests.viewer.test_page_images import with_pool
from viewer.page_image import PageImage
from viewer.page_images import PageImages


def _drawn(pdf: bytes, folder: Path, *, with_font: bool) -> PageImage:
    """The first page, drawn with a folder of fonts that has one for every character, or none at all."""
    fonts, file = folder / "fonts", folder / "page.pdf"
    fonts.mkdir()
    file.write_bytes(pdf)
    if with_font:
        shutil.copy(SQUARES, fonts / "squares.ttf")
    images: list[PageImage] = []

    async def body(pool: PageImages) -> None:
        images.append(await pool.image(file, 0, 640))

    with_pool(body, fonts=fonts)
    return images[0]


def _darkest(image: PageImage) -> int:
    darkest, _ = Image.open(io.BytesIO(image.webp)).convert("L").getextrema()
    assert isinstance(darkest, int)
    return darkest


@pytest.mark.parametrize("downwards", [False, True])
def test_a_page_in_a_font_that_nobody_brings_is_blank_and_says_so(tmp_path: Path, downwards: bool) -> None:
    image = _drawn(unembedded(downwards=downwards), tmp_path, with_font=False)
    assert image.lacks_fonts
    assert _darkest(image) > 200


def test_a_folder_with_the_font_draws_it(tmp_path: Path) -> None:
    image = _drawn(unembedded(downwards=False), tmp_path, with_font=True)
    assert not image.lacks_fonts
    assert _darkest(image) < 60


@pytest.mark.parametrize("pdf", [pdf_of(statement_texts()), scanned(pdf_of(statement_texts())), pdf_of([])])
def test_a_page_that_needs_no_other_font_says_nothing(tmp_path: Path, pdf: bytes) -> None:
    assert not _drawn(pdf, tmp_path, with_font=False).lacks_fonts


def test_the_folder_of_fonts_is_a_setting_and_must_exist(tmp_path: Path) -> None:
    assert Settings.from_environment({"PINCITE_FONTS": str(tmp_path)}).fonts == tmp_path
    assert Settings.from_environment({}).fonts is None
    with pytest.raises(ConfigurationError, match="PINCITE_FONTS"):
        Settings.from_environment({"PINCITE_FONTS": str(tmp_path / "none")})
