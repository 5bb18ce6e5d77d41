"""Two instances of the app on one database: started at once, watched, made to fail, and ended while they work."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import httpx
import psutil
import psycopg
import pytest

from pipeline.store import migrations
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.scope import LOCAL
from tests.database import PLAIN_PASSWORD, new_plain_database
from tests.model_replies import Asked, Reply, answer, claim
from tests.model_server import ModelServer
from tests.operations.instances import Instance
from tests.streamlit_session import StreamlitSession
from viewer.links import Link, LinkKind, Links, link_key

DATABASE = "instances"
API_KEY = "sk-plugh-5530-canary"
QUESTION = "What were net sales of Zyxwvut in 2024?"
FILED = "Net sales of Zyxwvut were $ 81,797 million in 2024."
NAME = "xyzzy-report.txt"
CLAIMED = "Zyxwvut sold goods for 81,797 million, said frobozz."
CANARIES = ("Zyxwvut", "81,797", "xyzzy", "frobozz", "plugh", PLAIN_PASSWORD)
"""Of the question, the filing, its file's name, the model's words, the key and the database's password."""

DRAIN, END = 2, 4

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two instances, the model that both ask, and the database's owner."""

    first: Instance
    second: Instance
    model: ModelServer
    owner_dsn: str

    def do(self, *statements: str) -> None:
        """As the owner, each by itself, in whatever database it has to be."""
        with psycopg.connect(self.owner_dsn, dbname="postgres", autocommit=True) as other:
            for statement in statements:
                if statement.startswith("alter database") or "pg_terminate_backend" in statement:
                    other.execute(statement.encode())
                    continue
                with psycopg.connect(self.owner_dsn, dbname=DATABASE, autocommit=True) as conn:
                    conn.execute(statement.encode())


def apart(asked: Coroutine[Any, Any, Result]) -> Result:
    """What comes of it, in a thread of its own: in this one, the browser of other tests has a loop that runs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asked)).result()


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, plain_server: EmbeddedServer) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("instances")
    with ModelServer() as model:
        environment = {
            "DATABASE_URL": new_plain_database(plain_server, DATABASE, with_vector=True),
            "PINCITE_BLOBS": str(folder / "blobs"),
            "OPENAI_BASE_URL": model.base_url,
            "OPENAI_API_KEY": API_KEY,
            "PINCITE_MODEL": "test-model",
            "PINCITE_JUDGE_MODEL": "off",
            "PINCITE_DRAIN_SECONDS": str(DRAIN),
            "PINCITE_END_SECONDS": str(END),
            "PINCITE_QUESTIONS_PER_MINUTE": "1000",
            "PINCITE_WORKERS": "0",
        }
        started = [Instance.start(folder / name, environment) for name in ("first", "second")]
        try:
            for instance in started:
                instance.wait_until_ready()
            first, second = started
            yield Pair(first, second, model, plain_server.start().owner_dsn)
        finally:
            for instance in started:
                instance.end()


@pytest.fixture(scope="module")
def version(pair: Pair, tmp_path_factory: pytest.TempPathFactory) -> UUID:
    path = tmp_path_factory.mktemp("filing") / NAME
    path.write_text(f"ANNUAL REPORT\n\n{FILED}\n")
    beside = with_environment(pair.first, {**pair.first.environment, "PINCITE_WORKERS": "1"})
    done = beside.run("ingest", str(path), "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert not [one for one in CANARIES if one in done.stderr]
    found = done.stdout.partition('"version_id": "')[2].partition('"')[0]
    return UUID(found)


def with_environment(instance: Instance, environment: dict[str, str]) -> Instance:
    """For commands beside an instance that are told something else."""
    return replace(instance, environment=environment)


def faithful(asked: Asked) -> Reply:
    return Reply(answer([claim(CLAIMED, (asked.handle(FILED), FILED))]))


def ask(url: str, question: str = QUESTION) -> StreamlitSession:
    """The session in which a question was asked, after it has ended."""

    async def asked() -> StreamlitSession:
        async with StreamlitSession(url) as session:
            await session.ask(question)
            return session

    return apart(asked())


def wait_until(holds: object, seconds: float = 30.0) -> None:
    assert callable(holds)
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to hold"
        time.sleep(0.1)


def test_both_became_ready_and_each_migration_was_applied_once(pair: Pair) -> None:
    for instance in (pair.first, pair.second):
        assert instance.ready() == (200, dict.fromkeys(("database", "schema", "blobs", "drawing"), "ok"))
        assert httpx.get(f"{instance.url}/health").json() == {"alive": True}
    with psycopg.connect(pair.owner_dsn, dbname=DATABASE) as conn:
        applied = conn.execute("select name from pincite_migrations.applied order by name").fetchall()
    assert [row[0] for row in applied] == [migration.name for migration in migrations.read()]


def test_an_instance_whose_schema_a_newer_one_has_changed_is_not_ready(pair: Pair) -> None:
    pair.do("insert into pincite_migrations.applied (name, checksum) values ('9999_newer', '')")
    try:
        wait_until(lambda: pair.first.ready()[1].get("schema") == "of another version", 5)
        assert pair.first.ready()[0] == 503
    finally:
        pair.do("delete from pincite_migrations.applied where name = '9999_newer'")
    wait_until(lambda: pair.first.ready()[0] == 200, 5)


def test_an_instance_whose_blobs_are_out_of_reach_is_not_ready(pair: Pair, tmp_path: Path) -> None:
    blobs = Path(pair.first.environment["PINCITE_BLOBS"])
    blobs.mkdir(exist_ok=True)
    away = blobs.rename(tmp_path / "away")
    blobs.touch()
    try:
        wait_until(lambda: pair.first.ready()[1].get("blobs") == "DataFolderUnusable", 5)
        assert pair.first.ready()[0] == 503
    finally:
        blobs.unlink()
        away.rename(blobs)
    wait_until(lambda: pair.first.ready()[0] == 200, 5)


def test_an_instance_without_its_database_lives_and_is_not_ready_and_says_so_soon(pair: Pair) -> None:
    pair.do(
        f"alter database {DATABASE} allow_connections false",
        f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{DATABASE}'",
    )
    try:
        begun = time.monotonic()
        wait_until(lambda: pair.second.ready()[0] == 503, 10)
        assert time.monotonic() - begun < 10
        assert pair.second.ready()[1]["database"] in ("no answer", "DatabaseUnavailable")
        assert httpx.get(f"{pair.second.url}/health").status_code == 200
    finally:
        pair.do(f"alter database {DATABASE} allow_connections true")
    wait_until(lambda: pair.second.ready()[0] == 200)
    assert pair.second.figure("pincite_database_up") == 1


def test_figures_are_given_to_this_machine_only_and_count_what_was_done(pair: Pair, version: UUID) -> None:
    port = int(pair.first.figures_url.split(":")[2].split("/")[0])
    listening = [
        one.laddr
        for one in psutil.Process(pair.first.process.pid).net_connections()
        if one.status == "LISTEN"
    ]
    assert [address.ip for address in listening if address.port == port] == ["127.0.0.1"]
    assert httpx.get(f"{pair.first.url}/metrics").headers["content-type"].startswith("text/html"), (
        "the app's page"
    )

    pair.model.script(faithful)
    before = pair.first.figure("pincite_answers_total", method="model", outcome="answered")
    ask(pair.first.url)
    wait_until(
        lambda: pair.first.figure("pincite_answers_total", method="model", outcome="answered") == before + 1
    )
    links = Links(link_key(pair.first.home))
    token = links.token(Link(LOCAL, version, LinkKind.FILE))
    assert httpx.get(f"{pair.first.url}/evidence/file/{token}").text.endswith(f"{FILED}\n")
    route = {"route": "/evidence/file/{token}", "method": "GET", "status": "200"}
    assert pair.first.figure("pincite_requests_total", **route) == 1
    assert pair.first.figure("pincite_workers") == 0
    text = httpx.get(pair.first.figures_url).text
    assert not [one for one in (*CANARIES, str(version), token) if one in text]


def test_nothing_of_questions_filings_models_and_secrets_stands_in_the_log_whatever_fails(
    pair: Pair, version: UUID
) -> None:
    token = Links(link_key(pair.first.home)).token(Link(LOCAL, version, LinkKind.FILE))
    httpx.get(f"{pair.first.url}/evidence/file/{token}")
    httpx.get(f"{pair.first.url}/evidence/file/{token}xyzzy", headers={"X-Request-ID": "given-by-a-proxy"})
    httpx.get(
        f"{pair.first.url}/evidence/words/{version}.json?page=xyzzy",
        headers={"Authorization": f"Bearer {token}"},
    )

    pair.model.script(faithful)
    ask(pair.first.url)
    pair.model.script(status=500, error=f"cannot answer {QUESTION} for {API_KEY}")
    ask(pair.first.url)
    pair.model.script(text=f'{{"claims": [{{"text": "{CLAIMED}')
    ask(pair.first.url)
    # Faults that nobody foresaw: the database refuses a row, and quotes it; a table is gone.
    pair.do("alter table pincite.answers add constraint none check (question = '') not valid")
    try:
        ask(pair.first.url)
    finally:
        pair.do("alter table pincite.answers drop constraint none")
    pair.do("alter table pincite.versions rename to versions_away")
    try:
        httpx.get(f"{pair.first.url}/evidence/file/{token}")
    finally:
        pair.do("alter table pincite.versions_away rename to versions")

    lines = pair.first.lines()
    log = pair.first.log.read_text()
    assert not [one for one in (*CANARIES, token, token.rpartition(".")[2]) if one in log]
    faults = {line["error"]["kind"] for line in lines if "error" in line}
    assert {"CheckViolation", "UndefinedTable"} <= faults, "they are told, by their kind"
    of_route = [line for line in lines if line.get("route") == "/evidence/file/{token}"]
    assert {200, 404, 500} <= {line.get("status") for line in of_route}
    assert "given-by-a-proxy" in {line["request"] for line in of_route}
    assert all(line["user"] for line in of_route if line.get("status") == 200)


def test_the_command_line_counts_what_was_asked_of_the_app(pair: Pair, version: UUID) -> None:
    pair.model.script(faithful)
    ask(pair.first.url)
    limited = {**pair.second.environment, "PINCITE_QUESTIONS_PER_MINUTE": "1"}
    refused = with_environment(pair.second, limited).run("ask", QUESTION, "--json")
    assert refused.returncode == 1
    assert '"type": "AllowanceUsedUp"' in refused.stdout
    assert "Ask again in" in refused.stdout


def test_an_instance_that_is_asked_to_end_serves_on_for_a_while_and_keeps_what_is_checked(
    pair: Pair, version: UUID
) -> None:
    """The last one: it ends the first instance."""
    pair.model.script(
        lambda asked: Reply(faithful(asked).content + " " * 4000, chunk_seconds=0.02, finish=None)
    )
    token = Links(link_key(pair.first.home)).token(Link(LOCAL, version, LinkKind.FILE))

    async def end_while_it_writes() -> tuple[str, int | None, list[int], str]:
        async with StreamlitSession(pair.first.url) as session, httpx.AsyncClient() as client:
            answer_id = await session.ask(QUESTION)
            pair.first.process.send_signal(signal.SIGTERM)
            await asyncio.sleep(0.2)
            seen = [
                (await client.get(f"{pair.first.url}{path}")).status_code
                for path in ("/health", "/ready", f"/evidence/file/{token}")
            ]
            async with StreamlitSession(pair.first.url) as other:
                await other.ask(QUESTION)
                words = other.words()
            return answer_id, await session.closed(), seen, words

    begun, lines_before = time.monotonic(), len(pair.first.lines())
    answer_id, code, seen, words = apart(end_while_it_writes())
    assert seen == [200, 503, 200], "it lives, is not ready, and still serves"
    assert "begins no new answer" in words
    assert code == 1012, "the session is told that the service restarts"
    pair.first.process.wait(30)
    assert DRAIN < time.monotonic() - begun < DRAIN + END + 20
    with psycopg.connect(pair.owner_dsn, dbname=DATABASE) as conn:
        kept = conn.execute(
            "select finished_at is not null, problem->>'kind', (select count(*) from pincite.claims c "
            "where c.answer_id = a.id) from pincite.answers a where id = %s",
            (answer_id,),
        ).fetchone()
    assert kept == (True, "cancelled", 1)
    assert pair.second.ready()[0] == 200
    assert [line for line in pair.first.lines()[lines_before:] if line["level"] != "info"] == []
