"""The cells of real government tables: most of them without a figure, many of several lines, ruled or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.parse.icdar import GoldCell, Score, gold_cells, key_of, measure

FLOOR = 0.95


@pytest.fixture(scope="module")
def score(shared_data: Path) -> Score:
    return measure(shared_data / "tables")


def test_cells_that_people_boxed_are_cells_of_ours_at_the_same_place(score: Score) -> None:
    print(score)
    assert score.total == 13_879
    assert score.share >= FLOOR


def test_words_are_compared_without_their_white_space_and_nothing_else() -> None:
    assert key_of("to air\nkg/year") == key_of("to air kg/year")
    assert key_of("(1.0)") != key_of("1.0")
    assert key_of("No.") != key_of("no.")


def test_a_gold_cell_without_a_readable_box_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "one-str.xml").write_text(
        '<document><table><region page="2">'
        '<cell><bounding-box x1="1" y1="2" x2="3" y2="4"/><content>kept</content></cell>'
        '<cell><bounding-box x1="26ß" y1="2" x2="3" y2="4"/><content>left out</content></cell>'
        '<cell><bounding-box x1="1" y1="2" x2="3" y2="4"/><content> </content></cell>'
        "</region></table></document>"
    )
    assert list(gold_cells(tmp_path / "one.pdf")) == [GoldCell(1, (1.0, 2.0, 3.0, 4.0), "kept")]
