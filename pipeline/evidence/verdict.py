"""What is made of the opinions on a claim's support: that of the rules, and that of a model which saw only the claim
and its quotes. The worse of both is shown, and a model never overrules a failure that the rules found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pipeline.evidence.answer import Check, CheckKind, CheckOutcome

RULES = "pincite-rules"
"""How the name of every version of the rules begins. Any other checker of support is a model."""


class Verdict(StrEnum):
    """Does the evidence support the claim?"""

    SUPPORTED = "supported"
    PARTLY = "partly"
    NOT_SUPPORTED = "not_supported"
    NOT_JUDGED = "not_judged"


_OUTCOMES = {
    CheckOutcome.PASSED: Verdict.SUPPORTED,
    CheckOutcome.AMBIGUOUS: Verdict.PARTLY,
    CheckOutcome.FAILED: Verdict.NOT_SUPPORTED,
    CheckOutcome.NOT_RUN: Verdict.NOT_JUDGED,
}
_FROM_THE_WORST = (Verdict.NOT_SUPPORTED, Verdict.PARTLY, Verdict.SUPPORTED)
_WORDS = {
    Verdict.SUPPORTED: "supported",
    Verdict.PARTLY: "partly supported",
    Verdict.NOT_SUPPORTED: "not supported",
}


@dataclass(frozen=True, slots=True)
class Support:
    """The verdict that is shown, with a sentence or two for the analyst. `check` is the one that decided, None where
    nobody judged or looked."""

    verdict: Verdict
    detail: str
    check: Check | None = None


def verdict_of(check: Check) -> Verdict:
    """What a SUPPORT check found."""
    return _OUTCOMES[check.outcome]


def is_by_rules(check: Check) -> bool:
    """Whether rules found it, and not a model."""
    return check.checker.startswith(RULES)


def support_of(checks: Iterable[Check]) -> Support:
    """The worst verdict of the SUPPORT checks among `checks`, the last of each checker counting. Where the rules could
    not tell and a model could, the model's verdict stands, and the detail says whose it is.
    """
    latest = {check.checker: check for check in checks if check.kind is CheckKind.SUPPORT}
    opinions = sorted(latest.values(), key=is_by_rules, reverse=True)
    for verdict in _FROM_THE_WORST:
        for check in opinions:
            if verdict_of(check) is verdict:
                return Support(verdict, _told(check, opinions), check)
    return Support(
        Verdict.NOT_JUDGED, " ".join(check.detail for check in opinions) or "Nobody judged the support."
    )


def _told(check: Check, opinions: Iterable[Check]) -> str:
    """The deciding check's detail, and what the others said where they did not say the same."""
    others = [_opinion(other) for other in opinions if other.outcome is not check.outcome]
    if not is_by_rules(check):
        others.insert(0, f"So judged by {_who(check)}.")
    return " ".join([check.detail, *others])


def _who(check: Check) -> str:
    """A model by its name, without the version of its prompt."""
    return f"the model {check.checker.removeprefix('model: ').rpartition(', ')[0] or check.checker}"


def _opinion(check: Check) -> str:
    who = "The rules" if is_by_rules(check) else _who(check).replace("the", "The", 1)
    verdict = verdict_of(check)
    return f"{who} could not tell." if verdict is Verdict.NOT_JUDGED else f"{who} found it {_WORDS[verdict]}."
