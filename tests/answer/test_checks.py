"""The five checks: each fails by itself, none implies another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.answer.checker import ClaimChecker
from pipeline.answer.checks import existence, location, verbatim
from pipeline.answer.draft import DraftClaim
from pipeline.answer.extractive import extract
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.answer import CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet
from pipeline.evidence.text import TextRange
from pipeline.search.terms import read_question
from tests.answer.filing import VERSION, packet_of, statement

PASSED, FAILED, AMBIGUOUS, NOT_RUN = (
    CheckOutcome.PASSED,
    CheckOutcome.FAILED,
    CheckOutcome.AMBIGUOUS,
    CheckOutcome.NOT_RUN,
)
ROW = "Total net sales 81,797 82,959"
Made = tuple[Claim, Packet, dict[PageKey, SourcePage]]


@pytest.fixture
def made() -> Made:
    """The claim of a small packet, with all that it is checked against."""
    packet, sources = packet_of(
        (VERSION.format(1), "Apple Inc. · Form 10-Q · Q3 FY2023", statement("81,797", "82,959"))
    )
    (claim,) = extract(
        read_question("What were Apple's total net sales in Q3 2023?", {"apple"}), packet, sources
    )
    return claim, packet, sources


def only(claim: Claim) -> Citation:
    (citation,) = claim.citations
    return citation


def test_an_extractive_claim_passes_all_that_code_can_check(made: Made) -> None:
    claim, packet, sources = made
    stored = {entry.passage.id for entry in packet.entries}
    checked = ClaimChecker(packet, stored, sources).checked(claim)
    assert {check.kind: check.outcome for check in only(checked).checks} == {
        CheckKind.EXISTENCE: PASSED,
        CheckKind.VERBATIM: PASSED,
        CheckKind.LOCATION: PASSED,
    }
    assert {check.kind for check in checked.checks} == {CheckKind.FIGURES, CheckKind.SUPPORT}
    assert checked.checks[0].outcome is PASSED
    assert all(check.detail for check in (*checked.checks, *only(checked).checks))


def test_a_passage_that_the_store_lost_does_not_exist_and_its_quote_still_stands(made: Made) -> None:
    claim, packet, sources = made
    assert existence(only(claim), packet, set()).outcome is FAILED
    assert verbatim(only(claim), packet, sources).outcome is PASSED


def test_a_handle_of_another_packet_does_not_exist(made: Made) -> None:
    claim, packet, _ = made
    stranger = replace(only(claim), id=CitationId(Handle(9)))
    assert existence(stranger, packet, {stranger.passage}).outcome is FAILED


@pytest.mark.parametrize(
    ("quote", "outcome"),
    [
        (ROW, PASSED),
        ("total net sales: 81,797, 82,959", PASSED),
        ("Total net sales (81,797) 82,959", FAILED),
        ("Total net sales 81.797 82,959", FAILED),
        ("Total net sales 81,797% 82,959", FAILED),
        ("Total net revenue 81,797", FAILED),
        ("otal net sales 81,797", FAILED),
    ],
)
def test_a_quote_is_verbatim_only_with_the_same_words_and_figures(
    made: Made, quote: str, outcome: CheckOutcome
) -> None:
    claim, packet, sources = made
    assert (
        verbatim(replace(only(claim), quote=quote, ranges=(), focus=None), packet, sources).outcome is outcome
    )


def test_words_that_stand_elsewhere_on_the_page_are_not_the_cited_ones(made: Made) -> None:
    claim, packet, sources = made
    moved = replace(only(claim), ranges=(TextRange(0, 10),), focus=None)
    assert verbatim(moved, packet, sources).outcome is FAILED


def test_a_quote_that_stands_twice_is_ambiguous_until_its_place_is_known() -> None:
    page = statement("81,797", "82,959")
    page.row("Products", "60,584", "63,355")
    packet, sources = packet_of((VERSION.format(1), "Apple Inc. · Form 10-Q · Q3 FY2023", page))
    entry = packet.entries[0]
    quote = "Products 60,584 63,355"
    places = tuple(block.range for block in page.blocks if block.range.of(page.page().text) == quote)
    assert len(places) == 2
    unknown = Citation(CitationId(entry.handle), entry.passage.id, quote, ())
    assert verbatim(unknown, packet, sources).outcome is AMBIGUOUS
    both = replace(unknown, ranges=places, focus=None)
    assert location(both, sources).outcome is AMBIGUOUS
    known = replace(unknown, ranges=places[1:])
    assert verbatim(known, packet, sources).outcome is PASSED
    assert location(known, sources).outcome is PASSED


@pytest.mark.parametrize("ranges", [(), (TextRange(100_000, 100_010),)])
def test_a_quote_without_a_place_on_the_page_has_no_location(
    made: Made, ranges: tuple[TextRange, ...]
) -> None:
    claim, _, sources = made
    assert location(replace(only(claim), ranges=ranges, focus=None), sources).outcome is FAILED


def test_a_claim_of_nothing_but_handles_keeps_its_place_and_says_so(made: Made) -> None:
    _, packet, sources = made
    checker = ClaimChecker(packet, set(), sources)
    claim = checker.check(DraftClaim("[E77]", ()), 1)
    assert claim is not None
    assert (claim.text, claim.removed) == ("[…]", ("E77",))
    assert checker.check(DraftClaim(" ", ()), 2) is None
