"""What must hold of a library at any moment, whatever was killed before: asked with read-only SQL and a walk over the
stored bytes.

`violations` are lost or half-visible things, and are never allowed. `leftovers` are what a sweep collects.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import LiteralString

from pipeline.evidence.errors import BlobMissing
from pipeline.store import answers, ingests
from pipeline.store.blobs import Blobs
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope

_VERSIONS: dict[str, LiteralString] = {
    "has not all of its pages": """
        select v.id from versions v left join pages p on p.version_id = v.id group by v.tenant_id, v.id
        having count(p.page_index) <> v.page_count or min(p.page_index) <> 0
            or max(p.page_index) <> v.page_count - 1""",
    "has not all of its blocks": """
        select v.id from versions v left join blocks b on b.version_id = v.id group by v.tenant_id, v.id
        having count(b.id) <> v.block_count""",
    "has not all of its passages": """
        select v.id from versions v left join passages p on p.version_id = v.id group by v.tenant_id, v.id
        having count(p.id) <> v.passage_count""",
    "has a passage without its vector, or a vector without its passage": """
        select distinct coalesce(p.version_id, e.version_id) from passages p
        full join passage_vectors e using (tenant_id, version_id, page_index, ordinal)
        where p.id is null or e.model is null""",
    "has a passage whose blocks are not there": """
        select distinct p.version_id from passages p where p.last_block - p.first_block + 1 <> (
            select count(*) from blocks b where b.version_id = p.version_id and b.page_index = p.page_index
            and b.ordinal between p.first_block and p.last_block)""",
    "has no index of its words": """
        select v.id from versions v where exists (
            select from passages p where p.version_id = v.id and p.lexemes <> ''::tsvector)
        and not exists (select from postings o where o.version_id = v.id)""",
    "has vectors and no sketch of them": """
        select v.id from versions v left join vector_sketches s on s.version_id = v.id
        where coalesce(length(s.places), 0) <> 8 * v.passage_count""",
    "has no cover": "select v.id from versions v where not exists (select from covers c where c.version_id = v.id)",
    "belongs to no document": """
        select v.id from versions v where not exists (select from documents d where d.id = v.document_id)""",
}
_DOCUMENTS: dict[str, LiteralString] = {
    "has no version": """
        select d.id from documents d where not exists (select from versions v where v.document_id = d.id)""",
}
_RUNS: dict[str, LiteralString] = {
    "is over without a version, an error or a removal": """
        select i.id from ingests i where i.finished_at is not null and i.version_id is null
        and i.error_type is null and i.removed_at is null""",
    "failed without words": """
        select i.id from ingests i where i.error_type is not null and coalesce(i.error_message, '') = ''""",
    "is ready and has another file's version": """
        select i.id from ingests i join versions v on v.id = i.version_id where v.sha256 <> i.sha256""",
}
_ANSWERS: dict[str, LiteralString] = {
    "has a gap between its claims": """
        select a.id from answers a join claims c on c.answer_id = a.id group by a.tenant_id, a.id
        having max(c.number) <> count(*) or min(c.number) <> 1""",
    "has a claim without checks": """
        select distinct c.answer_id from claims c where not exists (
            select from checks k where k.answer_id = c.answer_id and k.claim_number = c.number)""",
    "has a citation without checks": """
        select distinct c.answer_id from citations c where not exists (
            select from checks k where k.answer_id = c.answer_id and k.claim_number = c.claim_number
            and k.citation_id = c.citation_id)""",
    "has a gap in its packet": """
        select a.id from answers a join packet_entries e on e.answer_id = a.id group by a.tenant_id, a.id
        having max(e.rank) - min(e.rank) + 1 <> count(*)""",
    "has a claim whose calculation is gone": """
        select c.answer_id from claims c where c.calculation_id is not null and not exists (
            select from calculations k where k.answer_id = c.answer_id and k.id = c.calculation_id)""",
    "has a check twice": """
        select k.answer_id from checks k group by k.answer_id, k.claim_number, k.citation_id, k.kind, k.checker
        having count(*) > 1""",
    "is over and says neither what was found nor why nothing was": """
        select a.id from answers a where a.finished_at is not null and a.not_in_sources is null
        and a.problem is null and not exists (select from claims c where c.answer_id = a.id)""",
}
_REVIEWS: dict[str, LiteralString] = {
    "lost a place between its places": """
        select v.id from verdicts v join annotations n on n.verdict_id = v.id group by v.tenant_id, v.id
        having max(n.ordinal) - min(n.ordinal) + 1 <> count(*)""",
}
_STRANDED: LiteralString = """
    select i.id from ingests i where i.finished_at is null and not exists (
        select from procrastinate_jobs j where j.id = i.job_id and j.status in ('todo', 'doing'))
"""
_JOBS: LiteralString = """
    select j.id from procrastinate_jobs j where j.args ->> 'tenant_id' = %s and not exists (
        select from ingests i where i.job_id = j.id and i.finished_at is null)
"""
_PARTS: LiteralString = """
    select distinct p.sha256 from ingest_parts p where not exists (
        select from ingests i where i.sha256 = p.sha256 and (i.finished_at is null or i.keeps_bytes))
"""


def violations(database: Database, blobs: Blobs | None, scope: Scope) -> list[str]:
    """Everything of the tenant that is half there, each as a sentence; empty when all is well. Without `blobs`, of the
    rows only."""
    found: list[str] = []
    with _reading(database, scope) as conn:
        for noun, laws in {
            "version": _VERSIONS,
            "document": _DOCUMENTS,
            "run": _RUNS,
            "answer": _ANSWERS,
            "verdict": _REVIEWS,
        }.items():
            for words, statement in laws.items():
                found += [f"The {noun} {row[0]} {words}." for row in conn.execute(statement)]
        found += _unreadable(conn)
        named = _named_bytes(conn)
    if blobs is None:
        return found
    return found + [words for sha256, what in named for words in _unproven(blobs, scope, sha256, what)]


def leftovers(database: Database, blobs: Blobs, scope: Scope) -> list[str]:
    """What a sweep has to collect while nobody works on the library; empty after it."""
    stored = [blob.sha256 for blob in blobs.of(scope.tenant_id).listed()]
    with _reading(database, scope) as conn:
        unnamed = ingests.unclaimed_bytes(conn, stored)
        stranded = [row[0] for row in conn.execute(_STRANDED)]
        jobs = [row[0] for row in conn.execute(_JOBS, (str(scope.tenant_id),))]
        parts = [row[0] for row in conn.execute(_PARTS)]
    return [
        *(f"Nothing names the stored file {sha256}." for sha256 in unnamed),
        *(f"No job brings the run {run} on." for run in stranded),
        *(f"The job {job} is for no run." for job in jobs),
        *(f"Nobody reads the pieces of {sha256}." for sha256 in parts),
    ]


@contextmanager
def _reading(database: Database, scope: Scope) -> Iterator[Connection]:
    with database.scoped(scope) as conn:
        conn.execute("set transaction read only")
        yield conn


def _unreadable(conn: Connection) -> list[str]:
    """Answers that the app itself cannot read back, or that neither end nor are told to have been interrupted."""
    found: list[str] = []
    for (answer_id,) in conn.execute("select id from answers order by created_at, id").fetchall():
        try:
            answer = answers.get(conn, answer_id)
        except ValueError as error:
            found.append(f"The answer {answer_id} cannot be read: {error}")
            continue
        if answer.stage is not None and answer.problem is not None:
            found.append(f"The answer {answer_id} is being written and has ended.")
    return found


def _named_bytes(conn: Connection) -> Sequence[tuple[str, str]]:
    return conn.execute(
        """
        select sha256, 'version ' || id from versions
        union all select rendition_sha256, 'rendition of ' || id from versions where rendition_sha256 is not null
        union all select sha256, 'run ' || id from ingests where keeps_bytes
        """
    ).fetchall()


def _unproven(blobs: Blobs, scope: Scope, sha256: str, what: str) -> Iterator[str]:
    try:
        data = blobs.of(scope.tenant_id).get(sha256)
    except BlobMissing:
        yield f"The bytes of the {what} are gone."
        return
    if hashlib.sha256(data).hexdigest() != sha256:
        yield f"The bytes of the {what} are others."
