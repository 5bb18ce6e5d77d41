"""Rates of failures week by week: a line for each model and prompt, parser, form or kind of file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from pipeline.evidence.layer import Layer
from pipeline.store.quality import SEVERAL, CheckedCount
from viewer.quality_layers import FEW, Standing, WeekRate, citation_rate, standing_of, week_rates
from viewer.rates import Rate

__all__ = ["FEW", "By", "SeriesKey", "SeriesView", "Standing", "WeekRate", "citation_rate", "series_of"]

NO_MODEL: Final = "Extractive, no model"
NO_FILING: Final = "No filing in the library"
NO_FORM: Final = "Form not known"
MEDIA_WORDS: Final = {"application/pdf": "PDF", "text/html": "HTML", "text/plain": "Text"}


class By(StrEnum):
    """What answers are told apart by."""

    MODEL = "model"
    PARSER = "parser"
    FORM = "form"
    MEDIA = "media"


BY_WORDS: Final = {
    By.MODEL: "Model and prompt",
    By.PARSER: "Parser version",
    By.FORM: "Form of the filing",
    By.MEDIA: "Kind of file",
}


@dataclass(frozen=True, slots=True)
class SeriesKey:
    """What a line is of. Lines of one `group` look alike. `cases` are the address's parameters that choose its cases,
    None where no single value does."""

    name: str
    group: str | None
    prompt: str | None = None
    cases: tuple[tuple[str, str], ...] | None = None


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The citations or claims of one line by week, oldest first; weeks without any are left out. `is_newest` where no
    later prompt of that model was used; `standing` of its last week, None where that is long ago."""

    key: SeriesKey
    weeks: tuple[WeekRate, ...]
    is_newest: bool
    standing: Standing | None

    @property
    def name(self) -> str:
        return self.key.name

    @property
    def prompt(self) -> str | None:
        return self.key.prompt

    @property
    def last(self) -> WeekRate:
        return self.weeks[-1]

    @property
    def rate(self) -> Rate:
        return Rate.sum(week.rate for week in self.weeks)


def series_of(
    rows: Sequence[CheckedCount],
    this: date,
    alert_rate: float,
    by: By = By.MODEL,
    layer: Layer | None = None,
) -> tuple[SeriesView, ...]:
    """A line each: the ones used last first, of these the ones with most citations. `this` is the Monday of the present
    week."""
    grouped: defaultdict[SeriesKey, list[CheckedCount]] = defaultdict(list)
    for row in rows:
        grouped[_key(row, by)].append(row)
    weeks = {key: week_rates(of_key, layer) for key, of_key in grouped.items()}
    weeks = {key: found for key, found in weeks.items() if found}
    newest: dict[str | None, tuple[date, list[tuple[str, int]], str | None]] = {}
    for key, found in weeks.items():
        candidate = (found[-1].week, _natural(key.prompt), key.prompt)
        newest[key.group] = max(newest.get(key.group, candidate), candidate, key=lambda one: one[:2])
    series = [
        SeriesView(key, found, newest[key.group][2] == key.prompt, standing_of(found[-1], this, alert_rate))
        for key, found in weeks.items()
    ]
    return tuple(sorted(series, key=lambda one: (-one.last.week.toordinal(), -one.rate.total, one.name)))


def series_name(model: str | None, prompt: str | None) -> str:
    """ "gpt-test, answer-1"."""
    if model is None:
        return NO_MODEL
    return f"{model}, {prompt or 'prompt not known'}"


def media_words(media_type: str | None) -> str:
    """A kind of file as people name it."""
    return NO_FILING if media_type is None else MEDIA_WORDS.get(media_type, media_type)


def _key(row: CheckedCount, by: By) -> SeriesKey:
    if by is By.MODEL:
        cases = (("model", row.model or ""), ("prompt", row.prompt or ""))
        return SeriesKey(series_name(row.model, row.prompt), row.model, row.prompt, cases)
    if by is By.PARSER:
        parser = row.parser_version
        is_one = parser is not None and ", " not in parser
        return _alone(parser or NO_FILING, (("parser", parser),) if is_one and parser else None)
    value, words, nothing = (
        (row.form, row.form or NO_FORM, "")
        if by is By.FORM
        else (row.media_type, media_words(row.media_type), None)
    )
    if value == SEVERAL:
        return _alone("Several forms" if by is By.FORM else "Several kinds of file", None)
    chosen = nothing if value is None else value
    return _alone(words, None if chosen is None else ((by.value, chosen),))


def _alone(name: str, cases: tuple[tuple[str, str], ...] | None) -> SeriesKey:
    return SeriesKey(name, name, None, cases)


def _natural(prompt: str | None) -> list[tuple[str, int]]:
    """An order in which answer-10 comes after answer-9."""
    return [(word, int(number or 0)) for word, number in re.findall(r"(\D*)(\d*)", prompt or "")]
