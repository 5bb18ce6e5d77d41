"""What the scale benchmark asks: questions that name a filing's company and period, and questions that name none."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.evidence.cover import Cover
from tests.bench.scale_copies import short_name

PER_KIND = 100
"""Questions of each kind, for each tenant: routed, and of the whole library."""

_NAMED = (
    "What was {name}'s total revenue in FY{year}?",
    "How much did {name} spend on capital expenditures in FY{year}?",
    "What is {name}'s FY{year} net working capital?",
    "What drove the change in operating margin for {name} in FY{year}?",
    "Which legal proceedings does {name} report in its FY{year} annual report?",
    "What was {name}'s effective tax rate for FY{year}?",
    "Does {name} have an improving quick ratio as of FY{year}?",
    "What are the main risks that {name} names in FY{year}?",
)
_UNNAMED = (
    "total revenue",
    "capital expenditures",
    "days payable outstanding",
    "operating margin",
    "legal proceedings",
    "the effective tax rate",
    "the quick ratio",
    "foreign currency risk",
    "goodwill impairment",
    "share repurchases",
    "dividends per share",
    "pension obligations",
    "segment operating income",
    "inventory write-downs",
    "long-term debt maturities",
    "restructuring charges",
    "research and development",
    "lease liabilities",
    "stock-based compensation",
    "supply chain disruption",
)
_ASKING = (
    "Which filings speak of {topic} in {year}?",
    "How did {topic} change in fiscal {year}?",
    "What is said about {topic}?",
    "Who reports the most on {topic} in {year}, and why?",
    "What explains {topic} in {year}?",
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_SHORT_YEAR = re.compile(r"\bFY\s?\d\d\b")


def named_questions(covers: Sequence[Cover], gold: Sequence[str] = ()) -> list[str]:
    """PER_KIND questions that name a company and year: those of a gold file first, then some of the covers."""
    known = [cover for cover in covers if cover.registrant and cover.fiscal_year]
    chosen = random.Random(1).sample(known, min(PER_KIND, len(known)))
    made = [
        template.format(name=short_name(cover.registrant.name), year=cover.fiscal_year)
        for cover, template in zip(
            itertools.cycle(chosen), itertools.islice(itertools.cycle(_NAMED), PER_KIND), strict=False
        )
        if cover.registrant
    ]
    return [*dict.fromkeys(gold), *made][:PER_KIND]


def unnamed_questions() -> list[str]:
    """PER_KIND questions that name no company: the whole library is searched."""
    years = itertools.cycle(range(2014, 2024))
    return [asking.format(topic=topic, year=next(years)) for asking in _ASKING for topic in _UNNAMED][
        :PER_KIND
    ]


def financebench(folder: Path) -> list[str]:
    """The questions of FinanceBench's development part, in the order of the file; none where it is absent."""
    return [row["question"] for row in _rows(folder)]


def financebench_of_copies(folder: Path, copies: Sequence[tuple[str, Cover, int]]) -> list[str]:
    """The same asked about copies, by (source file, cover, years moved): other names and years."""
    by_file: dict[str, list[tuple[Cover, int]]] = {}
    for name, cover, years in copies:
        by_file.setdefault(name, []).append((cover, years))
    asked: list[str] = []
    for position, row in enumerate(_rows(folder)):
        found = by_file.get(Path(row["doc_file"]).name)
        if found is None or row["company"] not in row["question"] or _SHORT_YEAR.search(row["question"]):
            continue
        cover, years = found[position % len(found)]
        if cover.registrant is not None:
            text = row["question"].replace(row["company"], short_name(cover.registrant.name))
            asked.append(_moved(text, years))
    return asked


def _moved(text: str, years: int) -> str:
    return _YEAR.sub(lambda year: str(int(year[0]) + years), text)


def _rows(folder: Path) -> Iterator[dict[str, str]]:
    file = folder / "dev.jsonl"
    if file.is_file():
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())
