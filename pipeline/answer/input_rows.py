"""Without a model nothing is calculated: what a calculation needs is offered as the filing prints it, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipeline.answer.candidates import Candidate, CandidateKind, asked_cell
from pipeline.answer.periods import DIFFERENT, period_fit
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.document import Block
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.row_label import label_words
from pipeline.search.lexicon.finance import LineItem
from pipeline.search.needs import needs_of
from pipeline.search.row_lists import match_of
from pipeline.search.terms import Question

LEAST_MATCH = 0.75
"""Of a row's label and an item's name, 1 when they are the same: a label that only holds the name is of a part."""


def input_rows(
    question: Question, packet: Packet, sources: Mapping[PageKey, SourcePage]
) -> tuple[Candidate, ...]:
    """For each line item that the question's metrics are made of, the row of the packet that prints it best for the
    asked period; the packet's order decides between equal ones. Items that no row prints are left out."""
    needs = needs_of(question.text, question.company)
    items = dict.fromkeys(name for metric in needs.metrics for name in metric.items)
    rows = [
        (entry, source, block)
        for entry in packet.entries
        for source in [sources[entry.passage.id.version, entry.passage.id.page_index]]
        for block in source.of(entry.passage)
        if any(cell.column is not None for cell in block.cells)
    ]
    found: dict[tuple[str, int, int], Candidate] = {}
    for item in (item for item in needs.items if item.name in items):
        scored = [one for row in rows for one in _candidate(question, item, *row)]
        if scored:
            best = max(scored, key=lambda one: one.score)
            passage = best.entry.passage.id
            found.setdefault((passage.version, passage.page_index, best.range.start), best)
    return tuple(found.values())


def _candidate(
    question: Question, item: LineItem, entry: PacketEntry, source: SourcePage, block: Block
) -> Iterator[Candidate]:
    match = match_of(item, label_words(block, source.page.text))
    if match < LEAST_MATCH:
        return
    fit = period_fit(question, source.headers(block), entry.title, source.page.text)
    if fit > DIFFERENT:
        focus = asked_cell(question, entry.title, source, block)
        yield Candidate(
            entry, CandidateKind.ROW, block.range, source.text(block.range), match * (0.4 + 0.6 * fit), focus
        )
