"""One measured figure, and the table and file of all of them."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """`value` in `unit`; `aim` is what the project wants to reach, in words; `note` says on what it was measured."""

    name: str
    value: float
    unit: str
    aim: str = ""
    note: str = ""

    def row(self) -> tuple[str, str, str, str]:
        return self.name, f"{self.value:,.3g} {self.unit}".strip(), self.aim, self.note


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of the measurements lie (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def table(figures: Sequence[Figure]) -> str:
    rows = [("what", "measured", "aim", "on"), *(figure.row() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def write(figures: Sequence[Figure], path: Path) -> None:
    value = {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "figures": [asdict(figure) for figure in figures],
    }
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
