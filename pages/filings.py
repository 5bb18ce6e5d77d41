"""The Library's table, as values and as markup in which every word of a source is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape

from pages import session
from pipeline.store.documents import DocumentRow
from pipeline.store.versions import ChainLink
from viewer.media import Media

NONE = "–"
READ_AGAIN = "Read again"
"""The state of a filing that another parser would read today: it can be asked as it is, and better read again."""


@dataclass(frozen=True, slots=True)
class ChainRow:
    """A version of a filing, as the row of its chain. `tone` and `icon` go with the word of its standing."""

    title: str
    added: str
    pages: str
    parser: str
    sha256: str
    tone: str
    icon: str
    standing: str


@dataclass(frozen=True, slots=True)
class FilingRow:
    """A row of the table. `tone` and `icon` go with the word of its state; `chain` are its versions where there are
    several, the newest first."""

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
    chain: tuple[ChainRow, ...] = ()

    def matches(self, words: str) -> bool:
        """True when every word typed into the filter stands in the row."""
        text = f"{self.company} {self.filing} {self.format} {self.state}".casefold()
        return all(word in text for word in words.casefold().split())


def filing_row(document: DocumentRow, chain: Sequence[ChainLink] = ()) -> FilingRow:
    """A title reads "Company · Form · Period"; one without that shape stands in the first column. `chain` are the
    document's versions, newest first.
    """
    company, _, filing = (document.title or "").partition(" · ")
    media = Media.of(document.media_type) if document.media_type else None
    if not document.may_read:
        company, state = "Restricted document", ("none", "lock", "No access")
    elif document.version_id is None:
        state = ("none", "hourglass_empty", "Nothing stored")
    elif any(link.is_current and link.is_outdated for link in chain):
        state = ("warn", "update", READ_AGAIN)
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
        added=_day(document.created_at),
        chain=tuple(map(_chain_row, chain)) if document.may_read and len(chain) > 1 else (),
    )


def _chain_row(link: ChainLink) -> ChainRow:
    media = Media.of(link.media_type)
    tone, name, standing = (
        ("ok", "check_circle", "Current") if link.is_current else ("warn", "history", "Superseded")
    )
    return ChainRow(
        title=link.title,
        added=_day(link.created_at),
        pages=f"{link.page_count:,}" if media is not Media.HTML else NONE,
        parser=f"{link.parser_version}, an older one" if link.is_outdated else link.parser_version,
        sha256=f"{link.sha256[:8]}…{link.sha256[-4:]}",
        tone=tone,
        icon=name,
        standing=standing,
    )


def table(rows: Iterable[FilingRow], total: int) -> str:
    """The table as HTML for st.html."""
    shown = list(rows)
    body = "".join(_table_row(row) for row in shown)
    count = f"All {total} shown" if len(shown) == total else f"{len(shown)} of {total} shown"
    return (
        '<div class="filings"><table><thead><tr><th>Company</th><th>Filing</th><th>Format</th><th>Status</th>'
        '<th class="number">Pages</th><th class="number">Blocks</th><th>Version chain</th><th>Added</th></tr></thead>'
        f"{body}</table>"
        f"<footer><span>{count}</span><span>Pages are counted for PDF and page-marked text only</span></footer></div>"
    )


def _table_row(row: FilingRow) -> str:
    """A row, and below it the filing's chain, which its "Replaces …" opens."""
    versions = escape(row.versions)
    if row.chain:
        versions = f"<details><summary>{versions}</summary></details>"
    return (
        f'<tbody><tr><td><b title="{escape(row.company)}">{escape(row.company)}</b></td>'
        f'<td title="{escape(row.filing)}">{escape(row.filing)}</td><td>{escape(row.format)}</td>'
        f'<td><span class="status {row.tone}">{icon(row.icon)}{escape(row.state)}</span></td>'
        f'<td class="number">{row.pages}</td><td class="number">{row.blocks}</td>'
        f"<td>{versions}</td><td>{escape(row.added)}</td></tr>{_chain(row.chain)}</tbody>"
    )


def _chain(chain: Sequence[ChainRow]) -> str:
    if not chain:
        return ""
    rows = "".join(
        f'<tr><td><span class="status {row.tone}">{icon(row.icon)}{row.standing}</span></td>'
        f'<td title="{escape(row.title)}">{escape(row.title)}</td><td>{escape(row.added)}</td>'
        f'<td class="number">{row.pages}</td><td>{escape(row.parser)}</td><td><code>{row.sha256}</code></td></tr>'
        for row in chain
    )
    return (
        '<tr class="chain"><td colspan="8"><table><thead><tr><th>Version</th><th>Title</th><th>Added</th>'
        '<th class="number">Pages</th><th>Read by</th><th>sha256</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></td></tr>"
    )


def icon(name: str) -> str:
    """An icon of the face that Streamlit ships, silent to screen readers."""
    return f'<span class="symbol" aria-hidden="true" translate="no">{name}</span>'


def _number(value: int | None) -> str:
    return NONE if value is None else f"{value:,}"


def _day(time: datetime) -> str:
    return session.local_time(time).partition(",")[0]


def _versions(superseded: int) -> str:
    if not superseded:
        return "Only version"
    return f"Replaces {superseded} earlier {'version' if superseded == 1 else 'versions'}"
