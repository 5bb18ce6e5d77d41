"""Which figure of a claim is the result of its calculation."""

from __future__ import annotations

from pipeline.evidence.amount import Amount
from pipeline.evidence.claimed import Claimed, Kind, claimed_figures
from pipeline.evidence.movement import says_fall

_LIKE_PLAIN = (Kind.PLAIN, Kind.MULTIPLE)


def is_result(claimed: Claimed, text: str, stated: str) -> bool:
    """Whether a figure of a claim's `text` is the number that its calculation states. The sign may be in the words
    ("fell 3%" for -3%)."""
    results = [one for one in claimed_figures(stated) if not one.is_spelled]
    if len(results) != 1:
        return False
    (result,) = results
    if claimed.kind is not result.kind and not {claimed.kind, result.kind} <= set(_LIKE_PLAIN):
        return False
    if claimed.currency and result.currency and claimed.currency != result.currency:
        return False
    one, other = Amount.of(claimed.figure), Amount.of(result.figure)
    if one.value == other.value:
        return True
    return one.value == -other.value and says_fall(text, claimed.range)
