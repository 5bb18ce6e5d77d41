"""The filings that a question is asked of: chosen by company, period and form, weighed, with why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.evidence.cover import Cover
from pipeline.search.asked_form import AskedForm, of_any
from pipeline.search.asked_period import AskedPeriod
from pipeline.search.companies import CompanyIndex
from pipeline.search.company_mentions import CompanyMention
from pipeline.search.routing import LEAST_FIT, Fit, fits
from pipeline.search.shelf import last_day

MOST_PERIODS = 3
"""Periods of one company whose filings a question is asked of: its own, the next year's, whose report shows its figures
again, and one that restates them. More add pages that are like the right one and are not."""

MOST_PERIODS_EACH = 2
"""The same where a question names three companies or more."""

MANY_COMPANIES = 3

LEAST_WEIGHT = 0.25
"""A report that fits a quarter as well as the best has nothing that the best does not."""

UNROUTED_SHARE = 0.4
"""How much a period counts where no company is named, or the analyst picked the filings: nothing is left out."""


@dataclass(frozen=True, slots=True)
class Route:
    """A filing by its position, its weight, 0 to 1, and why it is asked."""

    position: int
    weight: float
    because: tuple[str, ...] = ()


def routes_of(
    covers: Sequence[Cover],
    index: CompanyIndex,
    mentions: Sequence[CompanyMention],
    period: AskedPeriod,
    form: AskedForm,
    *,
    keep_all: bool = False,
) -> tuple[tuple[Route, ...], tuple[str, ...]]:
    """The filings to search, best first, and what is asked for that no filing of the named companies has, in words.

    Without a company all filings are kept, weighed by their period; so too with `keep_all`.
    """
    if not mentions:
        return unnamed_routes(covers, index, period, form), ()
    best: dict[int, Route] = {}
    missing: list[str] = []
    companies = list(dict.fromkeys(company for mention in mentions for company in mention.companies))
    most = MOST_PERIODS if len(companies) < MANY_COMPANIES else MOST_PERIODS_EACH
    for mention in mentions:
        for company in mention.companies:
            positions = index.companies[company].filings
            own = [covers[position] for position in positions]
            read = fits(own, period, form)
            missing += _missing(index.companies[company].name, own, read, period, form)
            for number, weight in _best_reports(own, read, most):
                because = tuple(filter(None, [mention.text, *read[number].because.split(" · ")]))
                route = Route(positions[number], weight, because)
                if route.position not in best or best[route.position].weight < weight:
                    best[route.position] = route
    routes = list(best.values())
    if keep_all:
        named = {route.position for route in routes}
        rest = [
            Route(position, 1 - UNROUTED_SHARE) for position in range(len(covers)) if position not in named
        ]
        routes = [_softened(route) for route in routes] + rest
    return tuple(_ordered(routes, covers)), tuple(dict.fromkeys(missing))


def _best_reports(covers: Sequence[Cover], read: Sequence[Fit], most: int) -> list[tuple[int, float]]:
    """The best filings of a company by number, each with its weight beside the best. What reports on one period counts
    once: the report as PDF and as HTML, its amendment, the release before it."""
    top = max((fit.score for fit in read), default=0.0)
    if top <= 0:
        return [(number, 1.0) for number in range(len(covers))][:most]
    by_period: dict[object, list[int]] = defaultdict(list)
    by_fit = sorted(
        range(len(covers)), key=lambda number: (-read[number].score, -(last_day(covers[number]) or 0))
    )
    for number in by_fit:
        by_period[_period(covers[number], number)].append(number)
    chosen = list(by_period.values())[:most]
    return [
        (number, round(read[number].score / top, 3))
        for numbers in chosen
        for number in numbers
        if read[number].score >= LEAST_WEIGHT * top
    ]


def _period(cover: Cover, number: int) -> object:
    """What a filing reports on; a filing of which that is not known is alone."""
    if cover.fiscal_year is not None:
        whole = cover.is_annual or cover.fiscal_quarter in (None, 4)
        return (cover.fiscal_year, None if whole else cover.fiscal_quarter)
    return (cover.form, cover.period_end) if cover.period_end else number


def unnamed_routes(
    covers: Sequence[Cover], index: CompanyIndex, period: AskedPeriod, form: AskedForm
) -> tuple[Route, ...]:
    """All filings, best first, weighed by how they fit a question that names no company."""
    weights = dict.fromkeys(range(len(covers)), 1.0)
    reasons: dict[int, str] = {}
    if period.is_named or form.forms or period.wants_quarter or period.is_latest:
        for company in index.companies:
            read = fits([covers[position] for position in company.filings], period, form)
            top = max(max(fit.score for fit in read), LEAST_FIT)
            for position, fit in zip(company.filings, read, strict=True):
                weights[position] = 1 - UNROUTED_SHARE + UNROUTED_SHARE * fit.score / top
                reasons[position] = fit.because
    routes = (
        Route(position, round(weight, 3), tuple(filter(None, reasons.get(position, "").split(" · "))))
        for position, weight in weights.items()
    )
    return tuple(_ordered(routes, covers))


def _missing(
    name: str, covers: Sequence[Cover], read: Sequence[Fit], period: AskedPeriod, form: AskedForm
) -> list[str]:
    """What is not there, to stand behind "no"."""
    missing = []
    if form.forms and not of_any(covers, form):
        missing.append(f"{' or '.join(form.forms)} of {name}")
    elif period.is_named and max(fit.score for fit in read) < LEAST_FIT:
        missing.append(f"filing of {name} {period.filing_words}")
    return missing


def _softened(route: Route) -> Route:
    weight = 1 - UNROUTED_SHARE + UNROUTED_SHARE * route.weight
    return Route(route.position, round(weight, 3), route.because)


def _ordered(routes: Iterable[Route], covers: Sequence[Cover]) -> list[Route]:
    """From the heaviest; of equals the newest first."""
    return sorted(
        routes, key=lambda route: (-route.weight, -(last_day(covers[route.position]) or 0), route.position)
    )
