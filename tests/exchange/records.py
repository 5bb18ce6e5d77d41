"""Reviewed answers with whatever a filing, a model or a reviewer may have written in them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from hypothesis import strategies as st

from pipeline.evidence.annotation import SnapUnit
from pipeline.evidence.answer import CheckKind, CheckOutcome, FigureOutcome
from pipeline.evidence.calculation import Recomputed
from pipeline.evidence.document import PageKind
from pipeline.evidence.generation import ProblemKind
from pipeline.evidence.region import Role
from pipeline.evidence.review import ReviewReason, ReviewRole, ReviewVerdict
from pipeline.exchange.record import (
    AnnotationRow,
    AnswerRow,
    CalculationRow,
    CheckRow,
    CitationRow,
    CitedRow,
    CitedRowRow,
    ClaimRow,
    FigureRow,
    GenerationRow,
    InputRow,
    MarksRow,
    PassageRow,
    PersonRow,
    ProblemRow,
    Record,
    RegionRow,
    SizeRow,
    SourceRow,
    SpanRow,
    VerdictRow,
)

_AWKWARD = (
    "", "=1+1", "+1", "-1", "@SUM(A1)", "'", "''", "'json:\"x\"", "'long:1", "|", " both ", "a\r\nb\rc\n", "\t",
    "﻿", "￾￿", "_x0041_", "<b>&amp;</b>", '"', ",", ";", "2024", "true", "null", "１＋１", "＝1", "é", "e\u0301",
    "\u202etxt", "😀" * 3, "1e5", "\x01\x1f\x7f", "]]>",
)  # fmt: skip
texts = st.one_of(
    st.sampled_from(_AWKWARD),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12),
    st.text("a\r_='", min_size=1, max_size=3).map(lambda piece: piece * 14_000),
)
full_texts = texts.filter(bool)
names = st.one_of(st.sampled_from([one for one in _AWKWARD if one]), st.text("aé=_", min_size=1, max_size=8))
counts = st.one_of(st.integers(0, 40), st.just(2**31 - 1))
floats = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False), st.sampled_from([0.1 + 0.2, 1e300, -5e-324])
)
moments = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC))
ranges = st.tuples(counts, counts)
digests = st.binary(min_size=32, max_size=32).map(bytes.hex)
sizes = st.builds(SizeRow, width=st.floats(1, 9e3), height=st.floats(1, 9e3))
cited = st.builds(
    CitedRow,
    page_index=counts,
    kind=st.sampled_from(PageKind),
    offset=counts,
    exact=texts,
    prefix=texts,
    suffix=texts,
    page_digest=digests,
    focus=st.none() | ranges,
    row=st.none()
    | st.builds(
        CitedRowRow,
        label=texts,
        quotes_label=st.booleans(),
        cells=st.lists(st.tuples(texts, texts, st.booleans()), max_size=2),
        columns=st.lists(texts, max_size=2),
        positions=st.lists(counts, max_size=2),
        above=st.lists(texts, max_size=1),
        below=st.lists(texts, max_size=1),
        section=texts,
        scales=st.lists(names, max_size=1),
    ),
)
regions = st.builds(
    RegionRow,
    page_index=st.integers(0, 3),
    x=st.floats(0, 900),
    y=st.floats(0, 900),
    w=st.floats(0.1, 900),
    h=st.floats(0.1, 900),
    role=st.sampled_from(Role),
    text=texts,
)
spans = st.builds(SpanRow, block=names, start=counts, end=counts, role=st.sampled_from(Role), text=texts)


def _lists(rows: st.SearchStrategy[Any], most: int = 2) -> st.SearchStrategy[Any]:
    return st.lists(rows, max_size=most)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record whose rows name each other as those of an export do; what they say is anything."""
    version, other, asker, reviewer = (uuid4() for _ in range(4))
    sources = [draw(_source(version)), draw(_source(other))]
    numbers = range(1, draw(st.integers(1, 3)) + 1)
    verdicts = [
        draw(_verdict(number, reviewer)) for number in numbers for _ in range(draw(st.integers(0, 2)))
    ]
    return Record(
        origin=draw(names),
        answer=draw(_answer(asker)),
        people=[PersonRow(id=one, name=draw(names)) for one in (asker, reviewer)],
        sources=sources,
        packet=draw(_lists(_passage(version))),
        claims=[draw(_claim(number)) for number in numbers],
        calculations=draw(_lists(_calculation())),
        citations=[
            draw(_citation(number, version, at)) for number in numbers for at in range(draw(counts) % 3)
        ],
        checks=draw(_lists(_check())),
        verdicts=verdicts,
        annotations=[
            draw(_annotation(verdict.id, sources[draw(st.integers(0, 1))]))
            for verdict in verdicts
            for _ in range(draw(st.integers(0, 1)))
        ],
    )


def _answer(asker: UUID) -> st.SearchStrategy[AnswerRow]:
    trees = st.dictionaries(
        texts, st.lists(st.none() | st.booleans() | counts | floats | texts, max_size=2), max_size=2
    )
    return st.builds(
        AnswerRow,
        id=st.uuids(),
        question=texts,
        method=names,
        model=st.none() | names,
        asked_by=st.just(asker),
        created_at=moments,
        finished_at=st.none() | moments,
        not_in_sources=st.none() | texts,
        unanswered=st.lists(texts, max_size=2),
        problem=st.none() | st.builds(ProblemRow, kind=st.sampled_from(ProblemKind), message=texts),
        generation=st.none()
        | st.builds(
            GenerationRow,
            prompt=names,
            prompt_tokens=st.none() | counts,
            completion_tokens=st.none() | counts,
            seconds=floats,
            requests=counts,
            judge=st.none() | names,
        ),
        scope=st.none() | trees,
        trace=st.none() | trees,
    )


def _source(version: UUID) -> st.SearchStrategy[SourceRow]:
    return st.builds(
        SourceRow,
        version_id=st.just(version),
        sha256=st.none() | digests,
        media_type=st.sampled_from(["application/pdf", "text/html", "text/plain", None]),
        title=st.none() | texts,
        source_name=st.none() | texts,
        byte_size=st.none() | st.integers(0, 2**62),
        page_count=st.none() | counts,
        parser_version=st.none() | names,
        render_version=st.none() | names,
    )


def _passage(version: UUID) -> st.SearchStrategy[PassageRow]:
    return st.builds(
        PassageRow,
        handle=names,
        passage_id=st.just(f"{version}:3:1"),
        title=texts,
        score=floats,
        start=counts,
        end=counts,
        first_block=counts,
        last_block=counts,
        text=texts,
        context=texts,
    )


def _claim(number: int) -> st.SearchStrategy[ClaimRow]:
    figures = st.builds(
        FigureRow,
        range=ranges,
        outcome=st.sampled_from(FigureOutcome),
        detail=texts,
        reason=st.none() | names,
        evidence_id=st.none() | names,
        place=st.none() | ranges,
    )
    return st.builds(
        ClaimRow,
        number=st.just(number),
        text=texts,
        figures=_lists(figures),
        removed=st.lists(texts, max_size=2),
    )


def _calculation() -> st.SearchStrategy[CalculationRow]:
    inputs = st.builds(
        InputRow,
        name=names,
        label=texts,
        figure=names,
        unit=names,
        evidence_id=st.none() | names,
        place=st.none() | ranges,
        value=st.none() | names,
        half=names,
        problem=st.none() | texts,
    )
    return st.builds(
        CalculationRow,
        claim=st.just(1),
        calculation_id=names,
        expression=texts,
        inputs=_lists(inputs),
        stated=names,
        outcome=st.sampled_from(Recomputed),
        detail=texts,
        unit=names,
        result=st.none() | names,
        low=st.none() | names,
        high=st.none() | names,
    )


def _citation(number: int, version: UUID, at: int) -> st.SearchStrategy[CitationRow]:
    marks = st.builds(
        MarksRow,
        page_label=st.none() | names,
        page_dimensions=st.none() | sizes,
        regions=_lists(regions),
        spans=_lists(spans),
        cited=_lists(cited, 1),
    )
    return st.builds(
        CitationRow,
        claim=st.just(number),
        citation_id=st.just(f"E{at + 1}"),
        passage_id=st.just(f"{version}:3:1"),
        quote=full_texts,
        ranges=_lists(ranges, 3),
        focus=st.none() | ranges,
        marks=marks,
    )


def _check() -> st.SearchStrategy[CheckRow]:
    return st.builds(
        CheckRow,
        claim=st.just(1),
        citation_id=st.none() | names,
        kind=st.sampled_from(CheckKind),
        outcome=st.sampled_from(CheckOutcome),
        detail=texts,
        checker=names,
        reason=st.none() | names,
        made_at=moments,
        model=st.none() | names,
        prompt=st.none() | names,
        parser_version=st.none() | texts,
        render_version=st.none() | texts,
    )


def _verdict(number: int, reviewer: UUID) -> st.SearchStrategy[VerdictRow]:
    return st.builds(
        VerdictRow,
        id=st.uuids(),
        claim=st.just(number),
        reviewer_id=st.just(reviewer),
        role=st.sampled_from(ReviewRole),
        verdict=st.sampled_from(ReviewVerdict),
        reason=st.none() | st.sampled_from(ReviewReason),
        comment=texts.filter(lambda text: len(text) < 4_000),
        seconds=st.none() | st.floats(0, 1e6),
        decided_at=moments,
        withdrawn_at=st.none() | moments,
        origin=names,
    )


def _annotation(verdict: UUID, source: SourceRow) -> st.SearchStrategy[AnnotationRow]:
    return st.builds(
        AnnotationRow,
        id=st.uuids(),
        verdict_id=st.just(verdict),
        ordinal=counts,
        citation_id=st.none() | names,
        version_id=st.just(source.version_id),
        sha256=digests,
        media_type=st.sampled_from(["application/pdf", "text/html"]),
        title=texts,
        parser_version=names,
        render_version=names,
        passage_id=st.none() | names,
        page_index=counts,
        page_label=st.none() | names,
        start=counts,
        end=counts,
        unit=st.sampled_from(SnapUnit),
        quote=full_texts,
        regions=_lists(regions),
        spans=_lists(spans),
        page_dimensions=st.none() | sizes,
        cited=cited,
    )
