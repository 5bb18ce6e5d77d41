"""What a located citation's evidence prints: figures with unit and period, and the words around."""

from __future__ import annotations

from pipeline.answer.source_pages import SourcePage
from pipeline.evidence.answer import Citation
from pipeline.evidence.figures import figures
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure


def printed_evidence(citation: Citation, source: SourcePage, title: str) -> tuple[PrintedEvidence, ...]:
    """One for each place of the citation; none for a quote that stands nowhere. `title` is its filing's."""
    return tuple(
        PrintedEvidence(
            citation.id,
            citation.quote,
            tuple(
                PrintedFigure(figure, figure.range.shift(span.start)) for figure in figures(source.text(span))
            ),
            title=title,
        )
        for span in citation.ranges
    )
