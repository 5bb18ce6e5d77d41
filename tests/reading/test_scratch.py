"""What libraries write down while they read a file goes with the reading."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pipeline.reading.scratch import scratch_folder


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_the_folder_is_its_users_alone_and_goes_with_all_that_is_in_it(temporary: Path) -> None:
    with scratch_folder() as folder:
        assert folder.parent == temporary
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "tmp1").mkdir()
        (folder / "tmp1" / "page").write_text("words of a filing")
    assert not list(temporary.iterdir())


def test_it_goes_also_when_the_reading_failed(temporary: Path) -> None:
    with pytest.raises(RuntimeError), scratch_folder():
        raise RuntimeError
    assert not list(temporary.iterdir())


def test_a_process_and_what_it_starts_write_there(tmp_path: Path) -> None:
    code = """
import subprocess, sys, tempfile
from pathlib import Path
from pipeline.reading.scratch import use_scratch
use_scratch(Path(sys.argv[1]))
make = "import tempfile; tempfile.mkdtemp()"
exec(make)
subprocess.run([sys.executable, "-c", make], check=True)
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    assert len(list(tmp_path.iterdir())) == 2


def test_the_next_reading_takes_away_what_killed_processes_left_and_nothing_else(temporary: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )
    left = temporary / f"pincite-reading-{int(ended.stdout)}-abc"
    kept = [
        temporary / name for name in (f"pincite-reading-{os.getppid()}-abc", "pincite-reading-x", "other")
    ]
    for folder in (left, *kept):
        folder.mkdir()
        (folder / "page").touch()
    with scratch_folder() as folder:
        assert set(temporary.iterdir()) == {*kept, folder}
