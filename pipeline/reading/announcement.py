"""Tells the database which parsers and renderers read filings here, so that what others read can be told."""

from __future__ import annotations

from pipeline.parse.source import HTML, PDF, TEXT
from pipeline.store import readers
from pipeline.store.database import Database
from pipeline.store.readers import Reader
from pipeline.store.scope import Scope


def announce_readers(database: Database, scope: Scope) -> None:
    """Say it for a tenant. Imports the parsers: for processes that read, never for the app's."""
    with database.scoped(scope) as conn:
        readers.announce(conn, current_readers())


def current_readers() -> dict[str, Reader]:
    """What reads each media type in this installation."""
    from pipeline.parse import sanitise
    from pipeline.parse.pdf.document import PARSER_VERSION, RENDER_VERSION
    from pipeline.parse.versions import HTML_PARSER, TEXT_PARSER

    renditions = tuple(sanitise.render_version(escaped=escaped) for escaped in (False, True))
    return {
        PDF: Reader(PARSER_VERSION, (RENDER_VERSION,)),
        HTML: Reader(HTML_PARSER, renditions),
        TEXT: Reader(TEXT_PARSER, renditions),
    }
