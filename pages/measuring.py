"""What the Quality page needs from the store, as values to draw."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

from pages.quality_addresses import CaseList, CasesAddress
from pipeline.evidence.layer import Layer
from pipeline.evidence.measured_change import FigureChange
from pipeline.store import evaluation_cases, evaluations, quality, quality_cases, thresholds
from pipeline.store.connect import Connection
from pipeline.store.evaluation_cases import CasePage
from pipeline.store.evaluations import Evaluation
from pipeline.store.quality import CheckedCount, first_week
from pipeline.store.quality_cases import CaseFilter, Cases
from pipeline.store.scope import Scope
from pipeline.store.thresholds import Threshold
from viewer.quality_series import By
from viewer.quality_views import Alerts, QualityView, models, quality_view, with_lines
from viewer.services import Services

MOST_RUNS: Final = 12
"""Measurements that the page lists: `pincite evaluate runs` lists all."""


@dataclass(frozen=True, slots=True)
class Run:
    """The newest run of a measure, and what changed in it; `before` is None for the first."""

    run: Evaluation
    before: Evaluation | None
    changes: tuple[FigureChange, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """Every count since the Monday `first` (UTC), when anything was asked last, the thresholds that somebody set, and
    the newest measurements."""

    rows: Sequence[CheckedCount]
    first: date
    this: date
    last_asked: datetime | None
    usual_alert: float
    thresholds: Mapping[Layer | None, Threshold]
    runs: tuple[Run, ...]

    @property
    def models(self) -> list[str]:
        return models(self.rows)

    @property
    def alerts(self) -> Alerts:
        return Alerts(self.usual_alert, {layer: one.rate for layer, one in self.thresholds.items()})

    @property
    def usability(self) -> Run | None:
        """The newest measurement of usability."""
        return next((one for one in self.runs if one.run.layer is Layer.USABILITY), None)

    def of(self, model: str | None) -> list[CheckedCount]:
        """The counts of one model; of everything that was written without one as well where none is named."""
        return [row for row in self.rows if model is None or row.model == model]

    def view(self, model: str | None) -> QualityView:
        return quality_view(self.of(model), self.first, self.this, self.alerts)

    def with_lines(self, view: QualityView, model: str | None, by: By, layer: Layer | None) -> QualityView:
        """A model's view with lines of another kind, or of one layer."""
        if (by, layer) == (view.by, view.layer):
            return view
        return with_lines(view, self.of(model), self.alerts, by, layer)


def measure(services: Services, scope: Scope, today: date, weeks: int) -> Measured:
    """The counts of the last `weeks` weeks, the one of `today` (UTC) included."""
    first = first_week(today, weeks)
    with services.database.scoped(scope) as conn:
        return Measured(
            quality.count_checked(conn, first),
            first,
            first_week(today, 1),
            quality.last_asked(conn),
            services.settings.alert_rate,
            thresholds.current(conn),
            tuple(_run(conn, one) for one in evaluations.newest(conn)[:MOST_RUNS]),
        )


def latest(services: Services, scope: Scope, measured: Measured, limit: int, model: str | None) -> Cases:
    """The newest of everything that failed, as far as this user may read it."""
    with services.database.scoped(scope) as conn:
        only = CaseFilter(measured.first, model=model)
        return quality_cases.failures(conn, scope.user_id, only, limit)


def cases(services: Services, scope: Scope, address: CasesAddress, limit: int) -> Cases:
    """The failures or judged claims that an address names."""
    with services.database.scoped(scope) as conn:
        if address.cases is CaseList.JUDGED and address.verdict is not None:
            return quality_cases.judged(
                conn, scope.user_id, address.verdict, address.outcome, address.only, limit, address.offset
            )
        return quality_cases.failures(conn, scope.user_id, address.only, limit, address.offset)


def run(services: Services, scope: Scope, run_id: UUID) -> Run:
    """A measurement and what changed in it. Raises NotFound."""
    with services.database.scoped(scope) as conn:
        return _run(conn, evaluations.get(conn, run_id))


def run_cases(services: Services, scope: Scope, address: CasesAddress, run_id: UUID, limit: int) -> CasePage:
    """Some cases of a measurement, of one figure where the address names it."""
    with services.database.scoped(scope) as conn:
        return evaluation_cases.of_run(
            conn, scope.user_id, run_id, address.figure, limit=limit, offset=address.offset
        )


def set_alerts(services: Services, scope: Scope, rates: Mapping[Layer | None, float]) -> None:
    """Set the thresholds of layers, of all together by None. Raises InvalidThreshold."""
    with services.database.scoped(scope) as conn:
        for layer, rate in rates.items():
            thresholds.put(conn, scope.user_id, layer, rate)


def _run(conn: Connection, one: Evaluation) -> Run:
    before = evaluations.before(conn, one)
    return Run(one, before, _changes(conn, before, one) if before else ())


_CHANGES: Final[OrderedDict[tuple[UUID, UUID], tuple[FigureChange, ...]]] = OrderedDict()
"""What changed between runs that were compared lately. Stored runs never change, and comparing two reads all of their
cases: thousands."""

MOST_KEPT: Final = 64


def _changes(conn: Connection, before: Evaluation, after: Evaluation) -> tuple[FigureChange, ...]:
    key = (before.id, after.id)
    found = _CHANGES.get(key)
    if found is None:
        found = evaluations.compared(conn, before, after)
        while len(_CHANGES) >= MOST_KEPT:
            _CHANGES.popitem(last=False)
        _CHANGES[key] = found
    return found
