"""The Library's table, as values and as markup in which every word of a source is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from pages import session
from pipeline.store.documents import DocumentRow
from viewer.media import Media

NONE = "–"


@dataclass(frozen=True, slots=True)
class FilingRow:
    """A row of the table. `tone` and `icon` go with the word of its state."""

    company: str
    filing: str
    format: str
    tone: str
    icon: str
    state: str
    pages: str
    blocks: str
    versions: str
    added: str

    def matches(self, words: str) -> bool:
        """True when every word typed into the filter stands in the row."""
        text = f"{self.company} {self.filing} {self.format} {self.state}".casefold()
        return all(word in text for word in words.casefold().split())


def filing_row(document: DocumentRow) -> FilingRow:
    """A title reads "Company · Form · Period"; one without that shape stands in the first column."""
    company, _, filing = (document.title or "").partition(" · ")
    media = Media.of(document.media_type) if document.media_type else None
    if not document.may_read:
        company, state = "Restricted document", ("none", "lock", "No access")
    elif document.version_id is None:
        state = ("none", "hourglass_empty", "Nothing stored")
    else:
        state = ("ok", "check_circle", "Ready")
    tone, icon, word = state
    return FilingRow(
        company=company,
        filing=filing.replace(" · ", ", "),
        format=media.word if media else NONE,
        tone=tone,
        icon=icon,
        state=word,
        # A section of an HTML filing is the viewer's convenience and no page.
        pages=_number(document.pages) if media is not Media.HTML else NONE,
        blocks=_number(document.blocks),
        versions=_versions(document.superseded_versions),
        added=session.local_time(document.created_at).partition(",")[0],
    )


def table(rows: Iterable[FilingRow], total: int) -> str:
    """The table as HTML for st.html."""
    shown = list(rows)
    body = "".join(_table_row(row) for row in shown)
    count = f"All {total} shown" if len(shown) == total else f"{len(shown)} of {total} shown"
    return (
        '<div class="filings"><table><thead><tr><th>Company</th><th>Filing</th><th>Format</th><th>Status</th>'
        '<th class="number">Pages</th><th class="number">Blocks</th><th>Version chain</th><th>Added</th></tr></thead>'
        f"<tbody>{body}</tbody></table>"
        f"<footer><span>{count}</span><span>Pages are counted for PDF and page-marked text only</span></footer></div>"
    )


def _table_row(row: FilingRow) -> str:
    return (
        f'<tr><td><b title="{escape(row.company)}">{escape(row.company)}</b></td>'
        f'<td title="{escape(row.filing)}">{escape(row.filing)}</td><td>{escape(row.format)}</td>'
        f'<td><span class="status {row.tone}">{icon(row.icon)}{escape(row.state)}</span></td>'
        f'<td class="number">{row.pages}</td><td class="number">{row.blocks}</td>'
        f"<td>{escape(row.versions)}</td><td>{escape(row.added)}</td></tr>"
    )


def icon(name: str) -> str:
    """An icon of the face that Streamlit ships, silent to screen readers."""
    return f'<span class="symbol" aria-hidden="true" translate="no">{name}</span>'


def _number(value: int | None) -> str:
    return NONE if value is None else f"{value:,}"


def _versions(superseded: int) -> str:
    if not superseded:
        return "Only version"
    return f"Replaces {superseded} earlier {'version' if superseded == 1 else 'versions'}"
