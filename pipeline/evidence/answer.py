"""Answers: claims, their citations, and five separate checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self
from uuid import UUID

from pipeline.evidence.calculation import Calculation
from pipeline.evidence.errors import InvalidAnswer
from pipeline.evidence.generation import Generation, Problem, Stage
from pipeline.evidence.handle import CitationId
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import PassageId
from pipeline.evidence.text import TextRange


class CheckKind(StrEnum):
    """Five questions about a citation. None implies another."""

    EXISTENCE = "existence"  # does the handle name a passage of this packet?
    VERBATIM = "verbatim"  # do the quoted words stand in that passage?
    FIGURES = "figures"  # does every figure of the claim stand in its evidence?
    SUPPORT = "support"  # does the evidence support the claim?
    LOCATION = "location"  # is there one place on the page to highlight?


class CheckOutcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    AMBIGUOUS = "ambiguous"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check by one checker; `detail` is a sentence for the analyst, `reason` the kind of failure by
    which results are counted ("paraphrase", "wrong_scale"), None where nothing failed.
    """

    kind: CheckKind
    outcome: CheckOutcome
    detail: str
    checker: str
    reason: str | None = None

    def to_json(self) -> dict[str, str | None]:
        return {
            "kind": self.kind.value,
            "outcome": self.outcome.value,
            "detail": self.detail,
            "checker": self.checker,
            "reason": self.reason,
        }


class FigureOutcome(StrEnum):
    """What became of one figure, date or period of a claim."""

    PRINTED = "printed"  # its evidence prints it so
    AGREES = "agrees"  # its evidence prints it in another scale or more exactly, and it is that within its rounding
    CALCULATED = "calculated"  # it is the result of the claim's calculation
    MISSING = "missing"  # no evidence of the claim has it


@dataclass(frozen=True, slots=True)
class FigureFinding:
    """A figure, date or period of a claim (`range`: characters of the claim's text). `detail` says in a sentence where
    it stands or why it does not; `reason` is the kind of failure. `citation` and `place` (characters of that citation's
    page) are the evidence that has it; for a missing figure, what comes nearest, if anything does.
    """

    range: TextRange
    outcome: FigureOutcome
    detail: str
    reason: str | None = None
    citation: CitationId | None = None
    place: TextRange | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "range": self.range.to_json(),
            "outcome": self.outcome.value,
            "detail": self.detail,
            "reason": self.reason,
            "evidence_id": str(self.citation) if self.citation else None,
            "place": self.place.to_json() if self.place else None,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(
            TextRange(*value["range"]),
            FigureOutcome(value["outcome"]),
            value["detail"],
            value["reason"],
            CitationId.parse(value["evidence_id"]) if value["evidence_id"] else None,
            TextRange(*value["place"]) if value["place"] else None,
        )


@dataclass(frozen=True, slots=True)
class Citation:
    """One quote from one passage.

    `ranges` are characters of the passage's page: one when located, several candidates when ambiguous,
    none when the quote does not stand there. `focus` is the part of a located quote that answers the question (the
    cell of the asked period in a quoted row); None when nothing tells one part from the others.
    """

    id: CitationId
    passage: PassageId
    quote: str
    ranges: tuple[TextRange, ...]
    checks: tuple[Check, ...] = ()
    focus: TextRange | None = None

    def __post_init__(self) -> None:
        if self.focus and (len(self.ranges) != 1 or not self.ranges[0].contains(self.focus)):
            raise InvalidAnswer(f"The focus of citation {self.id} is not a part of its one place.")
        if not self.quote.strip():
            raise InvalidAnswer(f"Citation {self.id} quotes nothing.")
        if len(set(self.ranges)) != len(self.ranges):
            raise InvalidAnswer(f"Citation {self.id} names one place twice.")

    def check(self, kind: CheckKind) -> Check | None:
        return next((check for check in self.checks if check.kind is kind), None)


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer. `number` counts from 1. `figures` tells of each figure of the text, in order;
    `removed` are the handles, as they were written, that are none of this answer's packet and were taken out of the
    claim.
    """

    number: int
    text: str
    citations: tuple[Citation, ...]
    checks: tuple[Check, ...] = ()
    calculation: Calculation | None = None
    figures: tuple[FigureFinding, ...] = ()
    removed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.number < 1 or not self.text.strip():
            raise InvalidAnswer(f"Claim {self.number} needs a number from 1 and words.")
        if any(count > 1 for count in Counter(citation.id for citation in self.citations).values()):
            raise InvalidAnswer(f"Claim {self.number} cites one place twice.")
        if any(figure.range.end > len(self.text) for figure in self.figures):
            raise InvalidAnswer(f"Claim {self.number} is shorter than its figures' places.")

    @property
    def calculation_id(self) -> str | None:
        return self.calculation.id if self.calculation else None

    def to_json(self) -> dict[str, object]:
        return {
            "text": self.text,
            "evidence_ids": [str(citation.id) for citation in self.citations],
            "calculation_id": self.calculation_id,
            "checks": [check.to_json() for check in self.checks],
            "figures": [figure.to_json() for figure in self.figures],
            "removed_handles": list(self.removed),
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """A question's answer with the packet that it was made from.

    `method` says who wrote the claims ("extractive", "model"), `generation` how. `not_in_sources` is the sentence that
    stands in place of claims; beside claims it says that a part of the question is not answered, and `unanswered` lists
    those parts. `stage` is what is being done for an answer that is not finished. `problem` says why one ended early:
    what had been checked until then is kept. Raises InvalidAnswer for an answer with nothing of these, for a citation
    outside the packet, and for a citation id that means two things.
    """

    id: UUID
    question: str
    method: str
    model: str | None
    created_at: datetime
    claims: tuple[Claim, ...]
    packet: Packet
    not_in_sources: str | None = None
    unanswered: tuple[str, ...] = ()
    problem: Problem | None = None
    generation: Generation | None = None
    stage: Stage | None = None

    def __post_init__(self) -> None:
        if not (self.claims or self.not_in_sources or self.problem or self.stage):
            raise InvalidAnswer("An answer has claims, or says that they are not in the sources.")
        if self.unanswered and not self.not_in_sources:
            raise InvalidAnswer("An answer that leaves parts of the question open says so.")
        if [claim.number for claim in self.claims] != list(range(1, len(self.claims) + 1)):
            raise InvalidAnswer("Claims are numbered from 1 without a gap.")
        meanings: dict[CitationId, tuple[PassageId, str]] = {}
        for claim in self.claims:
            for citation in claim.citations:
                self._require_in_packet(citation)
                meaning = citation.passage, citation.quote
                if meanings.setdefault(citation.id, meaning) != meaning:
                    raise InvalidAnswer(f"Citation {citation.id} means two quotes.")
        calculated = [claim.calculation.id for claim in self.claims if claim.calculation]
        if len(set(calculated)) != len(calculated):
            raise InvalidAnswer("Each calculation of an answer has an id of its own.")

    @property
    def removed(self) -> tuple[str, ...]:
        """Every handle that was none of the packet's and was taken out, as written, in order."""
        return tuple(written for claim in self.claims for written in claim.removed)

    def citation(self, citation_id: CitationId, claim: int | None = None) -> Citation | None:
        """The citation of that id (in claim number `claim`, when given)."""
        for candidate in self.claims:
            if claim is None or candidate.number == claim:
                for citation in candidate.citations:
                    if citation.id == citation_id:
                        return citation
        return None

    def to_json(self, evidence: dict[str, object]) -> dict[str, object]:
        """The exported form; `evidence` maps citation ids to citations as the resolver gives them."""
        return {
            "answer_id": str(self.id),
            "question": self.question,
            "method": self.method,
            "model": self.model,
            "created_at": self.created_at.isoformat(),
            "claims": [claim.to_json() for claim in self.claims],
            "calculations": [claim.calculation.to_json() for claim in self.claims if claim.calculation],
            "evidence": evidence,
            "not_in_sources": self.not_in_sources,
            "unanswered": list(self.unanswered),
            "problem": self.problem.to_json() if self.problem else None,
            "generation": self.generation.to_json() if self.generation else None,
            "stage": self.stage.value if self.stage else None,
        }

    def _require_in_packet(self, citation: Citation) -> None:
        entry = self.packet.get(citation.id.handle)
        if entry is None or entry.passage.id != citation.passage:
            raise InvalidAnswer(f"Citation {citation.id} is not of this packet.")
        if not all(entry.passage.range.contains(span) for span in citation.ranges):
            raise InvalidAnswer(f"Citation {citation.id} points outside its passage.")
