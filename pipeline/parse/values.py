"""What a cell's text is: an amount, a year, a mark that belongs to a neighbour, a unit line."""

from __future__ import annotations

import re

_CURRENCY = r"(?:(?:US|A|C|CA|HK|NZ|S)?\$|€|£|¥|₩|₹|USD|EUR|GBP|CHF|Rs\.?)"
_DASH = r"[-\u2010-\u2015\u2212]"
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+"
_NOTE = r"(?:\s*(?:\((?:\d{1,2}|[a-z])\)|\[\d{1,2}\]|<F\d{1,2}>|[*†‡§]+))*"

_AMOUNT = re.compile(
    rf"{_CURRENCY}?\s*[(\[]?\s*(?:[+]|{_DASH})?\s*{_CURRENCY}?\s*[(\[]?\s*{_DASH}?\s*(?:{_NUMBER})"
    rf"(?:\s*{_DASH}\s*{_CURRENCY}?\s*(?:{_NUMBER}))?"
    rf"\s*(?:%|x|bps|pts?\.?|¢)?\s*[)\]]?\s*(?:%|x|pts?\.?)?\s*[)\]]?{_NOTE}"
)
_NOTHING = re.compile(
    rf"{_CURRENCY}?\s*[(]?\s*(?:{_DASH}+|-0-|nil|n/?a|n/?m|n\.m\.|n\.a\.|\*+)\s*%?\s*[)]?\s*%?{_NOTE}", re.I
)
_YEAR = re.compile(rf"(?:FY|CY)?\s*'?(?:19|20)\d\d(?:\s*(?:/|{_DASH})\s*(?:(?:19|20)?\d\d))?{_NOTE}", re.I)
_PERIOD = re.compile(
    r"\b(?:ended|ending|months|weeks|years?|quarters?|january|february|march|april|may|june|july|august|september"
    r"|october|november|december)\b",
    re.I,
)
_PREFIX = re.compile(rf"{_CURRENCY}\s*[(\[]?\s*{_DASH}?|[(\[]\s*{_CURRENCY}?|{_DASH}\s*{_CURRENCY}")
_SUFFIX = re.compile(r"[)\]]?\s*(?:%|x|pts?\.?|bps|¢)?\s*[)\]]?")
_MARKER = re.compile(
    r"[•●▪◦‣·■□☐☒☑✓➢–—*o-]|[(\[]?(?:\d{1,2}|[A-Za-z]|[ivxl]{1,5})[)\].]|\(?\d{1,2}\)?(?:\.\d{1,2})*\.?"
    r"|(?:item|note|part|exhibit)\s+[\divxlc]+[a-z]?\.?(?:\([\da-z]\))*[.:]?",
    re.I,
)
_UNIT = re.compile(
    r"\b(?:in|(?:US|U\.S\.)?\s?dollars?|amounts?|figures|stated|expressed|except|000(?:'|’)?s)\b[^.]{0,60}?"
    r"\b(?:thousands?|millions?|billions?)\b|\(\s*(?:\$|€|£)?\s*(?:thousands|millions|billions|000(?:'|’)?s)\b"
    r"|\bin (?:US |U\.S\. )?dollars\b|\$\s?(?:millions|thousands|billions)\b|^\(?unaudited[^)]{0,3}in millions",
    re.I,
)
_UNIT_START = re.compile(
    r"[(\[$]|(?:in|(?:u\.?s\.? )?dollars?|(?:all )?amounts?|figures|stated|expressed|thousands|millions|000)\b",
    re.I,
)
_UNIT_IN_SENTENCE = re.compile(
    r"\([^()]{0,40}\bin (?:thousands|millions|billions|US dollars)\b[^()]{0,80}\)", re.I
)
_LONGEST_UNIT = 220


def is_amount(text: str) -> bool:
    """A figure with its currency, brackets and percent sign, or a dash for none; not a bare year."""
    return is_value(text) and not is_year(text)


def is_value(text: str) -> bool:
    """A figure, a year, or what stands where a figure would ("—", "N/A", "NM")."""
    return bool(_AMOUNT.fullmatch(text) or _NOTHING.fullmatch(text))


def is_year(text: str) -> bool:
    return bool(_YEAR.fullmatch(text))


def is_period(text: str) -> bool:
    """True for what columns are counted over: "Three Months Ended", "June 30,", "Fiscal Year"."""
    return bool(_PERIOD.search(text))


def is_marker(text: str) -> bool:
    """A bullet, or the number or letter of a list item or of an "Item"."""
    return bool(_MARKER.fullmatch(text))


def is_unit(text: str) -> bool:
    """A line that says what figures are counted in: "(In millions, except per-share amounts)"."""
    return len(text) <= _LONGEST_UNIT and bool(_UNIT_START.match(text) and _UNIT.search(text))


def joins_before(mark: str, figure: str) -> bool:
    """True when a mark such as "$" or "(" belongs to the figure after it."""
    if is_value(mark):
        return False  # "$—" is a figure of its own: joined to the next it would turn its sign
    return bool(_PREFIX.fullmatch(mark)) and (
        is_value(figure) or is_value(mark + figure) or is_value(f"{figure})")
    )


def joins_after(figure: str, mark: str) -> bool:
    """True when a mark such as ")" or "%" belongs to the figure before it."""
    return bool(mark and _SUFFIX.fullmatch(mark)) and (is_value(figure + mark) or is_value(figure))


def unit_part(text: str) -> tuple[int, int] | None:
    """Where a line gives a unit: all of a unit line, or the last "(in millions)" of a sentence before a table."""
    if is_unit(text):
        return 0, len(text)
    parts = [match.span() for match in _UNIT_IN_SENTENCE.finditer(text)]
    return parts[-1] if parts else None
