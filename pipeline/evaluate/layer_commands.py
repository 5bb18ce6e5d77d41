"""The layers as the command line measures them over the library: from gold, or from what is stored, to a report."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from pipeline.evaluate.asked_gold import AskedQuestion, Asking
from pipeline.evaluate.cited_evidence import EvidenceReport, evaluate_cited_evidence
from pipeline.evaluate.commands import measure_location
from pipeline.evaluate.gold import read_evidence, read_facts
from pipeline.evaluate.gold_kind import GoldKind, kind_of
from pipeline.evaluate.identity import IdentityReport, evaluate_identity
from pipeline.evaluate.identity_stored import StoredReport, evaluate_stored
from pipeline.evaluate.identity_twin import TwinReport, evaluate_twin
from pipeline.evaluate.location_report import LocationReport
from pipeline.evaluate.progress import progress_line
from pipeline.evaluate.resolved import Resolve
from pipeline.evaluate.retrieval import Searched
from pipeline.evaluate.retrieval_gold import read_questions
from pipeline.evaluate.sources import filing_of_twin
from pipeline.evaluate.usability import UsabilityReport, evaluate_usability
from pipeline.evaluate.usability_answers import newest, of_gold
from pipeline.evidence.errors import InvalidGold
from pipeline.index.embedding import embedder_for
from pipeline.search.aids import aids_for
from pipeline.settings import Settings
from pipeline.store import versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope

NEWEST = "newest answers"
"""What is measured without gold."""


@dataclass(frozen=True, slots=True)
class Library:
    """What is measured on: the settings, the library, whose rights count, and the resolver."""

    settings: Settings
    database: Database
    scope: Scope
    resolve: Resolve

    def asking(self, *, keep: bool) -> Asking:
        return Asking(
            self.database,
            self.scope,
            embedder_for(self.settings),
            aids_for(self.settings),
            self.resolve,
            keep,
        )


def measure_identity(
    library: Library, gold: Path | None, *, keep: bool
) -> IdentityReport | TwinReport | StoredReport:
    """Citations made for the gold's questions or facts; without gold, all that are stored. `keep` the answers.

    Raises SourceError for gold or a filing that cannot be read, NotFound for filings that the library lacks.
    """
    if gold is None:
        return evaluate_stored(library.database, library.scope, library.resolve, progress_line("answer"))
    if kind_of(gold) is GoldKind.FACTS:
        pdf = filing_of_twin(gold)
        return evaluate_twin(
            read_facts(gold),
            pdf,
            library.database,
            library.scope,
            library.resolve,
            progress_line("fact"),
        )
    asked = _asked(library, gold, (Searched.ALL, Searched.FILING), keep=keep)
    return evaluate_identity(asked, f"{gold.name}: asked without a model")


def measure_layer_location(library: Library, gold: Path, *, keep: bool) -> LocationReport | EvidenceReport:
    """The facts of a twin's gold in their cells; or how much of the evidence of a gold's questions is marked by the
    answers to them. Raises as measure_identity, and InvalidGold for questions without evidence."""
    kind = kind_of(gold)
    if kind is GoldKind.FACTS:
        return measure_location(gold, library.database, library.scope)
    if kind is GoldKind.QUESTIONS:
        read_questions(gold)
        raise InvalidGold(
            f"{gold.name} has neither facts with boxes nor evidence texts to hold marks against. "
            "`pincite evaluate identity` measures the pages of such gold.",
            source=gold.name,
        )
    asked = list(_asked(library, gold, (Searched.FILING,), keep=keep))
    with library.database.scoped(library.scope) as conn:
        return evaluate_cited_evidence(
            conn, asked, read_evidence(gold), f"{gold.name}: asked of the right filing, without a model"
        )


def measure_usability(library: Library, gold: Path | None, count: int, *, keep: bool) -> UsabilityReport:
    """The ways by keyboard to the evidence of the `count` newest answers, or of answers made for the gold.

    Raises BrowserMissing, AppFailed, or as measure_identity.
    """
    asking = library.asking(keep=keep)
    progress = progress_line("path")
    if gold is None:
        walked = newest(asking, count)
        return evaluate_usability(NEWEST, walked.answers, walked.without, progress)
    with of_gold(asking, gold, progress_line("question")) as made:
        return evaluate_usability(gold.name, made.answers, made.without, progress)


def readers_of(library: Library, gold: Path) -> Mapping[str, Any]:
    """By which parsers the gold's filings were read, as far as the library has them."""
    files: Iterable[Path]
    if kind_of(gold) is GoldKind.FACTS:
        files = [filing_of_twin(gold)]
    else:
        named = {question.filing for question in read_questions(gold)}
        files = [gold.parent / name for name in named if not isinstance(name, UUID)]
    with library.database.scoped(library.scope) as conn:
        parsers = sorted({parser for file in files for parser in _parsers(conn, file)})
    return {"parser": ", ".join(parsers) or "parsed for the occasion"}


def searchers_of(library: Library) -> Mapping[str, Any]:
    """By which models questions are searched."""
    aids = aids_for(library.settings)
    helpers = [aid.name for aid in (aids.planner, aids.reranker) if aid]
    return {"embedding": embedder_for(library.settings).name, "aids": ", ".join(helpers) or "none"}


def _asked(
    library: Library, gold: Path, searched: tuple[Searched, ...], *, keep: bool
) -> Iterable[AskedQuestion]:
    return library.asking(keep=keep).ask(read_questions(gold), gold, searched, progress_line("question"))


def _parsers(conn: Connection, file: Path) -> list[str]:
    if not file.is_file():
        return []
    version = versions.find_by_sha256(conn, hashlib.sha256(file.read_bytes()).hexdigest())
    return [version.parser_version] if version else []
