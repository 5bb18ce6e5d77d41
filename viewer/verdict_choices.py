"""What a reviewer may say of a claim, as the Review page offers it: words, icons and the key of each."""

from __future__ import annotations

from typing import Any, Final

from pipeline.evidence.review import REASON_WORDS, REASONS, VERDICT_WORDS, ReviewReason, ReviewVerdict
from viewer.review.judgement_views import TONES

View = dict[str, Any]

_ICONS: Final = {
    ReviewVerdict.SUPPORTED: "check",
    ReviewVerdict.PARTLY: "half",
    ReviewVerdict.NOT_SUPPORTED: "cross",
    ReviewVerdict.WRONG_LOCATION: "misplaced",
    ReviewVerdict.CANT_TELL: "unsure",
}
"""Of viewer/components/review_icons.js."""

REASON_KEYS: Final = "abdefghi"
"""The letters of a verdict's reasons, in their order. Without "c", which begins a comment."""

OTHER_KEY: Final = "x"
"""Of "something else". Neither this page nor the evidence pane has another use for it."""


def verdict_choices() -> list[View]:
    """The verdicts in the order of their keys, each with its reasons, which have keys too."""
    return [
        {
            "verdict": verdict.value,
            "words": words,
            "key": str(number),
            "tone": TONES[verdict],
            "icon": _ICONS[verdict],
            "reasons": _reason_choices(verdict),
        }
        for number, (verdict, words) in enumerate(VERDICT_WORDS.items(), start=1)
    ]


def _reason_choices(verdict: ReviewVerdict) -> list[View]:
    named = [reason for reason in REASONS[verdict] if reason is not ReviewReason.OTHER]
    keys = dict(zip(named, REASON_KEYS, strict=False)) | {ReviewReason.OTHER: OTHER_KEY}
    return [
        {"reason": reason.value, "words": REASON_WORDS[reason], "key": keys[reason]}
        for reason in REASONS[verdict]
    ]
