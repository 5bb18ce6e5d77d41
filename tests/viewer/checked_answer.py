"""An answer that a model might have written over a small filing, with every outcome of every check.

Its values are put together by hand, so that what is shown of an answer can be tested apart from how it is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final
from uuid import uuid4

from pipeline.evidence.answer import (
    Answer,
    Check,
    CheckKind,
    CheckOutcome,
    Citation,
    Claim,
    FigureFinding,
    FigureOutcome,
)
from pipeline.evidence.calculation import Calculation, CalculationInput, Recomputed
from pipeline.evidence.generation import Generation
from pipeline.evidence.handle import CitationId
from pipeline.evidence.packet import Packet
from tests.viewer.checked_filing import (
    DROVE,
    E1,
    E2,
    E3,
    E4,
    REPEATED,
    TITLE,
    CheckedEvidence,
    check,
    derived,
    exists,
    good,
    span_of,
    supported,
    unplaced,
)
from tests.viewer.filing import Stored

MODEL: Final = "scripted-1"

_JUDGE: Final = f"model: {MODEL}, support-1"


class _Sample(CheckedEvidence):
    """The claims over one stored filing. `secret` is a second filing of the same text, for a claim to withhold."""

    def claims(self) -> tuple[Claim, ...]:
        made = [
            self._printed(),
            self._calculated(),
            self._missing(),
            self._misquoted(),
            self._miscalculated(),
            self._ambiguous(),
            self._uncited(),
            self._not_calculated(),
            *([self._withheld()] if self.secret else []),
        ]
        return tuple(make(number) for number, make in enumerate(made, start=1))

    # --- claims -----------------------------------------------------------------------------------------

    def _printed(self) -> _Made:
        text = (
            "Total net sales were $81.8 billion in the quarter ended July 1, 2023, down from $82,959 million."
        )
        found = [
            self.found(text, "$81.8 billion", "81,797", 1, FigureOutcome.AGREES),
            self.found(text, "July 1, 2023", "July 1, 2023", 1),
            self.found(text, "$82,959 million", "82,959", 1),
        ]
        return _Made(text, [self.row(1, E1)], found, [supported()])

    def _calculated(self) -> _Made:
        text = "Gross margin was 44.5% of net sales."
        found = [derived(text, "44.5%", "It is the result of the calculation c1.")]
        calculation = Calculation(
            "c1",
            "a / b * 100",
            (self.input("a", "Gross margin", "36,413", 2), self.input("b", "Total net sales", "81,797", 1)),
            "44.5%",
            Recomputed.CONSISTENT,
            "The inputs allow 44.5154 to 44.5172.",
            "%",
            Decimal("44.516302553883394256513075051652"),
            Decimal("44.515419"),
            Decimal("44.517186"),
        )
        return _Made(text, [self.row(2, E2), self.row(1, E1)], found, [supported()], calculation)

    def _missing(self) -> _Made:
        text = "Services net sales rose 8% to $21,231 million, helped by advertising and cloud services."
        detail = "21,231 is not in E3 or E4. The cited row prints 21,213 (Services, three months ended July 1, 2023)."
        found = [
            self.found(text, "8%", "8 %", 4, page=1),
            FigureFinding(
                span_of(text, "$21,231 million"),
                FigureOutcome.MISSING,
                detail,
                "figure_differs",
                CitationId.parse("E3"),
                self.stored.span(0, "21,213"),
            ),
        ]
        partly = check(
            CheckKind.SUPPORT,
            CheckOutcome.AMBIGUOUS,
            "The growth is supported, the amount is not.",
            "uncovered",
        )
        return _Made(text, [self.row(3, E3), self.prose(4, E4)], found, [partly])

    def _misquoted(self) -> _Made:
        text = "Advertising and cloud services drove the growth of Services."
        elsewhere = check(
            CheckKind.VERBATIM,
            CheckOutcome.FAILED,
            "The quoted words stand in E4, not in E2.",
            "wrong_passage",
        )
        cited = self.citation("E2b", DROVE, (), [exists("E2b"), elsewhere, unplaced()])
        removed = check(
            CheckKind.EXISTENCE,
            CheckOutcome.FAILED,
            "2 handles were removed, because this answer's packet has none of that name: E9, e12.",
            "unknown_handle",
        )
        unsupported = check(
            CheckKind.SUPPORT,
            CheckOutcome.FAILED,
            "No quote of this claim stands in its source.",
            "no_evidence",
        )
        return _Made(text, [cited], [], [removed, unsupported], removed=("E9", "e12"))

    def _miscalculated(self) -> _Made:
        text = "Services made up 29.5% of net sales."
        detail = "The inputs give 25.93 %; the claim says 29.5 %, 3.57 points more."
        found = [FigureFinding(span_of(text, "29.5%"), FigureOutcome.MISSING, detail, "does_not_recompute")]
        calculation = Calculation(
            "c2",
            "services / net_sales",
            (
                self.input("services", "Services", "21,213", 3),
                self.input("net_sales", "Total net sales", "81,797", 1),
            ),
            "29.5%",
            Recomputed.DIFFERENT,
            detail,
            "%",
            Decimal("25.933714"),
            Decimal("25.932944"),
            Decimal("25.934484"),
        )
        unsupported = check(
            CheckKind.SUPPORT, CheckOutcome.FAILED, "The share is not what the cited figures give.", "figures"
        )
        return _Made(text, [self.row(3, E3), self.row(1, E1)], found, [unsupported], calculation)

    def _ambiguous(self) -> _Made:
        spans = tuple(self.stored.span(1, REPEATED, occurrence) for occurrence in range(3))
        several = check(
            CheckKind.VERBATIM, CheckOutcome.AMBIGUOUS, "The quote stands 3 times in the cited passage."
        )
        places = check(CheckKind.LOCATION, CheckOutcome.AMBIGUOUS, "The quote fits 3 places on the page.")
        cited = self.citation("E5", REPEATED, spans, [exists("E5"), several, places])
        unjudged = check(
            CheckKind.SUPPORT, CheckOutcome.NOT_RUN, "Not judged: no evidence has the word “strong”."
        )
        return _Made("Liquidity is strong.", [cited], [], [unjudged])

    def _uncited(self) -> _Made:
        text = "The company employs 164,000 people."
        found = [
            FigureFinding(
                span_of(text, "164,000"),
                FigureOutcome.MISSING,
                "164,000 has no evidence: the claim cites nothing.",
                "not_in_evidence",
            )
        ]
        unsupported = check(CheckKind.SUPPORT, CheckOutcome.FAILED, "The claim cites nothing.", "no_evidence")
        return _Made(text, [], found, [unsupported])

    def _not_calculated(self) -> _Made:
        text = "Gross margin per employee was $222."
        detail = "The input employees has no source, so this was not calculated again."
        missing = "222 is the result of a calculation that could not be done again."
        found = [FigureFinding(span_of(text, "$222"), FigureOutcome.MISSING, missing, "not_in_evidence")]
        calculation = Calculation(
            "c3",
            "margin / employees",
            (
                self.input("margin", "Gross margin", "36,413", 2),
                CalculationInput(
                    "employees", "Employees", "164", "", problem="No citation of this claim prints 164."
                ),
            ),
            "$222",
            Recomputed.NOT_DONE,
            detail,
        )
        unjudged = check(CheckKind.SUPPORT, CheckOutcome.NOT_RUN, "Not judged: a figure has no source.")
        return _Made(text, [self.row(2, E2)], found, [unjudged], calculation)

    def _withheld(self) -> _Made:
        text = "The other company sold for 81,797."
        assert self.secret is not None
        found = [
            FigureFinding(
                span_of(text, "81,797"),
                FigureOutcome.PRINTED,
                "E6 prints 81,797.",
                None,
                CitationId.parse("E6"),
                self.secret.span(0, "81,797"),
            )
        ]
        cited = self.citation("E6", E1, (self.secret.span(0, E1),), good("E6"))
        return _Made(text, [cited], found, [supported()])


class _Made:
    """A claim that still lacks its number and the FIGURES check that its findings add up to."""

    def __init__(
        self,
        text: str,
        citations: Sequence[Citation],
        figures: Sequence[FigureFinding],
        checks: Sequence[Check],
        calculation: Calculation | None = None,
        removed: tuple[str, ...] = (),
    ) -> None:
        self.claim = Claim(1, text, tuple(citations), tuple(checks), calculation, tuple(figures), removed)

    def __call__(self, number: int) -> Claim:
        one = self.claim
        missing = [figure for figure in one.figures if figure.outcome is FigureOutcome.MISSING]
        outcome = CheckOutcome.FAILED if missing else CheckOutcome.PASSED
        detail = (
            " ".join(figure.detail for figure in missing)
            or f"{len(one.figures)} of {len(one.figures)} found."
        )
        figures = check(CheckKind.FIGURES, outcome, detail, missing[0].reason if missing else None)
        checks = (*one.checks[:-1], figures, one.checks[-1])
        return Claim(number, one.text, one.citations, checks, one.calculation, one.figures, one.removed)


def checked_answer(stored: Stored, secret: Stored | None = None) -> Answer:
    """The answer over `checked_filing`, not stored yet. With `secret`, another filing of the same text, its last claim
    rests on that one alone."""
    sample = _Sample(stored, secret)
    return Answer(
        id=uuid4(),
        question="How did net sales and gross margin change, what drove Services, and what is the outlook?",
        method="model",
        model=MODEL,
        created_at=datetime(2026, 11, 29, 21, 4, tzinfo=UTC),
        claims=sample.claims(),
        packet=Packet.of((passage, TITLE, 1.0) for passage in sample.passages),
        not_in_sources="Not in the sources. 2 pages searched.",
        unanswered=("Outlook for the next quarter",),
        generation=Generation("answer-1", 4_210, 388, 6.2, 1, _JUDGE),
    )
