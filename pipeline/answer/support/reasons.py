"""Why support was denied, or could not be told: the kinds by which verdicts are counted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pipeline.evidence.answer import CheckOutcome


class SupportReason(StrEnum):
    """Each is a kind of difference between a claim and its evidence."""

    NO_EVIDENCE = "no_evidence"  # no quote of the claim stands in its source
    FIGURES = "figures"  # a figure of the claim has no evidence
    DOES_NOT_RECOMPUTE = "does_not_recompute"  # the calculation gives another result
    PERIOD = "period"  # the evidence is of another period
    ENTITY = "entity"  # a company, product, place or person is named that the evidence does not name
    NEGATION = "negation"  # one of both denies what the other says
    DIRECTION = "direction"  # one of both says rose, the other fell
    MODALITY = "modality"  # the evidence only expects, or allows for, what the claim states
    EXCEPTION = "exception"  # the evidence makes an exception that the claim leaves out
    WORDS = "words"  # words of the claim are not in the evidence
    ORDER = "order"  # its words stand in another order, or with others between them
    ROW = "row"  # the row's label says more than the claim does
    BINDING = "binding"  # which figure belongs to which row or period is open


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found; `detail` is a sentence for the analyst."""

    outcome: CheckOutcome
    detail: str
    reason: SupportReason | None = None

    @property
    def is_told(self) -> bool:
        return self.outcome is not CheckOutcome.NOT_RUN


def supported(detail: str) -> Finding:
    return Finding(CheckOutcome.PASSED, detail)


def partly(reason: SupportReason, detail: str) -> Finding:
    return Finding(CheckOutcome.AMBIGUOUS, detail, reason)


def not_supported(reason: SupportReason, detail: str) -> Finding:
    return Finding(CheckOutcome.FAILED, detail, reason)


def not_judged(reason: SupportReason, detail: str) -> Finding:
    return Finding(CheckOutcome.NOT_RUN, f"Not judged: {detail}", reason)


def listed(words: list[str]) -> str:
    """Words as a sentence names them: “robust”, “demand” and “abroad”."""
    quoted = [f"“{word}”" for word in dict.fromkeys(words)]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
