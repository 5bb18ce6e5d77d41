"""Sentences of real filings, each with one word taken out, put in or turned: none of these is what the filing says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.answer.sentences import sentences
from pipeline.evidence.verdict import Verdict, verdict_of
from tests.answer.support.evidence import judged, said

EVERY = 4
"""One table's paragraphs in four: enough of each word, in some seconds."""

TURNED = {
    "increased": "decreased",
    "decreased": "increased",
    "increase": "decrease",
    "decrease": "increase",
    "higher": "lower",
    "lower": "higher",
    "declined": "rose",
    "gains": "losses",
    "losses": "gains",
    "assets": "liabilities",
}
TAKEN = {
    "not",
    "no",
    "never",
    "except",
    "excluding",
    "may",
    "might",
    "could",
    "would",
    "expects",
    "expect",
    "believe",
}
DENIABLE = {"was", "were", "is", "are", "will", "has", "have"}


@pytest.fixture(scope="module")
def told(shared_data: Path) -> list[str]:
    gold = json.loads((shared_data / "tatqa" / "tatqa_dataset_test_gold.json").read_text(encoding="utf-8"))
    texts = [paragraph["text"] for context in gold[::EVERY] for paragraph in context["paragraphs"]]
    found = (span.of(text) for text in texts for span in sentences(text))
    return list(dict.fromkeys(sentence for sentence in found if 8 <= len(sentence.split()) <= 45))


def verdict(claim: str, sentence: str) -> Verdict:
    return verdict_of(judged(claim, said(sentence, title="")))


def turned(sentence: str) -> Iterator[str]:
    words = sentence.split(" ")
    for at, word in enumerate(words):
        plain = word.strip(".,;").lower()
        if plain in TURNED:
            yield " ".join([*words[:at], word.lower().replace(plain, TURNED[plain]), *words[at + 1 :]])
        if plain in TAKEN:
            yield " ".join(words[:at] + words[at + 1 :])
    for at in [at for at, word in enumerate(words) if word in DENIABLE][:1]:
        yield " ".join([*words[: at + 1], "not", *words[at + 1 :]])


def test_every_sentence_supports_itself(told: list[str]) -> None:
    assert len(told) > 200
    assert [one for one in told if verdict(re.sub(r"\s+", " ", one), one) is not Verdict.SUPPORTED] == []


def test_no_sentence_that_was_turned_round_is_supported(told: list[str]) -> None:
    tried = [(claim, one) for one in told for claim in turned(one) if claim != one]
    assert len(tried) > 300
    assert [claim for claim, one in tried if verdict(claim, one) is Verdict.SUPPORTED] == []
