"""The cover in inline XBRL: document and entity information (the "dei" taxonomy of the Commission)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from pipeline.evidence.cover import ANNUAL_FORMS, QUARTERLY_FORMS, Cover, CoverSource, Registrant, all_from
from pipeline.evidence.dates import parse_date
from pipeline.evidence.fact import Fact
from pipeline.parse.cover.numbers import read_cik, read_ein, without_state
from pipeline.parse.cover.symbols import is_share_symbol

_QUARTERS = {"Q1": 1, "Q2": 2, "Q3": 3, "Q4": 4}
_TRUE = ("true", "yes", "☒")
_ENTITY_AXIS = "legalentityaxis"


def read_facts(facts: Sequence[Fact]) -> Cover:
    """The cover that a filing's facts give; an empty one for a filing without them."""
    said = [fact for fact in facts if fact.concept.lower().startswith("dei:") and _text(fact)]
    form = _first(said, "documenttype")
    if not form:
        return Cover()
    if _first(said, "amendmentflag").lower() in _TRUE and not form.endswith("/A"):
        form = f"{form}/A"
    is_periodic = form.startswith((*ANNUAL_FORMS, *QUARTERLY_FORMS))
    year = _first(said, "documentfiscalyearfocus")
    quarter = _QUARTERS.get(_first(said, "documentfiscalperiodfocus").upper())
    return all_from(
        CoverSource.FACTS,
        Cover(
            registrants=tuple(_registrants(said)),
            form=form,
            period_end=_period_end(said),
            fiscal_year=int(year) if is_periodic and year.isdigit() else None,
            fiscal_quarter=quarter if form.startswith(QUARTERLY_FORMS) else None,
        ),
    )


def _registrants(facts: Sequence[Fact]) -> Iterator[Registrant]:
    """The filer, whose facts have no entity, then each entity that files with it."""
    entities = dict.fromkeys(["", *(_entity(fact) for fact in facts)])
    for entity in entities:
        own = [fact for fact in facts if _entity(fact) == entity]
        if name := _first(own, "entityregistrantname"):
            yield Registrant(
                without_state(name),
                tickers=tuple(
                    dict.fromkeys(filter(is_share_symbol, map(str.upper, _all(own, "tradingsymbol"))))
                ),
                ein=read_ein(_first(own, "entitytaxidentificationnumber")),
                cik=read_cik(_first(own, "entitycentralindexkey")),
            )


def _entity(fact: Fact) -> str:
    """The member of the entity axis that a fact is about; "" for the filer itself."""
    members = (one.member for one in fact.dimensions if one.axis.lower().rpartition(":")[2] == _ENTITY_AXIS)
    return next(members, "")


def _period_end(facts: Sequence[Fact]) -> date | None:
    """The tagged day; some tag it without its year, which the context of the facts has."""
    if day := parse_date(_first(facts, "documentperiodenddate")):
        return day
    return next((fact.end for fact in _named(facts, "documentperiodenddate")), None)


def _first(facts: Sequence[Fact], name: str) -> str:
    return next(_all(facts, name), "")


def _all(facts: Sequence[Fact], name: str) -> Iterator[str]:
    return (_text(fact) for fact in _named(facts, name))


def _named(facts: Sequence[Fact], name: str) -> Iterator[Fact]:
    return (fact for fact in facts if fact.concept.lower() == f"dei:{name}")


def _text(fact: Fact) -> str:
    return " ".join((fact.value or fact.display).split())
