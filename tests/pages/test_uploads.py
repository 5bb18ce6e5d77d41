"""Uploaded files on their way to their ingest."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pages import uploads
from pipeline.evidence.errors import DataFolderUnusable
from pipeline.jobs import UPLOADS


def test_an_upload_keeps_its_name_and_bytes_in_a_folder_of_its_own(tmp_path: Path) -> None:
    first, second = (uploads.keep(tmp_path, "10-k.pdf", data) for data in (b"one", b"two"))
    assert first.name == second.name == "10-k.pdf"
    assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two")
    assert first.parent.parent == tmp_path / UPLOADS


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd", "_.._etc_passwd"),
        ("C:\\secret\\10-k.pdf", "C_secret_10-k.pdf"),
        ("\x00.pdf", "_.pdf"),
        ("  ", "filing"),
        ("x" * 400 + ".pdf", "x" * 146 + ".pdf"),
    ],
)
def test_a_name_is_only_a_name(tmp_path: Path, name: str, kept: str) -> None:
    path = uploads.keep(tmp_path, name, b"x")
    assert path.name == kept
    assert path.resolve().is_relative_to(tmp_path.resolve())


def test_a_folder_that_cannot_be_written_is_named_and_nothing_stays(tmp_path: Path) -> None:
    (tmp_path / UPLOADS).write_text("a file where the folder should be")
    with pytest.raises(DataFolderUnusable, match=r"10-k\.pdf cannot be kept"):
        uploads.keep(tmp_path, "10-k.pdf", b"x")


def test_only_what_was_left_behind_long_ago_is_swept(tmp_path: Path) -> None:
    old, fresh = (uploads.keep(tmp_path, "10-k.pdf", b"x") for _ in range(2))
    long_ago = time.time() - uploads.ABANDONED_AFTER - 1
    os.utime(old.parent, (long_ago, long_ago))
    uploads.sweep(tmp_path)
    assert not old.exists()
    assert fresh.exists()
