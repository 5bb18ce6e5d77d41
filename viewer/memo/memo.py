"""What a memo of an answer says, whichever file it becomes.

Every text is one line without control characters: the words of a filing and of a model shape nothing. Where the reader
has no access, there is nothing of the source to take away.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class MemoCheck:
    """One check of a claim, in the words that the screen has for it. `tone`: "ok", "warn", "bad" or "none"."""

    label: str
    words: str
    tone: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a claim, or not settled. `tone`: "bad" for a failure, "warn" for what is left open."""

    tone: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class MemoInput:
    """A figure that a calculation starts from: as printed, and with its scale applied (`value`), None where it does not
    stand in its evidence; then `problem` says so."""

    name: str
    label: str
    figure: str
    unit: str
    citation_id: str | None
    value: Decimal | None
    problem: str | None


@dataclass(frozen=True, slots=True)
class MemoCalculation:
    """A calculation done again. `expression` is as it is to be read; `written` as the model wrote it. `result` and
    `allowed` (the interval of the inputs' rounding) are words, empty where it was not done."""

    id: str
    claim: int
    expression: str
    written: str
    inputs: tuple[MemoInput, ...]
    stated: str
    value: Decimal | None
    low: Decimal | None
    high: Decimal | None
    unit: str
    result: str
    allowed: str
    outcome: str
    tone: str
    detail: str


@dataclass(frozen=True, slots=True)
class MemoClaim:
    """A claim with the numbers of its notes. `findings` is empty for one that nothing is wrong with."""

    number: int
    text: str
    is_withheld: bool
    notes: tuple[int, ...]
    checks: tuple[MemoCheck, ...]
    findings: tuple[Finding, ...]
    calculation: MemoCalculation | None

    @property
    def status(self) -> str:
        """In a few words, for a column of them."""
        if self.is_withheld:
            return "Withheld"
        tones = {finding.tone for finding in self.findings}
        if "bad" in tones:
            return "Fails a check"
        return "A check is left open" if tones else "No check failed"


@dataclass(frozen=True, slots=True)
class Note:
    """The footnote of one citation, numbered from 1. A withheld one has its id and `problem` and nothing else."""

    number: int
    citation_id: str
    is_withheld: bool
    title: str = ""
    place: str = ""
    printed: str = ""
    section: str = ""
    quote: str = ""
    context: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    problem: str = ""
    link: str | None = None

    @property
    def where(self) -> tuple[str, ...]:
        """Title, page and section, those that are known."""
        return tuple(part for part in (self.title, self.place, self.section) if part)


@dataclass(frozen=True, slots=True)
class MemoSource:
    """A filing that notes cite."""

    title: str
    version: str
    sha256: str
    citation_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Memo:
    """An answer: `question` is its title, `about` who wrote it and when, `summary` its checks in a few words.
    `link` opens the answer; None where the address of the app is not known."""

    question: str
    created_at: datetime
    about: tuple[str, ...]
    summary: tuple[str, ...]
    claims: tuple[MemoClaim, ...]
    notes: tuple[Note, ...]
    sources: tuple[MemoSource, ...]
    not_in_sources: str
    unanswered: tuple[str, ...]
    problem: str
    link: str | None

    @property
    def calculations(self) -> tuple[MemoCalculation, ...]:
        return tuple(claim.calculation for claim in self.claims if claim.calculation)

    def note(self, number: int) -> Note:
        """The note of that number, from 1."""
        return self.notes[number - 1]
