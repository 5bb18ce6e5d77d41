"""FinanceBench answers that are one number and stand in their evidence: verified against it, and refused when altered.

The benchmark writes whole answers with two decimals ("$303.00" of 302,578 thousand): the zeros after the point are left
out where the evidence is not that exact.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.answer.printed_evidence import printed_evidence
from pipeline.answer.source_pages import SourcePage
from pipeline.evaluate.mutations import Mutation, mutants
from pipeline.evaluate.sources import Sources
from pipeline.evidence.agreement import find_figures
from pipeline.evidence.answer import Citation, FigureOutcome
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.passage import PassageId
from pipeline.evidence.printed import PrintedEvidence
from tests.answer.filing import VERSION

MINUS_ADDED = (Mutation.SIGN_ADDED, Mutation.BRACKETS_ADDED)

CASES = (
    ("AMAZON_2019_10K", 37, "Net income $", "Amazon's net income was $11588.00 million in FY2019."),
    ("BOEING_2018_10K", 51, "Property, plant and equip", "Net PP&E was $12645.00 million in FY2018."),
    ("COSTCO_2021_10K", 37, "TOTAL ASSETS", "Costco had total assets of $59268.00 million in FY2021."),
    ("AMERICANWATERWORKS_2020_10K", 85, "Dividends paid", "It paid dividends of $0.4 billion in FY2020."),
    ("MGMRESORTS_2018_10K", 56, "Accounts payable", "Accounts payable were $303 million in FY2018."),
    ("BLOCK_2020_10K", 89, "Net cash provided by operating", "Operations provided $382 million in FY2020."),
    ("JOHNSON_JOHNSON_2022_10K", 27, "In 2022, worldwide sales", "Sales grew by 1.3% in FY2022."),
)


@pytest.mark.parametrize(("filing", "page", "begins", "claim"), CASES, ids=[case[0] for case in CASES])
def test_a_gold_number_is_verified_and_refused_when_altered(
    shared_data: Path, filing: str, page: int, begins: str, claim: str
) -> None:
    evidence = _evidence(shared_data / "financebench" / "pdfs" / f"{filing}.pdf", page, begins)
    found = find_figures(claim, evidence)
    assert len(found) == 2
    assert [one.detail for one in found if one.outcome is FigureOutcome.MISSING] == []
    is_negative = any(figure.figure.negative for figure in evidence[0].figures)
    tried = [
        mutant
        for mutant in mutants(claim, filing)
        if mutant.range.end <= found[0].range.end + 1 and not (is_negative and mutant.mutation in MINUS_ADDED)
    ]
    assert len(tried) >= 5
    for mutant in tried:
        outcomes = {one.outcome for one in find_figures(mutant.text, evidence)}
        assert FigureOutcome.MISSING in outcomes, mutant.text


def _evidence(file: Path, index: int, begins: str) -> list[PrintedEvidence]:
    """What the first row or sentence of the page prints that begins with the words."""
    filing = Sources().pages_of(file, [index])
    at_hand = filing.page(index)
    assert at_hand is not None
    page, blocks = at_hand
    source = SourcePage(page, tuple(blocks), filing.tables, filing.pages)
    row = next(block for block in blocks if source.text(block.range).startswith(begins))
    quote = source.text(row.range)
    citation = Citation(
        CitationId(Handle(1)), PassageId(VERSION.format(1), page.index, 0), quote, (row.range,)
    )
    company, year = file.stem.split("_")[0].title(), file.stem.split("_")[-2]
    return list(printed_evidence(citation, source, f"{company} · 10-K · FY{year}"))
