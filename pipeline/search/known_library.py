"""What the covers of filings say together, kept in mind as long as the filings stay the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.evidence.cover import Cover
from pipeline.search.asked_form import AskedForm
from pipeline.search.asked_period import AskedPeriod
from pipeline.search.companies import CompanyIndex, index_of
from pipeline.search.filings import Filing
from pipeline.search.routes import Route, unnamed_routes
from pipeline.search.titled_cover import known_of

LIBRARIES = 8
"""Libraries that a process keeps in mind, the latest."""

PERIODS = 64
"""Periods and forms of which a library's routes are kept: weighing a thousand filings takes 10 ms."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownLibrary:
    """`covers` of the filings, in their order, and the index of their companies."""

    filings: Sequence[Filing]
    covers: Sequence[Cover]
    index: CompanyIndex
    _routes: dict[tuple[AskedPeriod, AskedForm], tuple[Route, ...]] = field(default_factory=dict)

    def unnamed_routes(self, period: AskedPeriod, form: AskedForm) -> tuple[Route, ...]:
        """All filings, weighed by how they fit a question that names no company."""
        found = self._routes.get((period, form))
        if found is None:
            found = unnamed_routes(self.covers, self.index, period, form)
            while len(self._routes) >= PERIODS:
                self._routes.pop(next(iter(self._routes)), None)
            self._routes[period, form] = found
        return found


_KEPT: dict[int, KnownLibrary] = {}
"""By the identity of the filings, which each holds, so that no other filings can come to have it."""


def known_library(filings: Sequence[Filing]) -> KnownLibrary:
    """What is known of the filings. The same sequence, which nobody may change, gives the same again."""
    found = _KEPT.get(id(filings))
    if found is None or found.filings is not filings:
        covers = [known_of(filing.cover, filing.title) for filing in filings]
        found = KnownLibrary(filings, covers, index_of(tuple(cover.registrants for cover in covers)))
        if isinstance(filings, tuple):
            while len(_KEPT) >= LIBRARIES:
                _KEPT.pop(next(iter(_KEPT)), None)
            _KEPT[id(filings)] = found
    return found
