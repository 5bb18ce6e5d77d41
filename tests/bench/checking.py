"""How long the checks of a model's answer take: 10 claims with 30 citations, five checks each, three calculations."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path

from pipeline.answer.checker import ClaimChecker
from pipeline.answer.draft import DraftCalculation, DraftCitation, DraftClaim, DraftInput
from pipeline.answer.source_pages import source_pages
from pipeline.answer.written import WRITER_LIMITS
from pipeline.evidence.answer import Claim
from pipeline.evidence.figures import figures
from pipeline.evidence.packet import Packet
from pipeline.index.embedding import embedder_for
from pipeline.search.filings import filings_in_scope
from pipeline.search.reading import read_search
from pipeline.search.retrieve import search_for
from pipeline.settings import Settings
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.bench.figure import Figure, quantile
from tests.bench.query_time import QUESTIONS

CLAIMS = 10
CITATIONS = 3
CALCULATIONS = 3
ROUNDS = 10


def measure(home: Path) -> list[Figure]:
    gc.collect()
    gc.freeze()  # as the server does once it is warm
    settings = Settings(home)
    database = Database.open(settings)
    seconds: list[float] = []
    passed = cited = 0
    try:
        with database.scoped(LOCAL) as conn:
            for question in QUESTIONS:
                filings = filings_in_scope(conn, LOCAL.user_id, None)
                search = read_search(conn, question, filings)
                packet = search_for(conn, embedder_for(settings), search, WRITER_LIMITS).packet
                drafts = drafts_of(packet)
                if len(drafts) < CLAIMS:
                    continue
                for _ in range(ROUNDS):
                    taken, claims = _checked(conn, packet, drafts)
                    seconds.append(taken)
                cited += sum(len(claim.citations) for claim in claims)
                passed += sum(bool(citation.ranges) for claim in claims for citation in claim.citations)
    finally:
        database.close()
    on = f"{len(seconds)} answers, {cited} citations of which {passed} stand in their passages"
    return [
        Figure(
            "checks of 10 claims with 30 citations, p50", 1000 * quantile(seconds, 0.5), "ms", "≤ 50 ms", on
        ),
        Figure(
            "checks of 10 claims with 30 citations, p95", 1000 * quantile(seconds, 0.95), "ms", "≤ 50 ms", on
        ),
    ]


def _checked(conn: Connection, packet: Packet, drafts: Sequence[DraftClaim]) -> tuple[float, list[Claim]]:
    """Seconds, and the claims. The packet's pages are read beforehand, as they are while the model reads them."""
    stored = {entry.passage.id for entry in packet.entries}
    checker = ClaimChecker(packet, stored, source_pages(conn, packet))
    _forget()
    checker.read_ahead()  # as it does while the model reads
    started = time.perf_counter()
    claims = [checker.check(draft, number) for number, draft in enumerate(drafts, start=1)]
    return time.perf_counter() - started, [claim for claim in claims if claim is not None]


def _forget() -> None:
    """Empty what the checks remember of texts: each answer is checked as if it were the first on its passages."""
    for kept in gc.get_objects():
        if isinstance(kept, _lru_cache_wrapper) and str(kept.__wrapped__.__module__).startswith(
            "pipeline.evidence"
        ):
            kept.cache_clear()


def drafts_of(packet: Packet) -> list[DraftClaim]:
    """Claims as a model would write them of a packet's lines that print figures, three citations each."""
    cited = list(_lines(packet))[: CLAIMS * CITATIONS]
    groups = [cited[start : start + CITATIONS] for start in range(0, len(cited), CITATIONS)]
    return [
        _draft(group, computes=number < CALCULATIONS)
        for number, group in enumerate(groups)
        if len(group) == CITATIONS
    ]


def _lines(packet: Packet) -> Iterator[DraftCitation]:
    """Lines in turn, the first of each passage first."""
    of_entries = [
        [(str(entry.handle), line) for line in entry.passage.text.split("\n") if _amount(line)]
        for entry in packet.entries
    ]
    for turn in range(max(map(len, of_entries), default=0)):
        for lines in of_entries:
            if turn < len(lines):
                yield DraftCitation(*lines[turn])


def _draft(cited: Sequence[DraftCitation], *, computes: bool) -> DraftClaim:
    told = " and ".join(_told(one.quote) for one in cited)
    first, second, _ = cited
    calculation = DraftCalculation(
        "(a - b) / b",
        (
            DraftInput("a", first.handle, first.quote, _amount(first.quote)),
            DraftInput("b", second.handle, second.quote, _amount(second.quote)),
        ),
        "5.0%",
    )
    return DraftClaim(f"The filing reports {told}.", tuple(cited), calculation if computes else None)


def _told(line: str) -> str:
    amount = _amount(line)
    return f"{line.partition(amount)[0].strip() or 'it'} {amount}"


def _amount(line: str) -> str:
    """The first amount of a line; empty for a line without one."""
    return next((figure.text for figure in figures(line) if not figure.glued), "")
