"""Covers of real filings against what their pages say, read by eye (covers.json beside this module)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pipeline.evidence.cover import Cover
from pipeline.parse.cover.cover import read_cover
from pipeline.parse.cover.printed import BODY_PAGES

TRUTH: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("covers.json").read_text(encoding="utf-8")
)


def said(cover: Cover) -> dict[str, Any]:
    """The cover as covers.json writes it: without where each field was read."""
    return {name: value for name, value in cover.to_json().items() if name != "sources"}


def texts(path: Path) -> list[str]:
    """The pages of a PDF as PDFium writes them, in the order of the file: another one than a parse gives them."""
    document = pypdfium2.PdfDocument(path)
    try:
        return [
            document[index].get_textpage().get_text_range() for index in range(min(len(document), BODY_PAGES))
        ]
    finally:
        document.close()


@pytest.mark.parametrize("name", TRUTH)
def test_a_printed_cover_says_what_the_pages_say(shared_data: Path, name: str) -> None:
    assert said(read_cover(texts(shared_data / name))) == TRUTH[name]
