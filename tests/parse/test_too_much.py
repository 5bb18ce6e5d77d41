"""What no filing holds is refused in words before it is looked at closely; marks without a partner cost no time."""

from __future__ import annotations

import time

import pytest

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import DamagedSource, SourceTooLarge
from pipeline.limits import MOST_LINES, MOST_REFERENCES, Limits
from pipeline.parse import parse
from pipeline.parse.html import clean
from pipeline.parse.pdf import labels_in_file, text
from pipeline.parse.source import HTML, PDF, TEXT, Source, Submission, SubmittedPart
from tests.fixtures.bombs import PDFS, page, pdf
from tests.fixtures.pdfs import three_lines

WORDS = "<p>Net sales rose.</p>"


def read(content: str | bytes, media_type: str, limits: Limits | None = None) -> ParsedDocument:
    data = content if isinstance(content, bytes) else content.encode()
    return parse(
        Source("filing", data, media_type),
        progress=lambda done, total: None,
        interrupted=lambda: False,
        limits=limits or Limits(),
    )


def test_a_text_of_half_a_million_lines_is_refused() -> None:
    with pytest.raises(SourceTooLarge, match="filing has more than 500,000 lines"):
        read("Net sales rose." + "\r\n" * (MOST_LINES + 1), TEXT)


@pytest.mark.parametrize(
    ("content", "media_type"),
    [("Net sales rose.\f" * 4, TEXT), (WORDS + "<hr style='page-break-after:always'>x" * 3, HTML)],
)
def test_pages_are_counted_before_they_are_read(content: str, media_type: str) -> None:
    assert len(read(content, media_type, Limits(pages=4)).pages) == 4
    with pytest.raises(SourceTooLarge, match="PINCITE_MAX_PAGES"):
        read(content, media_type, Limits(pages=3))


def test_elements_of_all_parts_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean, "MOST_ELEMENTS", 14)
    document = (
        f"<DOCUMENT>\n<TYPE>10-K\n<TEXT>\n<html><body>{WORDS * 4}</body></html>\n</TEXT>\n</DOCUMENT>\n"
    )
    read(document * 2, HTML)
    with pytest.raises(SourceTooLarge, match="more than 14 elements"):
        read(document * 3, HTML)


def test_a_style_is_counted_once_however_often_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean, "MOST_STYLE", 29)
    read("<p style='color:red;margin:1px'>x</p>" * 100, HTML)
    with pytest.raises(SourceTooLarge, match="more than 29 characters of different styles"):
        read("<p style='color:red;margin:1px'>x</p><p style='color:blue'>x</p>", HTML)


@pytest.mark.parametrize("media_type", [HTML, TEXT])
def test_marks_that_are_written_as_references_are_bounded(media_type: str) -> None:
    mark = "&amp;" if media_type == HTML else "& "
    start, end = ("<p>", "</p>") if media_type == HTML else ("", "")
    with pytest.raises(SourceTooLarge, match="more than 20,000 marks"):
        read(f"{start}Net sales rose {mark * (MOST_REFERENCES + 1)}{end}", media_type)
    few = "".join(f"{start}Net sales rose {mark * 150}{end}\n\n" for _ in range(MOST_REFERENCES // 100))
    assert len(read(few, media_type).blocks) == MOST_REFERENCES // 100


def test_a_pdf_page_that_is_too_full_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "MOST_CHARACTERS", 10)
    with pytest.raises(
        SourceTooLarge, match=r"filing: PDF page 1 of 1 is too full: it has [\d,]+ characters"
    ):
        read(three_lines(), PDF)


def test_page_labels_without_an_end_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = next(bomb for bomb in PDFS if bomb.name == "page labels that are their own child")
    with pytest.raises(DamagedSource, match="filing: its page labels cannot be read"):
        read(bomb.build(), PDF)
    monkeypatch.setattr(labels_in_file, "LABEL_SECONDS", 0.5)
    levels = [b"<< /Kids [%d 0 R %d 0 R] >>" % (number + 1, number + 1) for number in range(5, 45)]
    endless = pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R /PageLabels 5 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
            b"null",
            *levels,
            b"<< >>",
        ]
    )
    with pytest.raises(DamagedSource, match="filing: its page labels cannot be read"):
        read(endless, PDF)


def test_a_page_that_can_be_read_and_not_copied_is_damaged() -> None:
    data = page(box=b"0 0 0 0", entries=b"/CropBox [0 0 612 792]")
    with pytest.raises(DamagedSource, match="filing: PDF page 1 "):
        read(data, PDF)


@pytest.mark.parametrize("reference", ["&#11;", "&#xFFFE;", "&#1;", "&#12;"])
def test_characters_that_no_tree_may_hold_are_gone_before_it_is_changed(reference: str) -> None:
    found = read(f"<p>Net{reference} sales<b>x</b>{reference} rose<input>in{reference} May.</p>", HTML)
    assert "".join(found.pages[0].text.split()) == "NetsalesxroseinMay."


def test_a_line_that_nearly_is_a_rule_takes_time_of_its_length() -> None:
    started = time.process_time()
    assert len(read("Net sales rose.\n" + "- -" * 100_000 + "---" * 100_000 + "x\n", TEXT).blocks) == 2
    assert time.process_time() - started < 8


def _without_partners() -> list[tuple[str, str]]:
    xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><body>' + WORDS
    return [
        (xhtml + "<![CDATA[" * 200_000, "character data"),
        (xhtml + "<" * 500_000, "tags"),
        (WORDS + f"<span style='{'position:relative;' * 25_000}'>x</span>", "moves"),
        (WORDS + f"<span style='font-size:{'0' * 400_000}x'>x</span>", "sizes"),
        ("".join("<font color=white>" * 400 + "</font>" * 400 + "x" for _ in range(25)) + WORDS, "colours"),
    ]


@pytest.mark.parametrize(("content", "marks"), _without_partners(), ids=lambda value: value[:12])
def test_beginnings_without_an_end_take_time_of_their_length(content: str, marks: str) -> None:
    """Each took minutes or hours by patterns that look for an end from each beginning, or by looking at each
    element's surroundings anew."""
    started = time.process_time()
    clean.clean_tree(Submission("", (SubmittedPart("", content),)), marks)
    assert time.process_time() - started < 8
