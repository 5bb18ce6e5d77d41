"""`pincite rotate-key` changes the file that the running app reads."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pipeline.cli import main
from pipeline.store.link_keys import KEY_FILE, ensured, read


def run(home: Path, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["rotate-key", *arguments], env={"PINCITE_HOME": str(home)})
    return done.exit_code, done.output


def test_a_key_is_added_and_never_printed(tmp_path: Path) -> None:
    (first,) = ensured(tmp_path)
    status, printed = run(tmp_path, "--json")
    keys = read(tmp_path / KEY_FILE)
    assert (status, len(keys), keys[0]) == (0, 2, first)
    assert json.loads(printed)["path"] == str(tmp_path / KEY_FILE)
    assert not [key for key in keys if key.secret.hex() in printed]


def test_revoking_leaves_the_new_key_only(tmp_path: Path) -> None:
    before = ensured(tmp_path)
    status, printed = run(tmp_path, "--revoke")
    (key,) = read(tmp_path / KEY_FILE)
    assert status == 0
    assert key not in before
    assert "void" in printed


def test_a_damaged_file_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("half")
    status, printed = run(tmp_path)
    assert status == 1
    assert "DataFolderUnusable" in printed
