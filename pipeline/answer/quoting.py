"""Where a written quote stands in the passage that it is said to be from, and if nowhere, why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.answer.checks import CHECKER
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.answer import Check, CheckKind, CheckOutcome
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.quote import Ambiguous, Located, Missing, locate
from pipeline.evidence.text import TextRange


@dataclass(frozen=True, slots=True)
class Quoted:
    """The places of a quote in its passage (characters of the passage's page): one, several candidates, or none.
    `check` is its VERBATIM check, with the reason when it failed."""

    ranges: tuple[TextRange, ...]
    check: Check


def find_quote(
    quote: str, entry: PacketEntry, packet: Packet, sources: Mapping[PageKey, SourcePage]
) -> Quoted:
    """Locate a quote by the contract's rules. Words that stand in another passage of the packet are said to, and are
    not looked for anywhere else."""
    source = sources[entry.passage.id.version, entry.passage.id.page_index]
    match locate(quote, source.page.text, entry.passage.range):
        case Located(span):
            return Quoted((span,), _check(CheckOutcome.PASSED, "The quote stands in the cited passage."))
        case Ambiguous(ranges):
            detail = f"The quote stands {len(ranges)} times in the cited passage."
            return Quoted(ranges, _check(CheckOutcome.AMBIGUOUS, detail))
        case Missing(reason):
            detail = "The quoted words do not stand in the cited passage."
            return Quoted((), _check(CheckOutcome.FAILED, detail, reason.value))


def _check(outcome: CheckOutcome, detail: str, reason: str | None = None) -> Check:
    return Check(CheckKind.VERBATIM, outcome, detail, CHECKER, reason)
