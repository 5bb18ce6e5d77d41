"""A filing's title, made of its cover: "Apple Inc. · Form 10-Q · Q3 FY2023"."""

from __future__ import annotations

import calendar
from datetime import date

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, CoverField, CoverSource
from pipeline.evidence.document import TitleSource
from pipeline.evidence.file_name import seen


def titled(cover: Cover, source_name: str) -> tuple[str, TitleSource]:
    """The title of a filing and what it was made of; its file's name, without folder and ending, where the cover lacks
    the registrant or the form. Nothing in it hides or turns the words that a page puts beside it."""
    if cover.registrant is None or cover.form is None:
        return _stem(source_name), TitleSource.FILE_NAME
    form = cover.form if cover.form == EARNINGS_RELEASE else f"Form {cover.form}"
    parts = (cover.registrant.name, form, period_words(cover))
    return seen(" · ".join(filter(None, parts))), _source(cover)


def period_words(cover: Cover) -> str:
    """The period as analysts say it: "Q3 FY2023", "FY2022"; a day for a current report and where no fiscal year is
    known ("Aug 30, 2023"), the day of filing where no other is; "" when nothing is."""
    if cover.fiscal_year and not (cover.is_current and cover.period_end):
        quarter = f"Q{cover.fiscal_quarter} " if cover.fiscal_quarter else ""
        return f"{quarter}FY{cover.fiscal_year}"
    day = cover.period_end or cover.filed_on
    return day_words(day) if day else ""


def day_words(day: date) -> str:
    """ "Aug 30, 2023"."""
    return f"{calendar.month_abbr[day.month]} {day.day}, {day.year}"


def _stem(source_name: str) -> str:
    name = seen(source_name).replace("\\", "/").rpartition("/")[2]
    return name.rpartition(".")[0] or name or source_name


def _source(cover: Cover) -> TitleSource:
    if CoverSource.ANALYST in cover.sources.values():
        return TitleSource.ANALYST
    is_tagged = cover.sources.get(CoverField.REGISTRANTS) is CoverSource.FACTS
    return TitleSource.FACTS if is_tagged else TitleSource.COVER
