"""What the checkers found of a claim, each with who found it and when, to stand beside what reviewers say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pipeline.evidence.answer import CheckKind
from viewer.review.judgement_views import moment_words

View = dict[str, Any]


def check_views(checks: Sequence[Mapping[str, Any]], made_at: Mapping[CheckKind, datetime]) -> list[View]:
    """The checks of a claim's view (viewer/claim_views.py) with the names of their checkers. `made_at`: when the newest
    result of each kind of check was made."""
    return [_check_view(check, made_at.get(CheckKind(check["kind"]))) for check in checks]


def _check_view(check: Mapping[str, Any], made_at: datetime | None) -> View:
    checkers = dict.fromkeys(one["checker"] for one in check["details"] if one["checker"])
    said = [f"{one['of']} {one['text']}" if one["of"] else one["text"] for one in check["details"]]
    return {
        "kind": check["kind"],
        "label": check["label"],
        "tone": check["tone"],
        "icon": check["icon"],
        "words": check["words"],
        "detail": " ".join(said),
        "who": ", ".join(checkers) or None,
        "when": moment_words(made_at) if made_at else None,
    }
