"""The form of filing that a question asks for."""

from __future__ import annotations

import pytest

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover
from pipeline.search.asked_form import read_form


@pytest.mark.parametrize(
    ("question", "forms"),
    [
        ("in the 10-K", ("10-K",)),
        ("in its 10k", ("10-K",)),
        ("the 10-Qs of 2023", ("10-Q",)),
        ("AMCOR's 8k filing", ("8-K",)),
        ("Form 8-K/A", ("8-K",)),
        ("the S-3", ("S-3",)),
        ("its annual report", ("10-K",)),
        ("the quarterly report", ("10-Q",)),
        ("the earnings release", (EARNINGS_RELEASE,)),
        ("the proxy statement", ("DEF 14A",)),
        ("the 24F-2NT notice", ("24F-2NT",)),
        ("payments of $10k", ()),
        ("F-35 and 737-8 aircraft", ()),
        ("the press about it", ()),
    ],
)
def test_forms_are_read(question: str, forms: tuple[str, ...]) -> None:
    assert read_form(question).forms == forms


def test_an_annual_report_is_a_20_f_too_but_a_10_k_is_not() -> None:
    assert read_form("its annual report").is_of(Cover(form="20-F"))
    assert not read_form("its 10-K").is_of(Cover(form="20-F"))
    assert read_form("its 10-K").is_of(Cover(form="10-K/A"))


def test_an_amendment_is_asked_for_by_its_mark_or_in_words() -> None:
    assert read_form("the 10-K/A").is_amended
    assert read_form("the amended annual report").is_amended
    assert not read_form("the amended credit agreement in the 10-K").is_amended


@pytest.mark.parametrize(
    ("question", "is_adjusted"),
    [
        ("Adjusted Non GAAP EBITDA", True),
        ("EBITDAR by region", True),
        ("real change in sales if we exclude the impact of FX movement", True),
        ("unadjusted EBITDA", False),
        ("net income excluding minorities", False),
    ],
)
def test_adjusted_figures_are_told(question: str, is_adjusted: bool) -> None:
    assert read_form(question).is_adjusted is is_adjusted
