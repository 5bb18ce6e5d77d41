"""The cover of the annual report, in the manner of the form."""

from __future__ import annotations

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, HRFlowable, Paragraph, Spacer, Table

from pipeline.samples import face
from pipeline.samples.issuer import NOTICE, ORRINMERE

_WIDTH = 504.0
_SMALL = ParagraphStyle("CoverSmall", face.CENTERED, fontSize=8.2, leading=10)
_LINE = ParagraphStyle("CoverLine", face.CENTERED, fontSize=9.5, leading=12)
_STRONG = ParagraphStyle("CoverStrong", _LINE, fontName=face.BOLD)
_TEXT = ParagraphStyle("CoverText", face.CELL, fontSize=8.8, leading=10.8)
_NOTICE = ParagraphStyle(
    "CoverNotice", _LINE, fontName="Helvetica", fontSize=8.6, leading=11, textColor=face.FAINT
)
_HEAD = ParagraphStyle("CoverHead", _STRONG, fontSize=13, leading=16)
_NAME = ParagraphStyle("CoverName", _STRONG, fontSize=24, leading=30)
_FORM = ParagraphStyle("CoverForm", _STRONG, fontSize=18, leading=23)

_QUESTIONS = (
    ("Indicate by check mark if the registrant is a well-known seasoned issuer.", False),
    (
        "Indicate by check mark if the registrant is not required to file reports under Section 13 or 15(d).",
        False,
    ),
    (
        "Indicate by check mark whether the registrant has filed all reports required in the preceding year.",
        True,
    ),
    (
        "Indicate by check mark whether the registrant has submitted every Interactive Data File required.",
        True,
    ),
    ("Indicate by check mark whether the registrant is a shell company.", False),
)


class Ballot(Flowable):
    """A ballot box of the cover, drawn, since the standard fonts have none."""

    def __init__(self, checked: bool, size: float = 7.2) -> None:
        super().__init__()
        self.width = self.height = size
        self._checked = checked

    def draw(self) -> None:
        size = self.width
        self.canv.setStrokeColor(face.INK)
        self.canv.setLineWidth(0.7)
        self.canv.rect(0, 0, size, size)
        if self._checked:
            self.canv.lines([(1.4, 1.4, size - 1.4, size - 1.4), (1.4, size - 1.4, size - 1.4, 1.4)])


def cover(form: str, amendment: str) -> list[Flowable]:
    """The cover page of `form` ("10-K"); `amendment` ("Amendment No. 1") stands under it when not empty."""
    return [
        _boxed(NOTICE),
        Spacer(0, 26),
        *_lines(_HEAD, "UNITED STATES", "SECURITIES AND EXCHANGE COMMISSION"),
        *_lines(_LINE, "Washington, D.C. 20549"),
        _rule(),
        Paragraph(f"FORM {form}", _FORM),
        *_lines(_STRONG, *([f"({amendment})"] if amendment else [])),
        _rule(),
        Spacer(0, 4),
        *_purpose(),
        Spacer(0, 20),
        Paragraph(ORRINMERE.name.upper(), _NAME),
        Paragraph("(Exact name of registrant as specified in its charter)", _SMALL),
        Spacer(0, 16),
        *_identity(),
        Spacer(0, 18),
        *_securities(),
        Spacer(0, 18),
        *(_asked(question, answer) for question, answer in _QUESTIONS),
        Spacer(0, 16),
        *_shares(),
    ]


def _lines(style: ParagraphStyle, *texts: str) -> list[Flowable]:
    return [Paragraph(text, style) for text in texts]


def _rule() -> Flowable:
    return HRFlowable(width=110, thickness=0.6, color=face.INK, spaceBefore=9, spaceAfter=9)


def _boxed(text: str) -> Flowable:
    table = Table([[Paragraph(text, _NOTICE)]], colWidths=[_WIDTH])
    table.setStyle([("BOX", (0, 0), (-1, -1), 0.5, face.FAINT), ("BOTTOMPADDING", (0, 0), (-1, -1), 5)])
    return table


def _purpose() -> list[Flowable]:
    act = "PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934"
    return [
        _marked(True, f"<b>ANNUAL REPORT {act}</b>"),
        Spacer(0, 2),
        Spacer(0, 4),
        *_lines(_STRONG, "For the fiscal year ended December 31, 2024"),
        Spacer(0, 4),
        *_lines(_LINE, "or"),
        Spacer(0, 4),
        _marked(False, f"TRANSITION REPORT {act}"),
        Spacer(0, 3),
        *_lines(_LINE, f"Commission file number {ORRINMERE.commission_file}"),
    ]


def _marked(checked: bool, text: str) -> Flowable:
    return _grid([[Ballot(checked), Paragraph(text, _TEXT)]], [22, _WIDTH - 22])


def _identity() -> list[Flowable]:
    known = [
        _lines(_STRONG, ORRINMERE.jurisdiction, ORRINMERE.employer_number),
        _lines(_SMALL, "(State of incorporation)", "(I.R.S. Employer Identification No.)"),
    ]
    return [
        _grid(known, [_WIDTH / 2] * 2),
        Spacer(0, 10),
        *_lines(_STRONG, *ORRINMERE.address, ORRINMERE.telephone),
        *_lines(_SMALL, "(Address and telephone number of principal executive offices)"),
    ]


def _securities() -> list[Flowable]:
    heads = ("Title of each class", "Trading symbol", "Name of each exchange")
    cells = ("Common stock, par value $0.01", ORRINMERE.symbol, "None: the company is fictional")
    return [
        *_lines(_STRONG, "Securities registered pursuant to Section 12(b) of the Act:"),
        Spacer(0, 3),
        _grid(
            [_lines(_SMALL, *(f"<b>{head}</b>" for head in heads)), _lines(_SMALL, *cells)], [_WIDTH / 3] * 3
        ),
    ]


def _asked(question: str, answer: bool) -> Flowable:
    row = [
        Paragraph(question, _TEXT),
        *_lines(_TEXT, "Yes"),
        Ballot(answer),
        *_lines(_TEXT, "No"),
        Ballot(not answer),
    ]
    return _grid([row], [_WIDTH - 78, 20, 20, 18, 20])


def _shares() -> list[Flowable]:
    value = "Market value of common stock held by non-affiliates on June 28, 2024: $612.4 million."
    count = "Shares of common stock outstanding on February 14, 2025: 40,985,210."
    return [
        *_lines(_TEXT, value, count),
        Spacer(0, 4),
        *_lines(_TEXT, "Documents incorporated by reference: none."),
    ]


def _grid(rows: list[list[Flowable]], widths: list[float]) -> Flowable:
    table = Table(rows, colWidths=widths)
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 4),
            ("TOPPADDING", (0, 0), (-1, -1), 1.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ]
    )
    return table
