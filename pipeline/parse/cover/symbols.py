"""Ticker symbols of shares: in a cover's table of registered securities, in a sentence, behind a name in a release."""

from __future__ import annotations

import re

ABOUT = 2_000
"""Characters of the paragraph in which a release tells about its company, with its exchange at the end."""

_SYMBOL = r"[A-Z]{1,5}(?:[./-][A-Z]{1,2})?"
_SHARE_SYMBOL = re.compile(_SYMBOL)
_EXCHANGE = (
    r"(?:the\s+)?(?:new\s+york\s+stock|nyse|nasdaq|chicago\s+stock|cboe|london\s+stock|toronto\s+stock"
    r"|american\s+stock|boston\s+stock|australian\s+s|tokyo\s+stock|euronext|six\s+swiss)"
)
_REGISTERED = re.compile(
    r"registered\s+(?:or\s+to\s+be\s+registered\s+)?pursuant\s+to\s+section\s+12\s?\(b\)(.*?)"
    r"(?:pursuant\s+to\s+section\s+12\s?\(g\)|indicate\s+by\s+check|\Z)",
    re.I | re.S,
)
# Preferred shares and warrants have a letter more: "JPM PR D".
_SERIES = r"(?:\s+(?i:pr|p|ws|wi|rt|u)\b\s?[A-Z]{0,2})?"
_IN_TABLE = re.compile(rf"(?<![\w$.%])({_SYMBOL}){_SERIES}\s+(?i:{_EXCHANGE})")
# Some tables are read column by column: all symbols stand between two headings.
_COLUMN = re.compile(
    r"(?i:symbol(?:s|\(s\))?)\s+((?:[A-Z][A-Z0-9./]{0,8}\s+)+)(?i:name\s+of\s+each|title\s+of\s+each)"
)
_IN_SENTENCE = re.compile(
    rf"\bunder\s+the\s+(?:(?:ticker|trading|stock)\s+)*symbols?\s+[“”\"'‘]*({_SYMBOL})(?![\w])"
)
_LISTED = (
    r"\(?\s*(?:[“\"]?(?:New York Stock Exchange|NYSE|NASDAQ|Nasdaq|ASX|LSE|TSX|OTC|Cboe)[^():;“”\"]{0,30}[:;]\s?"
    rf"[“\"]?{_SYMBOL}\b[”\"]?\s*[;,/]?\s*(?:and\s+)?)+"
)
_IN_LIST = re.compile(rf"[:;,]\s?[“\"]?({_SYMBOL})(?!\w|\s?:)[”\"]?")
_WORDS = frozenset(
    {"PAR", "VALUE", "STOCK", "SHARE", "SHARES", "UNITS", "NOTES", "CLASS", "THE", "NYSE", "NONE", "NEW"}
)


def is_share_symbol(text: str) -> bool:
    """Whether a symbol is of shares: notes have their year in it."""
    return bool(_SHARE_SYMBOL.fullmatch(text))


def printed_symbols(front: str) -> tuple[str, ...]:
    """The symbols in a cover's table of the securities that are registered under section 12(b)."""
    found = _REGISTERED.search(front)
    if not found or "symbol" not in found[1].lower():
        return ()
    if symbols := _distinct(_IN_TABLE.findall(found[1])):
        return symbols
    column = _COLUMN.search(found[1])
    return _distinct(list(filter(is_share_symbol, column[1].split()))) if column else ()


def named_symbols(text: str) -> tuple[str, ...]:
    """The symbol under which a report says that its shares are traded."""
    return _distinct(_IN_SENTENCE.findall(text)[:1])


def listed_symbols(name: str, text: str) -> tuple[str, ...]:
    """The symbols that a release gives behind a name, or where it tells about the company: "(NYSE: AMCR; ASX: AMC)"."""
    behind = re.compile(rf"{re.escape(name)}\s*(?:\([^()]{{0,80}}\)\s*)?({_LISTED})")
    about = re.compile(rf"\bAbout\s+(?:the\s+)?{re.escape(name.split()[0])}\b.{{0,{ABOUT}}}?({_LISTED})")
    found = behind.search(text) or about.search(text)
    return _distinct(_IN_LIST.findall(found[1])) if found else ()


def _distinct(symbols: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(symbol for symbol in symbols if symbol not in _WORDS))
