"""Draws marks over the cut-out of a page: as the pane marks them, each with a border, a fill and a label."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFont

from pipeline.evidence.box import Box
from viewer.pack.cutting import Cut, Mark

Colour = tuple[int, int, int]

_FILLS: Final[dict[str, Colour]] = {
    "cited": (255, 202, 87),
    "other": (255, 232, 178),
    "aside": (255, 248, 230),
    "candidate": (255, 240, 204),
    "reviewer": (214, 228, 246),
}
_LINES: Final[dict[str, Colour]] = {
    "cited": (168, 98, 0),
    "other": (185, 130, 31),
    "aside": (168, 115, 24),
    "candidate": (168, 98, 0),
    "reviewer": (31, 78, 140),
}
_TAGS: Final[dict[str, tuple[Colour, Colour]]] = {
    "cited": ((244, 180, 26), (36, 23, 0)),
    "other": (_FILLS["other"], (94, 60, 0)),
    "aside": ((255, 246, 224), (110, 69, 0)),
    "candidate": ((255, 255, 255), (94, 60, 0)),
    "reviewer": ((31, 78, 140), (255, 255, 255)),
}
"""A label's ground and its letters: over 4.5 : 1 each."""
_DASHED: Final = frozenset({"aside", "candidate", "reviewer"})
_AROUND: Final = 1.5
"""Points between a box and its border."""
_WEIGHT: Final = {"cited": 1.4, "reviewer": 1.4}
"""Points of a border; 0.8 for all others."""
_LETTERS: Final = 7.5
"""Points of a label."""


def marked_up(page: Image.Image, cut: Cut) -> Image.Image:
    """The part of the whole page's image `page` that `cut` shows, with its marks."""
    scale = page.width / cut.geometry.width
    edges = [round(edge * scale) for edge in cut.box.edges()]
    picture = page.convert("RGB").crop((edges[0], edges[1], edges[2], edges[3]))
    origin = cut.box.x, cut.box.y
    order = sorted(cut.marks, key=lambda mark: mark.look in _WEIGHT)
    for mark in order:
        _fill(picture, _edges(mark, origin, scale), _FILLS[mark.look])
    draw = ImageDraw.Draw(picture)
    for mark in order:
        _border(draw, _edges(mark, origin, scale), mark.look, scale)
    taken = [_edges(mark, origin, scale) for mark in cut.marks]
    taken += [_pixels(word, origin, scale) for word in cut.words]
    for mark in reversed(order):
        if mark.label:
            place = _label(picture, draw, mark, _edges(mark, origin, scale), scale, taken)
            taken += [place] if place else []
    return picture


_Edges = tuple[int, int, int, int]


def _edges(mark: Mark, origin: tuple[float, float], scale: float) -> _Edges:
    """The mark's border in pixels of the picture."""
    box = mark.box
    wider = Box.from_edges(
        box.x - _AROUND, box.y - _AROUND / 2, box.right + _AROUND, box.bottom + _AROUND / 2
    )
    return _pixels(wider, origin, scale)


def _pixels(box: Box, origin: tuple[float, float], scale: float) -> _Edges:
    return (
        round((box.x - origin[0]) * scale),
        round((box.y - origin[1]) * scale),
        round((box.right - origin[0]) * scale),
        round((box.bottom - origin[1]) * scale),
    )


def _fill(picture: Image.Image, edges: _Edges, colour: Colour) -> None:
    """As a marker pen does: what is printed stays black."""
    left, top, right, bottom = _inside(edges, picture)
    if right > left and bottom > top:
        under = picture.crop((left, top, right, bottom))
        picture.paste(ImageChops.multiply(under, Image.new("RGB", under.size, colour)), (left, top))


def _border(draw: ImageDraw.ImageDraw, edges: _Edges, look: str, scale: float) -> None:
    width = max(round(_WEIGHT.get(look, 0.8) * scale), 1)
    if look not in _DASHED:
        draw.rectangle(edges, outline=_LINES[look], width=width)
        return
    left, top, right, bottom = edges
    dash = max(round(2.6 * scale), 3)
    for start in range(left, right, 2 * dash):
        end = min(start + dash, right)
        draw.rectangle((start, top, end, top + width - 1), fill=_LINES[look])
        draw.rectangle((start, bottom - width + 1, end, bottom), fill=_LINES[look])
    for start in range(top, bottom, 2 * dash):
        end = min(start + dash, bottom)
        draw.rectangle((left, start, left + width - 1, end), fill=_LINES[look])
        draw.rectangle((right - width + 1, start, right, end), fill=_LINES[look])


def _label(
    picture: Image.Image,
    draw: ImageDraw.ImageDraw,
    mark: Mark,
    edges: _Edges,
    scale: float,
    taken: list[_Edges],
) -> _Edges | None:
    """Beside its mark, over no other mark and no word of the page; its place. Where there is none, a role is told by
    its border alone, and what is cited or marked hides what stands beside it rather than have no name."""
    font = ImageFont.load_default(_LETTERS * scale)
    width = round(draw.textlength(mark.label, font=font) + 4 * scale)
    height = round((_LETTERS + 3.5) * scale)
    places = _beside(edges, (width, height), is_left=mark.look in ("cited", "other"))
    inside = [place for place in places if _inside(place, picture) == place]
    free = [place for place in inside if not any(_overlap(place, other) for other in taken)]
    if not free and mark.look == "aside":
        return None
    place = (free or inside or places)[0]
    ground, letters = _TAGS[mark.look]
    draw.rounded_rectangle(
        place, radius=1.5 * scale, fill=ground, outline=_LINES[mark.look], width=max(round(0.6 * scale), 1)
    )
    middle = (place[0] + place[2]) / 2, (place[1] + place[3]) / 2
    draw.text(middle, mark.label, fill=letters, font=font, anchor="mm")
    return place


def _beside(edges: _Edges, size: tuple[int, int], *, is_left: bool) -> list[_Edges]:
    """Places for a label of this size around a mark, the best first."""
    left, top, right, bottom = edges
    width, height = size
    middle = (top + bottom - height) // 2
    sides = [(left - width, middle), (right, middle)]
    corners = [(x, y) for y in (top - height, bottom) for x in (left, right - width, left - width, right)]
    return [(x, y, x + width, y + height) for x, y in [*(sides if is_left else reversed(sides)), *corners]]


def _inside(edges: _Edges, picture: Image.Image) -> _Edges:
    left, top, right, bottom = edges
    return max(left, 0), max(top, 0), min(right, picture.width), min(bottom, picture.height)


def _overlap(one: _Edges, other: _Edges) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
