"""What an inline-XBRL header says about its facts: contexts (period, dimensions), units, relations to footnotes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from lxml.html import HtmlElement

from pipeline.evidence.fact import UNIT_DIVIDED, UNIT_TIMES, Dimension
from pipeline.parse.html.text import collapsed

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d:\d\d)?")
_MIDNIGHT = "T00:00:00"


@dataclass(frozen=True, slots=True)
class Context:
    """When and of what a fact holds. Both dates inclusive; an instant has no start, "forever" neither."""

    start: date | None = None
    end: date | None = None
    dimensions: tuple[Dimension, ...] = ()


@dataclass(slots=True)
class Resources:
    """Contexts and units by id, and by fact id the footnotes' ids."""

    contexts: dict[str, Context] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    footnotes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def read(self, root: HtmlElement) -> None:
        """Add what a document's hidden header holds; the first of two with one id counts."""
        for node in root.iter():
            match local_name(node):
                case "context":
                    self.contexts.setdefault(node.get("id", ""), _context(node))
                case "unit":
                    self.units.setdefault(node.get("id", ""), _unit(node))
                case "relationship":
                    for fact in node.get("fromrefs", "").split():
                        self.footnotes[fact] += node.get("torefs", "").split()


def local_name(node: HtmlElement) -> str:
    """The element's name without prefix, in lower case as an HTML parser leaves it; "" for what is no element."""
    return node.tag.rpartition(":")[2].lower() if isinstance(node.tag, str) else ""


def _named(nodes: Iterable[HtmlElement], *names: str) -> Iterator[HtmlElement]:
    return (node for node in nodes if local_name(node) in names)


def _text(node: HtmlElement) -> str:
    return collapsed("".join(node.itertext()))


def _context(node: HtmlElement) -> Context:
    start = end = None
    for part in _named(node.iter(), "startdate", "enddate", "instant"):
        # "2031-06-30" as an end is the end of that day; so is midnight, written as the start of the next.
        day = _day(_text(part), is_end=local_name(part) != "startdate")
        if local_name(part) == "startdate":
            start = day
        else:
            end = day
    if start and (end is None or end < start):
        start = end = None
    return Context(start, end, tuple(sorted(_dimensions(node))))


def _day(text: str, *, is_end: bool) -> date | None:
    match = _DATE.match(text)
    if match is None:
        return None
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
        return day - timedelta(days=1) if is_end and match[4] == _MIDNIGHT else day
    except (ValueError, OverflowError):
        return None


def _dimensions(node: HtmlElement) -> Iterator[Dimension]:
    for member in _named(node.iter(), "explicitmember", "typedmember"):
        if axis := member.get("dimension", "").strip():
            yield Dimension(axis, _text(member), typed=local_name(member) == "typedmember")


def _unit(node: HtmlElement) -> str:
    """ "iso4217:USD", "iso4217:USD / xbrli:shares"."""
    divided = next(_named(node, "divide"), None)
    if divided is None:
        return _measures(node)
    parts = [
        _measures(side) for name in ("unitnumerator", "unitdenominator") for side in _named(divided, name)
    ]
    return UNIT_DIVIDED.join(parts)


def _measures(node: HtmlElement) -> str:
    return UNIT_TIMES.join(_text(measure) for measure in _named(node.iter(), "measure"))
