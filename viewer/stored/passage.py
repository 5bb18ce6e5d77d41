"""A passage of an answer's packet: what was read, word for word, and its place on its page."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from pipeline.evidence.answer import CheckOutcome
from pipeline.evidence.errors import NotFound
from pipeline.evidence.handle import Handle
from pipeline.evidence.packet import PacketEntry
from pipeline.evidence.quote import Located
from pipeline.evidence.region import Role
from pipeline.evidence.regions import MarkedRange
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import answers
from viewer import words
from viewer.check_words import verbatim_view
from viewer.citations import PagePlace
from viewer.exports import CopiedCitation, one_line
from viewer.place_views import region_view, span_view
from viewer.source_reader import carries, page_place
from viewer.stored.asked import Asked, View

MOST_HANDLE: Final = 12
"""Characters of a handle in the address."""
MOST_ID: Final = 40
READ_AGAIN: Final = (
    "The filing was read again since, and this passage does not stand so in that reading. Nothing is marked."
)
NEWER: Final = "You see the version that was read."


def view(asked: Asked) -> View:
    """`?answer=…&handle=E3`: {"text", "context", "evidence"}. `text` is what was given to be cited, `context` what was
    given beside it; `evidence` has the shape of the pane's, its regions those of the whole passage with the role
    "context". Raises NotFound for another version's passage, InvalidRequest or InvalidHandle for what is no handle."""
    entry = _entry(asked)
    return {
        "text": entry.passage.text,
        "context": entry.passage.context,
        "evidence": _evidence(asked, entry),
    }


def _entry(asked: Asked) -> PacketEntry:
    """Its version is the one that the signed link names: another's passage is not told."""
    handle = Handle.parse(asked.words("handle", MOST_HANDLE))
    try:
        answer_id = UUID(asked.words("answer", MOST_ID))
    except ValueError:
        raise NotFound("There is no such answer.") from None
    entry = answers.packet_entry(asked.conn, answer_id, handle)
    if entry.passage.id.version != str(asked.source.version_id):
        raise NotFound("The passage is of another version.")
    return entry


def _evidence(asked: Asked, entry: PacketEntry) -> View:
    source, index = asked.source, entry.passage.id.page_index
    place = _place(asked, entry)
    page = page_place(asked.reader.page(source.version_id, index)) if index < source.page_count else None
    regions, ranges = _marks(asked, index, place) if place else ([], [])
    state = "quote_not_found" if place is None else "superseded" if source.successor else "ready"
    return {
        "key": f"read:{entry.handle}",
        "citation_id": str(entry.handle),
        "claim": None,
        "is_read": True,
        "state": state,
        "notice": _notice(state),
        "reference": str(entry.passage.id),
        "title": source.title,
        "locus": words.locus(source, page),
        "section": _section(asked, index, place),
        "version": {
            "id": str(source.version_id),
            "word": "Superseded" if source.successor else "Current version",
            "sha256": source.sha256,
            "successor": None,
        },
        "media": source.media.value,
        "page_index": page.index if page else 0,
        "quote": None,
        "verbatim": verbatim_view(CheckOutcome.NOT_RUN),
        "regions": regions,
        "ranges": ranges,
        "candidates": [],
        "export": _export(asked, entry, page),
    }


def _place(asked: Asked, entry: PacketEntry) -> TextRange | None:
    """Where the passage stands in the present reading of its page; None where it does not, or not in one place."""
    source, index, passage = asked.source, entry.passage.id.page_index, entry.passage
    if index >= source.page_count:
        return None
    if carries(asked.reader.page(source.version_id, index), passage.range, passage.text):
        return passage.range
    found = asked.reader.locate(source, index, passage.text)
    return found.range if isinstance(found, Located) else None


def _marks(asked: Asked, index: int, place: TextRange) -> tuple[list[View], list[View]]:
    """Of each block that the passage holds: boxes in percent of the page (PDF), or ranges in their elements."""
    touched = (
        block.range.intersection(place) for block in asked.reader.blocks(asked.source.version_id, index)
    )
    marked = [MarkedRange(PageRange(index, span), Role.CONTEXT) for span in touched if span]
    regions, spans = asked.reader.marks(asked.source, marked)
    geometry = asked.reader.page(asked.source.version_id, index).geometry
    return (
        [region_view(region, geometry) | {"cited": False} for region in regions if geometry],
        [span_view(span) | {"cited": False} for span in spans],
    )


def _section(asked: Asked, index: int, place: TextRange | None) -> str | None:
    on_page = asked.reader.blocks(asked.source.version_id, index) if place else ()
    first = next((block for block in on_page if place and block.range.overlaps(place)), None)
    return words.section_name(first.section, asked.source.title) if first else None


def _notice(state: str) -> View | None:
    if state == "superseded":
        return {"tone": "warn", "title": "A newer version replaces this filing.", "text": NEWER}
    if state == "quote_not_found":
        return {"tone": "warn", "title": "The passage is not on this page.", "text": READ_AGAIN}
    return None


def _export(asked: Asked, entry: PacketEntry, page: PagePlace | None) -> View:
    source = asked.source
    copied = CopiedCitation(
        str(entry.handle),
        one_line(entry.passage.text),
        (),
        (one_line(source.title), words.locus(source, page)),
        ("read for the answer", "superseded version" if source.successor else "current version"),
    )
    value = {
        "passage_id": str(entry.passage.id),
        "document_version": str(source.version_id),
        "page_index": entry.passage.id.page_index,
        "display_page_label": page.printed if page else None,
        "text": entry.passage.text,
        "title": source.title,
    }
    return {"text": copied.text(), "markdown": copied.markdown(), "json": value}
