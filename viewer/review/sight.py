"""What a reviewer may know of what others say of a claim: nothing, before their own verdict on it counts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from pipeline.evidence.review import (
    Judgement,
    ReviewRole,
    ReviewStanding,
    counting_of,
    differ,
    reviewed,
)


@dataclass(frozen=True, slots=True)
class Sight:
    """Every verdict on one claim, as a reviewer in a role may see them. `mine` is theirs that counts; `others` is None
    while it is hidden from them what anybody else said, or that anybody did."""

    role: ReviewRole
    mine: Judgement | None
    history: tuple[Judgement, ...]
    others: tuple[Judgement, ...] | None
    standing: ReviewStanding

    @property
    def own(self) -> Sight:
        """Without what others say: for one who may not read any more what the claim cites."""
        return Sight(self.role, self.mine, self.history, None, ReviewStanding.UNREVIEWED)


def sight_of(judgements: Sequence[Judgement], reviewer_id: UUID, *, adjudicates: bool = False) -> Sight:
    """`adjudicates`: the reviewer asks to decide, and may, where others differ. An adjudicator is none of those that
    differ, and sees what each of them said; a withdrawn verdict hides the others' again."""
    counting = counting_of(judgements)
    own = {one.role: one for one in counting if one.reviewer_id == reviewer_id}
    role = _role(own, decides=adjudicates and differ(counting))
    history = tuple(one for one in judgements if one.reviewer_id == reviewer_id)
    mine = own.get(role)
    if mine is None and role is ReviewRole.REVIEWER:
        return Sight(role, None, history, None, ReviewStanding.UNREVIEWED)
    others = tuple(one for one in judgements if one.reviewer_id != reviewer_id)
    return Sight(role, mine, history, others, reviewed(judgements).standing)


def _role(own: Collection[ReviewRole], *, decides: bool) -> ReviewRole:
    """The role in which they have judged already, else the one that they ask for."""
    if own:
        return ReviewRole.ADJUDICATOR if ReviewRole.ADJUDICATOR in own else ReviewRole.REVIEWER
    return ReviewRole.ADJUDICATOR if decides else ReviewRole.REVIEWER
