"""The Library's table, as values and as markup in which every word of a source is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from urllib.parse import urlencode

from pages import session
from pages.cover_form import FIELD_WORDS, FILING
from pipeline.evidence.cover import Cover, CoverField, CoverSource
from pipeline.store.documents import DocumentRow
from pipeline.store.versions import ChainLink
from viewer.media import Media

NONE = "–"
_WHOLE = {FIELD_WORDS[CoverField.REGISTRANTS], FIELD_WORDS[CoverField.FORM]}
"""Of a cover that lacks these, nothing was read: no other field tells whose it is."""
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
    several, the newest first. `unread`: what its cover lacks, in words; `other_names`: what else its companies are
    called, to be found by; `address`: where its cover is opened, "" where it may not be."""

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
    tickers: str = ""
    other_names: str = ""
    unread: tuple[str, ...] = ()
    is_edited: bool = False
    address: str = ""

    def matches(self, words: str) -> bool:
        """True when every word typed into the filter stands in the row."""
        named = f"{self.company} {self.tickers} {self.other_names} {self.filing}"
        text = f"{named} {self.format} {self.state} {self.flag}".casefold()
        return all(word in text for word in words.casefold().split())

    @property
    def flag(self) -> str:
        """What its cover lacks, in a few words."""
        if {*self.unread} >= _WHOLE:
            return "Cover not read"
        return f"Not read: {', '.join(self.unread)}" if self.unread else ""


def filing_row(
    document: DocumentRow, chain: Sequence[ChainLink] = (), cover: Cover | None = None
) -> FilingRow:
    """A title reads "Company · Form · Period"; one without that shape stands in the first column. `chain` are the
    document's versions, newest first; `cover` is what the current one says it is.
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
    known = cover if cover is not None and document.may_read and document.version_id else Cover()
    is_open = cover is not None and document.may_read and document.version_id is not None
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
        tickers=", ".join(ticker for one in known.registrants for ticker in one.tickers),
        other_names=" ".join(
            [
                *(name for one in known.registrants for name in one.former_names),
                *(one.name for one in known.registrants[1:]),
            ]
        ),
        unread=tuple(FIELD_WORDS[field] for field in known.unread) if is_open else (),
        is_edited=CoverSource.ANALYST in known.sources.values(),
        address=f"./library?{urlencode({FILING: str(document.document_id)})}" if is_open else "",
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


ANYTHING = "anything"
"""Stands for whatever a cover may lack."""


def lacking_counts(rows: Iterable[FilingRow]) -> dict[str, int]:
    """How many filings lack anything of their covers, and how many each field; empty where none does."""
    unread = [row.unread for row in rows if row.unread]
    fields = {name: sum(name in one for one in unread) for name in FIELD_WORDS.values()}
    return (
        {ANYTHING: len(unread), **{name: count for name, count in fields.items() if count}} if unread else {}
    )


def lacking_words(name: str, count: int) -> str:
    """What goes with the count: "filings lack a period end"."""
    subject = "filing lacks" if count == 1 else "filings lack"
    return f"{subject} {'something' if name == ANYTHING else f'the {name}'}"


def unread_words(count: int) -> str:
    """How many filings have something unread on their covers."""
    return f"{count:,} {'cover was' if count == 1 else 'covers were'} not read whole"


def lacks(row: FilingRow, name: str) -> bool:
    return bool(row.unread) if name == ANYTHING else name in row.unread


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
        f'<tbody><tr><td><b title="{escape(row.company)}">{escape(row.company)}</b>{_tickers(row)}</td>'
        f'<td title="{escape(row.filing)}">{_opening(row)}</td><td>{escape(row.format)}</td>'
        f'<td><span class="status {row.tone}">{icon(row.icon)}{escape(row.state)}</span>{_flag(row)}</td>'
        f'<td class="number">{row.pages}</td><td class="number">{row.blocks}</td>'
        f"<td>{versions}</td><td>{escape(row.added)}</td></tr>{_chain(row.chain)}</tbody>"
    )


def _tickers(row: FilingRow) -> str:
    return f" <small>{escape(row.tickers)}</small>" if row.tickers else ""


def _opening(row: FilingRow) -> str:
    """The filing's name, which opens its cover where that may be read."""
    words = escape(row.filing or "What it says it is")
    if not row.address:
        return escape(row.filing)
    label = f"{row.company}, {row.filing}: what it says it is"
    return f'<a href="{escape(row.address)}" target="_self" aria-label="{escape(label)}">{words}</a>'


def _flag(row: FilingRow) -> str:
    """Below the state: what its cover lacks, or that an analyst wrote some of it."""
    if row.flag:
        return f'<br><span class="status warn" title="{escape(row.flag)}">{icon("warning")}{escape(row.flag)}</span>'
    return f'<br><span class="status none">{icon("edit")}Cover edited</span>' if row.is_edited else ""


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
