from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluate.mutations import Mutation, mutants
from pipeline.evidence.figures import figures, same_figures
from pipeline.evidence.quote import Located, Missing, locate

TEXT = (
    "Sales were $ 81,797 million, costs (265), a share earned 1.26, growth 4.5% and -3 in 2023 (Form 10-K)."
)


def changed(mutation: Mutation, text: str = TEXT) -> list[tuple[str, str]]:
    return [(m.before, m.after) for m in mutants(text, "seed") if m.mutation is mutation]


@pytest.mark.parametrize(
    ("mutation", "change"),
    [
        (Mutation.BRACKETS_DROPPED, ("(265)", "265")),
        (Mutation.BRACKETS_ADDED, ("1.26", "(1.26)")),
        (Mutation.SIGN_DROPPED, ("-3", "3")),
        (Mutation.SIGN_ADDED, ("81,797", "-81,797")),
        (Mutation.POINT_DROPPED, ("1.26", "126")),
        (Mutation.POINT_ADDED, ("265", "26.5")),
        (Mutation.SEPARATOR_MOVED, ("81,797", "817,97")),
        (Mutation.SEPARATOR_TO_POINT, ("81,797", "81.797")),
        (Mutation.SCALE_CHANGED, ("million", "billion")),
        (Mutation.SCALE_ADDED, ("1.26", "1.26 billion")),
        (Mutation.PERCENT_DROPPED, ("4.5%", "4.5")),
        (Mutation.PERCENT_ADDED, ("1.26", "1.26%")),
        (Mutation.CURRENCY_CHANGED, ("$", "€")),
    ],
)
def test_each_kind_of_falsification_is_made(mutation: Mutation, change: tuple[str, str]) -> None:
    assert change in changed(mutation)


def test_a_decimal_point_moves_by_one_digit() -> None:
    assert changed(Mutation.POINT_MOVED, "44.52") == [("44.52", "4.452")]


def test_a_figure_in_a_name_is_left_alone() -> None:
    assert mutants("Form 10-K of Q3", "seed") == ()


def test_the_same_seed_gives_the_same_mutants() -> None:
    assert mutants(TEXT, "seed") == mutants(TEXT, "seed")
    assert mutants(TEXT, "seed") != mutants(TEXT, "another")


def test_a_sample_has_every_kind_first() -> None:
    kinds = Counter(mutant.mutation for mutant in mutants(TEXT, "seed"))
    sample = Counter(mutant.mutation for mutant in mutants(TEXT, "seed", len(kinds)))
    assert set(sample) == set(kinds)
    assert set(sample.values()) == {1}


AMOUNTS = st.one_of(
    st.integers(0, 10**9).map(lambda number: f"{number:,}"),
    st.integers(0, 10**6).map(lambda number: f"({number:,})"),
    st.decimals(0, 10**6, places=2).map(lambda number: f"${number:,}"),
    st.decimals(0, 100, places=1).map(lambda number: f"{number}%"),
    st.integers(1, 999).map(lambda number: f"${number} million"),
    st.integers(1, 999).map(lambda number: f"-{number}"),
)


@given(st.lists(AMOUNTS, min_size=1, max_size=6))
def test_every_mutant_prints_other_figures_than_its_text(amounts: list[str]) -> None:
    text = "Sales of " + " and then ".join(amounts) + " in all"
    for mutant in mutants(text, "seed"):
        assert mutant.text != text
        if mutant.mutation is not Mutation.CURRENCY_CHANGED:
            assert not same_figures(figures(text), figures(mutant.text)), mutant


@given(st.lists(AMOUNTS, min_size=1, max_size=6))
def test_no_mutant_of_a_text_is_located_in_it(amounts: list[str]) -> None:
    text = "Sales of " + " and then ".join(amounts) + " in all"
    page = f"Some words before.\n{text}\nAnd some after it."
    assert isinstance(locate(text, page), Located)
    for mutant in mutants(text, "seed"):
        assert isinstance(locate(mutant.text, page), Missing), mutant
