"""A small filing of three pages, built value by value, and an answer from it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID, uuid4

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.answer import (
    Answer,
    Check,
    CheckKind,
    CheckOutcome,
    Citation,
    Claim,
    FigureFinding,
    FigureOutcome,
)
from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.evidence.calculation import Calculation, CalculationInput, Recomputed
from pipeline.evidence.document import (
    Block,
    BlockKind,
    Cell,
    Column,
    Page,
    PageKind,
    ParsedDocument,
    Table,
    TitleSource,
)
from pipeline.evidence.generation import Generation, Problem, ProblemKind
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet
from pipeline.evidence.page import LabelSource, PageLabel, PageTransform
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import answers, documents, passages, versions
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope

MODEL = "test-embeddings-8"
PAGES = (
    ("Halden Instruments plc", "Annual report for the year ended 31 March 2024"),
    ("Three months ended", "(in millions)", "Total net sales 81,797 82,959"),
    ("Net sales fell because demand for gauges was lower.",),
)
LABELS = (PageLabel.none(), PageLabel("iv", LabelSource.PRINTED), PageLabel("F-2", LabelSource.PDF))
ROTATIONS = (0, 90, 270)


@dataclass(frozen=True, slots=True)
class StoredFiling:
    """What was stored, to be compared with what comes back."""

    document_id: UUID
    version_id: UUID
    sha256: str
    parsed: ParsedDocument
    passages: tuple[Passage, ...]
    vectors: NDArray[np.float32]
    model: str = MODEL


def parsed_filing(title: str = "Halden Instruments plc · Annual report") -> ParsedDocument:
    pages: list[Page] = []
    blocks: list[Block] = []
    for index, lines in enumerate(PAGES):
        text, position = "\n".join(lines), 0
        for ordinal, line in enumerate(lines):
            blocks.append(
                _block(f"b{len(blocks)}", index, ordinal, TextRange(position, position + len(line)))
            )
            position += len(line) + 1
        transform = PageTransform(10, 20, 622, 812, ROTATIONS[index])
        pages.append(Page(index, PageKind.PDF, text, LABELS[index], transform, glyphs_of(text)))
    table = Table(
        0, (Column((PageRange(1, TextRange(0, 18)),)), Column()), (PageRange(1, TextRange(19, 32)),)
    )
    return ParsedDocument(
        "application/pdf",
        title,
        TitleSource.COVER,
        tuple(pages),
        tuple(blocks),
        (table,),
        "pdfium 1",
        "parser 1",
    )


def glyphs_of(text: str) -> GlyphBoxes:
    boxes = np.array([(20 + 4 * n, 40, 23.5 + 4 * n, 50) for n in range(len(text))], dtype=np.float32)
    boxes[[character.isspace() for character in text]] = np.nan
    return GlyphBoxes(boxes, np.zeros(len(text), dtype=np.uint8))


def passages_of(parsed: ParsedDocument, version_id: UUID) -> tuple[Passage, ...]:
    """One passage a page."""
    return tuple(
        Passage(
            PassageId(str(version_id), page.index, 0),
            TextRange(0, len(page.text)),
            0,
            len(PAGES[page.index]) - 1,
            page.text,
            "Halden Instruments · results",
        )
        for page in parsed.pages
    )


def vectors_of(count: int) -> NDArray[np.float32]:
    """Unit vectors at right angles to each other, exact in half precision."""
    return np.eye(8, dtype=np.float32)[:count]


def store_filing(
    conn: Connection,
    *,
    sha256: str | None = None,
    supersedes: UUID | None = None,
    document_id: UUID | None = None,
    restricted: bool = False,
    title: str = "Halden Instruments plc · Annual report",
) -> StoredFiling:
    """Store the filing in the connection's transaction."""
    parsed, version_id = parsed_filing(title), uuid4()
    digest = sha256 or hashlib.sha256(version_id.bytes).hexdigest()
    document_id = document_id or documents.add(
        conn, title=title, title_source=TitleSource.COVER, source_name="halden.pdf", restricted=restricted
    )
    versions.add(
        conn,
        document_id,
        parsed,
        sha256=digest,
        byte_size=1234,
        source_name="halden.pdf",
        supersedes=supersedes,
        seconds=1.5,
        version_id=version_id,
    )
    texts = passages_of(parsed, version_id)
    vectors = vectors_of(len(texts))
    passages.add_all(conn, version_id, texts, vectors, MODEL)
    return StoredFiling(document_id, version_id, digest, parsed, texts, vectors)


def answer_from(filing: StoredFiling) -> Answer:
    """Two claims: the second cites two quotes from one passage, one of them ambiguous."""
    row, prose = filing.passages[1], filing.passages[2]
    figure = Citation(
        CitationId(Handle(1)),
        row.id,
        "81,797",
        (TextRange(49, 55),),
        (_check(CheckKind.VERBATIM),),
        focus=TextRange(49, 55),
    )
    packet = Packet.of([(row, "Halden", 0.5), (prose, "Halden", 0.25)])
    return Answer(
        uuid4(),
        "What were net sales?",
        "extractive",
        None,
        datetime(2026, 5, 4, 12, 30, tzinfo=UTC),
        (
            Claim(
                1,
                "Total net sales were 81,797.",
                (figure,),
                (_check(CheckKind.FIGURES), _check(CheckKind.SUPPORT, CheckOutcome.NOT_RUN)),
                Calculation(
                    "c1",
                    "a / b",
                    (
                        CalculationInput(
                            "a",
                            "Total net sales",
                            "81,797",
                            "USD, millions",
                            CitationId(Handle(1)),
                            TextRange(49, 55),
                            Decimal("81797000000"),
                            Decimal("500000"),
                        ),
                        CalculationInput("b", "", "82,960", "", problem="E2 does not print 82,960."),
                    ),
                    "98.6%",
                    Recomputed.NOT_DONE,
                    "An input is not in its evidence.",
                ),
                (
                    FigureFinding(
                        TextRange(21, 27),
                        FigureOutcome.PRINTED,
                        "E1 prints 81,797.",
                        None,
                        CitationId(Handle(1)),
                        TextRange(49, 55),
                    ),
                ),
                ("E01", "[E9]"),
            ),
            Claim(
                2,
                "Net sales fell.",
                (
                    Citation(CitationId(Handle(2)), prose.id, "Net sales fell", (TextRange(0, 14),)),
                    Citation(CitationId(Handle(2), 2), prose.id, "e", (TextRange(1, 2), TextRange(7, 8))),
                ),
            ),
        ),
        packet,
        "Not in the sources: the outlook.",
        ("the outlook",),
        Problem(ProblemKind.TRUNCATED, "The model's answer ended at its limit."),
        Generation("answer-1", 1200, 340, 2.5, 2, "test-model, support-1"),
    )


def store_answer(conn: Connection, scope: Scope, filing: StoredFiling) -> Answer:
    answer = answer_from(filing)
    asked = ScopeFiling(filing.document_id, filing.version_id, ("Apple",), 1.0)
    answers.save(conn, scope.user_id, answer, AskedScope((asked,), is_narrowed=True, reading=("Apple",)))
    return answer


def _check(kind: CheckKind, outcome: CheckOutcome = CheckOutcome.PASSED) -> Check:
    return Check(kind, outcome, f"{kind} {outcome}", "code 1")


def _block(block_id: str, page_index: int, ordinal: int, span: TextRange) -> Block:
    if (page_index, ordinal) != (1, 2):
        kind = BlockKind.HEADING if ordinal == 0 else BlockKind.PARAGRAPH
        return Block(block_id, page_index, ordinal, kind, span, section="Results" if page_index else None)
    label, first, second = TextRange(0, 15), TextRange(16, 22), TextRange(23, 29)
    cells = tuple(
        Cell(part.shift(span.start), column) for part, column in ((label, None), (first, 0), (second, 1))
    )
    return Block(block_id, page_index, ordinal, BlockKind.TABLE_ROW, span, "Results", cells, table=0)
