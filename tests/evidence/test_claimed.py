"""Figures with the words that touch them."""

from __future__ import annotations

import pytest

from pipeline.evidence.claimed import Kind, claimed_figures


@pytest.mark.parametrize(
    ("text", "words", "kind", "digits", "scale", "currency"),
    [
        ("Up 20 basis points.", "20 basis points", Kind.BASIS_POINTS, "20", 0, None),
        ("Up 12.5bps.", "12.5bps", Kind.BASIS_POINTS, "12.5", 0, None),
        ("Up 1.2 pts.", "1.2 pts.", Kind.POINTS, "1.2", 0, None),
        ("Up 1.2 percentage points.", "1.2 percentage points", Kind.POINTS, "1.2", 0, None),
        ("Up 0.5%-points.", "0.5%-points", Kind.POINTS, "0.5", 0, None),
        ("Up 5 percent.", "5 percent", Kind.PERCENT, "5", 0, None),
        ("Up five percent.", "five percent", Kind.PERCENT, "5", 0, None),
        ("It was 1.4x.", "1.4x", Kind.MULTIPLE, "1.4", 0, None),
        ("It turned 2.7 times.", "2.7 times", Kind.MULTIPLE, "2.7", 0, None),
        ("It paid 24 cents.", "24 cents", Kind.PLAIN, "24", -2, "USD"),
        ("It paid 2.3B.", "2.3B", Kind.PLAIN, "2.3", 9, None),
        ("It paid EUR5.2 million.", "5.2 million", Kind.PLAIN, "5.2", 6, "EUR"),
        ("It paid USD 81,797.", "81,797", Kind.PLAIN, "81797", 0, "USD"),
        ("It paid US$81.8 billion.", "$81.8 billion", Kind.PLAIN, "81.8", 9, "USD"),
        ("It paid C$5.", "$5", Kind.PLAIN, "5", 0, "CAD"),
        ("It paid 5 million euros.", "5 million", Kind.PLAIN, "5", 6, "EUR"),
        ("It sold two million units.", "two million", Kind.PLAIN, "2", 6, None),
        ("A 12-month term.", "12", Kind.PLAIN, "12", 0, None),
    ],
)
def test_a_figure_is_read_with_its_words(
    text: str, words: str, kind: Kind, digits: str, scale: int, currency: str | None
) -> None:
    (one,) = claimed_figures(text)
    assert (one.range.of(text), one.kind, one.figure.digits, one.figure.scale, one.currency) == (
        words,
        kind,
        digits,
        scale,
        currency,
    )


@pytest.mark.parametrize(
    "text",
    ["10-K", "8-K", "Q3", "E1", "F-12", "COVID-19", "737MAX", "3rd", "5G", "10K", "the 1980s", "one of them"],
)
def test_names_state_nothing(text: str) -> None:
    assert claimed_figures(text) == ()


def test_shares_and_amounts_a_share_are_told_apart() -> None:
    shares, per_share, eps = claimed_figures(
        "12 million ordinary shares, $1.26 per diluted share, EPS of $1.20"
    )
    assert (shares.is_shares, shares.is_per_share) == (True, False)
    assert (per_share.is_shares, per_share.is_per_share) == (False, True)
    assert eps.is_per_share


def test_a_number_in_a_name_keeps_its_word() -> None:
    assert [one.name for one in claimed_figures("Topic 606, Note 5 and Level 3")] == [
        "Topic",
        "Note",
        "Level",
    ]


def test_spelled_counts_are_known_as_such() -> None:
    counted = claimed_figures("three segments, twenty-one stores")
    assert [(one.figure.digits, one.is_spelled) for one in counted] == [("3", True), ("21", True)]
