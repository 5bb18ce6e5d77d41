"""A written calculation → the calculation done again from the cited figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pipeline.answer.draft import DraftCalculation, DraftInput
from pipeline.answer.inputs import FoundInput, find_input
from pipeline.evidence.calculation import Calculation, Recomputed
from pipeline.evidence.directions import Direction, change_at
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.handle import CitationId
from pipeline.evidence.movement import movement, says_fall
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.recompute import recompute

_OPPOSITE = {Direction.UP: Direction.DOWN, Direction.DOWN: Direction.UP}


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
    falls = any(says_fall(text, figure.range) for figure in _mentions(draft.result, text))
    done = recompute(draft.expression, printed, draft.result, says_fall=falls)
    outcome, detail = done.outcome, done.detail
    if outcome in (Recomputed.EXACT, Recomputed.CONSISTENT):
        contradiction = _contradiction(draft.expression, printed, text, draft.result)
        if contradiction is not None:
            outcome, detail = Recomputed.DIFFERENT, contradiction
    return Calculation(
        name,
        draft.expression,
        inputs,
        draft.result,
        outcome,
        detail,
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


def _contradiction(
    expression: str, printed: Mapping[str, PrintedFigure], text: str, stated: str
) -> str | None:
    """In words, when a claim says that its result is a rise, and what it is calculated from falls; or the reverse."""
    moved = movement(expression, printed)
    said = {change_at(text, figure.range) for figure in _mentions(stated, text)} - {None}
    if moved is None or said != {_OPPOSITE[moved]}:
        return None
    does, says = ("rise", "fall") if moved is Direction.UP else ("fall", "rise")
    return f"The inputs {does} from the earlier period to the later; the claim says a {says}."


def _mentions(stated: str, text: str) -> list[Figure]:
    """Where a claim's text writes its result, its sign aside."""
    results = figures(stated)
    return [
        figure
        for figure in figures(text)
        for result in results
        if figure.value.copy_abs() == result.value.copy_abs() and figure.percent == result.percent
    ]
