"""Where marked places stand in other readings: of their own bytes read again, or of a newer version of their filing.

They are looked for in the transaction that stores the reading, so that nobody sees the one without the other. What was
marked twice is looked for once.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final
from uuid import UUID

from pipeline.evidence.annotation import Annotation
from pipeline.evidence.cited import Cited
from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.edition import Edition
from pipeline.evidence.reanchor import Finder
from pipeline.evidence.reanchored import Reanchored
from pipeline.store import bulk, editions, pages, versions
from pipeline.store.connect import Connection
from pipeline.store.versions import VersionRow

_Sought = tuple[UUID, Cited]
"""An annotation's id, and what describes its words."""


def settle(conn: Connection, annotations: Sequence[Annotation]) -> None:
    """Look for annotations that were just stored: in the present reading of their bytes where that is not the one that
    they were made in, and in the current version of the filing where that is another.

    The versions of the filings are held until the transaction ends, so that a reading or a newer version that is being
    stored meanwhile finds these annotations.
    """
    by_bytes: dict[str, list[Annotation]] = defaultdict(list)
    for one in annotations:
        by_bytes[one.sha256].append(one)
    for sha256, marked in by_bytes.items():
        home = versions.find_by_sha256(conn, sha256)
        if home is None:
            continue
        conn.execute("select from versions where document_id = %s for share", (home.document_id,))
        home = versions.get(conn, home.id)
        if moved := _not_standing(conn, home, marked):
            _look(conn, home, Finder(editions.whole(conn, home.id)).find_again, moved)
        newer = versions.current(conn, home.id)
        if newer is not None:
            sought = [(one.id, one.cited) for one in marked]
            _look(conn, newer, Finder(editions.whole(conn, newer.id)).find, sought)


def carry(conn: Connection, version_id: UUID, parsed: ParsedDocument) -> int:
    """Look in a reading of a version that was just stored for what was marked in its own bytes before, and in the
    versions that it supersedes; how many marked places there were."""
    own, older = _own(conn, version_id), _older(conn, version_id)
    if not own and not older:
        return 0
    finder, target = Finder(Edition.of(parsed)), versions.get(conn, version_id)
    _look(conn, target, finder.find_again, own)
    _look(conn, target, finder.find, older)
    return len(own) + len(older)


def _not_standing(conn: Connection, home: VersionRow, marked: Iterable[Annotation]) -> list[_Sought]:
    """Those that were made in another reading than the present one, or whose words do not stand where they say."""
    present = (home.id, home.reading, home.parser_version)
    is_present = {one.id: (one.version_id, one.reading, one.parser_version) == present for one in marked}
    indexes = sorted({one.place.page_index for one in marked if is_present[one.id]})
    texts = pages.texts(conn, home.id, indexes) if indexes else {}
    return [(one.id, one.cited) for one in marked if not (is_present[one.id] and _stands(texts, one))]


def _stands(texts: Mapping[int, str], one: Annotation) -> bool:
    text, span = texts.get(one.place.page_index, ""), one.place.range
    return text[span.start : span.end] == one.quote


def _own(conn: Connection, version_id: UUID) -> list[_Sought]:
    """What was marked in the bytes of a version, by whatever id they had then, in another reading than its present
    one."""
    rows = conn.execute(
        """
        select a.id, a.cited from annotations a join versions v on v.sha256 = a.sha256
        where v.id = %s
            and (a.version_id, a.reading, a.parser_version) is distinct from (v.id, v.reading, v.parser_version)
        order by a.id
        """,
        (version_id,),
    )
    return [(annotation_id, Cited.from_json(cited)) for annotation_id, cited in rows]


def _older(conn: Connection, version_id: UUID) -> list[_Sought]:
    """What was marked in the versions that a version has superseded, near or far."""
    rows = conn.execute(
        """
        with recursive older (id, sha256, supersedes) as (
            select o.id, o.sha256, o.supersedes from versions o
            where o.id = (select v.supersedes from versions v where v.id = %s)
            union
            select o.id, o.sha256, o.supersedes from older join versions o on o.id = older.supersedes
        )
        select a.id, a.cited from annotations a where a.sha256 in (select sha256 from older) order by a.id
        """,
        (version_id,),
    )
    return [(annotation_id, Cited.from_json(cited)) for annotation_id, cited in rows]


_TYPES: Final = {
    "annotation_id": "uuid",
    "target_version": "uuid",
    "target_reading": "int",
    "parser_version": "text",
    "render_version": "text",
    "outcome": "text",
    "places": "jsonb",
    "detail": "jsonb",
}


def _look(
    conn: Connection, target: VersionRow, find: Callable[[Cited], Reanchored], sought: Sequence[_Sought]
) -> None:
    """Store where each stands in the present reading of `target`; a later result counts."""
    found: dict[Cited, Reanchored] = {}
    for _, cited in sought:
        if cited not in found:
            found[cited] = find(cited)
    conn.execute(
        """
        delete from annotation_places
        where target_version = %s and target_reading = %s and annotation_id = any(%s)
        """,
        (target.id, target.reading, [annotation_id for annotation_id, _ in sought]),
    )
    bulk.insert(
        conn,
        "annotation_places",
        _TYPES,
        (_columns(target, annotation_id, found[cited]) for annotation_id, cited in sought),
    )


def _columns(target: VersionRow, annotation_id: UUID, found: Reanchored) -> tuple[object, ...]:
    detail = found.to_json()
    return (
        annotation_id,
        target.id,
        target.reading,
        target.parser_version,
        target.render_version,
        detail.pop("outcome"),
        json.dumps(detail.pop("places")),
        json.dumps(detail),
    )
