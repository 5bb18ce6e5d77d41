"""A fact's line is quoted with its figures apart, and stated as a writer would."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from pipeline.evaluate.gold import GoldFact
from pipeline.evaluate.stated_fact import quote_of, sentence_of

FACT = GoldFact(
    "f", "1,108", Decimal(1_108_000_000), "iso4217:USD", 6, None, date(2023, 7, 1), "Money market funds", 0,
    (0.0, 0.0, 1.0, 1.0), "Moneymarketfunds1,108——1,1081,108—",
)  # fmt: skip


@pytest.mark.parametrize(
    ("line", "quote"),
    [
        (FACT.line, "Moneymarketfunds 1,108 — — 1,108 1,108 —"),
        ("Money market funds$(55)(2,803)", "Money market funds $(55) (2,803)"),
        ("Money market funds$0.24$0.23", "Money market funds $0.24 $0.23"),
        ("Money market funds5319,907", None),
        ("Money market funds71828690", None),
        ("", "Money market funds 1,108"),
        ("Other words 12", "Other words 12"),
    ],
)
def test_figures_that_run_together_come_apart_where_that_is_certain(line: str, quote: str | None) -> None:
    assert quote_of(replace(FACT, line=line)) == quote


def test_digits_of_a_rows_label_stay_as_they_are() -> None:
    fact = replace(FACT, row_label="Balance as of July 1, 2023", line="Balance as of July 1, 202318$4")
    assert quote_of(fact) == "Balance as of July 1, 2023 18 $4"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "Money market funds was $1,108 million as of July 1, 2023."),
        (
            {"start": date(2023, 4, 2)},
            "Money market funds was $1,108 million in the three months ended July 1, 2023.",
        ),
        (
            {"start": date(2022, 9, 25), "line": "(1,108)"},
            "Money market funds was $(1,108) million in the nine months ended July 1, 2023.",
        ),
        (
            {"unit": "xbrli:shares", "scale": 3},
            "Money market funds was 1,108 thousand shares as of July 1, 2023.",
        ),
        (
            {"unit": "iso4217:USD/xbrli:shares", "scale": 0, "display": "1.26"},
            "Money market funds was $1.26 as of July 1, 2023.",
        ),
    ],
)
def test_a_fact_is_stated_with_row_unit_and_period(change: dict[str, object], sentence: str) -> None:
    assert sentence_of(replace(FACT, **change)) == sentence  # type: ignore[arg-type]
