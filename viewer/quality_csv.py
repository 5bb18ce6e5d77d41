"""The numbers over time as a table for spreadsheets: every count as it was counted."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

from pipeline.evidence.answer import CheckKind
from pipeline.evidence.spreadsheet_text import inert
from pipeline.store.quality import CheckedCount

HEAD: Final = (
    "week",
    "model",
    "prompt",
    "of",
    *(kind.value for kind in CheckKind),
    *(f"{kind.value}_reason" for kind in CheckKind),
    "claim_fails",
    "parser_version",
    "render_version",
    "form",
    "media_type",
    "verdict",
    "verdict_reason",
    "disputed",
    "count",
    "removed_handles",
)


def quality_csv(rows: Iterable[CheckedCount]) -> str:
    """One line for each way in which citations or claims of a week, model and prompt came out. Lines end as RFC 4180
    says; an apostrophe stands before what a spreadsheet would compute."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(HEAD)
    for row in rows:
        writer.writerow(
            (
                row.week.isoformat(),
                spreadsheet_text(row.model),
                spreadsheet_text(row.prompt),
                row.checked.value,
                *(row.outcomes[kind].value if kind in row.outcomes else "" for kind in CheckKind),
                *(spreadsheet_text(row.reasons.get(kind)) for kind in CheckKind),
                "yes" if row.claim_fails else "no",
                spreadsheet_text(row.parser_version),
                spreadsheet_text(row.render_version),
                spreadsheet_text(row.form),
                spreadsheet_text(row.media_type),
                row.verdict.value if row.verdict else "",
                row.verdict_reason.value if row.verdict_reason else "",
                "yes" if row.is_disputed else "no",
                row.count,
                row.removed,
            )
        )
    return file.getvalue()


def spreadsheet_text(value: str | None) -> str:
    """Words that no spreadsheet computes."""
    return inert(value) if value else ""
