"""Why a search went on without a model's help: words for its trace."""

from __future__ import annotations

from pipeline.evidence.generation import ProblemKind
from pipeline.model.endpoint import Endpoint
from pipeline.model.failures import AttemptFailed
from pipeline.model.stopped import Deadline


def late(place: str, thing: str, seconds: float) -> str:
    """What was asked for did not come in time."""
    return (
        f"No {thing} came from {place} within {seconds:g} seconds. Choose a quicker model, or raise "
        "PINCITE_SEARCH_SECONDS."
    )


def words_of(
    failure: AttemptFailed, endpoint: Endpoint, thing: str, deadline: Deadline, seconds: float
) -> str:
    """A failed attempt in words, of `thing` ("plan") instead of an answer where that makes a difference."""
    if deadline.has_passed or failure.problem_kind is ProblemKind.TIMEOUT:
        return late(endpoint.place, thing, seconds)
    match failure.problem_kind:
        case ProblemKind.CANCELLED:
            return "Cancelled."
        case ProblemKind.TRUNCATED:
            return (
                f"The {thing} did not end within {endpoint.answer_tokens:,} tokens. Raise PINCITE_ANSWER_TOKENS, or "
                "choose another model."
            )
        case ProblemKind.CUT_OFF:
            return f"The connection to {endpoint.place} broke before the {thing} was complete."
        case ProblemKind.REFUSED | ProblemKind.FILTERED:
            return f"The model, or the filter of {endpoint.place}, refused to give the {thing}."
    return failure.message
