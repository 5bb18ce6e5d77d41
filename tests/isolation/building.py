"""Fills a tenant: every table gets a row, through the functions that fill it in use wherever they are short."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from psycopg.types.json import Jsonb

from pipeline.evidence.answer import Answer
from pipeline.evidence.cover import Cover, CoverField
from pipeline.evidence.fact import Fact
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import MeasuredCase, MeasuredFigure, PageAddress, Unit
from pipeline.evidence.parts import PagePart, Part
from pipeline.evidence.reanchored import Outcome, Reanchored, Reason
from pipeline.evidence.text import PageRange, TextRange
from pipeline.evidence.trace import ListName, SearchTrace, TraceHit, TracePage
from pipeline.permissions import Role
from pipeline.store import (
    access_changes,
    allowances,
    assignments,
    collections,
    consequences,
    covers,
    documents,
    evaluations,
    exchanged,
    facts,
    imports,
    ingests,
    openings,
    page_parts,
    queue,
    readers,
    reanchorings,
    removals,
    reviews,
    searches,
    tenants,
    thresholds,
    versions,
)
from pipeline.store import (
    annotations as marked_places,
)
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.evaluations import Evaluation
from pipeline.store.ingest_parts import StoredParts
from pipeline.store.ingests import NewIngest
from pipeline.store.openings import OpeningKind
from pipeline.store.queue import NewJob
from pipeline.store.readers import Reader
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from tests.isolation.holdings import Holdings
from tests.reviewed import judge
from tests.store.filing import StoredFiling, store_answer, store_filing
from tests.store.marked import mark
from tests.viewer.filing import Stored, cite, html_filing, pdf_filing, save_answer, store

ROW: Final = "Total net sales 81,797 82,959"
SHA256: Final = hashlib.sha256(b"a filing that both tenants have").hexdigest()
NOON: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
ROLES: Final = {
    "admin": Role.ADMIN,
    "reviewer": Role.REVIEWER,
    "analyst": Role.ANALYST,
    "revoked": Role.ADMIN,
    "signed-out": Role.ADMIN,
    "expired": Role.ADMIN,
}
"""Of members by what is the matter with them: who is turned away has the role that would open most."""
ISSUER: Final = "https://issuer.example"
FACT: Final = Fact(
    id="f-1",
    concept="us-gaap:Revenues",
    display="81,797",
    value="81797000000",
    end=date(2024, 3, 31),
    places=(PageRange(1, TextRange(49, 55)),),
)


def build(database: Database, blobs: Path, word: str) -> Holdings:
    """A new tenant whose texts hold `word`. Two of them have a filing of the same
    bytes, and the same claims."""
    scope = Scope(tenants.id_of(workspace(word)), uuid4())
    with database.scoped(scope) as conn:
        tenants.ensure(conn, scope, tenant_name=workspace(word), user_name=f"Owner {word}")
        members, sign_ins = _members(conn, word)
    report = store(database, scope, blobs, pdf_filing(title=f"Report {word}"))
    page = store(database, scope, blobs, html_filing())
    with database.scoped(scope) as conn:
        filing = store_filing(conn, sha256=SHA256, title=f"Halden {word} · Annual report")
        _describe(conn, scope, filing, word)
        removed = store_filing(conn, title=f"Removed {word}")
        told = consequences.of_document(conn, removed.document_id, scope.user_id)
        removals.remove(conn, removed.document_id, scope.user_id, told)
        answer = store_answer(conn, scope, filing)
        _found(conn, scope, answer, filing)
        rendered_answer = save_answer(
            conn, scope, [(f"Sales {word}.", [cite(report, 0, ROW, [report.span(0, ROW)])])]
        )
        reviewer = Reviewer(members["reviewer"], f"Reviewer {word}", 0)
        judgement = judge(conn, answer.id, 1, reviewer, comment=f"Comment {word}")
        mark(conn, judgement.id, filing)
        conn.execute(
            "update annotations set regions = jsonb_build_array(regions -> 0 || %s) where verdict_id = %s",
            (Jsonb({"page_index": 1, "role": "quote", "text": "81,797"}), judgement.id),
        )
        placed = marked_places.of_version(conn, filing.version_id)
        assignments.assign(conn, scope.user_id, [members["reviewer"]], 1, each=1)
        evaluation = _measure(conn, filing, word)
        collection = _collect(conn, scope, filing, members, word)
        ingest_id, job_id = _queue(conn, scope, word)
        held = Holdings(
            scope,
            filing.document_id,
            versions.get(conn, filing.version_id),
            filing.passages,
            report.version_id,
            report.sha256,
            page.version_id,
            page.sha256,
            removed.document_id,
            consequences.of_document(conn, filing.document_id, scope.user_id),
            answer,
            rendered_answer,
            exchanged.asked(conn, answer.id),
            tuple(exchanged.checks(conn, answer.id)),
            reviews.get(conn, reviewer.id, judgement.id),
            placed[0].annotation,
            evaluation,
            collections.get(conn, collection, scope.user_id),
            ingest_id,
            job_id,
            members,
            ROLES,
            sign_ins,
            word,
        )
    _keep_part(database, scope, report)
    _carry(database, held)
    return held


def workspace(word: str) -> str:
    """The name of a tenant."""
    return f"Tenant {word}"


def _members(conn: Connection, word: str) -> tuple[dict[str, UUID], dict[str, UUID]]:
    members = {name: uuid4() for name in ROLES}
    sign_ins = {name: uuid4() for name in ROLES}
    for name, role in ROLES.items():
        values: dict[str, Any] = {
            "user": members[name],
            "sign_in": sign_ins[name],
            "name": f"{name} {word}",
            "role": role.value,
            "email": f"{name}@{word.lower()}.example",
            "issuer": ISSUER,
            "revoked": NOON if name == "revoked" else None,
            "ended": NOON if name == "signed-out" else None,
            "expires": datetime.now(UTC) + timedelta(hours=-1 if name == "expired" else 12),
        }
        for statement in _MEMBERSHIP:
            conn.execute(statement, values)
    return members, sign_ins


_MEMBERSHIP: Final = (
    "insert into users (id, name) values (%(user)s, %(name)s)",
    """
    insert into memberships (user_id, role, email, issuer, subject, accepted_at, ended_at)
    values (%(user)s, %(role)s, %(email)s, %(issuer)s, %(email)s, now(), %(revoked)s)
    """,
    """
    insert into sign_ins (id, user_id, created_at, expires_at, ended_at)
    values (%(sign_in)s, %(user)s, now() - interval '1 day', %(expires)s, %(ended)s)
    """,
)


def _describe(conn: Connection, scope: Scope, filing: StoredFiling, word: str) -> None:
    """What is known of a filing beside its text."""
    version = filing.version_id
    covers.put(conn, version, Cover(form="10-K"))
    covers.edit(conn, version, scope.user_id, CoverField.FORM, "10-Q")
    page_parts.add_parts(conn, version, [PagePart(1, Part.INCOME_STATEMENT, f"Statement {word}", 0.5)])
    facts.add_all(conn, version, [FACT])
    readers.announce(conn, {"application/pdf": Reader("parser 2", ("pdfium 1",))})
    documents.grant(conn, filing.document_id, scope.user_id)
    thresholds.put(conn, scope.user_id, Layer.LOCATION, 0.2)
    openings.note(conn, OpeningKind.PAGE, version_id=version, page_index=1)
    access_changes.note(conn, "member invited", {"name": word})
    allowances.use_allowance(conn, scope.user_id, "questions", 1, 5, timedelta(hours=1))


def _found(conn: Connection, scope: Scope, answer: Answer, filing: StoredFiling) -> None:
    page = TracePage(str(filing.version_id), 1, 1, 0.9, (TraceHit(ListName.MEANING, 1),), ("E1",))
    searches.put_trace(conn, answer.id, SearchTrace("net sales", pages=(page,)))
    imports.remember(conn, answer.id, "elsewhere", scope.user_id, {}, {})


def _measure(conn: Connection, filing: StoredFiling, word: str) -> Evaluation:
    figure = MeasuredFigure("page", "right page", Unit.SHARE, 1.0, 1, 0.1, 1.0, 1)
    measured = Evaluation(
        uuid4(), Layer.LOCATION, "location", f"{word}.jsonl", SHA256, {}, {}, (figure,), NOON, 2.5
    )
    case = MeasuredCase("page", "q1", "right", f"Words {word}", 1.0, PageAddress(filing.document_id, 1))
    evaluations.put(conn, measured, {"gold": word}, [case])
    return measured


def _collect(
    conn: Connection, scope: Scope, filing: StoredFiling, members: dict[str, UUID], word: str
) -> UUID:
    """An open collection, and a closed one with members."""
    collection = collections.create(conn, scope.user_id, f"Collection {word}")
    collections.put(conn, collection, [filing.document_id], scope.user_id)
    closed = collections.create(conn, scope.user_id, f"Closed {word}")
    conn.execute("update collections set is_closed = true where id = %s", (closed,))
    conn.execute(
        "insert into collection_members (collection_id, user_id, added_by) values (%s, %s, %s)",
        (closed, members["analyst"], scope.user_id),
    )
    return collection


def _queue(conn: Connection, scope: Scope, word: str) -> tuple[UUID, int]:
    """A run that waits, in a queue that no worker of these tests takes from."""
    new = NewIngest(
        uuid4(), f"{word}.pdf", f"/{word}.pdf", sha256=hashlib.sha256(word.encode()).hexdigest(), byte_size=9
    )
    (job_id,) = queue.defer(conn, [NewJob("ingest", scope, new.id, queue="isolation")])
    ingests.add(conn, new, job_id=job_id)
    return new.id, job_id


def _keep_part(database: Database, scope: Scope, report: Stored) -> None:
    StoredParts(database, scope, report.sha256, "parser 1", "pages").put(0, b"a finished piece")


def _carry(database: Database, held: Holdings) -> None:
    """Words of a citation and of a marked place that were looked for elsewhere, and not found."""
    missing = Reanchored(Outcome.MISSING, reason=Reason.NO_WORDS)
    with database.scoped(held.scope) as conn:
        rendered = versions.get(conn, held.rendered_version)
        reanchorings.put(conn, held.answer.id, (1, "E1"), rendered, missing, ())
        conn.execute(
            """
            insert into annotation_places (
                annotation_id, target_version, target_reading, parser_version, render_version, outcome, places, detail)
            values (%s, %s, 1, 'p', 'r', 'missing', '[]', '{"reason": "no_words"}')
            """,
            (held.annotation.id, held.rendered_version),
        )
