"""What a question is asked of, as chips: each filing with why, those that were taken out, and what is lacking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.store.documents import DocumentRow
from viewer.media import Media

View = dict[str, Any]
Rows = Mapping[UUID, DocumentRow]
"""The documents of the library by their ids: those too that the reader may not read."""

MOST_CHIPS: Final = 6
"""Chips that are drawn at once: more of them would push the answer off the screen."""
CHOSEN: Final = "chosen by you"
NO_FILING: Final = "No filing"


class ChipState(StrEnum):
    """What may be said of a filing of a scope. Derived each time that it is shown."""

    READY = "ready"
    SUPERSEDED = "superseded"
    DENIED = "denied"
    REMOVED = "removed"


_WITHHELD: Final = {ChipState.DENIED: "No access", ChipState.REMOVED: "Removed from the library"}


def scope_view(asked: AskedScope | None, rows: Rows, *, is_asked: bool) -> View:
    """The chips of a scope; without one, of a question that is still to be read. `is_asked`: it was searched already.

    {"lead", "all", "total", "chips", "most", "left_out"}; `all` are words that stand for every filing, or None.
    """
    readable = [row for row in rows.values() if row.may_read and row.version_id is not None]
    if asked is None:
        return {
            "lead": "Scope",
            "all": _all_words(len(readable)) if readable else NO_FILING,
            "total": _total(readable) if readable else "",
            "chips": [],
            "most": MOST_CHIPS,
            "left_out": [],
        }
    is_all = bool(asked.filings) and not asked.is_narrowed and not any(one.is_picked for one in asked.filings)
    if len(asked.filings) <= MOST_CHIPS and all(one.because for one in asked.filings):
        is_all = False  # they are all that there is, and the question names each
    filings = () if is_all else asked.filings
    found = [rows[one.document_id] for one in asked.filings if one.document_id in rows]
    titles = filing_titles(rows)
    return {
        "lead": "Searched" if is_asked else "Will search",
        "all": _all_words(len(asked.filings)) if is_all else (None if asked.filings else NO_FILING),
        "total": _total([row for row in found if row.may_read]) if found else "",
        "chips": [_chip(one, rows, titles) for one in filings],
        "most": MOST_CHIPS,
        "left_out": [_left_out(document, rows, titles) for document in asked.without],
    }


def picked_view(picked: Iterable[UUID], without: Iterable[UUID], rows: Rows) -> View:
    """The chips of filings that were chosen, or taken out, before there is a question."""
    chosen = tuple(picked)
    view = scope_view(None, rows, is_asked=False)
    found = [rows[document] for document in chosen if document in rows]
    titles = filing_titles(rows)
    return view | {
        "all": None if chosen else view["all"],
        "total": _total([row for row in found if row.may_read]) if chosen else view["total"],
        "chips": [_picked_chip(document, rows, titles) for document in chosen],
        "left_out": [_left_out(document, rows, titles) for document in without],
    }


def filing_titles(rows: Rows) -> dict[UUID, str]:
    """What each filing that may be asked is called: by its title; with its format where a title is another's too (a
    filing may be here as PDF and as HTML), and with its file's name where both are."""
    filings = [row for row in rows.values() if row.may_read and row.version_id is not None]
    titles = {row.document_id: row.title or "" for row in filings}
    for more in (_format, _file_name):
        counts = Counter(titles.values())
        for row in filings:
            title = titles[row.document_id]
            if counts[title] > 1:
                titles[row.document_id] = f"{title} · {more(row)}"
    return titles


def _format(row: DocumentRow) -> str:
    return Media.of(row.media_type).word if row.media_type else ""


def _file_name(row: DocumentRow) -> str:
    return (row.source_name or "").replace("\\", "/").rpartition("/")[2]


def scope_notes(asked: AskedScope) -> list[str]:
    """What the question names and the library does not have, in sentences that say what is done about it."""
    is_whole = not asked.without and not any(one.is_picked for one in asked.filings)
    where = (
        "is not in the library: no filing says that it is of that company."
        if is_whole
        else "is not among these filings: none of them says that it is of that company."
    )
    instead = " The filings above are searched instead." if asked.filings else ""
    here = "The library has" if is_whole else "These filings have"
    return [
        *(f"{company} {where}" for company in asked.absent),
        *(f"{here} no {what.rstrip('.')}.{instead}" for what in asked.missing),
    ]


def scope_json(asked: AskedScope, rows: Rows) -> View:
    """A scope as exported: as it is stored, with the title and state of each filing. One that the reader may not read
    tells its state and nothing else."""
    value = asked.to_json()
    value["filings"] = [_filing_json(one, rows) for one in asked.filings]
    return value


def _filing_json(filing: ScopeFiling, rows: Rows) -> View:
    state = _state(filing.document_id, filing.version_id, rows)
    if state in _WITHHELD:
        return {"document_id": str(filing.document_id), "state": state.value}
    return {
        "document_id": str(filing.document_id),
        "state": state.value,
        "title": rows[filing.document_id].title,
        "version_id": str(filing.version_id),
        "because": list(filing.because),
        "weight": filing.weight,
        "is_picked": filing.is_picked,
    }


def _chip(filing: ScopeFiling, rows: Rows, titles: Mapping[UUID, str]) -> View:
    state = _state(filing.document_id, filing.version_id, rows)
    why = f"because: {', '.join(filing.because)}" if filing.because else ""
    why = CHOSEN if filing.is_picked else why
    return _chip_view(filing.document_id, state, why, titles, is_picked=filing.is_picked)


def _picked_chip(document: UUID, rows: Rows, titles: Mapping[UUID, str]) -> View:
    return _chip_view(document, _state(document, None, rows), CHOSEN, titles, is_picked=True)


def _chip_view(
    document: UUID, state: ChipState, why: str, titles: Mapping[UUID, str], *, is_picked: bool
) -> View:
    title = _title(document, state, titles)
    return {
        "key": str(document),
        "state": state.value,
        "title": title,
        "why": "" if state in _WITHHELD else why,
        "is_picked": is_picked,
        "remove": f"Leave out {title.replace(' · ', ', ')}",
    }


def _left_out(document: UUID, rows: Rows, titles: Mapping[UUID, str]) -> View:
    state = _state(document, None, rows)
    title = _title(document, state, titles)
    return {
        "key": str(document),
        "state": state.value,
        "title": title,
        "restore": f"Put back {title.replace(' · ', ', ')}",
    }


def _state(document: UUID, version: UUID | None, rows: Rows) -> ChipState:
    row = rows.get(document)
    if row is None or row.version_id is None:
        return ChipState.REMOVED
    if not row.may_read:
        return ChipState.DENIED
    is_current = version is None or version == row.version_id
    return ChipState.READY if is_current else ChipState.SUPERSEDED


def _title(document: UUID, state: ChipState, titles: Mapping[UUID, str]) -> str:
    return _WITHHELD[state] if state in _WITHHELD else titles[document]


def _all_words(count: int) -> str:
    return "The only filing" if count == 1 else f"All {count:,} filings"


def _total(rows: Iterable[DocumentRow]) -> str:
    counted = list(rows)
    pages = sum(row.pages or 0 for row in counted)
    return f"{len(counted):,} {'filing' if len(counted) == 1 else 'filings'}, {pages:,} pages"
