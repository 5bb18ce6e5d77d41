"""A claim to judge, with its evidence, what the checkers found, and as much of the verdicts as its reviewer may see."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from pipeline.evidence.answer import Answer, Claim
from pipeline.evidence.errors import AccessDenied, InvalidAnchor, NotFound
from pipeline.evidence.review import InvalidReview
from pipeline.store import answers, assignments, reviews
from pipeline.store.openings import OpeningKind
from viewer import words
from viewer.citations import ResolvedAnswer
from viewer.claim_views import claim_view
from viewer.noted import note_answer
from viewer.packet_views import opened_passages
from viewer.read_passages import ReadPassage, read_passages
from viewer.requests import InvalidRequest
from viewer.resolver import find_newer, resolve_claim, shown_sources
from viewer.review.check_views import check_views
from viewer.review.judgement_views import judgement_views, moment_words
from viewer.review.places import MOST_ID, annotation_views
from viewer.review.reviewing import Reviewing
from viewer.review.sight import Sight, sight_of
from viewer.views import pane_view

View = dict[str, Any]


def item_view(asked: Reviewing, answer_id: UUID, claim: int, *, adjudicates: bool = False) -> View:
    """One claim whole; with `?newer=1:E1` that citation is looked for in the version that took its own one's place
    before. Raises NotFound where there is no such claim, and for one whose evidence this reviewer may not read."""
    resolved = _resolved(asked, answer_id, claim)
    answer, problem = resolved.answer, None
    if sought := asked.query.get("newer"):
        problem = _look_for_newer(asked, answer_id, claim, sought)
        resolved = _resolved(asked, answer_id, claim)
    note_answer(asked.conn, OpeningKind.REVIEW, resolved)
    sight = sight_of(
        reviews.of_claim(asked.conn, answer_id, claim),
        asked.reviewer_id,
        adjudicates=adjudicates and _may_decide(asked, answer_id, claim),
    )
    view, pane = _evidence(asked, resolved, answer.claims[claim - 1])
    made_at = answers.checked_at(asked.conn, answer_id, claim)
    return {
        "answer_id": str(answer_id),
        "claim": claim,
        "of": len(answer.claims),
        "question": resolved.answer.question,
        "asked": moment_words(answer.created_at),
        "asked_at": answer.created_at.isoformat(),
        "written_by": _written_by(answer),
        "view": view,
        "pane": {**pane, "problem": problem},
        "checks": check_views(view["checks"], made_at),
        **verdicts_view(asked, sight),
    }


def verdicts_view(asked: Reviewing, sight: Sight) -> View:
    """What is said of the claim: {"role", "mine", "history", "others", "standing", "annotations"}. `others` is null
    while it is hidden."""
    seen = [*sight.history, *(sight.others or ())]
    places = annotation_views(asked, [one.id for one in seen])
    history = judgement_views(sight.history, places)
    mine = next((one for one in history if sight.mine and one["id"] == str(sight.mine.id)), None)
    return {
        "role": sight.role.value,
        "mine": mine,
        "history": history,
        "others": None if sight.others is None else judgement_views(sight.others, places),
        "standing": sight.standing.value,
        "annotations": mine["annotations"] if mine else [],
    }


def no_such_claim(answer_id: UUID, claim: int) -> NotFound:
    """The same for a claim that is not there and for one whose evidence may not be read."""
    return NotFound(f"There is no claim {claim} of an answer {answer_id} to review.")


def _resolved(asked: Reviewing, answer_id: UUID, claim: int) -> ResolvedAnswer:
    try:
        answer = answers.get(asked.conn, answer_id)
        resolved = resolve_claim(asked.conn, asked.scope, answer, claim, files=asked.files)
    except NotFound:
        raise no_such_claim(answer_id, claim) from None
    is_hidden = resolved.is_withheld(claim) or any(one.is_withheld for one in resolved.citations.values())
    if is_hidden:
        raise no_such_claim(answer_id, claim)
    return resolved


def _look_for_newer(asked: Reviewing, answer_id: UUID, claim: int, sought: str) -> View | None:
    """Has a citation looked for in the newer version of its filing, where what came of it is kept; why nothing came of
    it, as the pane says it beside that citation. Raises InvalidRequest or InvalidHandle for what is no citation."""
    if len(sought) > MOST_ID:
        raise InvalidRequest("The newer is the key of a citation, such as 1:E1.")
    try:
        find_newer(asked.conn, asked.scope, answer_id, sought, claim)
    except (AccessDenied, NotFound, InvalidAnchor) as error:
        return {"key": sought, "words": error.message}
    return None


def _may_decide(asked: Reviewing, answer_id: UUID, claim: int) -> bool:
    """Whoever judged the claim, or is to judge it blind, does not see it as its adjudicator."""
    try:
        assignments.require_may_decide(asked.conn, asked.reviewer_id, answer_id, claim)
    except InvalidReview:
        return False
    return True


def _evidence(asked: Reviewing, resolved: ResolvedAnswer, claim: Claim) -> tuple[View, View]:
    """The claim as it is drawn, and the pane with its evidence alone, beside the passages that were read for the
    answer."""
    passages = _others(read_passages(asked.conn, asked.scope, resolved.answer), claim)
    shown = shown_sources(asked.conn, resolved, [one.source for one in passages if one.source])
    filings = words.filing_names({one.source for one in resolved.citations.values() if one.source})
    pane = pane_view(
        resolved,
        shown,
        asked.links,
        asked.scope,
        open_key=next(iter(resolved.citations), None),
        read=opened_passages(passages),
    )
    return claim_view(claim, resolved, filings), pane


def _others(passages: tuple[ReadPassage, ...], claim: Claim) -> tuple[ReadPassage, ...]:
    """The passages that the claim does not cite."""
    cited = {citation.id.handle for citation in claim.citations}
    return tuple(one for one in passages if one.handle not in cited)


def _written_by(answer: Answer) -> str:
    """ "Written by gpt-5, prompt answer-1", or that its words are a filing's own."""
    label = words.method_view(answer)["label"]
    prompt = answer.generation.prompt if answer.generation else None
    return f"{label}, prompt {prompt}" if prompt else label
