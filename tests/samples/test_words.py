"""The prose of the samples."""

import pytest

from pipeline.samples.model import Books
from pipeline.samples.sentences_annual import annual_gaps
from pipeline.samples.sentences_quarterly import quarterly_gaps
from pipeline.samples.words import Kind, read

ANNUAL = (
    "about",
    "explanatory",
    "glossary",
    "highlights",
    "business",
    "risks",
    "discussion",
    "notes",
    "segments",
)
QUARTERLY = ("quarter_notes", "quarter_segments", "quarter_discussion", "quarter_liquidity")
REAL_COMPANIES = ("apple", "amazon", "johnson", "microsoft", "xylem", "badger meter", "hach", "teledyne")


def test_a_gap_without_a_filling_is_an_error() -> None:
    with pytest.raises(KeyError):
        read("highlights", {})


def test_headings_tables_and_paragraphs_are_told_apart() -> None:
    pieces = read("highlights", annual_gaps(Books.as_reported()))
    assert [piece.kind for piece in pieces] == [Kind.ITEM, Kind.TABLE, Kind.PARAGRAPH, Kind.PARAGRAPH]
    assert pieces[0].text == "Three years at a glance"


def test_prose_names_no_real_company() -> None:
    books = Books.as_restated()
    words = [piece.text for name in ANNUAL for piece in read(name, annual_gaps(books))]
    words += [piece.text for name in QUARTERLY for piece in read(name, quarterly_gaps(books))]
    text = " ".join(words).lower()
    assert [company for company in REAL_COMPANIES if company in text] == []
