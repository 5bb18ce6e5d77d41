from __future__ import annotations

import pytest

from pipeline.evaluate.tokens import count, tokens


@pytest.mark.parametrize(
    ("quote", "times"),
    [
        ("Net sales", 2),
        ("81,797", 1),
        ("(265)", 1),
        ("265", 0),
        ("4.5", 0),
        ("4.5%", 1),
        ("NET SALES, 81,797", 1),
        ("sales 82,959", 0),
        ("sale", 0),
    ],
)
def test_a_quote_is_counted_where_its_tokens_stand_with_their_marks(quote: str, times: int) -> None:
    text = "Net sales 81,797 $ 82,959\nNet sales (265) 4.5 %"
    assert count(tokens(quote), tokens(text)) == times
