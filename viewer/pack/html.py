"""A verification pack as one HTML file: pictures and style inside, no script, and nothing that is loaded from anywhere.

Every foreign word is escaped, and the page's own policy forbids it everything but its own style and pictures.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Final

from viewer.memo.memo import MemoCalculation
from viewer.pack.pack import Pack, PackClaim, PackEvidence, PackPlace, PackVerdict, SetLine, Shown
from viewer.pack.pictures import Draw, Picture, Pictures
from viewer.pack.words import LEGEND, NAME, corrected, evidence_head

_POLICY: Final = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
_STYLE: Final = Path(__file__).with_name("pack.css")


def html(pack: Pack, draw: Draw) -> bytes:
    """The pack as UTF-8 HTML."""
    return "".join(_Setter(pack, Pictures(draw)).document()).encode()


class _Setter:
    def __init__(self, pack: Pack, pictures: Pictures) -> None:
        self._pack = pack
        self._pictures = pictures

    def document(self) -> Iterator[str]:
        memo = self._pack.memo
        yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        yield f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">\n'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        yield f'<meta name="author" content="{NAME}">\n<title>{escape(memo.question)}</title>\n'
        yield f"<style>\n{_STYLE.read_text()}</style>\n</head>\n<body>\n<main>\n"
        yield from self._title()
        yield from self._sources()
        for claim in self._pack.claims:
            yield from self._claim(claim)
        yield from self._not_in_sources()
        yield "</main>\n</body>\n</html>\n"

    # The title block ---------------------------------------------------------------------------------------

    def _title(self) -> Iterator[str]:
        memo = self._pack.memo
        yield f'<header>\n<p class="small">{NAME} · Verification pack</p>\n<h1>{escape(memo.question)}</h1>\n<dl>\n'
        for name, words in self._pack.facts:
            yield f"<dt>{escape(name)}</dt><dd>{escape(words)}</dd>\n"
        yield "</dl>\n"
        if memo.problem:
            yield f'<p class="warn">{escape(memo.problem)}</p>\n'
        if memo.link:
            yield f'<p><a href="{escape(memo.link)}" rel="noreferrer">Open this answer in {NAME}</a></p>\n'
        yield "</header>\n"

    def _sources(self) -> Iterator[str]:
        yield "<section>\n<h2>Filings</h2>\n"
        if not self._pack.sources:
            yield "<p>No filing that you may read is cited.</p>\n"
        for source in self._pack.sources:
            told = f"{source.media} · {source.version} · read by {source.reading} · {source.named}"
            yield f'<p><b>{escape(source.title)}</b><br><span class="small">{escape(told)}</span><br>'
            yield f"<code>sha256 {source.sha256}</code><br><code>version {source.version_id}</code></p>\n"
        yield "<h2>How to read the pictures</h2>\n<ul>\n"
        for name, words in LEGEND:
            yield f"<li><b>{escape(name)}</b> {escape(words)}</li>\n"
        yield "</ul>\n</section>\n"

    # Claims ------------------------------------------------------------------------------------------------

    def _claim(self, pack: PackClaim) -> Iterator[str]:
        claim = pack.claim
        yield f'<section class="claim" id="claim-{claim.number}">\n'
        yield f"<h2>Claim {claim.number} of {len(self._pack.claims)} · {escape(claim.status)}</h2>\n"
        yield f'<p class="{"remark" if claim.is_withheld else "text"}">{escape(claim.text)}</p>\n'
        if pack.checks:
            yield "<table>\n<caption>Checks</caption>\n<tbody>\n"
            for check in pack.checks:
                details = "<br>".join(map(escape, check.details))
                yield f'<tr><th scope="row">{escape(check.label)}</th>'
                yield f'<td class="{check.tone}">{escape(check.words)}</td><td class="small">{details}</td></tr>\n'
            yield "</tbody>\n</table>\n"
        if claim.calculation:
            yield from self._calculation(claim.calculation)
        yield f'<p><b>Reviewers</b> <span class="{pack.review.tone}">{escape(pack.review.words)}</span></p>\n'
        for verdict in pack.review.verdicts:
            yield from self._verdict(verdict)
        for evidence in pack.evidence:
            yield from self._evidence(evidence)
        yield "</section>\n"

    def _calculation(self, one: MemoCalculation) -> Iterator[str]:
        result = f" = {one.result}" if one.result else ""
        allowed = f", {one.allowed}" if one.allowed else ""
        yield f"<p><b>Calculation: {escape(one.expression + result)}</b><br>"
        yield f'<span class="{one.tone}">{escape(f"{one.outcome}: stated {one.stated}{allowed}")}</span>'
        if one.tone != "ok" and one.detail:
            yield f'<br><span class="small">{escape(one.detail)}</span>'
        heads = "".join(
            f'<th scope="col">{name}</th>' for name in ("Input", "Figure as printed", "Unit", "Evidence")
        )
        yield f"</p>\n<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n"
        for each in one.inputs:
            figure = each.figure or each.problem or ""
            cells = (f"{each.name} · {each.label}", figure, each.unit, each.citation_id or "not cited")
            yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>\n"
        yield "</tbody>\n</table>\n"

    def _verdict(self, one: PackVerdict) -> Iterator[str]:
        status = f" ({one.status})" if one.status else ""
        yield f'<div class="verdict">\n<p><b>{escape(one.reviewer)}</b> '
        yield f'<span class="small">{escape(f"{one.role}, {one.when}")}</span><br>'
        yield f'<span class="{"none" if one.status else one.tone}">{escape(one.words + status)}</span>'
        if one.reason:
            yield f" · {escape(one.reason)}"
        if one.comment:
            yield f"<br>“{escape(one.comment)}”"
        yield "</p>\n"
        for place in one.places:
            yield from self._marked(place)
        yield "</div>\n"

    def _marked(self, place: PackPlace) -> Iterator[str]:
        yield f"<h3>Marked as the right place, {escape(corrected(place))}</h3>\n"
        if place.quote:
            yield f"<blockquote>{escape(place.quote)}</blockquote>\n"
        yield from _paragraphs((place.where, place.state))
        yield from self._shown(place.shown)

    # Evidence ----------------------------------------------------------------------------------------------

    def _evidence(self, one: PackEvidence) -> Iterator[str]:
        note = one.note
        yield f"<h3>{escape(evidence_head(one))}</h3>\n"
        if note.is_withheld:
            yield f'<p class="remark">{escape(note.problem)}</p>\n'
            return
        if one.shown_at is not None:
            yield f'<p class="small">Shown under <a href="#claim-{one.shown_at}">claim {one.shown_at}</a>.</p>\n'
            return
        if note.quote:
            yield f"<blockquote>{escape(note.quote)}</blockquote>\n"
        yield from _paragraphs((". ".join(note.context), "; ".join(note.statuses)))
        if one.state:
            yield f'<p class="warn">{escape(one.state)}</p>\n'
        yield from self._shown(one.shown)

    def _shown(self, shown: Shown) -> Iterator[str]:
        pictures, remarks = self._pictures.of(shown)
        yield from map(_figure, pictures)
        if shown.lines:
            yield f'<figure class="set">\n<figcaption>{escape(shown.caption)}</figcaption>\n'
            for is_row, lines in groupby(shown.lines, key=lambda line: line.is_row):
                set_lines = "".join(map(_line, lines))
                yield f"<table>\n<tbody>\n{set_lines}</tbody>\n</table>\n" if is_row else set_lines
            yield "</figure>\n"
        for remark in remarks:
            yield f'<p class="remark">{escape(remark)}</p>\n'

    def _not_in_sources(self) -> Iterator[str]:
        memo = self._pack.memo
        said = [words for words in (memo.not_in_sources, *memo.unanswered) if words]
        if said:
            yield "<section>\n<h2>Not in the sources</h2>\n"
            yield from (f"<p>{escape(words)}</p>\n" for words in said)
            yield "</section>\n"


def _paragraphs(said: Iterable[str]) -> Iterator[str]:
    return (f'<p class="small">{escape(words)}</p>\n' for words in said if words)


def _figure(picture: Picture) -> str:
    """As wide as what it shows: a point of the page is a CSS point."""
    data = base64.b64encode(picture.png()).decode()
    height = picture.points * picture.image.height / picture.image.width
    return (
        f"<figure>\n<figcaption>{escape(picture.caption)}</figcaption>\n"
        f'<img alt="{escape(picture.alt)}" src="data:image/png;base64,{data}" '
        f'style="width: {picture.points:.1f}pt; aspect-ratio: {picture.points:.1f} / {height:.1f}">\n</figure>\n'
    )


def _line(line: SetLine) -> str:
    def marked(words: str, is_marked: bool) -> str:
        return f"<mark>{escape(words)}</mark>" if is_marked else escape(words)

    if line.is_row:
        cell = "th" if line.is_head else "td"
        return f"<tr>{''.join(f'<{cell}>{marked(*part)}</{cell}>' for part in line.parts)}</tr>\n"
    return f"<p>{''.join(marked(*part) for part in line.parts)}</p>\n"
