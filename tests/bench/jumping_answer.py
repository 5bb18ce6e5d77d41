"""An answer that jumps through a long report, and where each of its jumps goes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

from pipeline.evidence.answer import Answer, Citation, Claim
from pipeline.evidence.box import Box
from pipeline.evidence.document import Block
from pipeline.evidence.handle import CitationId
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage
from pipeline.settings import Settings
from pipeline.store import answers, blocks, pages, passages, versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from pipeline.store.versions import VersionRow

JUMPS = 40


@dataclass(frozen=True, slots=True)
class Target:
    """A jump: its handle, its 0-based page and the first box of its quote, in points of the displayed page."""

    handle: str
    page_index: int
    box: Box


@dataclass(frozen=True, slots=True)
class Jumping:
    """A stored answer over one version, which the app can show."""

    version: VersionRow
    answer_id: UUID
    targets: tuple[Target, ...]

    @property
    def note(self) -> str:
        return f"{self.version.source_name}, {self.version.page_count} pages"

    def url(self, server: str) -> str:
        return f"{server}/?answer={self.answer_id}"


def stored_answer(home: Path, version_id: UUID) -> Jumping:
    """Puts the answer into the store of a data folder that nobody serves."""
    database = Database.open(Settings(home))
    try:
        with database.scoped(LOCAL) as conn:
            version = versions.get(conn, version_id)
            chosen = _chosen(conn, version_id, version.page_count)
            answer = _answer(chosen)
            answers.save(conn, LOCAL.user_id, answer)
            return Jumping(version, answer.id, _targets(conn, version_id, answer, chosen))
    finally:
        database.close()


def _chosen(conn: Connection, version_id: UUID, page_count: int) -> list[tuple[Passage, Block]]:
    """Blocks on pages from the first to the last, in an order that jumps back and forth. A page without a block that a
    passage holds is passed over for the next one."""
    last = page_count - 1
    evenly = sorted({round(step * last / (JUMPS - 1)) for step in range(JUMPS)})
    found: dict[int, tuple[Passage, Block]] = {}
    for page in evenly:
        for near in (page, page + 1, page - 1, page + 2, page - 2):
            if 0 <= near <= last and near not in found and (held := _block_on(conn, version_id, near)):
                found[near] = held
                break
    order = sorted(found, key=lambda page: (page * 7919) % (page_count + 1))
    return [found[page] for page in order]


def _block_on(conn: Connection, version_id: UUID, page_index: int) -> tuple[Passage, Block] | None:
    """A block in the middle of the page with the passage that holds it."""
    held = [
        (passage, block)
        for passage in passages.of_page(conn, version_id, page_index)
        for block in blocks.of_page(conn, version_id, page_index)
        if passage.range.contains(block.range)
    ]
    return held[len(held) // 2] if held else None


def _answer(chosen: list[tuple[Passage, Block]]) -> Answer:
    packet = Packet.of((passage, "benchmark", 1.0) for passage, _ in chosen)
    claims = tuple(
        _claim(number, entry.passage, block, CitationId(entry.handle))
        for number, (entry, (_, block)) in enumerate(zip(packet.entries, chosen, strict=True), start=1)
    )
    return Answer(uuid4(), "Jump through the report", "extractive", None, datetime.now(UTC), claims, packet)


def _claim(number: int, passage: Passage, block: Block, citation_id: CitationId) -> Claim:
    quote = block.range.shift(-passage.range.start).of(passage.text)
    return Claim(number, quote, (Citation(citation_id, passage.id, quote, (block.range,)),))


def _targets(
    conn: Connection, version_id: UUID, answer: Answer, chosen: list[tuple[Passage, Block]]
) -> tuple[Target, ...]:
    targets = []
    for claim, (_, block) in zip(answer.claims, chosen, strict=True):
        page = pages.get(conn, version_id, block.page_index)
        if page.glyphs is None:
            raise ValueError(f"Page {block.page_index} has no glyph boxes.")
        box = page.glyphs.pieces(block.range)[0]
        targets.append(Target(str(claim.citations[0].id), block.page_index, box))
    return tuple(targets)
