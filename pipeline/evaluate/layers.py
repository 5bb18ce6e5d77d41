"""The four layers on one sheet: every figure with its count, its interval and the command that makes it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pipeline.evaluate.recording import Recorded
from pipeline.evaluate.series import Measured
from pipeline.evidence.measurement import CONFIDENCE_WORDS, MeasuredFigure

_HEAD = ("Layer", "Figure", "Value", "Of", f"{CONFIDENCE_WORDS} interval", "Command")


@dataclass(frozen=True, slots=True)
class LayerRun:
    """One measure on one gold: what it came to, in how many seconds, and the command that measures it alone."""

    gold: str
    measured: Measured
    seconds: float
    command: str
    recorded: Recorded | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "gold": self.gold,
            "layer": self.measured.layer.value,
            "measure": self.measured.measure,
            "seconds": round(self.seconds, 1),
            "command": self.command,
            "figures": [figure.to_json() for figure in self.measured.figures],
            "evaluation": self.recorded.to_json() if self.recorded else None,
        }


@dataclass(frozen=True, slots=True)
class LayersReport:
    """All runs, gold by gold, each in the order of the layers. `left_out` says what was not measured, and why."""

    runs: tuple[LayerRun, ...]
    left_out: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "layer": "layers",
            "runs": [run.to_json() for run in self.runs],
            "left_out": list(self.left_out),
        }

    @property
    def words(self) -> str:
        """A Markdown table a gold, and what changed since the last runs."""
        lines: list[str] = []
        for gold, runs in groupby(self.runs, key=lambda run: run.gold):
            lines += [f"**{gold}**", "", *_table([row for run in runs for row in _rows(run)]), ""]
        lines += [f"Not measured: {words}" for words in self.left_out]
        lines += [
            f"{run.measured.layer.value}, {run.gold}: {run.recorded.words}"
            for run in self.runs
            if run.recorded
        ]
        return "\n".join(lines)


def _rows(run: LayerRun) -> list[tuple[str, ...]]:
    """The layer and its command stand beside the first of its figures."""
    return [
        (
            "" if number else run.measured.layer.value.capitalize(),
            _indented(figure),
            figure.value_words,
            figure.count_words,
            figure.interval_words.removeprefix(f"{CONFIDENCE_WORDS} "),
            "" if number else f"`{run.command}`",
        )
        for number, figure in enumerate(run.measured.figures)
    ]


def _indented(figure: MeasuredFigure) -> str:
    """Markdown drops leading blanks."""
    name = figure.name.lstrip()
    return f"… {name}" if figure.name.startswith(" ") else name


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    cells = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    widths = [max(len(row[column]) for row in (_HEAD, *cells)) for column in range(len(_HEAD))]
    return [_line(_HEAD, widths), _line(["-" * width for width in widths], widths)] + [
        _line(row, widths) for row in cells
    ]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return f"| {' | '.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))} |"
