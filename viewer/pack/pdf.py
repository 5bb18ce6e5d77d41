"""A verification pack as one PDF. Equal packs make equal bytes on one machine."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
)

from viewer.memo.memo import MemoCalculation
from viewer.pack.fonts import BOLD, REGULAR, Fonts
from viewer.pack.pack import (
    Pack,
    PackCheck,
    PackClaim,
    PackEvidence,
    PackPlace,
    PackVerdict,
    SetLine,
    Shown,
)
from viewer.pack.pdf_flowables import Bookmark, Drawn, table
from viewer.pack.pdf_style import (
    BOTTOM,
    GROUND,
    HEIGHT,
    MARKED,
    PADDING,
    PAPER,
    SIDE,
    TOP,
    WEIGHTS,
    WHITE,
    WIDTH,
    Styles,
    numbered,
)
from viewer.pack.pictures import Draw, Picture, Pictures
from viewer.pack.words import LEGEND, NAME, closing_words, corrected, evidence_head, shortened_question

_MOST_HEIGHT: Final = 0.62 * HEIGHT
"""Of a picture: its caption and claim stay on the same page."""
_MOST_SCALE: Final = 1.0
"""A picture is never larger than the page that it shows."""


def pdf(pack: Pack, draw: Draw, own_fonts: Path | None = None) -> bytes:
    """The pack as a PDF with its title, author, language and an outline of its claims. `own_fonts`: a folder of fonts
    to take before those of the machine."""
    file = io.BytesIO()
    fonts = Fonts(own_fonts)
    document = SimpleDocTemplate(
        file,
        pagesize=PAPER,
        leftMargin=SIDE - PADDING,
        rightMargin=SIDE - PADDING,
        topMargin=TOP,
        bottomMargin=BOTTOM,
        title=pack.memo.question,
        author=NAME,
        subject=f"Verification pack of answer {pack.answer_id}",
        creator=NAME,
        lang="en",
        invariant=1,
    )
    story = list(_Setter(pack, fonts, Pictures(draw)).story())
    document.build(
        story, canvasmaker=numbered(fonts, f"{NAME} · Verification pack", f"Answer {pack.answer_id}")
    )
    return file.getvalue()


class _Setter:
    def __init__(self, pack: Pack, fonts: Fonts, pictures: Pictures) -> None:
        self._pack = pack
        self._fonts = fonts
        self._styles = Styles(fonts)
        self._pictures = pictures

    def story(self) -> Iterator[Flowable]:
        yield from self._title()
        yield from self._sources()
        yield from self._legend()
        for claim in self._pack.claims:
            yield from self._claim(claim)
        yield from self._not_in_sources()
        for words in closing_words(self._fonts.missing, is_turned=self._fonts.is_turned):
            yield Spacer(0, 12)
            yield self._text(words, "remark")

    # Words -------------------------------------------------------------------------------------------------

    def _text(self, words: str, style: str = "text", weight: str = REGULAR) -> Paragraph:
        chosen = self._styles.toned[style] if style in self._styles.toned else getattr(self._styles, style)
        return Paragraph(self._fonts.marked_up(words, WEIGHTS.get(style, weight)), chosen)

    # The title block ---------------------------------------------------------------------------------------

    def _title(self) -> Iterator[Flowable]:
        memo = self._pack.memo
        yield Bookmark("top", "Answer")
        yield self._text("Verification pack", "kicker")
        yield self._text(memo.question, "title")
        rows = [[self._text(name, "label"), self._text(words)] for name, words in self._pack.facts]
        yield table(rows, (78, WIDTH - 78))
        if memo.problem:
            yield Spacer(0, 6)
            yield self._text(memo.problem, "warn")
        if memo.link:
            yield Spacer(0, 4)
            address = self._fonts.marked_up(memo.link)
            yield Paragraph(f'<link href="{address}" color="#1f4e8c">{address}</link>', self._styles.small)

    def _sources(self) -> Iterator[Flowable]:
        yield self._text("Filings", "head")
        if not self._pack.sources:
            yield self._text("No filing that you may read is cited.")
            return
        for source in self._pack.sources:
            told = f"{source.media} · {source.version} · read by {source.reading} · {source.named}"
            yield KeepTogether(
                [
                    self._text(source.title, "bold"),
                    self._text(told, "small"),
                    self._text(f"sha256 {source.sha256}", "hash"),
                    self._text(f"version {source.version_id}", "hash"),
                    Spacer(0, 5),
                ]
            )

    def _legend(self) -> Iterator[Flowable]:
        yield self._text("How to read the pictures", "head")
        for name, words in LEGEND:
            yield Paragraph(
                f"<b>{self._fonts.marked_up(name, BOLD)}</b> {self._fonts.marked_up(words)}",
                self._styles.small,
            )

    # Claims ------------------------------------------------------------------------------------------------

    def _claim(self, pack: PackClaim) -> Iterator[Flowable]:
        claim = pack.claim
        name = f"Claim {claim.number} of {len(self._pack.claims)}"
        yield Spacer(0, 10)
        yield CondPageBreak(200)
        yield Bookmark(f"claim-{claim.number}", shortened_question(f"{claim.number}. {claim.text}"))
        yield self._text(f"{name} · {claim.status}", "head")
        yield self._text(claim.text, "remark" if claim.is_withheld else "claim")
        if pack.checks:
            yield self._checks(pack.checks)
        if claim.calculation:
            yield from self._calculation(claim.calculation)
        yield from self._review(pack)
        for evidence in pack.evidence:
            yield from self._evidence(evidence)

    def _checks(self, checks: Sequence[PackCheck]) -> Flowable:
        """A row a sentence, so that a page may end between two."""
        rows: list[list[Any]] = []
        look: list[tuple[Any, ...]] = []
        for check in checks:
            first, *others = check.details or ("",)
            said = self._text(check.label, "label"), self._text(check.words, check.tone)
            rows.append([*said, self._text(first, "small")])
            for detail in others:
                above, here = len(rows) - 1, len(rows)
                look.append(("LINEBELOW", (0, above), (-1, above), 0.4, WHITE))
                look.append(("BOTTOMPADDING", (0, above), (-1, above), 0))
                look.append(("TOPPADDING", (0, here), (-1, here), 0))
                rows.append(["", "", self._text(detail, "small")])
        return table(rows, (60, 118, WIDTH - 178), *look)

    def _calculation(self, one: MemoCalculation) -> Iterator[Flowable]:
        yield Spacer(0, 6)
        result = f" = {one.result}" if one.result else ""
        said = [self._text(f"Calculation: {one.expression}{result}", "bold")]
        allowed = f", {one.allowed}" if one.allowed else ""
        said.append(self._text(f"{one.outcome}: stated {one.stated}{allowed}", one.tone))
        if one.tone != "ok" and one.detail:
            said.append(self._text(one.detail, "small"))
        heads = [self._text(name, "label") for name in ("Input", "Figure as printed", "Unit", "Evidence")]
        rows = [
            [
                self._text(f"{each.name} · {each.label}", "small"),
                self._text(each.figure or each.problem or ""),
                self._text(each.unit, "small"),
                self._text(each.citation_id or "not cited", "small"),
            ]
            for each in one.inputs
        ]
        yield KeepTogether([*said, table([heads, *rows], (WIDTH - 300, 120, 110, 70), head=True)])

    def _review(self, pack: PackClaim) -> Iterator[Flowable]:
        yield Spacer(0, 6)
        said = [self._text("Reviewers", "label"), self._text(pack.review.words, pack.review.tone)]
        yield table([said], (60, WIDTH - 60))
        for verdict in pack.review.verdicts:
            yield from self._verdict(verdict)

    def _verdict(self, one: PackVerdict) -> Iterator[Flowable]:
        status = f" ({one.status})" if one.status else ""
        who = [self._text(one.reviewer, "bold"), self._text(f"{one.role}, {one.when}", "small")]
        said = [self._text(f"{one.words}{status}", "none" if one.status else one.tone)]
        said += [self._text(words, "small") for words in (one.reason,) if words]
        yield table([["", who, said]], (60, 170, WIDTH - 230))
        if one.comment:
            yield self._text(f"“{one.comment}”", "comment")
        for place in one.places:
            yield from self._marked(place)

    def _marked(self, place: PackPlace) -> Iterator[Flowable]:
        name = f"Marked as the right place, {corrected(place)}"
        head: list[Flowable] = [self._text(name, "label")]
        if place.quote:
            head.append(self._text(f"“{place.quote}”", "quote"))
        head += [self._text(words, "small") for words in (place.where, place.state) if words]
        yield from self._with_shown(head, place.shown)

    # Evidence ----------------------------------------------------------------------------------------------

    def _evidence(self, one: PackEvidence) -> Iterator[Flowable]:
        head: list[Flowable] = [Spacer(0, 8), self._text(evidence_head(one), "bold")]
        note = one.note
        if note.is_withheld:
            yield KeepTogether([*head, self._text(note.problem, "remark")])
            return
        if one.shown_at is not None:
            yield KeepTogether([*head, self._text(f"Shown under claim {one.shown_at}.", "small")])
            return
        if note.quote:
            head.append(self._text(f"“{note.quote}”", "quote"))
        told = [". ".join(note.context), "; ".join(note.statuses)]
        head += [self._text(words, "small") for words in told if words]
        if one.state:
            head.append(self._text(one.state, "warn"))
        yield from self._with_shown(head, one.shown)

    def _with_shown(self, head: list[Flowable], shown: Shown) -> Iterator[Flowable]:
        """The head stays with the first picture, and each picture with its caption."""
        pictures, remarks = self._pictures.of(shown)
        parts = [self._picture(picture) for picture in pictures]
        if shown.lines:
            parts.append([self._text(shown.caption, "caption"), *self._lines(shown.lines)])
        first, *others = parts or [[]]
        yield KeepTogether([*head, *first])
        for part in others:
            yield KeepTogether(part)
        for remark in remarks:
            yield self._text(remark, "remark")

    def _picture(self, picture: Picture) -> list[Flowable]:
        scale = min(WIDTH / picture.points, _MOST_SCALE)
        width = picture.points * scale
        height = width * picture.image.height / picture.image.width
        if height > _MOST_HEIGHT:
            width, height = width * _MOST_HEIGHT / height, _MOST_HEIGHT
        drawn = Drawn(picture, width, height)
        return [self._text(picture.caption, "caption"), drawn, Spacer(0, 6)]

    def _lines(self, lines: Iterable[SetLine]) -> Iterator[Flowable]:
        for line in lines:
            if line.is_row:
                style = "small" if line.is_head else "text"
                cells = [self._text(words, "bold" if is_marked else style) for words, is_marked in line.parts]
                first = min(180.0, WIDTH / 2)
                rest = (WIDTH - first) / max(len(cells) - 1, 1)
                fills = [
                    ("BACKGROUND", (at, 0), (at, 0), MARKED)
                    for at, (_, is_marked) in enumerate(line.parts)
                    if is_marked
                ]
                ground = ("BACKGROUND", (0, 0), (-1, -1), GROUND)
                yield table([cells], [first, *[rest] * (len(cells) - 1)], ground, *fills)
            else:
                words = "".join(self._run(*part) for part in line.parts)
                yield Paragraph(words, self._styles.quote)

    def _run(self, words: str, is_marked: bool) -> str:
        if not is_marked:
            return self._fonts.marked_up(words)
        return f'<font backColor="#ffe08f"><u>{self._fonts.marked_up(words)}</u></font>'

    # The rest ----------------------------------------------------------------------------------------------

    def _not_in_sources(self) -> Iterator[Flowable]:
        memo = self._pack.memo
        if not memo.not_in_sources and not memo.unanswered:
            return
        yield self._text("Not in the sources", "head")
        for words in (memo.not_in_sources, *memo.unanswered):
            if words:
                yield self._text(words)
