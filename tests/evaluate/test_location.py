"""Tagged facts against our cells: a small filing of our own, and a real quarterly report with 308 facts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pipeline.evaluate.gold import GoldFact, read_facts
from pipeline.evaluate.location import evaluate_location, gold_unit
from pipeline.evaluate.location_report import LocationReport, Occurrence, Place, Verdict
from pipeline.evaluate.sources import FilingPages, Sources, filing_of_twin
from pipeline.evidence.units import Measure
from tests.evaluate.filing import write

TWIN = "twins/AAPL_10-Q_FY2023Q3.pdf_fact_gold.jsonl"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[tuple[GoldFact, ...], FilingPages]:
    gold, _ = write(tmp_path_factory.mktemp("location"))
    facts = tuple(replace(fact, unit="iso4217:USD") for fact in read_facts(gold))
    return facts, Sources().pages_of(filing_of_twin(gold), [0])


def counted(report: LocationReport) -> dict[str, tuple[int, int]]:
    return {share.name.strip(): (share.count, share.total) for share in report.shares}


def test_every_fact_of_a_plain_statement_is_found_with_row_and_period(
    small: tuple[tuple[GoldFact, ...], FilingPages],
) -> None:
    report = evaluate_location(*small)
    found = counted(report)
    assert found["located (all of these)"] == found["row label equal"] == found["period right"] == (6, 6)
    assert "parsed from the file" in report.source


def test_a_unit_without_a_currency_is_not_the_golds(
    small: tuple[tuple[GoldFact, ...], FilingPages],
) -> None:
    """The statement prints no currency sign: which currency it is, nothing says."""
    report = evaluate_location(*small)
    assert {case.unit for case in report.cases} == {Verdict.WRONG}
    assert all(case.read["unit"] == "money × 10^6" for case in report.cases)


@pytest.mark.parametrize(
    ("change", "field", "value"),
    [
        ({"display": "81,798"}, "text", False),
        ({"page_index": 3}, "page", False),
        ({"box": (10.0, 10.0, 20.0, 20.0)}, "place", Place.NOWHERE),
        ({"row_label": "Net income"}, "label", Verdict.WRONG),
        ({"end": date(2023, 7, 1)}, "period", Verdict.WRONG),
        ({"start": None}, "period", Verdict.WRONG),
        ({"scale": 3}, "unit", Verdict.WRONG),
    ],
)
def test_what_does_not_agree_with_the_gold_is_listed(
    small: tuple[tuple[GoldFact, ...], FilingPages], change: dict[str, object], field: str, value: object
) -> None:
    (first, *_), filing = small
    report = evaluate_location([replace(first, **change)], filing)  # type: ignore[arg-type]
    (case,) = report.cases
    assert getattr(case, field) == value
    assert not case.is_right
    assert first.id in report.words


def test_boxes_agree_with_the_golds_in_area_and_along_the_line(
    small: tuple[tuple[GoldFact, ...], FilingPages],
) -> None:
    (first, *_), filing = small
    left, bottom, right, top = first.box
    page = filing.pages[0]
    assert page.transform is not None
    row = next(block for block in filing.blocks[0] if first.display in block.range.of(page.text))
    (cell,) = [cell for cell in row.cells if cell.range.of(page.text) == first.display]
    assert page.glyphs is not None
    (box,) = page.glyphs.pieces(cell.range)
    x, y, x1, y1 = page.transform.to_displayed(left, bottom, right, top)
    inside = (min(x1, box.right) - max(x, box.x)) * (min(y1, box.bottom) - max(y, box.y))
    (case,) = evaluate_location([first], filing).cases
    assert case.overlap is not None
    assert case.overlap.iou == pytest.approx(inside / (box.area + (x1 - x) * (y1 - y) - inside), abs=1e-6)
    assert case.overlap.covered == pytest.approx(inside / ((x1 - x) * (y1 - y)), abs=1e-6)
    half = replace(first, box=(left, bottom, (left + right) / 2, top))
    (halved,) = evaluate_location([half], filing).cases
    assert halved.overlap is not None
    assert halved.overlap.along < 0.6 * case.overlap.along
    (nowhere,) = evaluate_location([replace(first, box=(10.0, 10.0, 20.0, 20.0))], filing).cases
    assert nowhere.overlap is None


def test_a_fact_that_is_cited_by_its_line_is_marked_at_its_own_occurrence(
    small: tuple[tuple[GoldFact, ...], FilingPages],
) -> None:
    (first, second, *_), filing = small
    line = "Total net sales81,79782,959"
    right = replace(first, line=line)
    places = {
        Occurrence.RIGHT: right,
        Occurrence.WRONG: replace(right, box=second.box),  # the gold says the column beside
        Occurrence.UNTOLD: replace(right, display="99,999"),
        Occurrence.REFUSED: replace(right, line="Total net sales 81,797 82,960"),
        Occurrence.UNREADABLE: replace(right, line="Total net sales8179782959"),
    }
    report = evaluate_location(places.values(), filing)
    assert [case.occurrence for case in report.cases] == list(places)
    figures = {figure.key: figure for figure in report.measured.figures}
    assert (figures["occurrence"].count, figures["occurrence"].total) == (1, 4)
    assert figures["wrong_occurrence"].count == 1
    assert all(case.printed == 1 for case in report.cases if case.display == "81,797")


def test_a_neighbour_in_the_box_is_seen(small: tuple[tuple[GoldFact, ...], FilingPages]) -> None:
    (first, *_), filing = small
    page, blocks = filing.pages[0], filing.blocks[0]
    row = next(block for block in blocks if block.cells and first.display in block.range.of(page.text))
    label, value, other = row.cells
    wide = replace(value, range=replace(value.range, end=other.range.end))
    joined = replace(row, cells=(label, wide))
    changed = {0: tuple(joined if block is row else block for block in blocks)}
    second = replace(first, display=other.range.of(page.text))
    both = evaluate_location([first, second], replace(filing, blocks=changed))
    assert not any(case.text for case in both.cases)
    narrow = replace(
        joined, cells=(label, replace(value, range=replace(value.range, end=value.range.end - 1)))
    )
    cut = evaluate_location(
        [first], replace(filing, blocks={0: tuple(narrow if b is row else b for b in blocks)})
    )
    assert not cut.cases[0].text


def test_a_gold_unit_is_a_measure_and_a_currency() -> None:
    assert gold_unit("iso4217:USD") == (Measure.MONEY, "USD")
    assert gold_unit("iso4217:EUR/xbrli:shares") == (Measure.PER_SHARE, "EUR")
    assert gold_unit("xbrli:shares") == (Measure.SHARES, None)
    assert gold_unit("xbrli:pure") == (Measure.PERCENT, None)


def test_the_tagged_facts_of_a_real_report_are_in_their_cells(shared_data: Path) -> None:
    gold = shared_data / TWIN
    facts = read_facts(gold)
    filing = Sources().pages_of(filing_of_twin(gold), (fact.page_index for fact in facts))
    report = evaluate_location(facts, filing)
    print(report.words)
    found = counted(report)
    assert found["located (all of these)"] == (308, 308)
    assert found["nothing else in the box"] == (308, 308)
    assert found["row label equal"][0] >= 0.99 * 308
    assert found["period and unit right"][0] >= 0.98 * 308
    assert found["period wrong"] == found["unit wrong"] == (0, 308)
    layer = {figure.key: figure for figure in report.measured.figures}
    assert layer["wrong_occurrence"].count == 0
    assert (layer["occurrence"].count or 0) >= 0.9 * layer["occurrence"].total
    assert layer["occurrence"].total >= 0.9 * 308
    assert layer["covered"].value == pytest.approx(1.0, abs=0.001)
