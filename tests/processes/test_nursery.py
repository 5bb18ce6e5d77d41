"""A nursery forks children that are its own, and neither outlives who started it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import psutil
import pytest

from pipeline.processes import nursery as nursery_module
from pipeline.processes.lifeline import CAN_FORK
from pipeline.processes.nursery import ForkedChild, Nursery

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="processes cannot fork here")


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    made = Nursery("tests.children")
    yield made
    made.close()


def ask(child: ForkedChild, request: str) -> str:
    child.request.write(request.encode())
    child.request.flush()
    return child.messages.read1(100).decode()  # type: ignore[attr-defined, no-any-return]


def ended(pid: int) -> bool:
    try:
        process = psutil.Process(pid)
        process.wait(5)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return process.status() == psutil.STATUS_ZOMBIE
    return True


def test_each_child_is_a_process_and_a_group_of_its_own(nursery: Nursery) -> None:
    children = [nursery.child() for _ in range(3)]
    answers = [ask(child, "answer") for child in children]
    assert answers == [f"{child.pid} {child.pid}" for child in children]
    assert len({child.pid for child in children}) == 3
    assert [child.wait(5) for child in children] == [0, 0, 0]


def test_a_child_that_raises_ends_with_a_status(nursery: Nursery, capfd: pytest.CaptureFixture[str]) -> None:
    child = nursery.child()
    assert ask(child, "nonsense") == ""
    assert child.wait(5) == 1
    assert "ValueError: nonsense" in capfd.readouterr().err


def test_a_child_that_was_killed_says_by_what(nursery: Nursery) -> None:
    child = nursery.child()
    ask(child, "sleep")
    assert child.wait(0.1) is None
    os.kill(child.pid, signal.SIGSEGV)
    assert child.wait(5) == -signal.SIGSEGV


def test_a_child_can_be_asked_to_end_and_ended(nursery: Nursery) -> None:
    child = nursery.child()
    ask(child, "tidy")
    child.terminate()
    assert child.wait(5) == 7
    child = nursery.child()
    ask(child, "sleep")
    child.kill()
    assert child.wait(5) == -signal.SIGKILL


def test_a_child_that_is_let_go_of_ends_with_what_it_started(nursery: Nursery) -> None:
    child = nursery.child()
    grandchild = int(ask(child, "have children"))
    child.close()
    assert ended(child.pid)
    assert ended(grandchild)


def test_children_end_with_their_nursery(nursery: Nursery) -> None:
    child = nursery.child()
    ask(child, "sleep")
    os.kill(nursery.pid or 0, signal.SIGKILL)
    assert ended(child.pid)
    assert child.wait(5) == -signal.SIGKILL


def test_a_nursery_that_ended_is_started_again(nursery: Nursery) -> None:
    first = nursery.child()
    before = nursery.pid
    assert before
    os.kill(before, signal.SIGKILL)
    assert ended(first.pid)
    assert ask(nursery.child(), "answer")
    assert nursery.pid != before


def test_a_nursery_without_tasks_gives_its_memory_back(
    nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        nursery_module,
        "_SERVER",
        f"import pipeline.processes.nursery as n; n.IDLE_SECONDS = 0.3; {nursery_module._SERVER}",
    )
    child = nursery.child()
    ask(child, "sleep")
    pid = nursery.pid
    assert pid
    assert child.wait(0.6) is None, "it ended under its child"
    child.kill()
    assert child.wait(5) == -signal.SIGKILL
    assert ended(pid)
    assert ask(nursery.child(), "answer")
