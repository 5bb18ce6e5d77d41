"""What is marked for a citation today, and what describes its words for any other reading."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from pipeline.evidence.answer import Citation
from pipeline.evidence.cited import Cited, describe
from pipeline.evidence.edition import Edition
from pipeline.evidence.errors import AccessError, EvidenceError
from pipeline.store import editions, exchanged, reanchorings
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer.citations import Place, Source, span_json
from viewer.source_reader import SourceReader

Json = dict[str, Any]

NO_MARKS: Final[Json] = {
    "page_label": None,
    "page_dimensions": None,
    "regions": [],
    "spans": [],
    "cited": [],
}


class Marks:
    """Of the citations of one answer, in one transaction of `scope`."""

    def __init__(self, conn: Connection, scope: Scope, answer_id: UUID) -> None:
        self._conn = conn
        self._reader = SourceReader(conn, scope)
        self._present = exchanged.present(conn, answer_id)
        self._carried = reanchorings.carried(conn, answer_id)
        self._described = exchanged.described(conn, answer_id)
        self._editions: dict[tuple[str, int], Edition] = {}

    def of(self, claim: int, citation: Citation) -> Json:
        """Marks of a located citation, as its version reads now. Nothing of one whose version is not here; of one that
        fits several places, what describes each."""
        try:
            source = self._reader.source(UUID(citation.passage.version))
        except AccessError:
            return NO_MARKS
        key = claim, str(citation.id)
        place = self._place(source, key, citation)
        cited = [one.to_json() for one in self._cited(key, citation)]
        if place is None:
            return NO_MARKS | {"cited": cited}
        return {
            "page_label": place.page.printed,
            "page_dimensions": place.page.geometry.to_json() if place.page.geometry else None,
            "regions": [region.to_json() for region in place.regions],
            "spans": [span_json(span) for span in place.spans],
            "cited": cited,
        }

    def _place(self, source: Source, key: reanchorings.Key, citation: Citation) -> Place | None:
        """The one place of the citation's words in the present reading."""
        spot = None
        if key in self._carried:
            found = self._carried[key].found
            spot = found.place if found else None
            if spot is None:
                return None
        elif len(citation.ranges) != 1:
            return None
        page_index = spot.page_index if spot else citation.passage.page_index
        span = spot.range if spot else citation.ranges[0]
        try:
            return self._reader.place(source, page_index, span)
        except (EvidenceError, AccessError):
            return None

    def _cited(self, key: reanchorings.Key, citation: Citation) -> tuple[Cited, ...]:
        if key in self._described:
            return self._described[key]
        if key not in self._present:
            return ()
        edition = self._edition(citation)
        return tuple(
            describe(edition, citation.passage.page_index, span, citation.focus) for span in citation.ranges
        )

    def _edition(self, citation: Citation) -> Edition:
        at = citation.passage.version, citation.passage.page_index
        if at not in self._editions:
            self._editions[at] = editions.around(self._conn, UUID(at[0]), [at[1]])
        return self._editions[at]
