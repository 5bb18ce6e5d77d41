"""The packet: the bounded list of passages that a question is answered from. It gives each its handle, once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.evidence.errors import InvalidHandle
from pipeline.evidence.handle import Handle
from pipeline.evidence.passage import Passage


@dataclass(frozen=True, slots=True)
class PacketEntry:
    """A passage of the packet. `score` is the search's, higher is better; `title` is its document's."""

    handle: Handle
    passage: Passage
    title: str
    score: float


@dataclass(frozen=True, slots=True)
class Packet:
    """Entries from the best; raises InvalidHandle unless handles run E1, E2, … and passages are distinct."""

    entries: tuple[PacketEntry, ...] = ()

    def __post_init__(self) -> None:
        if [entry.handle.number for entry in self.entries] != list(range(1, len(self.entries) + 1)):
            raise InvalidHandle("The handles of a packet run from E1 without a gap.")
        if len({entry.passage.id for entry in self.entries}) != len(self.entries):
            raise InvalidHandle("A passage stands in a packet once.")

    @classmethod
    def of(cls, ranked: Iterable[tuple[Passage, str, float]]) -> Packet:
        """Hand out handles to (passage, title, score), best first."""
        return cls(
            tuple(
                PacketEntry(Handle(number), passage, title, score)
                for number, (passage, title, score) in enumerate(ranked, start=1)
            )
        )

    def get(self, handle: Handle) -> PacketEntry | None:
        """The entry of a handle; None for a handle that this packet never gave out."""
        return self.entries[handle.number - 1] if handle.number <= len(self.entries) else None
