"""The quarterly report, read back from its inline XBRL."""

from decimal import Decimal
from pathlib import Path

import pytest
from lxml import etree, html
from lxml.etree import _Element

from pipeline.samples.markup import IX, XBRLDI, XBRLI, XHTML
from pipeline.samples.model import Books

NAMES = {"x": XHTML, "ix": IX, "xbrli": XBRLI, "xbrldi": XBRLDI}
REVENUE = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"


@pytest.fixture(scope="session")
def root(quarterly: Path) -> _Element:
    return etree.parse(quarterly).getroot()


def found(root: _Element, path: str) -> list[_Element]:
    return list(root.iterfind(path, NAMES))


def said(element: _Element) -> str:
    """All the text in an element."""
    return "".join(str(part) for part in element.itertext())


def value(fact: _Element) -> Decimal:
    """A fact's value as XBRL reads it: digits, scale and sign."""
    digits = Decimal(said(fact).replace(",", ""))
    scaled = digits.scaleb(int(fact.get("scale", "0")))
    return -scaled if fact.get("sign") == "-" else scaled


def facts(root: _Element, concept: str) -> list[tuple[Decimal, str, str]]:
    """(value, period end, member) of each fact of a concept."""
    contexts = {context.get("id"): context for context in found(root, ".//xbrli:context")}
    out = []
    for fact in found(root, ".//ix:nonFraction"):
        if fact.get("name") == concept:
            context = contexts[fact.get("contextRef")]
            end = context.find(".//xbrli:endDate", NAMES)
            instant = context.find(".//xbrli:instant", NAMES)
            member = context.find(".//xbrldi:explicitMember", NAMES)
            date = end if end is not None else instant
            assert date is not None
            assert date.text
            out.append((value(fact), date.text, member.text or "" if member is not None else ""))
    return out


def test_it_declares_ascii_and_holds_only_ascii_with_spaces_that_do_not_break(quarterly: Path) -> None:
    data = quarterly.read_bytes()
    assert data.startswith(b"<?xml version='1.0' encoding='ASCII'?>")
    assert data.isascii()
    assert data.count(b"&#160;") > 50


def test_an_html_reader_sees_the_same_words_as_an_xml_reader(quarterly: Path, root: _Element) -> None:
    seen = html.document_fromstring(quarterly.read_bytes())
    body = seen.find("body")
    assert body is not None
    assert said(body) == said(found(root, "x:body")[0])


def test_every_fact_refers_to_a_context_and_a_unit_of_the_header(root: _Element) -> None:
    contexts = {context.get("id") for context in found(root, ".//ix:resources/xbrli:context")}
    units = {unit.get("id") for unit in found(root, ".//ix:resources/xbrli:unit")}
    numbers, words = found(root, ".//ix:nonFraction"), found(root, ".//ix:nonNumeric")
    assert len(numbers) > 150
    assert {fact.get("contextRef") for fact in [*numbers, *words]} == contexts
    assert {fact.get("unitRef") for fact in numbers} == units
    identifiers = [fact.get("id") for fact in [*numbers, *words]]
    assert len(set(identifiers)) == len(identifiers)


def test_the_header_is_hidden(root: _Element) -> None:
    (header,) = found(root, ".//ix:header")
    parent = header.getparent()
    assert parent is not None
    assert parent.get("style") == "display:none"


def test_the_document_tells_who_what_and_when(root: _Element) -> None:
    told = {fact.get("name"): said(fact) for fact in found(root, ".//ix:nonNumeric")}
    assert told["dei:EntityRegistrantName"] == "Orrinmere Instruments, Inc."
    assert told["dei:DocumentType"] == "10-Q"
    assert told["dei:DocumentPeriodEndDate"] == "June\u00a030, 2025"
    assert told["dei:DocumentFiscalYearFocus"] == "2025"
    assert told["dei:DocumentFiscalPeriodFocus"] == "Q2"
    assert told["dei:TradingSymbol"] == "ORRM"


def test_tagged_revenue_is_the_revenue_of_the_books(root: _Element) -> None:
    books = Books.as_restated()
    expected = {Decimal(books.quarters[2025, 2].revenue * 1000), Decimal(books.half(2025).revenue * 1000)}
    tagged = facts(root, REVENUE)
    assert {amount for amount, end, member in tagged if end == "2025-06-30" and not member} == expected
    assert {member for _, _, member in tagged} == {
        "",
        "orrm:InstrumentsMember",
        "orrm:MonitoringMember",
        "orrm:FieldServicesMember",
    }


def test_the_comparatives_are_those_of_the_amended_annual_report(root: _Element) -> None:
    books = Books.as_restated()
    assets = {end: amount for amount, end, _ in facts(root, "us-gaap:Assets")}
    assert assets["2024-12-31"] == books.positions[2024].assets * 1000
    deferred = {end: a for a, end, _ in facts(root, "us-gaap:ContractWithCustomerLiabilityCurrent")}
    assert deferred["2024-12-31"] == books.positions[2024].working.deferred_revenue * 1000
    income = {amount for amount, end, _ in facts(root, "us-gaap:NetIncomeLoss") if end == "2024-06-30"}
    assert {books.quarters[2024, 2].net_income * 1000, books.half(2024).net_income * 1000} == income


def test_a_payment_is_printed_in_brackets_and_tagged_as_positive(root: _Element) -> None:
    (paid,) = [
        fact
        for fact in found(root, ".//ix:nonFraction")
        if fact.get("name") == "us-gaap:PaymentsOfDividends" and "5,725" in said(fact)
    ]
    cell = paid.getparent()
    assert cell is not None
    assert cell.text == "("
    assert paid.get("sign") is None


def test_a_negative_value_carries_a_sign(root: _Element) -> None:
    invested = facts(root, "us-gaap:NetCashProvidedByUsedInInvestingActivities")
    assert all(amount < 0 for amount, _, _ in invested)
    assert invested


def test_symbols_and_percents_have_cells_of_their_own(root: _Element) -> None:
    cells = [said(cell) for cell in found(root, ".//x:td")]
    assert "$" in cells
    assert "%" in cells
    assert ")" in cells


def test_pages_are_broken_by_rules_and_numbered(root: _Element) -> None:
    breaks = [rule for rule in found(root, ".//x:hr") if rule.get("style") == "page-break-after:always"]
    pages = found(root, "x:body/x:div")[1:]
    assert len(pages) == len(breaks) + 1 == 10
    assert [said(page[-1]) for page in pages[2:]] == [str(n) for n in range(1, 9)]
