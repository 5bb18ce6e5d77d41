"""Every command, given another tenant's ids: it prints and ends as it does with ids that nobody has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner

from pipeline.cli import main
from pipeline.exchange.formats import Format, write
from pipeline.exchange.gathering import chosen_answers
from pipeline.reading import supervisor
from pipeline.settings import Settings
from pipeline.store.database import Database
from tests.isolation import snapshot
from tests.isolation.building import workspace
from tests.isolation.conftest import Tried, World
from tests.isolation.holdings import HASHES, UUIDS, Holdings

NAMES_NOTHING: Final[Mapping[str, str]] = {
    "serve": "opens the app",
    "worker": "reads what waits, each in its own tenant",
    "migrate": "the schema's",
    "backup": "the operator's: of all tenants",
    "restore": "the operator's: of all tenants",
    "sweep": "the operator's: of all tenants",
    "rotate-key": "the operator's: of all tenants",
    "evaluate calculations": "takes its questions from a file of gold; what it reads, the store's walk asks for",
    "evaluate identity": "as above",
    "evaluate layers": "as above",
    "evaluate location": "as above",
    "evaluate quotes": "as above",
    "evaluate retrieval": "as above",
    "evaluate reviewed": "as above",
    "evaluate support": "as above",
    "evaluate usability": "as above",
}
"""Commands without an id to give them, and why."""

Lines = Callable[[Holdings, Holdings, Path], list[list[str]]]
"""Arguments that name what the first has, for a member of the second; a file may be written to, or read from."""


def _resolve(of: Holdings, _: Holdings, __: Path) -> list[list[str]]:
    cited = (["E1"], ["E1", "--newer"], ["E1", "--claim", "1"], ["E99"], ["x"])
    return [[str(of.answer.id), *words] for words in cited]


def _collect(of: Holdings, ours: Holdings, _: Path) -> list[list[str]]:
    return [
        ["New", str(of.document_id)],
        ["New", str(ours.document_id), str(of.document_id)],
        [ours.collection.name, str(of.document_id)],
        [of.collection.name, str(ours.document_id), "--out"],
        [ours.collection.name, str(of.document_id), "--out"],
    ]


def _member(of: Holdings, ours: Holdings, _: Path) -> list[list[str]]:
    """In our workspace, by an address of theirs."""
    return [[f"analyst@{of.word.lower()}.example", "--end", "--tenant", workspace(ours.word)]]


LINES: Final[Mapping[str, Lines]] = {
    "ask": lambda of, ours, _: [
        ["What were net sales?", "--document", str(of.document_id)],
        ["What were net sales?", "--document", str(of.version.id)],
        ["What were net sales?", "--without", str(of.document_id), "--document", str(of.document_id)],
    ],
    "collect": _collect,
    "collections": lambda of, ours, _: [[]],
    "documents": lambda of, ours, _: [[]],
    "evaluate compare": lambda of, ours, _: [
        [str(of.evaluation.id), str(ours.evaluation.id)],
        [str(ours.evaluation.id), str(of.evaluation.id)],
        [str(of.evaluation.id)[:8], str(of.evaluation.id)],
    ],
    "evaluate runs": lambda of, ours, _: [["--figures"]],
    "export": lambda of, ours, out: [
        [str(of.answer.id), "--out", f"{out}.jsonl"],
        [str(ours.answer.id), str(of.answer.id), "--out", f"{out}.csv.zip", "--format", "csv"],
    ],
    "ingest": lambda of, ours, out: [[__file__, "--supersedes", str(of.version.id)]],
    "locate": lambda of, ours, _: [
        [str(one), "--page", page, "--quote", "81,797"]
        for one in (of.document_id, of.version.id)
        for page in ("0", "1", "99")
    ],
    "member": _member,
    "members": lambda of, ours, _: [["--tenant", workspace(ours.word)]],
    "pack": lambda of, ours, out: [
        [str(of.answer.id), "--out", f"{out}.html"],
        [str(of.rendered_answer), "--out", f"{out}.pdf"],
    ],
    "remove": lambda of, ours, _: [
        [str(of.document_id)],
        [str(of.document_id), "--yes"],
        [str(of.version.id), "--yes"],
        [str(of.removed_document), "--yes"],
    ],
    "resolve": _resolve,
    "import": lambda of, ours, out: [[str(out)]],
}
"""How each command is given another's. The last one takes theirs in as ours, under the same ids."""


@pytest.fixture
def run(
    world: World, database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str]]:
    """Runs a command as our admin, on the open database; its status, and what it prints without ids."""
    monkeypatch.setattr(Database, "open", lambda _: database)
    monkeypatch.setattr(Database, "close", lambda _: None)
    monkeypatch.setattr(supervisor, "prepare_reading", lambda: None)  # nothing is read here
    monkeypatch.setenv("PINCITE_HOME", str(settings.home))
    monkeypatch.setenv("PINCITE_TENANT", workspace(world.ours.word))
    monkeypatch.setenv("PINCITE_AS", f"admin@{world.ours.word.lower()}.example")

    def invoke(*arguments: str) -> tuple[int, str]:
        done = CliRunner().invoke(main, arguments)
        assert done.exception is None or isinstance(done.exception, SystemExit), (arguments, done.exception)
        return done.exit_code, done.output

    return invoke


def commands(group: click.Command = main, name: tuple[str, ...] = ()) -> Iterator[str]:
    if not isinstance(group, click.Group):
        yield " ".join(name)
        return
    for part, command in sorted(group.commands.items()):
        yield from commands(command, (*name, part))


def test_every_command_has_its_case() -> None:
    assert set(commands()) == {*LINES, *NAMES_NOTHING}, (
        "say in tests/isolation/test_commands.py what to give it"
    )


def test_another_tenants_ids_are_like_ids_that_nobody_has(
    world: World, database: Database, run: Callable[..., tuple[int, str]], tmp_path: Path, tried: Tried
) -> None:
    files = _exported(database, world, tmp_path)
    before, count = _snapshot(database, world.theirs), 0
    for name, lines in LINES.items():
        told: list[list[tuple[int, str]]] = []
        for of, out in zip((world.theirs, world.invented), files, strict=True):
            written = lines(of, world.ours, out)
            told.append([run(*name.split(), *line, *form) for line in written for form in ([], ["--json"])])
        for foreign, absent in zip(*told, strict=True):
            assert _unnamed(foreign, world.theirs) == _unnamed(absent, world.invented), name
            assert world.theirs.word not in foreign[1] or name in ECHOING, (name, foreign)
            count += 1
        assert [one.name for one in tmp_path.rglob("sent?*")] == [], "nothing of theirs is written to a file"
    assert _snapshot(database, world.theirs) == before
    _forget_imported(database, world)
    tried.count("commands × ways of a foreign id", len(LINES), count)


ECHOING: Final = ("collect", "member", "import")
"""Commands that repeat a name or an address as it was given to them."""


def test_the_same_commands_find_what_is_ones_own(
    world: World, run: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    ours = world.ours
    assert run("resolve", str(ours.answer.id), "E1")[0] == 0
    assert run("locate", str(ours.document_id), "--page", "1", "--quote", "81,797")[0] == 0
    assert run("export", str(ours.answer.id), "--out", str(tmp_path / "x.jsonl"))[0] == 0
    assert run("evaluate", "compare", str(ours.evaluation.id), str(ours.evaluation.id))[0] == 0
    assert ours.word in run("documents")[1]


def _exported(database: Database, world: World, folder: Path) -> tuple[Path, Path]:
    """A file of an answer of theirs, as they might send it, and the same with ids that nobody has."""
    with database.scoped(world.theirs.scope) as conn:
        records = chosen_answers(conn, world.theirs.scope, [world.theirs.answer.id]).records
    text = write(records, Format.JSONL).decode()
    paths = folder / "theirs" / "sent", folder / "nobodys" / "sent"
    for path, written in zip(paths, (text, world.invention.of(text)), strict=True):
        path.parent.mkdir()
        path.write_text(written)
    return paths


def _forget_imported(database: Database, world: World) -> None:
    """Have the ids of the import be theirs alone again, and nobody's."""
    with database.scoped(world.ours.scope) as conn:
        for held in (world.theirs, world.invented):
            conn.execute("delete from answers where id = %s", (held.answer.id,))
            people = [held.scope.user_id, *held.members.values()]
            conn.execute("delete from users where id = any(%s)", (people,))


def _unnamed(told: tuple[int, str], held: Holdings) -> tuple[int, str]:
    status, text = told
    text = HASHES.sub("#", UUIDS.sub("#", text)).replace(str(held.evaluation.id)[:8], "#")
    return status, text.replace("/theirs/", "/nobodys/")


def _snapshot(database: Database, theirs: Holdings) -> dict[str, tuple[int, int]]:
    with database.scoped(theirs.scope) as conn, conn.transaction(force_rollback=True):
        return snapshot.of_tenant(conn, theirs.scope.tenant_id)
