"""Passages are cut in order and embedded beside; finished vectors are kept and used again."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from uuid import uuid4

import numpy as np
import pytest

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import IngestInterrupted
from pipeline.index.embedding import Vectors
from pipeline.passage_line import BATCH_PAGES, PassageLine
from tests.fixtures.pdfs import Text, pdf_of
from tests.parse.pdf_pages import parsed
from tests.parse.test_pdf_parts import Kept

PAGES = BATCH_PAGES + 2


class Lengths:
    """Embeds a text as its length and its first letter's code, and remembers what it was asked. An Embedder."""

    name = "lengths"
    dimensions = 2

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._asking = threading.Lock()

    def embed(self, texts: Sequence[str]) -> Vectors:
        with self._asking:
            self.asked += texts
        return np.array([[len(text), ord(text[0])] for text in texts], dtype=np.float32)


@pytest.fixture(scope="module")
def document() -> ParsedDocument:
    return parsed(
        pdf_of(
            *([Text(60, 100, f"{'ABCDEFGHIJKL'[page]} page says {'so ' * page}.")] for page in range(PAGES))
        )
    )


def embedded(document: ParsedDocument, embedder: Lengths, parts: Kept) -> tuple[list[str], Vectors]:
    with PassageLine(uuid4(), embedder, threads=2, parts=parts) as line:
        line.add(document.title, document.pages, document.blocks, document.tables)
        vectors = line.vectors(lambda done, total: None, lambda: None)
        return [passage.text for passage in line.passages], vectors


def test_vectors_stand_in_the_order_of_the_passages(document: ParsedDocument) -> None:
    texts, vectors = embedded(document, Lengths(), Kept())
    assert len(texts) == PAGES
    assert vectors.dtype == np.float32
    assert vectors.tolist() == [[len(text), ord(text[0])] for text in texts]


def test_kept_vectors_are_not_made_again(document: ParsedDocument) -> None:
    parts, first, second = Kept(), Lengths(), Lengths()
    texts, vectors = embedded(document, first, parts)
    assert sorted(first.asked) == sorted(texts)
    assert sorted(parts) == [0, BATCH_PAGES]
    _, again = embedded(document, second, parts)
    assert second.asked == []
    assert np.array_equal(again, vectors)


def test_damaged_vectors_are_made_anew_and_the_others_are_used(document: ParsedDocument) -> None:
    parts = Kept()
    texts, vectors = embedded(document, Lengths(), parts)
    parts[BATCH_PAGES] = parts[BATCH_PAGES][:-4]
    embedder = Lengths()
    _, again = embedded(document, embedder, parts)
    assert sorted(embedder.asked) == sorted(texts[BATCH_PAGES:])
    assert np.array_equal(again, vectors)


def test_vectors_of_another_model_are_not_used(document: ParsedDocument) -> None:
    parts, other = Kept(), Lengths()
    texts, _ = embedded(document, Lengths(), parts)
    other.name = "others"
    embedded(document, other, parts)
    assert sorted(other.asked) == sorted(texts)


def test_progress_counts_passages_and_a_stop_ends_it(document: ParsedDocument) -> None:
    def stop() -> None:
        raise IngestInterrupted("stopped", source="report.pdf")

    told: list[tuple[int, int]] = []
    with PassageLine(uuid4(), Lengths(), threads=1, parts=Kept()) as line:
        line.add(document.title, document.pages, document.blocks, document.tables)
        line.vectors(lambda done, total: told.append((done, total)), lambda: None)
        with PassageLine(uuid4(), Lengths(), threads=1, parts=Kept()) as other:
            other.add(document.title, document.pages, document.blocks, document.tables)
            with pytest.raises(IngestInterrupted):
                other.vectors(lambda done, total: None, stop)
    assert told == [(0, PAGES), (BATCH_PAGES, PAGES)]


def test_a_document_without_words_has_no_vectors() -> None:
    with PassageLine(uuid4(), Lengths(), threads=1, parts=Kept()) as line:
        assert line.vectors(lambda done, total: None, lambda: None).shape == (0, 2)
