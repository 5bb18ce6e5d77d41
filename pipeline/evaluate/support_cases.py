"""Every case of a support gold file, whichever of the four kinds it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from pipeline.evaluate.gold import read_facts, read_rows
from pipeline.evaluate.sources import Sources, filing_of_twin
from pipeline.evaluate.support_financebench import financebench_cases
from pipeline.evaluate.support_gold import SupportCase, own_case
from pipeline.evaluate.support_tatqa import tatqa_cases
from pipeline.evaluate.support_twin import twin_cases
from pipeline.evidence.errors import InvalidGold, SourceEmpty, SourceMissing, SourceUnreadable


def read_support(path: Path) -> tuple[SupportCase, ...]:
    """The cases of a gold file. Raises SourceMissing, SourceUnreadable, SourceEmpty or InvalidGold."""
    if not path.exists():
        raise SourceMissing(f"There is no file {path}.", source=path.name)
    return _tatqa(path) if path.suffix == ".json" else _lines(path)


def _lines(path: Path) -> tuple[SupportCase, ...]:
    rows = list(read_rows(path, lambda row, number: [(row, number)]))
    if all("fact_id" in row for row, _ in rows):
        facts = read_facts(path)
        filing = Sources().pages_of(filing_of_twin(path), (fact.page_index for fact in facts))
        return tuple(twin_cases(facts, filing))
    if all("evidence_texts" in row for row, _ in rows):
        return _cases(path, lambda: financebench_cases([row for row, _ in rows]))
    return tuple(read_rows(path, lambda row, number: [own_case(row, number)]))


def _tatqa(path: Path) -> tuple[SupportCase, ...]:
    try:
        contexts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SourceUnreadable(f"{path} cannot be read: {error}.", source=path.name) from error
    except ValueError as error:
        raise InvalidGold(f"{path.name} is no JSON: {error}.", source=path.name) from error
    if not isinstance(contexts, list):
        raise InvalidGold(f"{path.name} is no list of tables with questions.", source=path.name)
    if not contexts:
        raise SourceEmpty(f"{path.name} has no table.", source=path.name)
    return _cases(path, lambda: tatqa_cases(contexts))


def _cases(path: Path, read: Callable[[], Iterable[SupportCase]]) -> tuple[SupportCase, ...]:
    try:
        return tuple(read())
    except (KeyError, IndexError, AttributeError, TypeError, ValueError) as error:
        words = f"the field {error} is missing" if isinstance(error, KeyError) else str(error)
        raise InvalidGold(f"{path.name} cannot be read: {words}.", source=path.name) from error
