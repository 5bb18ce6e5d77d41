"""A written calculation → the calculation done again from the cited figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.answer.draft import DraftCalculation, DraftInput
from pipeline.evidence.calculation import Calculation, Recomputed
from pipeline.evidence.handle import CitationId
from pipeline.evidence.printed import PrintedEvidence


def calculate(
    draft: DraftCalculation,
    name: str,
    cited: Mapping[DraftInput, CitationId],
    evidence: Sequence[PrintedEvidence],
) -> Calculation:
    """Do a calculation again, as `name` ("c1"). `cited` gives the citation of each input whose handle is one of the
    packet's; `evidence` is what those citations print."""
    detail = "Calculations are not done again yet."
    return Calculation(name, draft.expression, (), draft.result, Recomputed.NOT_DONE, detail)
