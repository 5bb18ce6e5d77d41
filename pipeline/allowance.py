"""What one user may ask of the installation within a time: questions, and files with their bytes."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Final

from pipeline import meters
from pipeline.evidence.errors import AllowanceUsedUp
from pipeline.settings import Settings
from pipeline.store.allowances import use_allowance
from pipeline.store.database import Database
from pipeline.store.scope import Scope

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)


def use_question(settings: Settings, database: Database, scope: Scope) -> None:
    """Raises AllowanceUsedUp when the scope's user has asked as much as they may for now."""
    most = settings.operation.allowances.questions
    if most is None or not _binds(settings, scope, "questions"):
        return
    with database.scoped(scope) as conn:
        wait = use_allowance(conn, scope.user_id, "questions", 1, most, MINUTE)
    if wait is not None:
        raise _used_up("questions", f"{_counted(most, 'question')} a minute", wait, "Ask again")


def use_file(settings: Settings, database: Database, scope: Scope, byte_size: int) -> None:
    """Raises AllowanceUsedUp when the scope's user has added as many files, or bytes, as they may for now."""
    allowances = settings.operation.allowances
    wanted = [
        (kind, amount, most)
        for kind, amount, most in (
            ("files", 1, allowances.files),
            ("uploaded", byte_size, allowances.uploaded),
        )
        if most is not None and _binds(settings, scope, kind)
    ]
    if not wanted:
        return
    with database.scoped(scope) as conn:  # what is raised in it leaves neither used
        for kind, amount, most in wanted:
            allowed = f"{_counted(most, 'file' if kind == 'files' else 'byte')} an hour"
            if amount > most:
                raise AllowanceUsedUp(
                    f"The file has {amount:,} bytes, and one user may add {allowed} here. Split it.",
                    wait_seconds=None,
                )
            wait = use_allowance(conn, scope.user_id, kind, amount, most, HOUR)
            if wait is not None:
                raise _used_up(kind, allowed, wait, "What was added until now stays. Add the rest")


def _binds(settings: Settings, scope: Scope, kind: str) -> bool:
    """The usual allowances are for people who signed in, those that somebody set for everybody."""
    return scope.sign_in_id is not None or kind in settings.operation.allowances.bind_all


def _used_up(kind: str, allowed: str, wait: timedelta, then: str) -> AllowanceUsedUp:
    meters.refusals.labels(kind).inc()
    seconds = max(1, math.ceil(wait.total_seconds()))
    return AllowanceUsedUp(
        f"One user may use {allowed} here, and you have used them. {then} in {_time(seconds)}.",
        wait_seconds=seconds,
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _time(seconds: int) -> str:
    return _counted(seconds, "second") if seconds < 120 else _counted(math.ceil(seconds / 60), "minute")
