"""A measurement's run: stored, and held against the run before."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any
from uuid import uuid4

from pipeline.evaluate.frozen import lexicon_hash
from pipeline.evaluate.series import Measured, figure_table
from pipeline.evidence.measured_change import Direction, FigureChange
from pipeline.evidence.measurement import InvalidMeasurement
from pipeline.store import evaluations
from pipeline.store.database import Database
from pipeline.store.evaluations import Evaluation
from pipeline.store.scope import Scope

MOST_NAMED = 12
"""Cases that got worse and are named; JSON has all."""


@dataclass(frozen=True, slots=True)
class Gold:
    """What was measured on: a file by its name and bytes, or something else by a name for it."""

    name: str
    sha256: str | None = None

    @classmethod
    def of(cls, path: Path) -> Gold:
        """The file at `path`, which has been read already."""
        return cls(path.name, hashlib.sha256(path.read_bytes()).hexdigest())


@dataclass(frozen=True, slots=True)
class Recorded:
    """A run that was stored, the run before of the same measure, gold and arguments, and what changed since."""

    run: Evaluation
    before: Evaluation | None
    changes: tuple[FigureChange, ...]

    @property
    def words(self) -> str:
        stored = f"Stored as {_short(self.run)} ({self.run.layer})."
        if self.before is None:
            return f"{stored} It is the first run of this measure, gold and arguments."
        return f"{stored}\n{comparison_words(self.before, self.run, self.changes)}"

    def to_json(self) -> dict[str, object]:
        return {
            "id": str(self.run.id),
            "layer": self.run.layer.value,
            "before": str(self.before.id) if self.before else None,
            "changes": [change.to_json() for change in self.changes],
        }


def record(
    database: Database,
    scope: Scope,
    measured: Sequence[Measured],
    gold: Gold,
    report: Mapping[str, Any],
    *,
    arguments: Mapping[str, Any] | None = None,
    stands_on: Mapping[str, Any] | None = None,
    seconds: float,
) -> tuple[Recorded, ...]:
    """Store a run, one a layer, and compare each with the run before."""
    recorded: list[Recorded] = []
    with database.scoped(scope) as conn:
        for one in measured:
            run = Evaluation(
                uuid4(),
                one.layer,
                one.measure,
                gold.name,
                gold.sha256,
                dict(arguments or {}),
                code_versions() | dict(stands_on or {}),
                one.figures,
                datetime.now(UTC),
                seconds,
            )
            evaluations.put(conn, run, report, one.cases)
            earlier = evaluations.before(conn, run)
            changed = evaluations.compared(conn, earlier, run) if earlier else ()
            recorded.append(Recorded(run, earlier, changed))
    return tuple(recorded)


def code_versions() -> dict[str, str]:
    """What every measurement stands on: this application, and the lexicon that it searches and reads with."""
    return {"pincite": version("pincite"), "lexicon": lexicon_hash()}


def require_comparable(earlier: Evaluation, later: Evaluation) -> None:
    """Raises InvalidMeasurement for runs of two measures, or of other gold or arguments."""
    one, other = ((run.layer, run.measure, run.gold_name, run.arguments) for run in (earlier, later))
    if one != other:
        raise InvalidMeasurement(
            f"{_short(earlier)} and {_short(later)} measure different things: {run_line(earlier)}; {run_line(later)}."
        )


def comparison_words(earlier: Evaluation, later: Evaluation, changes: Sequence[FigureChange]) -> str:
    """What changed from one run to another, for people: regressions first, what stayed only counted."""
    lines = [f"Against {_short(earlier)} of {earlier.created_at:%Y-%m-%d %H:%M} UTC:"]
    if earlier.gold_sha256 != later.gold_sha256:
        lines.append("  The gold has changed since: figures are of other cases.")
    lines += [
        f"  {name} was {earlier.stands_on.get(name, 'not told')}, is {later.stands_on.get(name, 'not told')}"
        for name in sorted({*earlier.stands_on, *later.stands_on})
        if earlier.stands_on.get(name) != later.stands_on.get(name)
    ]
    order = list(_ORDER)
    moved = [change for change in changes if change.direction is not Direction.SAME]
    for change in sorted(moved, key=lambda one: order.index(one.direction)):
        lines.append(f"  {change.words}")
        if change.worse:
            rest = f" and {len(change.worse) - MOST_NAMED} more" if len(change.worse) > MOST_NAMED else ""
            lines.append(f"    worse: {', '.join(change.worse[:MOST_NAMED])}{rest}")
    same = len(changes) - len(moved)
    if same:
        lines.append(f"  {same} of {len(changes)} figures are the same, case by case.")
    return "\n".join(lines)


def run_words(run: Evaluation) -> str:
    """One run with its figures."""
    return f"{run_line(run)}\n{figure_table(run.figures)}"


def run_line(run: Evaluation) -> str:
    """One run in a line."""
    arguments = " ".join(f"{name}={value}" for name, value in run.arguments.items())
    parts = (run.layer.value, run.measure, run.gold_name, arguments, f"{run.seconds:.1f} s")
    return f"{_short(run)}  {run.created_at:%Y-%m-%d %H:%M} UTC  {'  '.join(filter(None, parts))}"


_ORDER = (
    Direction.REGRESSION,
    Direction.BETTER,
    Direction.CHANGED,
    Direction.UNTOLD,
    Direction.CHANCE,
    Direction.NEW,
    Direction.GONE,
    Direction.SAME,
)


def _short(run: Evaluation) -> str:
    return str(run.id)[:8]
