"""Copies of real filings with other names, periods, figures and words, so that a library of thousands has as much to
tell apart as a real one: each company files the same report for five years running.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.cover import Cover, Registrant
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from tests.bench.scale_sources import SourceFiling

YEARS = 5
"""Filings of a company, of as many years one after the other."""

EXCHANGED = 30
"""One word in so many becomes another word of the same filing."""

COMPANY_DRIFT, PASSAGE_DRIFT = 0.25, 0.45
"""How far a copy's vectors move from the real ones, as lengths beside 1: all of a company's in one direction, and each
passage's in one of its own. A passage's cosine to its source is then about 0.89, as between two years' reports.
"""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_BEGINNINGS = _words(
    "Bar Cal Dor Fen Gal Har Jor Kel Lan Mar Nor Oster Pel Quin Ros Sel Tar Ul Vel Wes Yar Zen"
)
_MIDDLES = _words("a e i o u")
_ENDINGS = _words("dane dyne gard lith mere mont nova quist ridge ston tech thorn vale ven wick worth")
_TRADES = _words("Industries Holdings Foods Energy Systems Logistics Materials Brands Health Financial")
_SUFFIXES = ("Inc.", "Corporation", "Company", "plc")
_LEGAL = re.compile(r",?\s+(?:Inc\.?|Corporation|Company,?|Corp\.?|Co\.?|plc|PLC|Ltd\.?|LLC)(?=\s|$)")
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_SHORTEST_ALTERED = 3
"""Digits of a number that are altered: fewer are days, notes, counts of years."""


@dataclass(frozen=True, slots=True)
class CopiedFiling:
    """A generated filing. `name` is its company's, as prose says it; `years` is how far its periods were moved;
    `texts` of all pages are what their passages say."""

    number: int
    title: str
    name: str
    years: int
    cover: Cover
    texts: tuple[str, ...]
    passages: tuple[Passage, ...]
    vectors: NDArray[np.float32]


def copy_of(source: SourceFiling, version_id: UUID, number: int) -> CopiedFiling:
    """Copy `number` of all, which is of company `number // YEARS`. The same arguments give the same copy."""
    company, years = number // YEARS, years_moved(number)
    name = company_name(company)
    altered = _Altered(source, name, years, number)
    lines: list[list[str]] = [[] for _ in source.texts]
    found: list[Passage] = []
    for passage in source.passages:
        text, page = altered.text(passage.text), passage.id.page_index
        start = sum(len(line) + 1 for line in lines[page])
        lines[page].append(text)
        found.append(
            replace(
                passage,
                id=PassageId(str(version_id), page, passage.id.ordinal),
                range=TextRange(start, start + len(text)),
                text=text,
                context=altered.named(passage.context),
            )
        )
    return CopiedFiling(
        number,
        altered.named(source.title),
        short_name(name),
        years,
        _cover(source.cover, name, years, company),
        tuple("\n".join(page) for page in lines),
        tuple(found),
        _moved(source.vectors, company, number),
    )


def years_moved(number: int) -> int:
    """How far the periods of copy `number` are moved."""
    return -(number % YEARS)


def company_name(company: int) -> str:
    """The name of a company, which no other has."""
    beginning, rest = company % len(_BEGINNINGS), company // len(_BEGINNINGS)
    middle, rest = rest % len(_MIDDLES), rest // len(_MIDDLES)
    ending = (company * 7 + rest) % len(_ENDINGS)
    stem = _BEGINNINGS[beginning] + _MIDDLES[middle] + _ENDINGS[ending]
    return f"{stem} {_TRADES[company % len(_TRADES)]}, {_SUFFIXES[company % len(_SUFFIXES)]}"


def short_name(name: str) -> str:
    """A company's name without its legal form."""
    return _LEGAL.sub("", name).strip(" ,")


class _Altered:
    """What a copy makes of its source's words."""

    def __init__(self, source: SourceFiling, name: str, years: int, number: int) -> None:
        self._random = random.Random(number)
        owner = source.cover.registrant
        said = {owner.name, short_name(owner.name)} if owner else set()
        said |= {
            part for known in said for part in (known.removeprefix("The "), known.split()[0]) if len(part) > 4
        }
        longest = sorted(said, key=len, reverse=True)
        self._owner = re.compile("|".join(map(re.escape, longest)), re.IGNORECASE) if longest else None
        self._name, self._years = name, years
        digits = self._random.sample("123456789", 9)
        self._digits = str.maketrans("123456789", "".join(digits))
        self._words = [word for passage in source.passages[::5] for word in passage.text.split()]

    def text(self, text: str) -> str:
        """A passage's text: other names, years, figures, and some other words."""
        words = self.named(text).split(" ")
        for _ in range(len(words) // EXCHANGED):
            position = self._random.randrange(len(words))
            if words[position].isalpha():
                words[position] = self._random.choice(self._words)
        return " ".join(words)

    def named(self, text: str) -> str:
        """A title or heading: other names, years and figures."""
        if self._owner is not None:
            text = self._owner.sub(lambda said: self._as(said[0]), text)
        return _NUMBER.sub(lambda number: self._number(number[0]), text)

    def _as(self, said: str) -> str:
        name = self._name if _LEGAL.search(said) else short_name(self._name)
        return name.upper() if said.isupper() else name

    def _number(self, printed: str) -> str:
        if len(printed) == 4 and printed.isdigit() and printed[:2] in ("19", "20"):
            return str(int(printed) + self._years)
        if sum(character.isdigit() for character in printed) < _SHORTEST_ALTERED:
            return printed
        return printed.translate(self._digits)


def _cover(cover: Cover, name: str, years: int, company: int) -> Cover:
    ticker = "".join(character for character in name.upper() if character.isalpha())[:3] + _letters(company)
    owner = Registrant(
        name, (), (ticker,), f"{10 + company % 80}-{3_000_000 + company}", f"{7_000_000 + company:010d}"
    )
    return replace(
        cover,
        registrants=(owner,),
        period_end=_moved_day(cover.period_end, years),
        fiscal_year=cover.fiscal_year + years if cover.fiscal_year else None,
        filed_on=_moved_day(cover.filed_on, years),
    )


def _letters(number: int) -> str:
    return chr(65 + number // 26 % 26) + chr(65 + number % 26)


def _moved_day(day: date | None, years: int) -> date | None:
    if day is None:
        return None
    return day.replace(year=day.year + years, day=min(day.day, 28) if day.month == 2 else day.day)


def _moved(vectors: NDArray[np.float32], company: int, number: int) -> NDArray[np.float32]:
    dimensions = vectors.shape[1]
    of_company = np.random.default_rng([1, company]).standard_normal(dimensions)
    of_passages = np.random.default_rng([2, number]).standard_normal(vectors.shape)
    moved = vectors + (COMPANY_DRIFT * of_company + PASSAGE_DRIFT * of_passages) / np.sqrt(dimensions)
    unit: NDArray[np.float32] = (moved / np.linalg.norm(moved, axis=1, keepdims=True)).astype(np.float32)
    return unit
