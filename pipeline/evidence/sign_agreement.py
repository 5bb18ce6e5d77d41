"""Does a stated figure have the sign of the printed one, by its own minus or by the words near it?

"(265)" and "a loss of 265" say the same; "265" alone does not, nor does "rose 3%" where "(3)%" is printed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.evidence.claimed import Claimed
from pipeline.evidence.directions import (
    Direction,
    bracketed_side,
    change_at,
    is_two_sided,
    sign_near,
    sign_of_label,
)
from pipeline.evidence.figure_agreement import Print
from pipeline.evidence.text import TextRange

_CHANGE_COLUMN = re.compile(r"\b(?:changes?|variance|increase|growth|decrease)\b|[Δ∆]", re.IGNORECASE)
_DECREASE = re.compile(r"\b(?:decreases?|declines?|reductions?)\b", re.IGNORECASE)
_INCREASE = re.compile(r"\b(?:increases?|growth)\b", re.IGNORECASE)
_LOSS = re.compile(
    r"\b(?:loss(?:es)?|lost|deficits?|outflows?|used|decreas\w+|declin\w+|fell|down|negative|shortfall)\b",
    re.IGNORECASE,
)

_SINCE_FIGURE = re.compile(r"[^0-9]*$")
_LEVEL = re.compile(r"\b(?:to|from)\s+(?:(?:a|an|about|approximately|nearly)\s+)*\W*$", re.IGNORECASE)
"""Before the amount that something fell to or from: it is not itself less than nothing."""


def has_sign_of(claimed: Claimed, text: str, others: Sequence[TextRange], print_: Print, words: str) -> bool:
    """Whether the figure of `text` says the sign of a print. `others` are the text's other amounts, `words` the printed
    words around the print."""
    change = change_at(text, claimed.range)
    near = change or sign_near(text, claimed.range, list(others))
    if claimed.figure.negative:
        if print_.figure.negative:
            return change is not Direction.UP
        return near is not Direction.DOWN and _prints_a_loss(print_, words)
    if print_.figure.negative:
        return _turns_round(change, near, print_)
    return not _points_the_other_way(change, near, print_, words)


def _turns_round(change: Direction | None, near: Direction | None, print_: Print) -> bool:
    """A positive figure against a printed negative one: only words of that direction make it right."""
    if change is not None:
        return change is Direction.DOWN
    side = bracketed_side(print_.printed.label)
    return near is not None and near is (side or Direction.DOWN)


def _points_the_other_way(
    change: Direction | None, near: Direction | None, print_: Print, words: str
) -> bool:
    """A positive figure against a printed positive one: only certain contradictions count."""
    label, header = print_.printed.label, print_.printed.header
    if not label and not header:
        printed = change_at(words, print_.claimed.range)
        return None not in (change, printed) and change is not printed
    side = bracketed_side(label)
    if change is not None:
        heading = f"{label} {header}"
        if side is None and _DECREASE.search(heading) and not _INCREASE.search(heading):
            return change is Direction.UP
        return (
            _CHANGE_COLUMN.search(heading) is not None
            and not is_two_sided(label)
            and change is Direction.DOWN
        )
    return side is not None and near is side


def _prints_a_loss(print_: Print, words: str) -> bool:
    """Whether the words of a print without a minus say that it is less than nothing."""
    label, header = print_.printed.label, print_.printed.header
    if label or header:
        is_loss = _LOSS.search(label) is not None and sign_of_label(label) is not Direction.UP
        return is_loss and not is_two_sided(label)
    span = print_.claimed.range
    before = _SINCE_FIGURE.search(words[: span.start])
    if before is None or _LEVEL.search(before[0]):
        return False
    return change_at(words, span) is Direction.DOWN or _LOSS.search(before[0]) is not None
