"""The numbers that a registrant is known by: the Internal Revenue Service's and the Commission's."""

from __future__ import annotations

import re

_EIN = re.compile(r"(?<![\d-])(\d{2})\s?[-‐‑–—]\s?(\d{7})(?![\d-])")
_EIN_DIGITS = re.compile(r"(\d{2})(\d{7})")
_STATE = re.compile(r"\s*/[A-Z]{2,3}/?$")
_CIK = re.compile(r"\d{1,10}")


def read_ein(text: str) -> str | None:
    """ "91-1646860" as a fact or a header writes it, with a hyphen or without; None for anything else, and for a number
    of zeros, which stands for none."""
    match = _EIN_DIGITS.fullmatch(text.strip()) or _EIN.fullmatch(text.strip())
    return f"{match[1]}-{match[2]}" if match and match[2].strip("0") else None


def read_cik(text: str) -> str | None:
    """The Commission's key of a filer in its ten digits; None for anything else."""
    return text.strip().zfill(10) if _CIK.fullmatch(text.strip()) and text.strip("0 ") else None


def without_state(name: str) -> str:
    """A name without the state that the Commission tells companies of one name apart by: "HALDEN CO /DE/"."""
    return _STATE.sub("", name)


def find_eins(text: str) -> list[tuple[int, str]]:
    """Each employer's number on a cover with the place where it begins."""
    return [(match.start(), f"{match[1]}-{match[2]}") for match in _EIN.finditer(text) if match[2].strip("0")]
