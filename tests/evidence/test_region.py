from __future__ import annotations

import pytest

from pipeline.evidence.box import Box
from pipeline.evidence.errors import InvalidBox
from pipeline.evidence.region import COORDINATE_SPACE, Region, Role


def test_a_region_is_exported_with_its_role_and_words() -> None:
    region = Region(41, Box(72, 240, 468, 44), Role.QUOTE, "Net sales")
    assert region.to_json() == {
        "page_index": 41,
        "x": 72,
        "y": 240,
        "w": 468,
        "h": 44,
        "role": "quote",
        "text": "Net sales",
    }


def test_a_region_before_the_first_page_is_refused() -> None:
    with pytest.raises(InvalidBox):
        Region(-1, Box(0, 0, 1, 1), Role.QUOTE)


def test_the_roles_are_those_of_the_contract() -> None:
    assert {role.value for role in Role} == {
        "quote",
        "row_label",
        "column_header",
        "unit",
        "footnote",
        "context",
    }


def test_coordinates_are_named() -> None:
    assert COORDINATE_SPACE == "top-left-page-points"
