"""Who files: each registrant of a printed cover with its numbers, tickers and former names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.evidence.cover import Registrant
from pipeline.parse.cover.names import (
    defined_name,
    is_company,
    is_name,
    name_key,
    names_before_markers,
    translated_name,
    trimmed,
)
from pipeline.parse.cover.numbers import find_eins
from pipeline.parse.cover.symbols import named_symbols, printed_symbols

_NAME = r"[A-Z0-9][\w.,'’&\s-]{1,80}"
# A row of the table that several registrants share: file number, name, then address and employer's number.
_FILE_NUMBER = re.compile(r"(?<![\d-])(?:\d{1,3}-\d{3,6}(?:-\d{2})?)(?![\d-])")
_ROW_NAME = re.compile(rf"\s*({_NAME}?)(?=\s*(?:\(|\d{{2}}-\d{{7}}|\s\d))")
_FORMERLY = r"(?:formerly(?:\s+known\s+as|\s+named)?|f/k/a|previously(?:\s+known\s+as)?)"
_QUOTED_OR_NAME = r"[“\"'‘]?([A-Z0-9][^()”\"“]{1,80}?)[”\"'’]?"
_CHANGED = (
    re.compile(
        r"\bchanged\s+(?:its|our|the\s+company[’']s)\s+(?:corporate\s+|legal\s+)?name\s+from\s+"
        r"[“\"]?([A-Z0-9][^“”\"();]{1,80}?)[”\"]?\s+to\s+[“\"]?([A-Z0-9][^“”\"();]{1,80}?)(?=[”\"();]|\.\s|,\s+(?:and|which|effective|to|as)\b)",
        re.I,
    ),
)
_FORMER_LABEL = re.compile(r"\(?\s*former\s+name(?:,|\s+or\s+former|\s+and|\))", re.I)
LONGEST_BEFORE_LABEL = 120


def printed_registrants(front: str, naming_text: str, body: str) -> tuple[Registrant, ...]:
    """The registrants of a cover, the filer first; empty when no name can be read.

    `naming_text` is what stands near the cover, `body` all that is read of the filing. Tickers are the filer's.
    """
    found = list(_with_numbers(front)) or list(_defined(front, naming_text))
    if not found:
        return ()
    filer = replace(found[0], name=translated_name(front) or found[0].name)
    tickers = printed_symbols(front) or named_symbols(body)
    return (replace(filer, tickers=tickers, former_names=former_names(filer.name, front, body)), *found[1:])


def _defined(front: str, naming_text: str) -> Iterator[Registrant]:
    """The company that "we" means, for a cover that shows its name as a picture."""
    if name := defined_name(naming_text):
        eins = {ein for _, ein in find_eins(front)}
        yield Registrant(name, ein=eins.pop() if len(eins) == 1 else None)


def _with_numbers(front: str) -> Iterator[Registrant]:
    rows = list(_rows(front))
    if len(rows) > 1:
        yield from rows
        return
    found = {name_key(name): (place, name) for place, name in reversed(names_before_markers(front))}
    names = [*reversed(found.values())]
    eins = find_eins(front)
    for (place, name), (until, _) in pairwise([*names, (len(front), "")]):
        # One name on a cover: its number may stand above it. Several: each number stands below its name.
        own = [ein for at, ein in eins if len(names) == 1 or place < at < until]
        yield Registrant(name, ein=own[0] if own else None)


def _rows(front: str) -> Iterator[Registrant]:
    """The rows of a table of several registrants; nothing for a cover without one."""
    starts = [match.end() for match in _FILE_NUMBER.finditer(front)]
    numbers: set[str] = set()
    for start, until in pairwise([*starts, len(front)]):
        row = front[start:until]
        name, eins = _ROW_NAME.match(row), find_eins(row)
        if not name or not eins or eins[0][1] in numbers:
            continue
        if is_name(words := trimmed(name[1])) and is_company(words):
            numbers.add(eins[0][1])
            yield Registrant(words, ein=eins[0][1])


def former_names(name: str, front: str, body: str) -> tuple[str, ...]:
    """The names that a company bore: behind its own ("formerly …"), on the cover's line for it, in the sentence that
    tells of the change. Newest first, as far as the filing tells."""
    found = [*_behind_own_name(name, body), *_on_cover(front), *_told(name, body)]
    distinct = {
        name_key(one): one for one in reversed(found) if is_name(one) and name_key(one) != name_key(name)
    }
    return tuple(reversed(distinct.values()))


def _behind_own_name(name: str, body: str) -> Iterator[str]:
    own = r"\W+".join(map(re.escape, re.findall(r"\w+", name)))
    if not own:
        return
    pattern = re.compile(rf"\b{own}\W{{0,3}}\s*\(\s*{_FORMERLY}\s*,?\s*{_QUOTED_OR_NAME}[,.]?\s*\)", re.I)
    for match in pattern.finditer(body):
        yield trimmed(match[1])


def _on_cover(front: str) -> Iterator[str]:
    label = _FORMER_LABEL.search(front)
    if label is None:
        return
    before = front[max(label.start() - LONGEST_BEFORE_LABEL, 0) : label.start()]
    # A label in brackets, or a telephone number, ends what stands above.
    last = trimmed(re.split(r"\)|\d{4}\b|:", before.rstrip(" ()"))[-1])
    if is_name(last) and is_company(last):
        yield last


def _told(name: str, body: str) -> Iterator[str]:
    for pattern in _CHANGED:
        for match in pattern.finditer(body):
            now, own = name_key(match[2]), name_key(name)
            if now and own and (own.startswith(now) or now.startswith(own)):
                yield trimmed(match[1])


def joined(ours: Sequence[Registrant], theirs: Sequence[Registrant]) -> tuple[Registrant, ...]:
    """Registrants, completed by what another place of the filing says of them."""
    if not ours:
        return tuple(theirs)
    if len(ours) == len(theirs) == 1:
        return (_completed(ours[0], theirs[0]),)
    found = []
    for one in ours:
        same = next((other for other in theirs if _is_same(one, other)), None)
        found.append(_completed(one, same) if same else one)
    return tuple(found)


def _is_same(one: Registrant, other: Registrant) -> bool:
    if one.ein and other.ein:
        return one.ein == other.ein
    if one.cik and other.cik:
        return one.cik == other.cik
    return name_key(one.name) == name_key(other.name)


def _completed(one: Registrant, other: Registrant) -> Registrant:
    return Registrant(
        one.name,
        one.former_names or other.former_names,
        one.tickers or other.tickers,
        one.ein or other.ein,
        one.cik or other.cik,
    )
