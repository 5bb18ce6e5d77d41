"""A small filing, and citations, figures and inputs of it as a check leaves them: what `checked_answer` is made of."""

from __future__ import annotations

import io
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.answer import (
    Check,
    CheckKind,
    CheckOutcome,
    Citation,
    FigureFinding,
    FigureOutcome,
)
from pipeline.evidence.calculation import CalculationInput
from pipeline.evidence.document import BlockKind, Column, ParsedDocument, Table, TitleSource
from pipeline.evidence.handle import CitationId
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import PageRange, TextRange
from tests.viewer.filing import HEIGHT, WIDTH, DrawnPage, Stored

TITLE: Final = "Example Holdings · Form 10-Q · Q3 FY2023"
STATEMENT: Final = "CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS (Unaudited)"
HEADER: Final = ("July 1, 2023", "June 25, 2022")
ROWS: Final = (
    ("Products", ("60,584", "63,355")),
    ("Services", ("21,213", "19,604")),
    ("Total net sales", ("81,797", "82,959")),
    ("Cost of sales", ("(45,384)", "(47,074)")),
    ("Gross margin", ("36,413", "35,885")),
)
DROVE: Final = "Services net sales increased 8 % because of advertising, cloud services and the App Store."
REPEATED: Final = "Liquidity remains sufficient."

E1: Final = "Total net sales 81,797 82,959"
E2: Final = "Gross margin 36,413 35,885"
E3: Final = "Services 21,213 19,604"
E4: Final = DROVE
E5: Final = REPEATED
"""What the handles E1 … E5 quote; E6 is the row of `secret`, where there is one."""

_CODE: Final = "pincite-code-1"
RULES: Final = "pincite-rules-1"


def checked_filing() -> tuple[bytes, ParsedDocument]:
    """Two pages: a statement in millions with two columns (printed "1"), and prose in which a sentence stands three
    times (printed "17")."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    statement = DrawnPage(canvas, 0)
    statement.line(STATEMENT, BlockKind.HEADING, STATEMENT)
    unit = statement.line("(In millions)", section=STATEMENT)
    header = statement.row("Three months ended", HEADER, 0, STATEMENT)
    for label, values in ROWS:
        statement.row(label, values, 0, STATEMENT)
    canvas.showPage()
    prose = DrawnPage(canvas, 1)
    prose.line(DROVE, section="Net sales")
    for _ in range(3):
        prose.line(REPEATED, section="Liquidity")
    canvas.showPage()
    canvas.save()
    periods = [cell.range for cell in statement.blocks[2].cells if cell.column is not None]
    assert all(header.contains(period) for period in periods)
    columns = tuple(Column((PageRange(0, period),)) for period in periods)
    return file.getvalue(), ParsedDocument(
        media_type="application/pdf",
        title=TITLE,
        title_source=TitleSource.COVER,
        pages=(statement.page("1"), prose.page("17")),
        blocks=(*statement.blocks, *prose.blocks),
        tables=(Table(0, columns, units=(PageRange(0, unit),)),),
        render_version="pdfium-test",
        parser_version="test",
    )


class CheckedEvidence:
    """What the claims cite of a stored filing. `secret` is a second filing of the same text, for a claim to withhold.

    Handles are those of E1 … E5 above; E6 is the row of `secret`, where there is one.
    """

    def __init__(self, stored: Stored, secret: Stored | None) -> None:
        self.stored = stored
        self.secret = secret
        self.passages = [
            *(self._passage(stored, 0, row) for row in (E1, E2, E3)),
            self._passage(stored, 1, DROVE),
            self._whole(stored, 1),
            *([self._passage(secret, 0, E1)] if secret else []),
        ]

    def row(self, number: int, quote: str) -> Citation:
        return self.citation(f"E{number}", quote, (self.stored.span(0, quote),), good(f"E{number}"))

    def prose(self, number: int, quote: str) -> Citation:
        return self.citation(f"E{number}", quote, (self.stored.span(1, quote),), good(f"E{number}"))

    def citation(
        self, name: str, quote: str, ranges: tuple[TextRange, ...], checks: Sequence[Check]
    ) -> Citation:
        citation_id = CitationId.parse(name)
        passage = self.passages[citation_id.handle.number - 1]
        return Citation(citation_id, passage.id, quote, ranges, tuple(checks))

    def found(
        self,
        text: str,
        figure: str,
        printed: str,
        handle: int,
        outcome: FigureOutcome = FigureOutcome.PRINTED,
        page: int = 0,
    ) -> FigureFinding:
        detail = f"E{handle} prints {printed}{', in millions of USD' if ',' in printed else ''}."
        place = self.stored.span(page, printed)
        return FigureFinding(
            span_of(text, figure), outcome, detail, None, CitationId.parse(f"E{handle}"), place
        )

    def input(self, name: str, label: str, figure: str, handle: int) -> CalculationInput:
        return CalculationInput(
            name,
            label,
            figure,
            "USD, millions",
            CitationId.parse(f"E{handle}"),
            self.stored.span(0, figure),
            Decimal(figure.replace(",", "")) * 1_000_000,
            Decimal(500_000),
        )

    def _passage(self, stored: Stored, page_index: int, words: str) -> Passage:
        blocks = [one for one in stored.parsed.blocks if one.page_index == page_index]
        span = stored.span(page_index, words)
        block = next(one for one in blocks if one.range.contains(span))
        name = PassageId(str(stored.version_id), page_index, block.ordinal)
        return Passage(name, block.range, block.ordinal, block.ordinal, words)

    def _whole(self, stored: Stored, page_index: int) -> Passage:
        """The rest of a page: what stands behind its first block."""
        blocks = [one for one in stored.parsed.blocks if one.page_index == page_index][1:]
        span = TextRange(blocks[0].range.start, blocks[-1].range.end)
        name = PassageId(str(stored.version_id), page_index, blocks[0].ordinal)
        words = span.of(stored.page_text(page_index))
        return Passage(name, span, blocks[0].ordinal, blocks[-1].ordinal, words)


def span_of(text: str, words: str) -> TextRange:
    start = text.index(words)
    return TextRange(start, start + len(words))


def derived(text: str, figure: str, detail: str) -> FigureFinding:
    return FigureFinding(span_of(text, figure), FigureOutcome.CALCULATED, detail)


def check(kind: CheckKind, outcome: CheckOutcome, detail: str, reason: str | None = None) -> Check:
    return Check(kind, outcome, detail, RULES if kind is CheckKind.SUPPORT else _CODE, reason)


def supported() -> Check:
    return check(
        CheckKind.SUPPORT, CheckOutcome.PASSED, "Every word and figure of the claim stands in its quotes."
    )


def exists(handle: str) -> Check:
    return check(CheckKind.EXISTENCE, CheckOutcome.PASSED, f"{handle} names a stored passage of the packet.")


def unplaced() -> Check:
    return check(CheckKind.LOCATION, CheckOutcome.FAILED, "The quote has no place on a page.", "not_found")


def good(handle: str) -> list[Check]:
    return [
        exists(handle),
        check(CheckKind.VERBATIM, CheckOutcome.PASSED, "The quote stands in the cited passage."),
        check(CheckKind.LOCATION, CheckOutcome.PASSED, "One place on the page."),
    ]
