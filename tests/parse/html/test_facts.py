"""Tagged facts: read before their tags go, placed on the very characters that they tag, equal to the gold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import ParseFailed
from pipeline.evidence.fact import Dimension, Fact
from pipeline.evidence.text import PageRange
from pipeline.parse.html import facts as html_facts
from pipeline.parse.html.text import without_spaces
from tests.fixtures.html import PAGE_BREAK, html_source, inline_report
from tests.parse.html_documents import filing, read

FILINGS = [
    "AAPL_10-K_FY2024_2024-09-28",
    "AAPL_10-Q_FY2023Q3_2023-07-01",
    "AAPL_10-Q_FY2024Q3_2024-06-29",
    "AAPL_10-Q_FY2025Q3_2025-06-28",
    "AMZN_10-K_FY2023",
    "AMZN_10-K_FY2024",
    "JNJ_10-K_FY2023_2023-12-31",
]
WORDS = {"one": 1, "two": 2, "three": 3}


def fact(document: ParsedDocument, identifier: str) -> Fact:
    return next(fact for fact in document.facts if fact.id == identifier)


def facts_of(body: str) -> ParsedDocument:
    return read(html_source(inline_report(body)))


def shown(document: ParsedDocument, places: tuple[PageRange, ...]) -> list[str]:
    return [place.range.of(document.pages[place.page_index].text) for place in places]


def number(text: str, **attributes: str) -> str:
    given = {
        "id": "f",
        "name": "us-gaap:Revenues",
        "contextRef": "quarter",
        "unitRef": "usd",
        "decimals": "-3",
        "scale": "3",
        "format": "ixt:num-dot-decimal",
        **attributes,
    }
    words = " ".join(f'{name.replace("_", ":")}="{value}"' for name, value in given.items() if value)
    return f"<ix:nonFraction {words}>{text}</ix:nonFraction>"


# --- what a fact says ---------------------------------------------------------------------------------------


def test_a_number_has_value_unit_scale_sign_period_and_dimensions() -> None:
    document = facts_of(f"<p>Net loss was ({number('6,381', sign='-', contextRef='candles')}) in all.</p>")
    assert fact(document, "f") == Fact(
        id="f",
        concept="us-gaap:Revenues",
        display="6,381",
        value="-6381000",
        unit="iso4217:USD",
        scale=3,
        negative=True,
        decimals="-3",
        format="ixt:num-dot-decimal",
        start=date(2031, 4, 1),
        end=date(2031, 6, 30),
        dimensions=(
            Dimension("twx:LengthAxis", "12 inches", typed=True),
            Dimension("us-gaap:ProductAxis", "twx:CandlesMember"),
        ),
        places=fact(document, "f").places,
    )
    assert shown(document, fact(document, "f").places) == ["6,381"]


def test_an_instant_has_no_start_and_forever_no_dates() -> None:
    document = facts_of(f"<p>{number('1', contextRef='day')} {number('2', id='g', contextRef='forever')}</p>")
    assert (fact(document, "f").start, fact(document, "f").end) == (None, date(2031, 6, 30))
    assert (fact(document, "g").start, fact(document, "g").end) == (None, None)


def test_midnight_ends_the_day_before() -> None:
    document = facts_of(f"<p>{number('1', contextRef='hours')}</p>")
    assert (fact(document, "f").start, fact(document, "f").end) == (date(2031, 4, 1), date(2031, 6, 30))


def test_a_divided_unit_names_both_sides() -> None:
    assert fact(facts_of(f"<p>{number('0.36', unitRef='usdPerShare')}</p>"), "f").unit == (
        "iso4217:USD / xbrli:shares"
    )


def test_a_nil_fact_has_no_value() -> None:
    document = facts_of(f"<p>Contingencies {number('', xsi_nil='true', format='', scale='')} none</p>")
    assert (fact(document, "f").nil, fact(document, "f").value, fact(document, "f").places) == (
        True,
        None,
        (),
    )


def test_a_display_that_is_not_in_its_format_has_no_value_and_keeps_its_place() -> None:
    document = facts_of(f"<p>About {number('6,3x1')} in all.</p>")
    assert (fact(document, "f").value, fact(document, "f").nil) == (None, False)
    assert shown(document, fact(document, "f").places) == ["6,3x1"]


def test_a_nested_tag_is_a_fact_of_its_own_on_the_same_characters() -> None:
    inner = number("6,381", id="g", name="us-gaap:Sales")
    document = facts_of(f"<p>Sales {number(inner)} rose.</p>")
    assert fact(document, "f").places == fact(document, "g").places
    assert fact(document, "f").value == fact(document, "g").value == "6381000"


def test_a_fraction_keeps_both_terms() -> None:
    terms = (
        "<ix:numerator>1</ix:numerator>/<ix:denominator format='ixt:num-dot-decimal'>1,000</ix:denominator>"
    )
    tag = f'<ix:fraction id="f" name="twx:Rate" contextRef="day" unitRef="pure">{terms}</ix:fraction>'
    document = facts_of(f"<p>{tag} of each</p>")
    assert (fact(document, "f").value, shown(document, fact(document, "f").places)) == ("1/1000", ["1/1,000"])


def test_facts_with_one_id_or_none_get_ids_of_their_own() -> None:
    document = facts_of(f"<p>{number('1')} {number('2')} {number('3', id='')}</p>")
    assert [one.id for one in document.facts if one.is_number and one.is_shown] == ["f#1", "f#2", "fact#3"]


def test_the_prefix_of_the_namespace_is_the_documents_own() -> None:
    report = inline_report(f"<p>{number('6,381')}</p>")
    renamed = (
        report.replace("<ix:", "<inline:").replace("</ix:", "</inline:").replace("xmlns:ix", "xmlns:inline")
    )
    document = read(html_source(renamed))
    assert fact(document, "f").value == "6381000"
    assert "999" not in "".join(page.text for page in document.pages)


# --- where a fact stands ------------------------------------------------------------------------------------


def test_a_hidden_fact_has_a_value_and_no_place() -> None:
    document = facts_of(f'<p>words</p><div style="display:none">{number("999")}</div>')
    assert (fact(document, "f").value, fact(document, "f").places) == ("999000", ())


def test_each_of_two_equal_figures_has_its_own_place() -> None:
    document = facts_of(f"<p>Sales of {number('12')} and {number('12', id='g')} and 12.</p>")
    starts = [fact(document, name).places[0].range.start for name in "fg"]
    text = document.pages[0].text
    assert starts == [text.index("12"), text.index("12", text.index("12") + 1)]


def test_a_text_goes_on_over_page_breaks_without_what_is_excluded() -> None:
    note = (
        '<ix:nonNumeric id="n" name="us-gaap:NoteTextBlock" contextRef="quarter" escape="true" continuedAt="n-1">'
        "<p>Candles burn.</p><p>Wicks glow.</p></ix:nonNumeric>"
        f"<p>Tallow | 7</p>{PAGE_BREAK}"
        '<ix:continuation id="n-1"><p>Beeswax <ix:exclude>(page 8)</ix:exclude> burns longest.</p>'
        "</ix:continuation>"
    )
    document = facts_of(note)
    found = fact(document, "n")
    assert shown(document, found.places) == ["Candles burn.\nWicks glow.", "Beeswax", "burns longest."]
    assert [place.page_index for place in found.places] == [0, 1, 1]
    assert found.display == "Candles burn. Wicks glow. Beeswax burns longest."


def test_a_chain_that_bites_its_tail_ends() -> None:
    loop = (
        '<ix:nonNumeric id="n" name="x:Y" contextRef="day" continuedAt="c">one</ix:nonNumeric>'
        '<p><ix:continuation id="c" continuedAt="c">two</ix:continuation></p>'
    )
    assert fact(facts_of(f"<p>{loop}</p>"), "n").display == "one two"


@pytest.mark.parametrize(
    "hostile",
    [
        "<ix:nonNumeric name='x:Y' contextRef='day'>" * 150 + "words " * 2_000 + "</ix:nonNumeric>" * 150,
        "<ix:nonNumeric name='x:Y' contextRef='day' continuedAt='c'>a</ix:nonNumeric>" * 150
        + f"<ix:continuation id='c'>{'words ' * 2_000}</ix:continuation>",
    ],
)
def test_tags_that_repeat_the_text_without_end_are_refused(
    hostile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_facts, "MOST_CHARACTERS", 1_000_000)
    with pytest.raises(ParseFailed, match="that is no filing"):
        facts_of(f"<div>{hostile}</div>")


def test_what_is_excluded_between_two_facts_cuts_neither() -> None:
    body = f"<p>{number('12')} <ix:exclude>page 8 <ix:exclude>of 9</ix:exclude></ix:exclude> {number('13', id='g')}</p>"
    document = facts_of(body)
    assert [shown(document, fact(document, name).places) for name in "fg"] == [["12"], ["13"]]


def test_a_fact_knows_its_footnote_and_where_that_is() -> None:
    body = (
        f"<p>Sales {number('6,381')}</p>"
        '<p><ix:footnote id="note-1">Restated for wicks.</ix:footnote></p>'
        "<div style='display:none'><ix:header><ix:resources>"
        '<ix:relationship fromRefs="f" toRefs="note-1"/></ix:resources></ix:header></div>'
    )
    (note,) = fact(facts_of(body), "f").notes
    assert note.text == "Restated for wicks."
    assert shown(facts_of(body), note.places) == ["Restated for wicks."]


def test_words_that_a_browser_moves_take_no_fact_with_them() -> None:
    body = (
        f"<p>First {number('11')}</p><table>stray words {number('22', id='g')}<tr><td>a</td><td>7</td></tr>"
        f"</table><p>Last {number('33', id='h')}</p>"
    )
    document = facts_of(body)
    for one in document.facts:
        if one.is_number and one.is_shown:
            assert shown(document, one.places) == [one.display]
    assert fact(document, "f").is_shown
    assert fact(document, "h").is_shown


# --- the real filings ---------------------------------------------------------------------------------------


def gold(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    for line in (folder / "filings" / f"{name}.ixfacts.jsonl").read_text().splitlines():
        yield json.loads(line)


def said(fact: Fact) -> tuple[object, ...]:
    dimensions = {one.axis: f"typed:{one.member}" if one.typed else one.member for one in fact.dimensions}
    period = (str(fact.start) if fact.start else None, str(fact.end))
    unit = (fact.unit or "").replace(" / ", "/")
    return fact.concept, unit, fact.scale, fact.negative, fact.decimals, fact.format, *period, dimensions


def expected(row: dict[str, Any]) -> tuple[object, ...]:
    scale = None if row["scale"] is None else int(row["scale"])
    parts = (row["name"], row["unit"], scale, row["sign"] == "-", row["decimals"], row["format"])
    return *parts, row["start"], row["end"], row["dims"]


def gold_value(row: dict[str, Any]) -> Decimal | None:
    """The gold has no value for numbers in words, which it says are in that format."""
    if row["value"] is None and row["format"] == "ixt-sec:numwordsen":
        return Decimal(WORDS[row["display"]])
    return None if row["value"] is None else Decimal(row["value"])


@pytest.mark.parametrize("name", FILINGS)
def test_every_tagged_number_of_a_real_filing_is_the_golds(
    shared_data: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    document = filing(shared_data, f"{name}.html")
    facts = {one.id: one for one in document.facts}
    rows = list(gold(shared_data, name))
    wrong, unread = [], []
    for row in rows:
        found = facts[row["fact_id"]]
        value = None if found.value is None else Decimal(found.value)
        if (said(found), value) != (expected(row), gold_value(row)):
            wrong.append((found, row))
        is_visible = not row["hidden"] and bool(row["display"])
        text = "".join(shown(document, found.places))
        if is_visible != found.is_shown or (
            is_visible and without_spaces(text) != without_spaces(row["display"])
        ):
            unread.append((found, row))
    visible = [row for row in rows if not row["hidden"]]
    printed = [row for row in visible if row["display"]]
    with capsys.disabled():
        print(
            f"\n{name}: {len(visible) - len(wrong)} of {len(visible)} visible facts equal, "
            f"{len(printed) - len(unread)} of {len(printed)} printed ones read at their place"
        )
    assert {one.id for one in document.facts if one.is_number} == {row["fact_id"] for row in rows}
    assert wrong == []
    assert unread == []


@pytest.mark.parametrize("name", FILINGS)
def test_every_tagged_text_of_a_real_filing_has_a_value_in_its_format(shared_data: Path, name: str) -> None:
    document = filing(shared_data, f"{name}.html")
    assert [one for one in document.facts if one.value is None and not one.nil] == []
    covers = {one.concept: one for one in document.facts}
    assert covers["dei:DocumentPeriodEndDate"].value == str(covers["dei:DocumentPeriodEndDate"].end)
