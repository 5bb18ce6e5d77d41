"""The cover in the mail header of EDGAR's text filings, with each filer's former names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pipeline.evidence.cover import Cover, CoverSource, Registrant, all_from
from pipeline.evidence.dates import parse_date
from pipeline.parse.cover.numbers import read_cik, read_ein

_FIELD = re.compile(r"^[ \t]*([A-Z][A-Z0-9 /()-]{2,60}):[ \t]*(.*?)[ \t]*$", re.M)
_NAME = "COMPANY CONFORMED NAME"
_FORMER_NAME = "FORMER CONFORMED NAME"


def read_header(header: str) -> Cover:
    """The cover that a header gives; an empty one for a filing without a header."""
    fields = [(match[1].strip(), match[2]) for match in _FIELD.finditer(header)]
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
    """Each company whose data stand in the header, in order; a header names its former names from old to new."""
    starts = [number for number, (name, value) in enumerate(fields) if name == _NAME and value]
    for start, end in pairwise([*starts, len(fields)]):
        own = fields[start:end]
        said = dict(reversed(own))
        former = [value for name, value in own if name == _FORMER_NAME and value]
        yield Registrant(
            said[_NAME],
            former_names=tuple(reversed(former)),
            ein=read_ein(said.get("IRS NUMBER", "")),
            cik=read_cik(said.get("CENTRAL INDEX KEY", "")),
        )
