"""The cover as it is printed, and what the pages behind it add."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from pipeline.evidence.cover import (
    ANNUAL_FORMS,
    CURRENT_FORMS,
    EARNINGS_RELEASE,
    QUARTERLY_FORMS,
    Cover,
    CoverSource,
    Registrant,
    all_from,
)
from pipeline.parse.cover.fiscal_naming import FiscalNaming
from pipeline.parse.cover.forms import form_of, is_cover, tells_results
from pipeline.parse.cover.periods import (
    Period,
    annual_period,
    event_date,
    filing_date,
    quarterly_period,
)
from pipeline.parse.cover.registrants import printed_registrants
from pipeline.parse.cover.release_names import release_name
from pipeline.parse.cover.releases import announced_period, is_earnings_release, release_period
from pipeline.parse.cover.sheets import Sheet, read_sheet
from pipeline.parse.cover.symbols import listed_symbols
from pipeline.parse.html.text import collapsed

FRONT_PAGES = 2
"""The cover itself, which may run on to a second page."""

NEAR_PAGES = 8
"""Pages that write the registrant's name, and on whose statements a quarterly report names its quarter."""

BODY_PAGES = 60
"""Pages that tell of the fiscal year, of a change of name, of the market for the shares."""

LONGEST_FRONT = 15_000
LONGEST_NEAR = 60_000
LONGEST_BODY = 450_000
"""Characters of so many pages, for filings that are not divided into pages: the longest covers have 12,000."""

LAST_COVER = 40
"""Pages among which the cover of a report is looked for that a company's own annual report is wrapped around."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The pages from a filing's cover on, with single spaces: each, the cover, what is near it, and all that count.
    `sheet` is a page in front of the cover that others put there, else ""."""

    sheet: str
    pages: tuple[str, ...]
    front: str
    near: str
    body: str

    @classmethod
    def of(cls, pages: Sequence[str]) -> Self:
        """Of a filing's pages, from the page of its cover on."""
        start = _cover_page(pages)
        texts = [collapsed(page[:LONGEST_BODY]) for page in pages[start : start + BODY_PAGES]]
        front, near, body = (
            " ".join(texts[:count]).strip() for count in (FRONT_PAGES, NEAR_PAGES, BODY_PAGES)
        )
        sheet = collapsed(pages[0][:LONGEST_FRONT]) if start == 1 else ""
        return cls(sheet, tuple(texts), front[:LONGEST_FRONT], near[:LONGEST_NEAR], body[:LONGEST_BODY])


def read_printed(opening: Opening, known: Cover) -> Cover:
    """The cover that a filing prints. What is `known` of its form and period decides how the rest is read."""
    naming = FiscalNaming.of(opening.body)
    form = known.form or form_of(opening.front)
    if form:
        sheet = read_sheet(opening.sheet, opening.front)
        registrants = _completed(printed_registrants(opening.front, opening.near, opening.body), sheet)
        period = _period(form, known, opening, naming)
        filed = filing_date(opening.front) or sheet.filed_on
    elif is_earnings_release(opening.front):
        form, filed = EARNINGS_RELEASE, None
        registrants = _announcer(opening)
        period = release_period(opening.front, opening.body, naming)
    else:
        return Cover()
    cover = Cover(registrants, form, period.end, period.fiscal_year, period.quarter, filed)
    return all_from(CoverSource.COVER, cover)


def _cover_page(pages: Sequence[str]) -> int:
    """The page on which a report's cover stands; the first one where no page is a cover.

    The second page counts where the first is a sheet by others; a later one where the first two name no form: a report
    may enclose others.
    """
    named = form_of(collapsed(" ".join(page[:LONGEST_FRONT] for page in pages[:FRONT_PAGES]))) is not None
    last = FRONT_PAGES if named else LAST_COVER
    covers = (at for at, page in enumerate(pages[:last]) if is_cover(collapsed(page[:LONGEST_FRONT])))
    return next(covers, 0)


def _completed(registrants: tuple[Registrant, ...], sheet: Sheet) -> tuple[Registrant, ...]:
    """The registrants, the filer with what the sheet adds."""
    if not registrants:
        return ()
    filer, *others = registrants
    tickers = filer.tickers or ((sheet.ticker,) if sheet.ticker else ())
    return (replace(filer, cik=filer.cik or sheet.cik, tickers=tickers), *others)


def _announcer(opening: Opening) -> tuple[Registrant, ...]:
    name = release_name(opening.front, opening.body)
    return (Registrant(name, tickers=listed_symbols(name, opening.body)),) if name else ()


def _period(form: str, known: Cover, opening: Opening, naming: FiscalNaming) -> Period:
    if form.startswith(QUARTERLY_FORMS):
        return quarterly_period(opening.front, opening.near, opening.body, naming, known.period_end)
    if form.startswith(ANNUAL_FORMS):
        return annual_period(opening.front, naming, known.period_end)
    if form.startswith(CURRENT_FORMS):
        return _current_period(opening, naming)
    return Period()


def _current_period(opening: Opening, naming: FiscalNaming) -> Period:
    """The day of a current report, with the fiscal period whose results the press release behind it announces."""
    day = event_date(opening.front)
    if not tells_results(opening.near):
        return Period(day)
    for page in opening.pages[1:NEAR_PAGES]:
        if is_earnings_release(page) and (announced := announced_period(page, opening.body, naming)):
            return Period(day, announced.fiscal_year, announced.quarter)
    return Period(day)
