"""Which drawn things are ruling lines, and where they stand on the displayed page."""

from __future__ import annotations

import numpy as np
import pytest

from tests.fixtures.pdfs import Text, turned_pages
from tests.fixtures.ruled import Filled, Mark, Stroke, page_with
from tests.parse.pdf_pages import reading_of

WORDS = [Text(60, 100, "Net sales of the year")]


@pytest.mark.parametrize(
    ("mark", "rule"),
    [
        pytest.param(Stroke((60, 110), (200, 110)), (60, 110, 200, 110), id="a level stroke"),
        pytest.param(Stroke((60, 110), (60, 200)), (60, 110, 60, 200), id="an upright stroke"),
        pytest.param(Filled(60, 110, 140, 1), (60, 110.5, 200, 110.5), id="a thin dark box"),
    ],
)
def test_strokes_and_thin_boxes_are_rules(mark: Mark, rule: tuple[float, float, float, float]) -> None:
    rules = reading_of(page_with(WORDS, [mark])).rules
    np.testing.assert_allclose(rules, [rule], atol=0.01)


@pytest.mark.parametrize(
    "mark",
    [
        pytest.param(Stroke((60, 110), (200, 150)), id="a slanted stroke"),
        pytest.param(Filled(60, 110, 140, 12, grey=0.9), id="a shaded row"),
        pytest.param(Filled(60, 110, 1, 12, grey=0.9), id="a slice of a shaded row"),
        pytest.param(Filled(60, 110, 2, 2), id="a dot"),
    ],
)
def test_other_marks_are_no_rules(mark: Mark) -> None:
    assert len(reading_of(page_with(WORDS, [mark])).rules) == 0


def test_rules_are_turned_with_the_page() -> None:
    pdf = page_with(WORDS, [Stroke((60, 110), (200, 110))])
    rules = reading_of(turned_pages(pdf, 90)).rules
    np.testing.assert_allclose(rules, [(792 - 110, 60, 792 - 110, 200)], atol=0.01)


def test_a_page_without_drawings_has_no_rules() -> None:
    assert reading_of(page_with(WORDS)).rules.shape == (0, 4)
