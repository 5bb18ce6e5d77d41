"""A memo as HTML for the clipboard: what a mail or a document takes over when it is pasted. Every foreign word is
escaped, and nothing but web addresses is linked."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from viewer.memo.memo import Memo, MemoCalculation, MemoClaim, Note


def html(memo: Memo) -> str:
    """The memo as a fragment without styles, scripts or images."""
    return "".join(_parts(memo))


def _parts(memo: Memo) -> Iterator[str]:
    yield f"<h2>{escape(memo.question)}</h2>"
    yield f"<p>{escape(' · '.join([*memo.about, *memo.summary]))}</p>"
    if memo.problem:
        yield f"<p><b>{escape(memo.problem)}</b></p>"
    if memo.claims:
        yield f"<ol>{''.join(f'<li>{_claim(claim, memo)}</li>' for claim in memo.claims)}</ol>"
    if memo.not_in_sources or memo.unanswered:
        yield f"<p><b>Not in the sources.</b> {escape(memo.not_in_sources)}</p>"
        yield _list(escape(part) for part in memo.unanswered)
    if memo.notes:
        yield "<p><b>Evidence</b></p>"
        yield _list(_note(note) for note in memo.notes)
    if memo.link:
        yield f"<p>{_link('Open this answer in Pincite', memo.link)}</p>"


def _claim(claim: MemoClaim, memo: Memo) -> str:
    marks = ", ".join(memo.note(number).citation_id for number in claim.notes)
    text = f"<i>{escape(claim.text)}</i>" if claim.is_withheld else escape(claim.text)
    below = [_calculation(claim.calculation)] if claim.calculation else []
    below += [
        f"<b>{'Fails' if finding.tone == 'bad' else 'Open'}: {escape(finding.label)}.</b> "
        f"{escape(finding.words)}"
        for finding in claim.findings
    ]
    return f"{text}{f' <sup>{escape(marks)}</sup>' if marks else ''}{_list(below)}"


def _calculation(calculation: MemoCalculation) -> str:
    inputs = "; ".join(
        f"{one.name} = {' '.join(part for part in (one.figure, one.citation_id) if part)}"
        for one in calculation.inputs
    )
    result = f" = {calculation.result}" if calculation.result else ""
    said = f"{calculation.expression}{result}. {calculation.outcome}: stated {calculation.stated}. {inputs}"
    return escape(said)


def _note(note: Note) -> str:
    if note.is_withheld:
        return f"<b>{escape(note.citation_id)}</b> <i>{escape(note.problem)}</i>"
    parts = [
        f"“{escape(note.quote)}”" if note.quote else "",
        f"<i>{escape('. '.join(note.context))}</i>" if note.context else "",
        escape(" · ".join(note.where)),
        escape("; ".join(note.statuses)),
        escape(note.problem),
        _link(f"Open {note.citation_id} in Pincite", note.link) if note.link else "",
    ]
    return f"<b>{escape(note.citation_id)}</b> {' · '.join(part for part in parts if part)}"


def _list(items: Iterator[str] | list[str]) -> str:
    made = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{made}</ul>" if made else ""


def _link(words: str, address: str) -> str:
    return f'<a href="{escape(address)}">{escape(words)}</a>'
