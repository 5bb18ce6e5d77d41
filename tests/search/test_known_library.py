"""What the covers of filings say together is read once."""

from __future__ import annotations

from uuid import uuid4

from pipeline.evidence.cover import Cover, Registrant
from pipeline.search.asked_form import read_form
from pipeline.search.asked_period import read_period
from pipeline.search.filings import Filing
from pipeline.search.known_library import LIBRARIES, known_library


def filing(name: str, year: int) -> Filing:
    cover = Cover((Registrant(name),), "10-K", fiscal_year=year)
    return Filing(uuid4(), uuid4(), f"{name} · Form 10-K · FY{year}", 10, cover)


def test_the_same_filings_are_read_once_and_others_anew() -> None:
    filings = (filing("Halden plc", 2022), filing("Orrin Lamps, Inc.", 2023))
    known = known_library(filings)
    assert known_library(filings) is known
    assert known_library((*filings,)) is not known


def test_a_choice_that_may_change_is_not_kept() -> None:
    filings = [filing("Halden plc", 2022)]
    assert len(known_library(filings).covers) == 1
    filings.append(filing("Orrin Lamps, Inc.", 2023))
    assert len(known_library(filings).covers) == 2


def test_the_weights_of_a_period_are_its_own() -> None:
    known = known_library((filing("Halden plc", 2022), filing("Halden plc", 2023)))
    for year, position in ((2022, 0), (2023, 1), (2022, 0)):
        question = f"What were net sales in {year}?"
        routes = known.unnamed_routes(read_period(question), read_form(question))
        assert routes[0].position == position
        assert len(routes) == 2


def test_only_the_latest_libraries_are_kept() -> None:
    first = (filing("Halden plc", 2022),)
    known = known_library(first)
    others = [(filing("Orrin Lamps, Inc.", 2023),) for _ in range(LIBRARIES)]
    for other in others:
        known_library(other)
    assert known_library(first) is not known
