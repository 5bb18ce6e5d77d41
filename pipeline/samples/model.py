"""The one set of figures behind all samples: every statement, note and sentence is computed from it.

`Books.as_reported()` are the books of the annual report, `Books.as_restated()` those of its amendment and
of everything after it. They differ in the Monitoring revenue of the fourth quarter of 2024 and what follows.
All amounts are thousands of dollars, all share counts thousands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pipeline.samples.operations import Operations, Segment, Trade
from pipeline.samples.position import CashFlow, Movements, Position, Working

YEARS = (2024, 2023, 2022)
EARLY_REVENUE = 2_120
"""Monitoring revenue recognized in the fourth quarter of 2024 for service of later years, in thousands."""
REPURCHASES_AUTHORIZED = 25_000
"""What the board allowed to be repurchased from the end of 2024 on, in thousands."""

_INTEREST_2022, _INTEREST_2023 = (410, 3_920), (865, 3_510)
_OPENING = Position(
    cash=38_215,
    working=Working(48_330, 51_275, 6_140, 19_860, 22_415, 21_730, 2_905),
    plant=84_620,
    goodwill=46_300,
    intangibles=22_750,
    current_debt=7_500,
    long_term_debt=67_500,
    paid_in=88_940,
    retained=66_780,
)


@dataclass(frozen=True, slots=True)
class Books:
    """The company's books: `quarters` by (year, quarter), the rest by year, and two first halves."""

    restated: bool
    quarters: dict[tuple[int, int], Operations]
    years: dict[int, Operations]
    flows: dict[int, CashFlow]
    positions: dict[int, Position]
    half_2024: CashFlow
    half_2025: CashFlow

    @classmethod
    def as_reported(cls) -> Books:
        return _books(restated=False)

    @classmethod
    def as_restated(cls) -> Books:
        return _books(restated=True)

    def half(self, year: int) -> Operations:
        """The six months ended June 30 of 2024 or 2025."""
        return Operations.combined(self.quarters[year, 1], self.quarters[year, 2])


def _books(restated: bool) -> Books:
    quarters = _quarters(restated)
    year_2024 = Operations.combined(*(quarters[2024, n] for n in (1, 2, 3, 4)))
    years = {2022: _year_2022(), 2023: _year_2023(), 2024: year_2024}
    flows = {2022: CashFlow(_OPENING, years[2022], _moved(2022), _working(2022))}
    flows[2023] = CashFlow(flows[2022].closing, years[2023], _moved(2023), _working(2023))
    half_2024 = _half(flows[2023].closing, quarters, 2024)
    flows[2024] = CashFlow(
        flows[2023].closing,
        years[2024],
        half_2024.movements + _SECOND_HALF_2024,
        _year_end_2024(years[2024], restated),
    )
    positions = {2021: _OPENING} | {year: flows[year].closing for year in YEARS}
    return Books(
        restated, quarters, years, flows, positions, half_2024, _half(positions[2024], quarters, 2025)
    )


def _half(opening: Position, quarters: dict[tuple[int, int], Operations], year: int) -> CashFlow:
    operations = Operations.combined(quarters[year, 1], quarters[year, 2])
    return CashFlow(opening, operations, _FIRST_HALVES[year], _MIDSUMMER[year])


def _trades(instruments: Trade, monitoring: Trade, field_services: Trade) -> dict[Segment, Trade]:
    return dict(zip(Segment, (instruments, monitoring, field_services), strict=True))


def _year_2022() -> Operations:
    trades = _trades(Trade(182_460, 98_710), Trade(61_240, 18_985), Trade(48_910, 35_405))
    return Operations.taxed(
        trades, research=32_480, selling=56_940, interest=_INTEREST_2022, shares=(41_620, 42_310)
    )


def _year_2023() -> Operations:
    trades = _trades(Trade(189_730, 103_215), Trade(76_385, 22_150), Trade(51_275, 37_630))
    return Operations.taxed(
        trades,
        research=35_915,
        selling=60_270,
        restructuring=4_150,
        interest=_INTEREST_2023,
        shares=(41_385, 42_060),
    )


def _quarters(restated: bool) -> dict[tuple[int, int], Operations]:
    early = EARLY_REVENUE if restated else 0
    return {
        (2024, 1): Operations.taxed(
            _trades(Trade(46_120, 24_530), Trade(21_940, 6_145), Trade(12_380, 9_020)),
            research=9_610,
            selling=15_730,
            interest=(255, 795),
            shares=(41_210, 41_890),
        ),
        (2024, 2): Operations.taxed(
            _trades(Trade(49_870, 26_230), Trade(22_815, 6_320), Trade(13_905, 9_985)),
            research=9_840,
            selling=16_125,
            interest=(270, 780),
            shares=(41_150, 41_845),
        ),
        (2024, 3): Operations.taxed(
            _trades(Trade(51_340, 26_745), Trade(23_760, 6_510), Trade(14_620, 10_415)),
            research=10_075,
            selling=16_480,
            interest=(290, 760),
            shares=(41_080, 41_790),
        ),
        (2024, 4): Operations.taxed(
            _trades(Trade(54_285, 28_190), Trade(26_950 - early, 6_725), Trade(13_715, 9_870)),
            research=10_390,
            selling=17_205,
            interest=(315, 745),
            shares=(41_020, 41_755),
        ),
        (2025, 1): Operations.taxed(
            _trades(Trade(50_905, 26_160), Trade(25_480, 6_880), Trade(13_145, 9_535)),
            research=10_620,
            selling=17_040,
            interest=(330, 720),
            shares=(40_930, 41_680),
        ),
        (2025, 2): Operations.taxed(
            _trades(Trade(55_210, 28_095), Trade(26_735, 7_165), Trade(14_880, 10_660)),
            research=10_885,
            selling=17_390,
            interest=(345, 700),
            shares=(40_865, 41_640),
        ),
    }


def _moved(year: int) -> Movements:
    return {
        2022: Movements(11_240, 3_150, 5_860, 13_475, 7_500, 1_920, 8_200, 9_155),
        2023: Movements(11_985, 3_150, 6_315, 14_820, 7_500, 2_045, 10_400, 9_930),
    }[year]


def _working(year: int) -> Working:
    return {
        2022: Working(50_985, 55_640, 6_420, 21_075, 23_380, 25_145, 3_110),
        2023: Working(53_410, 54_905, 6_875, 20_640, 25_205, 30_820, 2_760),
    }[year]


_FIRST_HALVES = {
    2024: Movements(6_205, 1_575, 3_320, 8_140, 3_750, 1_085, 6_300, 5_355),
    2025: Movements(6_590, 1_575, 3_645, 9_265, 3_750, 1_160, 8_150, 5_725),
}
_SECOND_HALF_2024 = Movements(6_390, 1_575, 3_475, 8_695, 3_750, 1_115, 6_900, 5_335)
_MIDSUMMER = {
    2024: Working(55_870, 56_240, 7_130, 21_385, 23_960, 32_415, 2_480),
    2025: Working(60_290, 58_730, 7_585, 22_640, 25_870, 41_325, 2_695),
}


def _year_end_2024(operations: Operations, restated: bool) -> Working:
    """The early revenue goes back to deferred revenue, and the tax on it out of taxes payable."""
    reported = Working(58_765, 55_380, 7_260, 21_990, 27_645, 35_690, 3_425)
    if not restated:
        return reported
    tax_saved = Books.as_reported().years[2024].tax - operations.tax
    return replace(
        reported,
        deferred_revenue=reported.deferred_revenue + EARLY_REVENUE,
        taxes_payable=reported.taxes_payable - tax_saved,
    )
