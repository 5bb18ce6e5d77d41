"""A memo as Markdown: claims with footnotes (`[^E1]`), as GitHub, Pandoc and most editors read them.

Where footnotes are not known, the note's id stays readable beside its claim. Nothing of a filing's or a model's words
is read as mark-up.
"""

from __future__ import annotations

from collections.abc import Iterator

from viewer.exports import escaped
from viewer.memo.memo import Memo, MemoCalculation, MemoClaim, Note

_INDENT = "    "
"""What belongs to a numbered claim stands this far in."""


def markdown(memo: Memo) -> str:
    """The memo as one text that ends with a line break."""
    return "\n\n".join(_parts(memo)) + "\n"


def _parts(memo: Memo) -> Iterator[str]:
    yield f"# {escaped(memo.question)}"
    yield escaped(" · ".join([*memo.about, *memo.summary]))
    if memo.problem:
        yield f"**{escaped(memo.problem)}**"
    for claim in memo.claims:
        yield from _claim(claim, memo)
    if memo.not_in_sources or memo.unanswered:
        yield "## Not in the sources"
        if memo.not_in_sources:
            yield escaped(memo.not_in_sources)
        if memo.unanswered:
            yield "\n".join(f"- {escaped(part)}" for part in memo.unanswered)
    if memo.sources:
        yield "## Sources"
        yield "\n".join(
            f"- {escaped(source.title)} · {source.version} · sha256 {source.sha256} · "
            f"{', '.join(source.citation_ids)}"
            for source in memo.sources
        )
    if memo.link:
        yield f"[Open this answer in Pincite]({memo.link})"
    if memo.notes:
        yield "\n".join(_note(note) for note in memo.notes)


def _claim(claim: MemoClaim, memo: Memo) -> Iterator[str]:
    marks = "".join(f" [^{memo.note(number).citation_id}]" for number in claim.notes)
    yield f"{claim.number}. {escaped(claim.text)}{marks}"
    if claim.calculation:
        yield _indented(_calculation(claim.calculation))
    if claim.findings:
        lines = [
            f"- **{'Fails' if finding.tone == 'bad' else 'Open'}: {finding.label}.** {escaped(finding.words)}"
            for finding in claim.findings
        ]
        yield _indented(lines)
    if claim.checks:
        checks = " · ".join(f"{check.label}: {check.words}" for check in claim.checks)
        yield _indented([f"*{escaped(checks)}*"])


def _calculation(calculation: MemoCalculation) -> list[str]:
    inputs = [
        f"    - *{escaped(one.name)}* = {escaped(one.figure)}"
        + (f" ({escaped(', '.join(part for part in (one.label, one.unit) if part))})" if one.label else "")
        + (f" {one.citation_id}" if one.citation_id else "")
        + (f": {escaped(one.problem)}" if one.problem else "")
        for one in calculation.inputs
    ]
    result = f" = {escaped(calculation.result)}" if calculation.result else ""
    allowed = f"; {escaped(calculation.allowed)}" if calculation.allowed else ""
    said = f"{calculation.outcome}: stated {escaped(calculation.stated)}{allowed}."
    return [f"- {escaped(calculation.expression)}{result}. {said}", *inputs]


def _note(note: Note) -> str:
    if note.is_withheld:
        return f"[^{note.citation_id}]: {escaped(note.problem)}"
    parts = [
        f"“{escaped(note.quote)}”" if note.quote else "",
        f"*{escaped('. '.join(note.context))}*" if note.context else "",
        " · ".join(map(escaped, note.where)),
        escaped("; ".join(note.statuses)),
        escaped(note.problem),
        f"[Open {note.citation_id} in Pincite]({note.link})" if note.link else "",
    ]
    return f"[^{note.citation_id}]: {' · '.join(part for part in parts if part)}"


def _indented(lines: list[str]) -> str:
    return "\n".join(f"{_INDENT}{line}" for line in lines)
