"""The answers whose evidence is walked to: the newest of the library, or such as are made for gold and taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar
from uuid import UUID

from pipeline.answer.ask import made_answer, save
from pipeline.evaluate.asked_gold import Asking
from pipeline.evaluate.gold import GoldFact, read_facts
from pipeline.evaluate.gold_kind import GoldKind, kind_of
from pipeline.evaluate.identity_twin import TwinFiles
from pipeline.evaluate.progress import Progress
from pipeline.evaluate.resolved import ResolvedPlace
from pipeline.evaluate.retrieval_gold import read_questions
from pipeline.evaluate.sources import filing_of_twin
from pipeline.evaluate.usability import AnswerToWalk, WalkedHandle
from pipeline.evidence.answer import Answer
from pipeline.evidence.measurement import Address, ClaimAddress, PageAddress
from pipeline.store import answers
from pipeline.store.connect import Connection

PAGES: Final = 4
FACTS: Final = 4
"""Pages of a twin's gold, evenly over it, and the facts of each that are walked to, in each file and window."""

HANDLES: Final = 30
"""Handles of questions' answers that are walked to, in each window."""

T = TypeVar("T")

_MEDIA: Final = {"pdf": "PDF", "html": "HTML", "text": "text"}


@dataclass(frozen=True, slots=True)
class Walked:
    """Answers that are stored now, with what is to be walked to; `without` as in UsabilityReport."""

    answers: tuple[AnswerToWalk, ...]
    without: int


def newest(asking: Asking, count: int) -> Walked:
    """The user's newest answers that are finished."""
    with asking.database.scoped(asking.scope) as conn:
        rows = answers.recent(conn, asking.scope.user_id, count)
        found = [(answers.get(conn, row.id), str(row.id)) for row in rows]
        return _walked(
            [_answer(asking, conn, answer, name, kept=True) for answer, name in found if not answer.stage]
        )


@contextmanager
def of_gold(
    asking: Asking, gold: Path, progress: Progress = lambda name, done, total: None
) -> Iterator[Walked]:
    """Answers to the gold's questions, as many as have HANDLES handles together; or answers that state a twin's facts,
    each cited in both files. They are taken back at the end, unless `asking` keeps answers.

    Raises SourceError for gold that cannot be read, NotFound for filings of a twin that the library lacks.
    """
    made: list[tuple[UUID, str]] = []
    try:
        if kind_of(gold) is GoldKind.FACTS:
            _state(asking, gold, made)
        else:
            _ask(asking, gold, made, progress)
        with asking.database.scoped(asking.scope) as conn:
            found = [
                _answer(asking, conn, answers.get(conn, one), name, kept=asking.keep) for one, name in made
            ]
        yield _walked(found)
    finally:
        if not asking.keep:
            with asking.database.scoped(asking.scope) as conn:
                answers.take_back(conn, [one for one, _ in made])


def _ask(asking: Asking, gold: Path, made: list[tuple[UUID, str]], progress: Progress) -> None:
    handles = 0
    questions = read_questions(gold)
    for done, question in enumerate(questions, start=1):
        answer = made_answer(asking.database, asking.scope, asking.embedder, question.text, aids=asking.aids)
        if answer.answer.claims:
            made.append((answer.answer.id, question.id))
            handles += sum(len(claim.citations) for claim in answer.answer.claims)
            with asking.database.scoped(asking.scope) as conn:
                save(conn, asking.scope, answer)
        progress(gold.name, done, len(questions))
        if handles >= HANDLES:
            return


def _state(asking: Asking, gold: Path, made: list[tuple[UUID, str]]) -> None:
    by_page: dict[int, list[GoldFact]] = {}
    for fact in read_facts(gold):
        by_page.setdefault(fact.page_index, []).append(fact)
    with asking.database.scoped(asking.scope) as conn:
        files = TwinFiles.of(conn, filing_of_twin(gold))
        for page_index in _evenly(sorted(by_page), PAGES):
            answer = files.stated(conn, _evenly(by_page[page_index], FACTS))
            if answer is not None:
                made.append((answer.id, f"page index {page_index}"))
                answers.save(conn, asking.scope.user_id, answer)


def _evenly(items: Sequence[T], count: int) -> list[T]:
    """So many of the items, spread over all."""
    step = max(1, len(items) // count)
    return list(items[::step])[:count]


def _answer(
    asking: Asking, conn: Connection, answer: Answer, name: str, *, kept: bool
) -> tuple[AnswerToWalk, int]:
    """The answer with its handles, and how many citations have no highlight."""
    resolved = asking.resolve(conn, answer)
    handles = {
        key: WalkedHandle(_MEDIA.get(place.media, place.media), _address(answer.id, key, place, kept=kept))
        for key, place in resolved.items()
        if place.is_shown
    }
    return AnswerToWalk(answer.id, name, handles), len(resolved) - len(handles)


def _address(answer_id: UUID, key: str, place: ResolvedPlace, *, kept: bool) -> Address | None:
    if kept:
        claim, _, cited = key.partition(":")
        return ClaimAddress(answer_id, int(claim), cited)
    if place.document_id is None or place.page_index is None:
        return None
    return PageAddress(place.document_id, place.page_index)


def _walked(found: Sequence[tuple[AnswerToWalk, int]]) -> Walked:
    return Walked(
        tuple(answer for answer, _ in found if answer.handles), sum(without for _, without in found)
    )
