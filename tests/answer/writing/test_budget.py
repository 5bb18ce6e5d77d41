"""What a model is given to read stays within its budget, entry by entry."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.answer.writing.budget import fitted, tokens_at_most
from pipeline.answer.writing.prompt import answer_prompt
from pipeline.index.embedding import offline_embedder
from tests.answer.writing.packets import MARGIN, SALES, packet

TEXTS = [
    "Total net sales $ 81,797 $ 82,959 (1.4)% 293,787 304,182",
    "We believe that our existing cash, cash equivalents and marketable securities will be sufficient.",
    "Net (decrease)/increase in cash and equivalents\n(1,162)\n—\n9.25 %",
    "営業利益は前年同期比で減少しました。",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_estimate_is_no_less_than_a_real_tokenizers_count(text: str) -> None:
    special = 2  # the tokenizer's own marks for beginning and end
    counted = offline_embedder().count_tokens(text) - special
    assert counted <= tokens_at_most(text) <= 3 * counted + 2


def test_the_estimate_of_a_real_filing_is_no_less_than_a_count(shared_data: Path) -> None:
    text = next((shared_data / "filings").rglob("*.txt")).read_text("utf-8", "replace")[20_000:24_000]
    counted = sum(offline_embedder().count_tokens(line) - 2 for line in text.splitlines() if line.strip())
    assert counted <= tokens_at_most(text)


def test_a_packet_within_the_budget_is_left_alone() -> None:
    whole = packet(SALES, MARGIN)
    assert fitted("q", whole, 10_000) is whole


def test_the_best_entries_are_kept_as_far_as_the_budget_goes() -> None:
    whole = packet(*[f"{number} {SALES}" for number in range(20)])
    for budget in (300, 600, 1200):
        kept = fitted("What were net sales?", whole, budget)
        assert 1 < len(kept.entries) < 20
        assert kept.entries == whole.entries[: len(kept.entries)]
        assert tokens_at_most(answer_prompt("What were net sales?", kept).user) <= budget
    assert fitted("What were net sales?", whole, 600) == fitted("What were net sales?", whole, 600)


def test_a_long_question_leaves_less_to_the_passages() -> None:
    whole = packet(*[f"{number} {SALES}" for number in range(20)])
    kept = [len(fitted(question, whole, 1200).entries) for question in ("q", "a long question " * 30)]
    assert kept[0] > kept[1]


def test_one_entry_is_always_kept() -> None:
    assert len(fitted("q", packet(SALES * 100, MARGIN), 1).entries) == 1
