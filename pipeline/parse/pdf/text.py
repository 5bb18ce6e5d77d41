"""What PDFium reads on a page: characters, their boxes on the displayed page, and words."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from pipeline.evidence.page import PageTransform
from pipeline.limits import MOST_CHARACTERS
from pipeline.parse.pdf.bidirectional import is_right_to_left, ligatures_in_order
from pipeline.parse.pdf.fonts import read_with_squares
from pipeline.parse.pdf.glyph_heights import with_fitting_heights
from pipeline.parse.pdf.ink import Glyphs, seen
from pipeline.parse.pdf.rules import read_rules
from pipeline.parse.pdf.vertical import is_wide, with_columns

LINE_END_HYPHENS = ("\x02", "\ufffe")
"""How PDFium marks a hyphen at a line's end, having joined the two halves of the word."""

SOFT_HYPHEN = "\u00ad"

WORD_GAP = 0.25
"""A gap wider than this share of the line's height parts two words even where the file has no space."""

OVERPRINT = 1.2
"""A glyph that starts this many line heights before the last one's end is elsewhere. Letters of an expanded
ligature share one box and step back by its whole width."""

FALSE_SPACE = 0.05
"""PDFium may put a space of its own between glyphs that touch ("1 , 234", "I n t e r e s t"): one narrower than this
share of the height is no space. Real ones measure 0.2 and more."""

_FORCE_BOLD = 1 << 18
_BOLD_NAMES = ("bold", "black", "heavy", "demi")


@dataclass(frozen=True, slots=True)
class Word:
    """Characters `first` up to `last` of a page's reading, without a space.

    `left, top, right, bottom` are points of the page turned so that the word reads from left to right.
    `joined`: the next word continues it after a line-end hyphen.
    """

    first: int
    last: int
    text: str
    left: float
    top: float
    right: float
    bottom: float
    bold: bool
    joined: bool

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    @property
    def center(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True, slots=True, eq=False)
class PageReading:
    """A page's visible characters in PDFium's order.

    `boxes` float32 (n, 4) on the displayed page (left, top, right, bottom) and `directions` uint8 (n,) in quarter
    turns clockwise, as in GlyphBoxes. `words` holds the words of each direction; every character is in one.
    `rules` float32 (n, 4): the ruling lines, as read_rules gives them.
    """

    index: int
    transform: PageTransform
    characters: str
    boxes: NDArray[np.float32]
    directions: NDArray[np.uint8]
    words: dict[int, list[Word]]
    lines: str
    rules: NDArray[np.float32]

    @property
    def direction(self) -> int:
        """The direction that most of the page's characters run in."""
        if not len(self.directions):
            return 0
        return int(np.bincount(self.directions, minlength=4).argmax())

    def rules_along(self, direction: int) -> NDArray[np.float64]:
        """The ruling lines (n, 4) on the page turned so that this direction runs from left to right."""
        geometry = self.transform.geometry
        return turned(self.rules.astype(np.float64), direction, geometry.width, geometry.height)

    def frame(self, direction: int) -> tuple[float, float]:
        """Width and height of the page, turned so that this direction runs from left to right."""
        geometry = self.transform.geometry
        return (geometry.width, geometry.height) if direction % 2 == 0 else (geometry.height, geometry.width)


class PageTooFull(ValueError):
    """A page with more characters than any filing's."""


def read_page(document: pypdfium2.PdfDocument, index: int) -> PageReading:
    """Read page `index` (0-based). Raises InvalidGeometry for a page without an area, PdfiumError when unreadable,
    PageTooFull."""
    read_with_squares()
    page = document[index]
    try:
        left, bottom, right, top = page.get_bbox()
        transform = PageTransform(left, bottom, right, top, page.get_rotation())
        textpage = _upright_text(page, transform.rotation)
        try:
            if (count := textpage.count_chars()) > MOST_CHARACTERS:
                raise PageTooFull(f"it has {count:,} characters; pages of up to {MOST_CHARACTERS:,} are read")
            raw = _raw_characters(textpage)
            boxes = _visible_boxes(raw.edges, transform)
            boxes[~seen(page, textpage, transform, Glyphs(raw.characters, raw.codes, boxes))] = np.nan
            return _reading(index, transform, raw, boxes, textpage, read_rules(page, transform))
        finally:
            textpage.close()
    finally:
        page.close()


def turned(edges: NDArray[np.float64], direction: int, width: float, height: float) -> NDArray[np.float64]:
    """Displayed edges (n, 4) of a page of this size, on the page turned so that `direction` runs to the right."""
    left, top, right, bottom = edges.T
    match direction:
        case 0:
            turned_edges = (left, top, right, bottom)
        case 1:
            turned_edges = (top, width - right, bottom, width - left)
        case 2:
            turned_edges = (width - right, height - bottom, width - left, height - top)
        case _:
            turned_edges = (height - bottom, left, height - top, right)
    return np.stack(turned_edges, axis=1)


@dataclass(frozen=True, slots=True)
class _Raw:
    """All characters of a text page: user-space edges (l, b, r, t), quarter turns clockwise in user space, and
    whether each is no space (0), a space that PDFium made up (1) or one of the file (2)."""

    characters: list[str]
    codes: list[int]
    edges: NDArray[np.float64]
    quarters: NDArray[np.int64]
    spaces: NDArray[np.uint8]


def _upright_text(page: pypdfium2.PdfPage, rotation: int) -> pypdfium2.PdfTextPage:
    """PDFium orders text as the page is displayed, and reverses lines that stand upright in user space when the
    page is rotated: such a page is read unrotated, unless its text is upside down there."""
    if not rotation:
        return page.get_textpage()
    page.set_rotation(0)  # in memory only
    textpage = page.get_textpage()
    page.set_rotation(rotation)
    count = textpage.count_chars()
    sample = range(0, count, max(1, count // 50))
    reversed_count = sum(2.6 < pdfium.FPDFText_GetCharAngle(textpage.raw, i) < 3.7 for i in sample)
    if reversed_count * 2 <= len(sample):
        return textpage
    textpage.close()
    return page.get_textpage()


def _raw_characters(textpage: pypdfium2.PdfTextPage) -> _Raw:
    characters: list[str] = []
    codes: list[int] = []
    edges: list[tuple[float, float, float, float]] = []
    angles: list[float] = []
    spaces: list[int] = []
    for code, character in _decoded(textpage):
        characters.append(character)
        codes.append(code)
        is_space = character.isspace()
        spaces.append(2 - (pdfium.FPDFText_IsGenerated(textpage.raw, code) == 1) if is_space else 0)
        if is_space:
            edges.append((math.nan,) * 4)
            angles.append(0.0)
        else:
            edges.append(_edges(textpage, code))
            angles.append(pdfium.FPDFText_GetCharAngle(textpage.raw, code))
    quarters = np.rint(np.asarray(angles, dtype=np.float64) / (math.pi / 2)).astype(np.int64) % 4
    boxes = with_fitting_heights(
        textpage, codes, np.asarray(edges, dtype=np.float64).reshape(-1, 4), quarters
    )
    return _Raw(characters, codes, boxes, quarters, np.asarray(spaces, dtype=np.uint8))


def _decoded(textpage: pypdfium2.PdfTextPage) -> Iterator[tuple[int, str]]:
    """Index in the text page and character, surrogate pairs put together, controls and broken halves as spaces."""
    unicode_at, raw, count = pdfium.FPDFText_GetUnicode, textpage.raw, textpage.count_chars()
    index = 0
    while index < count:
        value = unicode_at(raw, index)
        if 0xD800 <= value < 0xDC00 and index + 1 < count:
            low = unicode_at(raw, index + 1)
            if 0xDC00 <= low < 0xE000:
                yield index, chr(0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00))
                index += 2
                continue
        yield index, _character(value)
        index += 1


def _character(value: int) -> str:
    if value in (0x02, 0xFFFE):
        return chr(value)
    if value < 0x20 or 0x7F <= value < 0xA0:
        return "\n" if value in (0x0A, 0x0D) else " "
    if 0xD800 <= value < 0xE000 or value > 0x10FFFF:
        return "\ufffd"
    return chr(value)


_rectangle = pdfium.FS_RECTF()
_rectangle_address = ctypes.byref(_rectangle)


def _edges(textpage: pypdfium2.PdfTextPage, index: int) -> tuple[float, float, float, float]:
    """User-space left, bottom, right, top of a glyph: its advance by the font's line height, which covers the ink
    and gives the glyphs of a line equal heights; the ink itself where the font states no height."""
    if pdfium.FPDFText_GetLooseCharBox(textpage.raw, index, _rectangle_address):
        left, bottom, right, top = _rectangle.left, _rectangle.bottom, _rectangle.right, _rectangle.top
        if right - left > 0.01 and top - bottom > 0.01:
            return left, bottom, right, top
    left, bottom, right, top = textpage.get_charbox(index)
    return left, bottom, right, top


def _reading(
    index: int,
    transform: PageTransform,
    raw: _Raw,
    boxes: NDArray[np.float64],
    textpage: pypdfium2.PdfTextPage,
    rules: NDArray[np.float32],
) -> PageReading:
    visible = ~np.isnan(boxes[:, 0])
    kept = np.flatnonzero(visible)
    spaced = _spaces_before(raw.spaces, kept)
    characters, joins = _hyphens(raw.characters, kept)
    characters = ligatures_in_order(characters, boxes[kept])
    quarters = ((raw.quarters[kept] + transform.rotation // 90) % 4).astype(np.uint8)
    directions = with_columns(characters, boxes[kept], quarters)
    geometry = transform.geometry
    bold = _Boldness(textpage)
    words = {
        int(direction): _words(
            characters,
            turned(boxes[kept], int(direction), geometry.width, geometry.height),
            np.flatnonzero(directions == direction),
            spaced,
            joins,
            [raw.codes[k] for k in kept],
            bold,
        )
        for direction in np.unique(directions)
    }
    lines = "".join(c if v or c.isspace() else "" for c, v in zip(raw.characters, visible, strict=True))
    glyphs = boxes[kept].astype(np.float32)
    return PageReading(index, transform, characters, glyphs, directions, words, lines, rules)


def _visible_boxes(edges: NDArray[np.float64], transform: PageTransform) -> NDArray[np.float64]:
    """Displayed boxes (n, 4), NaN where a glyph has no ink or its centre is not on the visible page.

    A glyph that pokes over the edge is cut to its visible part. This is geometry, not clamping: the rest of it
    is not on the displayed page, as the page's image shows.
    """
    left, bottom, right, top = edges.T
    displayed = np.stack(transform.to_displayed(left, bottom, right, top), axis=1)
    width, height = transform.geometry.width, transform.geometry.height
    across, down = (displayed[:, 0] + displayed[:, 2]) / 2, (displayed[:, 1] + displayed[:, 3]) / 2
    with np.errstate(invalid="ignore"):
        on_page = (across >= 0) & (across <= width) & (down >= 0) & (down <= height)
        cut = np.stack(
            (
                np.maximum(displayed[:, 0], 0),
                np.maximum(displayed[:, 1], 0),
                np.minimum(displayed[:, 2], width),
                np.minimum(displayed[:, 3], height),
            ),
            axis=1,
        ).astype(np.float32)
        inked = (cut[:, 2] > cut[:, 0]) & (cut[:, 3] > cut[:, 1]) & np.isfinite(cut).all(axis=1)
    boxes = cut.astype(np.float64)
    boxes[~(on_page & inked)] = np.nan
    return boxes


def _spaces_before(spaces: NDArray[np.uint8], kept: NDArray[np.int64]) -> NDArray[np.uint8]:
    """For each kept character, what stands between it and the kept one before it: as in _Raw.spaces."""
    before = np.concatenate(([0], kept[:-1])) if len(kept) else kept
    found = np.zeros(len(kept), dtype=np.uint8)
    for kind in (1, 2):
        so_far = np.concatenate(([0], np.cumsum(spaces == kind)))
        found[so_far[kept] > so_far[before]] = kind
    return found


def _hyphens(characters: list[str], kept: NDArray[np.int64]) -> tuple[str, frozenset[int]]:
    """The kept characters with line-end hyphens resolved, and the positions of those hyphens.

    Between two letters it becomes a soft hyphen, because PDFium joins "environ-" and "mental" alike with
    "long-" and "term"; beside a digit it stays a hyphen: "2021-2022" must never become one number.
    """
    text = [characters[k] for k in kept]
    joins = set()
    for position, character in enumerate(text):
        if character in LINE_END_HYPHENS:
            neighbours = text[max(position - 1, 0) : position] + text[position + 1 : position + 2]
            between_letters = len(neighbours) == 2 and all(n.isalpha() for n in neighbours)
            text[position] = SOFT_HYPHEN if between_letters else "-"
            joins.add(position)
    return "".join(text), frozenset(joins)


class _Boldness:
    """Whether a character's font is bold, by its name or its ForceBold flag."""

    def __init__(self, textpage: pypdfium2.PdfTextPage) -> None:
        self._raw = textpage.raw
        self._name = ctypes.create_string_buffer(128)
        self._flags = ctypes.c_int()
        self._known: dict[tuple[bytes, int], bool] = {}

    def of(self, index: int) -> bool:
        pdfium.FPDFText_GetFontInfo(self._raw, index, self._name, 128, ctypes.byref(self._flags))
        key = self._name.value, self._flags.value
        if key not in self._known:
            name = key[0].decode("latin-1").lower()
            self._known[key] = bool(key[1] & _FORCE_BOLD) or any(word in name for word in _BOLD_NAMES)
        return self._known[key]


def _words(
    characters: str,
    edges: NDArray[np.float64],
    members: NDArray[np.int64],
    spaced: NDArray[np.uint8],
    joins: frozenset[int],
    codes: list[int],
    bold: _Boldness,
) -> list[Word]:
    """Words of one direction: broken at spaces, wide gaps, steps back and changes of line."""
    boxes = edges[members]
    starts = np.flatnonzero(_breaks(characters, boxes, members, spaced))
    if not len(starts):
        return []
    low = np.minimum.reduceat(boxes[:, :2], starts, axis=0).tolist()
    high = np.maximum.reduceat(boxes[:, 2:], starts, axis=0).tolist()
    ends = [*starts[1:].tolist(), len(members)]
    words = []
    for (left, top), (right, bottom), start, end in zip(low, high, starts.tolist(), ends, strict=True):
        first, last = int(members[start]), int(members[end - 1]) + 1
        words.append(
            Word(
                first=first,
                last=last,
                text=characters[first:last],
                left=left,
                top=top,
                right=right,
                bottom=bottom,
                bold=bold.of(codes[first]),
                joined=last - 1 in joins,
            )
        )
    return words


def _breaks(
    characters: str, boxes: NDArray[np.float64], members: NDArray[np.int64], spaced: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """For each character of one direction, whether a word begins with it."""
    before, after = boxes[:-1], boxes[1:]
    heights = np.minimum(before[:, 3] - before[:, 1], after[:, 3] - after[:, 1])
    shared = np.minimum(before[:, 3], after[:, 3]) - np.maximum(before[:, 1], after[:, 1])
    forward = after[:, 0] - before[:, 2]
    backward = before[:, 0] - after[:, 2]
    tall = np.maximum(before[:, 3] - before[:, 1], after[:, 3] - after[:, 1])
    right_to_left = np.fromiter((is_right_to_left(characters[m]) for m in members), np.bool_, len(members))
    onward = (forward > -OVERPRINT * tall) & (forward < WORD_GAP * tall)
    leftward = right_to_left[1:] & (backward > -OVERPRINT * tall) & (backward < WORD_GAP * tall)
    adjacent = (shared > 0.5 * heights) & (onward | leftward) & (np.diff(members) == 1)
    between = spaced[members[1:]]
    touching = np.abs(forward) < FALSE_SPACE * heights
    wide = np.fromiter((is_wide(characters[m]) for m in members), np.bool_, len(members))
    spaced_out = (between == 2) & ~(
        touching & wide[1:] & wide[:-1]
    )  # a square script's space is as wide as a letter
    breaks = ~adjacent | spaced_out | ((between == 1) & ~touching)
    return np.concatenate(([True] if len(members) else [], breaks)).astype(np.bool_)
