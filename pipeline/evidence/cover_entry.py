"""What an analyst writes into the fields of a cover, checked, and what of it differs from the cover."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, CoverField, Registrant
from pipeline.evidence.errors import EvidenceError

YEARS: Final = range(1900, 2101)
"""Fiscal years and days that a filing may be of."""
LONGEST_NAME: Final = 200
LONGEST_FORM: Final = 40

_TICKER: Final = re.compile(r"[A-Z0-9][A-Z0-9.\-]{0,9}")
_EIN: Final = re.compile(r"([0-9]{2})-?([0-9]{7})")
_CIK: Final = re.compile(r"[0-9]{1,10}")


class InvalidCoverEntry(EvidenceError):
    """Fields of a cover cannot be what was written into them. `problems`: what is wrong with each, by its name."""

    def __init__(self, problems: Mapping[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = dict(problems)


@dataclass(frozen=True, slots=True)
class CoverEntry:
    """The fields as they are written: names one a line, tickers apart by commas, "" or None for what is left empty."""

    company: str = ""
    former_names: str = ""
    tickers: str = ""
    ein: str = ""
    cik: str = ""
    others: str = ""
    form: str = ""
    period_end: date | None = None
    fiscal_year: str = ""
    fiscal_quarter: int | None = None
    filed_on: date | None = None

    @classmethod
    def of(cls, cover: Cover) -> CoverEntry:
        """A cover as it is written into the fields."""
        first = cover.registrant or Registrant("")
        return cls(
            first.name,
            "\n".join(first.former_names),
            ", ".join(first.tickers),
            first.ein or "",
            first.cik or "",
            "\n".join(other.name for other in cover.registrants[1:]),
            cover.form or "",
            cover.period_end,
            str(cover.fiscal_year or ""),
            cover.fiscal_quarter,
            cover.filed_on,
        )

    def changes(self, cover: Cover) -> dict[CoverField, Any]:
        """What is written otherwise than in the cover, as its JSON has it; None for a field that was emptied. Raises
        InvalidCoverEntry that names every field that cannot be so."""
        written, before = self.cover(cover).to_json(), cover.to_json()
        return {name: written[name] for name in CoverField if written[name] != before[name]}

    def cover(self, known: Cover) -> Cover:
        """The cover that is written; of companies that file with the first, `known` tells what no field has. Raises
        InvalidCoverEntry."""
        problems: dict[str, str] = {}
        checked = {
            "company": _name(self.company),
            "tickers": _tickers(self.tickers),
            "ein": _ein(self.ein),
            "cik": _cik(self.cik),
            "form": _form(self.form),
            "fiscal_year": _year(self.fiscal_year),
            "fiscal_quarter": _quarter(self.fiscal_quarter),
            "period_end": _day(self.period_end, "The period"),
            "filed_on": _day(self.filed_on, "The day of filing"),
        }
        for name, value in checked.items():
            if isinstance(value, _Problem):
                problems[name] = value.words
        if not self.company.strip() and any(
            (self.former_names, self.tickers, self.ein, self.cik, self.others)
        ):
            problems["company"] = "The company has no name. Write it as the filing's cover does."
        if problems:
            raise InvalidCoverEntry(problems)
        first = Registrant(
            checked["company"], _lines(self.former_names), checked["tickers"], checked["ein"], checked["cik"]
        )
        return Cover(
            (first, *self._others(known)) if first.name else (),
            checked["form"],
            self.period_end,
            checked["fiscal_year"],
            self.fiscal_quarter,
            self.filed_on,
        )

    def _others(self, known: Cover) -> list[Registrant]:
        by_name = {other.name: other for other in known.registrants[1:]}
        return [by_name.get(name, Registrant(name)) for name in _lines(self.others)]


@dataclass(frozen=True, slots=True)
class _Problem:
    words: str


def _lines(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for line in text.splitlines() if (name := " ".join(line.split()))))


def _name(text: str) -> Any:
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME:
        return _Problem(f"The company's name has {len(name)} characters; at most {LONGEST_NAME} are kept.")
    if name and not any(character.isalnum() for character in name):
        return _Problem(f"“{name}” is no company's name.")
    return name


def _tickers(text: str) -> Any:
    symbols = tuple(dict.fromkeys(symbol.upper() for symbol in re.split(r"[\s,;]+", text) if symbol))
    wrong = [symbol for symbol in symbols if not _TICKER.fullmatch(symbol)]
    if wrong:
        return _Problem(f"“{wrong[0][:20]}” is no ticker: write up to ten letters or digits, such as BRK.B.")
    return symbols


def _ein(text: str) -> Any:
    found = _EIN.fullmatch(text.strip())
    if text.strip() and not found:
        return _Problem(f"“{text.strip()[:20]}” is no EIN: it has nine digits, such as 91-1646860.")
    return f"{found[1]}-{found[2]}" if found else None


def _cik(text: str) -> Any:
    digits = text.strip()
    if digits and not _CIK.fullmatch(digits):
        return _Problem(f"“{digits[:20]}” is no CIK: it has up to ten digits, such as 0000320193.")
    return digits.zfill(10) if digits else None


def _form(text: str) -> Any:
    form = re.sub(r"^form\s+", "", " ".join(text.split()), flags=re.IGNORECASE)
    if not form:
        return None
    if len(form) > LONGEST_FORM or not any(character.isalnum() for character in form):
        return _Problem(
            f"“{form[:LONGEST_FORM]}” is no form: write it as 10-K, 10-Q/A or {EARNINGS_RELEASE}."
        )
    return EARNINGS_RELEASE if form.casefold() == EARNINGS_RELEASE.casefold() else form.upper()


def _year(text: str) -> Any:
    year = re.sub(r"^FY\s*", "", text.strip(), flags=re.IGNORECASE)
    if not year:
        return None
    if not re.fullmatch(r"[0-9]{4}", year) or int(year) not in YEARS:
        return _Problem(f"“{text.strip()[:20]}” is no fiscal year: write four digits, such as 2023.")
    return int(year)


def _quarter(quarter: int | None) -> Any:
    return quarter if quarter in (None, 1, 2, 3, 4) else _Problem(f"There is no quarter {quarter}: 1 to 4.")


def _day(day: date | None, what: str) -> Any:
    if day is not None and day.year not in YEARS:
        return _Problem(f"{what} cannot be of the year {day.year}.")
    return day
