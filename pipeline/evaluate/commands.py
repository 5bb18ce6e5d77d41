"""The measurements as the command line runs them: from a gold file to a report."""

from __future__ import annotations

from pathlib import Path

from pipeline.answer.support.judge import judge_for
from pipeline.evaluate.calculations import CalculationsReport, evaluate_calculations
from pipeline.evaluate.gold import read_evidence, read_facts
from pipeline.evaluate.location import evaluate_location
from pipeline.evaluate.location_report import LocationReport
from pipeline.evaluate.progress import progress_line
from pipeline.evaluate.quotes import QuotesReport, evaluate_quotes
from pipeline.evaluate.sources import Sources, filing_of_twin
from pipeline.evaluate.support import evaluate_support
from pipeline.evaluate.support_cases import read_support
from pipeline.evaluate.support_report import SupportReport
from pipeline.evaluate.tatqa import read_arithmetic
from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.scope import Scope


def measure_location(gold: Path, library: Database, scope: Scope) -> LocationReport:
    """The facts of a twin's gold. Raises SourceError for gold or a filing that cannot be read, or StoreError."""
    facts = read_facts(gold)
    sources = Sources(library, scope, progress_line())
    filing = sources.pages_of(filing_of_twin(gold), (fact.page_index for fact in facts))
    return evaluate_location(facts, filing)


def measure_quotes(gold: Path, library: Database, scope: Scope, most: int) -> QuotesReport:
    """The evidence of a FinanceBench gold, with `most` mutants of each text. Raises as measure_location."""
    return evaluate_quotes(
        read_evidence(gold), gold.parent, Sources(library, scope, progress_line()), most=most
    )


def measure_calculations(gold: Path, altered: int) -> CalculationsReport:
    """The derivations of a TAT-QA gold, with `altered` false answers each. Raises SourceError for gold that cannot be
    read."""
    return evaluate_calculations(read_arithmetic(gold), most=altered)


def measure_support(gold: Path, settings: Settings, *, rules_only: bool) -> SupportReport:
    """The claims of a gold file, judged by the rules and by the model that the settings name, unless `rules_only`.
    Raises SourceError for gold that cannot be read, or ConfigurationError."""
    cases = read_support(gold)
    judge = None if rules_only else judge_for(settings)
    progress = progress_line("claim")
    return evaluate_support(cases, gold.name, judge, lambda done, total: progress(gold.name, done, total))
