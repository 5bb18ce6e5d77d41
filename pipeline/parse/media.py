"""What a file's bytes are, whatever its name says."""

from __future__ import annotations

import re

from pipeline.evidence.errors import PinciteError, SourceEmpty, UnsupportedSource
from pipeline.parse.source import HTML, PDF, TEXT, decode, looks_like_html, unwrap

PDF_HEADER_WITHIN = 1024
"""Readers look for "%PDF-" in the first 1,024 bytes (ISO 32000-1, annex H)."""

WORDLESS_SHARE = 0.02
"""More than this share of control characters is no text: text filings have none but tabs and form feeds."""

_SNIFFED_BYTES = 64_000
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffd]")
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"RIFF", "an image or a recording"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0", "an old Microsoft Office file"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3", "a database"),
)
_TEXT_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", "a Rich Text file"),
    (b"%!PS", "a PostScript file"),
    (b"version https://git-lfs.github.com/spec/", "a Git LFS pointer: the file itself was not fetched"),
)
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1f\x80-\xff]")
_ZIP_KINDS: tuple[tuple[bytes, str], ...] = (
    (b"word/", "a Word document"),
    (b"xl/", "an Excel workbook"),
    (b"ppt/", "a PowerPoint file"),
)
_POINTERS = re.compile(rb"\A(?:\.{0,2}/)?(?:[\w .@~+-]+/)*[\w .@~+-]+\.(?:pdf|html?|txt)\s*\Z", re.I)
_ADVICE = "Pincite reads PDF, HTML and plain-text filings."


def sniff(data: bytes, *, source: str) -> str:
    """The media type of a filing's bytes: "application/pdf", "text/html" or "text/plain".

    `source` is what messages call it. Raises SourceEmpty, or UnsupportedSource saying what the bytes look like.
    """
    if not data.strip(b"\x00\t\n\r\x0b\x0c \xef\xbb\xbf\xfe\xff"):
        raise SourceEmpty(f"{source} is empty: it has no words. Fetch or export it again.", source=source)
    if b"%PDF-" in data[:PDF_HEADER_WITHIN]:
        return PDF
    if kind := _foreign(data):
        raise _unsupported(source, kind)
    text = decode(data[:_SNIFFED_BYTES])
    if len(_CONTROLS.findall(text)) > WORDLESS_SHARE * len(text):
        raise _unsupported(source, "binary data that is no PDF")
    return _text_type(text)


def _text_type(text: str) -> str:
    """HTML if the first part is HTML or the text holds an HTML document's root; else plain text."""
    first = unwrap(text).parts[0].text
    if looks_like_html(first) or re.search(r"<html[\s>]", text[:20_000], re.I):
        return HTML
    return HTML if len(re.findall(r"</(?:p|div|td|tr|span|font)>", text[:20_000], re.I)) > 5 else TEXT


def _foreign(data: bytes) -> str | None:
    if data.startswith(b"PK\x03\x04"):
        return next((kind for mark, kind in _ZIP_KINDS if mark in data[:8192]), "a ZIP archive")
    if len(data) < 1024 and b"\n" not in data.strip() and _POINTERS.match(data.strip()):
        return "a link that was stored as text: it holds only another file's name"
    # Words may start with the letters of a signature ("MZ Industries"), files of these kinds have other bytes too.
    signatures = _TEXT_SIGNATURES + (_SIGNATURES if _NO_TEXT.search(data[:512]) else ())
    return next((kind for mark, kind in signatures if data.startswith(mark)), None)


def _unsupported(source: str, kind: str) -> PinciteError:
    return UnsupportedSource(f"{source} looks like {kind}. {_ADVICE}", source=source)
