"""What a filing says it is: registrant, form and period, from its facts, its mail header or its cover page.

Nothing is guessed. A filing whose registrant or form cannot be read is called by its file's name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath

from pipeline.evidence.dates import parse_date
from pipeline.evidence.document import TitleSource
from pipeline.parse.cover.forms import EARNINGS_RELEASE, form_of, is_earnings_release
from pipeline.parse.cover.names import as_written, name_before_marker, name_in_release
from pipeline.parse.cover.periods import (
    Period,
    announced_period,
    annual_period,
    dated,
    event_date,
    filing_date,
    quarterly_period,
)
from pipeline.parse.html.text import collapsed

COVER_PAGES = 8
"""Pages whose text decides the title: a quarterly report names its quarter on its statements, not on its cover."""

ANNUAL = ("10-K", "20-F", "40-F")
QUARTERLY = ("10-Q",)


@dataclass(frozen=True, slots=True)
class Cover:
    """A filing's title and what it was made of. `source` says where it was read; None where nothing was found.

    `fiscal_year` is the issuer's own name of the year ("2023" for one that ended on 1 January 2024).
    """

    title: str
    source: TitleSource
    registrant: str | None = None
    form: str | None = None
    period_end: date | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None


def read_cover(first_pages_text: Sequence[str], source: str) -> Cover:
    """Read the cover from the text of a filing's first pages. Falls back to the file's stem, saying so."""
    lines = "\n".join(first_pages_text)
    text = collapsed(lines)
    front = collapsed("\n".join(first_pages_text[:2]))
    form = form_of(front)
    if form:
        name = name_before_marker(front, text)
        return _cover(
            name and as_written(name, text), form, _period(form, front, text), source, TitleSource.COVER
        )
    if is_earnings_release(front):
        name = name_in_release(front, text)
        return _cover(name, EARNINGS_RELEASE, announced_period(front), source, TitleSource.COVER)
    return file_name_cover(source)


def read_facts(facts: Mapping[str, str], first_pages_text: Sequence[str]) -> Cover | None:
    """The cover from Inline XBRL's document and entity facts, by lower-case name; None when they do not say enough.

    The pages only decide how the registrant's name is spelled.
    """
    name, form = facts.get("entityregistrantname"), facts.get("documenttype")
    if not name or not form:
        return None
    if facts.get("amendmentflag", "").lower() in ("true", "☒") and not form.endswith("/A"):
        form = f"{form}/A"
    end = parse_date(facts.get("documentperiodenddate", ""))
    year = facts.get("documentfiscalyearfocus", "")
    quarter = {"Q1": 1, "Q2": 2, "Q3": 3, "Q4": 4}.get(facts.get("documentfiscalperiodfocus", "").upper())
    is_periodic = form.startswith((*ANNUAL, *QUARTERLY))
    period = Period(
        end, int(year) if is_periodic and year.isdigit() else None, quarter if is_periodic else None
    )
    return _cover(
        as_written(name, collapsed("\n".join(first_pages_text))), form, period, "", TitleSource.FACTS
    )


def with_header(
    cover: Cover, header: Mapping[str, str], source: str, first_pages_text: Sequence[str]
) -> Cover:
    """The cover completed from EDGAR's mail header, whose form type is the official one."""
    name, form = header.get("COMPANY CONFORMED NAME"), header.get("CONFORMED SUBMISSION TYPE")
    if not form or not (cover.registrant or name):
        return cover
    registrant = cover.registrant or as_written(name or "", collapsed("\n".join(first_pages_text)))
    end = cover.period_end or parse_date(
        header.get("CONFORMED PERIOD OF REPORT") or header.get("FILED AS OF DATE", "")
    )
    period = Period(end, cover.fiscal_year, cover.fiscal_quarter)
    return _cover(registrant, form, period, source, TitleSource.COVER)


def file_name_cover(source: str) -> Cover:
    """The file's name without folder and ending, when the filing does not say what it is."""
    return Cover(PurePath(source).stem or source, TitleSource.FILE_NAME)


def _cover(registrant: str | None, form: str, period: Period, source: str, where: TitleSource) -> Cover:
    if not registrant:
        return file_name_cover(source)
    named = form if form == EARNINGS_RELEASE else f"Form {form}"
    parts = [registrant, named, *([words] if (words := period.words) else [])]
    return Cover(" · ".join(parts), where, registrant, form, period.end, period.fiscal_year, period.quarter)


def _period(form: str, front: str, text: str) -> Period:
    if form.startswith(QUARTERLY):
        return quarterly_period(front, text)
    if form.startswith(ANNUAL):
        return annual_period(front, text)
    if form.startswith(("8-K", "6-K")):
        return dated(event_date(front))
    return dated(filing_date(front))
