"""What a reading process says arrives as it was meant, and nothing else is believed."""

from __future__ import annotations

import io
from uuid import uuid4

import pytest

from pipeline.evidence.errors import (
    BlobCorrupt,
    EndpointError,
    IngestInterrupted,
    InvalidDocument,
    MigrationFailed,
    ParseFailed,
    PasswordNeeded,
    PinciteError,
)
from pipeline.reading.messages import LONGEST_LINE, Message, Progress, read, write


def heard(*lines: bytes) -> list[Message]:
    return list(read(io.BytesIO(b"".join(lines)), "report.pdf"))


def said(message: Message) -> bytes:
    pipe = io.BytesIO()
    write(pipe, message)
    return pipe.getvalue()


def test_progress_and_the_version_arrive_as_they_were_said() -> None:
    messages: list[Message] = [Progress("parsing", 2, 9), Progress("storing", 0, 1), uuid4()]
    assert heard(*map(said, messages)) == messages


@pytest.mark.parametrize(
    "error",
    [
        PasswordNeeded("report.pdf opens only with a password.", source="report.pdf"),
        IngestInterrupted("„Übersicht“ was stopped.\nNothing was stored.", source="report.pdf"),
        BlobCorrupt("It has changed.", expected="aa", found="bb"),
        MigrationFailed("The schema is newer."),
        EndpointError("Nobody answers."),
        InvalidDocument("Blocks overlap."),
    ],
)
def test_errors_arrive_with_their_type_words_and_attributes(error: PinciteError) -> None:
    (arrived,) = heard(said(error))
    assert isinstance(arrived, type(error))
    assert arrived.message == error.message
    assert vars(arrived) == vars(error)


def test_an_error_about_a_source_names_the_file_that_was_asked_for() -> None:
    (arrived,) = heard(said(ParseFailed("It failed.", source="/etc/passwd")))
    assert isinstance(arrived, ParseFailed)
    assert arrived.source == "report.pdf"


@pytest.mark.parametrize(
    "line",
    [
        b"hello\n",
        b"\xff\xfe\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b'{"version": "none"}\n',
        b'{"version": 7}\n',
        b'{"stage": 1, "done": 1, "total": 1}\n',
        b'{"stage": "x", "done": "1", "total": 1}\n',
        b'{"error": {"type": "SystemExit", "message": "x", "more": {}}}\n',
        b'{"error": {"type": "annotations", "message": "x", "more": {}}}\n',
        b'{"error": {"type": "StoreError", "message": "x", "more": {"source": "x"}}}\n',
        b'{"error": "ParseFailed"}\n',
        b"[" * (LONGEST_LINE - 1) + b"\n",
        b"x" * LONGEST_LINE + b"\n",
    ],
)
def test_what_is_no_message_is_an_error_and_the_last_that_is_read(line: bytes) -> None:
    progress = Progress("parsing", 1, 2)
    first, error = heard(said(progress), line, said(uuid4()))
    assert first == progress
    assert isinstance(error, ParseFailed)
    assert "no message" in error.message


def test_a_line_that_was_cut_short_by_a_kill_is_no_message_at_all() -> None:
    assert heard(said(Progress("parsing", 1, 2)), said(uuid4())[:-5]) == [Progress("parsing", 1, 2)]


def test_very_long_words_still_fit_a_line() -> None:
    (arrived,) = heard(said(ParseFailed('"\\\n„“' * LONGEST_LINE, source="report.pdf")))
    assert isinstance(arrived, ParseFailed)
    assert len(arrived.message) > 1000
