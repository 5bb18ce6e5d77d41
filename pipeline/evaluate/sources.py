"""The pages of a gold file's filing: the stored version's where the library has it, else parsed for the occasion."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol
from uuid import UUID

import pypdfium2

from pipeline.evaluate.progress import Progress
from pipeline.evidence.document import Block, Page, ParsedDocument, Table, blocks_by_page
from pipeline.evidence.errors import SourceMissing
from pipeline.parse.pdf.document import parse_pdf
from pipeline.parse.pdf.opening import open_pdf, part_of, saved
from pipeline.store import blocks as stored_blocks
from pipeline.store import pages as stored_pages
from pipeline.store import versions
from pipeline.store.database import Database
from pipeline.store.scope import Scope

WHOLE_PAGES = 60
"""Pages that are parsed in some seconds: enough for a quarterly report, whose running lines are then known as such."""


@dataclass(frozen=True, slots=True)
class FilingPages:
    """Pages of a filing. `index_of` maps a page's 0-based index in the filing to its index here, which blocks and
    tables use; a page that is not in it does not exist, or was not asked for. `origin` says where they are from;
    `document_id` is the library's document, None for a file that was parsed for the occasion."""

    name: str
    origin: str
    index_of: Mapping[int, int]
    pages: Mapping[int, Page]
    blocks: Mapping[int, Sequence[Block]]
    tables: Mapping[int, Table]
    document_id: UUID | None = None

    def page(self, index: int) -> tuple[Page, Sequence[Block]] | None:
        """A page by its index in the filing, with its blocks in order."""
        here = self.index_of.get(index)
        return None if here is None else (self.pages[here], self.blocks[here])


class PageSource(Protocol):
    """Where the pages of filings come from."""

    def pages_of(self, file: Path, wanted: Iterable[int]) -> FilingPages:
        """The wanted pages (0-based) of a filing."""
        ...


@dataclass(frozen=True, slots=True)
class Sources:
    """Where filings are looked for: in the library, when one is given, then beside the gold. A filing of up to
    `whole_pages` is parsed whole; of a longer one only the pages that the gold names, without their neighbours."""

    library: Database | None = None
    scope: Scope | None = None
    progress: Progress = field(default=lambda name, done, total: None)
    whole_pages: int = WHOLE_PAGES

    def pages_of(self, file: Path, wanted: Iterable[int]) -> FilingPages:
        """The wanted pages (0-based) of a filing. Raises SourceMissing, or as parse_pdf does."""
        if not file.is_file():
            raise SourceMissing(
                f"There is no file {file}, which the gold names. Put it there.", source=file.name
            )
        data = file.read_bytes()
        indexes = sorted(set(wanted))
        return self._stored(file.name, data, indexes) or self._parsed(file.name, data, indexes)

    def _stored(self, name: str, data: bytes, indexes: Sequence[int]) -> FilingPages | None:
        if self.library is None or self.scope is None:
            return None
        with self.library.scoped(self.scope) as conn:
            version = versions.find_by_sha256(conn, hashlib.sha256(data).hexdigest())
            if version is None:
                return None
            every = range(version.page_count) if version.page_count <= self.whole_pages else indexes
            pages = {page.index: page for page in stored_pages.several(conn, version.id, list(every))}
            return FilingPages(
                name,
                f"version {version.id} of the library",
                {index: index for index in pages},
                pages,
                {index: stored_blocks.of_page(conn, version.id, index) for index in pages},
                {table.ordinal: table for table in stored_blocks.tables_of(conn, version.id)},
                version.document_id,
            )

    def _parsed(self, name: str, data: bytes, indexes: Sequence[int]) -> FilingPages:
        document = open_pdf(data, source=name)
        try:
            count = len(document)
            wanted = [index for index in indexes if index < count]
            is_whole = count <= self.whole_pages or not wanted
            part = data if is_whole else _cut(document, wanted)
        finally:
            document.close()
        index_of = {index: index for index in range(count)}
        if not is_whole:
            index_of = {index: here for here, index in enumerate(wanted)}
        parsed = parse_pdf(
            part,
            source=name,
            progress=lambda done, total: self.progress(name, done, total),
            interrupted=lambda: False,
        )
        words = "all its pages" if is_whole else f"{len(wanted)} of its {count} pages"
        return _view(name, f"{words}, parsed from the file", index_of, parsed)


def _cut(document: pypdfium2.PdfDocument, indexes: Sequence[int]) -> bytes:
    """A PDF of these pages (0-based) alone."""
    with part_of(document, indexes) as part:
        return saved(part)


def filing_of_twin(gold: Path) -> Path:
    """The PDF that a twin's gold ("NAME.pdf_fact_gold.jsonl") is of: NAME….pdf beside it or in ../filings.

    Raises SourceMissing when there is none, or more than one.
    """
    name = gold.name.split(".pdf", 1)[0]
    folders = (gold.parent, gold.parent.parent / "filings")
    found = [file for folder in folders if folder.is_dir() for file in sorted(folder.glob(f"{name}*.pdf"))]
    if len(found) != 1:
        words = "no PDF" if not found else f"{len(found)} PDFs"
        raise SourceMissing(
            f"{gold.name} is of one filing, and there are {words} named {name}… beside it or in {folders[1]}.",
            source=gold.name,
        )
    return found[0]


def _view(name: str, origin: str, index_of: Mapping[int, int], parsed: ParsedDocument) -> FilingPages:
    return FilingPages(
        name,
        origin,
        index_of,
        {page.index: page for page in parsed.pages},
        dict(enumerate(blocks_by_page(parsed.blocks, len(parsed.pages)))),
        {table.ordinal: table for table in parsed.tables},
    )
