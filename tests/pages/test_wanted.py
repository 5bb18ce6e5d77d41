"""A cookie that says where somebody wanted to go says a page and its parameters, or nothing."""

from __future__ import annotations

import base64
import json

import pytest

from pages.wanted import read


def written(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_a_page_and_its_parameters_are_read_as_they_were() -> None:
    place = ("library", {"show": "Collections", "words": "a b & ü"})
    assert read(written(place)) == place


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        "x",
        "%%%",
        "AAAA",
        written(None),
        written([]),
        written(["library"]),
        written(["library", "x"]),
        written(["library", {}, 1]),
        written([7, {}]),
        written(["library", {"show": ["Collections"]}]),
        written("[" * 20_000),
        base64.urlsafe_b64encode(b"[" * 100_000).decode(),
    ],
)
def test_anything_else_is_nothing(cookie: str) -> None:
    assert read(cookie) is None
