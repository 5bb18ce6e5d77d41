"""The footnotes of a Word document, which python-docx has no words for: their part, their marks, their settings.

After ECMA-376, part 1: 17.11 (footnotes) and 11.3.7 (their part). A document's notes stand in a part of their own, with
two that are none (the lines that separate notes from text) before the first; Word numbers them by their marks.
"""

from __future__ import annotations

from typing import Any, Final

from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part, XmlPart
from docx.oxml.ns import nsdecls, qn
from docx.oxml.parser import OxmlElement, parse_xml
from docx.shared import Pt, RGBColor
from docx.text.paragraph import Paragraph
from docx.text.run import Run

TEXT_STYLE: Final = "footnote text"
MARK_STYLE: Final = "footnote reference"
LINK_COLOUR: Final = RGBColor(0x1F, 0x4E, 0x9E)
SEPARATORS: Final = ((-1, "separator"), (0, "continuationSeparator"))
_BEFORE_IN_SETTINGS: Final = ("w:endnotePr", "w:compat", "w:docVars", "w:rsids")
"""Settings stand in the order of their schema (17.15.1.78): what follows the one about footnotes."""


class Footnotes:
    """Adds footnotes to a document, numbered from 1 in the order in which they are added."""

    def __init__(self, document: Document) -> None:
        self._styles = document.styles
        self._element = parse_xml(f"<w:footnotes {nsdecls('w', 'r')}>{_separators()}</w:footnotes>")
        self._part = XmlPart(
            PackURI("/word/footnotes.xml"),
            CONTENT_TYPE.WML_FOOTNOTES,
            self._element,
            document.part.package,
        )
        self._count = 0
        document.part.relate_to(self._part, RELATIONSHIP_TYPE.FOOTNOTES)
        _add_styles(document)
        _declare(document)

    def add(self, paragraph: Paragraph) -> Paragraph:
        """Put the mark of a new note at the end of `paragraph`; the note's own paragraph, to be written into."""
        self._count += 1
        if _ends_with_mark(paragraph):
            _mark_run(paragraph, self._style_id(MARK_STYLE)).text = ", "
        mark = OxmlElement("w:footnoteReference")
        mark.set(qn("w:id"), str(self._count))
        _mark_run(paragraph, self._style_id(MARK_STYLE))._r.append(mark)
        return self._note()

    def link(self, paragraph: Paragraph, words: str, address: str) -> None:
        """A link at the end of a note."""
        add_link(paragraph, self._part, words, address)

    def _note(self) -> Paragraph:
        note = OxmlElement("w:footnote")
        note.set(qn("w:id"), str(self._count))
        inner: Any = OxmlElement("w:p")
        note.append(inner)
        self._element.append(note)
        paragraph = Paragraph(inner, self._part)
        inner.get_or_add_pPr().style = self._style_id(TEXT_STYLE)
        _mark_run(paragraph, self._style_id(MARK_STYLE))._r.append(OxmlElement("w:footnoteRef"))
        paragraph.add_run(" ")
        return paragraph

    def _style_id(self, name: str) -> str:
        return str(self._styles[name].style_id)


def add_link(paragraph: Paragraph, part: Part, words: str, address: str) -> None:
    """A link at the end of a paragraph of `part`, blue and underlined."""
    relation = part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    link = OxmlElement("w:hyperlink")
    link.set(qn("r:id"), relation)
    paragraph._p.append(link)
    inner: Any = OxmlElement("w:r")
    link.append(inner)
    run = Run(inner, paragraph)
    run.text = words
    run.font.color.rgb = LINK_COLOUR
    run.font.underline = True


def _mark_run(paragraph: Paragraph, style_id: str) -> Run:
    run = paragraph.add_run()
    run._r.style = style_id
    return run


def _ends_with_mark(paragraph: Paragraph) -> bool:
    return bool(paragraph.runs) and bool(paragraph.runs[-1]._r.findall(qn("w:footnoteReference")))


def _separators() -> str:
    spacing = '<w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr>'
    return "".join(
        f'<w:footnote w:type="{kind}" w:id="{number}"><w:p>{spacing}<w:r><w:{kind}/></w:r></w:p></w:footnote>'
        for number, kind in SEPARATORS
    )


def _add_styles(document: Document) -> None:
    text = document.styles.add_style(TEXT_STYLE, WD_STYLE_TYPE.PARAGRAPH, builtin=True)
    text.base_style = document.styles["Normal"]
    text.font.size = Pt(9)
    text.paragraph_format.space_after = Pt(3)
    mark = document.styles.add_style(MARK_STYLE, WD_STYLE_TYPE.CHARACTER, builtin=True)
    mark.font.superscript = True


def _declare(document: Document) -> None:
    settings = document.settings.element
    notes = "".join(f'<w:footnote w:id="{number}"/>' for number, _ in SEPARATORS)
    declared = parse_xml(f"<w:footnotePr {nsdecls('w')}>{notes}</w:footnotePr>")
    following = next((found for name in _BEFORE_IN_SETTINGS for found in settings.findall(qn(name))), None)
    if following is None:
        settings.append(declared)
    else:
        following.addprevious(declared)
