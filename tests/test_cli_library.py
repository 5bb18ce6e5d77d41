"""The library's commands: collections, and removal that tells what it means first."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner

from pipeline.cli.commands import main
from pipeline.cli.library import filings_of
from pipeline.evidence.errors import NotFound
from pipeline.settings import Settings
from pipeline.store import collections, documents
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.store.filing import store_answer, store_filing

Run = Callable[..., Any]


@pytest.fixture
def run(settings: Settings, database: Database, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with `--json` on the session's database; what it prints, and its exit status beside it."""
    monkeypatch.setenv("PINCITE_HOME", str(settings.home))
    for name in ("DATABASE_URL", "PINCITE_BLOBS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str) -> Any:
        done = CliRunner().invoke(main, [*arguments, "--json"])
        return json.loads(done.output), done.exit_code

    return run


def test_filings_are_collected_by_name_and_asked_together(run: Run, database: Database) -> None:
    with database.scoped(LOCAL) as conn:
        first, second = store_filing(conn).document_id, store_filing(conn).document_id
    name = f"Audit {uuid4().hex[:6]}"
    added, status = run("collect", name, str(first), str(second))
    assert (added["changed"], added["collection"]["filings"], status) == (2, 2, 0)
    assert run("collect", name.upper(), str(first))[0]["changed"] == 0
    with database.scoped(LOCAL) as conn:
        assert set(filings_of(conn, [name, name], LOCAL.user_id)) == {first, second}
        with pytest.raises(NotFound, match="There is no collection “Nobody's”"):
            filings_of(conn, [name, "Nobody's"], LOCAL.user_id)
    for document in (first, second):
        assert run("collect", name, str(document), "--out")[0]["changed"] == 1
    with database.scoped(LOCAL) as conn, pytest.raises(NotFound, match="no filing that can be asked"):
        filings_of(conn, [name], LOCAL.user_id)
    assert name in {one["name"] for one in run("collections")[0]}
    unknown, status = run("collect", name, str(uuid4()))
    assert (unknown["error"]["type"], status) == ("NotFound", 1)


def test_a_filing_is_removed_only_when_it_is_said_so(run: Run, database: Database) -> None:
    with database.scoped(LOCAL) as conn:
        filing = store_filing(conn)
        store_answer(conn, LOCAL, filing)
        collection = collections.create(conn, LOCAL.user_id, f"Kept {uuid4().hex[:6]}")
        collections.put(conn, collection, [filing.document_id], LOCAL.user_id)
    told, status = run("remove", str(filing.document_id))
    assert (told["removed"], told["consequences"]["claims"], status) == (False, 2, 0)
    with database.scoped(LOCAL) as conn:
        assert documents.find(conn, [filing.document_id], LOCAL.user_id)
    removed, status = run("remove", str(filing.document_id), "--yes")
    assert (removed["removed"], removed["problem"], status) == (True, None, 0)
    assert removed["consequences"] == told["consequences"]
    again, status = run("remove", str(filing.document_id), "--yes")
    assert (again["error"]["type"], status) == ("NotFound", 1)
