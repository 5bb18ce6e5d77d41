"""Who writes an answer's claims, and who judges them: what the one who asks needs to know of either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from pipeline.answer.draft import DraftClaim
from pipeline.evidence.answer import Check
from pipeline.evidence.errors import EndpointError
from pipeline.evidence.generation import Problem, ProblemKind
from pipeline.evidence.packet import Packet
from pipeline.model.stopped import Stopped, never


@dataclass(frozen=True, slots=True)
class Written:
    """The end of what a model wrote: the parts of the question that it found no answer to, as it put them, and what it
    used of tokens as it said (None: it did not say)."""

    unanswered: tuple[str, ...] = ()
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    requests: int = 1


class WritingFailed(EndpointError):
    """A model did not finish an answer. `kind` says how; the message says what to do; `written` is what is known of its
    writing until then."""

    def __init__(self, kind: ProblemKind, message: str, written: Written | None = None) -> None:
        super().__init__(message)
        self.problem_kind = kind
        self.written = written or Written(requests=0)

    @property
    def problem(self) -> Problem:
        return Problem(self.problem_kind, self.message)


class Writer(Protocol):
    """Writes claims from a packet."""

    @property
    def model(self) -> str: ...

    @property
    def prompt(self) -> str:
        """The version of its prompt: "answer-1"."""
        ...

    def fit(self, question: str, packet: Packet) -> Packet:
        """The packet, or as many of its best entries as the budget of tokens takes."""
        ...

    def write(self, question: str, packet: Packet, stopped: Stopped) -> Iterator[DraftClaim | Written]:
        """Each claim as soon as it is complete, then one Written. The packet is never empty. Raises WritingFailed;
        what was yielded before stays good. Ends early, with WritingFailed of kind CANCELLED, once `stopped` says so.
        """
        ...


class Judge(Protocol):
    """Judges whether quotes support a claim; sees nothing else."""

    @property
    def name(self) -> str:
        """Its model and the version of its prompt: "gpt-x, support-1"."""
        ...

    def judge(self, claim: str, quotes: Sequence[str], stopped: Stopped = never) -> Check:
        """A SUPPORT check: PASSED supported, AMBIGUOUS partly, FAILED not, NOT_RUN with the reason when the model gave
        no usable verdict, or nobody waits for it any more. Raises nothing of the endpoint's."""
        ...
