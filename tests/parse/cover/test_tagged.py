"""Document and entity facts: several registrants, symbols of shares, days, and what the print adds."""

from __future__ import annotations

from datetime import date

from pipeline.evidence.cover import CoverField, CoverSource, Registrant
from pipeline.evidence.fact import Dimension, Fact
from pipeline.parse.cover.cover import read_cover
from pipeline.parse.cover.tagged import read_facts
from tests.parse.cover.printed_covers import annual, named

END = date(2023, 12, 30)


def fact(name: str, value: str, entity: str | None = None, *, share: str | None = None) -> Fact:
    axes = [Dimension("dei:LegalEntityAxis", entity)] if entity else []
    axes += [Dimension("us-gaap:StatementClassOfStockAxis", share)] if share else []
    identifier = f"{name}{entity}{share}{value}"
    return Fact(
        identifier, f"dei:{name}", value, value, start=date(2023, 1, 1), end=END, dimensions=tuple(axes)
    )


FACTS = [
    fact("DocumentType", "10-K"),
    fact("DocumentFiscalYearFocus", "2023"),
    fact("DocumentFiscalPeriodFocus", "FY"),
    fact("AmendmentFlag", "false"),
    fact("EntityRegistrantName", "TALLOW ENERGY CORP/NC/"),
    fact("EntityTaxIdentificationNumber", "20-2777218"),
    fact("EntityCentralIndexKey", "0001326160"),
    fact("TradingSymbol", "TLW", share="us-gaap:CommonStockMember"),
    fact("TradingSymbol", "TLW26", share="tlw:NotesDue2026Member"),
    fact("EntityRegistrantName", "Wick Power, LLC", "tlw:WickMember"),
    fact("EntityTaxIdentificationNumber", "560205520", "tlw:WickMember"),
]


def test_every_entity_is_a_registrant_with_its_own_numbers() -> None:
    assert read_facts(FACTS).registrants == (
        Registrant("TALLOW ENERGY CORP", (), ("TLW",), "20-2777218", "0001326160"),
        Registrant("Wick Power, LLC", (), (), "56-0205520", None),
    )


def test_an_annual_report_has_no_quarter_and_every_field_its_source() -> None:
    cover = read_facts(FACTS)
    assert (cover.form, cover.fiscal_year, cover.fiscal_quarter) == ("10-K", 2023, None)
    assert set(cover.sources) == {CoverField.REGISTRANTS, CoverField.FORM, CoverField.FISCAL_YEAR}
    assert set(cover.sources.values()) == {CoverSource.FACTS}


def test_a_day_that_is_tagged_without_its_year_ends_its_context() -> None:
    assert read_facts([*FACTS, fact("DocumentPeriodEndDate", "--12-30")]).period_end == END
    assert read_facts([*FACTS, fact("DocumentPeriodEndDate", "2023-12-31")]).period_end == date(2023, 12, 31)


def test_facts_count_before_the_print_which_adds_what_they_lack() -> None:
    print_ = annual(named("Tallow Energy Corporation", ein="20-2777218"), ended="December 30, 2023")
    cover = read_cover([print_, "Tallow Energy Corporation (formerly Wick Corp.)"], FACTS)
    filer = cover.registrant
    assert filer
    assert (filer.former_names, filer.cik) == (("Wick Corp.",), "0001326160")
    assert (cover.period_end, cover.sources[CoverField.PERIOD_END]) == (END, CoverSource.COVER)
    assert cover.sources[CoverField.FISCAL_YEAR] is CoverSource.FACTS


def test_facts_of_figures_are_no_cover() -> None:
    assert read_facts([Fact("a", "us-gaap:Assets", "1", "1", "iso4217:USD")]).form is None
