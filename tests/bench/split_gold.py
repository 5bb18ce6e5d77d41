"""Split gold of retrieval by company: `python -m tests.bench.split_gold GOLD --out DIR`.

Writes DIR/half-A.jsonl, to tune on, and DIR/half-B.jsonl, to report on; no company has questions in both. Each line is
the gold's own, with its file named from DIR.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Any

from pipeline.evaluate.gold import read_rows
from pipeline.evaluate.retrieval_gold import read_questions, set_hash
from pipeline.evaluate.retrieval_split import split

FILE_FIELDS = ("doc_file", "file")
"""What a line may call the path of its filing, relative to the gold."""


def split_gold(gold: Path, out: Path) -> list[str]:
    """Write both halves; a line of words about each. Raises as read_questions and split do."""
    questions = read_questions(gold)
    rows = dict(zip((question.id for question in questions), read_rows(gold, _row), strict=True))
    out.mkdir(parents=True, exist_ok=True)
    told = []
    for half, chosen in split(questions, gold.name).items():
        file = out / f"half-{half.value}.jsonl"
        lines = [
            json.dumps(moved(rows[question.id], gold.parent, out), ensure_ascii=False) for question in chosen
        ]
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        companies = sorted({question.company or "" for question in chosen})
        told.append(
            f"{file}: questions: {len(chosen)}; companies: {', '.join(companies)}; SHA-256 {set_hash(chosen)}"
        )
    return told


def moved(row: dict[str, Any], folder: Path, out: Path) -> dict[str, Any]:
    """A line of a gold file in `folder`, as it stands in a gold file in `out`."""
    return row | {
        field: Path(os.path.relpath(folder.resolve() / row[field], out.resolve())).as_posix()
        for field in FILE_FIELDS
        if field in row
    }


def _row(row: dict[str, Any], number: int) -> list[dict[str, Any]]:
    return [row]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gold", type=Path, metavar="GOLD", help="FinanceBench's JSON lines, or your own")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the halves are written")
    given = parser.parse_args()
    print("\n".join(split_gold(given.gold, given.out)))


if __name__ == "__main__":
    main()
