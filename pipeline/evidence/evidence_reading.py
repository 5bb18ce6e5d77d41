"""What a claim's evidence prints, read once: its figures beside their sentences, and all that it says of periods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from functools import cached_property

from pipeline.evidence.claimed import Claimed, Kind, claimed_figures
from pipeline.evidence.dates import find_days
from pipeline.evidence.figure_agreement import Print
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.fiscal import Period
from pipeline.evidence.period_agreement import SaidParts, agrees, contradicts, names_other_year
from pipeline.evidence.period_pairing import differ
from pipeline.evidence.periods import find_years
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.row_period import is_opening
from pipeline.evidence.said_periods import SaidPeriod
from pipeline.evidence.sentence_reading import SentenceReading, read_sentence
from pipeline.evidence.text import TextRange
from pipeline.evidence.units import ISO

_WORD_BEFORE = re.compile(r"([^\W_]+)[\s(]*$")
_WORD_AFTER = re.compile(r"[\s)]*([^\W_]+)")


_FOR = re.compile(r"\b(?:for|during)\s+(?:(?:the|all|fiscal|calendar|full|years?|of)\s+)*$", re.IGNORECASE)
"""Before a period through which something went on."""

_YEAR_AFTER = re.compile(
    r"\W*(?:(?:and|or|to|with|vs|versus|compared|of|in|the)\b\W*)*(?:19|20)\d\d\b", re.IGNORECASE
)
"""After a day: another year of which it is a day too."""

EARLY_YEAR_END = timedelta(days=62)
"""A fiscal year may end by February and be named for the year before."""


class EvidenceReading:
    """One place of one citation."""

    def __init__(self, evidence: PrintedEvidence) -> None:
        self.evidence = evidence

    @cached_property
    def sentence(self) -> SentenceReading:
        return read_sentence(self.evidence.words)

    @cached_property
    def prints(self) -> tuple[Print, ...]:
        """The printed figures that state something, in order."""
        return tuple(self._prints())

    @cached_property
    def parts(self) -> SaidParts:
        """All that quote, surroundings and title say of periods."""
        return SaidParts.of(self.texts)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return (self.evidence.words, *self.evidence.around, self.evidence.title)

    @cached_property
    def around(self) -> tuple[tuple[Figure, tuple[str, str]], ...]:
        """The figures of what stands around the quote, each with the words before and after it: a label's "2.400%
        Notes", a heading's "Level 3"."""
        found = ((figure, text) for text in self.texts[1:] for figure in figures(text) if not figure.glued)
        return tuple((figure, words_beside(text, figure.range)) for figure, text in found)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names with a number that the evidence says ("topic 606", "note (1)"), in lower case; those in brackets
        without them too."""
        named = [one for text in self.texts for one in claimed_figures(text) if one.name]
        bare = {f"{one.name} {one.figure.digits}".lower() for one in named}
        return frozenset(bare | {f"{one.name} {one.figure.text}".lower() for one in named})

    def prints_otherwise(self, said: SaidPeriod) -> bool:
        """Whether the quote prints a said day of the year with other years alone, and nothing around prints it whole:
        "March 7, 2023" is no March 7, 2022, though 2022 is said somewhere. "March 7, 2023 and 2022" is both."""
        if said.day is None or said.day in self.parts.days:
            return False
        words = self.evidence.words
        same = [
            one for one in find_days(words) if (one.day.month, one.day.day) == (said.day.month, said.day.day)
        ]
        return bool(same) and not any(_YEAR_AFTER.match(words, one.range.end) for one in same)

    def has_period(self, said: SaidPeriod) -> bool:
        """Whether a printed figure is of the said period for certain."""
        name = self.evidence.fiscal_name
        return not self.parts.counts_other_weeks(said) and any(
            figure.period is not None
            and agrees(said, figure.period, name) is True
            and not names_other_year(said, figure.header)
            for figure in self.evidence.figures
        )

    def is_of_other_period(self, print_: Print, said: SaidPeriod, claim: SentenceReading) -> bool:
        """Whether a print is surely not of a said period: by its tag or column, else by its own sentence."""
        printed = print_.printed
        if printed.period and self._is_told_ahead(printed.period, said, claim) and self.parts.say(said):
            return False
        if _opens_period(printed, said, claim):
            return False
        if printed.period or printed.header:
            return contradicts(
                said, printed, self.evidence.fiscal_name, says_parts_of_year=claim.speaks_of_parts_of_years
            ) and not self._own_sentence_says(print_, said)
        own = self.sentence.period_of.get(print_.claimed.range)
        return own is not None and differ(own, said)

    def _is_told_ahead(self, period: Period, said: SaidPeriod, claim: SentenceReading) -> bool:
        """Whether a column is of a year after the filing's own, and the claim speaks of the filing's: what falls due
        then is told as of the filing's day. It is no figure *for* that year, nor of another later one."""
        years = [year for _, year in find_years(self.evidence.title)]
        if not years or (period.end - EARLY_YEAR_END).year <= max(years):
            return False
        if said.day is not None:
            return (said.day - EARLY_YEAR_END).year <= max(years)
        is_later = said.year is not None and said.year > max(years)
        return not is_later and _FOR.search(claim.text[: said.range.start]) is None

    def _own_sentence_says(self, print_: Print, said: SaidPeriod) -> bool:
        """In a sentence a figure may be tagged with the day of its statement and speak of a later year."""
        is_sentence = not print_.printed.header
        return is_sentence and SaidParts.of([self.evidence.words]).say(said)

    def _prints(self) -> Iterator[Print]:
        stated = {one.figure.number_range.start: one for one in self.sentence.figures if not one.is_spelled}
        dates = [period.range for period in self.sentence.periods]
        for printed in self.evidence.figures:
            one = stated.get(printed.figure.number_range.start)
            if one is not None and one.figure.digits == printed.figure.digits:
                yield Print(printed, one)
            elif not printed.figure.glued:
                in_date = any(span.overlaps(printed.figure.number_range) for span in dates)
                yield Print(printed, _alone(printed), is_date=in_date and not printed.header)


def _opens_period(printed: PrintedFigure, said: SaidPeriod, claim: SentenceReading) -> bool:
    """Whether a figure is what its column's period begins with, and the claim says so of that period: "at the beginning
    of the nine months ended July 1, 2023" is September 24, 2022."""
    is_told = is_opening(printed.label) and is_opening(claim.text)
    return is_told and SaidParts.of([printed.header]).say(said)


def words_beside(text: str, span: TextRange) -> tuple[str, str]:
    """The words that touch a figure on either side, in lower case; empty where none does."""
    before, after = _WORD_BEFORE.search(text[: span.start]), _WORD_AFTER.match(text, span.end)
    return (before[1].lower() if before else "", after[1].lower() if after else "")


def _alone(printed: PrintedFigure) -> Claimed:
    """A figure by its own marks."""
    figure = printed.figure
    kind = Kind.PERCENT if figure.percent else Kind.PLAIN
    if figure.percent and "point" in figure.text.lower():
        kind = Kind.POINTS
    currency = ISO.get(figure.currency) if figure.currency else None
    return Claimed(figure, TextRange(figure.range.start, figure.range.end), kind, currency)
