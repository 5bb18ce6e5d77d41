"""The library of the scale benchmark: real filings and copies of them, 600,000 passages of two tenants.

It is kept between runs, and a load that was broken off goes on where it was: each filing is one transaction.
"""

from __future__ import annotations

import hashlib
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID, uuid4, uuid5

import numpy as np
from numpy.typing import NDArray
from psycopg import sql

from pipeline.evidence.cover import Cover
from pipeline.evidence.document import Page, PageKind, TitleSource
from pipeline.evidence.page import PageLabel
from pipeline.evidence.passage import Passage, PassageId
from pipeline.samples.library import build
from pipeline.settings import Settings
from pipeline.store import covers, documents, page_parts, pages, passages, tenants
from pipeline.store.connect import Connection, connect
from pipeline.store.database import Database
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.scope import LOCAL, Scope
from tests.bench.scale_copies import YEARS, CopiedFiling, copy_of, years_moved
from tests.bench.scale_sources import SourceFiling, read_sources
from tests.serving import command_json

SMALL = Scope(UUID(int=50), UUID(int=51))
LARGE = Scope(UUID(int=950), UUID(int=951))
FILINGS = {SMALL: 50, LARGE: 950}
PASSAGES = 600_000

_IDS = UUID("5ca1e000-0000-4000-8000-000000000000")

Progress = Callable[[int, int], None]
"""Called with (filings stored, filings in all)."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A filing of the library: a source as it is, or (with a number) the copy of it. `version_id` is the same in every
    run."""

    scope: Scope
    source: SourceFiling
    number: int | None
    version_id: UUID

    @property
    def years(self) -> int:
        """How far the periods of a copy were moved."""
        return 0 if self.number is None else years_moved(self.number)

    def again(self) -> Planned:
        """The same filing under an id of its own."""
        return replace(self, version_id=uuid4())


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load stored now, and the seconds that it took: without reading files and without embedding."""

    filings: int
    passages: int
    seconds: float


def planned_library(home: Path, library: Path | None, data: Path) -> list[Planned]:
    """Which filings the two tenants hold: the real ones and a few copies, and copies alone.

    The real ones are those of the data folder `library`; without it they are read from the files in `data` first, or
    from Pincite's samples. What was planned once stays as it is, with its real filings, beside `home`'s database.
    """
    kept = home / "planned.pickle"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(pickle.dumps(plan(_real_filings(library or _read_files(home / "real", data)))))
    planned: list[Planned] = pickle.loads(kept.read_bytes())
    return planned


def plan(sources: Sequence[SourceFiling]) -> list[Planned]:
    """Copies are made of the sources that are long enough to come to PASSAGES in all."""
    real = list(sources[: FILINGS[SMALL]])
    copies = sum(FILINGS.values()) - len(real)
    wanted = (PASSAGES - sum(len(source.passages) for source in real)) / copies
    copied = _averaging(sources, wanted)
    planned = [Planned(SMALL, source, None, _id(source.sha256)) for source in real]
    # Numbers from 0 are the large tenant's: its companies are whole, of five filings each.
    for number in range(copies):
        scope = LARGE if number < FILINGS[LARGE] else SMALL
        source = copied[number // YEARS % len(copied)]
        planned.append(Planned(scope, source, number, _id(f"copy {number}")))
    return planned


def _real_filings(library: Path) -> list[SourceFiling]:
    database = Database.open(Settings(library))
    try:
        with database.scoped(LOCAL) as conn:
            return list(read_sources(conn))
    finally:
        database.close()


def _read_files(home: Path, data: Path) -> Path:
    """Read the real files into a data folder of their own; those that are there already are not read again."""
    files = [*sorted(data.glob("financebench/pdfs/*.pdf")), *sorted(data.glob("filings/*.*"))]
    readable = [file for file in files if file.suffix in (".pdf", ".html", ".txt")]
    if not readable:
        print("the real filings are not here: copying the samples", flush=True)
        readable = [sample.path for sample in build(home / "samples")]
    for number, file in enumerate(readable, start=1):
        print(f"reading {number} of {len(readable)}: {file.name}", flush=True)
        command_json(home, "ingest", str(file))
    return home


def load(database: Database, planned: Sequence[Planned], progress: Progress) -> Loaded:
    """Store what is not there yet."""
    for scope, filings in FILINGS.items():
        with database.scoped(scope) as conn:
            tenants.ensure(conn, scope, tenant_name=f"{filings} filings", user_name="Benchmark")
    stored = {version for scope in FILINGS for version in _stored(database, scope)}
    count, seconds, new = 0, 0.0, 0
    for done, one in enumerate(planned):
        if one.version_id not in stored:
            parts = contents(one)
            started = time.perf_counter()
            with database.scoped(one.scope) as conn:
                count += store(conn, one, parts)
            seconds += time.perf_counter() - started
            new += 1
        progress(done + 1, len(planned))
    return Loaded(new, count, seconds)


def tidy(home: Path) -> None:
    """Do what autovacuum does within minutes: until then the index by word has to ask the table."""
    server = EmbeddedServer(home)
    try:
        with connect(server.start().owner_dsn) as conn:
            for table in ("passages", "passage_vectors", "vector_sketches", "postings", "versions", "covers"):
                conn.execute(sql.SQL("vacuum analyze pincite.{}").format(sql.Identifier(table)))
    finally:
        server.close()


def store(conn: Connection, one: Planned, parts: Contents) -> int:
    """Store one filing as its ingest does, without blocks, glyphs and bytes; how many passages it has."""
    document = documents.add(
        conn, title=parts.title, title_source=TitleSource.COVER, source_name=one.source.source_name
    )
    conn.execute(
        """
        insert into versions (id, document_id, sha256, media_type, byte_size, page_count, block_count, passage_count,
            title, source_name, render_version, parser_version, seconds)
        values (%s, %s, %s, 'text/plain', %s, %s, 0, 0, %s, %s, 'scale 1', 'scale 1', 0)
        """,
        (
            one.version_id,
            document,
            hashlib.sha256(one.version_id.bytes).hexdigest(),
            sum(map(len, parts.texts)),
            len(parts.texts),
            parts.title,
            one.source.source_name,
        ),
    )
    texts = (Page(index, PageKind.TEXT, text, PageLabel.none()) for index, text in enumerate(parts.texts))
    pages.add_all(conn, one.version_id, texts)
    covers.put(conn, one.version_id, parts.cover)
    page_parts.add_parts(conn, one.version_id, one.source.parts)
    page_parts.add_labels(conn, one.version_id, one.source.labels)
    return passages.add_all(conn, one.version_id, parts.passages, parts.vectors, one.source.model)


@dataclass(frozen=True, slots=True)
class Contents:
    """What of a filing is stored. `vectors`: float32 (passages, d)."""

    title: str
    cover: Cover
    texts: tuple[str, ...]
    passages: tuple[Passage, ...]
    vectors: NDArray[np.float32]


def contents(one: Planned) -> Contents:
    """The filing itself, or the copy of it."""
    source = one.source
    if one.number is not None:
        made: CopiedFiling = copy_of(source, one.version_id, one.number)
        return Contents(made.title, made.cover, made.texts, made.passages, made.vectors)
    return Contents(source.title, source.cover, source.texts, tuple(_of(one)), source.vectors)


def _of(one: Planned) -> Iterator[Passage]:
    for passage in one.source.passages:
        own = PassageId(str(one.version_id), passage.id.page_index, passage.id.ordinal)
        yield Passage(
            own, passage.range, passage.first_block, passage.last_block, passage.text, passage.context
        )


def _averaging(sources: Sequence[SourceFiling], wanted: float) -> list[SourceFiling]:
    """The most sources, from the longest, whose mean count of passages is at least `wanted`."""
    ordered = sorted(
        (source for source in sources if source.cover.registrants), key=lambda source: -len(source.passages)
    )
    best = ordered[:1]
    for count in range(1, len(ordered) + 1):
        if sum(len(source.passages) for source in ordered[:count]) / count >= wanted:
            best = ordered[:count]
    return best


def _stored(database: Database, scope: Scope) -> list[UUID]:
    with database.scoped(scope) as conn:
        return [version_id for (version_id,) in conn.execute("select id from versions")]


def _id(name: str) -> UUID:
    return uuid5(_IDS, name)
