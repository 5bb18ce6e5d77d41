"""Unstructured's view of a source: segments in its reading order, with hints of their kind.

The only module that imports `unstructured`. The import costs seconds and half a gigabyte, so it happens inside
the functions, and only in ingest processes.
"""

from __future__ import annotations

import io
import logging
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from pipeline.evidence.box import Box
from pipeline.evidence.errors import InvalidBox, ParseFailed

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

LONGEST_WORD = 500
"""Characters without a space. The longest addresses in filings have half as many."""

_LONG_WORD = re.compile(rf"\S{{{LONGEST_WORD + 1}}}")


@dataclass(frozen=True, slots=True)
class Segment:
    """One element that `unstructured` found.

    `kind_hint` is its class name ("Title", "NarrativeText", …), unreliable. `page_number` counts from 1 in a PDF,
    and is the number stamped on the node in HTML (`data-page-number`), None without one.
    `box` is in PDF points of the rotated MediaBox, origin top-left; None in HTML and for an empty box.
    """

    kind_hint: str
    text: str
    page_number: int | None
    box: Box | None


def unstructured_version() -> str:
    """The installed version, without importing the library."""
    return metadata.version("unstructured")


def load_pdf_library() -> None:
    """Import what segment_pdf needs, seconds before the first PDF arrives. Raises ImportError."""
    _partition_pdf()


def load_html_library() -> None:
    """Import what segment_html needs. Raises ImportError."""
    _partition_html()


def segment_html(html: str, source: str) -> list[Segment]:
    """Segments of an HTML text, in document order. Raises ParseFailed when the library fails."""
    partition = _partition_html()
    try:
        elements = partition(text=html, languages=["eng"])
    except Exception as error:
        raise _failed(source, error) from error
    return _segments(elements)


def segment_pdf(pdf: bytes, source: str) -> list[Segment]:
    """Segments of a PDF's pages, in reading order, by its "fast" strategy.

    An empty list means that it found nothing, which on a page with text is a failure: the caller knows whether
    there is text. Raises ParseFailed when the library fails.
    """
    partition = _partition_pdf()
    try:
        elements = partition(file=io.BytesIO(pdf), strategy="fast", languages=["eng"])
    except Exception as error:
        raise _failed(source, error) from error
    return _segments(elements)


_Partition = Callable[..., Sequence[Any]]


@cache
def _partition_pdf() -> _Partition:
    _prepare()
    import unstructured.partition.pdf

    # Its guard against drawings of many thousand strokes turns the whole file into nothing, in silence. Here the
    # guard is the segmenter's time limit, which ends in an error.
    setattr(unstructured.partition.pdf, "is_pdf_too_complex", _never_too_complex)  # noqa: B010
    partition: _Partition = unstructured.partition.pdf.partition_pdf
    return partition


@cache
def _partition_html() -> _Partition:
    _prepare()
    import unstructured.partition.html

    partition: _Partition = unstructured.partition.html.partition_html
    return partition


def _prepare() -> None:
    # Both are read at import: telemetry is sent and an advert printed unless they are set before it.
    os.environ["DO_NOT_TRACK"] = "1"
    os.environ["UNSTRUCTURED_DISABLE_NOTICE"] = "1"
    logging.getLogger("pdfminer").setLevel(logging.ERROR)  # it warns of every unusual colour and font
    for name in ("pdfminer.psparser", "pdfminer.pdfinterp"):
        setattr(logging.getLogger(name), "debug", _unheard)  # noqa: B010
    import unstructured.nlp.tokenize

    # It would download en_core_web_sm at run time, and offline return nothing, in silence. Texts and boxes do
    # not depend on the model; element types do a little, and are hints only.
    setattr(unstructured.nlp.tokenize, "_load_spacy_model", _sentence_splitter)  # noqa: B010


def _unheard(*_: object) -> None:
    """Stands for what pdfminer says to nobody at each token, 80,000 times a page: a tenth of its time."""


def _sentence_splitter() -> Language:
    import spacy

    splitter = spacy.blank("en")
    splitter.add_pipe("sentencizer")
    splitter.tokenizer = _bounded(splitter.tokenizer)
    return splitter


def _bounded(exactly: Callable[[str], Doc]) -> Callable[[str], Doc]:
    """The tokenizer, but for texts with words longer than any: it takes the square of a word's marks, an hour for
    100,000 of them. Those are told apart by their spaces alone."""
    from spacy.tokens import Doc

    vocabulary = exactly.vocab  # type: ignore[attr-defined]

    def tokens(text: str) -> Doc:
        return Doc(vocabulary, words=text.split()) if _LONG_WORD.search(text) else exactly(text)

    return tokens


def _never_too_complex(**_: object) -> bool:
    return False


def _segments(elements: Sequence[Any]) -> list[Segment]:
    return [
        Segment(type(element).__name__, str(element.text), element.metadata.page_number, _box(element))
        for element in elements
    ]


def _box(element: Any) -> Box | None:
    coordinates = element.metadata.coordinates
    if coordinates is None or not coordinates.points:
        return None
    across = [float(x) for x, _ in coordinates.points]
    down = [float(y) for _, y in coordinates.points]
    try:
        return Box.from_edges(min(across), min(down), max(across), max(down))
    except InvalidBox:
        return None


def _failed(source: str, error: Exception) -> ParseFailed:
    return ParseFailed(
        f"{source}: the segmentation into blocks failed ({type(error).__name__}: {error}). "
        "If the file opens in a PDF or HTML viewer, please report it.",
        source=source,
    )
