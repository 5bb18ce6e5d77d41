"""Every citation that the library has stored: does it still resolve to the version, page and words that it names?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pipeline.evaluate.identity import ChainCase, chain_of, chain_series
from pipeline.evaluate.progress import Progress
from pipeline.evaluate.resolved import Resolve
from pipeline.evaluate.series import Measured, measured
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import ClaimAddress
from pipeline.store import answers
from pipeline.store.database import Database
from pipeline.store.scope import Scope

STORED = "stored answers"
"""What is measured, in place of a gold file."""


@dataclass(frozen=True, slots=True)
class StoredReport:
    """The citations of `answers` stored answers, each a case."""

    answers: int
    citations: tuple[ChainCase, ...]

    @property
    def measured(self) -> Measured:
        return measured(Layer.IDENTITY, "identity", chain_series(self.citations))

    @property
    def states(self) -> dict[str, int]:
        """How many citations are in each state."""
        return dict(Counter(one.state for one in self.citations).most_common())

    def to_json(self) -> dict[str, Any]:
        return {
            "layer": "identity",
            "source": STORED,
            "answers": self.answers,
            "measured": [figure.to_json() for figure in self.measured.figures],
            "states": self.states,
            "citations": [one.to_json() for one in self.citations],
        }

    @property
    def words(self) -> str:
        broken = [f"{one.id}: {one.broken}" for one in self.citations if one.broken]
        states = ", ".join(f"{state} {count:,}" for state, count in self.states.items())
        return "\n".join(
            [
                f"{self.answers:,} stored answers, {len(self.citations):,} citations: {states or 'none'}",
                "",
                self.measured.words,
                "",
                f"Citations that do not resolve to what they name ({len(broken)}):",
                *(broken or ["none"]),
            ]
        )


def evaluate_stored(
    database: Database,
    scope: Scope,
    resolve: Resolve,
    progress: Progress = lambda name, done, total: None,
) -> StoredReport:
    """All citations of the tenant's finished answers, with the rights of `scope`: what is withheld is not measured."""
    with database.scoped(scope) as conn:
        stored = answers.finished(conn)
    cases: list[ChainCase] = []
    for done, answer_id in enumerate(stored, start=1):
        with database.scoped(scope) as conn:
            answer = answers.get(conn, answer_id)
            cases += _addressed(list(chain_of(answer, resolve(conn, answer), str(answer_id))), answer_id)
        progress(STORED, done, len(stored))
    return StoredReport(len(stored), tuple(cases))


def _addressed(cases: Sequence[ChainCase], answer_id: UUID) -> list[ChainCase]:
    """Each case leads to its own citation."""
    found: list[ChainCase] = []
    for case in cases:
        claim, _, cited = case.id.rpartition(" ")[2].partition(":")
        address = ClaimAddress(answer_id, int(claim), cited)
        found.append(ChainCase(case.id, case.state, case.broken, case.is_told, address))
    return found
