"""Filings: PDFs, HTML with and without inline XBRL, and old text, read as a reading process reads them."""

from __future__ import annotations

import io
import logging
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from uuid import UUID

import pypdf
from pypdf.errors import PyPdfError

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import SourceError
from pipeline.index.passages import PassageStream
from pipeline.limits import Limits
from pipeline.parse.media import sniff
from pipeline.parse.source import PDF, Source
from tests.fixtures import html, html_kinds, pdfs, restated
from tests.fuzz.mutations import mutated
from tests.fuzz.pdf_objects import mutated_pdf
from tests.fuzz.target import Target

LARGEST_SEED = 160_000
"""Bytes of a real file that is changed: larger ones are changed in few of their parts, and take seconds each."""

LIMITS = Limits(pages=40)

MARKUP = (
    b"<div>", b"</div>", b"<table>", b"</table>", b"<tr>", b"<td colspan=9999999999>", b"<td rowspan=65535>",
    b"<p>",
    b"<ix:nonFraction contextRef='c1' unitRef='u1' scale='999' decimals='-99' sign='-' format='ixt:num-dot-decimal'>",
    b"</ix:nonFraction>", b"<ix:continuation id='a' continuedAt='a'>", b"<ix:header>", b"</ix:header>",
    b"<ix:hidden>", b"<xbrli:context id='c1'>", b"<xbrli:startDate>0000-00-00</xbrli:startDate>",
    b"<xbrli:measure>iso4217:USD", b"<style>*{display:none}</style>", b"<style>", b"<script>", b"</script>",
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"&#0;", b"&#xD800;", b"&#x110000;", b"&amp;", b"&", b"<svg>", b"<math>",
    b"<template>", b"<plaintext>", b"<xmp>", b"<frameset>", b"<select>", b"<form>", b"<body>",
    b"<html xmlns='http://www.w3.org/1999/xhtml'>", b"<hr>", b"<pre>", b" style='page-break-after:always'",
    b" style='position:absolute;top:-1e9px'", b" id='b1'", b" class='", b"<a ",
    b"<?xml version='1.0' encoding='utf-16'?>", b"<meta charset='utf-7'>", b"<meta charset='idna'>", b"\xff\xfe",
    b"\xfe\xff", b"<br>" * 500, b"<div>" * 300, b"\xc2\xa0", b"\xe2\x80\x8b", b"\xe2\x80\xae", b"\xed\xa0\x80",
    b"\x00", b"\x0c",
)  # fmt: skip

LINES = (
    b"<DOCUMENT>\n", b"</DOCUMENT>\n", b"<TYPE>10-K\n", b"<TEXT>\n", b"</TEXT>\n", b"<PAGE>\n", b"<TABLE>\n",
    b"<CAPTION>\n", b"<S>  <C>  <C>\n", b"</TABLE>\n", b"<FN>\n", b"<F1>",
    b"-----BEGIN PRIVACY-ENHANCED MESSAGE-----\n\n", b"- -----\n", b"<SEC-HEADER>\n", b"</SEC-HEADER>\n",
    b"COMPANY CONFORMED NAME:\t", b"CONFORMED PERIOD OF REPORT:\t99999999\n", b"begin 644 a.pdf\n", b"<XBRL>\n",
    b"\x0c", b"\t\t\t", b" " * 300, b"-" * 200, b"=" * 80, b"\r", b"\r\n", b"$", b"(1,234)",
    b"For the fiscal year ended February 30, 0000\n", b"(In thousands, except per-share amounts)\n", b"." * 2_000,
    b"\x1a", b"\xff", b"\x80", b"\xe2\x80\x83", b"\xa0", b"\x85", b"\xe2\x80\xa8", b"ITEM 1.", b"    12\n",
    b"Page 3 of 2\n", b"\xed\xb0\x80",
)  # fmt: skip

_OLD_TEXT = b"""<SEC-HEADER>
COMPANY CONFORMED NAME:			EXAMPLE CORP
CONFORMED PERIOD OF REPORT:	19971231
</SEC-HEADER>
<DOCUMENT>
<TYPE>10-K
<TEXT>
                       SECURITIES AND EXCHANGE COMMISSION
                                   FORM 10-K
For the fiscal year ended December 31, 1997      Commission file number 1-1234

ITEM 8. FINANCIAL STATEMENTS
<TABLE>
<CAPTION>
CONSOLIDATED BALANCE SHEETS
(In thousands, except per-share amounts)              1997        1996
<S>                                               <C>         <C>
Cash and cash equivalents                          $ 1,204    $    998
Receivables, less allowances of $12 and $9 <F1>      3,310       2,876
                                                   -------     -------
Total                                              $ 4,514     $ 3,874
</TABLE>
<FN>
<F1> Net of discounts.
                                       17
<PAGE>
Net sales grew by 4.2% to $12.3 million, compared with a (1.0)% decline.
- First, volume.
- Second, price.
</TEXT>
</DOCUMENT>
"""


def read(data: bytes) -> str:
    """What became of a filing, as a reading process finds it out, up to what would be stored."""
    source = Source("fuzzed.pdf", data, sniff(data, source="fuzzed.pdf"))
    parsed = _parsed(source)
    LIMITS.check_pages(len(parsed.pages), source.name)
    _require_storable(parsed)
    return source.media_type


def _parsed(source: Source) -> ParsedDocument:
    from pipeline.parse import parse
    from pipeline.parse.pdf.document import assemble, iter_pdf

    if source.media_type != PDF:
        return parse(source, progress=lambda *_: None, interrupted=lambda: False)
    chunks = iter_pdf(
        source.data,
        source=source.name,
        progress=lambda *_: None,
        interrupted=lambda: False,
        limits=LIMITS,
        segmenters=1,
    )
    return assemble(list(chunks))


def _require_storable(parsed: ParsedDocument) -> None:
    """The database takes neither NUL nor halves of characters; passages are cut as for it."""
    tables = {table.ordinal: table for table in parsed.tables}
    by_page = defaultdict(list)
    for block in parsed.blocks:
        by_page[block.page_index].append(block)
    stream = PassageStream(UUID(int=0), parsed.title)
    for page in parsed.pages:
        for text in (
            page.text,
            page.label.text or "",
            *(one.text for one in stream.of_page(page, by_page[page.index], tables)),
        ):
            _require_text(text)
    for said in (parsed.title, repr(parsed.cover), *(repr(fact) for fact in parsed.facts)):
        _require_text(said)


def _require_text(text: str) -> None:
    text.encode()
    if "\x00" in text:
        raise ValueError("a NUL would be stored")


def prepare() -> None:
    """As a process is prepared that reading processes are forked from."""
    from pipeline.reading import child

    logging.disable(logging.CRITICAL)
    child.prepare()


def begin() -> None:
    """As a reading process begins: with a segmenter forked from it."""
    from pipeline.parse.pdf.segmenter import fork_segmenters

    fork_segmenters(1)


def _pdfs(real: Path | None) -> list[bytes]:
    own = [
        pdfs.statement(),
        pdfs.three_lines(),
        pdfs.two_columns(),
        pdfs.hyphenated(),
        pdfs.turned_pages(pdfs.statement(), 90, cropped=True, shifted=True),
        pdfs.landscape_lines(270),
        pdfs.with_page_labels(pdfs.pdf_of([], []), ("A-1", "A-2")),
        pdfs.encrypted(pdfs.three_lines(), user_password=""),
        pdfs.scanned(pdfs.three_lines(), [pdfs.Text(90, 200, "Revenue grew")]),
        pdfs.unembedded(downwards=True),
        restated.report(),
    ]
    odd = sorted((real / "hard").glob("*.pdf")) if real else []
    return [
        _plain(one)
        for one in own + [path.read_bytes() for path in odd if path.stat().st_size <= LARGEST_SEED]
    ]


def _plain(pdf: bytes) -> bytes:
    """The same file with each object on its own, where it can be written so: packed objects cannot be exchanged."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf))
        file = io.BytesIO()
        writer.write(file)
    except (PyPdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError, NotImplementedError):
        return pdf
    return file.getvalue() if not writer.is_encrypted else pdf


def _markup(real: Path | None) -> list[bytes]:
    own = [
        value.encode() if isinstance(value, str) else value
        for module in (html, html_kinds)
        for name, value in sorted(vars(module).items())
        if name.isupper() and isinstance(value, str | bytes) and 300 < len(value) < LARGEST_SEED
    ]
    own.append(html.inline_report("<p>Net sales were <b>$1,234</b> million.</p>").encode())
    twins = sorted((real / "filings").rglob("*.htm*")) if real else []
    return own + [path.read_bytes()[:LARGEST_SEED] for path in twins[:12]]


def _texts(real: Path | None) -> list[bytes]:
    old = sorted((real / "filings").rglob("*.txt")) if real else []
    return [_OLD_TEXT, _OLD_TEXT.replace(b"\n", b"\r\n"), _OLD_TEXT.decode().encode("utf-16")] + [
        path.read_bytes()[:60_000] for path in old[:8]
    ]


def _mutated_markup(random: Random, seeds: Sequence[bytes]) -> bytes:
    return mutated(random, seeds, MARKUP)


def _mutated_text(random: Random, seeds: Sequence[bytes]) -> bytes:
    return mutated(random, seeds, LINES)


TARGETS = (
    # A segmenter that is killed leaves what its library wrote: the folder of the whole reading goes, see tests/reading.
    Target("pdf", "PDF filings", _pdfs, mutated_pdf, read, (SourceError,), prepare, begin, leaves_files=True),
    Target("html", "HTML and inline XBRL filings", _markup, _mutated_markup, read, (SourceError,), prepare),
    Target("text", "old text filings, encodings", _texts, _mutated_text, read, (SourceError,), prepare),
)
