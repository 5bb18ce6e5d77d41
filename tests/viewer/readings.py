"""Text filings written line by line, and stored readings of them."""

from __future__ import annotations

import html
from dataclasses import replace

import numpy as np

from pipeline.evidence.document import Page, PageKind, ParsedDocument, TitleSource
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from pipeline.store import rereads
from pipeline.store.database import Database
from pipeline.store.rereads import Reread
from pipeline.store.scope import Scope
from tests.evidence.editions import Draft
from tests.viewer.filing import Stored

MODEL = "test-embeddings-2"


def filing(
    draft: Draft, title: str = "Example Holdings · Form 10-K · FY2024"
) -> tuple[bytes, ParsedDocument]:
    """The draft as a text filing that some parser read; its bytes are its words."""
    edition = draft.edition()
    pages = tuple(
        Page(
            index,
            PageKind.TEXT,
            edition.texts.get(index, ""),
            PageLabel(str(index + 10), LabelSource.PRINTED),
        )
        for index in range(max(edition.texts) + 1)
    )
    rendition = "".join(
        f'<p id="{block.id}">{html.escape(edition.of_block(block))}</p>' for block in edition.blocks
    )
    words = "\f".join(page.text for page in pages)
    return f"{title}\n{words}".encode(), ParsedDocument(
        media_type="text/plain",
        title=title,
        title_source=TitleSource.COVER,
        pages=pages,
        blocks=edition.blocks,
        tables=tuple(edition.tables.values()),
        render_version="frame-test",
        parser_version="parser 1",
        rendition=rendition.encode(),
    )


def read_again(
    database: Database, scope: Scope, stored: Stored, draft: Draft, parser: str = "parser 2"
) -> Reread:
    """Put the draft's reading in the place of a stored filing's, with a passage a page."""
    _, parsed = filing(draft)
    parsed = replace(parsed, parser_version=parser)
    cut = [
        Passage(
            PassageId(str(stored.version_id), page.index, 0),
            TextRange(0, len(page.text)),
            0,
            sum(block.page_index == page.index for block in parsed.blocks) - 1,
            page.text,
        )
        for page in parsed.pages
        if page.text
    ]
    vectors = np.ones((len(cut), 2), dtype=np.float32)
    assert parsed.rendition is not None
    rendition = stored.blobs.put(parsed.rendition)
    with database.scoped(scope) as conn:
        return rereads.replace(
            conn, stored.version_id, parsed, cut, vectors, MODEL, rendition_sha256=rendition, seconds=1.0
        )
