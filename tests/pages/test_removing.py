"""What is told of a removal before it, and of a run and a removal after."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any
from uuid import UUID, uuid4

import pytest

from pages.filing_view import size_words
from pages.removing import needs_typing, told_lines
from pages.run_history import removals_table, runs_table
from pages.run_words import run_words
from pipeline.store.consequences import Consequences, RemovedVersion
from pipeline.store.ingest_history import HistoryRow
from pipeline.store.ingests import IngestKind, IngestState
from pipeline.store.removals import Removal

AT = datetime(2026, 11, 30, 9, tzinfo=UTC)
VERSION = RemovedVersion(uuid4(), "ab" * 32, "Halden", "application/pdf", 1_940_000, "parser 1", AT)
NOTHING = Consequences(uuid4(), "Halden", False, (), (VERSION,), 0, 0, 0, 0, 0, 0, 0, (), ())


def words(told: Consequences) -> str:
    return "\n".join(line.words for line in told_lines(told))


def test_a_filing_on_which_nothing_hangs_goes_at_a_second_press() -> None:
    assert words(NOTHING) == (
        "Its only version goes: 1.9 MB of files, with every page, block and index. That it was here, and who removed "
        "it, stays in the history."
    )
    assert not needs_typing(NOTHING)


def test_everything_that_hangs_on_a_filing_is_told() -> None:
    told = replace(
        NOTHING,
        answers=5,
        claims=12,
        verdicts=3,
        reviewers=2,
        annotations=1,
        cover_fields=2,
        collections=("Audit", "Energy"),
        versions=(VERSION, VERSION),
    )
    said = words(told)
    for part in (
        "12 claims of 5 answers cite it",
        "3 verdicts of 2 reviewers",
        "1 marked place becomes an orphan",
        "2 fields that analysts wrote",
        "It leaves Audit, Energy.",
        "All of its 2 versions go: 3.9 MB",
    ):
        assert part in said
    assert needs_typing(told)


@pytest.mark.parametrize(("size", "said"), [(1, "1 kB"), (312_400, "312 kB"), (50_000_000, "50.0 MB")])
def test_sizes_are_read_at_a_glance(size: int, said: str) -> None:
    assert size_words(size) == said


def run(state: IngestState, **changes: Any) -> HistoryRow:
    plain = HistoryRow(
        id=uuid4(),
        kind=IngestKind.FILE,
        source_name="halden.pdf",
        path="/halden.pdf",
        state=state,
        queued_at=AT,
        started_at=AT,
        finished_at=AT.replace(second=30),
        attempts=1,
        byte_size=1,
        parser_version="parser 1",
        error_type=None,
        error_message=None,
        asked_by="Analyst",
        document_id=None,
        version_id=None,
        title=None,
        was_there=False,
        removed_at=None,
        removed_by=None,
    )
    return replace(plain, **changes)


def test_each_outcome_has_its_words() -> None:
    assert run_words(run(IngestState.READY)).outcome == "Read in 30 s"
    assert run_words(run(IngestState.READY, kind=IngestKind.REREAD)).outcome == "Read again in 30 s"
    assert run_words(run(IngestState.READY, was_there=True)).outcome == "Already in the library"
    failed = run_words(run(IngestState.FAILED, error_type="NoPages", error_message="It has no page."))
    assert (failed.outcome, failed.detail, failed.tone) == ("Not added", "It has no page.", "bad")
    removed = run_words(run(IngestState.REMOVED, removed_at=AT, removed_by="Analyst"))
    assert removed.outcome.startswith("Removed since by Analyst, 30 Nov 2026")
    assert removed.detail == "Read in 30 s before."
    assert {run_words(run(state)).outcome for state in IngestState} >= {
        "Cancelled",
        "Interrupted",
        "Being read",
    }


class Tags(HTMLParser):
    """Collects what a browser would take for elements."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)


HOSTILE = '<img src="https://example.org/x" onerror=alert(1)>"><script>1</script>'


def test_no_words_of_a_file_write_markup() -> None:
    def tables(text: str) -> str:
        row = run(
            IngestState.FAILED,
            source_name=text,
            error_message=text,
            asked_by=text,
            parser_version=text,
            document_id=UUID(int=1),
            title=text,
        )
        return runs_table([row]) + removals_table([Removal(UUID(int=1), UUID(int=1), text, [], {}, text, AT)])

    assert Tags(tables(HOSTILE)).seen == Tags(tables("plain")).seen
