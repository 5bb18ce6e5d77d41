"""Which way a calculated number goes: what a claim's words say of it, and what its inputs do from the earlier period to
the later one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pipeline.evidence.directions import Direction, change_at
from pipeline.evidence.enclosure import value_of
from pipeline.evidence.errors import InvalidExpression, NotComputable
from pipeline.evidence.expression import parse
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.sources import names_of, sourced
from pipeline.evidence.text import TextRange

_LOSS_OF = re.compile(
    r"\b(?:loss(?:es)?|deficits?|outflows?|shortfalls?)\s+(?:of|was|were|is|are|totall?ed|amounted\s+to|came\s+to)\s+"
    r"(?:(?:about|approximately|nearly|roughly|some|around)\s+)?[^\w.;]*$",
    re.IGNORECASE,
)


def says_fall(text: str, span: TextRange) -> bool:
    """Whether a claim says in words that the number at `span` is a fall or a loss: "fell 5 %", "a net loss of $5". What
    else may be printed with a minus ("costs", "paid") says nothing of a calculated number's sign."""
    said = change_at(text, span)
    return said is Direction.DOWN or (said is None and bool(_LOSS_OF.search(text[: span.start])))


def movement(expression: str, inputs: Mapping[str, PrintedFigure]) -> Direction | None:
    """The direction of the change that an expression measures between two printed figures. A change is what is nothing
    when both are equal.

    None where it measures something else, where the two are not one row's figures for two periods that are known, and
    for negative figures: a loss that widens may be said to rise.
    """
    try:
        tree = sourced(parse(expression, inputs), inputs)
        named = sorted(names_of(tree))
        if len(named) != 2 or value_of(tree, dict.fromkeys(named, inputs[named[0]].amount.value)) != 0:
            return None
    except (InvalidExpression, NotComputable):
        return None
    one, two = (inputs[name] for name in named)
    if one.period is None or two.period is None or not _is_one_row(one, two):
        return None
    earlier, later = (one, two) if one.period.end < two.period.end else (two, one)
    before, after = earlier.amount.value, later.amount.value
    if before < 0 or after < 0 or before == after:
        return None
    return Direction.UP if after > before else Direction.DOWN


def _is_one_row(one: PrintedFigure, two: PrintedFigure) -> bool:
    """Whether both are the same thing, for periods of one length that end on two days."""
    if one.period is None or two.period is None or one.period.end == two.period.end:
        return False
    return bool(one.label) and one.label == two.label and one.period.months == two.period.months
