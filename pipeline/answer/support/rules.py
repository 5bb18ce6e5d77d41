"""What can be told of support without judging: figures, periods, entities, negation and direction, covered words."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.answer import Check, CheckKind, CheckOutcome, FigureFinding
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.printed import PrintedEvidence

CHECKER = "pincite-rules-1"


def support_by_rules(
    text: str,
    figures: Sequence[FigureFinding],
    evidence: Sequence[PrintedEvidence],
    calculation: Calculation | None = None,
) -> Check:
    """The SUPPORT check of a claim: PASSED, AMBIGUOUS (partly), FAILED, or NOT_RUN where rules cannot tell."""
    return Check(CheckKind.SUPPORT, CheckOutcome.NOT_RUN, "Nobody judged the support.", CHECKER)
