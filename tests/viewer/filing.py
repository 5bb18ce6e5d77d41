"""A small filing drawn by the tests themselves, so that every glyph box is known, and answers that cite it."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import numpy as np
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Citation, Claim
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
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.handle import CitationId
from pipeline.evidence.packet import Packet
from pipeline.evidence.page import LabelSource, PageLabel, PageTransform
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import annotation_places, answers, documents, versions
from pipeline.store.blobs import BlobStore
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.scope import Scope

WIDTH, HEIGHT = 612, 792
FONT, SIZE = "Helvetica", 10
LABEL_X = 72
VALUE_RIGHTS = (360, 450)
TITLE = "Example Holdings · Form 10-K · FY2024"
REPEATED = "Liquidity remains sufficient."


@dataclass
class DrawnPage:
    """Lines drawn from the top, each one block, with the box of every character."""

    canvas: Canvas
    index: int
    text: str = ""
    boxes: list[tuple[float, float, float, float]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    y: float = 72

    def line(
        self, words: str, kind: BlockKind = BlockKind.PARAGRAPH, section: str | None = None
    ) -> TextRange:
        start = self._begin()
        self._draw(words, LABEL_X)
        return self._end(start, kind, section)

    def row(self, label: str, values: Sequence[str], table: int, section: str) -> TextRange:
        start = self._begin()
        self._draw(label, LABEL_X)
        cells = [Cell(TextRange(start, len(self.text)), None)]
        for column, (value, right) in enumerate(zip(values, VALUE_RIGHTS, strict=True)):
            self._blank(" ")
            begin = len(self.text)
            self._draw(value, right - stringWidth(value, FONT, SIZE))
            cells.append(Cell(TextRange(begin, len(self.text)), column))
        return self._end(start, BlockKind.TABLE_ROW, section, tuple(cells), table)

    def page(self, label: str | None) -> Page:
        boxes = np.array(self.boxes, dtype=np.float32).reshape(-1, 4)
        return Page(
            index=self.index,
            kind=PageKind.PDF,
            text=self.text,
            label=PageLabel(label, LabelSource.PRINTED) if label else PageLabel.none(),
            transform=PageTransform(0, 0, WIDTH, HEIGHT, 0),
            glyphs=GlyphBoxes(boxes, np.zeros(len(boxes), dtype=np.uint8)),
        )

    def _begin(self) -> int:
        if self.text:
            self._blank("\n")
        return len(self.text)

    def _blank(self, character: str) -> None:
        self.text += character
        self.boxes.append((np.nan,) * 4)

    def _draw(self, words: str, x: float) -> None:
        self.canvas.setFont(FONT, SIZE)
        self.canvas.drawString(x, HEIGHT - self.y, words)
        for position, character in enumerate(words):
            left = x + stringWidth(words[:position], FONT, SIZE)
            right = x + stringWidth(words[: position + 1], FONT, SIZE)
            is_blank = character.isspace()
            self.boxes.append((np.nan,) * 4 if is_blank else (left, self.y - 8, right, self.y + 2))
        self.text += words

    def _end(
        self,
        start: int,
        kind: BlockKind,
        section: str | None,
        cells: tuple[Cell, ...] = (),
        table: int | None = None,
    ) -> TextRange:
        span = TextRange(start, len(self.text))
        ordinal = len(self.blocks)
        self.blocks.append(
            Block(f"p{self.index}b{ordinal}", self.index, ordinal, kind, span, section, cells, table)
        )
        self.y += 20
        return span


def pdf_filing(title: str = TITLE, sales: str = "81,797") -> tuple[bytes, ParsedDocument]:
    """Two pages: a statement with units and two columns (printed "38"), and prose in which a sentence stands
    three times (no printed number)."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    statement = DrawnPage(canvas, 0)
    statement.line("Statements of operations", BlockKind.HEADING, "Statements of operations")
    unit = statement.line("(In millions)", section="Statements of operations")
    header = statement.row("Fiscal year", ("2024", "2023"), 0, "Statements of operations")
    statement.row("Total net sales", (sales, "82,959"), 0, "Statements of operations")
    statement.row("Cost of sales", ("(45,384)", "(47,074)"), 0, "Statements of operations")
    canvas.showPage()
    prose = DrawnPage(canvas, 1)
    for _ in range(3):
        prose.line(REPEATED, section="Liquidity")
    prose.line(f"Title of the file: {title}", section="Liquidity")
    canvas.showPage()
    canvas.save()
    years = [cell.range for cell in statement.blocks[2].cells if cell.column is not None]
    assert header.contains(years[0])
    table = Table(
        0,
        tuple(Column((PageRange(0, year),)) for year in years),
        units=(PageRange(0, unit),),
    )
    return file.getvalue(), ParsedDocument(
        media_type="application/pdf",
        title=title,
        title_source=TitleSource.COVER,
        pages=(statement.page("38"), prose.page(None)),
        blocks=(*statement.blocks, *prose.blocks),
        tables=(table,),
        render_version="pdfium-test",
        parser_version="test",
    )


def html_filing() -> tuple[bytes, ParsedDocument]:
    """One section whose second block has blanks of its own before the quoted words."""
    texts = ["Quarterly report", "Net  sales were\u00a0$ 21 million, as planned."]
    text = "\n".join(texts)
    ranges = [TextRange(0, len(texts[0])), TextRange(len(texts[0]) + 1, len(text))]
    blocks = tuple(
        Block(f"b{number}", 0, number, BlockKind.PARAGRAPH, span, "Results")
        for number, span in enumerate(ranges)
    )
    rendition = "".join(f'<p id="b{number}">{words}</p>' for number, words in enumerate(texts)).encode()
    return b"<html>" + rendition, ParsedDocument(
        media_type="text/html",
        title="Example Holdings · Form 10-Q · Q2 FY2025",
        title_source=TitleSource.COVER,
        pages=(Page(0, PageKind.SECTION, text, PageLabel.none()),),
        blocks=blocks,
        tables=(),
        render_version="frame-test",
        parser_version="test",
        rendition=rendition,
    )


@dataclass(frozen=True)
class Stored:
    """A filing in the store."""

    document_id: UUID
    version_id: UUID
    parsed: ParsedDocument
    sha256: str
    blobs: BlobStore
    folder: Path

    def page_text(self, index: int) -> str:
        return self.parsed.pages[index].text

    def span(self, page_index: int, words: str, occurrence: int = 0) -> TextRange:
        start = -1
        for _ in range(occurrence + 1):
            start = self.page_text(page_index).index(words, start + 1)
        return TextRange(start, start + len(words))

    def blob_path(self) -> Path:
        return self.blobs.path(self.sha256)


def store(
    database: Database,
    scope: Scope,
    folder: Path,
    filing: tuple[bytes, ParsedDocument],
    *,
    restricted: bool = False,
    supersedes: Stored | None = None,
) -> Stored:
    """Put a filing into the store, its bytes into `folder`."""
    data, parsed = filing
    blobs = FolderBlobs(folder).of(scope.tenant_id)
    sha256 = blobs.put(data)
    rendition = blobs.put(parsed.rendition) if parsed.rendition else None
    with database.scoped(scope) as conn:
        if supersedes:
            document_id = supersedes.document_id
        else:
            document_id = documents.add(
                conn,
                title=parsed.title,
                title_source=parsed.title_source,
                source_name="filing",
                restricted=restricted,
            )
        version_id = versions.add(
            conn,
            document_id,
            parsed,
            sha256=sha256,
            byte_size=len(data),
            source_name="filing",
            rendition_sha256=rendition,
            supersedes=supersedes.version_id if supersedes else None,
        )
        annotation_places.carry(conn, version_id, parsed)
    return Stored(document_id, version_id, parsed, sha256, blobs, folder)


def cite(
    stored: Stored,
    page_index: int,
    quote: str,
    ranges: Sequence[TextRange],
    *,
    number: int = 1,
    outcome: CheckOutcome = CheckOutcome.PASSED,
) -> tuple[Citation, Passage]:
    """A citation of a page, and the passage (the whole page) that it quotes."""
    text = stored.page_text(page_index)
    count = sum(block.page_index == page_index for block in stored.parsed.blocks)
    passage_id = PassageId(str(stored.version_id), page_index, 0)
    passage = Passage(passage_id, TextRange(0, len(text)), 0, count - 1, text)
    checks = (Check(CheckKind.VERBATIM, outcome, "Compared in code.", "test"),)
    return Citation(CitationId.parse(f"E{number}"), passage_id, quote, tuple(ranges), checks), passage


def save_answer(
    conn: Connection, scope: Scope, claims: Sequence[tuple[str, Sequence[tuple[Citation, Passage]]]]
) -> UUID:
    """Store an answer of these claims; handles are taken as they come in the citations."""
    passages: dict[PassageId, Passage] = {}
    for _, cited in claims:
        for citation, passage in cited:
            passages.setdefault(citation.passage, passage)
    answer = Answer(
        id=uuid4(),
        question="What were net sales?",
        method="extractive",
        model=None,
        created_at=datetime.now(UTC),
        claims=tuple(
            Claim(number, text, tuple(citation for citation, _ in cited))
            for number, (text, cited) in enumerate(claims, start=1)
        ),
        packet=Packet.of((passage, TITLE, 1.0) for passage in passages.values()),
    )
    answers.save(conn, scope.user_id, answer)
    return answer.id


def unique(filing: tuple[bytes, ParsedDocument]) -> tuple[bytes, ParsedDocument]:
    """The same filing under other bytes: a tenant stores equal bytes once."""
    data, parsed = filing
    return data + b"\n%" + hashlib.sha256(uuid4().bytes).hexdigest().encode(), replace(parsed)
