"""`pincite rotate-key` changes the file that the running app reads."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from pipeline.cli import main
from pipeline.store.link_keys import KEY_FILE, ensured, read

SIGNING_IN = {
    "PINCITE_OIDC_ISSUER": "https://issuer.example",
    "PINCITE_OIDC_CLIENT_ID": "pincite",
    "PINCITE_OIDC_CLIENT_SECRET": "-",
    "PINCITE_URL": "https://pincite.example.com",
}


def run(home: Path, *arguments: str, **environment: str) -> tuple[int, str]:
    done = CliRunner().invoke(
        main, ["rotate-key", *arguments], env={"PINCITE_HOME": str(home), **environment}
    )
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


def test_cookies_that_a_revoked_key_signs_are_told_of(tmp_path: Path) -> None:
    """The running apps made their secret for cookies of it when they started."""
    assert "restart" in run(tmp_path, "--revoke", **SIGNING_IN)[1]
    own = {"PINCITE_COOKIE_SECRET": "a secret of its own, of some length at least"}
    for arguments, environment in (
        (("--revoke",), {}),
        (("--revoke",), SIGNING_IN | own),
        ((), SIGNING_IN),
    ):
        assert "restart" not in run(tmp_path, *arguments, **environment)[1]


def test_a_damaged_file_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("half")
    status, printed = run(tmp_path)
    assert status == 1
    assert "DataFolderUnusable" in printed
