"""The filings of the Library as values: what a row of its table says, and what it is found and told apart by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from html import escape
from typing import Any, Final
from uuid import UUID

from pages import session
from pages.cover_form import FIELD_WORDS
from pipeline.evidence.cover import Cover, CoverField, CoverSource
from pipeline.store.documents import DocumentRow
from pipeline.store.versions import ChainLink
from viewer.media import Media

NONE: Final = "–"
NOT_READ: Final = "Not read"
"""Stands for what the cover of a filing lacks, among the values to choose from."""
_WHOLE: Final = {FIELD_WORDS[CoverField.REGISTRANTS], FIELD_WORDS[CoverField.FORM]}
"""Of a cover that lacks these, nothing was read: no other field tells whose it is."""
UNNAMED: Final = "What it says it is"
"""Stands for a filing whose title is that of its file: what opens there is its cover."""
READY: Final = "Ready"
READ_AGAIN: Final = "Read again"
"""The state of a filing that another parser would read today: it can be asked as it is, and better read again."""
NO_ACCESS: Final = "No access"
NOTHING_STORED: Final = "Nothing stored"
_ICONS: Final = {READY: "check", READ_AGAIN: "history", NO_ACCESS: "lock", NOTHING_STORED: "hourglass"}
_TONES: Final = {READY: "ok", READ_AGAIN: "warn"}


@dataclass(frozen=True, slots=True)
class FilingRow:
    """A filing as the table shows it. `unread`: what its cover lacks, in words; `other_names`: what else its companies
    are called, to be found by; `collections`: ids of those that it is in. `period` says which year it is told apart by,
    `ends_on` what it is sorted by. Of one that may not be read there is nothing but its state.
    """

    document_id: UUID
    company: str
    filing: str
    format: str
    state: str
    pages: int | None
    blocks: int | None
    versions: str
    created_at: datetime
    form: str = ""
    period: str = ""
    ends_on: date | None = None
    tickers: str = ""
    other_names: str = ""
    unread: tuple[str, ...] = ()
    is_edited: bool = False
    collections: frozenset[UUID] = field(default_factory=frozenset)

    @property
    def may_read(self) -> bool:
        return self.state != NO_ACCESS

    @property
    def can_be_asked(self) -> bool:
        return self.state in (READY, READ_AGAIN)

    @property
    def name(self) -> str:
        """The filing among others, as it is spoken of."""
        return f"{self.company}, {self.filing}" if self.filing else self.company

    @property
    def flag(self) -> str:
        """What its cover lacks, in a few words."""
        if {*self.unread} >= _WHOLE:
            return "Cover not read"
        return f"Not read: {', '.join(self.unread)}" if self.unread else ""

    def matches(self, words: str) -> bool:
        """True when every word that is looked for stands in the row."""
        named = f"{self.company} {self.tickers} {self.other_names} {self.filing}"
        text = f"{named} {self.format} {self.state} {self.flag}".casefold()
        return all(word in text for word in words.casefold().split())


def filing_row(
    document: DocumentRow,
    chain: Sequence[ChainLink] = (),
    cover: Cover | None = None,
    collections: Collection[UUID] = (),
) -> FilingRow:
    """A title reads "Company · Form · Period"; one without that shape stands in the first column. `chain` are the
    document's versions, newest first; `cover` is what the current one says it is.
    """
    state = _state(document, chain)
    if not document.may_read:
        return FilingRow(
            document.document_id,
            "Restricted document",
            "",
            Media.of(document.media_type).word if document.media_type else NONE,
            state,
            None,
            None,
            NONE,
            document.created_at,
        )
    company, _, filing = (document.title or "").partition(" · ")
    media = Media.of(document.media_type) if document.media_type else None
    known = cover if cover is not None and document.version_id else Cover()
    day = known.period_end or known.filed_on
    year = f"FY{known.fiscal_year}" if known.fiscal_year else str(day.year) if day else NOT_READ
    return FilingRow(
        document.document_id,
        known.registrant.name if known.registrant else company,
        filing.replace(" · ", ", ") or (company if known.registrant else UNNAMED),
        media.word if media else NONE,
        state,
        # A section of an HTML filing is the viewer's convenience and no page.
        document.pages if media is not Media.HTML else None,
        document.blocks,
        _versions(document.superseded_versions),
        document.created_at,
        form=known.form or NOT_READ,
        period=year,
        ends_on=day,
        tickers=", ".join(ticker for one in known.registrants for ticker in one.tickers),
        other_names=" ".join(
            [
                company,
                *(name for one in known.registrants for name in one.former_names),
                *(one.name for one in known.registrants[1:]),
            ]
        ),
        unread=tuple(FIELD_WORDS[one] for one in known.unread)
        if cover is not None and document.version_id
        else (),
        is_edited=CoverSource.ANALYST in known.sources.values(),
        collections=frozenset(collections),
    )


def with_twins(rows: Sequence[FilingRow]) -> list[FilingRow]:
    """The rows, in which only versions that are here in another format as well say so."""
    formats: dict[str, list[str]] = {}
    for row in rows:
        if row.can_be_asked and row.form != NOT_READ:
            formats.setdefault(row.name, []).append(row.format)
    return [
        replace(row, versions=f"Also here as {others[0]}")
        if row.versions == ONLY_VERSION
        and (others := sorted({*formats.get(row.name, ())} - {row.format}))
        and row.can_be_asked
        else row
        for row in rows
    ]


ANYTHING: Final = "anything"
"""Stands for whatever a cover may lack."""


def lacking_counts(rows: Iterable[FilingRow]) -> dict[str, int]:
    """How many filings lack anything of their covers, and how many each field; empty where none does."""
    counts = Counter(name for row in rows if row.unread for name in (ANYTHING, *row.unread))
    return {name: counts[name] for name in (ANYTHING, *FIELD_WORDS.values()) if counts[name]}


def lacking_words(name: str) -> str:
    """What a cover lacks, as it is chosen: "Lack the period end"."""
    return "Lack something" if name == ANYTHING else f"Lack the {name}"


def lacks(row: FilingRow, name: str) -> bool:
    return bool(row.unread) if name == ANYTHING else name in row.unread


def unread_words(count: int) -> str:
    """How many filings have something unread on their covers."""
    return f"{count:,} {'cover was' if count == 1 else 'covers were'} not read whole"


COLUMNS: Final = (
    {"key": "company", "label": "Company", "kind": "", "is_sortable": True},
    {"key": "filing", "label": "Filing", "kind": "", "is_sortable": True},
    {"key": "format", "label": "Format", "kind": "", "is_sortable": True},
    {"key": "status", "label": "Status", "kind": "", "is_sortable": True},
    {"key": "pages", "label": "Pages", "kind": "number", "is_sortable": True},
    {"key": "blocks", "label": "Blocks", "kind": "number", "is_sortable": True},
    {"key": "versions", "label": "Version chain", "kind": "", "is_sortable": False},
    {"key": "added", "label": "Added", "kind": "", "is_sortable": True},
)


def row_view(row: FilingRow, address: str, group: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A row as the component takes it. `group`: the heading above it, where it is the first of a group."""
    return {
        "id": str(row.document_id),
        "name": row.name,
        "company": row.company,
        "tickers": row.tickers,
        "filing": row.filing,
        "format": row.format,
        "status": (_TONES.get(row.state, "none"), row.state, _ICONS[row.state]),
        "flag": ("warn", row.flag, "warning")
        if row.flag
        else ("none", "Cover edited", "edit")
        if row.is_edited
        else None,
        "pages": number(row.pages),
        "blocks": number(row.blocks),
        "versions": row.versions,
        "added": day(row.created_at),
        "address": address,
        "is_openable": row.may_read,
        "is_choosable": row.can_be_asked,
        "group": dict(group) if group else None,
    }


def icon(name: str) -> str:
    """An icon of the face that Streamlit ships, silent to screen readers."""
    return f'<span class="symbol" aria-hidden="true" translate="no">{escape(name)}</span>'


def number(value: int | None) -> str:
    return NONE if value is None else f"{value:,}"


def day(time: datetime) -> str:
    return session.local_time(time).partition(",")[0]


def _state(document: DocumentRow, chain: Sequence[ChainLink]) -> str:
    if not document.may_read:
        return NO_ACCESS
    if document.version_id is None:
        return NOTHING_STORED
    return READ_AGAIN if any(link.is_current and link.is_outdated for link in chain) else READY


ONLY_VERSION: Final = "Only version"


def _versions(superseded: int) -> str:
    if not superseded:
        return ONLY_VERSION
    return f"Replaces {superseded} earlier {'version' if superseded == 1 else 'versions'}"
