"""Identity: only handles of this packet resolve; anything else that looks like one is taken out and counted."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.answer.draft import DraftCitation, DraftClaim
from pipeline.evidence.errors import InvalidHandle
from pipeline.evidence.handle import Handle
from pipeline.evidence.packet import Packet, PacketEntry


@dataclass(frozen=True, slots=True)
class IdentifiedCitation:
    """A citation whose handle is one of the packet's, with the words that it is said to stand for."""

    entry: PacketEntry
    written: DraftCitation


@dataclass(frozen=True, slots=True)
class Identified:
    """A claim's text without anything that looks like a handle, its citations in order, and what was removed, as it was
    written."""

    text: str
    citations: tuple[IdentifiedCitation, ...]
    removed: tuple[str, ...]


def identify(draft: DraftClaim, packet: Packet) -> Identified:
    """A claim with the handles of this packet only. A calculation's inputs cite as well: each comes after the claim's
    own citations, once."""
    written = list(draft.citations)
    if draft.calculation:
        written += [DraftCitation(one.handle, one.quote) for one in draft.calculation.inputs]
    citations: list[IdentifiedCitation] = []
    removed: list[str] = []
    for one in dict.fromkeys(written):
        entry = _entry_of(one.handle, packet)
        if entry is None:
            removed.append(one.handle)
        else:
            citations.append(IdentifiedCitation(entry, one))
    return Identified(draft.text, tuple(citations), tuple(removed))


def _entry_of(text: str, packet: Packet) -> PacketEntry | None:
    try:
        return packet.get(Handle.parse(text))
    except InvalidHandle:
        return None


def without_handles(text: str, packet: Packet) -> str:
    """A text of the model's that cites nothing, such as a part of the question that it could not answer, without
    anything that looks like a handle."""
    return text
