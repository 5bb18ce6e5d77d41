"""A PDF's pages on their way through the segmenters: cut into slices, segmented, back as boxes on the page.

A slice is cut when a segmenter has room for it, so that few slices' bytes exist at a time.
"""

from __future__ import annotations

import json
import zlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pypdfium2

from pipeline.evidence.box import Box
from pipeline.evidence.errors import DamagedSource, InvalidBox, InvalidGeometry
from pipeline.evidence.page import PageTransform
from pipeline.parse.parts import Parts, sealed, unsealed
from pipeline.parse.pdf.opening import part_of, saved
from pipeline.parse.pdf.segmenter import PageSegment, Slice
from pipeline.parse.pdf.segmenter_pool import SegmenterPool
from pipeline.parse.pdf.text import PageReading

SLICE_PAGES = 8
"""Pages a slice: few enough that passages are embedded early and a killed process loses little, many enough that
shared fonts are parsed seldom. The first slices are shorter, so that there is something to embed soon."""

SegmentBoxes = dict[int, list[Box]]
"""Segment boxes by page index, on the displayed page, in the segmenter's reading order. They may reach outside."""


def slice_spans(page_count: int) -> list[slice]:
    """The pages of each slice: two, four, then SLICE_PAGES at a time."""
    spans: list[slice] = []
    first, size = 0, 2
    while first < page_count:
        spans.append(slice(first, min(first + size, page_count)))
        first, size = first + size, min(2 * size, SLICE_PAGES)
    return spans


@dataclass(frozen=True, slots=True)
class _Sent:
    """A slice on its way, and the transforms of its pages' whole MediaBoxes, by page index."""

    slice_: Slice
    media: Mapping[int, PageTransform]


class Slicing:
    """Sends one document's pages through the pool and takes the boxes back, span by span in order."""

    def __init__(self, document: pypdfium2.PdfDocument, pool: SegmenterPool, parts: Parts) -> None:
        self._document = document
        self._pool = pool
        self._parts = parts
        self._unsent: deque[list[PageReading]] = deque()
        self._sent: deque[_Sent | SegmentBoxes] = deque()

    def add(self, pages: Sequence[PageReading]) -> None:
        """The next span's pages."""
        self._unsent.append(list(pages))
        self.feed()

    def feed(self) -> None:
        """Give the segmenters what they have room for."""
        while self._unsent and self._pool.has_room:
            self._sent.append(self._send(self._unsent.popleft()))

    def boxes(self, pages: Sequence[PageReading], waiting: Callable[[], None]) -> SegmentBoxes:
        """The boxes of the oldest span added and not yet asked for; `pages` must be its pages.

        `waiting` is called again and again meanwhile, and may raise to give up. Raises ParseFailed as
        SegmenterPool.receive does.
        """

        def fed() -> None:
            waiting()
            self.feed()

        fed()
        found: SegmentBoxes = {page.index: [] for page in pages}
        match self._sent.popleft():
            case _Sent(slice_, media):
                segments = self._pool.receive(slice_, fed)
                found |= _displayed(segments, pages, media)
                self._parts.put(pages[0].index, _payload(found, pages))
            case kept:
                found |= kept
        return found

    def _send(self, pages: Sequence[PageReading]) -> _Sent | SegmentBoxes:
        # Text that runs sideways would reach the segmenter as thousands of letters.
        readable = [page for page in pages if page.characters and page.direction == 0]
        if not readable:
            return {}
        kept = self._parts.get(pages[0].index)
        if kept is not None and (boxes := _from_payload(kept, pages)) is not None:
            return boxes
        sent = self._cut(readable)
        self._pool.send(sent.slice_)
        return sent

    def _cut(self, pages: Sequence[PageReading]) -> _Sent:
        """The pages as a PDF of their own. Raises DamagedSource when PDFium can read them and not copy them."""
        indexes = tuple(page.index for page in pages)
        try:
            with part_of(self._document, indexes) as part:
                media = {p.index: _media_transform(part, n, p.transform) for n, p in enumerate(pages)}
                return _Sent(Slice(indexes, saved(part)), media)
        except (pypdfium2.PdfiumError, InvalidGeometry) as error:
            raise DamagedSource(
                f"{self._pool.source}: {Slice(indexes, b'').names} cannot be copied out of the file ({error}). "
                "Export the file anew from its program.",
                source=self._pool.source,
            ) from error


def _media_transform(part: pypdfium2.PdfDocument, number: int, displayed: PageTransform) -> PageTransform:
    """The transform of the page's whole MediaBox, which is all that the segmenter knows of it. In a slice the box
    stands on the page itself; in the file it may be inherited, where PDFium would not see it."""
    page = part[number]
    try:
        left, bottom, right, top = page.get_mediabox()
        return PageTransform(left, bottom, right, top, displayed.rotation)
    finally:
        page.close()


def _displayed(
    segments: Sequence[PageSegment], pages: Sequence[PageReading], media: Mapping[int, PageTransform]
) -> SegmentBoxes:
    """Segment boxes moved from the rotated MediaBox to the displayed page."""
    transforms = {page.index: page.transform for page in pages}
    found: SegmentBoxes = {page.index: [] for page in pages}
    for segment in segments:
        user_space = media[segment.page_index].to_user_space(segment.box)
        edges = transforms[segment.page_index].to_displayed(*user_space)
        try:
            found[segment.page_index].append(Box.from_edges(*edges))
        except InvalidBox:  # rounding emptied a hairline: what it held is bound by line instead
            continue
    return found


def _payload(boxes: SegmentBoxes, pages: Sequence[PageReading]) -> bytes:
    value = [[box.edges() for box in boxes[page.index]] for page in pages]
    return sealed(zlib.compress(json.dumps(value).encode(), 6), _basis(pages))


def _from_payload(payload: bytes, pages: Sequence[PageReading]) -> SegmentBoxes | None:
    body = unsealed(payload, _basis(pages))
    if body is None:
        return None
    value = json.loads(zlib.decompress(body))
    return {
        page.index: [Box.from_edges(*edges) for edges in found]
        for page, found in zip(pages, value, strict=True)
    }


def _basis(pages: Sequence[PageReading]) -> bytes:
    """What makes another slice: its pages, and which of them are read."""
    return json.dumps(
        [[page.index, bool(page.characters and page.direction == 0)] for page in pages]
    ).encode()
