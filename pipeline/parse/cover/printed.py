"""The cover as it is printed, and what the pages behind it add."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.cover import (
    ANNUAL_FORMS,
    EARNINGS_RELEASE,
    QUARTERLY_FORMS,
    Cover,
    CoverSource,
    Registrant,
    all_from,
)
from pipeline.parse.cover.forms import form_of, is_earnings_release
from pipeline.parse.cover.names import name_before_marker, name_in_release
from pipeline.parse.cover.numbers import find_eins
from pipeline.parse.cover.periods import (
    Period,
    announced_period,
    annual_period,
    event_date,
    filing_date,
    quarterly_period,
)
from pipeline.parse.cover.symbols import listed_symbols, named_symbols, printed_symbols
from pipeline.parse.html.text import collapsed

FRONT_PAGES = 2
"""The cover itself, which may run on to a second page."""

NAMING_PAGES = 8
"""Pages that write the registrant's name, and on whose statements a quarterly report names its quarter."""

SYMBOL_PAGES = 60
"""An annual report tells its ticker where it tells of the market for its shares."""


def read_printed(pages: Sequence[str], known: Cover) -> Cover:
    """The cover that a filing prints, but for what is `known`, which decides how its period is read."""
    front = collapsed("\n".join(pages[:FRONT_PAGES]))
    text = collapsed("\n".join(pages[:NAMING_PAGES]))
    form = known.form or form_of(front)
    if form:
        registrants = _registrants(front, text, pages)
        period = _period(form, front, text)
        filed = filing_date(front)
    elif is_earnings_release(front):
        form, filed = EARNINGS_RELEASE, None
        name = name_in_release(front, text)
        registrants = (Registrant(name, tickers=listed_symbols(front)),) if name else ()
        period = announced_period(front)
    else:
        return Cover()
    cover = Cover(registrants, form, period.end, period.fiscal_year, period.quarter, filed)
    return all_from(CoverSource.COVER, cover)


def _registrants(front: str, text: str, pages: Sequence[str]) -> tuple[Registrant, ...]:
    name = name_before_marker(front, text)
    if not name:
        return ()
    tickers = printed_symbols(front) or named_symbols(collapsed("\n".join(pages[:SYMBOL_PAGES])))
    eins = find_eins(front)
    return (Registrant(name, tickers=tickers, ein=eins[0][1] if eins else None),)


def _period(form: str, front: str, text: str) -> Period:
    if form.startswith(QUARTERLY_FORMS):
        return quarterly_period(front, text)
    if form.startswith(ANNUAL_FORMS):
        return annual_period(front, text)
    if form.startswith(("8-K", "6-K")):
        return Period(event_date(front))
    return Period()
