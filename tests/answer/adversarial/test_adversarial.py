"""A sample of the adversarial set: nothing forged, altered or misplaced passes, and honest claims do.

The whole set is a measurement of its own: `python -m tests.bench.adversarial`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.answer.adversarial.attacks import Wrong
from tests.answer.adversarial.filings import dossiers, pages_of_pdf, whole_filing
from tests.answer.adversarial.trial import Fault, Tally, try_all

SEED = "sample"
MOST = 400
"""Drafts of each kind of wrong."""


@pytest.fixture(scope="module")
def tally(shared_data: Path) -> Tally:
    folder = shared_data / "filings"
    filings = [
        pages_of_pdf(
            folder / "AAPL_10-Q_FY2023Q3_2023-07-01.pdf", "Apple Inc. · Form 10-Q · Q3 FY2023", [3, 17]
        ),
        whole_filing(folder / "BKE_8-K_EX99.1_2024-11-22.html"),
        whole_filing(folder / "OLDTEXT_10-K_FY1995-06-30.txt"),
    ]
    return try_all([one for filing in filings for one in dossiers(filing, 1, SEED)], SEED, MOST)


def words(faults: list[Fault]) -> str:
    return "\n".join(fault.words for fault in faults[:10])


def test_the_sample_has_every_kind_of_wrong(tally: Tally) -> None:
    assert tally.total(Wrong.NOTHING) > 100
    assert all(tally.total(wrong) >= 200 for wrong in (Wrong.HANDLE, Wrong.QUOTE, Wrong.FIGURE))
    assert len({kind for _, kind in tally.tried}) > 40


def test_no_handle_that_is_none_reaches_the_screen(tally: Tally) -> None:
    assert not tally.faulty(Wrong.HANDLE), words(tally.faulty(Wrong.HANDLE))


def test_no_altered_quote_is_verified(tally: Tally) -> None:
    assert not tally.faulty(Wrong.QUOTE), words(tally.faulty(Wrong.QUOTE))


def test_no_altered_figure_is_found_in_its_evidence(tally: Tally) -> None:
    assert not tally.faulty(Wrong.FIGURE), words(tally.faulty(Wrong.FIGURE))


def test_at_most_one_honest_claim_in_a_hundred_is_refused(tally: Tally) -> None:
    refused = tally.faulty(Wrong.NOTHING)
    assert len(refused) <= tally.total(Wrong.NOTHING) / 100, words(refused)


def test_a_right_quote_under_the_wrong_handle_is_told_so(tally: Tally) -> None:
    reasons = {reason for (kind, reason) in tally.reasons if kind == "right quote, wrong handle"}
    assert reasons == {"wrong_passage"}
