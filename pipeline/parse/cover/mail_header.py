"""The cover in the mail header of EDGAR's text filings, with each filer's former names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pipeline.evidence.cover import Cover, CoverSource, Registrant, all_from
from pipeline.evidence.dates import parse_date
from pipeline.parse.cover.numbers import read_cik, read_ein, without_state

_FIELD = re.compile(r"^[ \t]*([A-Z][A-Z0-9 /()-]{2,60}):[ \t]*(.*?)[ \t]*$", re.M)
_NAME = "COMPANY CONFORMED NAME"
_FORMER_NAME = "FORMER CONFORMED NAME"
_CHANGED_ON = "DATE OF NAME CHANGE"

# Those who own shares, or file about another company, are not whose report it is.
_OTHERS = re.compile(
    r"^[ \t]*<REPORTING-OWNER>.*?(?:</REPORTING-OWNER>|\Z)"
    r"|^[ \t]*(?:REPORTING-OWNER|FILED BY):[ \t]*$.*?(?=^[A-Z][A-Z -]+:[ \t]*$|\Z)",
    re.S | re.M,
)


def read_header(header: str) -> Cover:
    """The cover that a header gives; an empty one for a filing without a header."""
    fields = [(match[1].strip(), match[2]) for match in _FIELD.finditer(_OTHERS.sub("", header))]
    first: dict[str, str] = {}
    for name, value in fields:
        if value:
            first.setdefault(name, value)
    return all_from(
        CoverSource.HEADER,
        Cover(
            registrants=tuple(_registrants(fields)),
            form=first.get("CONFORMED SUBMISSION TYPE"),
            period_end=parse_date(first.get("CONFORMED PERIOD OF REPORT", "")),
            filed_on=parse_date(first.get("FILED AS OF DATE", "")),
        ),
    )


def _registrants(fields: list[tuple[str, str]]) -> Iterator[Registrant]:
    """Each company whose data stand in the header, in order."""
    starts = [number for number, (name, value) in enumerate(fields) if name == _NAME and value]
    for start, end in pairwise([*starts, len(fields)]):
        own = fields[start:end]
        said = dict(reversed(own))
        yield Registrant(
            without_state(said[_NAME]),
            former_names=_former_names(own, said[_NAME]),
            ein=read_ein(said.get("IRS NUMBER", "")),
            cik=read_cik(said.get("CENTRAL INDEX KEY", "")),
        )


def _former_names(fields: list[tuple[str, str]], name: str) -> tuple[str, ...]:
    """Newest first, by the days on which they were given up; each once."""
    names = [
        (day if label == _CHANGED_ON else "", without_state(value))
        for (former, value), (label, day) in pairwise([*fields, ("", "")])
        if former == _FORMER_NAME and value
    ]
    newest = [former for _, former in sorted(names, key=lambda one: one[0], reverse=True)]
    return tuple(former for former in dict.fromkeys(newest) if former != without_state(name))
