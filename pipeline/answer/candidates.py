"""What an extractive claim may be made of: table rows and sentences of the packet, scored against a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pipeline.answer.periods import DIFFERENT, period_fit
from pipeline.answer.sentences import sentences
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.content_words import content_stems
from pipeline.evidence.document import Block, BlockKind
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.row_label import printed_label
from pipeline.evidence.section import nearest
from pipeline.evidence.text import TextRange
from pipeline.search.terms import Question, Wants, item_phrases, names_statement

WHOLE_LABEL = 1.0
"""The row's label is the line item asked for, and nothing else."""

PHRASE_IN_LABEL = 0.35
PHRASE_SHARE = 0.6
"""A label that holds the item's words gets the first, and of the second the item's share of its words."""

LABEL_IN_CONTEXT = 0.75
SCATTERED = 0.4
ALIAS_WEIGHT = 0.9
"""A row under another name for the item ("net sales" for "revenue") yields to one under the name asked for."""

OF_A_PART = 0.6
IN_A_STATEMENT = 1.1
PAGE_HEADING = 400
"""Characters at a page's beginning in which a financial statement has its title."""

LEAD_IN = 300
"""Characters above a table that may say what the table is of."""

GROUP_REACH = 12
"""Rows between a group's heading and its last row."""

_WHOLE = frozenset(content_stems("consolidated total company"))

SHORTEST_SENTENCE = 4
"""Content words. What is shorter is a heading or a fragment."""

_CAUSE = re.compile(
    r"\b(?:due\s+to|because|primarily|driven\s+by|drove|as\s+a\s+result|result(?:ed|ing)?\s+(?:from|in)|attributable"
    r"|offset|reflect(?:s|ed|ing)?|impact(?:ed)?|caused|higher|lower|increase[ds]?|decrease[ds]?)\b",
    re.IGNORECASE,
)
ASKS_CAUSE = re.compile(
    r"\b(?:why|drove|drives?|driv\w+|caused?|reasons?|led|explain\w*|affect\w*)\b", re.IGNORECASE
)
_SENTENCE_KINDS = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE, BlockKind.OTHER})


class CandidateKind(StrEnum):
    ROW = "row"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A verbatim piece of a passage. `range` counts in its page's text; `score` runs from 0 to about 1.

    `focus` is the row's cell for the asked period, None when the headers don't tell exactly one.
    """

    entry: PacketEntry
    kind: CandidateKind
    range: TextRange
    text: str
    score: float
    focus: TextRange | None = None


def candidates(question: Question, packet: Packet, sources: Mapping[PageKey, SourcePage]) -> list[Candidate]:
    """Every row and sentence that shares the question's words, best first; equal ones in packet order."""
    found: list[Candidate] = []
    for entry in packet.entries:
        source = sources[entry.passage.id.version, entry.passage.id.page_index]
        for block in source.of(entry.passage):
            if block.kind is BlockKind.TABLE_ROW:
                found += _row(question, entry, source, block)
            elif block.kind in _SENTENCE_KINDS:
                found += _sentences_of(question, entry, source, block)
    return sorted(found, key=lambda candidate: -candidate.score)


def label_match(label: Sequence[str], phrase: Sequence[str], context: set[str]) -> float:
    """How much of a row's label is the item asked for, 0 to 1.

    The whole label counts most; then a label that holds the phrase, the more the less else it says; then a label
    that is part of the item, when what stands around the row says the rest ("iPhone" under "net sales").
    """
    if not label or not phrase:
        return 0.0
    if tuple(label) == tuple(phrase):
        return WHOLE_LABEL
    if _contains(label, phrase):
        return PHRASE_IN_LABEL + PHRASE_SHARE * len(phrase) / len(label)
    shared = set(label) & set(phrase)
    if not shared:
        return 0.0
    missing = set(phrase) - set(label)
    if set(label) <= set(phrase) and missing <= context:
        return LABEL_IN_CONTEXT
    return SCATTERED * 2 * len(shared) / (len(set(label)) + len(set(phrase)))


def _row(question: Question, entry: PacketEntry, source: SourcePage, block: Block) -> Iterator[Candidate]:
    values = [cell for cell in block.cells if cell.column is not None]
    if not any(figures(source.text(cell.range)) for cell in values):
        return
    label = _label(source, block)
    headers = source.headers(block)
    heading = _group_heading(source, block)
    context = set(content_stems(f"{_heading_above(block)} {headers} {heading} {_lead_in(source, block)}"))
    asked, *others = item_phrases(question)
    match = max(
        [
            label_match(label, asked, context),
            *(ALIAS_WEIGHT * label_match(label, other, context) for other in others),
        ]
    )
    fit = period_fit(question, headers, entry.title, source.page.text)
    said = {*label, *context, *content_stems(entry.title)}
    if match and fit and _says_names(question, said):
        score = match * (0.4 + 0.6 * fit) * _standing(question, source, block, label, heading)
        focus = asked_cell(question, entry.title, source, block)
        yield Candidate(entry, CandidateKind.ROW, block.range, source.text(block.range), score, focus)


def asked_cell(question: Question, title: str, source: SourcePage, row: Block) -> TextRange | None:
    """The one cell whose own column headers fit the asked period better than all others do."""
    fits = [
        (period_fit(question, source.column_headers(row, cell.column), title), cell.range)
        for cell in row.cells
        if cell.column is not None and figures(source.text(cell.range))
    ]
    best = max(fit for fit, _ in fits)
    chosen = [span for fit, span in fits if fit == best]
    return chosen[0] if len(chosen) == 1 and best > DIFFERENT else None


def _label(source: SourcePage, block: Block) -> tuple[str, ...]:
    return tuple(content_stems(printed_label(block, source.page.text)))


def _standing(
    question: Question, source: SourcePage, block: Block, label: Sequence[str], heading: str
) -> float:
    """Whose figure the row is: the company's in a financial statement; a part's where the table repeats the label
    under headings of parts ("North America", "AWS") that the question does not ask for.
    """
    twins = [
        other
        for other in source.blocks
        if other.table == block.table and _label(source, other) == tuple(label)
    ]
    part = set(content_stems(heading))
    if len(twins) > 1 and part and not part & (_WHOLE | set(question.item)):
        return OF_A_PART
    beginning = f"{_heading_above(block)}\n{source.page.text[:PAGE_HEADING]}"
    return IN_A_STATEMENT if names_statement(beginning) else 1.0


def _group_heading(source: SourcePage, block: Block) -> str:
    """The label of the nearest row above that has no values: what the rows below it are parts of."""
    for above in reversed(source.blocks[max(0, block.ordinal - GROUP_REACH) : block.ordinal]):
        if above.table != block.table:
            return ""
        if not any(cell.column is not None for cell in above.cells):
            return source.text(above.range)
    return ""


def _lead_in(source: SourcePage, block: Block) -> str:
    """What stands above the row's table, such as "Net sales by country are as follows (in millions):", back to the
    table before it.
    """
    lines: list[str] = []
    for above in reversed(source.blocks[: block.ordinal]):
        if above.table is not None and above.table != block.table:
            break
        if above.table is None:
            lines.append(source.text(above.range))
        if sum(map(len, lines)) > LEAD_IN:
            break
    return " ".join(reversed(lines))[-LEAD_IN:]


def _sentences_of(
    question: Question, entry: PacketEntry, source: SourcePage, block: Block
) -> Iterator[Candidate]:
    paragraph = source.text(block.range)
    for inner in sentences(paragraph):
        text = inner.of(paragraph)
        fit = period_fit(question, text, entry.title, paragraph)
        score = _sentence_score(question, text, _heading_above(block), fit)
        said = set(content_stems(f"{entry.title} {_heading_above(block)} {text}"))
        if score and _says_names(question, said):
            span = inner.shift(block.range.start)
            yield Candidate(entry, CandidateKind.SENTENCE, span, text, score)


def _says_names(question: Question, said: set[str]) -> bool:
    """True when every proper name of the question is said: another country's sales answer nothing."""
    return all(said.issuperset(name) for name in question.names)


def _heading_above(block: Block) -> str:
    """The nearest heading: those further out say what a whole part of the filing is about."""
    return nearest(block.section or "")


def _sentence_score(question: Question, text: str, section: str, fit: float) -> float:
    stems, heading = content_stems(text), set(content_stems(section))
    asked, *others = item_phrases(question)
    coverage = max(
        [
            _coverage(asked, stems, heading),
            *(ALIAS_WEIGHT * _coverage(other, stems, heading) for other in others),
        ]
    )
    if not fit or len(stems) < SHORTEST_SENTENCE or coverage < _enough_coverage(asked):
        return 0.0
    return 0.55 * coverage + 0.15 * fit + 0.2 * _says_what_is_wanted(question, text)


def _says_what_is_wanted(question: Question, text: str) -> float:
    """1 for an amount when a figure is wanted, or for a cause when one is asked for; 0 without; 0.5 when neither
    is."""
    if question.wants is Wants.FIGURE:
        return 1.0 if any(_is_amount(figure) for figure in figures(text)) else 0.0
    if ASKS_CAUSE.search(question.text):
        return 1.0 if _CAUSE.search(text) else 0.0
    return 0.5


def _is_amount(figure: Figure) -> bool:
    """A figure that counts or measures: no name ("10-K"), no year, no day of a date."""
    marked = figure.currency is not None or figure.percent or figure.scale > 0 or "," in figure.text
    return not figure.glued and (marked or (figure.magnitude > 31 and not 1900 <= figure.magnitude <= 2100))


def _enough_coverage(phrase: Sequence[str]) -> float:
    """A short item must be said nearly whole; of a long one, a whole question, two words in five are enough."""
    return 0.7 if len(phrase) <= 4 else 0.4


def _coverage(phrase: Sequence[str], stems: Sequence[str], section: set[str]) -> float:
    """The share of the phrase's words that a sentence says itself, or else (for less) its section's heading."""
    said = set(stems) & set(phrase)
    if not said:
        return 0.0
    headed = (set(phrase) & section) - said
    return (len(said) + 0.6 * len(headed)) / len(set(phrase))


def _contains(whole: Sequence[str], part: Sequence[str]) -> bool:
    return any(tuple(whole[i : i + len(part)]) == tuple(part) for i in range(len(whole) - len(part) + 1))
