"""The sentences that say what the sources do not."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.asked_scope import AskedScope

_EVERYTHING = AskedScope()


def not_in_sources(page_count: int, scope: AskedScope = _EVERYTHING) -> str:
    """The sentences that stand in place of claims: that nothing was found, and what is not there to be searched.

    `page_count`: pages that were searched.
    """
    if scope.absent and not scope.filings:
        return f"Not in the sources. {_not_there(scope)} {_what_to_do(scope)}"
    searched = f"Not in the sources. {page_count:,} {'page' if page_count == 1 else 'pages'} searched."
    said = [_not_there(scope)] if scope.absent else []
    if scope.missing:
        said.append(f"{_place(scope).capitalize()} has no {_listed(scope.missing, 'and no').rstrip('.')}.")
    return " ".join([searched, *said])


def partly_not_in_sources(parts: Sequence[str]) -> str:
    """The sentence that stands beside claims: which parts of the question nothing answers."""
    return f"Not in the sources: {'; '.join(part.rstrip('.') for part in parts)}."


def unanswered_parts(scope: AskedScope) -> tuple[str, ...]:
    """The parts of a question that nothing was searched for: companies of which there is no filing."""
    return tuple(f"{name}, of which {_place(scope)} has no filing" for name in scope.absent)


def _not_there(scope: AskedScope) -> str:
    names = _listed(scope.absent, "and")
    if len(scope.absent) == 1:
        return f"{names} is not in {_place(scope)}: no filing there is of that name."
    return f"{names} are not in {_place(scope)}: no filing there is of those names."


def _what_to_do(scope: AskedScope) -> str:
    filing = "one of its filings" if len(scope.absent) == 1 else "filings of theirs"
    if _is_all(scope):
        return f"Add {filing} to the library, or ask about a company that is there."
    return f"Ask of more filings, or add {filing} to the library."


def _place(scope: AskedScope) -> str:
    return "the library" if _is_all(scope) else "what was searched"


def _is_all(scope: AskedScope) -> bool:
    """Whether nothing was picked and nothing left out, so that what is not there is not in the library."""
    return not scope.without and not any(filing.is_picked for filing in scope.filings)


def _listed(names: Sequence[str], joined: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joined} {names[-1]}"
