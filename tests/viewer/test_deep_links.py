"""The address of an evidence: what is written in it is read strictly, and nothing in it raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.deep_links import MOST_QUOTED, PARAMETERS, LinkedPoint, LinkedView

KEYS = ("1:E1", "1:E2", "2:E2", "2:E2@newer", "3:E1b")


def test_every_part_is_read() -> None:
    linked = LinkedView.read({"evidence": "1:E2", "region": "2", "zoom": "149.5", "at": "57,0.412,-0.03"})
    assert linked == LinkedView("1:E2", 1, 1.495, None, LinkedPoint(56, 0.412, -0.03))


@pytest.mark.parametrize("fit", ["width", "page"])
def test_a_fit_is_no_zoom(fit: str) -> None:
    linked = LinkedView.read({"evidence": "1:E2", "zoom": fit})
    assert (linked.fit, linked.zoom, linked.problems) == (fit, None, ())


def test_without_evidence_the_other_parts_mean_nothing() -> None:
    assert LinkedView.read({"region": "2", "zoom": "x", "answer": "y"}) == LinkedView()
    assert LinkedView.read({"evidence": " "}) == LinkedView()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("region", "0", "region “0”"),
        ("region", "-1", "region “-1”"),
        ("region", "1_0", "region “1_0”"),
        ("region", "٣", "region “٣”"),
        ("region", "99999", "region “99999”"),
        ("zoom", "9", "zoom “9”"),
        ("zoom", "501", "zoom “501”"),
        ("zoom", "nan", "zoom “nan”"),
        ("zoom", "1e2", "zoom “1e2”"),
        ("zoom", "evidence", "zoom “evidence”"),
        ("at", "0,0.1,0.1", "place “0,0.1,0.1”"),
        ("at", "1,inf,0", "place “1,inf,0”"),
        ("at", "1,0.5", "place “1,0.5”"),
        ("at", "1,12,0", "place “1,12,0”"),
    ],
)
def test_what_cannot_be_read_is_left_out_and_told(name: str, value: str, words: str) -> None:
    linked = LinkedView.read({"evidence": "1:E1", name: value})
    (problem,) = linked.problems
    assert words in problem
    assert (linked.region, linked.zoom, linked.fit, linked.at) == (None, None, None, None)


@given(st.dictionaries(st.sampled_from(PARAMETERS), st.text()))
def test_no_value_raises_and_none_is_quoted_at_length(parameters: dict[str, str]) -> None:
    linked = LinkedView.read(parameters)
    assert len(linked.evidence or "") <= MOST_QUOTED
    assert all(len(words) < 200 for words in linked.problems)


@pytest.mark.parametrize(
    ("written", "key"),
    [("1:E2", "1:E2"), ("2:E2", "2:E2"), ("E2", "1:E2"), ("E1b", "3:E1b"), ("2:E2@newer", "2:E2@newer")],
)
def test_an_evidence_is_named_by_its_key_or_its_handle(written: str, key: str) -> None:
    assert LinkedView(written).key_among(KEYS) == key


@pytest.mark.parametrize("written", ["9:E9", "E9", "e2", "1", ":E2", "<b>"])
def test_an_unknown_evidence_stays_as_it_was_written(written: str) -> None:
    assert LinkedView(written).key_among(KEYS) == written


def test_no_evidence_has_no_key() -> None:
    assert LinkedView().key_among(KEYS) is None
