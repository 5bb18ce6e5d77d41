"""A written calculation → the calculation done again from the cited figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pipeline.answer.draft import DraftCalculation, DraftInput
from pipeline.answer.inputs import FoundInput, find_input
from pipeline.evidence.calculation import Calculation, Recomputed
from pipeline.evidence.directions import Direction, change_at, sign_near
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.handle import CitationId
from pipeline.evidence.printed import PrintedEvidence
from pipeline.evidence.recompute import recompute


def calculate(
    draft: DraftCalculation,
    name: str,
    cited: Mapping[DraftInput, CitationId],
    evidence: Sequence[PrintedEvidence],
    text: str = "",
) -> Calculation:
    """Do a calculation again, as `name` ("c1"). `cited` gives the citation of each input whose handle is one of the
    packet's; `evidence` is what those citations print; `text` is the claim's, which may tell a fall in words."""
    found = [find_input(one, cited.get(one), evidence) for one in draft.inputs]
    inputs = tuple(one.input for one in found)
    problem = _problem(draft, found)
    if problem is not None:
        return Calculation(name, draft.expression, inputs, draft.result, Recomputed.NOT_DONE, problem)
    printed = {one.input.name: one.printed for one in found if one.printed is not None}
    done = recompute(draft.expression, printed, draft.result, says_fall=_says_fall(draft.result, text))
    return Calculation(
        name,
        draft.expression,
        inputs,
        draft.result,
        done.outcome,
        done.detail,
        done.unit,
        done.result,
        done.low,
        done.high,
    )


def _problem(draft: DraftCalculation, found: Sequence[FoundInput]) -> str | None:
    """Why there is nothing to do the calculation with: an input that its evidence does not print, two of one name."""
    missing = [one.input.problem for one in found if one.input.problem is not None]
    if missing:
        return " ".join(dict.fromkeys(missing))
    twice = [name for name, count in Counter(one.name for one in draft.inputs).items() if count > 1]
    return f"Two inputs are called “{twice[0]}”." if twice else None


def _says_fall(stated: str, text: str) -> bool:
    """Whether a claim tells in words that its result is a fall or a loss."""
    amounts = figures(text)
    return any(
        _falls_at(figure, text, amounts)
        for result in figures(stated)
        for figure in amounts
        if figure.same_as(result) and not figure.negative
    )


def _falls_at(figure: Figure, text: str, amounts: Sequence[Figure]) -> bool:
    others = [other.range for other in amounts if other.range != figure.range and not other.glued]
    direction = change_at(text, figure.range) or sign_near(text, figure.range, others)
    return direction is Direction.DOWN
