"""Where a written quote stands in the passage that it is said to be from, and if nowhere, why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipeline.answer.checks import CHECKER
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.answer import Check, CheckKind, CheckOutcome
from pipeline.evidence.figures import CURRENCY, MINUS, figures
from pipeline.evidence.folded import fold
from pipeline.evidence.handle import Handle
from pipeline.evidence.misquote import Misquote, MisquoteReason, explain, longest_beginning, shown
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.quote import Ambiguous, Located, Missing, MissingReason, QuoteLocation, locate
from pipeline.evidence.text import TextRange

MOST_NAMED = 4
"""Passages that are named where a misplaced quote stands in many."""

SHORTEST_PART = 3
"""Words of a quote's beginning or end that tell of which passage they are."""

_MARKS = f"{CURRENCY}{MINUS}()[]% \n\t\xa0.,"


@dataclass(frozen=True, slots=True)
class Quoted:
    """The places of a quote in its passage (characters of the passage's page): one, several candidates, or none.
    `check` is its VERBATIM check, with the reason when it failed."""

    ranges: tuple[TextRange, ...]
    check: Check


def find_quote(
    quote: str, entry: PacketEntry, packet: Packet, sources: Mapping[PageKey, SourcePage]
) -> Quoted:
    """Locate a quote by the contract's rules, in its own passage and nowhere else. Words that stand in another passage
    of the packet, or elsewhere on the page, are said to: they are no evidence of this handle.

    A quote must be a run of the passage's text, as the model was given it. Nothing is put together from pieces in
    another order: a citation has one place, and a row's label must not meet another row's figure.
    """
    text = _text_of(entry, sources)
    location = locate(quote, text, entry.passage.range)
    moved = _moved_currency(quote, text, location)
    if moved:
        quoted, printed = moved
        detail = f"The cited passage prints {shown(printed)} where the quote has {shown(quoted)}."
        return Quoted((), _check(CheckOutcome.FAILED, detail, MisquoteReason.FIGURE_DIFFERS.value))
    match location:
        case Located(span):
            return Quoted((span,), _check(CheckOutcome.PASSED, "The quote stands in the cited passage."))
        case Ambiguous(ranges):
            detail = f"The quote stands {len(ranges)} times in the cited passage."
            return Quoted(ranges, _check(CheckOutcome.AMBIGUOUS, detail))
        case Missing() as missing:
            found = _Elsewhere(quote, entry, packet, sources).misquote(missing)
            return Quoted((), _check(CheckOutcome.FAILED, found.detail, found.reason.value))


def _moved_currency(quote: str, text: str, location: QuoteLocation) -> tuple[str, str] | None:
    """A figure of the quote that has a currency sign where the text prints none beside that figure, and how the text
    prints it: a row's "$" is not moved to another of its figures. None when there is none, or the quote stands nowhere.
    """
    match location:
        case Located(span) | Ambiguous((span, *_)):
            ours, theirs = figures(_one_line(quote)), figures(_one_line(_with_gaps(text, span)))
        case _:
            return None
    if len(ours) != len(theirs):
        return None
    return next(
        (
            (one.text, other.text)
            for one, other in zip(ours, theirs, strict=True)
            if one.currency and not other.currency
        ),
        None,
    )


def _with_gaps(text: str, span: TextRange) -> str:
    """The span with the marks around it, up to the next letter or digit: a currency may end the line before."""
    before = len(text[: span.start]) - len(text[: span.start].rstrip(_MARKS))
    after = text[span.end :]
    return text[span.start - before : span.end + len(after) - len(after.lstrip(_MARKS))]


def _one_line(text: str) -> str:
    return " ".join(text.split())


class _Elsewhere:
    """A quote that does not stand in its passage, and the other passages of its packet."""

    def __init__(
        self, quote: str, entry: PacketEntry, packet: Packet, sources: Mapping[PageKey, SourcePage]
    ) -> None:
        self._quote = quote
        self._entry = entry
        self._others = [one for one in packet.entries if one.handle != entry.handle]
        self._sources = sources

    def misquote(self, missing: Missing) -> Misquote:
        """Why, the most useful reason first: where the same words do stand, then what was done to them here."""
        if missing.reason is MissingReason.EMPTY:
            return self._explained(missing)
        handles = list(self._handles_with(self._quote))
        if handles:
            detail = f"The quoted words stand in {_named(handles)}, not in {self._entry.handle}."
            return Misquote(MisquoteReason.WRONG_PASSAGE, detail)
        if not isinstance(locate(self._quote, _text_of(self._entry, self._sources)), Missing):
            detail = f"The quoted words stand on the same page, but not within {self._entry.handle}."
            return Misquote(MisquoteReason.OUTSIDE_PASSAGE, detail)
        found = self._explained(missing)
        if found.reason in (MisquoteReason.NOT_FOUND, MisquoteReason.PARAPHRASE):
            return self._across() or found
        return found

    def _explained(self, missing: Missing) -> Misquote:
        text = _text_of(self._entry, self._sources)
        return explain(self._quote, text, self._entry.passage.range, missing)

    def _across(self) -> Misquote | None:
        """A quote whose beginning stands in its passage and whose rest in another."""
        text = _text_of(self._entry, self._sources)
        beginning, rest = longest_beginning(self._quote, text, self._entry.passage.range)
        if min(len(beginning.split()), len(rest.split())) < SHORTEST_PART:
            return None
        handles = list(self._handles_with(rest))
        if not handles:
            return None
        detail = (
            f"The quote joins {shown(beginning)} of {self._entry.handle} with words of {_named(handles)}."
        )
        return Misquote(MisquoteReason.MERGED, detail)

    def _handles_with(self, quote: str) -> Iterator[Handle]:
        """The other passages in which these words stand as they are."""
        key = fold(quote).key
        for one in self._others:
            if key in fold(one.passage.text).key and not isinstance(
                locate(quote, _text_of(one, self._sources), one.passage.range), Missing
            ):
                yield one.handle


def _text_of(entry: PacketEntry, sources: Mapping[PageKey, SourcePage]) -> str:
    return sources[entry.passage.id.version, entry.passage.id.page_index].page.text


def _named(handles: list[Handle]) -> str:
    names = [str(handle) for handle in handles]
    if len(names) > MOST_NAMED:
        names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _check(outcome: CheckOutcome, detail: str, reason: str | None = None) -> Check:
    return Check(CheckKind.VERBATIM, outcome, detail, CHECKER, reason)
