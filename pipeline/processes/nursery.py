"""A process that has imported what is slow to import, and forks a child for each task. Linux only.

It is small and has one thread, so it always answers; it is the one that reaps the children, so a signal through it
never meets a process that took over a number. Everything ends with the process that started it: its socket closes,
the nursery kills what it has forked and ends, and the kernel kills a child whose nursery was killed.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from pipeline.processes.lifeline import end_with_forker

IDLE_SECONDS = 900.0
"""After so long without a task it ends, and gives its memory back; the next task starts another."""

TERMINATE, KILL = b"T", b"K"


class NurseryEnded(Exception):
    """The nursery has ended before it could take the task."""


class ForkedChild:
    """A child and its two sockets: one is the task's own, the other tells its fate and takes signals.

    What is written into `request` the child reads from its line; what it writes there is read from `messages`.
    """

    def __init__(self, pid: int, line: socket.socket, fate: socket.socket) -> None:
        self.pid = pid
        self.request: IO[bytes] = line.makefile("wb")
        self.messages: IO[bytes] = line.makefile("rb")
        self._line = line
        self._fate = fate
        self._code: int | None = None

    def terminate(self) -> None:
        """Ask it to end (SIGTERM). Nothing happens when it has."""
        self._signal(TERMINATE)

    def kill(self) -> None:
        """End it, and all of its process group, at once."""
        self._signal(KILL)

    def wait(self, seconds: float) -> int | None:
        """Its exit status, negative for a signal, once it has ended; None when it has not within the time.

        A child whose nursery was killed counts as killed.
        """
        if self._code is None:
            self._fate.settimeout(seconds)
            try:
                told = self._fate.recv(64)
            except TimeoutError:
                return None
            self._code = int(json.loads(told)) if told else -signal.SIGKILL
        return self._code

    def close(self) -> None:
        """Let go of it; if it has not ended, it is killed."""
        self._line.close()  # whoever still reads the messages reads to their end
        self._fate.close()

    def _signal(self, request: bytes) -> None:
        with contextlib.suppress(OSError):
            self._fate.send(request)


class Nursery:
    """Starts the process when the first child is wanted, and again when it has ended. Safe from several threads.

    `module` is imported there first; its function `prepare()` is called once, and `run(line)` in each child, with
    the other side of its line.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._starting = threading.Lock()
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Have it import now, because a child is about to be wanted. Returns at once."""
        with self._starting:
            self._require_process()

    def child(self) -> ForkedChild:
        """A new child. Raises OSError when no process can be started, NurseryEnded when one was ended twice."""
        try:
            return self._child()
        except NurseryEnded:  # it was idle for too long, or was killed
            return self._child()

    def close(self) -> None:
        """End the nursery and its children."""
        with self._starting:
            self._forget_process()

    @property
    def pid(self) -> int | None:
        """The running process, if there is one."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def _child(self) -> ForkedChild:
        line, their_line = socket.socketpair()
        fate, their_fate = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        control: socket.socket | None = None
        try:
            with self._starting:
                control = self._require_process()
                socket.send_fds(control, [b"+"], [their_line.fileno(), their_fate.fileno()])
            their_line.close()
            their_fate.close()
            told = fate.recv(64)  # after its imports
            if not told:
                raise NurseryEnded
            return ForkedChild(int(json.loads(told)), line, fate)
        except (NurseryEnded, BrokenPipeError, ConnectionError) as error:
            line.close()
            fate.close()
            with self._starting:
                if control is self._control:  # another thread may have begun another one meanwhile
                    self._forget_process()
            raise NurseryEnded from error
        finally:
            their_line.close()
            their_fate.close()

    def _require_process(self) -> socket.socket:
        if self._control is None or self.pid is None:
            self._forget_process()
            self._control, theirs = socket.socketpair()
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-c", _SERVER, self._module, str(theirs.fileno())],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,  # a terminal's Ctrl-C is for whoever started this
                    env=environment(),
                )
        return self._control

    def _forget_process(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            try:
                self._process.wait(timeout=2)
            except subprocess.TimeoutExpired:  # still importing
                self._process.kill()
                self._process.wait()
            self._process = None


def environment() -> dict[str, str]:
    """What a process that reads files inherits, besides the search path of this one."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "OPENBLAS_NUM_THREADS": "1",  # threads that nobody uses, and that a fork would lose
    }


# --- in the nursery ---------------------------------------------------------------------------------------------

_SERVER = "import sys; from pipeline.processes.nursery import serve; serve(sys.argv[1], int(sys.argv[2]))"


@dataclass(frozen=True, slots=True)
class _Entry:
    pid: int
    fate: socket.socket


def serve(module: str, control: int) -> None:
    """The nursery's life: fork children, pass signals on, tell ends, until its starter goes or nothing comes."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    imported = importlib.import_module(module)
    imported.prepare()
    gc.collect()
    gc.freeze()  # what is here now is never garbage; untouched, it is shared with every child
    _Nursery(socket.socket(fileno=control), imported.run).serve()


class _Nursery:
    def __init__(self, control: socket.socket, run: Callable[[socket.socket], None]) -> None:
        self._control = control
        self._run = run
        self._children: dict[int, _Entry] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ, None)
        self._woken, self._wake = socket.socketpair()
        for end in (self._woken, self._wake):
            end.setblocking(False)
        self._selector.register(self._woken, selectors.EVENT_READ, None)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)

    def serve(self) -> None:
        try:
            while True:
                events = self._selector.select(None if self._children else IDLE_SECONDS)
                if not events and not self._children:
                    return
                for key, _ in events:
                    if key.fileobj is self._control:
                        if not self._take():
                            return
                    elif key.fileobj is self._woken:
                        self._reap()
                    elif key.data.pid in self._children:
                        self._obey(key.data)
        finally:
            signal.set_wakeup_fd(-1)  # its socket goes with us, and the children end now
            for entry in self._children.values():
                _kill_group(entry.pid)

    def _take(self) -> bool:
        """Fork a child for a task; False when nobody can send another."""
        request, descriptors, _, _ = socket.recv_fds(self._control, 1, 2)
        if not request or len(descriptors) != 2:
            return False
        line, fate = (socket.socket(fileno=descriptor) for descriptor in descriptors)
        nursery = os.getpid()
        pid = os.fork()
        if pid == 0:
            self._be_child(nursery, line)
        line.close()
        entry = _Entry(pid, fate)
        self._children[pid] = entry
        self._selector.register(fate, selectors.EVENT_READ, entry)
        self._tell(entry, pid)
        return True

    def _be_child(self, nursery: int, line: socket.socket) -> None:
        code = 1
        try:
            os.setsid()
            end_with_forker(nursery)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._selector.close()
            for end in (self._control, self._woken, self._wake):
                end.close()
            for entry in self._children.values():
                entry.fate.close()
            self._run(line)
            code = 0
        finally:
            if code:
                sys.excepthook(*sys.exc_info())
            sys.stderr.flush()
            os._exit(code)

    def _reap(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._woken.recv(4096):
                pass
        for entry in list(self._children.values()):
            if os.waitid(os.P_PID, entry.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                continue
            _kill_group(entry.pid)  # what it may have started, while its number is still its own
            _, status = os.waitpid(entry.pid, 0)
            del self._children[entry.pid]
            self._tell(entry, os.waitstatus_to_exitcode(status))
            with contextlib.suppress(KeyError):
                self._selector.unregister(entry.fate)
            entry.fate.close()

    def _obey(self, entry: _Entry) -> None:
        request = entry.fate.recv(1)
        if request == TERMINATE:
            os.kill(entry.pid, signal.SIGTERM)
            return
        _kill_group(entry.pid)
        if not request:  # nobody waits for it: it will be told to no one
            self._selector.unregister(entry.fate)

    def _tell(self, entry: _Entry, number: int) -> None:
        with contextlib.suppress(OSError):
            entry.fate.send(str(number).encode())


def _kill_group(pid: int) -> None:
    """Also in the moment before the child has a group of its own."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError):
            kill(pid, signal.SIGKILL)
