"""What the Quality page needs from the store, as values to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from pipeline.store import quality
from pipeline.store.quality import CheckedCount, LatestFailures, first_week
from pipeline.store.scope import Scope
from viewer.quality_views import QualityView, models, quality_view
from viewer.services import Services


@dataclass(frozen=True, slots=True)
class Measured:
    """Every count since the Monday `first` (UTC), and when anything was asked last."""

    rows: Sequence[CheckedCount]
    first: date
    this: date
    last_asked: datetime | None
    alert_rate: float

    @property
    def models(self) -> list[str]:
        return models(self.rows)

    def of(self, model: str | None) -> list[CheckedCount]:
        """The counts of one model; of everything that was written without one as well where none is named."""
        return [row for row in self.rows if model is None or row.model == model]

    def view(self, model: str | None) -> QualityView:
        return quality_view(self.of(model), self.first, self.this, self.alert_rate)


def measure(services: Services, scope: Scope, today: date, weeks: int) -> Measured:
    """The counts of the last `weeks` weeks, the one of `today` (UTC) included."""
    first = first_week(today, weeks)
    with services.database.scoped(scope) as conn:
        rows = quality.count_checked(conn, first)
        last = quality.last_asked(conn)
    return Measured(rows, first, first_week(today, 1), last, services.settings.alert_rate)


def failures(
    services: Services, scope: Scope, measured: Measured, limit: int, model: str | None
) -> LatestFailures:
    """The newest failed checks of what was measured, as far as this user may read them."""
    with services.database.scoped(scope) as conn:
        return quality.latest_failures(conn, scope.user_id, measured.first, limit, model)
