"""What a browser paints for the twin's gold figures: each is cited in a stored answer and opened at several zooms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid4

from playwright.sync_api import Page as BrowserPage

from pipeline.evaluate.gold import GoldFact
from pipeline.evidence.answer import Answer, Citation, Claim
from pipeline.evidence.document import Block, Page
from pipeline.evidence.glyphs import PIECE_GAP
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage
from pipeline.evidence.text import TextRange
from pipeline.store import answers, blocks, pages, passages
from pipeline.store.connect import Connection
from pipeline.store.scope import LOCAL

MOST_QUOTES: Final = 26
"""Citations that one passage can have in an answer."""

INK: Final = 128
"""A pixel darker than this (of 255) is ink."""

_OPEN: Final = """
async ({ answer, keys }) => {
  const host = [...document.querySelectorAll("*")].find((one) => one.shadowRoot?.querySelector(".pane"));
  const root = host.shadowRoot;
  const opened = (key) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${key} was not painted`)), 20000);
      const listen = ({ detail }) => {
        if (detail.key !== key) return;
        clearTimeout(late);
        document.removeEventListener("pincite:painted", listen);
        resolve();
      };
      document.addEventListener("pincite:painted", listen);
      document.dispatchEvent(new CustomEvent("pincite:open", { detail: { answer_id: answer, key } }));
    });
  const darkest = (canvas, share) => {
    const [left, top, width, height] = [
      Math.floor(share.left * canvas.width),
      Math.floor(share.top * canvas.height),
      Math.max(1, Math.ceil(share.width * canvas.width)),
      Math.max(1, Math.ceil(share.height * canvas.height)),
    ];
    const copy = new OffscreenCanvas(width, height).getContext("2d");
    copy.drawImage(canvas, left, top, width, height, 0, 0, width, height);
    const { data } = copy.getImageData(0, 0, width, height);
    let least = 255;
    for (let at = 0; at < data.length; at += 4) least = Math.min(least, data[at], data[at + 1], data[at + 2]);
    return least;
  };
  const found = [];
  for (const key of keys) {
    await opened(key);
    for (const mark of root.querySelectorAll('.mark[data-role="quote"]')) {
      const sheet = mark.closest(".sheet");
      const [box, page] = [mark.getBoundingClientRect(), sheet.getBoundingClientRect()];
      const share = {
        left: (box.left - page.left) / page.width,
        top: (box.top - page.top) / page.height,
        width: box.width / page.width,
        height: box.height / page.height,
      };
      const canvas = sheet.querySelector("canvas");
      found.push({ key, page: Number(sheet.dataset.page), ...share, darkest: darkest(canvas, share) });
    }
  }
  return found;
}
"""


@dataclass(frozen=True, slots=True)
class GoldCitation:
    """A gold figure with the key of its citation in a stored answer; `center` is the gold's, as shares of the page."""

    fact: GoldFact
    answer_id: UUID
    key: str
    center: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Miss:
    """A gold figure whose mark was not painted over it, and how."""

    fact: GoldFact
    words: str


def cite_gold(
    conn: Connection, version_id: UUID, facts: Sequence[GoldFact]
) -> tuple[list[GoldCitation], list[Miss]]:
    """Stores answers that cite the cell of every gold figure, and those figures that no cell or words hold."""
    misses: list[Miss] = []
    held: defaultdict[Passage, list[tuple[GoldFact, TextRange, tuple[float, float]]]] = defaultdict(list)
    for fact in facts:
        page = pages.get(conn, version_id, fact.page_index)
        span = _range_of(fact, page, blocks.of_page(conn, version_id, fact.page_index))
        stored = passages.of_page(conn, version_id, page.index)
        inside = next((one for one in stored if span and one.range.contains(span)), None)
        if span is None or inside is None:
            misses.append(Miss(fact, "no block of the page holds the figure"))
        else:
            held[inside].append((fact, span, _center(fact, page)))
    return [cited for chunk in _chunks(held) for cited in _store(conn, chunk)], misses


def misses(page: BrowserPage, url: str, cited: Sequence[GoldCitation], zoom: int) -> list[Miss]:
    """Those gold figures that the browser does not mark at `zoom` percent: no mark has the gold's centre in it, or the
    one that has it lies on no ink."""
    by_answer: defaultdict[UUID, list[GoldCitation]] = defaultdict(list)
    for one in cited:
        by_answer[one.answer_id].append(one)
    found: list[Miss] = []
    for answer_id, group in by_answer.items():
        page.goto(f"{url}/?answer={answer_id}")
        page.locator('.pane[aria-busy="false"]').wait_for(timeout=30_000)
        page.locator(".pane .said.zoom").click()
        page.get_by_role("dialog", name="Zoom").get_by_role("button", name=f"{zoom}%", exact=True).click()
        painted = page.evaluate(_OPEN, {"answer": str(answer_id), "keys": [one.key for one in group]})
        found += [miss for one in group if (miss := _miss(one, painted))]
    return found


def _miss(cited: GoldCitation, painted: Sequence[dict[str, Any]]) -> Miss | None:
    x, y = cited.center
    marks = [mark for mark in painted if mark["key"] == cited.key and mark["page"] == cited.fact.page_index]
    around = [
        mark
        for mark in marks
        if mark["left"] <= x <= mark["left"] + mark["width"]
        and mark["top"] <= y <= mark["top"] + mark["height"]
    ]
    if not around:
        return Miss(cited.fact, f"{len(marks)} marks, none over the gold's centre")
    if min(mark["darkest"] for mark in around) > INK:
        return Miss(cited.fact, "the mark lies on no ink")
    return None


def _center(fact: GoldFact, page: Page) -> tuple[float, float]:
    assert page.transform is not None
    assert page.geometry is not None
    left, top, right, bottom = page.transform.to_displayed(*fact.box)
    return (left + right) / 2 / page.geometry.width, (top + bottom) / 2 / page.geometry.height


def _range_of(fact: GoldFact, page: Page, on_page: Sequence[Block]) -> TextRange | None:
    """The value cell whose ink is at the gold's centre, else the figure in words there."""
    assert page.glyphs is not None
    assert page.geometry is not None
    x, y = _center(fact, page)
    point = x * page.geometry.width, y * page.geometry.height
    cells = [cell.range for block in on_page for cell in block.cells if cell.column is not None]
    words = [
        TextRange(start, start + len(fact.display))
        for start in range(len(page.text))
        if page.text.startswith(fact.display, start)
    ]
    for span in (*cells, *words):
        if any(box.contains_point(*point) for _, box in page.glyphs.line_pieces(span, PIECE_GAP)):
            return span
    return None


_Held = tuple[GoldFact, TextRange, tuple[float, float]]


def _chunks(held: dict[Passage, list[_Held]]) -> Iterator[list[tuple[Passage, list[_Held]]]]:
    """Answers' worth of figures: no passage gives one answer more citations than it can."""
    most = max(map(len, held.values()), default=0)
    for start in range(0, most, MOST_QUOTES):
        yield [
            (passage, facts[start : start + MOST_QUOTES])
            for passage, facts in held.items()
            if facts[start : start + MOST_QUOTES]
        ]


def _store(conn: Connection, chunk: list[tuple[Passage, list[_Held]]]) -> list[GoldCitation]:
    claims: list[Claim] = []
    cited: list[GoldCitation] = []
    answer_id = uuid4()
    for number, (passage, facts) in enumerate(chunk, start=1):
        for quote_number, (fact, span, center) in enumerate(facts, start=1):
            citation_id = CitationId(Handle(number), quote_number)
            quote = span.shift(-passage.range.start).of(passage.text)
            claims.append(Claim(len(claims) + 1, quote, (Citation(citation_id, passage.id, quote, (span,)),)))
            cited.append(GoldCitation(fact, answer_id, f"{len(claims)}:{citation_id}", center))
    packet = Packet.of((passage, "gold", 1.0) for passage, _ in chunk)
    answers.save(
        conn,
        LOCAL.user_id,
        Answer(answer_id, "Every gold figure", "extractive", None, datetime.now(UTC), tuple(claims), packet),
    )
    return cited
