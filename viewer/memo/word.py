"""A memo as a Word document, its citations as real footnotes. Equal memos make equal bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC
from typing import Final

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml.ns import nsdecls, qn
from docx.oxml.parser import parse_xml
from docx.shared import Inches, Pt, RGBColor
from docx.table import Table
from docx.text.paragraph import Paragraph

from viewer.memo.memo import Memo, MemoCalculation, MemoClaim, Note
from viewer.memo.package import repacked
from viewer.memo.word_footnotes import Footnotes, add_link

INDENT: Final = Inches(0.25)
"""How far what belongs to a claim stands in: as the numbered list's own text does."""
_RED: Final = RGBColor(0xB3, 0x26, 0x1E)
_OCHRE: Final = RGBColor(0x8A, 0x5A, 0x00)
_GREY: Final = RGBColor(0x5A, 0x61, 0x6B)
_HEADS: Final = ("Input", "Figure", "As printed", "Unit", "Evidence")


def word_document(memo: Memo) -> bytes:
    """The memo as a .docx file."""
    document = Document()
    _describe(document, memo)
    _Writer(document, memo).write()
    file = io.BytesIO()
    document.save(file)
    return repacked(file.getvalue())


class _Writer:
    def __init__(self, document: WordDocument, memo: Memo) -> None:
        self._document = document
        self._memo = memo
        self._footnotes = Footnotes(document)
        self._told: set[int] = set()

    def write(self) -> None:
        memo = self._memo
        self._document.add_heading(memo.question, level=1)
        self._small(" · ".join([*memo.about, *memo.summary]))
        if memo.problem:
            self._document.add_paragraph().add_run(memo.problem).bold = True
        for claim in memo.claims:
            self._claim(claim)
        self._not_in_sources()
        self._sources()
        if memo.link:
            add_link(self._paragraph(), self._document.part, "Open this answer in Pincite", memo.link)

    def _claim(self, claim: MemoClaim) -> None:
        paragraph = self._document.add_paragraph(style="List Number")
        paragraph.add_run(claim.text).italic = claim.is_withheld or None
        for number in claim.notes:
            self._note(self._memo.note(number), self._footnotes.add(paragraph))
        if claim.calculation:
            self._calculation(claim.calculation)
        for finding in claim.findings:
            is_bad = finding.tone == "bad"
            line = self._paragraph(INDENT)
            lead = line.add_run(f"{'Fails' if is_bad else 'Open'}: {finding.label}. ")
            lead.bold = True
            lead.font.color.rgb = _RED if is_bad else _OCHRE
            line.add_run(finding.words)
        if claim.checks:
            self._small(" · ".join(f"{check.label}: {check.words}" for check in claim.checks), INDENT)

    def _calculation(self, calculation: MemoCalculation) -> None:
        line = self._paragraph(INDENT)
        line.add_run("Calculation: ").bold = True
        line.add_run(calculation.expression).italic = True
        result = f" = {calculation.result}" if calculation.result else ""
        allowed = f"; {calculation.allowed}" if calculation.allowed else ""
        line.add_run(f"{result}. {calculation.outcome}: stated {calculation.stated}{allowed}.")
        rows = [
            (one.name, one.label, one.figure, one.unit, one.citation_id or one.problem or "")
            for one in calculation.inputs
        ]
        if rows:
            self._table(rows)

    def _table(self, rows: Sequence[tuple[str, ...]]) -> None:
        table = self._document.add_table(rows=0, cols=len(_HEADS), style="Table Grid")
        for row in (_HEADS, *rows):
            for cell, words in zip(table.add_row().cells, row, strict=True):
                run = cell.paragraphs[0].add_run(words)
                run.font.size = Pt(9)
                run.bold = row is _HEADS or None
        _mark_header(table)
        self._paragraph().paragraph_format.space_after = Pt(0)

    def _not_in_sources(self) -> None:
        memo = self._memo
        if not memo.not_in_sources and not memo.unanswered:
            return
        self._document.add_heading("Not in the sources", level=2)
        if memo.not_in_sources:
            self._document.add_paragraph(memo.not_in_sources)
        for part in memo.unanswered:
            self._document.add_paragraph(part, style="List Bullet")

    def _sources(self) -> None:
        if not self._memo.sources:
            return
        self._document.add_heading("Sources", level=2)
        for source in self._memo.sources:
            line = self._document.add_paragraph(style="List Bullet")
            line.add_run(source.title)
            rest = line.add_run(
                f" · {source.version} · {', '.join(source.citation_ids)} · sha256 {source.sha256}"
            )
            rest.font.color.rgb = _GREY
            rest.font.size = Pt(9)

    def _note(self, note: Note, paragraph: Paragraph) -> None:
        """Once in full; where the same evidence is cited again, what it is and where it stands."""
        paragraph.add_run(f"{note.citation_id}. ").bold = True
        if note.is_withheld:
            paragraph.add_run(note.problem).italic = True
            return
        is_again = note.number in self._told
        self._told.add(note.number)
        where = " · ".join(note.where)
        if is_again:
            paragraph.add_run(f"As before: {where}.")
            return
        if note.quote:
            paragraph.add_run(f"“{note.quote}” ")
        if note.context:
            paragraph.add_run(f"{'. '.join(note.context)}. ").italic = True
        paragraph.add_run(f"{where}; {'; '.join(note.statuses)}.")
        if note.problem:
            paragraph.add_run(f" {note.problem}")
        if note.link:
            paragraph.add_run(" ")
            self._footnotes.link(paragraph, f"Open {note.citation_id} in Pincite", note.link)

    def _paragraph(self, indent: Inches | None = None) -> Paragraph:
        paragraph = self._document.add_paragraph()
        paragraph.paragraph_format.left_indent = indent
        paragraph.paragraph_format.space_after = Pt(4)
        return paragraph

    def _small(self, words: str, indent: Inches | None = None) -> None:
        run = self._paragraph(indent).add_run(words)
        run.font.size = Pt(9)
        run.font.color.rgb = _GREY


def _mark_header(table: Table) -> None:
    """Its first row is read out as the head of each column, and stands again on the next page."""
    table.rows[0]._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))


def _describe(document: WordDocument, memo: Memo) -> None:
    """The file's own properties: none of the template's, and no time but the answer's."""
    properties = document.core_properties
    at = memo.created_at.astimezone(UTC).replace(tzinfo=None, microsecond=0)  # python-docx writes it as UTC
    properties.title = memo.question[:255]
    properties.author = properties.last_modified_by = "Pincite"
    properties.comments = properties.keywords = properties.subject = properties.category = ""
    properties.created = properties.modified = at
    properties.revision = 1
    language = document.styles.element.find(f".//{qn('w:lang')}")
    if language is not None:
        language.set(qn("w:val"), "en-US")
