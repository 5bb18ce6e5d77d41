"""What the Library tells of one filing, as values to draw: its cover, versions, use and history."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from pages import session
from pages.cover_form import FIELD_WORDS, as_read_words, source_words
from pages.filings import FilingRow, day, filing_row
from pipeline.evidence.annotation import OrphanReason
from pipeline.evidence.cover import Cover, CoverField
from pipeline.store import (
    collections,
    consequences,
    covers,
    documents,
    filing_use,
    ingest_history,
    removals,
    versions,
)
from pipeline.store.collections import Collection
from pipeline.store.connect import Connection
from pipeline.store.documents import DocumentRow
from pipeline.store.filing_use import FilingUse
from pipeline.store.ingest_history import History
from pipeline.store.removals import Removal
from pipeline.store.scope import Scope
from pipeline.store.versions import VersionRow
from viewer.links import Link, LinkKind, Links
from viewer.media import Media

LATEST_ANSWERS: Final = 5
RUNS: Final = 20
"""Answers and runs that are named; more are counted."""
ORPHAN_WORDS: Final = {
    OrphanReason.REMOVED: "its filing was removed",
    OrphanReason.LOST: "its words do not stand in the text as it is read now",
    OrphanReason.AMBIGUOUS: "several places fit, and nothing tells which",
    OrphanReason.NOT_LOOKED: "nobody has looked for it in this reading",
}


@dataclass(frozen=True, slots=True)
class OpenFiling:
    """A filing whose panel is open. `versions`: the newest first; `being_read`: files whose runs are not over."""

    document: DocumentRow
    row: FilingRow
    cover: Cover | None
    versions: tuple[VersionRow, ...]
    outdated: frozenset[UUID]
    use: FilingUse
    collections: tuple[Collection, ...]
    history: History
    being_read: tuple[str, ...]

    @property
    def current(self) -> VersionRow | None:
        """The version that nothing supersedes."""
        return next((one for one in self.versions if one.id == self.document.version_id), None)


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version in its chain. `tone` and `icon` go with `standing`; `facts` are what it is, `reading` who read it,
    `file` the address of its bytes. `place` is the PDF page (from 1) that the page's address asks for, "" where it asks
    for none, and `place_file` that page's own address, None where there is no such page.
    """

    tone: str
    icon: str
    standing: str
    title: str
    facts: str
    reading: str
    is_outdated: bool
    sha256: str
    file: str
    place: str = ""
    place_file: str | None = None


def read_filing(conn: Connection, scope: Scope, document: DocumentRow) -> OpenFiling:
    """All that is told of a document that the user may read."""
    document_id = document.document_id
    links = versions.chains(conn, [document_id]).get(document_id, [])
    chain = tuple(versions.get(conn, link.version_id) for link in links)
    cover = (
        covers.of_versions(conn, [document.version_id])[document.version_id] if document.version_id else None
    )
    mine = collections.of_documents(conn, scope.user_id).get(document_id, frozenset())
    return OpenFiling(
        document,
        filing_row(document, links, cover, mine),
        cover,
        chain,
        frozenset(link.version_id for link in links if link.is_outdated),
        filing_use.of_document(conn, document_id, [one.id for one in chain], scope.user_id, LATEST_ANSWERS),
        tuple(one for one in collections.list_all(conn, scope.user_id) if one.id in mine),
        ingest_history.find(conn, scope.user_id, RUNS, document_id=document_id),
        consequences.being_read(conn, document_id),
    )


def read_opened(conn: Connection, scope: Scope, written: str) -> OpenFiling | Removal | None:
    """What an address names: a filing, one that was removed, or (None) nothing that the user may read."""
    try:
        document_id = UUID(written)
    except ValueError:
        return None
    found = next(iter(documents.find(conn, [document_id], scope.user_id)), None)
    if found is None:
        return removals.of_document(conn, document_id, scope.user_id)
    return read_filing(conn, scope, found) if found.may_read else None


def version_views(filing: OpenFiling, links: Links, scope: Scope, place: str = "") -> list[VersionView]:
    """The chain, the newest first, with a short-lived link to each file. `place` is the PDF page of the current version
    that is asked for, as somebody wrote it."""
    return [_version_view(filing, version, links, scope, place) for version in filing.versions]


def _version_view(
    filing: OpenFiling, version: VersionRow, links: Links, scope: Scope, place: str
) -> VersionView:
    is_current = version.id == filing.document.version_id
    tone, icon, standing = (
        ("ok", "check_circle", "Current version") if is_current else ("warn", "history", "Superseded")
    )
    pages = f"{version.page_count:,} {'page' if version.page_count == 1 else 'pages'}"
    media = Media.of(version.media_type)
    facts = [
        f"Added {day(version.created_at)}",
        media.word,
        *([pages] if media is not Media.HTML else []),
        f"{version.block_count:,} blocks",
        size_words(version.byte_size),
    ]
    again = f", read {version.reading} times, last {day(version.read_at)}" if version.read_at else ""
    file = f"/evidence/file/{links.token(Link(scope, version.id, LinkKind.FILE))}"
    is_asked = is_current and media is Media.PDF and re.fullmatch(r"[1-9][0-9]{0,5}", place) is not None
    is_there = is_asked and int(place) <= version.page_count
    return VersionView(
        tone,
        icon,
        standing,
        version.title if not is_current else "",
        " · ".join(facts),
        f"Read by {version.parser_version}{again}",
        version.id in filing.outdated,
        version.sha256,
        file,
        place if is_asked else "",
        f"{file}#page={place}" if is_there else None,
    )


def cover_lines(cover: Cover) -> list[tuple[str, str, tuple[str, str, str]]]:
    """Each field of a cover: its name, what is known of it, and the tone, icon and words of where that was read."""
    return [
        (
            FIELD_WORDS[one].capitalize(),
            as_read_words(cover, one) if getattr(cover, one.value) else "",
            source_words(cover, one),
        )
        for one in CoverField
    ]


def use_words(use: FilingUse) -> str:
    """How many claims cite the filing, and how many of them the reader has judged."""
    if not use.claims:
        return "No answer cites it."
    claims = "1 claim" if use.claims == 1 else f"{use.claims:,} claims"
    answers = "1 answer" if use.answers == 1 else f"{use.answers:,} answers"
    verb = "cites" if use.claims == 1 else "cite"
    judged = f" You judged {use.judged:,} of them." if use.judged else ""
    return f"{claims} of {answers} {verb} it.{judged}"


def marks_words(use: FilingUse) -> list[tuple[str, str, str]]:
    """Tone, icon and words of the places that were marked in it: those that are found, and why others are not."""
    marks = [one for placed in use.marks.values() for one in placed]
    if not marks:
        return []
    found = sum(one.orphan is None for one in marks)
    lines = [("ok", "ink_highlighter", _marked(found))] if found else []
    for reason, count in Counter(one.orphan for one in marks if one.orphan).items():
        subject = "1 marked place is an orphan" if count == 1 else f"{count} marked places are orphans"
        lines.append(("warn", "link_off", f"{subject}: {ORPHAN_WORDS[reason]}"))
    return lines


def size_words(size: int) -> str:
    """ "1.9 MB", "312 kB"."""
    if size >= 1_000_000:
        return f"{size / 1_000_000:.1f} MB"
    return f"{max(1, round(size / 1_000)):,} kB"


def removal_words(removal: Removal) -> str:
    """That a filing was removed, by whom, when, and what it left."""
    claims = int(removal.consequences.get("claims", 0))
    left = (
        f" {claims:,} {'claim that cites it keeps its' if claims == 1 else 'claims that cite it keep their'} words, "
        "without a page to show."
        if claims
        else ""
    )
    when = session.local_time(removal.created_at)
    return f"{removal.title} was removed by {removal.removed_by} on {when}.{left}"


def hung_words(counts: Sequence[tuple[int, str, str]]) -> str:
    """Counted things, those that there are: "3 claims, 1 verdict"."""
    return ", ".join(f"{count:,} {one if count == 1 else many}" for count, one, many in counts if count)


def _marked(count: int) -> str:
    return "1 place is marked in it" if count == 1 else f"{count} places are marked in it"
