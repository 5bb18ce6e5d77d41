"""Passages that print what a question asks for, in one piece."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipeline.evidence.passage import Passage, PassageId
from pipeline.search.terms import Question, item_pattern, item_phrases, names_statement, read_quarters

HEADING_REACH = 200
"""Characters at a passage's beginning that may be a heading."""

_FIGURE_FOLLOWS = re.compile(r"[\s.:®™*]*[($€£\s]*\d")


def printing_the_item(question: Question, found: Iterable[Passage]) -> list[PassageId]:
    """Passages that print the item in one piece, best first: as a row's label, in a financial statement, in the
    asked period, under the asked words rather than others. A proper name counts too: "Germany" is a row's label.
    """
    patterns = [item_pattern(phrase) for phrase in (*item_phrases(question), *question.names)]
    ranked: list[tuple[float, PassageId]] = []
    for passage in found:
        strength = max(
            _printed_strength(pattern, passage.text) - 0.5 * bool(other)
            for other, pattern in enumerate(patterns)
        )
        if strength > 0:
            stated = names_statement(f"{passage.context}\n{passage.text[:HEADING_REACH]}")
            ranked.append((strength + stated + _period_strength(question, passage), passage.id))
    return [passage_id for _, passage_id in sorted(ranked, key=lambda item: (-item[0], item[1]))]


def _printed_strength(pattern: re.Pattern[str], text: str) -> float:
    """3 when the item is a row's whole label, 2 when it begins a line, 1 when it stands elsewhere, else 0."""
    best = 0.0
    for match in pattern.finditer(text):
        if match.start() and text[match.start() - 1] != "\n":
            best = max(best, 1.0)
        elif _FIGURE_FOLLOWS.match(text, match.end()):
            return 3.0
        else:
            best = 2.0
    return best


def _period_strength(question: Question, passage: Passage) -> float:
    """1 when text or context name every part of the asked period, less for less."""
    said = f"{passage.context}\n{passage.text}"
    parts = [any(str(year) in said for year in question.years)] if question.years else []
    if question.quarters:
        named = read_quarters(passage.context) & question.quarters
        parts.append(bool(named) or "three months" in said.lower())
    return sum(parts) / len(parts) if parts else 0.0
