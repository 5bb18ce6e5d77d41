"""How long a thousand marked places take from one library to another, and onto the screen.

python -m tests.bench.exchange
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from typing import Final, TypeVar
from uuid import UUID, uuid4

from pipeline.evidence.annotation import SnapUnit
from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.document import Block
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage
from pipeline.evidence.review import Judgement, ReviewReason, ReviewRole, ReviewVerdict
from pipeline.exchange.formats import Format, read, write
from pipeline.exchange.gathering import reviewed_answers
from pipeline.exchange.importing import import_records
from pipeline.exchange.record import Record
from pipeline.samples import build
from pipeline.settings import Settings
from pipeline.store import annotations as marked_places
from pipeline.store import answers, blocks, passages, reviewers, reviews, versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import LOCAL
from tests.bench.figure import Figure, table
from tests.serving import command_json
from viewer.annotation_views import annotation_views
from viewer.marking import MarkedPlace, mark

ANSWERS: Final = 50
CLAIMS: Final = 5
READ: Final = 10
"""Passages that an answer was written from."""
MARKS: Final = 2
"""Places that each of two reviewers marks for a claim: a thousand together."""
Result = TypeVar("Result")


def measure(folder: Path) -> list[Figure]:
    """In two new data folders under `folder`, each with the same filing."""
    filing = next(iter(build(folder / "samples"))).path
    homes = folder / "there", folder / "here"
    there, here = (UUID(command_json(home, "ingest", str(filing))["version_id"]) for home in homes)
    records, gathered = _export(homes[0], there)
    marks = sum(len(record.annotations) for record in records)
    on = (
        f"{marks:,} marked places, {ANSWERS * CLAIMS * 2:,} verdicts, {ANSWERS} answers, a filing of 18 pages"
    )
    figures = [Figure("gather an export", gathered, "s", "", on)]
    database = Database.open(Settings(homes[1]))
    try:
        for chosen in Format:
            figures += _through(database, records, chosen)
        with database.scoped(LOCAL) as conn:
            import_records(conn, LOCAL, records, "file")
        with database.scoped(LOCAL) as conn:
            shown, seconds = _timed(
                lambda: annotation_views(conn, LOCAL, marked_places.of_version(conn, here))
            )
    finally:
        database.close()
    if sum(view["state"] == "ready" for view in shown) != marks:
        raise AssertionError("A place of the same reading of the same bytes is not ready to be shown.")
    return [*figures, Figure("a filing's marked places, as drawn", seconds, "s", "≤ 1 s", on)]


class _NotKept(Exception):
    """Ends a transaction of which nothing is to stay."""


def _through(database: Database, records: Sequence[Record], chosen: Format) -> list[Figure]:
    content, wrote = _timed(lambda: write(records, chosen))
    taken, took = _timed(lambda: read(content, "file"))
    stored = 0.0
    try:
        with database.scoped(LOCAL) as conn:
            report, stored = _timed(lambda: import_records(conn, LOCAL, taken, "file"))
            if report.lost or report.missing or report.conflicts:
                raise AssertionError("\n".join(report.lines))
            raise _NotKept
    except _NotKept:
        pass
    size = f"{len(content) / 1e6:.1f} MB; reading {took:.2f} s, storing {stored:.2f} s"
    return [
        Figure(f"write as {chosen}", wrote, "s", "", f"{len(content) / 1e6:.1f} MB"),
        Figure(f"import from {chosen}", took + stored, "s", "≤ 1 s", size),
    ]


def _export(home: Path, version: UUID) -> tuple[Sequence[Record], float]:
    database = Database.open(Settings(home))
    try:
        with database.scoped(LOCAL) as conn:
            _review(conn, version)
        with database.scoped(LOCAL) as conn:
            gathered, seconds = _timed(lambda: reviewed_answers(conn, LOCAL))
        return gathered.records, seconds
    finally:
        database.close()


def _review(conn: Connection, version: UUID) -> None:
    """Answers over the filing's passages in turn, each claim judged by two reviewers who mark its lines in turn."""
    pages = range(versions.get(conn, version).page_count)
    cut = [passage for page in pages for passage in passages.of_page(conn, version, page)]
    lines = cycle(
        block for page in pages for block in blocks.of_page(conn, version, page) if not block.is_furniture
    )
    turn = cycle(cut)
    both = [reviewers.add(conn, name) for name in ("Anna Meyer", "Ben Ito")]
    for _ in range(ANSWERS):
        packet = list(islice(turn, READ))
        answer = _answer(packet)
        answers.save(conn, LOCAL.user_id, answer)
        for claim in answer.claims:
            for reviewer in both:
                _judge(conn, version, answer.id, claim.number, reviewer, list(islice(lines, MARKS)))


def _answer(packet: Sequence[Passage]) -> Answer:
    checked = tuple(Check(kind, CheckOutcome.PASSED, "As it should be.", "code 1") for kind in CheckKind)
    claims = tuple(
        Claim(
            number,
            passage.text,
            (Citation(CitationId(Handle(number)), passage.id, passage.text, (passage.range,), checked[:2]),),
            checked[2:],
        )
        for number, passage in enumerate(packet[:CLAIMS], start=1)
    )
    ranked = Packet.of((passage, "Annual report", 0.5) for passage in packet)
    return Answer(uuid4(), "What does it say?", "extractive", None, datetime.now(UTC), claims, ranked)


def _judge(
    conn: Connection, version: UUID, answer_id: UUID, claim: int, reviewer: Reviewer, chosen: Sequence[Block]
) -> None:
    one = Judgement(
        uuid4(),
        answer_id,
        claim,
        reviewer.id,
        reviewer.name,
        ReviewRole.REVIEWER,
        ReviewVerdict.WRONG_LOCATION,
        datetime.now(UTC),
        ReviewReason.OTHER_ROW,
        "It stands elsewhere.",
        4.5,
    )
    reviews.record(conn, one)
    places = [
        MarkedPlace(uuid4(), None, version, block.page_index, block.range, SnapUnit.BLOCK) for block in chosen
    ]
    mark(conn, LOCAL, one.id, places)


def _timed(do: Callable[[], Result]) -> tuple[Result, float]:
    started = time.perf_counter()
    result = do()
    return result, time.perf_counter() - started


def main() -> None:
    with tempfile.TemporaryDirectory(
        prefix="pincite-bench-", dir="/var/tmp" if Path("/var/tmp").is_dir() else None
    ) as name:
        print(table(measure(Path(name))))


if __name__ == "__main__":
    main()
