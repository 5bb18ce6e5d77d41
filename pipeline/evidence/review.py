"""What reviewers say of a claim and its evidence, and what follows from several of them.

A reviewer's verdict stands beside the checkers' results and overwrites none. Two reviewers judge blind; where they
differ, an adjudicator decides. Nothing is overwritten: the newest verdict of a reviewer in a role counts, and a
withdrawn one counts no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.layer import Layer

MOST_COMMENT: Final = 4_000
"""Characters of a comment: a page, and no essay."""


class ReviewVerdict(StrEnum):
    SUPPORTED = "supported"
    PARTLY = "partly"
    NOT_SUPPORTED = "not_supported"
    WRONG_LOCATION = "wrong_location"  # what is marked is not what the claim rests on
    CANT_TELL = "cant_tell"


class ReviewReason(StrEnum):
    """Why a claim is not, or not wholly, supported by what is marked."""

    FIGURE = "figure"
    PERIOD = "period"
    UNIT = "unit"
    SUBJECT = "subject"
    MISSING_PART = "missing_part"
    NOT_STATED = "not_stated"
    CONTRADICTED = "contradicted"
    CALCULATION = "calculation"
    OTHER_FILING = "other_filing"
    OTHER_VERSION = "other_version"
    OTHER_PAGE = "other_page"
    OTHER_ROW = "other_row"
    OTHER_OCCURRENCE = "other_occurrence"
    OTHER = "other"  # the comment says what


VERDICT_WORDS: Final = {
    ReviewVerdict.SUPPORTED: "Supported",
    ReviewVerdict.PARTLY: "Partly supported",
    ReviewVerdict.NOT_SUPPORTED: "Not supported",
    ReviewVerdict.WRONG_LOCATION: "Wrong location",
    ReviewVerdict.CANT_TELL: "Can’t tell",
}
"""In the order of their keys, 1 to 5."""

REASON_WORDS: Final = {
    ReviewReason.FIGURE: "A figure differs",
    ReviewReason.PERIOD: "Another period",
    ReviewReason.UNIT: "Another unit or scale",
    ReviewReason.SUBJECT: "About something else",
    ReviewReason.MISSING_PART: "A part is not supported",
    ReviewReason.NOT_STATED: "Not stated there",
    ReviewReason.CONTRADICTED: "The evidence says otherwise",
    ReviewReason.CALCULATION: "The calculation is wrong",
    ReviewReason.OTHER_FILING: "Another filing",
    ReviewReason.OTHER_VERSION: "Another version of the filing",
    ReviewReason.OTHER_PAGE: "Another page",
    ReviewReason.OTHER_ROW: "Another row or column",
    ReviewReason.OTHER_OCCURRENCE: "Another occurrence of the words",
    ReviewReason.OTHER: "Something else",
}

_OF_SUPPORT: Final = (
    ReviewReason.FIGURE,
    ReviewReason.PERIOD,
    ReviewReason.UNIT,
    ReviewReason.SUBJECT,
    ReviewReason.MISSING_PART,
    ReviewReason.NOT_STATED,
    ReviewReason.CONTRADICTED,
    ReviewReason.CALCULATION,
    ReviewReason.OTHER,
)
_OF_PLACE: Final = (
    ReviewReason.OTHER_FILING,
    ReviewReason.OTHER_VERSION,
    ReviewReason.OTHER_PAGE,
    ReviewReason.OTHER_ROW,
    ReviewReason.OTHER_OCCURRENCE,
    ReviewReason.OTHER,
)
REASONS: Final[dict[ReviewVerdict, tuple[ReviewReason, ...]]] = {
    ReviewVerdict.SUPPORTED: (),
    ReviewVerdict.PARTLY: _OF_SUPPORT,
    ReviewVerdict.NOT_SUPPORTED: _OF_SUPPORT,
    ReviewVerdict.WRONG_LOCATION: _OF_PLACE,
    ReviewVerdict.CANT_TELL: (),
}
"""The reasons that go with each verdict, in the order of their keys. A verdict that has some needs one of them, or a
comment in its place; "something else" needs the comment."""

IDENTITY_REASONS: Final = frozenset(
    {ReviewReason.OTHER_FILING, ReviewReason.OTHER_VERSION, ReviewReason.OTHER_PAGE}
)
"""Of a wrong location: the evidence stands in another document, version or page, so that the identity is wrong."""


class ReviewRole(StrEnum):
    REVIEWER = "reviewer"
    ADJUDICATOR = "adjudicator"


class InvalidReview(EvidenceError):
    """A verdict lacks what it needs, or says what it cannot."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One verdict of one reviewer on claim number `claim` of an answer. `seconds`: how long the claim was looked at;
    `origin`: where it was imported from.

    Raises InvalidReview for a reason that does not go with the verdict, for a verdict that needs a reason or a comment
    and has neither, and for a comment that is too long.
    """

    id: UUID
    answer_id: UUID
    claim: int
    reviewer_id: UUID
    reviewer: str
    role: ReviewRole
    verdict: ReviewVerdict
    decided_at: datetime
    reason: ReviewReason | None = None
    comment: str = ""
    seconds: float | None = None
    withdrawn_at: datetime | None = None
    origin: str | None = None

    def __post_init__(self) -> None:
        wanted = REASONS[self.verdict]
        if self.reason is not None and self.reason not in wanted:
            raise InvalidReview(
                f"“{REASON_WORDS[self.reason]}” is no reason for “{VERDICT_WORDS[self.verdict]}”."
            )
        if wanted and self.reason in (None, ReviewReason.OTHER) and not self.comment.strip():
            raise InvalidReview(
                f"“{VERDICT_WORDS[self.verdict]}” needs a reason, or a comment that says why."
            )
        if len(self.comment) > MOST_COMMENT:
            raise InvalidReview(
                f"The comment has {len(self.comment):,} characters; at most {MOST_COMMENT:,} are kept."
            )
        if self.seconds is not None and not 0 <= self.seconds < float("inf"):
            raise InvalidReview(f"A claim is looked at for 0 seconds or more, not {self.seconds}.")

    @property
    def counts(self) -> bool:
        return self.withdrawn_at is None


class ReviewStanding(StrEnum):
    """How far the review of a claim is. Derived, never stored."""

    UNREVIEWED = "unreviewed"
    ONE = "one"  # one reviewer judged it
    AGREED = "agreed"
    DISPUTED = "disputed"  # reviewers differ, and nobody decided
    ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What all verdicts on a claim come to. `verdict` is None where there is none or reviewers differ; `counting` are
    the verdicts that count, reviewers' first."""

    standing: ReviewStanding
    verdict: ReviewVerdict | None
    counting: tuple[Judgement, ...]


def reviewed(judgements: Iterable[Judgement]) -> Reviewed:
    """The outcome for one claim: an adjudicator's verdict decides, else that on which all its reviewers agree."""
    counting = counting_of(judgements)
    decided = [one for one in counting if one.role is ReviewRole.ADJUDICATOR]
    if decided:
        newest = max(decided, key=lambda one: (one.decided_at, one.id.int))
        return Reviewed(ReviewStanding.ADJUDICATED, newest.verdict, counting)
    verdicts = {one.verdict for one in counting}
    if not verdicts:
        return Reviewed(ReviewStanding.UNREVIEWED, None, ())
    if len(verdicts) > 1:
        return Reviewed(ReviewStanding.DISPUTED, None, counting)
    standing = ReviewStanding.ONE if len(counting) == 1 else ReviewStanding.AGREED
    return Reviewed(standing, counting[0].verdict, counting)


def counting_of(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """The newest verdict of each reviewer and role that was not withdrawn; reviewers' before adjudicators', the older
    first."""
    newest: dict[tuple[UUID, ReviewRole], Judgement] = {}
    for one in sorted(judgements, key=lambda one: (one.decided_at, one.id.int)):
        if one.counts:
            newest[one.reviewer_id, one.role] = one
    order = list(ReviewRole)
    return tuple(sorted(newest.values(), key=lambda one: (order.index(one.role), one.decided_at, one.id.int)))


def failing_layers(verdict: ReviewVerdict, reason: ReviewReason | None) -> frozenset[Layer]:
    """The layers that a verdict says have failed. "Partly" and "can't tell" are no failures."""
    if verdict is ReviewVerdict.NOT_SUPPORTED:
        return frozenset({Layer.SUPPORT})
    if verdict is ReviewVerdict.WRONG_LOCATION:
        return frozenset({Layer.IDENTITY if reason in IDENTITY_REASONS else Layer.LOCATION})
    return frozenset()


def judged_layers(verdict: ReviewVerdict, reason: ReviewReason | None) -> frozenset[Layer]:
    """The layers that a verdict says something of. Whoever finds support has found the place; whoever finds the place
    wrong cannot say whether the right one supports the claim."""
    if verdict is ReviewVerdict.CANT_TELL:
        return frozenset()
    if verdict is ReviewVerdict.WRONG_LOCATION:
        return failing_layers(verdict, reason)
    return frozenset({Layer.IDENTITY, Layer.SUPPORT, Layer.LOCATION})


def says_the_same(one: Judgement, other: Judgement) -> bool:
    """Whether two verdicts are one that was sent or brought twice. Whether it was withdrawn since is no part of it."""
    return _said(one) == _said(other)


def _said(one: Judgement) -> tuple[object, ...]:
    return (
        one.answer_id,
        one.claim,
        one.reviewer_id,
        one.role,
        one.verdict,
        one.reason,
        one.comment,
        one.decided_at,
    )


def differ(judgements: Sequence[Judgement]) -> bool:
    """Whether the reviewers among verdicts that count do not say the same."""
    return len({one.verdict for one in judgements if one.role is ReviewRole.REVIEWER}) > 1
