"""A filing's tagged facts as gold of support: a sentence that states each, with the line that prints it.

What a writer gets wrong most easily is the column: the figure of another period in the same row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from pipeline.evaluate.cited_lines import CitedLines
from pipeline.evaluate.gold import GoldFact
from pipeline.evaluate.sources import FilingPages
from pipeline.evaluate.stated_fact import quote_of, sentence_of
from pipeline.evaluate.support_gold import SupportCase
from pipeline.evaluate.support_mutations import Wrong, wrong_claims
from pipeline.evidence.verdict import Verdict

COLUMN: Final = "another column"
"""What was done to a claim: it states the figure that its row prints for another period."""


def twin_cases(facts: Sequence[GoldFact], filing: FilingPages) -> Iterator[SupportCase]:
    """Each fact whose line can be quoted, stated as it is, and made wrong in every way that applies."""
    cited = CitedLines(filing)
    for fact in facts:
        evidence = cited.evidence(fact)
        if not evidence:
            continue
        claim = sentence_of(fact)
        yield SupportCase(fact.id, claim, evidence, Verdict.SUPPORTED)
        other = _of_another_row(fact, facts)
        for wrong in wrong_claims(claim, fact.id, [(fact.row_label, other)] if other else []):
            if wrong.wrong is Wrong.PERIOD and _is_printed_twice(fact):
                continue  # of the other year it may be true as well
            kind = wrong.wrong.value
            yield SupportCase(f"{fact.id}: {kind}", wrong.text, evidence, Verdict.NOT_SUPPORTED, kind)
        beside = _of_another_column(fact, facts)
        if beside is not None:
            wrong_text = sentence_of(replace(fact, display=beside.display))
            yield SupportCase(f"{fact.id}: {COLUMN}", wrong_text, evidence, Verdict.NOT_SUPPORTED, COLUMN)


def _of_another_row(fact: GoldFact, facts: Sequence[GoldFact]) -> str | None:
    """The label of the page's next row that is called otherwise, and does not print the same for the same period: said
    of that row the figure would be right."""
    on_page = [one for one in facts if one.page_index == fact.page_index]
    same = {one.row_label for one in on_page if _printed(one) == _printed(fact)}
    rows = [one.row_label for one in on_page]
    at = rows.index(fact.row_label)
    return next((label for label in (*rows[at:], *rows) if label not in same), None)


def _printed(fact: GoldFact) -> tuple[str, date | None, date]:
    return fact.display, fact.start, fact.end


def _of_another_column(fact: GoldFact, facts: Sequence[GoldFact]) -> GoldFact | None:
    """Another period's figure of the same line."""
    for one in facts:
        is_beside = (one.page_index, one.line) == (fact.page_index, fact.line)
        if is_beside and (one.start, one.end) != (fact.start, fact.end) and one.display != fact.display:
            return one if not _is_printed_twice(one) else None
    return None


def _is_printed_twice(fact: GoldFact) -> bool:
    return (quote_of(fact) or "").split().count(fact.display) > 1
