"""Identity: only handles of this packet resolve; anything else that looks like one is taken out and counted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from types import MappingProxyType

from pipeline.answer.draft import DraftCalculation, DraftCitation, DraftClaim, DraftInput
from pipeline.evidence.errors import InvalidHandle
from pipeline.evidence.handle import Handle
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.plain_text import plain_text
from pipeline.evidence.quote import Missing, locate
from pipeline.evidence.written_handles import GAP, quote_without_marks, shortened, without_marks
from pipeline.evidence.written_marks import tokens_in

_NAME = re.compile(r"[^\W\d]\w*")
_NO_ARITHMETIC = re.compile(r"[\[\]【】［］:#]")


@dataclass(frozen=True, slots=True)
class IdentifiedCitation:
    """A citation whose handle is one of the packet's, with the words that it is said to stand for."""

    entry: PacketEntry
    written: DraftCitation


@dataclass(frozen=True, slots=True)
class Identified:
    """A claim's text, citations in order and calculation without anything that looks like a handle, a link or a page
    reference, and what was removed, as it was written."""

    text: str
    citations: tuple[IdentifiedCitation, ...]
    removed: tuple[str, ...]
    calculation: DraftCalculation | None = None


def identify(draft: DraftClaim, packet: Packet) -> Identified:
    """A claim with the handles of this packet only. A calculation's inputs cite as well: each comes after the claim's
    own citations, once."""
    return _Identifying(packet).identified(draft)


def without_handles(text: str, packet: Packet) -> str:
    """A text of the model's that cites nothing, such as a part of the question that it could not answer, without
    anything that looks like a handle."""
    return _Identifying(packet).cleaned(text)


class _Identifying:
    """One text or claim on its way; remembers what was removed from it."""

    def __init__(self, packet: Packet) -> None:
        self._packet = packet
        self._removed: list[str] = []
        self._unknown: set[DraftCitation] = set()

    def identified(self, draft: DraftClaim) -> Identified:
        found = [self._citation(one) for one in dict.fromkeys(draft.citations)]
        calculation = self._calculation(draft.calculation) if draft.calculation else None
        if calculation:
            found += [self._citation(DraftCitation(one.handle, one.quote)) for one in calculation.inputs]
        citations = tuple(dict.fromkeys(one for one in found if one is not None))
        cited = {one.written.handle: one.entry.passage.text for one in citations}
        text = self.cleaned(draft.text, cited)
        return Identified(text, citations, tuple(self._removed), calculation)

    def cleaned(self, text: str, cited: Mapping[str, str] = MappingProxyType({})) -> str:
        """The text without marks; what is none of the packet's is counted. `cited` are the passages that it cites, by
        handle."""

        def may_stay(address: str) -> bool:
            return not tokens_in(plain_text(address)) and any(
                address in passage for passage in cited.values()
            )

        found = without_marks(text, self._is_known, cited, self._is_printed, may_stay)
        self._removed += found.removed
        return found.text

    def _citation(self, written: DraftCitation) -> IdentifiedCitation | None:
        """None for a handle that is none of the packet's: it is counted, once with the same words."""
        entry = entry_of(written.handle, self._packet)
        if entry is not None:
            quote = self._clean_quote(written.quote, entry)
            return IdentifiedCitation(entry, replace(written, quote=quote))
        if written not in self._unknown:
            self._unknown.add(written)
            self._removed.append(shortened(written.handle))
        return None

    def _clean_quote(self, quote: str, entry: PacketEntry) -> str:
        """A quote as written where the filing prints it so ("see [E9]" may be planted there, and is what it says);
        else without the brackets of markers that a model put behind its words."""
        found = quote_without_marks(quote, self._is_known)
        if found.text == quote.strip() or not isinstance(locate(quote, entry.passage.text), Missing):
            return quote
        self._removed += found.removed
        return found.text

    # --- calculations ---------------------------------------------------------------------------------------

    def _calculation(self, draft: DraftCalculation) -> DraftCalculation:
        """The same calculation with names of inputs that look like no handle: names are shown. What else looks like one
        in the expression stands for nothing."""
        names = {one.name: one.name for one in draft.inputs}
        fresh = (f"x{number}" for number in count(1) if f"x{number}" not in names)
        for name in names:
            if without_marks(name, self._is_known).text != name:
                names[name] = next(fresh)
        inputs = tuple(self._input(one, names[one.name]) for one in draft.inputs)
        return DraftCalculation(self._expression(draft.expression, names), inputs, self.cleaned(draft.result))

    def _input(self, one: DraftInput, name: str) -> DraftInput:
        entry = entry_of(one.handle, self._packet)
        quote = self._clean_quote(one.quote, entry) if entry else one.quote
        return replace(one, name=name, quote=quote, figure=self.cleaned(one.figure))

    def _expression(self, expression: str, names: Mapping[str, str]) -> str:
        """Names as they are called now. Marks that no arithmetic has are looked through as in a sentence."""

        def called(match: re.Match[str]) -> str:
            if match[0] in names or not tokens_in(plain_text(match[0])):
                return names.get(match[0], match[0])
            return self.cleaned(match[0]) or GAP

        named = _NAME.sub(called, expression)
        return self.cleaned(named) if _NO_ARITHMETIC.search(named) else named

    # --- what is a handle -----------------------------------------------------------------------------------

    def _is_known(self, written: str) -> bool:
        return entry_of(written, self._packet) is not None

    def _is_printed(self, written: str) -> bool:
        return not self._printed.isdisjoint(tokens_in(plain_text(written)))

    @cached_property
    def _printed(self) -> frozenset[str]:
        """What looks like a handle in the packet's own passages."""
        return frozenset(
            token for entry in self._packet.entries for token in tokens_in(plain_text(entry.passage.text))
        )


def entry_of(written: str, packet: Packet) -> PacketEntry | None:
    """The passage of a handle in its exact form; None for everything else."""
    try:
        return packet.get(Handle.parse(written))
    except InvalidHandle:
        return None
