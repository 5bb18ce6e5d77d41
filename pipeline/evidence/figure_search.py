"""A stated figure is looked for among the printed figures of the claim's evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pipeline.evidence import finding_words as words
from pipeline.evidence.answer import FigureFinding, FigureOutcome
from pipeline.evidence.claimed import Claimed
from pipeline.evidence.column_naming import names_other_column
from pipeline.evidence.content_words import COMMON_WORDS
from pipeline.evidence.evidence_reading import EvidenceReading, words_beside
from pipeline.evidence.figure_agreement import Comparison, FigureReason, Fit, Print, compare
from pipeline.evidence.handle import CitationId
from pipeline.evidence.label_figures import is_part_of_name
from pipeline.evidence.nearest import nearest
from pipeline.evidence.sentence_reading import SentenceReading
from pipeline.evidence.sign_agreement import has_sign_of

_OUTCOMES = {Fit.PRINTED: FigureOutcome.PRINTED, Fit.AGREES: FigureOutcome.AGREES}
_WORST_LAST = (
    FigureReason.WRONG_PERIOD,
    FigureReason.WRONG_COLUMN,
    FigureReason.WRONG_SIGN,
    FigureReason.WRONG_CURRENCY,
    FigureReason.WRONG_UNIT,
    FigureReason.WRONG_SCALE,
    FigureReason.SCALE_NOT_KNOWN,
    FigureReason.TOO_EXACT,
)
"""Of several prints that a figure nearly is, the one is named that comes nearest."""

_NAMED_CURRENCIES = (
    ("USD", re.compile(r"\$|\bUSD\b|\bdollars?\b", re.IGNORECASE)),
    ("EUR", re.compile(r"€|\bEUR\b|\beuros?\b", re.IGNORECASE)),
    ("GBP", re.compile(r"£|\bGBP\b|\bpounds?\b|\bsterling\b", re.IGNORECASE)),
    ("JPY", re.compile(r"¥|\bJPY\b|\byen\b", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class _Tried:
    """A print that a figure was compared with; `reason` None where it is the figure."""

    reading: EvidenceReading
    print_: Print
    fit: Fit
    reason: FigureReason | None

    @property
    def is_it(self) -> bool:
        return self.fit is not Fit.NOT and self.reason is None


class FigureSearch:
    """The figures of one claim among the prints of its evidence."""

    def __init__(self, claim: SentenceReading, readings: Sequence[EvidenceReading]) -> None:
        self._claim = claim
        self._readings = readings
        self._places = {
            citation: list(group)
            for citation, group in groupby(readings, key=lambda one: one.evidence.citation)
        }

    def find(self, claimed: Claimed) -> FigureFinding:
        """Where the evidence prints the figure, or why it does not. A quote that fits several places counts where each
        of them prints it, and then has no one place."""
        tried: list[_Tried] = []
        unclear: CitationId | None = None
        best: tuple[Fit, CitationId, list[_Tried]] | None = None
        for citation, places in self._places.items():
            of_places = [[*self._tried(claimed, place)] for place in places]
            tried += [one for found in of_places for one in found]
            found = [_best(self._told_apart(claimed, found)) for found in of_places]
            if all(found):
                fit = max(found_in_place[0].fit for found_in_place in found)
                if best is None or fit < best[0]:
                    best = fit, citation, [one for found_in_place in found for one in found_in_place]
            elif any(found):
                unclear = citation
        if best is not None:
            return self._found(claimed, *best)
        return self._around(claimed) or self._spelled(claimed) or self._missing(claimed, tried, unclear)

    def _tried(self, claimed: Claimed, reading: EvidenceReading) -> Iterator[_Tried]:
        before = self._claim.text[: claimed.range.start]
        for print_ in reading.prints:
            if print_.is_date:
                continue
            comparison = compare(claimed, print_, before)
            if comparison.fit is Fit.NOT:
                if comparison.reason is not None:
                    yield _Tried(reading, print_, Fit.NOT, comparison.reason)
            else:
                yield _Tried(
                    reading, print_, comparison.fit, self._doubt(claimed, reading, print_, comparison)
                )

    def _doubt(
        self, claimed: Claimed, reading: EvidenceReading, print_: Print, comparison: Comparison
    ) -> FigureReason | None:
        """What speaks against a print whose number fits."""
        if claimed.currency and print_.currency is None and not _may_be_in(claimed.currency, reading):
            return FigureReason.WRONG_CURRENCY
        others = self._claim.others(claimed)
        if not has_sign_of(claimed, self._claim.text, others, print_, reading.evidence.words):
            return FigureReason.WRONG_SIGN
        said = self._claim.period_of.get(claimed.range)
        if said is not None and reading.is_of_other_period(print_, said, self._claim):
            return FigureReason.WRONG_PERIOD
        before = self._claim.text[: claimed.range.start]
        if names_other_column(before, print_.printed, reading.evidence.figures):
            return FigureReason.WRONG_COLUMN
        return None

    def _told_apart(self, claimed: Claimed, tried: Sequence[_Tried]) -> Sequence[_Tried]:
        """Of prints of which some are numbers of a label: those alone for a figure that is said as they are, and none
        of them for another figure where the claim says them as well ("due after 10 years were 10")."""
        if not any(one.print_.printed.in_label for one in tried):
            return tried
        own = [one for one in tried if self._names(claimed, one.print_)]
        if any(one.is_it for one in own):
            return own
        others = [one for one in self._claim.figures if one is not claimed]
        free = [one for one in tried if not any(self._names(other, one.print_) for other in others)]
        return free if any(one.is_it for one in free) else tried

    def _names(self, claimed: Claimed, print_: Print) -> bool:
        return is_part_of_name(self._claim.text, claimed.range, print_.printed)

    def _found(
        self, claimed: Claimed, fit: Fit, citation: CitationId, found: Sequence[_Tried]
    ) -> FigureFinding:
        written = claimed.range.of(self._claim.text)
        detail = words.found(claimed, written, fit, found[0].print_, citation)
        place = found[0].print_.printed.range if len(found) == 1 else None
        return FigureFinding(claimed.range, _OUTCOMES[fit], detail, None, citation, place)

    def _around(self, claimed: Claimed) -> FigureFinding | None:
        """A figure of a row's label, a header or a heading has to be the very same, beside the same word of content:
        "2.400% Notes". Anything may be counted "3" somewhere around. An amount names nothing unless it counts what is
        named after it ("1,200 stores"): what a sentence above a table says that sales were, the table does not."""
        before, after = words_beside(self._claim.text, claimed.figure.range)
        beside = ("" if "," in claimed.figure.text else before, after)
        for reading in self._readings:
            for figure, others in reading.around:
                is_same = claimed.figure.same_as(figure) and (claimed.currency is None or figure.currency)
                if is_same and any(a == b and _has_content(a) for a, b in zip(beside, others, strict=True)):
                    citation = reading.evidence.citation
                    detail = f"What stands around {citation} prints {figure.text}."
                    return FigureFinding(claimed.range, FigureOutcome.PRINTED, detail, None, citation)
        return None

    def _spelled(self, claimed: Claimed) -> FigureFinding | None:
        """A small count that the evidence writes as a word."""
        if claimed.has_marks or claimed.figure.negative:
            return None
        for reading in self._readings:
            for other in reading.sentence.figures:
                if other.is_spelled and other.figure.digits == claimed.figure.digits:
                    citation = reading.evidence.citation
                    detail = f"{citation} says {other.figure.text}."
                    return FigureFinding(claimed.range, FigureOutcome.PRINTED, detail, None, citation)
        return None

    def _missing(
        self, claimed: Claimed, tried: Sequence[_Tried], unclear: CitationId | None
    ) -> FigureFinding:
        written = claimed.range.of(self._claim.text)
        where = words.handles(reading.evidence for reading in self._readings)
        if unclear is not None:
            detail = f"{written} is at one of the places where the quote of {unclear} stands, and not at all of them."
            return _not_found(claimed, detail, FigureReason.UNCLEAR_PLACE, unclear)
        if tried:
            one = min(
                tried, key=lambda one: (_rank(one.reason), one.print_.figure.digits != claimed.figure.digits)
            )
            said = self._claim.period_of.get(claimed.range)
            period = said.range.of(self._claim.text) if said else ""
            return self._named(
                claimed, one.reading, one.print_, one.reason or FigureReason.NOT_IN_EVIDENCE, period
            )
        near = nearest(claimed, self._readings)
        if near is not None:
            return self._named(claimed, *near, FigureReason.FIGURE_DIFFERS)
        detail = words.nothing_like(written, where, [reading.evidence for reading in self._readings])
        return _not_found(claimed, detail, FigureReason.NOT_IN_EVIDENCE)

    def _named(
        self,
        claimed: Claimed,
        reading: EvidenceReading,
        print_: Print,
        reason: FigureReason,
        period: str = "",
    ) -> FigureFinding:
        """A missing figure, and the print that the sentence names."""
        written = claimed.range.of(self._claim.text)
        citation = reading.evidence.citation
        nearby = reason is FigureReason.FIGURE_DIFFERS
        where = words.handles(one.evidence for one in self._readings) if nearby else str(citation)
        detail = words.missing(written, reason, where, print_, period)
        return FigureFinding(
            claimed.range, FigureOutcome.MISSING, detail, reason.value, citation, print_.printed.range
        )


def _best(tried: Iterable[_Tried]) -> list[_Tried]:
    """The prints of one place that are the figure, of the best fit; several where nothing tells them apart."""
    fitting = [one for one in tried if one.is_it]
    best = min((one.fit for one in fitting), default=Fit.NOT)
    return [one for one in fitting if one.fit is best]


def _rank(reason: FigureReason | None) -> int:
    return _WORST_LAST.index(reason) if reason in _WORST_LAST else len(_WORST_LAST)


def _may_be_in(currency: str, reading: EvidenceReading) -> bool:
    """Where a print has no currency, the claim may name the one that its evidence names, or the dollar where it names
    none."""
    text = " ".join(reading.texts)
    named = {code for code, pattern in _NAMED_CURRENCIES if pattern.search(text)}
    return currency in named if named else currency == "USD"


def _has_content(word: str) -> bool:
    return bool(word) and word not in COMMON_WORDS


def _not_found(
    claimed: Claimed, detail: str, reason: FigureReason, citation: CitationId | None = None
) -> FigureFinding:
    return FigureFinding(claimed.range, FigureOutcome.MISSING, detail, reason.value, citation)
