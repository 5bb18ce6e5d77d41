"""Measurements that were made with `pincite evaluate`: stored with their figures and cases, listed and compared. Their
cases are read in `evaluation_cases`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from psycopg.types.json import Jsonb

from pipeline.evidence.errors import NotFound
from pipeline.evidence.layer import Layer
from pipeline.evidence.measured_change import FigureChange, changes
from pipeline.evidence.measurement import MeasuredCase, MeasuredFigure
from pipeline.store import bulk
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One run of a measure. Runs of the same layer, measure, gold name and arguments can be compared.

    `gold_name` is the gold's file name, or says what else was measured; `gold_sha256` is None where no file was.
    `arguments` are what the figures depend on besides; `stands_on` are the versions of what was measured (parser,
    renderer, model, prompt, lexicon …).
    """

    id: UUID
    layer: Layer
    measure: str
    gold_name: str
    gold_sha256: str | None
    arguments: Mapping[str, Any]
    stands_on: Mapping[str, Any]
    figures: tuple[MeasuredFigure, ...]
    created_at: datetime
    seconds: float

    def figure(self, key: str) -> MeasuredFigure | None:
        return next((figure for figure in self.figures if figure.key == key), None)

    def to_json(self) -> dict[str, object]:
        return {
            "id": str(self.id),
            "layer": self.layer.value,
            "measure": self.measure,
            "gold": self.gold_name,
            "gold_sha256": self.gold_sha256,
            "arguments": dict(self.arguments),
            "stands_on": dict(self.stands_on),
            "figures": [figure.to_json() for figure in self.figures],
            "created_at": self.created_at.isoformat(),
            "seconds": self.seconds,
        }


def put(
    conn: Connection, evaluation: Evaluation, report: Mapping[str, Any], cases: Sequence[MeasuredCase]
) -> None:
    """Store a run with its whole report and the cases of its figures."""
    conn.execute(
        f"insert into evaluations ({_COLUMNS}, report) values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)".encode(),
        (
            evaluation.id,
            evaluation.layer,
            evaluation.measure,
            evaluation.gold_name,
            evaluation.gold_sha256,
            Jsonb(evaluation.arguments),
            Jsonb(evaluation.stands_on),
            Jsonb([figure.to_json() for figure in evaluation.figures]),
            evaluation.created_at,
            evaluation.seconds,
            Jsonb(report),
        ),
    )
    bulk.insert(
        conn,
        "evaluation_cases",
        _CASE_TYPES,
        (
            (
                evaluation.id,
                ordinal,
                case.figure,
                case.id,
                case.outcome,
                None if case.score is None else float(case.score),
                case.words,
                json.dumps(case.address.to_json()) if case.address else None,
            )
            for ordinal, case in enumerate(cases)
        ),
    )


def get(conn: Connection, evaluation_id: UUID) -> Evaluation:
    """Raises NotFound, for a foreign one too."""
    row = conn.execute(
        f"select {_COLUMNS} from evaluations where id = %s".encode(), (evaluation_id,)
    ).fetchone()
    if row is None:
        raise NotFound(
            f"There is no evaluation {evaluation_id}. `pincite evaluate runs` lists those that there are."
        )
    return _evaluation(row)


def named(conn: Connection, beginning: str) -> Evaluation:
    """The run whose id begins so. Raises NotFound where there is none, or more than one."""
    rows = conn.execute(
        f"select {_COLUMNS} from evaluations where starts_with(id::text, lower(%s)) limit 2".encode(),
        (beginning,),
    ).fetchall()
    if not beginning or len(rows) != 1:
        number = "no evaluation" if not rows else "more than one evaluation"
        raise NotFound(
            f"There is {number} whose id begins with {beginning!r}. `pincite evaluate runs` lists all."
        )
    return _evaluation(rows[0])


def report_of(conn: Connection, evaluation_id: UUID) -> Mapping[str, Any]:
    """The whole report, as JSON. It may hold words of every filing that was measured. Raises NotFound."""
    row = conn.execute("select report from evaluations where id = %s", (evaluation_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no evaluation {evaluation_id}.")
    report: Mapping[str, Any] = row[0]
    return report


def recent(
    conn: Connection, limit: int, layer: Layer | None = None, measure: str | None = None
) -> list[Evaluation]:
    """Runs, the newest first."""
    rows = conn.execute(
        f"""
        select {_COLUMNS} from evaluations
        where (%(layer)s::text is null or layer = %(layer)s) and (%(measure)s::text is null or measure = %(measure)s)
        order by created_at desc, id limit %(limit)s
        """.encode(),
        {"layer": layer, "measure": measure, "limit": limit},
    )
    return [_evaluation(row) for row in rows]


def newest(conn: Connection, layer: Layer | None = None) -> list[Evaluation]:
    """The newest run of each layer, measure, gold and arguments; the newest first."""
    rows = conn.execute(
        f"""
        select * from (
            select distinct on (layer, measure, gold_name, arguments) {_COLUMNS} from evaluations
            where %(layer)s::text is null or layer = %(layer)s
            order by layer, measure, gold_name, arguments, created_at desc, id
        ) runs order by created_at desc, id
        """.encode(),
        {"layer": layer},
    )
    return [_evaluation(row) for row in rows]


def before(conn: Connection, evaluation: Evaluation) -> Evaluation | None:
    """The run before of the same layer, measure, gold and arguments; None for the first."""
    row = conn.execute(
        f"""
        select {_COLUMNS} from evaluations
        where (layer, measure, gold_name) = (%s, %s, %s) and arguments = %s and created_at < %s and id <> %s
        order by created_at desc, id limit 1
        """.encode(),
        (
            evaluation.layer,
            evaluation.measure,
            evaluation.gold_name,
            Jsonb(evaluation.arguments),
            evaluation.created_at,
            evaluation.id,
        ),
    ).fetchone()
    return _evaluation(row) if row else None


def compared(conn: Connection, earlier: Evaluation, later: Evaluation) -> tuple[FigureChange, ...]:
    """What changed, figure by figure, and case by case where both runs have the same ones."""
    return changes(earlier.figures, later.figures, _scored(conn, earlier.id), _scored(conn, later.id))


def _scored(conn: Connection, evaluation_id: UUID) -> list[MeasuredCase]:
    rows = conn.execute(
        "select figure, case_id, outcome, score from evaluation_cases where evaluation_id = %s order by ordinal",
        (evaluation_id,),
    )
    return [MeasuredCase(figure, case_id, outcome, "", score) for figure, case_id, outcome, score in rows]


def _evaluation(row: tuple[Any, ...]) -> Evaluation:
    number, layer, measure, gold, sha256, arguments, stands_on, figures, created_at, seconds = row
    return Evaluation(
        number,
        Layer(layer),
        measure,
        gold,
        sha256,
        arguments,
        stands_on,
        tuple(MeasuredFigure.from_json(figure) for figure in figures),
        created_at,
        seconds,
    )


_COLUMNS: Final = (
    "id, layer, measure, gold_name, gold_sha256, arguments, stands_on, figures, created_at, seconds"
)
_CASE_TYPES: Final = {
    "evaluation_id": "uuid",
    "ordinal": "int",
    "figure": "text",
    "case_id": "text",
    "outcome": "text",
    "score": "double precision",
    "words": "text",
    "address": "jsonb",
}
