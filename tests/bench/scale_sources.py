"""Real filings of a library, as the scale benchmark stores and copies them: texts, vectors, labels, covers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, CoverField, CoverSource, Registrant
from pipeline.evidence.document import Page, PageKind
from pipeline.evidence.page import PageLabel
from pipeline.evidence.parts import PagePart
from pipeline.evidence.passage import Passage
from pipeline.evidence.row_label import RowLabel, row_labels
from pipeline.store import blocks, covers, documents, page_parts, pages, passages
from pipeline.store.connect import Connection
from pipeline.store.scope import LOCAL

_PERIOD = re.compile(r"(?:Q([1-4]) )?FY(\d{4})")


@dataclass(frozen=True, slots=True)
class SourceFiling:
    """A filing as a library holds it. `vectors`: float32 (passages, d), of `model`; `texts` of all pages."""

    version_id: UUID
    sha256: str
    title: str
    source_name: str
    cover: Cover
    texts: tuple[str, ...]
    passages: tuple[Passage, ...]
    vectors: NDArray[np.float32]
    model: str
    labels: Mapping[int, Sequence[RowLabel]]
    parts: tuple[PagePart, ...]


def read_sources(conn: Connection) -> Iterator[SourceFiling]:
    """The current versions of a library, by title."""
    rows = [row for row in documents.list_all(conn, LOCAL.user_id) if row.version_id]
    known = covers.of_versions(conn, [row.version_id for row in rows if row.version_id])
    parts = page_parts.of_versions(conn, list(known))
    for row in rows:
        assert row.version_id is not None
        cover = known[row.version_id]
        yield _source(
            conn,
            row.version_id,
            row.title or "",
            row.source_name or "",
            cover if cover.registrants else cover_of_title(row.title or ""),
            parts.get(row.version_id, []),
        )


def _source(
    conn: Connection, version_id: UUID, title: str, name: str, cover: Cover, parts: Sequence[PagePart]
) -> SourceFiling:
    texts = pages.texts(conn, version_id)
    plain = [Page(index, PageKind.TEXT, text, PageLabel.none()) for index, text in texts.items()]
    found = passages.of_pages(conn, [(version_id, index) for index in texts])
    model, vectors = _vectors(conn, version_id)
    (sha256,) = conn.execute("select sha256 from versions where id = %s", (version_id,)).fetchone() or ("",)
    return SourceFiling(
        version_id,
        sha256,
        title,
        name,
        cover,
        tuple(texts.values()),
        tuple(found),
        np.stack([vectors[passage.id.page_index, passage.id.ordinal] for passage in found]),
        model,
        row_labels(plain, blocks.of_pages(conn, version_id, None)),
        tuple(parts),
    )


def _vectors(conn: Connection, version_id: UUID) -> tuple[str, dict[tuple[int, int], NDArray[np.float32]]]:
    rows = conn.execute(
        "select page_index, ordinal, embedding, model from passage_vectors where version_id = %s",
        (version_id,),
    ).fetchall()
    vectors = {
        (page, ordinal): np.asarray(vector.to_numpy(), dtype=np.float32) for page, ordinal, vector, _ in rows
    }
    return rows[0][3], vectors


def cover_of_title(title: str) -> Cover:
    """What a title says ("Amazon.com, Inc. · Form 10-K · FY2017"), for a library whose covers were not read."""
    company, form, period = ([*title.split(" · "), "", ""])[:3]
    named = _PERIOD.fullmatch(period)
    if not form:
        return Cover()
    return Cover(
        (Registrant(company),),
        EARNINGS_RELEASE if form == EARNINGS_RELEASE else form.removeprefix("Form "),
        None if named else _day(period),
        int(named[2]) if named else None,
        int(named[1]) if named and named[1] else None,
        None,
        {CoverField.REGISTRANTS: CoverSource.COVER, CoverField.FORM: CoverSource.COVER},
    )


def _day(text: str) -> date | None:
    try:
        return datetime.strptime(text, "%b %d, %Y").date()
    except ValueError:
        return None
