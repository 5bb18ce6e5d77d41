"""The memo of an answer with every outcome of every check, over a stored filing and one that is restricted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from pipeline.evidence.answer import Answer
from pipeline.store import answers
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import store, unique
from viewer.citations import ResolvedAnswer
from viewer.memo.composing import memo_of
from viewer.memo.memo import Memo
from viewer.resolver import resolve_answer
from viewer.source_files import SourceFiles

ADDRESS = "https://pincite.example/ask"

Resolve: TypeAlias = Callable[[Answer], ResolvedAnswer]


@pytest.fixture
def answer(database: Database, tenant: Scope, blob_folder: Path) -> Answer:
    """Not stored yet. Its last claim rests on a restricted filing alone."""
    stored = store(database, tenant, blob_folder, checked_filing())
    secret = store(database, tenant, blob_folder, unique(checked_filing()), restricted=True)
    return checked_answer(stored, secret)


@pytest.fixture
def resolve(database: Database, tenant: Scope, files: SourceFiles) -> Resolve:
    """Stores an answer and resolves it as it is read back."""

    def resolved(answer: Answer) -> ResolvedAnswer:
        with database.scoped(tenant) as conn:
            answers.save(conn, tenant.user_id, answer)
            return resolve_answer(conn, tenant, answer.id, files=files)

    return resolved


@pytest.fixture
def memo(answer: Answer, resolve: Resolve) -> Memo:
    return memo_of(resolve(answer), ADDRESS)
