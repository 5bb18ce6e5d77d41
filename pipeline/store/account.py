"""The account that the embedded server runs under."""

from __future__ import annotations

import os
import pwd
import sys
from dataclasses import dataclass
from pathlib import Path

from pipeline.evidence.errors import DataFolderUnusable
from pipeline.store import launch

_ACCOUNTS_FOR_ROOT = ("pincite", "postgres", "nobody")


@dataclass(frozen=True, slots=True)
class Account:
    """Our own account, or, for root, the one that Postgres is started under instead."""

    uid: int
    gid: int
    name: str

    @classmethod
    def for_home(cls, home: Path) -> Account:
        """Ourselves; for root, the owner of `home`, and if that is root too, the first account made for services.

        Raises DataFolderUnusable when there is no such account.
        """
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid(), str(os.geteuid()))
        owner = home.stat()
        if owner.st_uid != 0:
            return cls(owner.st_uid, owner.st_gid, str(owner.st_uid))
        for name in _ACCOUNTS_FOR_ROOT:
            try:
                entry = pwd.getpwnam(name)
            except KeyError:
                continue
            return cls(entry.pw_uid, entry.pw_gid, name)
        raise DataFolderUnusable(
            f"Postgres does not run as root, and none of the accounts {', '.join(_ACCOUNTS_FOR_ROOT)} exists to "
            "run it. Create one (useradd --system pincite), or start Pincite as a plain user."
        )

    @property
    def is_ours(self) -> bool:
        return self.uid == os.geteuid()

    def give(self, path: Path) -> None:
        """Make the account the owner of `path`. Raises OSError."""
        if not self.is_ours:
            os.chown(path, self.uid, self.gid)

    def command(self, program: list[str], *, reaching: list[Path]) -> list[str]:
        """The command line that runs `program` under this account, able to reach the given paths."""
        if self.is_ours:
            return program
        launcher = [sys.executable, "-I", "-S", launch.__file__, str(self.uid), str(self.gid)]
        return [*launcher, *map(str, reaching), "--", *program]
