"""What a filing says it is, as far as its title does: for filings whose cover was not read."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, Registrant
from pipeline.evidence.dates import find_days

TITLE_SEPARATOR = " · "

_FORM = re.compile(r"Form\s+(\S.*)")
_PERIOD = re.compile(r"(?:Q([1-4])\s+)?FY((?:19|20)\d\d)")


def known_of(cover: Cover, title: str) -> Cover:
    """The cover, or what the title says when the cover names neither registrant nor form. A title of one piece, such
    as a file's name, says nothing."""
    if cover.registrants or cover.form:
        return cover
    return _of_title(title)


@lru_cache(maxsize=8_192)
def _of_title(title: str) -> Cover:
    company, separator, rest = title.partition(TITLE_SEPARATOR)
    if not separator:
        return Cover()
    form: str | None = None
    year: int | None = None
    quarter: int | None = None
    day = None
    for piece in rest.split(TITLE_SEPARATOR):
        if named := _FORM.fullmatch(piece):
            form = named[1]
        elif piece == EARNINGS_RELEASE:
            form = piece
        elif period := _PERIOD.fullmatch(piece):
            quarter, year = int(period[1]) if period[1] else None, int(period[2])
        elif days := find_days(piece):
            day = days[0].day
    return Cover((Registrant(company.strip()),), form, day, year, quarter)
