"""An answer as a whole: who wrote it, what it leaves open, why it ended early, and what the line above it counts."""

from __future__ import annotations

from typing import Any, Final

from pipeline.evidence.answer import Answer, CheckOutcome
from pipeline.evidence.generation import Problem, ProblemKind
from viewer.check_words import VERBATIM_WORDS
from viewer.words import capitalised

View = dict[str, Any]

PROBLEM_TITLES: Final = {
    ProblemKind.UNREACHABLE: "The model could not be reached",
    ProblemKind.TIMEOUT: "The model took too long",
    ProblemKind.RATE_LIMITED: "The model's server takes no more requests for now",
    ProblemKind.KEY_REFUSED: "The model's server refused the key",
    ProblemKind.MODEL_UNKNOWN: "The model's server does not know the model",
    ProblemKind.REQUEST_REFUSED: "The model's server refused the request",
    ProblemKind.SERVER_FAILED: "The model's server failed",
    ProblemKind.REFUSED: "The model refused to answer",
    ProblemKind.FILTERED: "The model's server withheld the answer",
    ProblemKind.TRUNCATED: "The answer is cut short",
    ProblemKind.CUT_OFF: "The connection to the model broke off",
    ProblemKind.MALFORMED: "The model did not answer in the form that it was asked for",
    ProblemKind.CANCELLED: "Stopped",
    ProblemKind.INTERRUPTED: "The answer was interrupted",
    ProblemKind.SEARCH_FAILED: "The filings could not be searched",
}
"""What happened, before the problem's own message says more and what to do."""
_BY_CHOICE: Final = frozenset({ProblemKind.CANCELLED})

_ENDED: Final = {"bad": "Ended early", "none": "Stopped"}
NOTHING_OPEN: Final = "A part of the question"
_ABSENT: Final = "Not in the sources"


def problem_view(answer: Answer) -> View | None:
    """Why the answer ended early, and that what had been checked by then is kept."""
    problem = answer.problem
    if problem is None:
        return None
    return {
        "kind": problem.kind.value,
        "tone": "none" if problem.kind in _BY_CHOICE else "bad",
        "title": PROBLEM_TITLES[problem.kind],
        "message": problem.message,
        "kept": _kept(problem, len(answer.claims)),
    }


def _kept(problem: Problem, claims: int) -> str:
    if not claims:
        return ""
    what = "The claim above was" if claims == 1 else f"The {claims} claims above were"
    return f"{what} written and checked before that, and {'stands' if claims == 1 else 'stand'} as checked."


def open_parts(answer: Answer) -> list[str]:
    """The parts of the question that the sources do not answer, beside claims."""
    if not answer.claims or not answer.not_in_sources:
        return []
    return [capitalised(part) for part in answer.unanswered] or [NOTHING_OPEN]


def summary(answer: View) -> tuple[tuple[str, str], ...]:
    """What the line above an answer says of it: (tone, words), the good first, then what is wrong with most weight.

    A claim is counted by each of its checks, so that one bad claim may count under several. Good quotes are counted
    where nothing better can be said of their claims."""
    claims = answer["claims"]
    if not claims:
        problem = answer.get("problem")
        return ((problem["tone"], "No claims"),) if problem else (("none", _ABSENT),)
    checks = [check for claim in claims for check in claim["checks"]]
    states = [state for claim in claims for state in _states(claim)]
    calculations = [claim["calculation"] for claim in claims if claim.get("calculation")]
    missing = sum(part["figure"] == "missing" for claim in claims for part in claim["parts"])
    removed = sum(claim.get("removed", 0) for claim in claims)

    def said(words: str) -> int:
        return sum(check["words"] == words for check in checks)

    problem = answer.get("problem")
    counted = (
        ("ok", said("Supported"), "supported"),
        ("ok", 0 if said("Supported") else said("Verbatim"), "verbatim"),
        ("bad", said("Not supported"), "not supported"),
        ("bad", said("Not verbatim"), "not verbatim"),
        ("bad", missing, "figure missing" if missing == 1 else "figures missing"),
        ("bad", removed, "handle removed" if removed == 1 else "handles removed"),
        ("bad", sum(one["tone"] == "bad" for one in calculations), "not recomputing"),
        ("warn", said("Partly supported"), "partly supported"),
        ("warn", states.count("superseded"), "superseded"),
        ("warn", states.count("ambiguous"), "ambiguous"),
        ("warn", states.count("quote_not_found"), "not on its page"),
        ("bad", states.count("unavailable"), "unavailable"),
        ("none", states.count("denied"), "without access"),
        ("none", len(answer.get("unanswered", [])), _ABSENT.lower()),
    )
    ended = ((problem["tone"], _ENDED[problem["tone"]]),) if problem else ()
    return (*((tone, f"{count} {words}") for tone, count, words in counted if count), *ended)


def _states(claim: View) -> list[str]:
    """The states of a claim's evidence. A quote that is not verbatim has no place for that reason, and is counted
    so."""
    is_misquoted = any(check["words"] == VERBATIM_WORDS[CheckOutcome.FAILED] for check in claim["checks"])
    states = [handle["state"] for handle in claim["handles"]]
    return [state for state in states if state != "quote_not_found" or not is_misquoted]
