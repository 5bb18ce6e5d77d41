"""A version's headings: their words, the path that they open, their rank and the box of their first line."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

from pipeline.evidence.document import BlockKind
from pipeline.store import headings, versions
from pipeline.store.connect import Connection
from tests.store.filing import parsed_filing, store_filing


def test_headings_come_with_the_section_that_follows_them(connection: Connection) -> None:
    parsed = parsed_filing()
    kinds = {
        "b0": BlockKind.HEADER,
        "b1": BlockKind.HEADING,
        "b2": BlockKind.PARAGRAPH,
        "b5": BlockKind.HEADING,
    }
    sections = {"b2": "Annual report › Three months", "b5": "Elsewhere"}
    blocks = tuple(
        replace(
            block,
            kind=kinds.get(block.id, block.kind),
            section=sections.get(block.id),
        )
        for block in parsed.blocks
    )
    version = versions.add(
        connection,
        store_filing(connection).document_id,
        replace(parsed, blocks=blocks),
        sha256="e" * 64,
        byte_size=1,
        source_name="headings.pdf",
    )
    found = headings.of_version(connection, version)
    assert [(one.block, one.text, one.path, one.rank) for one in found] == [
        ("b1", "Annual report for the year ended 31 March 2024", ("Annual report", "Three months"), 0),
        ("b5", parsed.pages[2].text, (), 0),
    ]
    for one in found:
        page = parsed.pages[one.place.page_index]
        assert page.glyphs is not None
        assert one.line == page.glyphs.pieces(one.place.range)[0]
    assert headings.of_version(connection, uuid4()) == []
