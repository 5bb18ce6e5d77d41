"""How right the parse is, on gold that stands beside the project; nothing where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.bench.figure import Figure
from tests.bench.filings import SHARED
from tests.parse import icdar
from tests.serving import command_json

LOCATION = SHARED / "twins" / "AAPL_10-Q_FY2023Q3.pdf_fact_gold.jsonl"
QUOTES = SHARED / "financebench" / "dev.jsonl"
TABLES = SHARED / "tables"

AIMS = {
    "located (all of these)": "100 %",
    "row label equal": "≥ 99 %",
    "period and unit right": "≥ 98 %",
    "located on its page": "100 %",
    "refused, though untouched": "0 %",
    "falsified, and accepted": "0 %",
}
"""The figures of `pincite evaluate` that are worth a row, and what they are to reach."""


def measure(home: Path) -> list[Figure]:
    figures: list[Figure] = []
    for layer, gold in (("location", LOCATION), ("quotes", QUOTES)):
        if gold.is_file():
            value = command_json(home, "evaluate", layer, "--gold", str(gold))
            figures += [_figure(layer, figure) for figure in value["figures"] if figure["name"] in AIMS]
    if TABLES.is_dir():
        score = icdar.measure(TABLES)
        figures.append(
            Figure(
                "table cells found", 100 * score.share, "%", "≥ 95 %", f"ICDAR 2013, {score.total:,} cells"
            )
        )
    return figures


def _figure(layer: str, figure: dict[str, Any]) -> Figure:
    return Figure(
        f"{layer}: {figure['name']}",
        100 * figure["count"] / figure["total"],
        "%",
        AIMS[figure["name"]],
        f"{figure['count']:,} of {figure['total']:,}",
    )
