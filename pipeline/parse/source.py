"""A file's bytes with what they are, and their text without EDGAR's wrappers."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from charset_normalizer import from_bytes

PDF = "application/pdf"
HTML = "text/html"
TEXT = "text/plain"

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\b[^>]{0,300}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{1,40})""", re.I
)
_SNIFFED_BYTES = 4096
_HIGH_BYTES = bytes(range(0x80, 0x100))

TELLING = 60
"""Bytes beyond ASCII from which an encoding can be told by its letters; with fewer it is the commonest one."""

_XML_DECLARATION = re.compile(r"^\s*<\?xml\b[^>]{0,500}\?>", re.I)

# Browsers read these declared names as Windows-1252: filings that declare them hold its curly quotes and dashes.
_WINDOWS_1252_NAMES = frozenset(
    {"ascii", "us-ascii", "iso-8859-1", "iso8859-1", "latin-1", "latin1", "windows-1252"}
)

_ENCODING_WORDS = (
    "big5 big5hkscs cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp775 cp850 cp852"
    " cp855 cp857 cp858 cp866 cp874 cp932 cp949 cp950 euc_jis_2004 euc_jisx0213 euc_jp euc_kr gb18030 gb2312"
    " gbk hz iso2022_jp iso2022_kr iso8859-1 iso8859-10 iso8859-11 iso8859-13 iso8859-14 iso8859-15 iso8859-16"
    " iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-9 johab koi8-r koi8-u"
    " mac-cyrillic mac-greek mac-latin2 mac-roman mac-turkish shift_jis tis-620"
)
_ENCODINGS_OF_TEXTS = frozenset(_ENCODING_WORDS.split())
"""By the names of Python's codecs, what texts and web pages are written in. Python has others under names that a file
may declare: codecs of bytes, of Python's own literals and of host names, and UTF-7, which hides marks from whoever
looks for them."""

_PEM_HEADER = re.compile(r"\A\s*-----BEGIN PRIVACY-ENHANCED MESSAGE-----.*?(?:\r?\n){2}", re.S)
_PEM_END = re.compile(r"^-----END PRIVACY-ENHANCED MESSAGE-----\s*$", re.M)
_PEM_DASH = re.compile(r"^- (?=-)", re.M)
_DOCUMENT = re.compile(r"^<DOCUMENT>[ \t]*$(.*?)(?=^</DOCUMENT>|^<DOCUMENT>[ \t]*$|\Z)", re.S | re.M | re.I)
_TEXT_PART = re.compile(r"^<TEXT>[ \t]*\n?(.*?)(?:^</TEXT>[ \t]*$|\Z)", re.S | re.M | re.I)
_DOCUMENT_FIELD = re.compile(r"^<(TYPE|DESCRIPTION|FILENAME|TITLE)>(.*)$", re.M | re.I)
_HEADER = re.compile(r"^<(?:SEC|IMS)-HEADER>.*?^</(?:SEC|IMS)-HEADER>", re.S | re.M | re.I)
_CARRIERS = re.compile(r"^<(XBRL|XML|PDF)>[ \t]*$|^begin [0-7]{3} \S+[ \t]*$", re.M)
_CONTAINER_TAGS = re.compile(r"^</?(?:XBRL|TEXT|DOCUMENT|SEC-DOCUMENT|IMS-DOCUMENT)>.*$", re.M | re.I)


@dataclass(frozen=True, slots=True)
class Source:
    """A filing's bytes. `name` is what messages call it; `media_type` was read from the bytes, not from the name."""

    name: str
    data: bytes
    media_type: str

    @property
    def stem(self) -> str:
        """The name without its folder and ending: the title of last resort."""
        return Path(self.name).stem or self.name


@dataclass(frozen=True, slots=True)
class SubmittedPart:
    """One <DOCUMENT> of an EDGAR submission: its form or exhibit type, its text, and what it says it is."""

    type: str
    text: str
    description: str = ""

    @property
    def title(self) -> str:
        """ "EX-27 FINANCIAL DATA SCHEDULE"; empty for a text without a wrapper."""
        return f"{self.type} {self.description}".strip() if self.type else ""


@dataclass(frozen=True, slots=True)
class Submission:
    """The text of a source without its wrappers. `header` is the text of an SGML header; "" if there is none."""

    header: str
    parts: tuple[SubmittedPart, ...]


def looks_like_html(text: str) -> bool:
    """True when the first words of a text are HTML's, after an XML declaration and comments."""
    head = re.sub(r"<!--.*?-->|<\?xml[^>]*\?>", "", text[:20_000], flags=re.S).lstrip("\ufeff \t\r\n").lower()
    return bool(
        re.match(
            r"<(?:!doctype\s+html|html|head|body|title|meta|div|p|table|font|center|h[1-6]|pre|section)\b",
            head,
        )
    )


def decode(data: bytes) -> str:
    """The characters of a text or HTML file.

    A byte order mark wins, then UTF-16 without a mark, then UTF-8 if nearly every byte fits it (whatever the file
    declares: inline XBRL declares ASCII over UTF-8), then the declared encoding, then the most likely one.
    Never raises: bytes that fit nothing become U+FFFD.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    if wide := _unmarked_utf16(data):
        return data.decode(wide, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        damaged = data.decode("utf-8", "replace")
        if _is_mostly_utf8(damaged):
            return damaged
        return data.decode(_declared_encoding(data) or _likely_encoding(data), "replace")


def _is_mostly_utf8(text: str) -> bool:
    """True when a few bytes are damaged: other encodings hardly ever form a valid sequence by chance."""
    broken = text.count("\ufffd")
    valid = len(text) - broken - len(text.encode("ascii", "ignore"))
    return valid > 4 * broken


def _unmarked_utf16(data: bytes) -> str | None:
    head = data[:_SNIFFED_BYTES]
    if len(head) < 4 or not head.count(0):
        return None
    high, low = head[::2].count(0), head[1::2].count(0)
    if low > 0.4 * len(head) / 2 and high < 0.05 * len(head) / 2:
        return "utf-16-le"
    if high > 0.4 * len(head) / 2 and low < 0.05 * len(head) / 2:
        return "utf-16-be"
    return None


def _declared_encoding(data: bytes) -> str | None:
    for match in _DECLARED.finditer(data[:_SNIFFED_BYTES]):
        name = match[1].decode("ascii", "replace").lower()
        if name in _WINDOWS_1252_NAMES:
            return "windows-1252"
        if name.startswith(("utf-8", "utf8", "utf-16", "utf16")):
            continue  # it was tried, and it is not true
        try:
            codec = codecs.lookup(name).name
        except LookupError:
            continue
        if codec in _ENCODINGS_OF_TEXTS:
            return codec
    return None


def _likely_encoding(data: bytes) -> str:
    if len(data) - len(data.translate(None, _HIGH_BYTES)) < TELLING:
        return "windows-1252"
    best = from_bytes(data[:200_000], cp_isolation=["cp1252", "mac_roman", "utf_8", "cp1251"]).best()
    return best.encoding if best else "windows-1252"


def unwrap(text: str) -> Submission:
    """Take a text out of its PEM and SGML wrappers; a text without wrappers is one part without a type.

    Parts that carry data instead of words (XBRL instances, encoded images and archives) are left out.
    """
    body = _XML_DECLARATION.sub("", text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff"))
    if _PEM_HEADER.match(body):
        body = _PEM_DASH.sub("", _PEM_END.sub("", _PEM_HEADER.sub("", body)))
    header = _HEADER.search(body[:100_000])
    mailed = header[0] if header else ""
    parts = tuple(part for match in _DOCUMENT.finditer(body) if (part := _part(match[1])))
    if parts:
        return Submission(mailed, parts)
    rest = _HEADER.sub("", body, count=1) if header else body
    return Submission(mailed, (SubmittedPart("", rest),))


def _part(document: str) -> SubmittedPart | None:
    fields = {match[1].upper(): match[2].strip() for match in _DOCUMENT_FIELD.finditer(document[:2_000])}
    content = _TEXT_PART.search(document)
    text = content[1] if content else _DOCUMENT_FIELD.sub("", document)
    carrier = _CARRIERS.search(text[:500])
    if carrier and not (carrier[1] == "XBRL" and looks_like_html(text[carrier.end() :])):
        return None
    text = _XML_DECLARATION.sub("", _CONTAINER_TAGS.sub("", text))
    if not text.strip():
        return None
    return SubmittedPart(fields.get("TYPE", ""), text, fields.get("DESCRIPTION", ""))
