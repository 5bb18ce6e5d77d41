"""A reviewed answer in the form in which it is exchanged: the answer whole, what was said of it, and what it stands on.

It is flat: lists of rows that name each other by their ids, so that it is a line of JSON as well as a row in each of
several tables. A filing is named by its version's id there and by the sha256 of its bytes; the latter holds everywhere.
Values are strict: nothing is turned from one type into another, and what is not known here is refused.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field

from pipeline.evidence.annotation import SnapUnit
from pipeline.evidence.answer import CheckKind, CheckOutcome, FigureOutcome
from pipeline.evidence.calculation import Recomputed
from pipeline.evidence.document import PageKind
from pipeline.evidence.generation import ProblemKind
from pipeline.evidence.region import Role
from pipeline.evidence.review import MOST_COMMENT, ReviewReason, ReviewRole, ReviewVerdict
from pipeline.exchange.fields import (
    MOST_ROWS,
    Count,
    Finite,
    Name,
    Number,
    Range,
    Row,
    Sha256,
    Text,
    Tree,
)

FORMAT: Final = "pincite-reviewed-answer"
VERSION: Final = 1
"""Of the form. A key more or less is another version."""


class ProblemRow(Row):
    kind: ProblemKind
    message: Text


class GenerationRow(Row):
    prompt: Name
    prompt_tokens: Count | None
    completion_tokens: Count | None
    seconds: Finite
    requests: Count
    judge: Name | None


class AnswerRow(Row):
    """The question and how it was answered. `asked_by` is one of the people; `finished_at` is null where the writing
    was interrupted. `scope` and `trace` are the search's."""

    id: UUID
    question: Text
    method: Name
    model: Name | None
    asked_by: UUID
    created_at: AwareDatetime
    finished_at: AwareDatetime | None
    not_in_sources: Text | None
    unanswered: list[Text]
    problem: ProblemRow | None
    generation: GenerationRow | None
    scope: Tree | None
    trace: Tree | None


class PersonRow(Row):
    id: UUID
    name: Annotated[Name, Field(min_length=1)]


class SourceRow(Row):
    """A version of a filing that something of the answer names. What is not known of one that was removed is null."""

    version_id: UUID
    sha256: Sha256 | None
    media_type: Name | None
    title: Text | None
    source_name: Text | None
    byte_size: Annotated[int, Field(ge=0)] | None
    page_count: Count | None
    parser_version: Name | None
    render_version: Name | None


class PassageRow(Row):
    """A passage of the packet as it was read: characters `start` to `end` of its page, blocks `first_block` to
    `last_block`."""

    handle: Name
    passage_id: Name
    title: Text
    score: Finite
    start: Count
    end: Count
    first_block: Count
    last_block: Count
    text: Text
    context: Text


class FigureRow(Row):
    range: Range
    outcome: FigureOutcome
    detail: Text
    reason: Name | None
    evidence_id: Name | None
    place: Range | None


class ClaimRow(Row):
    number: Number
    text: Text
    figures: list[FigureRow]
    removed: list[Text]


class InputRow(Row):
    name: Text
    label: Text
    figure: Text
    unit: Text
    evidence_id: Name | None
    place: Range | None
    value: Name | None
    half: Name
    problem: Text | None


class CalculationRow(Row):
    claim: Number
    calculation_id: Name
    expression: Text
    inputs: list[InputRow]
    stated: Text
    outcome: Recomputed
    detail: Text
    unit: Text
    result: Name | None
    low: Name | None
    high: Name | None


class CitedRowRow(Row):
    """What a quoted table row says beside its words (`pipeline.evidence.cited.CitedRow`)."""

    label: Text
    quotes_label: bool
    cells: list[tuple[Text, Text, bool]]
    columns: list[Text]
    positions: list[Count]
    above: list[Text]
    below: list[Text]
    section: Text
    scales: list[Name]


class CitedRow(Row):
    """What describes words for any other reading (`pipeline.evidence.cited.Cited`)."""

    page_index: Count
    kind: PageKind
    offset: Count
    exact: Text
    prefix: Text
    suffix: Text
    page_digest: Sha256
    focus: Range | None
    row: CitedRowRow | None


class RegionRow(Row):
    """A box in displayed points of its page, top-left origin."""

    page_index: Count
    x: Finite
    y: Finite
    w: Finite
    h: Finite
    role: Role
    text: Text


class SpanRow(Row):
    """Characters of the element `block` of a rendition, blanks not counted."""

    block: Name
    start: Count
    end: Count
    role: Role
    text: Text


class SizeRow(Row):
    width: Annotated[Finite, Field(gt=0)]
    height: Annotated[Finite, Field(gt=0)]


class MarksRow(Row):
    """What is marked on a page, and what describes its words. Everything may be empty: then nothing is known of it."""

    page_label: Name | None
    page_dimensions: SizeRow | None
    regions: list[RegionRow]
    spans: list[SpanRow]
    cited: list[CitedRow]


class CitationRow(Row):
    claim: Number
    citation_id: Name
    passage_id: Name
    quote: Annotated[Text, Field(min_length=1)]
    ranges: list[Range]
    focus: Range | None
    marks: MarksRow


class CheckRow(Row):
    """A result of a checker, all of them in the order in which they were made: `citation_id` null for the whole claim.
    What stood behind it when it was made stands with it."""

    claim: Number
    citation_id: Name | None
    kind: CheckKind
    outcome: CheckOutcome
    detail: Text
    checker: Name
    reason: Name | None
    made_at: AwareDatetime
    model: Name | None
    prompt: Name | None
    parser_version: Text | None
    render_version: Text | None


class VerdictRow(Row):
    """`reviewer_id` is one of the people; `origin` names the library in which it was given."""

    id: UUID
    claim: Number
    reviewer_id: UUID
    role: ReviewRole
    verdict: ReviewVerdict
    reason: ReviewReason | None
    comment: Annotated[Text, Field(max_length=MOST_COMMENT)]
    seconds: Annotated[Finite, Field(ge=0)] | None
    decided_at: AwareDatetime
    withdrawn_at: AwareDatetime | None
    origin: Name


class AnnotationRow(Row):
    """A place that a reviewer marked with a verdict: `start` to `end` of its page's text, as its parser read it."""

    id: UUID
    verdict_id: UUID
    ordinal: Count
    citation_id: Name | None
    version_id: UUID
    sha256: Sha256
    media_type: Name
    title: Text
    parser_version: Name
    render_version: Name
    passage_id: Name | None
    page_index: Count
    page_label: Name | None
    start: Count
    end: Count
    unit: SnapUnit
    quote: Annotated[Text, Field(min_length=1)]
    regions: list[RegionRow]
    spans: list[SpanRow]
    page_dimensions: SizeRow | None
    cited: CitedRow


class Record(Row):
    """One reviewed answer. `origin` names the library that it comes from."""

    format: Literal["pincite-reviewed-answer"] = FORMAT
    version: Literal[1] = VERSION
    origin: Name
    answer: AnswerRow
    people: Annotated[list[PersonRow], Field(max_length=MOST_ROWS)]
    sources: Annotated[list[SourceRow], Field(max_length=MOST_ROWS)]
    packet: Annotated[list[PassageRow], Field(max_length=MOST_ROWS)]
    claims: Annotated[list[ClaimRow], Field(max_length=MOST_ROWS)]
    calculations: Annotated[list[CalculationRow], Field(max_length=MOST_ROWS)]
    citations: Annotated[list[CitationRow], Field(max_length=MOST_ROWS)]
    checks: Annotated[list[CheckRow], Field(max_length=MOST_ROWS)]
    verdicts: Annotated[list[VerdictRow], Field(max_length=MOST_ROWS)]
    annotations: Annotated[list[AnnotationRow], Field(max_length=MOST_ROWS)]
