"""What the Review page needs from the store, as values to draw: who reviews, their queue, and the claim to begin at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.errors import NotFound
from pipeline.evidence.layer import Layer
from pipeline.evidence.review import ReviewRole
from pipeline.permissions import Permission, may
from pipeline.store import access, memberships, review_queue, reviewers
from pipeline.store.review_queue import Choices, QueueOrder
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from viewer.links import Link, LinkKind
from viewer.requests import InvalidRequest, number
from viewer.review.items import item_view
from viewer.review.queue_view import queue_view
from viewer.review.reviewing import Reviewing
from viewer.review.sent import parsed_id
from viewer.services import Services

View = dict[str, Any]

GONE: Final = "There is no such reviewer any more. You are reviewing as yourself."
NOT_YOURS: Final = "The address names another reviewer. Who signed in reviews as themselves, and so do you."


class Part(StrEnum):
    """Which claims the page lists."""

    TO_JUDGE = "To judge"
    JUDGED = "Judged"
    DISPUTES = "Disputes"


@dataclass(frozen=True, slots=True)
class Narrowed:
    """How the queue is narrowed and ordered; None: not at all. An empty model or prompt: none wrote the claim."""

    layer: Layer | None = None
    model: str | None = None
    prompt: str | None = None
    form: str | None = None
    order: QueueOrder = QueueOrder.FIRST
    seed: str = ""

    @property
    def count(self) -> int:
        """By how many things it is narrowed."""
        return sum(one is not None for one in (self.layer, self.model, self.prompt, self.form))

    def query(self, part: Part) -> dict[str, str]:
        """The parameters of /review/queue.json, without those that are not chosen."""
        chosen = {
            "layer": self.layer.value if self.layer else None,
            "model": self.model,
            "prompt": self.prompt,
            "form": self.form,
            "order": self.order.value if self.order is not QueueOrder.FIRST else None,
            "seed": self.seed or None,
            "mine": "1" if part is Part.JUDGED else None,
            "role": ReviewRole.ADJUDICATOR.value if part is Part.DISPUTES else None,
        }
        return {name: value for name, value in chosen.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """Everything that is drawn. `queue` and `item` are the first answers of the review routes; `item` is None where
    there is nothing to judge. `problem`: why the claim that the address names is not shown."""

    reviewer: Reviewer
    part: Part
    narrowed: Narrowed
    queue: View
    item: View | None
    problem: str | None
    data: View = field(repr=False)


@dataclass(frozen=True, slots=True)
class Team:
    """The reviewers by name, the one of this page, and why it is not the one that the address names."""

    reviewers: tuple[Reviewer, ...]
    reviewer: Reviewer
    problem: str | None


def read_team(services: Services, scope: Scope, written_id: str | None, last_id: str | None = None) -> Team:
    """Who reviews, as the address says (`?as=<user id>`); where it names nobody, who did so last in this browser, else
    the user themselves."""
    with services.database.scoped(scope) as conn:
        everyone = reviewers.list_all(conn)
    named = next((one for one in everyone if str(one.id) == (written_id or last_id)), None)
    own = next((one for one in everyone if one.id == scope.user_id), None)
    chosen = named or own
    if chosen is None:
        raise NotFound("You are no user of this installation.")
    return Team(tuple(everyone), chosen, GONE if written_id and named is None else None)


def add_reviewer(services: Services, scope: Scope, name: str) -> Reviewer:
    """Raises InvalidReview in words."""
    with services.database.scoped(scope) as conn:
        return reviewers.add(conn, name)


def read_own_team(services: Services, scope: Scope, written_id: str | None) -> Team:
    """Whoever signed in reviews as themselves, beside the members who may review. An address that names somebody else
    is refused in words."""
    with services.database.scoped(scope) as conn:
        access.require(conn, Permission.REVIEW)
        may_review = {
            member.user_id
            for member in memberships.list_all(conn)
            if member.ended_at is None and may(member.role, Permission.REVIEW)
        }
        everyone = [one for one in reviewers.list_all(conn) if one.id in may_review]
        own = reviewers.get(conn, scope.user_id)
    return Team(tuple(everyone), own, NOT_YOURS if written_id not in (None, str(own.id)) else None)


def read_choices(services: Services, scope: Scope, reviewer: Reviewer) -> Choices:
    """By what a reviewer's queue can be narrowed, read with their rights."""
    with services.database.scoped(replace(scope, user_id=reviewer.id)) as conn:
        return review_queue.choices(conn, reviewer.id)


def read_page(
    services: Services,
    scope: Scope,
    reviewer: Reviewer,
    part: Part,
    narrowed: Narrowed,
    named: Mapping[str, str],
) -> ReviewPage:
    """The page of one reviewer, read with their rights. `named`: the claim of the address ("answer", "claim"), not
    checked."""
    own = replace(scope, user_id=reviewer.id)
    query = narrowed.query(part)
    with services.database.scoped(own) as conn:
        asked = Reviewing(conn, own, services.links, services.files, query)
        queue = queue_view(asked)
        item, problem = _first_item(asked, queue, named, adjudicates=part is Part.DISPUTES)
    link = Link(own, reviewer.id, LinkKind.REVIEW)
    data: View = {
        "token": services.links.token(link),
        "expires": services.links.expires,
        "reviewer": {"id": str(reviewer.id), "name": reviewer.name},
        "role": (ReviewRole.ADJUDICATOR if part is Part.DISPUTES else ReviewRole.REVIEWER).value,
        "query": query,
        "queue": queue,
        "item": item,
        "open": {"answer_id": item["answer_id"], "claim": item["claim"]} if item else None,
    }
    return ReviewPage(reviewer, part, narrowed, queue, item, problem, data)


def _first_item(
    asked: Reviewing, queue: View, named: Mapping[str, str], *, adjudicates: bool
) -> tuple[View | None, str | None]:
    """The claim that the address names, else the first of the queue; and why the named one is not shown."""
    problem = None
    if named:
        try:
            return _named_item(asked, named, adjudicates=adjudicates), None
        except (NotFound, InvalidRequest):
            name = reviewers.get(asked.conn, asked.reviewer_id).name
            problem = (
                f"The claim of this address is not there, or it cites a filing that {name} may not read. The first "
                "claim of the queue is shown."
            )
    for row in queue["rows"]:
        try:
            return item_view(asked, UUID(row["answer_id"]), row["claim"], adjudicates=adjudicates), problem
        except NotFound:
            continue  # its filing was removed since the queue was read
    return None, problem


def _named_item(asked: Reviewing, named: Mapping[str, str], *, adjudicates: bool) -> View:
    answer_id = parsed_id(named.get("answer"), "answer")
    return item_view(asked, answer_id, number(named.get("claim", "1"), "claim"), adjudicates=adjudicates)
