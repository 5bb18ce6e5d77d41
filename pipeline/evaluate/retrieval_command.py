"""Retrieval as the command line measures it: from a gold file to a report."""

from __future__ import annotations

from pathlib import Path

from pipeline.evaluate.frozen import lexicon_hash
from pipeline.evaluate.progress import end_line, progress_line
from pipeline.evaluate.retrieval import Searched, evaluate_retrieval
from pipeline.evaluate.retrieval_gold import read_questions, set_hash
from pipeline.evaluate.retrieval_report import RetrievalReport
from pipeline.evaluate.retrieval_split import Half, halves_of, split
from pipeline.index.embedding import embedder_for
from pipeline.search.aids import aids_for
from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.scope import Scope


def measure_retrieval(
    gold: Path,
    settings: Settings,
    library: Database,
    scope: Scope,
    searched: Searched,
    *,
    half: Half | None,
    by_half: bool,
    cases: bool,
) -> RetrievalReport:
    """The questions of a gold file, or of one half of it by company, asked of what is `searched`. `by_half`: told
    apart by half.

    Raises SourceError for gold that cannot be read or split, ConfigurationError, or as evaluate_retrieval does.
    """
    questions = read_questions(gold)
    halves = split(questions, gold.name) if half or by_half else {}
    chosen = halves[half] if half else questions
    embedder, aids = embedder_for(settings), aids_for(settings)
    progress = progress_line("question")
    measured = evaluate_retrieval(
        questions,
        gold,
        library,
        scope,
        embedder,
        searched,
        aids=aids,
        chosen=chosen,
        progress=lambda done, total: progress(gold.name, done, total),
    )
    if measured.was_stopped:
        end_line()
    return RetrievalReport(
        gold.name,
        set_hash(chosen),
        lexicon_hash(),
        embedder.name,
        tuple(aid.name for aid in (aids.planner, aids.reranker) if aid),
        searched,
        measured,
        halves_of(question.company or "" for question in questions) if halves else {},
        half,
        cases,
    )
