"""Support as a checked claim has it: from drafts against a filing's pages."""

from __future__ import annotations

import pytest

from pipeline.answer.checker import ClaimChecker
from pipeline.answer.draft import DraftCitation, DraftClaim
from pipeline.evidence.answer import Claim
from pipeline.evidence.document import BlockKind
from pipeline.evidence.verdict import Support, Verdict, support_of
from tests.answer.filing import VERSION, packet_of, statement

TITLE = "Example Corporation · Form 10-Q · Q3 FY2023"


def checked(text: str, *quotes: str) -> Claim:
    page = statement("81,797", "82,959")
    page.add("Outlook", BlockKind.HEADING)
    page.add(
        "We do not expect demand for wearables to recover in 2024. Service costs rose in 2023, net of rebates."
    )
    packet, sources = packet_of((VERSION.format(1), TITLE, page))
    stored = {entry.passage.id for entry in packet.entries}
    draft = DraftClaim(text, tuple(DraftCitation("E1", quote) for quote in quotes))
    claim = ClaimChecker(packet, stored, sources).check(draft, 1)
    assert claim is not None
    return claim


def support(text: str, *quotes: str) -> Support:
    return support_of(checked(text, *quotes).checks)


SALES = "Total net sales 81,797 82,959"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Total net sales were $81.8 billion in the three months ended July 1, 2023.", SALES),
        ("Example Corporation's total net sales were 81,797 in the third quarter of fiscal 2023.", SALES),
        ("Total net sales fell to $81,797 million from $82,959 million.", SALES),
        (SALES, SALES),
        (
            "Services gross margin increased because of a different mix.",
            "Services gross margin increased because of a different mix.",
        ),
    ],
)
def test_a_claim_that_its_quote_makes_is_supported(text: str, quote: str) -> None:
    found = support(text, quote)
    assert found.verdict is Verdict.SUPPORTED, found.detail


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Total net sales were $81.8 million.", SALES),
        ("Total net sales were 81,797 in the three months ended June 25, 2022.", SALES),
        ("Total net sales rose to 81,797.", SALES),
        (
            "Products gross margin increased during the third quarter.",
            "Products gross margin decreased during the third quarter",
        ),
        ("Total net sales were 81,797.", "Total net sales 81,979"),
    ],
)
def test_a_claim_that_its_quote_contradicts_is_not_supported(text: str, quote: str) -> None:
    found = support(text, quote)
    assert found.verdict is Verdict.NOT_SUPPORTED, found.detail


@pytest.mark.parametrize(
    "text",
    [
        "Demand for wearables is expected to recover in 2024.",
        "expect demand for wearables to recover in 2024",
    ],
)
def test_a_quote_that_leaves_out_the_denial_before_it_supports_nothing(text: str) -> None:
    found = support(text, "expect demand for wearables to recover in 2024")
    assert found.verdict is not Verdict.SUPPORTED, found.detail


def test_words_of_the_sentence_that_are_not_quoted_support_nothing() -> None:
    text = "Services gross margin increased because of a different mix."
    found = support(text, "Services gross margin increased")
    assert found.verdict is not Verdict.SUPPORTED, found.detail
