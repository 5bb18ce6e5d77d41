"""The files that are taken away, each made with hostile words in every place that a source, a model or a person
fills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.review import ReviewReason, ReviewRole, ReviewVerdict
from pipeline.exchange.formats import Format, write
from pipeline.exchange.record import AnswerRow, ClaimRow, PersonRow, Record, SourceRow, VerdictRow
from pipeline.store.access_changes import AccessChange
from pipeline.store.openings import Opening, OpeningKind, Outcome
from pipeline.store.quality import Checked, CheckedCount
from tests.viewer.memo.sample import memo_saying
from tests.viewer.pack.sample import pack_saying
from viewer.exports import one_line
from viewer.memo.html import html as clipboard
from viewer.memo.markdown import markdown
from viewer.memo.memo import Memo, MemoClaim
from viewer.memo.word import word_document
from viewer.memo.workbook import workbook
from viewer.pack.html import html as pack_page
from viewer.pack.pack import Pack
from viewer.pack.pdf import pdf
from viewer.page_image import PageImage, PageNotDrawn
from viewer.quality_csv import quality_csv
from viewer.record_csv import changes_csv, openings_csv

_AT: Final = datetime(2026, 11, 30, 16, 5, tzinfo=UTC)


def memo_of(said: Sequence[str]) -> Memo:
    """A memo with a claim, a note and a source of each of the words, as composing has them: in one line."""
    memos = [memo_saying(one_line(words)) for words in said]
    return replace(
        memos[0],
        about=tuple(memo.question for memo in memos),
        unanswered=tuple(memo.question for memo in memos),
        claims=tuple(
            replace(_written(memo.claims[0], memo.question), number=number, notes=(number,))
            for number, memo in enumerate(memos, start=1)
        ),
        notes=tuple(
            replace(memo.notes[0], number=number, citation_id=f"E{number}")
            for number, memo in enumerate(memos, start=1)
        ),
        sources=tuple(memo.sources[0] for memo in memos),
    )


def _written(claim: MemoClaim, words: str) -> MemoClaim:
    """The claim with the words as the expression that its model wrote, which a formula is made of."""
    calculation = claim.calculation
    return replace(claim, calculation=calculation and replace(calculation, written=words))


def pack_of(said: Sequence[str]) -> Pack:
    """A pack with a claim and a source of each of the words."""
    packs = [pack_saying(one_line(words)) for words in said]
    memo = memo_of(said)
    return replace(
        packs[0],
        memo=memo,
        sources=tuple(pack.sources[0] for pack in packs),
        claims=tuple(
            replace(pack.claims[0], claim=claim) for pack, claim in zip(packs, memo.claims, strict=True)
        ),
    )


def record_of(said: Sequence[str]) -> Record:
    """A reviewed answer with a claim, a source, a person and a verdict of each of the words."""
    numbers = range(1, len(said) + 1)
    return Record(
        origin=said[0],
        answer=_answer(said),
        people=[PersonRow(id=UUID(int=n), name=words) for n, words in zip(numbers, said, strict=True)],
        sources=[_source(n, words) for n, words in zip(numbers, said, strict=True)],
        packet=[],
        claims=[
            ClaimRow(number=n, text=words, figures=[], removed=[words])
            for n, words in zip(numbers, said, strict=True)
        ],
        calculations=[],
        citations=[],
        checks=[],
        verdicts=[_verdict(n, words) for n, words in zip(numbers, said, strict=True)],
        annotations=[],
    )


def _answer(said: Sequence[str]) -> AnswerRow:
    return AnswerRow(
        id=UUID(int=1),
        question=said[0],
        method="model",
        model=said[0],
        asked_by=UUID(int=1),
        created_at=_AT,
        finished_at=_AT,
        not_in_sources=said[0],
        unanswered=list(said),
        problem=None,
        generation=None,
        scope={words: words for words in said},
        trace=None,
    )


def _source(number: int, words: str) -> SourceRow:
    return SourceRow(
        version_id=UUID(int=number),
        sha256="0" * 64,
        media_type="application/pdf",
        title=words,
        source_name=words,
        byte_size=1,
        page_count=1,
        parser_version=words,
        render_version=words,
    )


def _verdict(number: int, words: str) -> VerdictRow:
    return VerdictRow(
        id=UUID(int=number),
        claim=number,
        reviewer_id=UUID(int=number),
        role=ReviewRole.REVIEWER,
        verdict=ReviewVerdict.NOT_SUPPORTED,
        reason=ReviewReason.OTHER,
        comment=words,
        seconds=None,
        decided_at=_AT,
        withdrawn_at=None,
        origin=words,
    )


def _openings(said: Sequence[str]) -> str:
    return openings_csv(
        Opening(
            UUID(int=1),
            words,
            OpeningKind.PAGE,
            Outcome.OPENED,
            None,
            UUID(int=2),
            None,
            0,
            words,
            False,
            _AT,
        )
        for words in said
    )


def _changes(said: Sequence[str]) -> str:
    return changes_csv(
        (
            AccessChange(
                n, UUID(int=1), words, "member invited", {"member": words, "email": words, "to": words}, _AT
            )
            for n, words in enumerate(said)
        ),
        {},
    )


def _quality(said: Sequence[str]) -> str:
    return quality_csv(
        CheckedCount(
            date(2026, 11, 30), words, words, Checked.CITATION, {CheckKind.SUPPORT: CheckOutcome.FAILED},
            {CheckKind.SUPPORT: words}, True, words, words, 1, 0, words, words,
        )
        for words in said
    )  # fmt: skip


def _no_pages(path: Path, page_index: int, width: int) -> PageImage:
    raise PageNotDrawn("Nothing is drawn here.")


def _exchanged(chosen: Format) -> Callable[[Sequence[str]], bytes]:
    return lambda said: write([record_of(said)], chosen)


MADE: Final[dict[str, Callable[[Sequence[str]], bytes]]] = {
    "memo.docx": lambda said: word_document(memo_of(said)),
    "memo.xlsx": lambda said: workbook(memo_of(said)),
    "memo.md": lambda said: markdown(memo_of(said)).encode(),
    "clipboard.html": lambda said: clipboard(memo_of(said)).encode(),
    "pack.html": lambda said: pack_page(pack_of(said), _no_pages),
    "pack.pdf": lambda said: pdf(pack_of(said), _no_pages),
    "openings.csv": lambda said: _openings(said).encode(),
    "changes.csv": lambda said: _changes(said).encode(),
    "quality.csv": lambda said: _quality(said).encode(),
    "reviewed.jsonl": _exchanged(Format.JSONL),
    "reviewed.csv.zip": _exchanged(Format.CSV),
    "reviewed.xlsx": _exchanged(Format.XLSX),
    "reviewed.jsonld": _exchanged(Format.JSONLD),
}
"""By a file's name, what makes it of words. An answer's own JSON is that of the pane's routes, which stays JSON."""
