"""The record of openings and of changes of access as tables for spreadsheets. Lines end as RFC 4180 says."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from uuid import UUID

from pipeline.store.access_changes import AccessChange
from pipeline.store.openings import Opening
from viewer.quality_csv import spreadsheet_text
from viewer.record_words import filing_words, person_words, subject_words

OPENINGS_HEAD: Final = (
    "opened_at",
    "person",
    "person_id",
    "outcome",
    "kind",
    "pdf_page",
    "filing",
    "document_id",
    "version_id",
    "answer_id",
)
CHANGES_HEAD: Final = ("changed_at", "person", "person_id", "action", "about")


def openings_csv(rows: Iterable[Opening]) -> str:
    """One line an opening; `pdf_page` counts from 1."""
    return _table(
        OPENINGS_HEAD,
        (
            (
                row.opened_at.isoformat(),
                person_words(row.person),
                str(row.user_id),
                row.outcome.value,
                row.kind.value,
                "" if row.page_index is None else str(row.page_index + 1),
                filing_words(row),
                str(row.document_id or ""),
                str(row.version_id or ""),
                str(row.answer_id or ""),
            )
            for row in rows
        ),
    )


def changes_csv(rows: Iterable[AccessChange], titles: Mapping[UUID, str | None]) -> str:
    """One line a change."""
    return _table(
        CHANGES_HEAD,
        (
            (
                row.changed_at.isoformat(),
                person_words(row.changed_by),
                str(row.user_id),
                row.action,
                subject_words(row, titles),
            )
            for row in rows
        ),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(head)
    for row in rows:
        writer.writerow([spreadsheet_text(value) for value in row])
    return file.getvalue()
