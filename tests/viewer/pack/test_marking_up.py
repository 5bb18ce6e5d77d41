"""Marks lie where they belong, leave what is printed readable, and are told apart without their colours."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pipeline.evidence.box import Box
from pipeline.evidence.page import PageGeometry
from viewer.pack.cutting import Cut, Mark
from viewer.pack.marking_up import marked_up

PAGE, SCALE = PageGeometry(300, 200), 4
BOX = Box(100, 80, 60, 12)
CUT = Box(50, 40, 200, 100)


def page() -> Image.Image:
    """White paper with a black bar in the middle of BOX."""
    image = Image.new("RGB", (300 * SCALE, 200 * SCALE), "white")
    ImageDraw.Draw(image).rectangle((120 * SCALE, 84 * SCALE, 140 * SCALE, 88 * SCALE), fill="black")
    return image


def drawn(*marks: Mark, words: tuple[Box, ...] = ()) -> Image.Image:
    return marked_up(page(), Cut(0, PAGE, CUT, marks, words))


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The pixel at a point of the page."""
    return tuple(np.asarray(image)[round((y - CUT.y) * SCALE), round((x - CUT.x) * SCALE)].tolist())


def test_a_picture_is_the_cut_out_part_of_the_page() -> None:
    assert drawn(Mark(BOX, "cited")).size == (200 * SCALE, 100 * SCALE)


@pytest.mark.parametrize("look", ["cited", "other", "aside", "candidate", "reviewer"])
def test_a_mark_fills_its_box_and_leaves_its_letters_black(look: str) -> None:
    image = drawn(Mark(BOX, look))
    assert at(image, 105, 90) != (255, 255, 255)
    assert at(image, 130, 86) == (0, 0, 0)
    assert at(image, 90, 86) == (255, 255, 255), "and nothing outside it"


def test_what_is_cited_has_a_whole_border_and_all_else_a_dashed_one() -> None:
    """Along the upper border: one run of its colour, or many."""
    runs = {}
    for look in ("cited", "other", "aside", "candidate", "reviewer"):
        row = np.asarray(drawn(Mark(BOX, look)))[round((BOX.y - 0.75 - CUT.y) * SCALE)]
        inside = row[(100 - 50) * SCALE : (160 - 50) * SCALE]
        runs[look] = len(list(groupby(map(tuple, inside.tolist()))))
    assert runs["cited"] == runs["other"] == 1
    assert all(runs[look] > 10 for look in ("aside", "candidate", "reviewer")), runs


def test_a_label_lies_over_no_mark_and_no_word() -> None:
    words = (Box(162, 80, 40, 12), Box(60, 80, 36, 12))  # right and left of the mark
    plain = np.asarray(drawn(Mark(BOX, "aside"), words=words)).astype(int)
    named = np.asarray(drawn(Mark(BOX, "aside", "column"), words=words)).astype(int)
    changed = np.argwhere((plain != named).any(axis=2))
    assert len(changed), "there is room above"
    tops, lefts = changed[:, 0] / SCALE + CUT.y, changed[:, 1] / SCALE + CUT.x
    for box in (*words, BOX):
        inside = (tops > box.y + 1) & (tops < box.bottom - 1) & (lefts > box.x + 1) & (lefts < box.right - 1)
        assert not inside.any(), box


def test_a_role_without_room_for_its_label_keeps_its_border_and_what_is_cited_keeps_its_name() -> None:
    everything = (CUT,)
    for look, is_named in (("aside", False), ("cited", True), ("reviewer", True)):
        plain = np.asarray(drawn(Mark(BOX, look), words=everything))
        named = np.asarray(drawn(Mark(BOX, look, "E1"), words=everything))
        assert (plain != named).any() == is_named
