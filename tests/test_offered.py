"""Files that are offered: found in folders, read whole, or refused with their name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pipeline.evidence.errors import SourceEmpty, SourceMissing, SourceTooLarge, SourceUnreadable
from pipeline.limits import Limits
from pipeline.offered import read_file, safe_name, sources_in, upload


def test_folders_are_searched_for_filings(tmp_path: Path) -> None:
    for name in ("b.pdf", "a.htm", "notes.docx", "sub/c.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert [path.name for path in sources_in([tmp_path])] == ["a.htm", "b.pdf", "c.txt"]


def test_a_file_is_taken_with_its_name_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "annual.pdf"
    path.write_bytes(b"%PDF")
    offered = read_file(path, Limits())
    assert (offered.name, offered.path, offered.data) == ("annual.pdf", str(path), b"%PDF")


def test_what_cannot_be_read_is_refused_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").touch()
    (tmp_path / "large.pdf").write_bytes(bytes(11))
    (tmp_path / "dangling.pdf").symlink_to(tmp_path / "nowhere.pdf")
    os.mkfifo(tmp_path / "pipe.pdf")
    for name, error in (
        ("empty.pdf", SourceEmpty),
        ("large.pdf", SourceTooLarge),
        ("absent.pdf", SourceMissing),
        ("dangling.pdf", SourceMissing),
        ("empty.pdf/inside.pdf", SourceMissing),
        ("pipe.pdf", SourceUnreadable),
        (".", SourceUnreadable),
    ):
        with pytest.raises(error) as caught:
            read_file(tmp_path / name, Limits(bytes=10))
        assert caught.value.source == str(tmp_path / name)
        assert str(tmp_path / name) in caught.value.message


def test_an_upload_is_held_to_the_same_limits() -> None:
    with pytest.raises(SourceEmpty, match=r"10-k\.pdf is empty"):
        upload("10-k.pdf", b"", Limits())
    with pytest.raises(SourceTooLarge):
        upload("10-k.pdf", bytes(11), Limits(bytes=10))


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
def test_a_name_is_only_a_name(name: str, kept: str) -> None:
    assert safe_name(name) == kept
