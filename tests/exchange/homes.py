"""Reviewed answers in one library, and others that they come to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import uuid4

from pipeline.evidence.annotation import Annotation, SnapUnit
from pipeline.evidence.answer import Answer
from pipeline.evidence.cited import describe
from pipeline.evidence.edition import Edition
from pipeline.evidence.handle import CitationId
from pipeline.evidence.passage import PassageId
from pipeline.evidence.review import Judgement, ReviewReason, ReviewVerdict
from pipeline.evidence.text import PageRange, TextRange
from pipeline.exchange.formats import Format, read, write
from pipeline.exchange.gathering import reviewed_answers
from pipeline.exchange.importing import import_records
from pipeline.exchange.record import Record
from pipeline.exchange.report import Imported
from pipeline.store import annotations as marked_places
from pipeline.store import reviewers, reviews, versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from tests.reviewed import NOON, judge, judged
from tests.store.filing import StoredFiling, store_answer, store_filing


@dataclass(frozen=True, slots=True)
class Reviewed:
    """An answer of two claims. Anna finds the place of the first wrong, marked the right one and thought again of the
    second; Ben has judged the first only."""

    filing: StoredFiling
    answer: Answer
    anna: Reviewer
    ben: Reviewer
    wrong: Judgement
    annotation: Annotation


def reviewed(conn: Connection, scope: Scope, filing: StoredFiling | None = None) -> Reviewed:
    filing = filing or store_filing(conn)
    answer = store_answer(conn, scope, filing)
    anna, ben = (
        reviewers.add(conn, f"Anna <b>{uuid4().hex[:4]}"),
        reviewers.add(conn, f"Ben {uuid4().hex[:4]}"),
    )
    wrong = judge(
        conn,
        answer.id,
        1,
        anna,
        ReviewVerdict.WRONG_LOCATION,
        reason=ReviewReason.OTHER_ROW,
        comment='=HYPERLINK("x")\r\nThe row below.',
    )
    thought_again = judge(conn, answer.id, 2, anna, ReviewVerdict.CANT_TELL)
    reviews.withdraw(conn, anna.id, thought_again.id)
    judge(conn, answer.id, 2, anna, ReviewVerdict.SUPPORTED, at=NOON + timedelta(minutes=5))
    judge(
        conn,
        answer.id,
        1,
        ben,
        ReviewVerdict.PARTLY,
        reason=ReviewReason.UNIT,
        at=NOON + timedelta(minutes=1),
    )
    annotation = marked(conn, filing, wrong, page_index=2, span=TextRange(0, 14))
    return Reviewed(filing, answer, anna, ben, wrong, annotation)


def marked(
    conn: Connection,
    filing: StoredFiling,
    judgement: Judgement,
    *,
    page_index: int,
    span: TextRange,
    ordinal: int = 0,
) -> Annotation:
    """Store a place that was marked with a verdict."""
    one = annotation_of(conn, filing, judgement, page_index=page_index, span=span, ordinal=ordinal)
    marked_places.put(conn, one)
    return one


def annotation_of(
    conn: Connection,
    filing: StoredFiling,
    judgement: Judgement,
    *,
    page_index: int,
    span: TextRange,
    ordinal: int = 0,
) -> Annotation:
    version = versions.get(conn, filing.version_id)
    quote = span.of(filing.parsed.pages[page_index].text)
    return Annotation(
        id=uuid4(),
        verdict_id=judgement.id,
        ordinal=ordinal,
        citation=CitationId.parse("E1"),
        version_id=version.id,
        sha256=version.sha256,
        media_type=version.media_type,
        title=version.title,
        reading=version.reading,
        parser_version=version.parser_version,
        render_version=version.render_version,
        passage=PassageId(str(version.id), page_index, 0),
        place=PageRange(page_index, span),
        page_label="F-2",
        unit=SnapUnit.WORDS,
        quote=quote,
        regions=(
            {
                "page_index": page_index,
                "x": 20.25,
                "y": 40.1,
                "w": 56.5,
                "h": 10.3,
                "role": "quote",
                "text": quote,
            },
        ),
        spans=(),
        page_dimensions={"width": 612.0, "height": 792.0},
        cited=describe(Edition.of(filing.parsed), page_index, span),
    )


def exported(database: Database, scope: Scope, *, is_blind: bool = False) -> list[Record]:
    with database.scoped(scope) as conn:
        return list(reviewed_answers(conn, scope, is_blind=is_blind).records)


def imported(
    database: Database, scope: Scope, records: list[Record], chosen: Format = Format.JSONL
) -> Imported:
    """By way of a file."""
    with database.scoped(scope) as conn:
        return import_records(conn, scope, read(write(records, chosen), "reviewed"), "reviewed")


__all__ = ["Reviewed", "annotation_of", "exported", "imported", "judged", "marked", "reviewed"]
