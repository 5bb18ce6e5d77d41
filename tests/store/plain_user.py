"""Run Python as an account without rights, whoever runs the tests."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from pathlib import Path

from pipeline.store import launch

ROOT = Path(__file__).parents[2]


def environment() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def command(script: str, *arguments: str) -> list[str]:
    """The command line that runs a script as ourselves, or as `nobody` when we are root.

    The interpreter may lie under /root: `nobody` keeps the capability to look, not to write.
    """
    program = [sys.executable, "-c", script, *arguments]
    if os.geteuid() != 0:
        return program
    account = pwd.getpwnam("nobody")
    launcher = [sys.executable, "-I", "-S", launch.__file__, str(account.pw_uid), str(account.pw_gid)]
    return [*launcher, str(Path(sys.executable).resolve()), str(ROOT / "pipeline"), "--", *program]


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(script, *arguments), capture_output=True, text=True, env=environment(), cwd="/", timeout=60
    )


def own(folder: Path) -> Path:
    """Give the folder to that account, and let it pass to it."""
    folder.mkdir(parents=True, exist_ok=True)
    if os.geteuid() == 0:
        account = pwd.getpwnam("nobody")
        os.chown(folder, account.pw_uid, account.pw_gid)
    return folder
