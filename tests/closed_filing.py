"""A tenant with an open filing and a closed one, whose every word is marked, and everything that is made of the two."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

from reportlab.pdfgen.canvas import Canvas

from pipeline.answer.ask import ask
from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Claim
from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.evidence.cover import Cover, CoverField, CoverSource, Registrant
from pipeline.evidence.document import BlockKind, Column, ParsedDocument, Table, TitleSource
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import ClaimAddress, MeasuredCase, MeasuredFigure, PageAddress, Unit
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.review import ReviewReason, ReviewVerdict
from pipeline.evidence.text import PageRange, TextRange
from pipeline.evidence.trace import SearchTrace
from pipeline.index.embedding import offline_embedder
from pipeline.permissions import Role
from pipeline.store import (
    answers,
    collection_members,
    collections,
    documents,
    evaluations,
    ingests,
    passages,
    reviewers,
    reviews,
    searches,
    versions,
)
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.evaluations import Evaluation
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.ingests import IngestKind, NewIngest
from pipeline.store.scope import Scope
from tests.reviewed import judged
from tests.store.members import signed_in
from tests.viewer.filing import HEIGHT, WIDTH, DrawnPage, Stored, cite

MARK: Final = "kestrel"
"""Stands in every word of the closed filing and of its collection's name, and nowhere else."""
QUESTION: Final = "What were total net sales in fiscal year 2024?"


@dataclass(frozen=True, slots=True)
class Closed:
    """`member` may read the closed filing, `outsider` (a reviewer) and `admin` may not. `answer` cites it in claim 1,
    the open one in claim 2, and nothing in claim 3; `asked` is what the member was answered to QUESTION."""

    member: Scope
    outsider: Scope
    admin: Scope
    closed: Stored
    opened: Stored
    collection: UUID
    answer: UUID
    asked: UUID
    evaluation: UUID


def closed_filing(database: Database, tenant: Scope, folder: Path) -> Closed:
    """Store all of it. `tenant` is of a user whom nobody signs in as."""
    member, outsider, admin = (
        signed_in(database, tenant, role) for role in (Role.REVIEWER, Role.REVIEWER, Role.ADMIN)
    )
    closed = _store(database, member, folder, "Kestrelcompany", "Kestrelsales", "11,111")
    opened = _store(database, member, folder, "Plain Industries", "Total net sales", "22,222")
    with database.scoped(tenant) as conn:
        collection = collections.create(conn, tenant.user_id, "Kestrelcollection")
        collections.put(conn, collection, [closed.document_id], tenant.user_id)
        collection_members.close(conn, collection, [member.user_id])
    asked = ask(database, member, offline_embedder(), QUESTION)
    with database.scoped(member) as conn:
        answer = _answer(conn, member, closed, opened)
        _judge(conn, member, answer)
        evaluation = _measure(conn, closed, answer)
        _queue(conn, member, closed)
    return Closed(member, outsider, admin, closed, opened, collection, answer, asked.id, evaluation)


def _store(database: Database, scope: Scope, folder: Path, company: str, label: str, value: str) -> Stored:
    data, parsed = _filing(company, label, value)
    blobs = FolderBlobs(folder).of(scope.tenant_id)
    sha256 = blobs.put(data)
    name = f"{company}.pdf"
    with database.scoped(scope) as conn:
        document_id = documents.add(
            conn, title=parsed.title, title_source=TitleSource.COVER, source_name=name
        )
        version_id = versions.add(
            conn, document_id, parsed, sha256=sha256, byte_size=len(data), source_name=name
        )
        texts = [
            Passage(
                PassageId(str(version_id), page.index, 0),
                TextRange(0, len(page.text)),
                0,
                sum(block.page_index == page.index for block in parsed.blocks) - 1,
                page.text,
                f"{company} · results",
            )
            for page in parsed.pages
        ]
        embedder = offline_embedder()
        passages.add_all(conn, version_id, texts, embedder.embed([one.text for one in texts]), embedder.name)
        run = NewIngest(uuid4(), name, name, sha256=sha256, user_id=scope.user_id)
        ingests.add(conn, run)
        ingests.finish(conn, run.id, version_id)
    return Stored(document_id, version_id, parsed, sha256, blobs, folder)


def _filing(company: str, label: str, value: str) -> tuple[bytes, ParsedDocument]:
    """One page with a heading, a table row and a sentence."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    page = DrawnPage(canvas, 0)
    page.line(f"{company} statements of operations", BlockKind.HEADING, f"{company} results")
    page.row("Fiscal year", ("2024", "2023"), 0, f"{company} results")
    page.row(label, (value, "82,959"), 0, f"{company} results")
    page.line(f"{company} total net sales in fiscal year 2024 were {value}.", section=f"{company} results")
    canvas.showPage()
    canvas.save()
    years = [cell.range for cell in page.blocks[1].cells if cell.column is not None]
    return file.getvalue(), ParsedDocument(
        media_type="application/pdf",
        title=f"{company} · 10-K · FY2024",
        title_source=TitleSource.COVER,
        pages=(page.page("1"),),
        blocks=tuple(page.blocks),
        tables=(Table(0, tuple(Column((PageRange(0, year),)) for year in years)),),
        render_version="pdfium-test",
        parser_version="test",
        cover=Cover(
            (Registrant(company, (f"Old {company}",), (company[:5].upper(),)),),
            "10-K",
            fiscal_year=2024,
            sources={CoverField.REGISTRANTS: CoverSource.COVER},
        ),
    )


def _answer(conn: Connection, scope: Scope, closed: Stored, opened: Stored) -> UUID:
    claims, passages = [], []
    for number, one in enumerate((closed, opened), start=1):
        row = one.parsed.blocks[2]
        words = row.range.of(one.page_text(0))
        citation, passage = cite(one, 0, words, [row.range], number=number)
        company = one.parsed.cover.registrants[0].name
        failed = Check(CheckKind.LOCATION, CheckOutcome.FAILED, f"{company} prints it elsewhere.", "test")
        citation = replace(citation, checks=(*citation.checks, failed))
        claims.append(Claim(number, f"{company} sold {words}.", (citation,)))
        passages.append((passage, one.parsed.title, 1.0))
    uncited = Check(CheckKind.EXISTENCE, CheckOutcome.FAILED, "Kestrelclaim cites nothing.", "test")
    answer = Answer(
        uuid4(),
        "What did Kestrelcompany sell?",
        "test",
        None,
        datetime.now(UTC),
        (*claims, Claim(3, "Kestreluncited is for sale.", (), (uncited,))),
        Packet.of(passages),
        not_in_sources="Not in the sources: kestrelprice.",
        unanswered=("the kestrelprice",),
    )
    searched = ScopeFiling(opened.document_id, opened.version_id, ("Kestrelcompany",), 1.0)
    answers.save(
        conn, scope.user_id, answer, AskedScope((searched,), is_narrowed=True, absent=("Kestrelrival",))
    )
    searches.put_trace(conn, answer.id, SearchTrace("kestrelcompany sales"))
    return answer.id


def _judge(conn: Connection, scope: Scope, answer: UUID) -> None:
    reviewer = reviewers.get(conn, scope.user_id)
    reviews.record(
        conn,
        judged(
            answer,
            1,
            reviewer,
            ReviewVerdict.NOT_SUPPORTED,
            reason=ReviewReason.CONTRADICTED,
            comment="Kestrelcomment",
        ),
    )


def _measure(conn: Connection, closed: Stored, answer: UUID) -> UUID:
    figure = MeasuredFigure("page", "right page", Unit.SHARE, 0.5, 2, 0.1, 0.9, 1)
    run = Evaluation(
        uuid4(), Layer.LOCATION, "location", "gold.jsonl", "0" * 64, {}, {}, (figure,), datetime.now(UTC), 1.0
    )
    cases = [
        MeasuredCase("page", "case-1", "wrong", "Kestrelcase", 0.0, ClaimAddress(answer, 1)),
        MeasuredCase("page", "case-3", "wrong", "Kestreluncitedcase", 0.5, ClaimAddress(answer, 3)),
        MeasuredCase("page", "case-2", "right", "Kestrelpage", 1.0, PageAddress(closed.document_id, 0)),
    ]
    evaluations.put(conn, run, {}, cases)
    return run.id


def _queue(conn: Connection, scope: Scope, closed: Stored) -> None:
    """A newer version that waits, a reading again, and a run that failed with the same bytes before."""
    waiting = {"sha256": hashlib.sha256(b"newer").hexdigest(), "supersedes": closed.version_id}
    again = {"sha256": closed.sha256, "reread": closed.version_id, "kind": IngestKind.REREAD}
    failed = NewIngest(uuid4(), "Kestrelfailed.pdf", "Kestrelfailed.pdf", sha256=closed.sha256)
    for name, fields in (("Kestrelnewer.pdf", waiting), ("Kestrelagain.pdf", again)):
        ingests.add(conn, NewIngest(uuid4(), name, name, user_id=scope.user_id, **fields))  # type: ignore[arg-type]
    ingests.add(conn, failed)
    ingests.fail(conn, failed.id, "SourceDamaged", "Kestrelfailed.pdf is damaged.")
