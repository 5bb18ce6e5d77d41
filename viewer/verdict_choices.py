"""What a reviewer may say of a claim, as the Review page offers it: words, icons and the key of each."""

from __future__ import annotations

from typing import Any, Final

from pipeline.evidence.review import REASON_WORDS, REASONS, VERDICT_WORDS, ReviewReason, ReviewVerdict

View = dict[str, Any]

_LOOKS: Final = {
    ReviewVerdict.SUPPORTED: ("ok", "check"),
    ReviewVerdict.PARTLY: ("warn", "half"),
    ReviewVerdict.NOT_SUPPORTED: ("bad", "cross"),
    ReviewVerdict.WRONG_LOCATION: ("warn", "misplaced"),
    ReviewVerdict.CANT_TELL: ("none", "unsure"),
}
"""Tone and icon (viewer/components/review_icons.js)."""

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
            "tone": _LOOKS[verdict][0],
            "icon": _LOOKS[verdict][1],
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
