"""Is human-copied evidence found on its page, and is every falsified figure refused?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path

from pipeline.evaluate.figures import Share, table
from pipeline.evaluate.gold import GoldEvidence
from pipeline.evaluate.mutations import Mutant, Mutation, mutants
from pipeline.evaluate.series import Measured, Series, case_of, share
from pipeline.evaluate.sources import FilingPages, PageSource
from pipeline.evaluate.tokens import count, tokens
from pipeline.evidence.layer import Layer
from pipeline.evidence.page_quote import AmbiguousPieces, InPieces, PageLocation, QuotablePage
from pipeline.evidence.quote import Ambiguous, Located, Missing
from pipeline.evidence.text import TextRange

LONGEST_EXCERPT = 200
"""Characters of the short quote that is cut around a figure: its row's label and the figure."""


class Outcome(StrEnum):
    """What became of a quote."""

    LOCATED = "located"
    IN_PIECES = "located in pieces"
    AMBIGUOUS = "ambiguous"
    REFUSED = "refused"
    NO_PAGE = "no such page"

    @property
    def is_accepted(self) -> bool:
        """Whether it passes as the page's own words, at one place or at several."""
        return self in (Outcome.LOCATED, Outcome.IN_PIECES, Outcome.AMBIGUOUS)


_LOCATED = (Outcome.LOCATED, Outcome.IN_PIECES)


@dataclass(frozen=True, slots=True)
class EvidenceCase:
    """One evidence text, untouched. `reason` says why it was refused."""

    id: str
    source: str
    page_index: int
    outcome: Outcome
    pieces: int = 0
    reason: str = ""

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "source": self.source,
            "page_index": self.page_index,
            "outcome": self.outcome.value,
            "pieces": self.pieces,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class AcceptedMutant:
    """A falsified quote that passed. `is_printed`: the page prints exactly this text (perhaps elsewhere), so that it is
    no falsification there."""

    id: str
    mutation: Mutation
    before: str
    after: str
    quote: str
    is_printed: bool

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "mutation": self.mutation.value,
            "before": self.before,
            "after": self.after,
            "quote": self.quote,
            "is_printed": self.is_printed,
        }


@dataclass(frozen=True, slots=True)
class MutationCount:
    """How many mutants of a kind were tried, as whole evidence texts and as short quotes around the figure."""

    mutation: Mutation
    whole: int
    short: int


@dataclass(frozen=True, slots=True)
class QuotesReport:
    """All evidence texts of a gold file and their mutants."""

    sources: tuple[str, ...]
    cases: tuple[EvidenceCase, ...]
    tried: tuple[MutationCount, ...]
    accepted: tuple[AcceptedMutant, ...]

    @property
    def shares(self) -> tuple[Share, ...]:
        total = len(self.cases)
        whole, short = sum(kind.whole for kind in self.tried), sum(kind.short for kind in self.tried)
        printed = sum(mutant.is_printed for mutant in self.accepted)

        def of(*outcomes: Outcome) -> int:
            return sum(case.outcome in outcomes for case in self.cases)

        return (
            Share("located on its page", of(*_LOCATED), total),
            Share("  of these in pieces", of(Outcome.IN_PIECES), total),
            Share("ambiguous", of(Outcome.AMBIGUOUS), total),
            Share("refused, though untouched", of(Outcome.REFUSED, Outcome.NO_PAGE), total),
            Share("falsified, and accepted", len(self.accepted) - printed, whole + short),
            Share("  falsified whole texts", whole, whole + short),
            Share("  falsified short quotes", short, whole + short),
            Share("changed to what the page prints elsewhere", printed, whole + short),
        )

    @property
    def measured(self) -> Measured:
        """The figures of the layer."""
        located = Series(
            "located",
            "copied evidence located on its page",
            tuple(
                case_of(
                    "located", case.id, case.outcome in _LOCATED, f"{case.outcome} {case.reason}".rstrip()
                )
                for case in self.cases
            ),
        )
        tried = sum(kind.whole + kind.short for kind in self.tried)
        passed = sum(not mutant.is_printed for mutant in self.accepted)
        falsified = share("falsified", "falsified figures, and accepted", passed, tried, more_is_better=False)
        return Measured(Layer.LOCATION, "quotes", (located.figure, falsified), located.cases)

    def to_json(self) -> dict[str, object]:
        return {
            "layer": "quotes",
            "sources": list(self.sources),
            "measured": [figure.to_json() for figure in self.measured.figures],
            "figures": [share.to_json() for share in self.shares],
            "mutations": [
                {"mutation": kind.mutation.value, "whole": kind.whole, "short": kind.short}
                for kind in self.tried
            ],
            "cases": [case.to_json() for case in self.cases],
            "accepted": [mutant.to_json() for mutant in self.accepted],
        }

    @property
    def words(self) -> str:
        refused = [
            f"{case.id}  page index {case.page_index} of {case.source}: {case.outcome.value} {case.reason}".rstrip()
            for case in self.cases
            if case.outcome not in _LOCATED
        ]
        passed = [
            f"{mutant.id}  {mutant.mutation.value}: {mutant.before!r} → {mutant.after!r}"
            for mutant in self.accepted
            if not mutant.is_printed
        ]
        kinds = [f"{kind.mutation.value}: {kind.whole} + {kind.short}" for kind in self.tried]
        return "\n".join(
            [
                *self.sources,
                "",
                table(self.shares),
                "",
                f"Mutants, whole texts + short quotes: {'; '.join(kinds)}",
                "",
                f"Not located ({len(refused)}):",
                *(refused or ["none"]),
                f"Falsified, and accepted ({len(passed)}):",
                *(passed or ["none"]),
            ]
        )


def evaluate_quotes(
    evidence: Sequence[GoldEvidence], folder: Path, sources: PageSource, *, most: int | None
) -> QuotesReport:
    """Each evidence text against its page, untouched and with `most` mutants each (None: all). `folder` is where the
    gold stands, which the filings' names are relative to. Raises as `sources.pages_of` does.
    """
    trials: list[_Trial] = []
    origins: list[str] = []
    for file, items in groupby(sorted(evidence, key=lambda item: item.file), key=lambda item: item.file):
        named = list(items)
        filing = sources.pages_of(folder / file, [item.page_index for item in named])
        origins.append(f"{filing.name}: {filing.origin}")
        trials += _trials(named, filing, most)
    tried = dict.fromkeys(Mutation, (0, 0))
    for trial in trials:
        for kind, (whole, short) in trial.tried.items():
            tried[kind] = tried[kind][0] + whole, tried[kind][1] + short
    return QuotesReport(
        tuple(origins),
        tuple(trial.case for trial in trials),
        tuple(MutationCount(kind, *counts) for kind, counts in tried.items() if any(counts)),
        tuple(mutant for trial in trials for mutant in trial.accepted),
    )


def outcome_of(location: PageLocation) -> tuple[Outcome, int, str]:
    """The outcome, in how many pieces, and why not."""
    match location:
        case Located():
            return Outcome.LOCATED, 1, ""
        case InPieces(ranges):
            return Outcome.IN_PIECES, len(ranges), ""
        case Ambiguous() | AmbiguousPieces():
            return Outcome.AMBIGUOUS, 0, ""
        case Missing(reason):
            return Outcome.REFUSED, 0, reason.value


@dataclass(frozen=True, slots=True)
class _Trial:
    """One evidence text with its mutants; `tried` counts whole texts and short quotes by kind."""

    case: EvidenceCase
    tried: Mapping[Mutation, tuple[int, int]]
    accepted: tuple[AcceptedMutant, ...]


def _trials(evidence: Iterable[GoldEvidence], filing: FilingPages, most: int | None) -> Iterator[_Trial]:
    quotable: dict[int, QuotablePage] = {}
    for item in evidence:
        there = filing.page(item.page_index)
        if there is None:
            yield _Trial(EvidenceCase(item.id, filing.name, item.page_index, Outcome.NO_PAGE), {}, ())
            continue
        page = quotable.setdefault(item.page_index, QuotablePage(*there))
        outcome, pieces, reason = outcome_of(page.locate(item.text))
        case = EvidenceCase(item.id, filing.name, item.page_index, outcome, pieces, reason)
        yield _Trial(case, *_falsified(item, page, most))


def _falsified(
    item: GoldEvidence, page: QuotablePage, most: int | None
) -> tuple[Mapping[Mutation, tuple[int, int]], tuple[AcceptedMutant, ...]]:
    tried: dict[Mutation, tuple[int, int]] = {}
    accepted: list[AcceptedMutant] = []
    printed = tokens(page.text)
    for mutant in mutants(item.text, item.id, most):
        short = short_quote(mutant, item.text, page)
        whole_count, short_count = tried.get(mutant.mutation, (0, 0))
        tried[mutant.mutation] = whole_count + 1, short_count + (short is not None)
        for quote in filter(None, (mutant.text, short)):
            if outcome_of(page.locate(quote))[0].is_accepted:
                is_printed = count(tokens(quote), printed) > 0
                accepted.append(
                    AcceptedMutant(item.id, mutant.mutation, mutant.before, mutant.after, quote, is_printed)
                )
    return tried, tuple(accepted)


def short_quote(mutant: Mutant, original: str, page: QuotablePage) -> str | None:
    """The mutated figure with the words before it, back to its row's label, when the page prints just that with the
    true figure; None when it does not: then a refusal would say nothing."""
    start = _label_start(original, mutant.range)
    end = _line_end(original, mutant.range)
    if end - start > LONGEST_EXCERPT or not outcome_of(page.locate(original[start:end]))[0].is_accepted:
        return None
    return original[start : mutant.range.start] + mutant.after + original[mutant.range.end : end]


def _line_end(text: str, figure: TextRange) -> int:
    """Where the line with the figure's digits ends: a currency sign may stand on the line before."""
    digit = re.compile(r"\d").search(text, figure.start)
    end = text.find("\n", max(figure.end, digit.end() if digit else 0))
    return len(text) if end < 0 else end


def _label_start(text: str, figure: TextRange) -> int:
    """Where the nearest line with a word begins, at the figure or above it."""
    start = text.rfind("\n", 0, figure.start) + 1
    while start > 0 and not re.search(r"[^\W\d_]{2}", text[start : figure.start]):
        start = text.rfind("\n", 0, start - 1) + 1
    return start
