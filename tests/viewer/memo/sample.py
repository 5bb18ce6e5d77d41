"""A memo whose every foreign text is the same."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

from viewer.memo.memo import (
    Finding,
    Memo,
    MemoCalculation,
    MemoCheck,
    MemoClaim,
    MemoInput,
    MemoSource,
    Note,
)


def memo_saying(words: str) -> Memo:
    """`words` stands wherever a filing, a model or a reader has written."""
    inputs = (MemoInput("a", words, words, words, "E1", Decimal("36413000000"), None),)
    calculation = MemoCalculation(
        id="c1",
        claim=1,
        expression=words,
        written="a / 2",
        inputs=inputs,
        stated=words,
        value=Decimal("18206500000"),
        low=Decimal("18206250000"),
        high=Decimal("18206750000"),
        unit=words,
        result=words,
        allowed=words,
        outcome="Exact",
        tone="ok",
        detail=words,
    )
    claim = MemoClaim(
        1,
        words,
        False,
        (1,),
        (MemoCheck("Quote", words, "ok"),),
        (Finding("bad", "Figures", words), Finding("warn", "Place", words)),
        calculation,
    )
    note = Note(
        1,
        "E1",
        False,
        title=words,
        place="PDF page 1 of 2 · printed 1",
        printed=words,
        section=words,
        quote=words,
        context=(words,),
        statuses=("quote verbatim", "current version"),
        checks=("Quote: Verbatim",),
        problem=words,
        link="https://pincite.example/?answer=1&evidence=1:E1",
    )
    return Memo(
        question=words,
        created_at=datetime(2026, 11, 29, 21, 4, tzinfo=UTC),
        about=(words, "29 Nov 2026, 21:04 UTC"),
        summary=("1 supported",),
        claims=(claim,),
        notes=(note,),
        sources=(MemoSource(words, "current version", "ab" * 32, ("E1",)),),
        not_in_sources=words,
        unanswered=(words,),
        problem=words,
        link="https://pincite.example/?answer=1",
    )
