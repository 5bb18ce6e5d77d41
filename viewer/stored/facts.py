"""The tagged facts (inline XBRL) that a cited range covers, and where the filing says the same and the year before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pipeline.evidence.comparatives import comparatives
from pipeline.evidence.duplicates import Agreement, agreement, duplicates
from pipeline.evidence.fact import Fact
from pipeline.evidence.region import Role
from pipeline.evidence.text import PageRange
from pipeline.store import facts as stored
from viewer import words
from viewer.place_views import span_view
from viewer.stored import fact_words
from viewer.stored.asked import Asked, View

MOST_FACTS: Final = 24
"""Facts under one range that are listed."""
MOST_PLACES: Final = 24
"""Places of one fact that are listed."""
MOST_NAME: Final = 200
"""Characters of a fact's id in the address."""

_WORST_FIRST: Final = (Agreement.DIFFERENT, Agreement.UNKNOWN, Agreement.ROUNDED, Agreement.EQUAL)
_PLACE_WORDS: Final = {
    Agreement.EQUAL: "",
    Agreement.ROUNDED: "rounded",
    Agreement.DIFFERENT: "different value",
    Agreement.UNKNOWN: "no value",
}


def view(asked: Asked) -> View:
    """The facts whose tags stand in the range, in the document's order, and all about one of them.

    `{"facts": [{"id", "label", "value"}], "more", "within": [label], "open": {…} or null}`: `open` is the one that
    `fact=` names, else the first; `within` are text blocks that the range is only a part of. Raises NotFound,
    InvalidRequest or InvalidRange for what cannot be asked.
    """
    place = asked.range
    on_page = stored.of_page(asked.conn, asked.source.version_id, place.page_index)
    touching = [fact for fact in on_page if _touches(fact, place)]
    within = [fact for fact in touching if not fact.is_number and not _is_inside(fact, place)]
    covered = [fact for fact in touching if fact not in within]
    wanted = asked.words("fact", MOST_NAME) if "fact" in asked.query else None
    chosen = next((fact for fact in covered if fact.id == wanted), covered[0] if covered else None)
    return {
        "facts": [_short_view(fact) for fact in covered[:MOST_FACTS]],
        "more": max(0, len(covered) - MOST_FACTS),
        "within": sorted({fact_words.concept_view(fact.concept)["label"] for fact in within}),
        "open": _fact_view(asked, chosen) if chosen else None,
    }


def _touches(fact: Fact, place: PageRange) -> bool:
    return any(one.page_index == place.page_index and one.range.overlaps(place.range) for one in fact.places)


def _is_inside(fact: Fact, place: PageRange) -> bool:
    return all(one.page_index == place.page_index and place.range.contains(one.range) for one in fact.places)


def _short_view(fact: Fact) -> View:
    label = fact_words.concept_view(fact.concept)["label"]
    return {"id": fact.id, "label": label, "value": fact.display or fact_words.value_words(fact)}


def _fact_view(asked: Asked, fact: Fact) -> View:
    others = stored.of_concept(asked.conn, asked.source.version_id, fact.concept)
    return {
        "id": fact.id,
        "concept": fact_words.concept_view(fact.concept),
        "period": fact_words.period_words(fact.start, fact.end),
        "unit": _unit_words(fact),
        "sign": fact_words.NEGATIVE if fact.negative else None,
        "precision": fact_words.precision_words(fact.decimals) if fact.is_number and not fact.nil else None,
        "dimensions": [fact_words.dimension_view(one) for one in fact.dimensions],
        "value": fact_words.value_words(fact),
        "is_number": fact.is_number,
        "notes": [" ".join(note.text.split()) for note in fact.notes],
        "same": _same_view(asked, fact, duplicates(fact, others)),
        "prior": [_prior_view(asked, group) for group in comparatives(fact, others).values()],
    }


def _unit_words(fact: Fact) -> str | None:
    if fact.unit is None:
        return None
    unit = fact_words.unit_words(fact.unit)
    return f"{unit}, {fact_words.scale_words(fact.scale)}" if fact.scale else unit


def _same_view(asked: Asked, fact: Fact, same: Sequence[Fact]) -> View:
    """Every place that tags the same, `fact` among them, and whether all agree."""
    agreements = {other.id: agreement(fact, other) for other in same}
    worst = min(agreements.values(), key=_WORST_FIRST.index)
    shown = [other for other in same if other.is_shown]
    return {
        "places": [
            _place_view(asked, other)
            | {"is_here": other.id == fact.id, "agreement": _PLACE_WORDS[agreements[other.id]]}
            for other in shown[:MOST_PLACES]
        ],
        "more": max(0, len(shown) - MOST_PLACES),
        "hidden": len(same) - len(shown),
        "tone": "ok" if worst in (Agreement.EQUAL, Agreement.ROUNDED) else "warn",
        "words": _agreement_words(agreements.values()),
    }


def _agreement_words(agreements: Iterable[Agreement]) -> str:
    """ "4 of 4 tagged agree"; a difference is counted, never rounded away."""
    found = list(agreements)
    if len(found) == 1:
        return "Tagged once in this filing"
    agreeing = sum(one in (Agreement.EQUAL, Agreement.ROUNDED) for one in found)
    rounded = " within rounding" if Agreement.ROUNDED in found else ""
    return f"{agreeing} of {len(found)} tagged agree{rounded}"


def _prior_view(asked: Asked, group: Sequence[Fact]) -> View:
    """The fact a year earlier, at the first place that shows it."""
    fact = next((one for one in group if one.is_shown), group[0])
    differing = any(agreement(fact, one) is Agreement.DIFFERENT for one in group)
    return {
        "period": fact_words.period_words(fact.start, fact.end),
        "value": fact_words.value_words(fact),
        "differing": differing,
        "place": _place_view(asked, fact) if fact.is_shown else None,
    }


def _place_view(asked: Asked, fact: Fact) -> View:
    """Where a fact stands, as a reader knows it, and its ranges in the rendition."""
    first = fact.places[0]
    place = asked.reader.place(asked.source, first.page_index, first.range)
    return {
        "id": fact.id,
        "printed": fact.display,
        "row": place.row,
        "section": words.section_name(place.section, asked.source.title),
        "locus": words.short_locus(asked.source, place.page),
        "page_index": first.page_index,
        "ranges": [span_view(span) for span in place.spans if span.role is Role.QUOTE],
    }
