"""The answers that a model writes for this server: begun here, followed through the database, given up when asked."""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final
from uuid import UUID

from pipeline.allowance import use_question
from pipeline.evidence.generation import Stage
from pipeline.store import answering, answers
from pipeline.store.answers import Progress
from pipeline.store.scope import Scope
from viewer.operations.ending import require_staying
from viewer.services import Services

if TYPE_CHECKING:
    from pipeline.answer.runs import Runs

_lock = threading.Lock()
_runs: Runs | None = None

STAGES: Final = {
    Stage.SEARCHING: "Searching for passages",
    Stage.WRITING: "The model is writing",
    Stage.JUDGING: "Every claim is written and checked. The model is judging their support",
}


def runs(services: Services) -> Runs | None:
    """Whoever writes answers in this process; None without a model. Raises ConfigurationError for half a setting."""
    global _runs
    from pipeline.answer.authors import authors_for
    from pipeline.answer.runs import Runs

    with _lock:
        if _runs is None and (authors := authors_for(services.settings)) is not None:
            _runs = Runs(services.database, authors)
        return _runs


def close() -> None:
    """Give up every answer that is being written: the server ends. What was checked is kept."""
    global _runs
    with _lock:
        ending, _runs = _runs, None
    if ending is not None:
        ending.close()


def ask(
    services: Services,
    scope: Scope,
    question: str,
    chosen: Sequence[UUID],
    without: Collection[UUID] = (),
) -> UUID:
    """The id of an answer: finished without a model, with one just begun. Of no choice, the question's own words choose
    among all filings but those of `without`. Raises PinciteError in words."""
    from pipeline.answer.ask import ask as answer_question
    from pipeline.index.embedding import embedder_for
    from pipeline.search.aids import aids_for

    require_staying()
    use_question(services.settings, services.database, scope)
    embedder = embedder_for(services.settings)
    writing = runs(services)
    if writing is not None:
        return writing.start(scope, embedder, question, list(chosen) or None, without=without)
    answer = answer_question(
        services.database,
        scope,
        embedder,
        question,
        list(chosen) or None,
        without=without,
        aids=aids_for(services.settings),
    )
    return answer.id


def cancel(services: Services, scope: Scope, answer_id: UUID) -> None:
    """Give an answer up, wherever it is written."""
    with services.database.scoped(scope) as conn:
        answering.cancel(conn, scope.user_id, answer_id)
    if _runs is not None:
        _runs.cancel(answer_id)


def progress(services: Services, scope: Scope, answer_id: UUID) -> Progress:
    """How far an answer is. Raises NotFound."""
    with services.database.scoped(scope) as conn:
        return answers.progress(conn, answer_id)


def progress_words(now: Progress) -> str:
    """What is being done, and what is done already."""
    if now.stage is None:
        return "Done"
    words = STAGES[Stage(now.stage)]
    if now.stage != Stage.WRITING:
        return f"{words}…"
    checked = "1 claim" if now.claims == 1 else f"{now.claims} claims"
    return f"{words}… {checked} checked so far." if now.claims else f"{words}…"
