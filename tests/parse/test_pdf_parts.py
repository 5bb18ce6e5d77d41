"""Finished slices are kept and used again, and nothing else is believed."""

from __future__ import annotations

import pytest

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import IngestInterrupted, ParseFailed
from pipeline.parse.parts import sealed, unsealed
from pipeline.parse.pdf.document import assemble, iter_pdf
from pipeline.parse.pdf.segmenter_pool import SegmenterPool
from tests.fixtures.pdfs import Text, pdf_of, turned_pages

PAGES = 16


class Kept(dict[int, bytes]):
    """Parts in memory, which remember what was put. A Parts."""

    def __init__(self) -> None:
        super().__init__()
        self.put_pages: list[int] = []

    def get(self, first_page: int) -> bytes | None:  # type: ignore[override]
        return super().get(first_page)

    def put(self, first_page: int, payload: bytes) -> None:
        self.put_pages.append(first_page)
        self[first_page] = payload


def report() -> bytes:
    """Sixteen pages, four slices; cropped and shifted, so that boxes have to be moved onto the page."""
    pages = (
        [
            Text(60, 100, f"Part {page}", bold=True, size=14),
            Text(60, 140, f"Net sales of segment {page} rose in the quarter."),
        ]
        for page in range(PAGES)
    )
    return turned_pages(pdf_of(*pages), 0, cropped=True, shifted=True)


def parse(data: bytes, parts: Kept, stop_after: int = PAGES) -> ParsedDocument:
    done = [0]

    def progress(pages: int, _: int) -> None:
        done[0] = pages

    return assemble(
        list(
            iter_pdf(
                data,
                source="report.pdf",
                progress=progress,
                interrupted=lambda: done[0] >= stop_after and stop_after < PAGES,
                parts=parts,
            )
        )
    )


@pytest.fixture(scope="module")
def whole() -> tuple[Kept, ParsedDocument]:
    parts = Kept()
    return parts, parse(report(), parts)


def test_each_slice_is_kept_once(whole: tuple[Kept, ParsedDocument]) -> None:
    assert whole[0].put_pages == [0, 2, 6, 14]


def test_a_parse_that_was_stopped_goes_on_where_it_was(whole: tuple[Kept, ParsedDocument]) -> None:
    parts = Kept()
    with pytest.raises(IngestInterrupted):
        parse(report(), parts, stop_after=6)
    assert parts.put_pages[:2] == [0, 2]
    before = len(parts.put_pages)
    assert parse(report(), parts) == whole[1]
    assert parts.put_pages[before:] == [
        page for page in (0, 2, 6, 14) if page not in parts.put_pages[:before]
    ]


def test_kept_slices_are_not_segmented_again(
    whole: tuple[Kept, ParsedDocument], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(pool: SegmenterPool, slice_: object) -> None:
        raise ParseFailed("a slice was sent", source="report.pdf")

    monkeypatch.setattr(SegmenterPool, "send", refuse)
    assert parse(report(), whole[0]) == whole[1]


@pytest.mark.parametrize("page", [0, 6])
def test_a_damaged_part_is_made_anew(whole: tuple[Kept, ParsedDocument], page: int) -> None:
    parts = Kept()
    parts.update(whole[0])
    damaged = bytearray(parts[page])
    damaged[-3] ^= 1
    parts[page] = bytes(damaged)
    assert parse(report(), parts) == whole[1]
    assert parts.put_pages == [page]
    assert parts == whole[0]


def test_a_part_of_other_pages_is_made_anew(whole: tuple[Kept, ParsedDocument]) -> None:
    parts = Kept()
    parts.update(whole[0])
    parts[2] = parts[6]
    assert parse(report(), parts) == whole[1]
    assert parts.put_pages == [2]


def test_a_payload_proves_its_body_and_what_it_was_made_from() -> None:
    payload = sealed(b"body", b"basis")
    assert unsealed(payload, b"basis") == b"body"
    assert unsealed(payload, b"another basis") is None
    assert unsealed(payload[:-1], b"basis") is None
    assert unsealed(b"", b"basis") is None


def test_a_document_is_the_same_however_many_segmenters_read_it(whole: tuple[Kept, ParsedDocument]) -> None:
    for count in (1, 3):
        chunks = iter_pdf(
            report(),
            source="report.pdf",
            progress=lambda done, total: None,
            interrupted=lambda: False,
            segmenters=count,
        )
        assert assemble(list(chunks)) == whole[1]
