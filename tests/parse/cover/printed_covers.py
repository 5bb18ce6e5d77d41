"""Covers as filers print them, with invented names."""

from __future__ import annotations

from pipeline.evidence.cover import Cover, Registrant
from pipeline.parse.cover.cover import read_cover

HEAD = "UNITED STATES SECURITIES AND EXCHANGE COMMISSION Washington, D.C. 20549 "
MARKER = "(Exact name of registrant as specified in its charter)"
REGISTERED = "Securities registered pursuant to Section 12(b) of the Act: "
CLASSES = "Title of each class Trading Symbol(s) Name of each exchange on which registered "


def annual(rest: str, *, ended: str = "December 31, 2022", form: str = "FORM 10-K") -> str:
    """The page of an annual report's cover, from the commission file number on."""
    return f"{HEAD}{form} (Mark One) ☒ ANNUAL REPORT For the fiscal year ended {ended} {rest}"


def named(name: str, *, ein: str = "12-3456789") -> str:
    """The part of a cover that names its registrant."""
    return (
        f"Commission file number 1-3285 {name} {MARKER} Delaware {ein} (I.R.S. Employer Identification No.) "
    )


def quarterly(ended: str) -> str:
    return f"{HEAD}FORM 10-Q ☒ QUARTERLY REPORT For the quarterly period ended {ended} {named('Tallow Inc.')}"


def filer(*pages: str) -> Registrant:
    """The registrant that a cover names first."""
    registrant = read_cover(pages).registrant
    assert registrant is not None
    return registrant


def period(cover: Cover) -> tuple[str | None, int | None, int | None]:
    """The last day, fiscal year and quarter."""
    return (
        cover.period_end.isoformat() if cover.period_end else None,
        cover.fiscal_year,
        cover.fiscal_quarter,
    )
