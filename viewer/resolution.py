"""One citation as a user may see it now: its rights, its places in the present reading of its version, its state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from uuid import UUID

from pipeline.evidence.answer import Answer, CheckKind, CheckOutcome, Citation
from pipeline.evidence.cited import describe
from pipeline.evidence.errors import (
    AccessDenied,
    EvidenceError,
    InvalidAnchor,
    NotFound,
    StoreError,
)
from pipeline.evidence.passage import PassageId
from pipeline.evidence.reanchor import Finder
from pipeline.evidence.reanchored import Outcome, Reanchored, Spot
from pipeline.store import answer_rights, editions, reanchorings, versions
from pipeline.store.answer_rights import QUESTION_WITHHELD
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer import words
from viewer.citations import (
    EvidenceState,
    Newer,
    PagePlace,
    Place,
    ReadAgain,
    ResolvedAnswer,
    ResolvedCitation,
    Source,
)
from viewer.source_files import SourceFiles, file_problem
from viewer.source_reader import SourceReader, carries, page_place


class Resolution:
    """Resolves citations of one answer in one transaction."""

    def __init__(self, conn: Connection, scope: Scope, answer_id: UUID, files: SourceFiles) -> None:
        self._reader = SourceReader(conn, scope)
        self._tenant_id = scope.tenant_id
        self._files = files
        self._problems: dict[UUID, str | None] = {}
        self._carried = reanchorings.carried(conn, answer_id)
        self._newer = reanchorings.found(conn, answer_id)
        self._removed = cache(partial(answer_rights.removed_unknowable, conn, answer_id, scope.user_id))

    def of(self, claim: int, citation: Citation) -> ResolvedCitation:
        try:
            source = self._reader.source(UUID(citation.passage.version))
        except AccessDenied:
            return ResolvedCitation(claim, citation.id, EvidenceState.DENIED)
        except NotFound:
            if UUID(citation.passage.version) in self._removed():
                return ResolvedCitation(claim, citation.id, EvidenceState.DENIED)
            gone = "The source was removed from the library, so its rights can no longer be checked."
            return ResolvedCitation(claim, citation.id, EvidenceState.UNAVAILABLE, problem=gone)
        key = claim, str(citation.id)
        read_again = self._read_again(key)
        spots = _spots(citation, read_again)
        places, misplaced = self._places(source, citation, spots, read_again)
        problem = self._file_problem(source)
        return ResolvedCitation(
            claim=claim,
            citation_id=citation.id,
            state=_state(source, places, problem, is_settled=_is_settled(read_again)),
            source=source,
            passage=self._passage(source, spots) if read_again else citation.passage,
            page=places[0].page if places else self._page(source, citation.passage.page_index),
            quote=citation.quote,
            verbatim=_verbatim(citation),
            places=places,
            focus=self._focus(source, spots) if places else None,
            problem=problem or misplaced,
            newer=self._newer_of(source, key),
            read_again=read_again,
        )

    def _read_again(self, key: reanchorings.Key) -> ReadAgain | None:
        row = self._carried.get(key)
        return ReadAgain(row.read_at, row.parser_version, row.found) if row else None

    def _places(
        self, source: Source, citation: Citation, spots: Sequence[Spot], read_again: ReadAgain | None
    ) -> tuple[tuple[Place, ...], str | None]:
        """Every place that still carries the quote; else nothing, and why."""
        if not citation.ranges:
            return (), "The quoted words do not stand in the cited passage."
        if not spots:
            return (), words.lost_in_reading(read_again) if read_again else None
        try:
            if not all(self._carries(source, spot, citation.quote) for spot in spots):
                return (), "Other words stand at the stored place than the quoted ones."
            places = tuple(self._reader.place(source, spot.page_index, spot.range) for spot in spots)
        except EvidenceError as error:
            return (), error.message
        if not all(place.regions or place.spans for place in places):
            return (), "Nothing of the quote can be marked on the page: its characters have no ink."
        return places, None

    def _carries(self, source: Source, spot: Spot, quote: str) -> bool:
        return carries(self._reader.page(source.version_id, spot.page_index), spot.range, quote)

    def _focus(self, source: Source, spots: Sequence[Spot]) -> Place | None:
        """The part of the quote that answers, as a place of its own."""
        focus = spots[0].focus if len(spots) == 1 else None
        return self._reader.place(source, spots[0].page_index, focus) if focus else None

    def _page(self, source: Source, page_index: int) -> PagePlace | None:
        """The cited page; None where the filing was read again into fewer sections: no other is put in its place."""
        if page_index >= source.page_count:
            return None
        return page_place(self._reader.page(source.version_id, page_index))

    def _passage(self, source: Source, spots: Sequence[Spot]) -> PassageId | None:
        if len(spots) != 1:
            return None
        return self._reader.passage(source, spots[0].page_index, spots[0].range)

    def _newer_of(self, source: Source, key: reanchorings.Key) -> Newer | None:
        """What was found in the version that is the current one now, for whoever may read that too."""
        successor = source.successor
        if successor is None or successor.title is None:
            return None
        row = next(
            (row for row in self._newer.get(key, ()) if row.target_version == successor.version_id), None
        )
        if row is None:
            return None
        target = self._reader.source(row.target_version)
        spots = row.found.places
        return Newer(
            source=target,
            found=row.found,
            places=tuple(self._reader.place(target, spot.page_index, spot.range) for spot in spots),
            quotes=tuple(self._reader.words(target, spot.page_index, spot.range) for spot in spots),
            focus=self._focus(target, spots),
        )

    def _file_problem(self, source: Source) -> str | None:
        """Asked once a source: a store that does not answer takes seconds to say so."""
        if source.version_id not in self._problems:
            self._problems[source.version_id] = self._look_at_file(source)
        return self._problems[source.version_id]

    def _look_at_file(self, source: Source) -> str | None:
        try:
            self._files.path(self._tenant_id, source.sha256)
            if source.rendition_sha256:
                self._files.path(self._tenant_id, source.rendition_sha256)
        except StoreError as error:
            return file_problem(error)
        return None


def resolved_for(
    conn: Connection, scope: Scope, answer: Answer, cited: Iterable[tuple[int, Citation]], files: SourceFiles
) -> ResolvedAnswer:
    """The answer with these citations resolved, each with the number of its claim. Where it rests on what this user may
    not read, and somebody else asked it, its question is left out, with the parts of it that no source answers."""
    resolution = Resolution(conn, scope, answer.id, files)
    resolved = {one.key: one for one in (resolution.of(claim, citation) for claim, citation in cited)}
    rights = answer_rights.of_answer(conn, answer.id, scope.user_id)
    if not rights.has_question:
        not_there = words.NOT_IN_SOURCES if answer.not_in_sources else None
        answer = replace(answer, question=QUESTION_WITHHELD, not_in_sources=not_there, unanswered=())
    return ResolvedAnswer(
        answer,
        resolved,
        rests_on_denied=not rights.is_whole,
        is_question_withheld=not rights.has_question,
    )


def look_up_newer(
    conn: Connection, scope: Scope, answer_id: UUID, claim: int, citation: Citation
) -> Reanchored:
    """Look for a citation's words in the current version of its filing, and store the outcome. Raises AccessDenied,
    NotFound when nothing supersedes the cited version, InvalidAnchor when the citation has no one place in it.
    """
    reader = SourceReader(conn, scope)
    source = reader.source(UUID(citation.passage.version))
    if source.successor is None:
        raise NotFound("Nothing has taken the place of the version that was cited.")
    target = versions.get(conn, reader.source(source.successor.version_id).version_id)
    key = claim, str(citation.id)
    row = reanchorings.carried(conn, answer_id).get(key)
    spots = _spots(citation, ReadAgain(row.read_at, row.parser_version, row.found) if row else None)
    if len(spots) != 1:
        raise InvalidAnchor(
            f"Citation {citation.id} has no one place in the version that was cited, so nothing can be looked for."
        )
    spot = spots[0]
    edition = editions.around(conn, source.version_id, [spot.page_index])
    cited = describe(edition, spot.page_index, spot.range, spot.focus)
    found = Finder(editions.whole(conn, target.id)).find(cited)
    reanchorings.put(conn, answer_id, key, target, found, [cited])
    return found


def _spots(citation: Citation, read_again: ReadAgain | None) -> tuple[Spot, ...]:
    """Where the citation's words stand in the present reading of its version."""
    if read_again:
        return read_again.found.places if read_again.found else ()
    return tuple(Spot(citation.passage.page_index, span, citation.focus) for span in citation.ranges)


def _is_settled(read_again: ReadAgain | None) -> bool:
    """False when a later reading offers even a single place as no more than a candidate."""
    return not (read_again and read_again.found and read_again.found.outcome is Outcome.AMBIGUOUS)


def _state(
    source: Source, places: Sequence[Place], problem: str | None, *, is_settled: bool
) -> EvidenceState:
    """The worst that holds: what cannot be shown at all comes before what cannot be marked."""
    if problem:
        return EvidenceState.UNAVAILABLE
    if not places:
        return EvidenceState.QUOTE_NOT_FOUND
    if len(places) > 1 or not is_settled:
        return EvidenceState.AMBIGUOUS
    return EvidenceState.SUPERSEDED if source.successor else EvidenceState.READY


def _verbatim(citation: Citation) -> CheckOutcome:
    check = citation.check(CheckKind.VERBATIM)
    return check.outcome if check else CheckOutcome.NOT_RUN
