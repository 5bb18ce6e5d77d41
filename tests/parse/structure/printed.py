"""Pages of blocks, written down as they look: what the tests of page structure share."""

from __future__ import annotations

import re

from pipeline.evidence.document import Block, BlockKind, Cell, Page, PageKind
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.evidence.parts import PagePart, Part
from pipeline.evidence.text import TextRange
from pipeline.parse.sections import Heading, SectionPath
from pipeline.parse.structure.parts import parts_of

Blocks = tuple[list[Page], list[Block]]


def printed(*pages: str) -> Blocks:
    """Pages of lines: "# …" is a heading, "^ …" a running head, "| … | 1 | 2" a row with its label and values ("| …"
    one without values), anything else a paragraph."""
    made: list[Page] = []
    blocks: list[Block] = []
    sections = SectionPath()
    for page_index, page in enumerate(pages):
        lines = [line.strip() for line in page.strip().splitlines() if line.strip()]
        texts = [re.sub(r"^[#^|]\s*", "", line).replace(" | ", " ") for line in lines]
        start = 0
        for ordinal, (line, text) in enumerate(zip(lines, texts, strict=True)):
            kind = _KINDS.get(line[0], BlockKind.PARAGRAPH)
            path = None if kind is BlockKind.HEADER else sections.path
            cells = _cells(line, start) if kind is BlockKind.TABLE_ROW else ()
            blocks.append(
                Block(
                    f"b{len(blocks) + 1}",
                    page_index,
                    ordinal,
                    kind,
                    TextRange(start, start + len(text)),
                    path,
                    cells,
                    0 if cells else None,
                )
            )
            sections.read(kind, Heading(text), ordinal)
            start += len(text) + 1
        made.append(Page(page_index, PageKind.TEXT, "\n".join(texts), PageLabel(None, LabelSource.NONE)))
    return made, blocks


_KINDS = {"#": BlockKind.HEADING, "^": BlockKind.HEADER, "|": BlockKind.TABLE_ROW}


def _cells(line: str, start: int) -> tuple[Cell, ...]:
    cells = []
    for place, text in enumerate(re.sub(r"^\|\s*", "", line).split(" | ")):
        cells.append(Cell(TextRange(start, start + len(text)), place - 1 if place else None))
        start += len(text) + 1
    return tuple(cells)


def parts(*pages: str) -> list[dict[Part, float]]:
    """The parts of each page with their strengths."""
    found: list[dict[Part, float]] = [{} for _ in pages]
    for one in page_parts(*pages):
        found[one.page_index][one.part] = one.strength
    return found


def page_parts(*pages: str) -> tuple[PagePart, ...]:
    return parts_of(*printed(*pages))
