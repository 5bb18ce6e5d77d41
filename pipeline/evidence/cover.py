"""What a filing says it is: whose it is, which form, of which period, filed when, and where each was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Any, Self

EARNINGS_RELEASE = "Earnings release"
"""The form of a press release that announces results: it has no form of the Commission's."""

ANNUAL_FORMS = ("10-K", "20-F", "40-F")
QUARTERLY_FORMS = ("10-Q",)
CURRENT_FORMS = ("8-K", "6-K")


class CoverField(StrEnum):
    """What a cover says. The values are the keys of a cover as JSON."""

    REGISTRANTS = "registrants"
    FORM = "form"
    PERIOD_END = "period_end"
    FISCAL_YEAR = "fiscal_year"
    FISCAL_QUARTER = "fiscal_quarter"
    FILED_ON = "filed_on"


class CoverSource(StrEnum):
    """Where a field was read."""

    FACTS = "facts"  # Inline XBRL's document and entity facts
    HEADER = "header"  # the mail header of EDGAR's text filings
    COVER = "cover"  # the printed cover, or the first statements behind it
    ANALYST = "analyst"  # typed in the library


@dataclass(frozen=True, slots=True)
class Registrant:
    """A company that files. `name` as it writes itself; `former_names` newest first; `tickers` in capitals; `ein` as
    "91-1646860", `cik` in ten digits, None where they were not read."""

    name: str
    former_names: tuple[str, ...] = ()
    tickers: tuple[str, ...] = ()
    ein: str | None = None
    cik: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "former_names": list(self.former_names),
            "tickers": list(self.tickers),
            "ein": self.ein,
            "cik": self.cik,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(
            value["name"], tuple(value["former_names"]), tuple(value["tickers"]), value["ein"], value["cik"]
        )


@dataclass(frozen=True, slots=True)
class Cover:
    """What is known of a filing; None, or nothing, where it was not read. Nothing here is guessed.

    `registrants`: the filer first, then those that file with it. `form`: the Commission's, with "/A" for an amendment
    ("10-K/A"), or EARNINGS_RELEASE. `period_end`: the last day of the period reported on, or the day reported on.
    `fiscal_year`: the issuer's own name of the year ("2023" for one that ended on 1 January 2024); `fiscal_quarter`
    1 to 4, None for a whole year. `filed_on`: the day of filing. `sources`: where each field was read.
    """

    registrants: tuple[Registrant, ...] = ()
    form: str | None = None
    period_end: date | None = None
    fiscal_year: int | None = None
    fiscal_quarter: int | None = None
    filed_on: date | None = None
    sources: Mapping[CoverField, CoverSource] = field(default_factory=dict, hash=False)

    @property
    def registrant(self) -> Registrant | None:
        """The filer; None when it was not read."""
        return self.registrants[0] if self.registrants else None

    @property
    def base_form(self) -> str | None:
        """The form without its mark of an amendment."""
        return self.form.removesuffix("/A") if self.form else None

    @property
    def is_amendment(self) -> bool:
        return self.form is not None and self.form.endswith("/A")

    @property
    def is_annual(self) -> bool:
        return self.base_form is not None and self.base_form.startswith(ANNUAL_FORMS)

    @property
    def is_quarterly(self) -> bool:
        return self.base_form is not None and self.base_form.startswith(QUARTERLY_FORMS)

    @property
    def is_current(self) -> bool:
        """Whether it reports an event of a day."""
        return self.base_form is not None and self.base_form.startswith(CURRENT_FORMS)

    @property
    def unread(self) -> tuple[CoverField, ...]:
        """What a filing of this form says and was not read: a question may miss the filing for want of it."""
        wanted = [CoverField.REGISTRANTS, CoverField.FORM]
        if self.is_annual or self.is_quarterly or self.form == EARNINGS_RELEASE:
            wanted += [CoverField.FISCAL_YEAR]
        if self.is_quarterly:
            wanted += [CoverField.FISCAL_QUARTER]
        if self.is_annual or self.is_quarterly or self.is_current:
            wanted += [CoverField.PERIOD_END]
        return tuple(name for name in wanted if not getattr(self, name.value))

    def completed(self, other: Cover) -> Cover:
        """This cover, with what it lacks as another one of the same filing has it."""
        lacking = [
            name for name in CoverField if not getattr(self, name.value) and getattr(other, name.value)
        ]
        sources = {name: source for name, source in other.sources.items() if name in lacking}
        return replace(
            self,
            **{name.value: getattr(other, name.value) for name in lacking},
            sources={**self.sources, **sources},
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "registrants": [registrant.to_json() for registrant in self.registrants],
            "form": self.form,
            "period_end": self.period_end.isoformat() if self.period_end else None,
            "fiscal_year": self.fiscal_year,
            "fiscal_quarter": self.fiscal_quarter,
            "filed_on": self.filed_on.isoformat() if self.filed_on else None,
            "sources": {name.value: source.value for name, source in self.sources.items()},
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`; of an empty object, an empty cover."""
        if not value:
            return cls()
        return cls(
            tuple(map(Registrant.from_json, value["registrants"])),
            value["form"],
            _day(value["period_end"]),
            value["fiscal_year"],
            value["fiscal_quarter"],
            _day(value["filed_on"]),
            {CoverField(name): CoverSource(source) for name, source in value["sources"].items()},
        )


def all_from(source: CoverSource, cover: Cover) -> Cover:
    """The cover, with every field that it has said to be read in one place."""
    return replace(cover, sources={name: source for name in CoverField if getattr(cover, name.value)})


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
