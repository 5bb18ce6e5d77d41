"""Where a cited figure or sentence stands again, and where something only looks like it."""

from __future__ import annotations

import pytest

from pipeline.evidence.occurrences import CitedWords
from pipeline.evidence.text import TextRange


def places(cited: str, row: str, text: str) -> list[str]:
    """Cites the first `cited` of `row`, then looks in `text`."""
    start = row.index(cited)
    words = CitedWords(row, TextRange(start, start + len(cited)))
    return [span.of(text) for span in words.places(text)]


@pytest.mark.parametrize(
    ("cited", "row", "text", "expected"),
    [
        ("81,797", "Total net sales $ 81,797", "81,797 and $ 81,797, 81797", ["81,797", "81,797", "81797"]),
        ("81,797", "Total net sales $ 81,797", "(81,797) 181,797 81,797% 8,1797.0 81.797", []),
        ("81,797", "Total net sales $ 81,797", "€ 81,797", []),
        ("(45,384)", "Cost of sales (45,384)", "45,384\n(45,384)\n-45,384", ["(45,384)", "-45,384"]),
        ("45,384", "Cost of sales (45,384)", "45,384\n(45,384)", ["(45,384)"]),
        ("8", "grew by 8 %", "8\n8%\n18%", ["8%"]),
        ("5.2", "$5.2 billion", "5.2\n5.2 billion\n$5.2 million", ["5.2 billion"]),
        ("0.50", "per share 0.50", "0.5\n.50\n0.50", ["0.50"]),
        ("—", "Other —", "Other —\n—", []),
    ],
)
def test_a_figure_stands_again_where_sign_decimals_and_scale_agree(
    cited: str, row: str, text: str, expected: list[str]
) -> None:
    assert places(cited, row, text) == expected


def test_a_sentence_stands_again_however_its_lines_break() -> None:
    sentence = "Sales grew by 3% in 2024."
    assert places(sentence, sentence, "Sales grew\nby 3% in 2024.\nSales grew by 3% in 2023.") == [
        "Sales grew\nby 3% in 2024"
    ]


def test_words_stand_again_only_as_whole_words() -> None:
    assert places("sale", "held for sale", "Sale of sales, resale, sale") == ["Sale", "sale"]
