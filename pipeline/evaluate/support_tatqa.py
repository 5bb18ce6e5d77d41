"""TAT-QA as gold of support: a question and its answer as one sentence, and the row or paragraph that answers it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.answer.sentences import sentences
from pipeline.evaluate.support_gold import SupportCase, quoted
from pipeline.evaluate.support_mutations import Wrong, wrong_claims
from pipeline.evidence.content_words import content_stems
from pipeline.evidence.figures import figures
from pipeline.evidence.fiscal import FiscalCalendar
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.periods import read_period
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.units import read_unit
from pipeline.evidence.verdict import Verdict

_WHAT = re.compile(r"What\s+(?P<verb>is|was|are|were)\s+(?P<what>.+?)\s*\?", re.IGNORECASE)
_HOW_MUCH = re.compile(r"How\s+(?:much|many)\s+(?P<verb>is|was|are|were)\s+(?P<what>.+?)\s*\?", re.IGNORECASE)
_WHEN_LARGER = re.compile(
    r"In\s+which\s+(?:fiscal\s+)?year\s+(?P<verb>is|was|are|were)\s+(?P<what>.+?)\s+"
    r"(?P<how>larger|largest|higher|highest|greater|smaller|lower|lowest|smallest)\s*\?",
    re.IGNORECASE,
)
_ASKS_A_LIST = re.compile(r"\brespective|\bconsist|\bitems?\b", re.IGNORECASE)
_UNIT_LINE = re.compile(
    r"\bin\s+(?:\w+\s+)*?(?:thousands|millions|billions)\b|[$€£]\s?(?:[’']?000|m\b)", re.IGNORECASE
)
HEADING = 120
"""A paragraph of fewer characters stands above its table as a heading."""

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class _Table:
    rows: Sequence[Row]
    headers: Sequence[Row]
    paragraphs: Mapping[str, str]

    @classmethod
    def of(cls, context: Mapping[str, Any]) -> _Table:
        rows = context["table"]["table"]
        until = next((at for at, row in enumerate(rows) if _is_value_row(row)), len(rows))
        paragraphs = {str(one["order"]): str(one["text"]) for one in context["paragraphs"]}
        return cls(rows[until:], rows[:until], paragraphs)

    @property
    def lines(self) -> tuple[str, ...]:
        """Headings, and of the other paragraphs the sentences that name a scale."""
        return tuple(
            line
            for text in self.paragraphs.values()
            for line in ([text] if len(text) < HEADING else [span.of(text) for span in sentences(text)])
            if len(text) < HEADING or _UNIT_LINE.search(line)
        )

    @property
    def unit_lines(self) -> tuple[str, ...]:
        """Of header cells and lines, those that name a scale."""
        cells = (cell for row in self.headers for cell in row)
        return tuple(text for text in (*cells, *self.lines) if _UNIT_LINE.search(text))

    def header(self, column: int) -> tuple[str, ...]:
        """A column's header cells, from the top; an empty cell takes the one to its left, or that to its right."""
        found = (_nearest(row, column) for row in self.headers)
        return tuple(text for text in found if text)

    def evidence(self, row: Row, number: int = 1) -> PrintedEvidence:
        """A row as the evidence that a citation of it would print."""
        fiscal = FiscalCalendar.of(
            [*self.paragraphs.values(), *(cell for line in self.headers for cell in line)]
        )
        text, printed = row[0].strip(), []
        for column, cell in enumerate(row[1:], start=1):
            if not cell.strip():
                continue
            offset = len(text) + 1
            text = f"{text} {cell.strip()}"
            headers = self.header(column)
            unit = read_unit(cell, row[0], headers, self.unit_lines)
            period = read_period(" ".join(headers), fiscal, " ".join(self.lines))
            printed += [
                PrintedFigure(
                    figure, figure.range.shift(offset), unit, period, row[0].strip(), " ".join(headers)
                )
                for figure in figures(cell.strip())[:1]
            ]
        around = (row[0].strip(), *(cell for line in self.headers for cell in line if cell), *self.lines)
        return PrintedEvidence(CitationId(Handle(number)), text, tuple(printed), around)


def tatqa_cases(contexts: Sequence[Mapping[str, Any]]) -> Iterator[SupportCase]:
    """Each question that is a sentence with its answer, and that sentence made wrong in every way that applies."""
    others = [*contexts[1:], *contexts[:1]]
    for context, other in zip(contexts, others, strict=True):
        table, elsewhere = _Table.of(context), _Table.of(other)
        for question in context["questions"]:
            claim = claim_of(question)
            evidence = _evidence(question, table) if claim else None
            if claim and evidence:
                uid = str(question["uid"])
                yield SupportCase(uid, claim, evidence, Verdict.SUPPORTED)
                yield from _wrong(uid, claim, evidence, table, elsewhere)


def claim_of(question: Mapping[str, Any]) -> str | None:
    """A question and its one answer as a sentence; None where they make none."""
    asked, answer = str(question["question"]).strip(), question["answer"]
    if question["answer_type"] != "span" or len(answer) != 1 or _ASKS_A_LIST.search(asked):
        return None
    said = _with_scale(str(answer[0]).strip().rstrip("."), str(question["scale"]))
    if match := _WHEN_LARGER.fullmatch(asked):
        what = _capital(match["what"].removesuffix(" the"))
        return f"{what} {match['verb']} {match['how'].lower()} in {said}."
    match = _WHAT.fullmatch(asked) or _HOW_MUCH.fullmatch(asked)
    return f"{_capital(match['what'])} {match['verb'].lower()} {said}." if match else None


def _evidence(question: Mapping[str, Any], table: _Table) -> tuple[PrintedEvidence, ...] | None:
    """The one row that answers, or the paragraphs that do; None where several rows might."""
    if question["answer_from"] == "text":
        texts = [table.paragraphs[order] for order in question["rel_paragraphs"] if order in table.paragraphs]
        return tuple(quoted(text, at) for at, text in enumerate(texts, start=1)) or None
    row = _row_of(question, table)
    return (table.evidence(row),) if row else None


def _row_of(question: Mapping[str, Any], table: _Table) -> Row | None:
    values = set(re.findall(r"[\d,.]+\d|\d", str(question["derivation"]))) or {
        figure.digits for figure in figures(str(question["answer"][0]))
    }
    asked = set(content_stems(str(question["question"])))
    best = [
        (len(label & asked) / len(label), row)
        for row in table.rows
        if (label := set(content_stems(row[0]))) and label & asked and _has(row, values)
    ]
    top = max((score for score, _ in best), default=0)
    rows = [row for score, row in best if score == top]
    return rows[0] if len(rows) == 1 else None


def _has(row: Row, values: set[str]) -> bool:
    cells = {figure.digits for cell in row[1:] for figure in figures(cell)}
    return bool(values) and {value.replace(",", "") for value in values} <= cells


def _wrong(
    uid: str, claim: str, evidence: tuple[PrintedEvidence, ...], table: _Table, elsewhere: _Table
) -> Iterator[SupportCase]:
    label = evidence[0].figures[0].label if evidence[0].figures else ""
    names = [
        (label, row[0].strip()) for row in table.rows if label and row[0].strip() and row[0].strip() != label
    ]
    for wrong in wrong_claims(claim, uid, names):
        if wrong.wrong is Wrong.PERIOD and _is_printed_twice(claim, evidence):
            continue
        kind = wrong.wrong.value
        yield SupportCase(f"{uid}: {kind}", wrong.text, evidence, Verdict.NOT_SUPPORTED, kind)
    others = [row for row in elsewhere.rows if _is_value_row(row)]
    foreign = (elsewhere.evidence(others[0]),) if label and others else _paragraph(elsewhere)
    if foreign:
        kind = Wrong.EVIDENCE.value
        yield SupportCase(f"{uid}: {kind}", claim, foreign, Verdict.NOT_SUPPORTED, kind)


def _is_printed_twice(claim: str, evidence: Sequence[PrintedEvidence]) -> bool:
    """Whether a row prints a figure of the claim in two columns: of the other year it may be true as well."""
    stated = {figure.digits for figure in figures(claim)}
    printed = [one.figure.digits for evident in evidence for one in evident.figures]
    return any(printed.count(digits) > 1 for digits in stated)


def _paragraph(table: _Table) -> tuple[PrintedEvidence, ...]:
    return tuple(quoted(text, 1) for text in list(table.paragraphs.values())[:1])


def _is_value_row(row: Row) -> bool:
    values = [cell for cell in row[1:] if cell.strip()]
    return bool(row[0].strip()) and any(
        figures(cell) and not re.search(r"[A-Za-z]{3}|^\s*(?:19|20)\d\d\s*$", cell) for cell in values
    )


def _nearest(row: Row, column: int) -> str:
    for at in (*range(column, 0, -1), *range(column, len(row))):
        if at < len(row) and row[at].strip():
            return str(row[at]).strip()
    return ""


def _with_scale(answer: str, scale: str) -> str:
    if scale == "percent":
        return answer if "%" in answer else f"{answer}%"
    return answer if not scale or scale in answer.lower() else f"{answer} {scale}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
