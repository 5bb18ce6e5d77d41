"""The few pages of a PDF that a browser's own renderer draws for a second opinion, with the same regions.

That renderer gets a PDF of a few pages, never a whole report: of 350 pages it takes a browser 12 to 17 s and gigabytes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pipeline.evidence.errors import PinciteError
from pipeline.evidence.page import PageGeometry, PercentBox
from viewer.page_images import PageImages

MOST_PAGES: Final = 5
MOST_BYTES: Final = 12 << 20
"""A slice goes through the script's connection to the browser as text."""

_STRONG, _PLAIN, _ASIDE = ("solid", "#A86200"), ("solid", "#B9821F"), ("dashed", "#A87318")
"""Border and colour of an outlined region: the cited value, the rest of the quote, and what gives it its meaning."""

Annotation = dict[str, str | int | float]


class SliceTooLarge(PinciteError):
    """A single page holds more bytes than a browser should be sent."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A PDF of its own, and the 0-based pages of the filing that it holds."""

    pdf: bytes
    pages: tuple[int, ...]


def pages_of_slice(page: int, marked: Collection[int], page_count: int) -> tuple[int, ...]:
    """The pages to draw, in order: the one looked at, those with regions, then its neighbours, the nearest first."""
    by_distance = sorted(
        range(max(0, page - MOST_PAGES), min(page_count, page + MOST_PAGES + 1)),
        key=lambda index: (abs(index - page), index < page),
    )
    regions = sorted((index for index in marked if 0 <= index < page_count), key=lambda one: abs(one - page))
    wanted = dict.fromkeys([page, *regions, *by_distance])
    return tuple(sorted(list(wanted)[:MOST_PAGES]))


def cut_slice(images: PageImages, path: Path, page: int, marked: Collection[int], page_count: int) -> Slice:
    """Cut by a process that draws pages; of heavy pages, such as scans, the one that is looked at alone. For a thread
    that is not the event loop's.

    Raises SliceTooLarge, NotFound, PageNotDrawn or TooManyPages.
    """
    for pages in (pages_of_slice(page, marked, page_count), (page,)):
        pdf = images.slice_from_thread(path, pages)
        if len(pdf) <= MOST_BYTES:
            return Slice(pdf, pages)
    raise SliceTooLarge(
        f"PDF page {page + 1} alone takes {len(pdf) / 1e6:.0f} MB, more than a browser is sent."
    )


def outlines(
    regions: Iterable[Mapping[str, Any]], pages: Sequence[int], sizes: Sequence[Sequence[float]]
) -> list[Annotation]:
    """The regions that lie on the slice's pages, as its renderer outlines them: in points of the displayed page, from
    its top left, numbered by the page within the slice and sorted by it. `id` is the place of a region among `regions`,
    whose boxes are in percent of their pages; `sizes` are in points.
    """
    outlined: list[Annotation] = []
    for number, region in enumerate(regions):
        index = region["page_index"]
        if index not in pages:
            continue
        percent = PercentBox(*(region[side] for side in ("left", "top", "width", "height")))
        box = PageGeometry(*sizes[index]).from_percent(percent)
        border, colour = _look(region)
        outlined.append(
            {
                "id": f"region-{number}",
                "page": pages.index(index) + 1,
                "x": box.x,
                "y": box.y,
                "width": box.width,
                "height": box.height,
                "color": colour,
                "border": border,
            }
        )
    return sorted(outlined, key=lambda one: one["page"])


def _look(region: Mapping[str, Any]) -> tuple[str, str]:
    if region["role"] != "quote":
        return _ASIDE
    return _STRONG if region["cited"] else _PLAIN
