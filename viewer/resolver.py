"""The resolver: the only way to a source's bytes and to the evidence behind a citation.

Every call re-checks tenant and access in a transaction of the tenant. Nothing that an answer or a document says is
trusted for identity: a citation is looked up by its answer and id, its place comes from the stored chain, and what
stands at that place is compared with the quote before anything is marked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from pipeline.evidence.answer import Answer, Check, CheckKind, Citation, Claim
from pipeline.evidence.errors import InvalidHandle, NotFound
from pipeline.evidence.handle import CitationId
from pipeline.evidence.page_quote import AmbiguousPieces, InPieces
from pipeline.evidence.quote import Ambiguous, Located, Missing
from pipeline.evidence.reanchored import Reanchored
from pipeline.store import answers, documents, openings, pages
from pipeline.store.blob_key import Method
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.openings import OpeningKind
from pipeline.store.scope import Scope
from viewer.check_words import REMOVED_SOURCE
from viewer.citations import (
    Place,
    ResolvedAnswer,
    ResolvedCitation,
    ShownSource,
    Source,
    candidate_json,
    span_json,
)
from viewer.links import LinkKind
from viewer.media import Media
from viewer.noted import KIND_OF_LINK, note_answer, opening
from viewer.resolution import Resolution, look_up_newer, resolved_for
from viewer.source_files import SourceFiles
from viewer.source_reader import SourceReader

_OF_A_CLAIM = frozenset({CheckKind.FIGURES, CheckKind.SUPPORT})


@dataclass(frozen=True, slots=True)
class OpenedVersion:
    """The verified file of a version: the original bytes, or its sanitised rendition."""

    source: Source
    path: Path


@dataclass(frozen=True, slots=True)
class LinkedVersion:
    """A version whose original file lies in an object store: `url` is that store's own link, good for a short while and
    for whoever has it."""

    source: Source
    url: str = field(repr=False)


def open_version(
    database: Database,
    scope: Scope,
    version_id: UUID,
    kind: LinkKind,
    *,
    files: SourceFiles,
    page_index: int | None = None,
    is_ahead: bool = False,
) -> OpenedVersion:
    """The file behind a link, in a transaction of its own: no connection is held while the file is fetched.

    It is noted who opens it, with the page that is looked at where one is; `is_ahead` where nobody does yet.
    Raises NotFound (also for another tenant's version, and for a page that it has not), AccessDenied, BlobMissing,
    BlobCorrupt or another StoreError.
    """
    with opening(database, scope, KIND_OF_LINK[kind], version_id, page_index, is_ahead=is_ahead) as conn:
        source = SourceReader(conn, scope).source(version_id)
        if page_index is not None and page_index >= source.page_count:
            raise NotFound(f"There is no page {page_index} (0-based) in this version.")
    return OpenedVersion(source, files.path(scope.tenant_id, _sha256(source, kind)))


def open_original(
    database: Database,
    scope: Scope,
    version_id: UUID,
    *,
    files: SourceFiles,
    method: Method = "GET",
) -> OpenedVersion | LinkedVersion:
    """The original file behind a link: a PDF that an object store holds is named by the store's own link. Anything else
    comes from here, as a download of plain text, because a store would not tell a browser to take it for that.

    Raises as `open_version` does; a linked file is known to be there, not that it is undamaged.
    """
    with opening(database, scope, OpeningKind.FILE, version_id) as conn:
        source = SourceReader(conn, scope).source(version_id)
    if source.media is Media.PDF:
        url = files.link(scope.tenant_id, source.sha256, source.media.served_type, method)
        if url is not None:
            return LinkedVersion(source, url)
    return OpenedVersion(source, files.path(scope.tenant_id, source.sha256))


def resolve(
    conn: Connection,
    scope: Scope,
    answer_id: UUID,
    citation: str,
    claim: int | None = None,
    *,
    files: SourceFiles,
) -> ResolvedCitation:
    """One citation of a stored answer: `citation` is its id ("E1") or its key ("2:E1").

    Raises NotFound when the answer or the citation does not exist for this tenant, InvalidHandle for anything that
    is no citation id. Denied, unavailable, ambiguous and missing evidence is a state, not an error.
    """
    answer = answers.get(conn, answer_id)
    number, cited = _cited(answer, citation, claim)
    resolved = Resolution(conn, scope, answer_id, files).of(number, cited)
    note_answer(conn, OpeningKind.ANSWER, ResolvedAnswer(answer, {resolved.key: resolved}))
    return resolved


def resolve_answer(conn: Connection, scope: Scope, answer_id: UUID, *, files: SourceFiles) -> ResolvedAnswer:
    """A stored answer with every citation resolved. Raises NotFound."""
    return _whole(conn, scope, answers.get(conn, answer_id), files)


def resolve_claim(
    conn: Connection, scope: Scope, answer: Answer, claim: int, *, files: SourceFiles
) -> ResolvedAnswer:
    """A stored answer with the citations of one claim resolved, and no others. Raises NotFound for a claim that it
    does not have."""
    found = next((one for one in answer.claims if one.number == claim), None)
    if found is None:
        raise NotFound(f"The answer has no claim {claim}.")
    return resolved_for(conn, scope, answer, [(claim, cited) for cited in found.citations], files)


def find_newer(
    conn: Connection, scope: Scope, answer_id: UUID, citation: str, claim: int | None = None
) -> Reanchored:
    """Look for a citation's words in the current version of its filing, and store the outcome.

    `citation` is written as for `resolve`. Rights are asked for both versions. Raises as `resolve` does, AccessDenied,
    NotFound when nothing supersedes the cited version, and InvalidAnchor when the citation has no one place there.
    """
    number, cited = _cited(answers.get(conn, answer_id), citation, claim)
    return look_up_newer(conn, scope, answer_id, number, cited)


def shown_sources(
    conn: Connection, resolved: ResolvedAnswer, others: Iterable[Source] = ()
) -> dict[UUID, ShownSource]:
    """The sources of a resolved answer with their page lists, the newer ones that its citations were looked for in, and
    `others`; none of those that are withheld."""
    citations = resolved.citations.values()
    newer = {citation.newer.source for citation in citations if citation.newer}
    return {
        source.version_id: ShownSource(
            source,
            tuple(pages.sizes(conn, source.version_id)),
            tuple(label.text for label in pages.labels(conn, source.version_id)),
            tuple(pages.textless(conn, source.version_id)),
        )
        for source in {citation.source for citation in citations} | newer | set(others)
        if source is not None
    }


def answer_json(conn: Connection, scope: Scope, answer: Answer, *, files: SourceFiles) -> dict[str, Any]:
    """The exported form of an answer: withheld claims lose their words, each citation carries its state."""
    resolved = _whole(conn, scope, answer, files)
    note_answer(conn, OpeningKind.EXPORT, resolved)
    return exported_json(resolved)


def exported_json(resolved: ResolvedAnswer) -> dict[str, Any]:
    """The exported form of a resolved answer. A claim that rests on a denied source tells its citations and nothing of
    what was found of it; where a source was removed, nothing that only that source could tell."""
    evidence: dict[str, object] = {}
    for citation in resolved.citations.values():
        evidence.setdefault(str(citation.citation_id), citation.to_json())
    answer = resolved.answer
    value: dict[str, Any] = answer.to_json(evidence)
    value["calculations"] = [
        claim.calculation.to_json()
        for claim in answer.claims
        if claim.calculation and not _has_withheld(resolved, claim)
    ]
    for claim, exported in zip(answer.claims, value["claims"], strict=True):
        if _has_withheld(resolved, claim):
            told = [check.to_json() | {"detail": REMOVED_SOURCE} for check in claim.checks]
            exported.update(checks=told, figures=[], calculation_id=None)
        if resolved.is_withheld(claim.number):
            exported.update(text=None, checks=[], removed_handles=[], withheld=True)
        exported["citation_checks"] = {
            str(citation.id): [check.to_json() for check in _five_checks(claim, citation)]
            for citation in claim.citations
            if not _has_withheld(resolved, claim)
        }
    return value


def _five_checks(claim: Claim, citation: Citation) -> list[Check]:
    """A citation's own checks with those of its claim, which count for each of its citations: in their usual order."""
    every = [*citation.checks, *(check for check in claim.checks if check.kind in _OF_A_CLAIM)]
    return sorted(every, key=lambda check: list(CheckKind).index(check.kind))


def _has_withheld(resolved: ResolvedAnswer, claim: Claim) -> bool:
    """True when the claim or a citation of it is withheld: its checks, figures and calculation would tell what it
    says."""
    cited = resolved.of_claim(claim.number)
    return resolved.is_withheld(claim.number) or any(citation.is_withheld for citation in cited)


def locate(
    conn: Connection, scope: Scope, document_or_version_id: UUID, page_index: int, quote: str
) -> dict[str, object]:
    """Where a quote stands on a page: {"outcome", "regions", "ranges", "candidates", "page_index",
    "display_page_label", "page_dimensions", "reason"}.

    A document's id means its current version. Raises NotFound and AccessDenied.
    """
    reader = SourceReader(conn, scope)
    source = _source_of(conn, scope, reader, document_or_version_id)
    page = reader.page(source.version_id, page_index)
    openings.note(conn, OpeningKind.WORDS, version_id=source.version_id, page_index=page_index)
    value: dict[str, object] = {
        "outcome": "missing",
        "regions": [],
        "ranges": [],
        "candidates": [],
        "page_index": page_index,
        "display_page_label": page.label.text,
        "page_dimensions": page.geometry.to_json() if page.geometry else None,
        "document_version": str(source.version_id),
    }
    match reader.locate(source, page_index, quote):
        case Located(span):
            return value | _located(reader.place(source, page_index, span))
        case InPieces(spans):
            return value | _located(reader.joined_place(source, page_index, spans))
        case Ambiguous(spans):
            return value | _ambiguous([reader.place(source, page_index, span) for span in spans])
        case AmbiguousPieces(readings):
            return value | _ambiguous([reader.joined_place(source, page_index, spans) for spans in readings])
        case Missing(reason):
            return value | {"reason": reason.value}


def _located(place: Place) -> dict[str, object]:
    return {
        "outcome": "located",
        "regions": [region.to_json() for region in place.regions],
        "ranges": [span_json(span) for span in place.spans],
    }


def _ambiguous(places: Iterable[Place]) -> dict[str, object]:
    return {"outcome": "ambiguous", "candidates": [candidate_json(place) for place in places]}


def _whole(conn: Connection, scope: Scope, answer: Answer, files: SourceFiles) -> ResolvedAnswer:
    cited = [(claim.number, citation) for claim in answer.claims for citation in claim.citations]
    return resolved_for(conn, scope, answer, cited, files)


def _cited(answer: Answer, citation: str, claim: int | None) -> tuple[int, Citation]:
    """The claim's number and the citation that are meant. Raises NotFound or InvalidHandle."""
    number, citation_id = _parse(citation, claim)
    for candidate in answer.claims:
        if number is None or candidate.number == number:
            for cited in candidate.citations:
                if cited.id == citation_id:
                    return candidate.number, cited
    raise NotFound(f"The answer has no citation {citation_id}{f' in claim {number}' if number else ''}.")


def _parse(citation: str, claim: int | None) -> tuple[int | None, CitationId]:
    number, separator, written = citation.rpartition(":")
    if not separator:
        return claim, CitationId.parse(written)
    if not number.isascii() or not number.isdigit() or claim not in (None, int(number)):
        raise InvalidHandle(f"{citation!r} is not a citation id such as E1 or a key such as 2:E1.")
    return int(number), CitationId.parse(written)


def _sha256(source: Source, kind: LinkKind) -> str:
    if kind is not LinkKind.FRAME:
        return source.sha256
    if source.rendition_sha256 is None:
        raise NotFound("This source is shown as page images and has no frame.")
    return source.rendition_sha256


def _source_of(conn: Connection, scope: Scope, reader: SourceReader, identifier: UUID) -> Source:
    """The version of that id, or the current version of the document of that id."""
    try:
        return reader.source(identifier)
    except NotFound:
        version_id = documents.get(conn, identifier, scope.user_id).version_id
        if version_id is None:
            raise NotFound(f"Nothing of the document {identifier} is stored yet.") from None
        return reader.source(version_id)
