"""Tables as HTML for st.html: real tables with real links, in which every word of a source is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from urllib.parse import urlencode

from pages.filings import icon

Cell = str
"""The HTML of a cell, whole."""


def table(caption: str, head: Sequence[Cell], rows: Iterable[Sequence[Cell]], name: str) -> str:
    """A table of these cells. `caption` is read by screen readers; `name` is its class, beside "numbers"."""
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return (
        f'<div class="numbers {name}" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{''.join(head)}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def head(text: str, kind: str = "") -> Cell:
    """A column's head. `kind` is its class: "number" stands to the right."""
    return f'<th scope="col"{_class(kind)}>{escape(text)}</th>'


def silent_head(text: str) -> Cell:
    """The head of a column whose cells say what they are."""
    return f'<th scope="col"><span class="silent">{escape(text)}</span></th>'


def cell(text: str, kind: str = "", title: str | None = None) -> Cell:
    """A cell of these words."""
    return f"<td{_class(kind)}{_title(title)}>{escape(text)}</td>"


def row_head(text: str, below: str = "") -> Cell:
    """The cell that names its row, with a small line below the name."""
    small = f"<small>{escape(below)}</small>" if below else ""
    return f'<th scope="row"><span class="titled" title="{escape(text)}">{escape(text)}</span>{small}</th>'


def status(tone: str, name: str, text: str) -> Cell:
    """A cell with an icon and its word in one colour."""
    return f"<td>{status_words(tone, name, text)}</td>"


def status_words(tone: str, name: str, text: str) -> str:
    return f'<span class="status {escape(tone)}">{icon(name)}{escape(text)}</span>'


def titled(text: str) -> str:
    """Words that are cut where there is no room; the tooltip has them all."""
    return f'<span class="titled" title="{escape(text)}">{escape(text)}</span>'


def handle(name: str, *, is_withheld: bool) -> str:
    """An evidence's handle: amber where there is something to show, grey and dashed where there is not."""
    return f'<span class="evidence{" withheld" if is_withheld else ""}">{escape(name)}</span>'


def link(address: str, text: str, name: str | None = None) -> str:
    """A link within the app; `name` says to screen readers which of the many it is."""
    label = f' aria-label="{escape(name)}"' if name else ""
    return f'<a href="{escape(address)}" target="_self"{label}>{escape(text)}</a>'


def address(page: str, parameters: Mapping[str, str]) -> str:
    """The address of a page of the app, from another one: "" is the Ask page."""
    return f"./{page}?{urlencode(parameters)}"


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _title(title: str | None) -> str:
    return f' title="{escape(title)}"' if title else ""
