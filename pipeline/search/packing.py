"""Ranked pages → the passages of a packet: what a calculation needs first, then the best of the best pages."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType
from uuid import UUID

from pipeline.evidence.passage import Passage, PassageId
from pipeline.search.needs import Needs
from pipeline.search.pages import FUSION_K, PageRef, page_of
from pipeline.search.row_lists import FoundRow
from pipeline.search.terms import Question, read_years


@dataclass(frozen=True, slots=True)
class PacketLimits:
    """Most passages and most characters of a packet; up to `filings` filings have an equal share of it."""

    entries: int = 12
    characters: int = 16_000
    filings: int = 4


USUAL_LIMITS = PacketLimits()

PAGES_READ = 12
"""Pages whose passages are looked at: ten pages' worth is what a reader is given, and some are cut by the limits."""

PAGE_WEIGHT = 3.0
"""What its page's score counts beside a passage's own: the page knows of statements, rows and topics. On half of the
FinanceBench gold a packet of 24 passages holds every gold page of 94 % of the questions, against 91 % with 1."""

OF_A_PAGE = 3
"""Passages of one page that are taken before other pages have theirs."""

NO_WEIGHTS: Mapping[UUID, float] = MappingProxyType({})
"""All filings count alike."""

INPUT_PAGES = 8
"""Pages that print a line item which are looked at for its periods."""

LABEL_WEIGHT = 3.0
"""A question for a figure is answered by a row: what prints the item as a row's label counts for more than both
searches, which like rows that talk much of the item better than the row that states it.
"""


def passage_scores(
    pages: Mapping[PageRef, float], rankings: Iterable[tuple[Sequence[PassageId], float]]
) -> dict[PassageId, float]:
    """Each ranked passage's own score, by reciprocal rank fusion over (ranking, weight), and its page's beside it."""
    scores: dict[PassageId, float] = {}
    for ranking, weight in rankings:
        for rank, found in enumerate(ranking, start=1):
            scores[found] = scores.get(found, 0.0) + weight / (FUSION_K + rank)
    return {
        passage: score + PAGE_WEIGHT * pages.get(page_of(passage), 0.0) for passage, score in scores.items()
    }


def input_pages(rows: Mapping[PageRef, Sequence[FoundRow]], weights: Mapping[UUID, float]) -> list[PageRef]:
    """The pages that may print a calculation's inputs: of each item the strongest few."""
    of_item: dict[str, list[tuple[float, PageRef]]] = defaultdict(list)
    for page, found in rows.items():
        for row in found:
            of_item[row.item].append((-row.strength * weights.get(page.version_id, 1.0), page))
    return list(
        dict.fromkeys(page for places in of_item.values() for _, page in sorted(places)[:INPUT_PAGES])
    )


def inputs(
    question: Question,
    needs: Needs,
    rows: Mapping[PageRef, Sequence[FoundRow]],
    passages: Mapping[PageRef, Sequence[Passage]],
    weights: Mapping[UUID, float],
) -> list[Passage]:
    """The passages that print each needed line item, in each asked period, in the order of the items.

    A period counts as printed when the passage's column headers (or its text) name its year. Where none does, the
    item's best row is taken once: whose period cannot be told, is told by nobody.
    """
    chosen: dict[PassageId, Passage] = {}
    wanted = _periods(question, needs)
    for item in needs.items:
        places = sorted(
            (
                (row.strength * weights.get(page.version_id, 1.0), page, row)
                for page, found in rows.items()
                for row in found
                if row.item == item.name and page in passages
            ),
            key=lambda place: (-place[0], place[1]),
        )
        missing = set(wanted)
        for number, (_, page, row) in enumerate(places):
            passage = _holding(passages[page], row.ordinal)
            if passage is None:
                continue
            said = read_years(f"{passage.context}\n{passage.text}")
            if number == 0 or said & missing:
                chosen.setdefault(passage.id, passage)
                missing -= said
            if not missing:
                break
    return list(chosen.values())


def _periods(question: Question, needs: Needs) -> frozenset[int]:
    """The asked years, and the year before the first where an average over a year is taken."""
    years = question.years
    if years and any(metric.takes_averages for metric in needs.metrics):
        return years | {min(years) - 1}
    return years


def _holding(passages: Sequence[Passage], ordinal: int) -> Passage | None:
    return next((one for one in passages if one.holds(ordinal)), None)


def bounded(
    first: Sequence[Passage],
    ranked: Sequence[Passage],
    limits: PacketLimits,
    weights: Mapping[UUID, float] = NO_WEIGHTS,
) -> list[Passage]:
    """Passages within the limits: `first` before all, then the best of the ranked ones in their order.

    Each of the best `limits.filings` filings has its share of the places first, by its weight: filings that disagree
    must all be in the packet. What they leave free, and what goes beyond a page's few, comes after.
    """
    chosen: dict[PassageId, Passage] = {}
    characters = 0
    for passage in _in_turn(first, ranked, limits, weights):
        if len(chosen) == limits.entries:
            break
        if passage.id not in chosen and characters + len(passage.text) <= limits.characters:
            chosen[passage.id] = passage
            characters += len(passage.text)
    order = {passage.id: rank for rank, passage in enumerate([*first, *ranked][::-1])}
    return sorted(chosen.values(), key=lambda passage: -order[passage.id])


def _in_turn(
    first: Sequence[Passage],
    ranked: Sequence[Passage],
    limits: PacketLimits,
    weights: Mapping[UUID, float],
) -> Iterator[Passage]:
    shares = _shares(ranked, limits, weights)
    of_filing = Counter(passage.id.version for passage in first)
    of_page = Counter(page_of(passage.id) for passage in first)
    rest: list[Passage] = []
    yield from first
    done = {passage.id for passage in first}
    for passage in ranked:
        if passage.id in done:
            continue
        page = page_of(passage.id)
        if of_filing[passage.id.version] < shares[passage.id.version] and of_page[page] < OF_A_PAGE:
            of_filing[passage.id.version] += 1
            of_page[page] += 1
            yield passage
        else:
            rest.append(passage)
    yield from rest


def _shares(ranked: Sequence[Passage], limits: PacketLimits, weights: Mapping[UUID, float]) -> Counter[str]:
    """How many places each filing has, of the best few by their best passages."""
    filings = list(dict.fromkeys(passage.id.version for passage in ranked))[: limits.filings]
    weighed = {version: weights.get(UUID(version), 1.0) for version in filings}
    whole = sum(weighed.values())
    return Counter({version: ceil(limits.entries * weight / whole) for version, weight in weighed.items()})
