"""A small filing with gold of its own: a statement as PDF, its facts and its evidence as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.fixtures.pdfs import LETTER, Align, Text, pdf_of

NAME = "EXAMPLE_10-Q"
QUARTER = ("2023-04-01", "2023-06-30")
YEAR_BEFORE = ("2022-04-01", "2022-06-30")

ROWS = (
    ("Total net sales", "81,797", "82,959"),
    ("Other expense, net", "(265)", "(10)"),
    ("Net income", "19,881", "19,442"),
)
TOP, LEADING, RIGHTS = 160.0, 16.0, (400.0, 520.0)
SIZE = 10.0

EVIDENCE = """4
Example Corporation
Condensed Consolidated Statements of Operations
(In millions)
Three Months Ended
June 30, 2023
Three Months Ended
June 30, 2022
Total net sales
81,797
82,959
Other expense, net
(265)
(10)
Net income
19,881
19,442"""
"""The page as a program copies it that reads the page's number first and the headers column by column."""


def pdf() -> bytes:
    texts = [
        Text(56, 60, "Example Corporation", bold=True),
        Text(56, 80, "Condensed Consolidated Statements of Operations", bold=True),
        Text(56, 100, "(In millions)"),
        *(Text(right, 124, "Three Months Ended", Align.RIGHT) for right in RIGHTS),
        *(
            Text(right, 138, f"June 30, {year}", Align.RIGHT)
            for right, year in zip(RIGHTS, (2023, 2022), strict=True)
        ),
    ]
    for number, (label, *values) in enumerate(ROWS):
        y = TOP + LEADING * number
        texts.append(Text(56, y, label))
        texts += [Text(right, y, value, Align.RIGHT) for right, value in zip(RIGHTS, values, strict=True)]
    texts.append(Text(300, 740, "4"))
    return pdf_of(texts)


def write(folder: Path) -> tuple[Path, Path]:
    """The filing in a folder, and beside it the gold files: of its facts and of its evidence."""
    (folder / f"{NAME}_2023-06-30.pdf").write_bytes(pdf())
    facts = folder / f"{NAME}.pdf_fact_gold.jsonl"
    write_lines(facts, [fact(row, column) for row in range(len(ROWS)) for column in range(2)])
    evidence = folder / "evidence.jsonl"
    write_lines(evidence, [question("q1", [EVIDENCE]), question("q2", ["Other expense, net (265) (10)"])])
    return facts, evidence


def fact(row: int, column: int) -> dict[str, Any]:
    label, *values = ROWS[row]
    display = values[column].strip("()")
    baseline, right = LETTER[1] - TOP - LEADING * row, RIGHTS[column]
    start, end = (QUARTER, YEAR_BEFORE)[column]
    return {
        "fact_id": f"f-{row}{column}",
        "display": display,
        "value": str(int(display.replace(",", "")) * 10**6),
        "unit": "iso4217:USD",
        "scale": "6",
        "start": start,
        "end": end,
        "row_label": label.replace(" ", "\u00a0", 1),
        "pdf_page_index": 0,
        "pdf_bbox_userspace": [right - 5.0 * len(display), baseline, right - 4, baseline + SIZE * 0.7],
    }


def question(name: str, texts: Sequence[str], page_index: int = 0) -> dict[str, Any]:
    return {
        "id": name,
        "doc_file": f"{NAME}_2023-06-30.pdf",
        "evidence_texts": list(texts),
        "page_indexes": [page_index] * len(texts),
    }


def write_lines(path: Path, rows: Sequence[object]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
