"""The record of openings and of changes of access, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from pipeline.store.access_changes import AccessChange
from pipeline.store.openings import Opening, OpeningKind, Outcome

NOT_YOURS: Final = "A filing that you may not read"
GONE: Final = "A filing that was removed"
NOBODY: Final = "The operator, or a user who is no more"

_OUTCOMES: Final = {
    Outcome.OPENED: ("ok", "visibility", "Opened"),
    Outcome.AHEAD: ("none", "fast_forward", "Fetched ahead"),
    Outcome.DENIED: ("bad", "lock", "Denied"),
}
_KINDS: Final = {
    OpeningKind.ANSWER: "Answer",
    OpeningKind.PAGE: "Page",
    OpeningKind.WORDS: "Words of it",
    OpeningKind.FRAME: "Text",
    OpeningKind.FILE: "File",
    OpeningKind.EXPORT: "Export",
    OpeningKind.PACK: "Verification pack",
    OpeningKind.REVIEW: "Claim to review",
}


def outcome_words(outcome: Outcome) -> tuple[str, str, str]:
    """Tone, icon and word."""
    return _OUTCOMES[outcome]


def thing_words(row: Opening) -> str:
    """What was sent: "PDF page 4", where a page was."""
    if row.kind is OpeningKind.PAGE and row.page_index is not None:
        return f"PDF page {row.page_index + 1:,}"
    return _KINDS[row.kind]


def filing_words(row: Opening) -> str:
    """The filing that it was of, as far as whoever reads the record may know; "" where it was of none."""
    if row.document_id is None:
        return ""
    if row.is_gone:
        return GONE
    return NOT_YOURS if row.title is None else row.title


def person_words(name: str | None) -> str:
    return NOBODY if name is None else name


def action_words(change: AccessChange) -> str:
    """What was done, with a capital."""
    return change.action[:1].upper() + change.action[1:]


def subject_words(change: AccessChange, titles: Mapping[UUID, str | None]) -> str:
    """What a change was about. `titles` are those of the filings that are there, None where whoever reads the record
    may not read one."""
    said = change.subject
    parts = [
        _text(said, "member") or _text(said, "name"),
        _text(said, "email"),
        _role(said),
        f"“{said['collection']}”" if "collection" in said else "",
        f"to “{said['to']}”" if "to" in said else "",
        _filings(said.get("documents"), titles),
    ]
    return " · ".join(part for part in parts if part)


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name)
    return value if isinstance(value, str) else ""


def _role(said: Mapping[str, Any]) -> str:
    now, before = _text(said, "role"), _text(said, "before")
    return f"from {before} to {now}" if now and before else now


def _filings(documents: object, titles: Mapping[UUID, str | None]) -> str:
    """Up to three by their titles, the others counted; those that may not be read counted by themselves."""
    if not isinstance(documents, list) or not documents:
        return ""
    ids = [UUID(str(one)) for one in documents]
    known = [title for one in ids if (title := titles.get(one))]
    hidden = sum(one in titles and titles[one] is None for one in ids)
    gone = len(ids) - len(known) - hidden
    counts = [
        (len(known) - MOST_TITLES, "more", "more"),
        (hidden, "filing that you may not read", "filings that you may not read"),
        (gone, "filing that was removed since", "filings that were removed since"),
    ]
    parts = known[:MOST_TITLES] + [f"{n:,} {one if n == 1 else many}" for n, one, many in counts if n > 0]
    return "; ".join(parts)


MOST_TITLES: Final = 3
