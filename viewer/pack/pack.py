"""What a verification pack says, whichever file it becomes. Words are one line each, as a memo's are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from viewer.memo.memo import Memo, MemoClaim, Note
from viewer.pack.cutting import Cut


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """The cut-outs of one page of a stored PDF, at least one. `caption` says what page of what filing it is, `alt` what
    is marked."""

    path: Path
    cuts: tuple[Cut, ...]
    caption: str
    alt: str

    @property
    def page_index(self) -> int:
        return self.cuts[0].page_index


@dataclass(frozen=True, slots=True)
class SetLine:
    """A row or paragraph of a source that has no page to take a picture of: its words in order, and whether each part
    is marked. `is_row`: the parts are cells; `is_head`: they are the headers of the cells in the row below."""

    parts: tuple[tuple[str, bool], ...]
    is_row: bool
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of one place: pages to take pictures of, or set lines under their `caption`, or nothing. `remarks`
    say what is missing, or what else has to be known."""

    pages: tuple[MarkedPage, ...] = ()
    lines: tuple[SetLine, ...] = ()
    caption: str = ""
    remarks: tuple[str, ...] = ()


NOTHING = Shown()


@dataclass(frozen=True, slots=True)
class PackEvidence:
    """A citation: its note as in a memo, what its state means in words (empty where it is simply there), and what is
    shown of it. A citation that an earlier claim has as well is shown there, in claim number `shown_at`."""

    note: Note
    state: str
    shown: Shown
    shown_at: int | None = None


@dataclass(frozen=True, slots=True)
class PackCheck:
    """One of the five checks. `details`: a sentence each, with who found it."""

    label: str
    words: str
    tone: str
    details: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PackPlace:
    """A place that a reviewer marked as the right one, in place of the citation `corrects` or beside what is cited."""

    corrects: str | None
    quote: str
    where: str
    state: str
    shown: Shown


@dataclass(frozen=True, slots=True)
class PackVerdict:
    """A reviewer's verdict. `status`: empty for one that counts, else what became of it."""

    reviewer: str
    role: str
    words: str
    tone: str
    reason: str
    comment: str
    when: str
    status: str
    places: tuple[PackPlace, ...]


@dataclass(frozen=True, slots=True)
class PackReview:
    """What the review of a claim has come to, in words, and the verdicts that the reader may see."""

    words: str
    tone: str
    verdicts: tuple[PackVerdict, ...]


@dataclass(frozen=True, slots=True)
class PackClaim:
    claim: MemoClaim
    checks: tuple[PackCheck, ...]
    evidence: tuple[PackEvidence, ...]
    review: PackReview


@dataclass(frozen=True, slots=True)
class PackSource:
    """A filing that is cited or marked. `media`: "PDF", "HTML" or "Text"; `version`: "current version" or "superseded
    version"; `version_id` the stored version's own; `reading` what read it; `named` what of the pack stands in it."""

    title: str
    media: str
    version: str
    version_id: str
    sha256: str
    reading: str
    named: str


@dataclass(frozen=True, slots=True)
class Pack:
    """An answer as it is known at `made_at`, to the reader named `reader`; `review` sums up what reviewers say."""

    memo: Memo
    answer_id: str
    made_at: datetime
    reader: str
    review: str
    sources: tuple[PackSource, ...]
    claims: tuple[PackClaim, ...]

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The title block: names, and what they are."""
        made = f"{self.made_at.day} {self.made_at:%b %Y, %H:%M} UTC, made for {self.reader}"
        return (
            ("Answer", ", ".join(self.memo.about)),
            ("Checks", "; ".join(self.memo.summary) or "Nothing was checked."),
            ("Review", self.review),
            ("This pack", made),
            ("Answer id", self.answer_id),
        )
