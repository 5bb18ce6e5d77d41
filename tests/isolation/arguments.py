"""What a store function is called with, by the name and type of its parameter: something of a tenant, or a plain value.

A parameter without an entry here fails the walk, so that no function is left out of it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import numpy as np

from pipeline.evidence.answer import Check, CheckKind, CheckOutcome
from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.evidence.cover import Cover, CoverField
from pipeline.evidence.document import TitleSource
from pipeline.evidence.generation import Generation, Stage
from pipeline.evidence.handle import Handle
from pipeline.evidence.measurement import MeasuredCase, PageAddress
from pipeline.evidence.parts import PagePart, Part
from pipeline.evidence.reanchored import Outcome, Reanchored, Reason
from pipeline.evidence.review import ReviewRole, ReviewVerdict
from pipeline.evidence.row_label import RowLabel
from pipeline.evidence.trace import SearchTrace, TracePage
from pipeline.permissions import Permission, Role
from pipeline.store.answering import Begun
from pipeline.store.ingests import NewIngest
from pipeline.store.openings import OpeningFilter, OpeningKind
from pipeline.store.quality_cases import CaseFilter
from pipeline.store.queue import NewJob
from pipeline.store.review_queue import QueueFilter
from tests.isolation.building import FACT, NOON
from tests.isolation.holdings import Holdings
from tests.store.filing import MODEL, parsed_filing, vectors_of

Maker = Callable[[Holdings], Any]

PARSED: Final = parsed_filing()
NEW_ID: Final = UUID(int=7)
"""Of something that a function is to store: the same in all calls."""
DEFAULT: Final = inspect.Parameter.empty
_SEVERAL: Final = re.compile(r"\b(?:Collection|Sequence|Iterable|Several|list)\[")
NEVER: Final = datetime(2026, 1, 1, tzinfo=UTC)

OF_A_TENANT: Final[Mapping[tuple[str, str], Maker]] = {
    ("annotation", "Annotation"): lambda h: h.annotation,
    ("annotations", "many[Annotation]"): lambda h: [h.annotation],
    ("answer", "Answer"): lambda h: h.answer,
    ("answer_id", "UUID"): lambda h: h.answer.id,
    ("answer_ids", "many[UUID]"): lambda h: [h.answer.id, h.rendered_answer],
    ("asked", "Asked"): lambda h: h.asked,
    ("assigned_by", "UUID"): lambda h: h.scope.user_id,
    ("beginning", "str"): lambda h: str(h.evaluation.id)[:8],
    ("cases", "many[MeasuredCase]"): lambda h: [_case(h)],
    ("checks", "many[CheckMade]"): lambda h: list(h.checks),
    ("claims", "many[Claim]"): lambda h: list(h.answer.claims),
    ("claim", "Claim"): lambda h: h.answer.claims[0],
    ("collection_id", "UUID"): lambda h: h.collection.id,
    ("cut", "many[Passage]"): lambda h: list(h.passages),
    ("document_id", "UUID"): lambda h: h.document_id,
    ("document_ids", "many[UUID]"): lambda h: [h.document_id],
    ("email", "str"): lambda h: f"analyst@{h.word.lower()}.example",
    ("evaluation", "Evaluation"): lambda h: h.evaluation,
    ("evaluation_id", "UUID"): lambda h: h.evaluation.id,
    ("earlier", "Evaluation"): lambda h: h.evaluation,
    ("hashes", "many[str]"): lambda h: [h.version.sha256, h.rendered_sha256],
    ("ids", "many[PassageId]"): lambda h: [passage.id for passage in h.passages],
    ("ids", "many[UUID]"): lambda h: [h.judgement.id],
    ("ingest_id", "UUID"): lambda h: h.ingest_id,
    ("ingest_ids", "many[UUID]"): lambda h: [h.ingest_id],
    ("invited_by", "UUID"): lambda h: h.scope.user_id,
    ("job_id", "int"): lambda h: h.job_id,
    ("job_ids", "many[int]"): lambda h: [h.job_id],
    ("jobs", "many[NewJob]"): lambda h: [NewJob("ingest", h.scope, h.ingest_id, queue="isolation")],
    ("judgement", "Judgement"): lambda h: h.judgement,
    ("judgement_id", "UUID"): lambda h: h.judgement.id,
    ("judgements", "many[Judgement]"): lambda h: [h.judgement],
    ("later", "Evaluation"): lambda h: h.evaluation,
    ("members", "many[UUID]"): lambda h: [h.members["analyst"]],
    ("names", "Mapping[UUID, UUID]"): lambda h: {h.version.id: h.rendered_version},
    ("names", "Mapping[UUID, str]"): lambda h: {h.members["analyst"]: "Somebody"},
    ("only", "OpeningFilter"): lambda h: OpeningFilter(h.scope.user_id, h.document_id),
    ("only", "QueueFilter"): lambda h: QueueFilter(collection=h.collection.id),
    ("packet", "Packet"): lambda h: h.answer.packet,
    ("pages", "many[tuple[UUID, int]]"): lambda h: [(h.version.id, 1)],
    ("passage_ids", "many[str]"): lambda h: [str(passage.id) for passage in h.passages],
    ("passages", "many[Passage]"): lambda h: list(h.passages),
    ("rendition_sha256", "str"): lambda h: h.framed_sha256,
    ("reviewer_id", "UUID"): lambda h: h.judgement.reviewer_id,
    ("run_ids", "many[UUID]"): lambda h: [h.ingest_id],
    ("run", "NewIngest"): lambda h: _run(h),
    ("scope", "AskedScope"): lambda h: _asked_scope(h),
    ("scope", "Scope"): lambda h: h.scope,
    ("sent", "many[tuple[UUID | None, UUID | None]]"): lambda h: [(h.version.id, h.answer.id)],
    ("sha256", "str"): lambda h: h.rendered_sha256,
    ("sign_in_id", "UUID"): lambda h: h.sign_ins["admin"],
    ("stopped", "many[tuple[UUID, str]]"): lambda h: [(h.ingest_id, "Stopped.")],
    ("subject", "Mapping[str, object]"): lambda h: {"user_id": str(h.scope.user_id)},
    ("supersedes", "UUID"): lambda h: h.version.id,
    ("target", "VersionRow"): lambda h: h.version,
    ("to", "many[UUID]"): lambda h: [h.members["reviewer"]],
    ("told", "Consequences"): lambda h: h.consequences,
    ("trace", "SearchTrace"): lambda h: SearchTrace(
        "sales", pages=(TracePage(str(h.version.id), 1, 1, 0.9, ()),)
    ),
    ("user_id", "UUID"): lambda h: h.members["analyst"],
    ("user_ids", "many[UUID]"): lambda h: list(h.members.values()),
    ("verdict_id", "UUID"): lambda h: h.judgement.id,
    ("verdict_ids", "many[UUID]"): lambda h: [h.judgement.id],
    ("version_id", "UUID"): lambda h: h.version.id,
    ("version_ids", "many[UUID]"): lambda h: [h.version.id, h.rendered_version],
}
"""Each of these is given from the other tenant, and then with ids that nobody has."""

PLAIN: Final[Mapping[tuple[str, str], Any]] = {
    ("action", "str"): "role changed",
    ("amount", "int"): 1,
    ("begun", "Begun"): Begun(NEW_ID, "What were sales?", "model", NOON, Generation("answer-1")),
    ("blocks", "many[Block]"): PARSED.blocks,
    ("byte_size", "int"): 9,
    ("check", "Check"): Check(CheckKind.SUPPORT, CheckOutcome.PASSED, "Compared.", "test"),
    ("cited", "many[Cited]"): (),
    ("claim", "int"): 1,
    ("claims", "int"): 1,
    ("concept", "str"): FACT.concept,
    ("counted", "bool"): True,
    ("cover", "Cover"): Cover(form="10-Q"),
    ("days", "float"): 0.0,
    ("days", "int"): 0,
    ("done", "int"): 1,
    ("each", "int"): 1,
    ("embeddings", "NDArray[np.float32]"): vectors_of(len(PARSED.pages)),
    ("error_message", "str"): "Failed.",
    ("error_type", "str"): "ParseFailed",
    ("everyones", "bool"): True,
    ("everything", "bool"): True,
    ("expires_at", "datetime"): datetime(2099, 1, 1, tzinfo=UTC),
    ("facts", "many[Fact]"): [FACT],
    ("field", "CoverField"): CoverField.FORM,
    ("figure", "str"): "page",
    ("found", "Reanchored"): Reanchored(Outcome.MISSING, reason=Reason.NO_WORDS),
    ("generation", "Generation"): Generation("answer-1"),
    ("halves", "NDArray[np.float16]"): vectors_of(len(PARSED.pages)).astype(np.float16),
    ("handle", "Handle"): Handle(1),
    ("is_interrupted", "bool"): False,
    ("issued_at", "datetime"): NEVER,
    ("keep_bytes", "bool"): False,
    ("key", "Key"): (1, "E1"),
    ("kind", "OpeningKind"): OpeningKind.PAGE,
    ("kind", "str"): "pages",
    ("labels", "Mapping[int, many[RowLabel]]"): {1: [RowLabel(2, ("net", "sales"))]},
    ("latest", "int"): 9,
    ("layer", "Layer"): None,
    ("limit", "int"): 50,
    ("measure", "str"): "location",
    ("model", "str"): MODEL,
    ("most", "int"): 5,
    ("name", "str"): "Somebody new",
    ("not_in_sources", "str"): None,
    ("number", "int"): 1,
    ("offset", "int"): 0,
    ("older_than", "float"): 0.0,
    ("only", "CaseFilter"): CaseFilter(date(2020, 1, 6)),
    ("order", "QueueOrder"): DEFAULT,
    ("ordinals", "many[int]"): None,
    ("origin", "str"): "elsewhere",
    ("outcome", "CheckOutcome"): None,
    ("outcome", "Outcome"): DEFAULT,
    ("page_index", "int"): 1,
    ("page_indexes", "many[int]"): [0, 1],
    ("pages", "many[Page]"): PARSED.pages,
    ("parsed", "ParsedDocument"): PARSED,
    ("parser_version", "str"): "parser 1",
    ("parts", "many[Part]"): None,
    ("parts", "many[PagePart]"): [PagePart(2, Part.NOTES, "Notes", 0.5)],
    ("passage_count", "int"): 3,
    ("permission", "Permission"): Permission.ADMINISTER,
    ("places", "Mapping[str, Any]"): {},
    ("places", "many[tuple[int, int]]"): [(0, 0), (1, 0)],
    ("problem", "Problem"): None,
    ("rate", "float"): 0.5,
    ("readers", "Mapping[str, Reader]"): {},
    ("report", "Mapping[str, Any]"): {},
    ("restricted", "bool"): True,
    ("role", "ReviewRole"): ReviewRole.REVIEWER,
    ("role", "Role"): Role.ADMIN,
    ("seconds", "float"): 1.0,
    ("seed", "str"): "seed",
    ("silent_for", "float"): 0.0,
    ("since", "date"): date(2020, 1, 6),
    ("source_name", "str"): "new.pdf",
    ("sources", "Mapping[str, Any]"): {},
    ("stage", "Stage"): Stage.WRITING,
    ("stage", "str"): "reading",
    ("states", "many[IngestState]"): (),
    ("tables", "many[Table]"): PARSED.tables,
    ("tenant_name", "str"): "New",
    ("terms", "many[str]"): ["sales", "net"],
    ("title", "str"): "New",
    ("title_source", "TitleSource"): TitleSource.COVER,
    ("total", "int"): 3,
    ("unanswered", "tuple[str, ...]"): (),
    ("user_name", "str"): "Somebody",
    ("value", "object"): "10-Q",
    ("vector", "NDArray[np.float32]"): vectors_of(1)[0],
    ("vectors", "NDArray[np.float32]"): vectors_of(len(PARSED.pages)),
    ("verdict", "ReviewVerdict"): ReviewVerdict.SUPPORTED,
    ("window", "timedelta"): timedelta(hours=1),
    ("words", "many[str]"): ["sales"],
    ("words", "str"): "sales",
    ("worker", "str"): "worker-1",
}
"""The same in every call. `DEFAULT` leaves a parameter at its own."""


def key_of(parameter: inspect.Parameter) -> tuple[str, str]:
    """How a parameter is looked up here: of whatever kind several things are, and whether or not it may be none."""
    several = _SEVERAL.sub("many[", str(parameter.annotation))
    return parameter.name, several if several.startswith("many[tuple") else several.replace(" | None", "")


def _case(held: Holdings) -> MeasuredCase:
    return MeasuredCase("page", "q1", "right", "Words", 1.0, PageAddress(held.document_id, 1))


def _run(held: Holdings) -> NewIngest:
    return NewIngest(
        NEW_ID,
        "new.pdf",
        "/new.pdf",
        sha256=held.version.sha256,
        supersedes=held.version.id,
        follows=held.ingest_id,
        reread=held.version.id,
        user_id=held.members["analyst"],
    )


def _asked_scope(held: Holdings) -> AskedScope:
    return AskedScope((ScopeFiling(held.document_id, held.version.id, ("Halden",), 1.0),))
