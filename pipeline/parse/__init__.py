"""From a filing's bytes to pages, blocks and tables. Runs in ingest processes only."""

from __future__ import annotations

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import UnsupportedSource
from pipeline.limits import DEFAULT_LIMITS, Limits
from pipeline.parse.progress import Interrupted, Progress
from pipeline.parse.source import HTML, PDF, TEXT, Source


def parse(
    source: Source, *, progress: Progress, interrupted: Interrupted, limits: Limits = DEFAULT_LIMITS
) -> ParsedDocument:
    """Parse a source by its media type. Each parser is imported when its first source arrives.

    `progress` is called with (steps done, steps in all): pages for a PDF. `limits` on the pages of HTML and text.
    Raises a SourceError that names the source; IngestInterrupted once `interrupted()` turns true.
    """
    if source.media_type == PDF:
        from pipeline.parse.pdf.document import parse_pdf

        return parse_pdf(source.data, source=source.name, progress=progress, interrupted=interrupted)
    if source.media_type == HTML:
        from pipeline.parse.html.document import parse_html

        return parse_html(source, progress=progress, interrupted=interrupted, limits=limits)
    if source.media_type == TEXT:
        from pipeline.parse.text.document import parse_text

        return parse_text(source, progress=progress, interrupted=interrupted, limits=limits)
    raise UnsupportedSource(
        f"{source.name} is {source.media_type}. Pincite reads PDF, HTML and plain-text filings.",
        source=source.name,
    )
