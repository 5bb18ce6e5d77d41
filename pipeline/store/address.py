"""Where the embedded server listens, and the passwords made for it."""

from __future__ import annotations

import json
import os
import secrets
import socket
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from psycopg.conninfo import make_conninfo

from pipeline.evidence.errors import DataFolderUnusable

HOST = "127.0.0.1"
OWNER = "pincite_owner"
APP_ROLE = "pincite_app"
DATABASE = "postgres"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Port and passwords of one embedded server. Its `repr` shows no password."""

    port: int
    owner_password: str = field(repr=False)
    app_password: str = field(repr=False)

    @classmethod
    def new(cls) -> ServerAddress:
        return cls(free_port(), secrets.token_urlsafe(32), secrets.token_urlsafe(32))

    @classmethod
    def read(cls, path: Path) -> ServerAddress:
        """Raises DataFolderUnusable when the file is missing, unreadable or not ours."""
        try:
            return cls(**json.loads(path.read_text()))
        except (OSError, ValueError, TypeError) as error:
            raise DataFolderUnusable(
                f"{path} should hold the port and passwords of the embedded database and cannot be read "
                f"({type(error).__name__}). Restore it, or move {path.parent} away to start with an empty library."
            ) from error

    def write(self, path: Path) -> None:
        """Replace the file in one step; only its owner may read it. Raises OSError."""
        unfinished = path.with_suffix(".new")
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            json.dump(asdict(self), file)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)

    def elsewhere(self) -> ServerAddress:
        """The same server on another free port."""
        return replace(self, port=free_port())

    @property
    def owner_dsn(self) -> str:
        """For migrations: the owner of the schema."""
        return self._dsn(OWNER, self.owner_password)

    @property
    def app_dsn(self) -> str:
        """For everything else: a role that row-level security binds."""
        return self._dsn(APP_ROLE, self.app_password)

    def _dsn(self, user: str, password: str) -> str:
        # scram proves the server's identity too, so nobody who takes the port over can pose as it.
        return make_conninfo(
            host=HOST,
            port=self.port,
            dbname=DATABASE,
            user=user,
            password=password,
            require_auth="scram-sha-256",
            sslmode="disable",
            gssencmode="disable",
        )


def free_port() -> int:
    """A port of the loopback interface that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def port_is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True
