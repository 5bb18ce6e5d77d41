"""Reads everything that a verification pack shows, in one transaction of whoever it is made for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.figures import figures
from pipeline.evidence.region import Role
from pipeline.store import pages, reviewers, versions
from pipeline.store.annotations import Placed
from pipeline.store.connect import Connection
from pipeline.store.openings import OpeningKind
from pipeline.store.scope import Scope
from viewer import words
from viewer.annotation_views import annotation_view
from viewer.citations import EvidenceState, ResolvedAnswer, ResolvedCitation, Source
from viewer.exports import one_line
from viewer.figure_views import stated_places
from viewer.memo.composing import memo_of
from viewer.memo.memo import MemoClaim
from viewer.noted import note_answer
from viewer.pack.pack import (
    NOTHING,
    Pack,
    PackCheck,
    PackClaim,
    PackEvidence,
    PackPlace,
    PackReview,
    PackSource,
    Shown,
)
from viewer.pack.places import Places, looks_of
from viewer.pack.reviewing import reviews_of, summary_of
from viewer.place_views import regions_view
from viewer.resolver import resolve_answer
from viewer.source_files import SourceFiles
from viewer.source_reader import SourceReader
from viewer.views import View, answer_view

RIGHT_PLACE: Final = "right place"
WITHHELD: Final = "Withheld with the claim"
REMOVED: Final = (
    "A source was removed from the library, so what reviewers say of the claim is not repeated here"
)
MARKED: Final = "marked by a reviewer"


def gather(
    conn: Connection,
    scope: Scope,
    answer_id: UUID,
    *,
    files: SourceFiles,
    made_at: datetime,
    address: str | None = None,
) -> Pack:
    """The pack of a stored answer, for the user of the scope. `address`: where the app is opened, for the links back.
    Raises NotFound."""
    resolved = resolve_answer(conn, scope, answer_id, files=files)
    note_answer(conn, OpeningKind.PACK, resolved)
    gathering = _Gathering(conn, scope, resolved, files)
    memo = memo_of(resolved, address)
    view = answer_view(resolved)
    reviews = reviews_of(conn, scope.user_id, resolved.answer, gathering.marked)
    numbers = {note.citation_id: note for note in memo.notes}
    shown_at: dict[str, int] = {}
    claims = []
    for claim, seen in zip(memo.claims, view["claims"], strict=True):
        evidence = []
        for citation in resolved.of_claim(claim.number):
            name = str(citation.citation_id)
            earlier = shown_at.setdefault(name, claim.number)
            shown = gathering.cited(citation) if earlier == claim.number else NOTHING
            state = gathering.state(citation)
            evidence.append(
                PackEvidence(numbers[name], state, shown, earlier if earlier != claim.number else None)
            )
        review = reviews[claim.number]
        if any(citation.is_withheld for citation in resolved.of_claim(claim.number)):
            review = PackReview(WITHHELD if claim.is_withheld else REMOVED, "none", ())
        claims.append(PackClaim(claim, tuple(_checks(claim, seen)), tuple(evidence), review))
    return Pack(
        memo=memo,
        answer_id=str(answer_id),
        made_at=made_at,
        reader=one_line(reviewers.get(conn, scope.user_id).name),
        review=summary_of({one.claim.number: one.review for one in claims}),
        sources=tuple(gathering.sources()),
        claims=tuple(claims),
    )


class _Gathering:
    """One reader's sources, and what was shown of them."""

    def __init__(self, conn: Connection, scope: Scope, resolved: ResolvedAnswer, files: SourceFiles) -> None:
        self._conn = conn
        self._resolved = resolved
        self._reader = SourceReader(conn, scope)
        self._places = Places(self._reader, lambda sha256: files.path(scope.tenant_id, sha256))
        self._sizes: dict[UUID, list[tuple[float, float]]] = {}
        self._named: dict[UUID, tuple[Source, list[str]]] = {}

    # Citations ---------------------------------------------------------------------------------------------

    def cited(self, citation: ResolvedCitation) -> Shown:
        """What is shown of a citation: its place, or all that it fits, none of them chosen."""
        source = citation.source
        if source is None:
            return NOTHING
        self._name(source, str(citation.citation_id))
        if citation.state is EvidenceState.UNAVAILABLE:
            return NOTHING
        if citation.state is EvidenceState.AMBIGUOUS:
            return self._candidates(citation, source)
        place = citation.place
        if place is None:
            return NOTHING
        name = str(citation.citation_id)
        return self._places.shown(source, place, name, name, self._looks(citation, source))

    def _looks(self, citation: ResolvedCitation, source: Source) -> list[str]:
        """The cells that answer are marked strongly; where nothing tells them from the others, all are."""
        place = citation.place
        claim = self._resolved.answer.claims[citation.claim - 1]
        if place is None or not place.regions:
            return []
        begins = regions_view(
            place,
            self._page_sizes(source.version_id),
            figures(claim.text),
            citation.focus,
            stated_places(claim, citation),
        )
        own = [bool(one["cited"]) for one in begins]
        if not any(own):
            own = [region.role is Role.QUOTE for region in place.regions]
        return looks_of(place.regions, own, "cited", "other")

    def _candidates(self, citation: ResolvedCitation, source: Source) -> Shown:
        found = []
        for number, place in enumerate(citation.places, start=1):
            name = f"{citation.citation_id}, candidate {number} of {len(citation.places)}"
            looks = looks_of(place.regions, [True] * len(place.regions), "candidate", "candidate")
            found.append(self._places.shown(source, place, name, f"{number}?", looks))
        return Shown(
            tuple(page for one in found for page in one.pages),
            tuple(line for one in found for line in one.lines),
            found[0].caption if found else "",
            tuple(dict.fromkeys(remark for one in found for remark in one.remarks)),
        )

    def state(self, citation: ResolvedCitation) -> str:
        """What its state means. A withheld citation says so in its note."""
        notice = None if citation.source is None else words.notice(citation, self._resolved.answer.id)
        if notice is None:
            return ""
        return one_line(f"{notice['title']} {notice['text']}")

    # Marked places -----------------------------------------------------------------------------------------

    def marked(self, placed: Placed) -> PackPlace:
        """A place that a reviewer marked, as this reader may see it today."""
        view = annotation_view(self._reader, placed)
        corrects = str(placed.annotation.citation) if placed.annotation.citation else None
        where = one_line(" · ".join(part for part in (view["title"], view["page_words"]) if part))
        shown = self._marked_place(placed) if view["state"] in ("ready", "superseded") else NOTHING
        return PackPlace(corrects, one_line(view["quote"]), where, one_line(view["state_words"]), shown)

    def _marked_place(self, placed: Placed) -> Shown:
        spot = placed.here.place if placed.here else None
        if spot is None or placed.home is None:
            return NOTHING
        try:
            source = self._reader.source(placed.home)
            place = self._reader.place(source, spot.page_index, spot.range)
        except EvidenceError as error:
            return Shown(remarks=(error.message,))
        self._name(source, MARKED)
        looks = looks_of(place.regions, [True] * len(place.regions), "reviewer", "reviewer")
        return self._places.shown(source, place, "Marked by a reviewer", RIGHT_PLACE, looks)

    # Sources -----------------------------------------------------------------------------------------------

    def _name(self, source: Source, name: str) -> None:
        names = self._named.setdefault(source.version_id, (source, []))[1]
        if name not in names:
            names.append(name)

    def sources(self) -> Iterator[PackSource]:
        """Every filing that something was shown of, in the order of the pack."""
        for source, names in self._named.values():
            row = versions.get(self._conn, source.version_id)
            again = f", reading {row.reading}" if row.reading > 1 else ""
            yield PackSource(
                one_line(source.title),
                source.media.word,
                "superseded version" if source.successor else "current version",
                str(source.version_id),
                source.sha256,
                f"{row.parser_version}{again}",
                ", ".join(sorted(names, key=lambda name: name == MARKED)),
            )

    def _page_sizes(self, version_id: UUID) -> list[tuple[float, float]]:
        if version_id not in self._sizes:
            self._sizes[version_id] = pages.sizes(self._conn, version_id)
        return self._sizes[version_id]


def _checks(claim: MemoClaim, seen: View) -> Iterator[PackCheck]:
    """The five checks of a claim with their sentences; nothing of a withheld one."""
    if claim.is_withheld:
        return
    for check in seen["checks"]:
        yield PackCheck(
            check["label"], one_line(check["words"]), check["tone"], tuple(map(_sentence, check["details"]))
        )


def _sentence(detail: Mapping[str, str | None]) -> str:
    said = f"{detail['of']}: {detail['text']}" if detail["of"] else str(detail["text"])
    return one_line(f"{said} ({detail['checker']})" if detail["checker"] else said)
