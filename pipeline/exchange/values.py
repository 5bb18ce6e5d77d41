"""A record as values of the contract. Whatever contradicts itself is refused before anything is stored."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import InvalidOperation
from typing import Final
from uuid import UUID

from pydantic import TypeAdapter, ValidationError

from pipeline.evidence.annotation import Annotation
from pipeline.evidence.answer import Answer, Citation, Claim, FigureFinding
from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.evidence.box import Box
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.cited import Cited
from pipeline.evidence.errors import EvidenceError, InvalidExchange
from pipeline.evidence.generation import Generation, Problem, ProblemKind
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.review import Judgement
from pipeline.evidence.text import PageRange, TextRange
from pipeline.evidence.trace import SearchTrace
from pipeline.exchange.record import (
    AnnotationRow,
    CitationRow,
    ClaimRow,
    PassageRow,
    Record,
    RegionRow,
    VerdictRow,
)
from pipeline.store.exchanged import CheckMade

Names = Mapping[UUID, UUID]
"""By the id that a version has in a file, the id of the version with the same bytes here."""

_SCOPE: Final = TypeAdapter(AskedScope)
_TRACE: Final = TypeAdapter(SearchTrace)
_INTERRUPTED: Final = Problem(ProblemKind.INTERRUPTED, "Writing this answer was interrupted.")
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They turn the direction of what follows a name."""


@dataclass(frozen=True, slots=True)
class Values:
    """What a record says. The answer has no checks: `checks` are all that were ever made. `judgements` name people as
    the file does; annotations are of reading 0, which is none of this library's."""

    answer: Answer
    checks: tuple[CheckMade, ...]
    judgements: tuple[Judgement, ...]
    annotations: tuple[Annotation, ...]
    scope: AskedScope | None
    trace: SearchTrace | None


def values_of(record: Record, names: Names, source: str) -> Values:
    """The values, with versions named as here. Raises InvalidExchange that names the answer in the file `source`."""
    try:
        _require_whole(record)
        return Values(
            _answer(record, names),
            tuple(
                CheckMade(**(dict(check) | {"kind": check.kind.value, "outcome": check.outcome.value}))
                for check in record.checks
            ),
            tuple(_judgement(record, row) for row in record.verdicts),
            tuple(_annotation(row, names) for row in record.annotations),
            _scope(record, names),
            _trace(record, names),
        )
    except (EvidenceError, ValidationError, InvalidOperation) as error:
        words = str(error).splitlines()[0] if isinstance(error, ValidationError) else str(error)
        raise InvalidExchange(f"{source}, answer {record.answer.id}: {words}", source=source) from error


class Contradiction(EvidenceError):
    """Rows of a record do not fit each other."""


# --- rows name each other --------------------------------------------------------------------------------


def _require_whole(record: Record) -> None:
    """Raises Contradiction where a row names another that is not there, or two rows are one thing."""
    people = {person.id for person in record.people}
    claims = {claim.number for claim in record.claims}
    citations = {(row.claim, row.citation_id) for row in record.citations}
    verdicts = {row.id: row for row in record.verdicts}
    sources = {row.version_id for row in record.sources}
    named = {UUID(PassageId.parse(row.passage_id).version) for row in record.packet}
    for kind, found, known in (
        ("person", {record.answer.asked_by, *(row.reviewer_id for row in record.verdicts)}, people),
        ("claim", {row.claim for row in record.citations}, claims),
        ("claim", {row.claim for row in record.calculations}, claims),
        ("claim", {row.claim for row in record.checks}, claims),
        ("claim", {row.claim for row in record.verdicts}, claims),
        ("citation", {(row.claim, row.citation_id) for row in record.checks if row.citation_id}, citations),
        ("verdict", {row.verdict_id for row in record.annotations}, verdicts.keys()),
        ("source", named | {row.version_id for row in record.annotations}, sources),
    ):
        if lost := found - known:
            raise Contradiction(f"A row names a {kind} that is not there: {_shown(next(iter(lost)))}.")
    for row in record.annotations:
        if row.citation_id and (verdicts[row.verdict_id].claim, row.citation_id) not in citations:
            raise Contradiction(
                f"A marked place corrects a citation that its claim has not: {row.citation_id}."
            )
    _require_distinct("person", (row.id for row in record.people))
    _require_distinct("source", (row.version_id for row in record.sources))
    _require_distinct("source", (row.sha256 for row in record.sources if row.sha256))
    _require_distinct("verdict", (row.id for row in record.verdicts))
    _require_distinct("marked place", (row.id for row in record.annotations))
    _require_distinct("marked place", ((row.verdict_id, row.ordinal) for row in record.annotations))
    _require_distinct("calculation of a claim", (row.claim for row in record.calculations))
    hashes = {row.version_id: row.sha256 for row in record.sources}
    for row in record.annotations:
        if hashes[row.version_id] not in (None, row.sha256):
            raise Contradiction(
                f"The marked place {row.id} is in other bytes than its source {row.version_id}."
            )
    for person in record.people:
        if any(_is_unseen(character) for character in person.name) or not person.name.strip():
            raise Contradiction(f"The name of the person {person.id} has characters that are not seen.")


def _require_distinct(kind: str, keys: Iterable[Hashable]) -> None:
    if twice := [key for key, count in Counter(keys).items() if count > 1]:
        raise Contradiction(f"A {kind} is there twice: {_shown(twice[0])}.")


def _shown(key: Hashable) -> str:
    return ":".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or character in _TURNING


# --- the answer ------------------------------------------------------------------------------------------


def _answer(record: Record, names: Names) -> Answer:
    row = record.answer
    problem = Problem.from_json(row.problem.model_dump(mode="json")) if row.problem else None
    return Answer(
        row.id,
        row.question,
        row.method,
        row.model,
        row.created_at,
        tuple(_claim(record, claim, names) for claim in record.claims),
        Packet(tuple(_entry(passage, names) for passage in record.packet)),
        row.not_in_sources,
        tuple(row.unanswered),
        problem if row.finished_at else _INTERRUPTED,
        Generation(**dict(row.generation)) if row.generation else None,
    )


def _entry(row: PassageRow, names: Names) -> PacketEntry:
    passage = Passage(
        renamed(row.passage_id, names),
        TextRange(row.start, row.end),
        row.first_block,
        row.last_block,
        row.text,
        row.context,
    )
    return PacketEntry(Handle.parse(row.handle), passage, row.title, row.score)


def _claim(record: Record, row: ClaimRow, names: Names) -> Claim:
    worked = [one for one in record.calculations if one.claim == row.number]
    calculation = worked[0].model_dump(mode="json", exclude={"claim"}) if worked else None
    return Claim(
        row.number,
        row.text,
        tuple(_citation(one, names) for one in record.citations if one.claim == row.number),
        (),
        Calculation.from_json(calculation) if calculation else None,
        tuple(FigureFinding.from_json(one.model_dump(mode="json")) for one in row.figures),
        tuple(row.removed),
    )


def _citation(row: CitationRow, names: Names) -> Citation:
    for one in row.marks.cited:
        Cited.from_json(one.model_dump(mode="json"))
    _require_boxes(row.marks.regions)
    return Citation(
        CitationId.parse(row.citation_id),
        renamed(row.passage_id, names),
        row.quote,
        tuple(TextRange(*span) for span in row.ranges),
        (),
        TextRange(*row.focus) if row.focus else None,
    )


def renamed(passage_id: str, names: Names) -> PassageId:
    """The passage, by the version's name here. Raises InvalidHandle."""
    passage = PassageId.parse(passage_id)
    version = UUID(passage.version)
    return replace(passage, version=str(names.get(version, version)))


# --- what was said of it, and how it was found -----------------------------------------------------------


def _judgement(record: Record, row: VerdictRow) -> Judgement:
    name = next(person.name for person in record.people if person.id == row.reviewer_id)
    return Judgement(
        row.id,
        record.answer.id,
        row.claim,
        row.reviewer_id,
        name,
        row.role,
        row.verdict,
        row.decided_at,
        row.reason,
        row.comment,
        row.seconds,
        row.withdrawn_at,
        row.origin,
    )


def _annotation(row: AnnotationRow, names: Names) -> Annotation:
    value = row.model_dump(mode="json")
    _require_boxes(row.regions)
    return Annotation(
        id=row.id,
        verdict_id=row.verdict_id,
        ordinal=row.ordinal,
        citation=CitationId.parse(row.citation_id) if row.citation_id else None,
        version_id=names.get(row.version_id, row.version_id),
        sha256=row.sha256,
        media_type=row.media_type,
        title=row.title,
        reading=0,
        parser_version=row.parser_version,
        render_version=row.render_version,
        passage=renamed(row.passage_id, names) if row.passage_id else None,
        place=PageRange(row.page_index, TextRange(row.start, row.end)),
        page_label=row.page_label,
        unit=row.unit,
        quote=row.quote,
        regions=tuple(value["regions"]),
        spans=tuple(value["spans"]),
        page_dimensions=value["page_dimensions"],
        cited=Cited.from_json(value["cited"]),
    )


def _require_boxes(regions: Iterable[RegionRow]) -> None:
    """Raises InvalidBox for a box that is none."""
    for region in regions:
        Box(region.x, region.y, region.w, region.h)


def _scope(record: Record, names: Names) -> AskedScope | None:
    """What was asked of. Documents have their names here only where a version of theirs is."""
    if record.answer.scope is None:
        return None
    scope = _SCOPE.validate_json(json.dumps(record.answer.scope), strict=True)
    return replace(scope, filings=tuple(_filing(filing, names) for filing in scope.filings))


def _filing(filing: ScopeFiling, names: Names) -> ScopeFiling:
    return replace(filing, version_id=names.get(filing.version_id, filing.version_id))


def _trace(record: Record, names: Names) -> SearchTrace | None:
    if record.answer.trace is None:
        return None
    trace = _TRACE.validate_json(json.dumps(record.answer.trace), strict=True)
    here = {str(before): str(after) for before, after in names.items()}
    return replace(
        trace,
        pages=tuple(
            replace(page, version_id=here.get(page.version_id, page.version_id)) for page in trace.pages
        ),
    )
