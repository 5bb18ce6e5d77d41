"""A pack whose every foreign text is the same."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.viewer.memo.sample import memo_saying
from viewer.pack.pack import (
    Pack,
    PackCheck,
    PackClaim,
    PackEvidence,
    PackPlace,
    PackReview,
    PackSource,
    PackVerdict,
    SetLine,
    Shown,
)


def pack_saying(words: str) -> Pack:
    """`words` stands wherever a filing, a model, a reader or a reviewer has written."""
    memo = memo_saying(words)
    lines = (
        SetLine((("", False), (words, False)), is_row=True, is_head=True),
        SetLine(((words, False), (words, True)), is_row=True),
        SetLine(((words, False), (words, True)), is_row=False),
    )
    shown = Shown(lines=lines, caption=words, remarks=(words,))
    place = PackPlace("E1", words, words, words, shown)
    verdict = PackVerdict(words, "Reviewer", words, "warn", words, words, words, "", (place,))
    claim = PackClaim(
        memo.claims[0],
        (PackCheck("Quote", words, "ok", (words,)),),
        (PackEvidence(memo.notes[0], words, shown),),
        PackReview(words, "warn", (verdict,)),
    )
    source = PackSource(words, "HTML", "current version", "id", "0" * 64, words, words)
    made_at = datetime(2026, 11, 30, 16, 5, tzinfo=UTC)
    return Pack(memo, "an id", made_at, words, words, (source,), (claim,))
