"""An answer that a model writes: each claim is checked and stored as it comes, and judged beside the rest."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Self

from pipeline import meters
from pipeline.answer.absence import not_in_sources, partly_not_in_sources, unanswered_parts
from pipeline.answer.authors import Authors
from pipeline.answer.checker import ClaimChecker
from pipeline.answer.identity import without_handles
from pipeline.answer.keeping import Keeping
from pipeline.answer.source_pages import source_pages
from pipeline.answer.writer import Judge, WritingFailed, Written
from pipeline.evidence.answer import Claim
from pipeline.evidence.errors import PinciteError
from pipeline.evidence.generation import Problem, ProblemKind, Stage
from pipeline.evidence.packet import Packet
from pipeline.index.embedding import Embedder
from pipeline.search.aided import aided_search
from pipeline.search.packing import PacketLimits
from pipeline.search.reading import Search
from pipeline.store import answering, passages
from pipeline.store.answering import Begun
from pipeline.store.database import Database
from pipeline.store.scope import Scope

WRITER_LIMITS = PacketLimits(entries=24, characters=40_000)
"""A model reads more than is quoted at once: about ten pages' worth, before the budget of its tokens."""

HEARTBEAT = 1.0
"""Seconds between two signs of life, at each of which a wish to cancel is heard."""

JUDGED_AT_ONCE = 4
"""Claims of one answer that are being judged at the same time."""

_LOOK_AGAIN = 0.02
"""Seconds until it is looked again whether all verdicts are there."""


class AnswerInWriting:
    """One answer from its search to its end. `cancel` may be called from any thread; the database's own mark does the
    same, from any host."""

    def __init__(
        self, database: Database, scope: Scope, begun: Begun, authors: Authors, embedder: Embedder
    ) -> None:
        self.id = begun.id
        self._database = database
        self._scope = scope
        self._begun = begun
        self._authors = authors
        self._embedder = embedder
        self._stop = threading.Event()
        self._keeping = Keeping(database, scope, begun.id, self._stop)
        self._claims: list[Claim] = []

    def cancel(self) -> None:
        """Give it up; what has been checked is kept."""
        self._stop.set()

    def write(self, search: Search, limits: PacketLimits = WRITER_LIMITS) -> None:
        """Search, write, check, judge and store; returns when the answer is finished. What goes wrong on the way is
        stored as the answer's problem. Raises only what keeps the end from being stored."""
        begun_at = time.monotonic()
        end = _End()
        with (
            self._heart(),
            _Judging(self._keeping, self._authors.judge, self._stop) as judging,
        ):
            try:
                self._answer(search, limits, judging, end)
            except PinciteError as error:
                end.problem = Problem(ProblemKind.SEARCH_FAILED, error.message)
            if judging.is_busy and not self._stop.is_set():
                self._keeping.stage(Stage.JUDGING)
            judging.finish()
            self._finish(end, time.monotonic() - begun_at)

    def _answer(self, search: Search, limits: PacketLimits, judging: _Judging, end: _End) -> None:
        found = aided_search(
            self._database, self._scope, self._embedder, search, limits, self._authors.aids, self._stop.is_set
        )
        packet = self._authors.writer.fit(self._begun.question, found.packet)
        self._keeping.trace(found.trace)
        if not packet.entries:
            end.not_in_sources = not_in_sources(search.page_count, search.scope)
            return
        self._keeping.packet(packet)
        with self._database.scoped(self._scope) as conn:
            stored = {one.id for one in passages.get_many(conn, [e.passage.id for e in packet.entries])}
            checker = ClaimChecker(packet, stored, source_pages(conn, packet))
        threading.Thread(target=checker.read_ahead, name="read-ahead", daemon=True).start()
        try:
            self._write(packet, checker, judging, end)
        except WritingFailed as failed:
            end.problem = failed.problem
            end.take(failed.written, packet)
        if not self._claims and end.problem is None:
            end.not_in_sources = not_in_sources(search.page_count, search.scope)
        elif not self._claims:
            end.unanswered = ()  # the problem says more than the parts of a question of which nothing was answered
        else:
            end.unanswered = tuple(dict.fromkeys([*unanswered_parts(search.scope), *end.unanswered]))
            if end.unanswered:
                end.not_in_sources = partly_not_in_sources(end.unanswered)

    def _write(self, packet: Packet, checker: ClaimChecker, judging: _Judging, end: _End) -> None:
        for written in self._authors.writer.write(self._begun.question, packet, self._stop.is_set):
            if isinstance(written, Written):
                end.take(written, packet)
                continue
            claim = checker.check(written, len(self._claims) + 1)
            if claim is None:
                continue
            self._keeping.claim(claim)
            self._claims.append(claim)
            judging.judge(claim)

    def _finish(self, end: _End, seconds: float) -> None:
        outcome = end.problem.kind.value if end.problem else "answered" if self._claims else "not in sources"
        meters.answers.labels("model", outcome).inc()
        meters.answer_seconds.labels("model").observe(seconds)
        generation = replace(
            self._begun.generation,
            prompt_tokens=end.written.prompt_tokens,
            completion_tokens=end.written.completion_tokens,
            requests=end.written.requests,
            seconds=round(seconds, 3),
        )
        self._keeping.end(
            not_in_sources=end.not_in_sources,
            unanswered=end.unanswered,
            problem=end.problem,
            generation=generation,
        )

    @contextmanager
    def _heart(self) -> Iterator[None]:
        """Signs of life, from a thread of their own: a model may be silent for long."""
        ended = threading.Event()

        def beat() -> None:
            while not ended.wait(HEARTBEAT):
                try:
                    with self._database.scoped(self._scope) as conn:
                        if answering.beat(conn, self.id):
                            self._stop.set()
                except PinciteError:
                    continue  # the database is gone for a moment: the next beat, or the end, will tell

        heart = threading.Thread(target=beat, name="answer-heartbeat", daemon=True)
        heart.start()
        try:
            yield
        finally:
            ended.set()
            heart.join()


@dataclass(slots=True)
class _End:
    """What is known of an answer's end so far."""

    not_in_sources: str | None = None
    unanswered: tuple[str, ...] = ()
    problem: Problem | None = None
    written: Written = field(default_factory=lambda: Written(requests=0))

    def take(self, written: Written, packet: Packet) -> None:
        self.written = written
        said = (" ".join(without_handles(part, packet).split()) for part in written.unanswered)
        self.unanswered = tuple(dict.fromkeys(part for part in said if part))


class _Judging:
    """Judges claims beside the writing, and stores each verdict as it comes; once stopped, none any more."""

    def __init__(self, keeping: Keeping, judge: Judge | None, stop: threading.Event) -> None:
        self._keeping = keeping
        self._judge = judge
        self._stop = stop
        self._pool = ThreadPoolExecutor(JUDGED_AT_ONCE, thread_name_prefix="judge")
        self._verdicts: list[Future[None]] = []

    @property
    def is_busy(self) -> bool:
        return any(not verdict.done() for verdict in self._verdicts)

    def judge(self, claim: Claim) -> None:
        """Have a claim judged by its located quotes; a claim without any has nothing to be judged by."""
        quotes = [citation.quote for citation in claim.citations if citation.ranges]
        if self._judge is not None and quotes:
            self._verdicts.append(self._pool.submit(self._judged, self._judge, claim, quotes))

    def finish(self) -> None:
        """Wait for the verdicts that are due, or until stopped: what a model then still says is not heard."""
        while self.is_busy and not self._stop.wait(_LOOK_AGAIN):
            pass
        for verdict in self._verdicts:
            if verdict.done():
                verdict.result()

    def _judged(self, judge: Judge, claim: Claim, quotes: Sequence[str]) -> None:
        check = judge.judge(claim.text, quotes, self._stop.is_set)
        if self._stop.is_set():
            return
        self._keeping.check(claim.number, check)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
