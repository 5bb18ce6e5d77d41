"""XHTML elements as filings write them: every style inline, tables of narrow cells, pages broken by rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from lxml import etree
from lxml.etree import _Element

XHTML = "http://www.w3.org/1999/xhtml"
IX = "http://www.xbrl.org/2013/inlineXBRL"
XBRLI = "http://www.xbrl.org/2003/instance"
XBRLDI = "http://xbrl.org/2006/xbrldi"
LINK = "http://www.xbrl.org/2003/linkbase"
XLINK = "http://www.w3.org/1999/xlink"
NAMESPACES: dict[str | None, str] = {
    None: XHTML,
    "ix": IX,
    "ixt": "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
    "xbrli": XBRLI,
    "xbrldi": XBRLDI,
    "link": LINK,
    "xlink": XLINK,
    "iso4217": "http://www.xbrl.org/2003/iso4217",
    "dei": "http://xbrl.sec.gov/dei/2025",
    "us-gaap": "http://fasb.org/us-gaap/2025",
    "orrm": "http://example.com/orrinmere/20250630",
}
_NSMAP = cast(dict[str, str], NAMESPACES)  # lxml takes None for the default prefix; its stubs do not
NBSP = "\u00a0"

_VOID = ("hr", "meta")

Child = str | _Element

TEXT = "color:#1a1c20;font-family:'Times New Roman',Times,serif;font-size:10pt;line-height:130%"
SMALL = "font-size:8.5pt;line-height:120%"


def node(tag: str, /, *children: Child, namespace: str = XHTML, **attributes: str) -> _Element:
    """An element with text and elements inside, in order; `_` in an attribute's name stands for `-`."""
    element = etree.Element(f"{{{namespace}}}{tag}", nsmap=_NSMAP)
    for key, value in attributes.items():
        element.set(key.rstrip("_").replace("_", "-"), value)
    for child in children:
        append(element, child)
    if not children and tag not in _VOID:
        element.text = (
            ""  # so that it is closed by a tag of its own: HTML readers take <td/> for an open <td>
        )
    return element


def append(element: _Element, child: Child) -> None:
    """Put text or an element at the end of `element`."""
    if not isinstance(child, str):
        element.append(child)
    elif len(element):
        element[-1].tail = (element[-1].tail or "") + child
    else:
        element.text = (element.text or "") + child


def span(*children: Child, style: str = "", weight: int = 400, size: str = "") -> _Element:
    """A run of text; what it does not say of its style it has from its page."""
    styles = [style, f"font-size:{size}" if size else "", "font-weight:700" if weight == 700 else ""]
    said = ";".join(part for part in styles if part)
    return node("span", *children, **({"style": said} if said else {}))


def block(*children: Child, align: str = "justify", before: int = 6) -> _Element:
    """A paragraph: a div around its runs, `before` points under the one above."""
    return node("div", *children, style=f"margin-top:{before}pt;text-align:{align}")


def paragraph(text: str) -> _Element:
    """A justified paragraph of body text; its leading words between `**` are bold."""
    parts = text.split("**")
    runs = [span(part, weight=700 if index % 2 else 400) for index, part in enumerate(parts) if part]
    return block(*runs)


def title(*lines: str, before: int = 0) -> _Element:
    """Centered bold lines."""
    return node("div", *(block(span(line, weight=700), align="center", before=before) for line in lines))


def heading(text: str, size: str = "10.5pt", before: int = 12) -> _Element:
    """A bold heading at the left edge."""
    return block(span(text, weight=700, size=size), align="left", before=before)


def rule(width: str = "100%", weight: str = "0.75pt") -> _Element:
    """A horizontal line, drawn as the border of an empty block."""
    return node("div", style=f"border-top:{weight} solid #1a1c20;width:{width};margin:8pt auto")


def grid(rows: Sequence[Sequence[Child]], widths: Sequence[int], align: str = "center") -> _Element:
    """A borderless table; `widths` are percentages."""
    lines = [
        node("tr", *(_plain_cell(cell, width, align) for cell, width in zip(row, widths, strict=True)))
        for row in rows
    ]
    return node("table", *lines, style=f"{TEXT};border-collapse:collapse;width:100%;margin-top:8pt")


def _plain_cell(content: Child, width: int, align: str) -> _Element:
    return node("td", content, style=f"width:{width}%;text-align:{align};vertical-align:top;padding:2px 1pt")


def page(number: str, *children: Child) -> _Element:
    """The content of one printed page, its number at the foot; the cover has none."""
    foot = block(span(number, style=SMALL), align="center", before=24) if number else ""
    return node("div", *children, foot, style=f"{TEXT};margin:0 auto;max-width:7.1in;padding:36pt 0")


def page_break() -> _Element:
    return node("hr", style="page-break-after:always")
