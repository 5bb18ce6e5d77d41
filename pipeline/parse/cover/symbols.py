"""Ticker symbols of shares: in a cover's table of registered securities, in a sentence, behind a name in a release."""

from __future__ import annotations

import re

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
_IN_TABLE = re.compile(rf"(?<![\w$.%])({_SYMBOL})\s+(?i:{_EXCHANGE})")
_IN_SENTENCE = re.compile(
    rf"\bunder\s+the\s+(?:(?:ticker|trading|stock)\s+)*symbols?\s+[“”\"'‘]*({_SYMBOL})(?![\w])"
)
_LISTED = re.compile(
    r"\(\s*(?:(?i:the\s+)?(?:NYSE|NASDAQ|Nasdaq|ASX|LSE|TSX|OTC|Cboe)[^():;,]{0,30}[:;,]\s?"
    rf"[“\"]?{_SYMBOL}[”\"]?\s*[;,/]?\s*(?:and\s+)?)+\)"
)
_IN_LIST = re.compile(rf"[:;,]\s?[“\"]?({_SYMBOL})(?![\w])[”\"]?")
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
    return _distinct(_IN_TABLE.findall(found[1]))


def named_symbols(text: str) -> tuple[str, ...]:
    """The symbol under which a report says that its shares are traded."""
    return _distinct(_IN_SENTENCE.findall(text)[:1])


def listed_symbols(text: str) -> tuple[str, ...]:
    """The symbols behind the first name that a release gives with its exchange: "(NYSE: AMCR; ASX: AMC)"."""
    found = _LISTED.search(text)
    return _distinct(_IN_LIST.findall(found[0])) if found else ()


def _distinct(symbols: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(symbol for symbol in symbols if symbol not in _WORDS))
