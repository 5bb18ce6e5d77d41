"""An answer that a model writes, from the question to the stored result: over HTTP, into the real database."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from pipeline.answer.ask import InvalidQuestion, ask
from pipeline.answer.authors import Authors, authors_for
from pipeline.answer.foreground import ask_and_wait
from pipeline.answer.runs import Runs
from pipeline.evidence.answer import Answer, CheckKind, CheckOutcome
from pipeline.evidence.errors import NotFound
from pipeline.evidence.generation import ProblemKind, Stage
from pipeline.index.embedding import EndpointEmbedder, offline_embedder
from pipeline.permissions import Role
from pipeline.settings import Settings
from pipeline.store import answering, answers, memberships, sign_ins
from pipeline.store.answers import Progress
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.answer.filing import statement
from tests.model_replies import Asked, Reply, answer, calculation, claim
from tests.model_server import ModelServer
from tests.search.library import Stored, store
from tests.store.members import identity, signed_in

APPLE = "Apple Inc. · Form 10-Q · Q3 FY2023"
QUESTION = "What were Apple's total net sales in the third quarter of 2023?"
ROW = "Total net sales 81,797 82,959"
SALES = claim("Total net sales were 81,797.", ("E1", ROW))


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def authors(model: ModelServer, settings: Settings) -> Authors:
    chosen = authors_for(
        replace(settings, openai_base_url=model.base_url, model="test-model", judge_model="test-model")
    )
    assert chosen is not None
    return chosen


@pytest.fixture
def apple(database: Database, tenant: Scope) -> Stored:
    with database.scoped(tenant) as connection:
        return store(connection, statement("81,797", "82,959").parsed(APPLE), offline_embedder())


@pytest.fixture
def asked(database: Database, tenant: Scope, apple: Stored, authors: Authors) -> Callable[[], Answer]:
    return lambda: ask(database, tenant, offline_embedder(), QUESTION, authors=authors)


def outcomes(given: Answer, claim_number: int = 1) -> dict[CheckKind, CheckOutcome]:
    """The outcome of each kind of check of a claim and its citations, the judge's left out."""
    one = given.claims[claim_number - 1]
    checks = [*one.checks, *(check for citation in one.citations for check in citation.checks)]
    return {check.kind: check.outcome for check in checks if not check.checker.startswith("model")}


def test_a_faithful_claim_passes_every_check_and_says_who_wrote_and_judged_it(
    model: ModelServer, asked: Callable[[], Answer]
) -> None:
    model.script(claims=[SALES], prompt_tokens=900, completion_tokens=60)
    given = asked()
    assert {outcomes(given)[kind] for kind in CheckKind if kind is not CheckKind.SUPPORT} == {
        CheckOutcome.PASSED
    }
    assert (given.method, given.model, given.problem, given.not_in_sources) == (
        "model",
        "test-model",
        None,
        None,
    )
    assert given.generation is not None
    assert (given.generation.prompt, given.generation.prompt_tokens) == ("answer-1", 900)
    judged = [check for check in given.claims[0].checks if check.checker.startswith("model")]
    assert [check.outcome for check in judged] == [CheckOutcome.PASSED]
    assert given.generation.judge is not None
    assert given.generation.judge in judged[0].checker


def test_what_was_checked_is_stored_with_model_prompt_parser_and_renderer(
    model: ModelServer, asked: Callable[[], Answer], database: Database, tenant: Scope
) -> None:
    model.script(claims=[SALES])
    given = asked()
    with database.scoped(tenant) as conn:
        rows = conn.execute(
            "select distinct model, prompt, parser_version is null, render_version is null from checks "
            "where answer_id = %s",
            (given.id,),
        ).fetchall()
    assert rows == [("test-model", "answer-1", False, False)]


def test_the_stored_answer_is_the_answer(
    model: ModelServer, asked: Callable[[], Answer], database: Database, tenant: Scope
) -> None:
    model.script(
        claims=[
            SALES,
            claim(
                "Sales fell by 1,162 [E9].",
                ("E1", ROW),
                ("E7", "made up"),
                calculation=calculation("b - a", "1,162", a=("E1", ROW, "81,797"), b=("E1", ROW, "82,959")),
            ),
        ],
        not_answered=["the outlook"],
    )
    given = asked()
    with database.scoped(tenant) as conn:
        assert answers.get(conn, given.id) == given
    assert given.unanswered == ("the outlook",)
    assert given.not_in_sources == "Not in the sources: the outlook."
    assert "E9" not in given.claims[1].text
    assert set(given.removed) >= {"E7"}
    assert given.claims[1].calculation is not None
    assert given.claims[1].calculation.is_borne_out


def test_the_model_is_never_asked_with_an_empty_packet(
    model: ModelServer, database: Database, tenant: Scope, apple: Stored, authors: Authors
) -> None:
    given = ask(database, tenant, offline_embedder(), "Who is Marie Curie?", authors=authors)
    assert given.claims == ()
    assert given.not_in_sources is not None
    assert given.not_in_sources.startswith("Not in the sources.")
    assert model.chats == []


def test_a_model_that_finds_nothing_gives_not_in_the_sources_with_the_packet_that_it_read(
    model: ModelServer, asked: Callable[[], Answer]
) -> None:
    model.script(not_answered=["Total net sales."])
    given = asked()
    assert given.claims == ()
    assert given.not_in_sources
    assert given.unanswered == ("Total net sales.",)
    assert given.packet.entries


def test_a_stream_that_is_cut_keeps_the_claims_that_were_checked(
    model: ModelServer, asked: Callable[[], Answer]
) -> None:
    whole = answer([SALES, claim("And more.", ("E1", ROW))])
    model.script(Reply(whole, cut_after=whole.index('"E1"', 80) + 2, chunks=5))
    given = asked()
    assert [one.text for one in given.claims] == ["Total net sales were 81,797."]
    assert given.problem is not None
    assert given.problem.kind is ProblemKind.CUT_OFF


def test_a_part_that_cannot_be_read_is_told_beside_what_is_left_open(
    model: ModelServer, asked: Callable[[], Answer]
) -> None:
    model.script(claims=[SALES, {"text": "no citations"}], not_answered=["the outlook"], completion_tokens=70)
    given = asked()
    assert [one.text for one in given.claims] == ["Total net sales were 81,797."]
    assert given.problem is not None
    assert given.problem.kind is ProblemKind.MALFORMED
    assert given.unanswered == ("the outlook",)
    assert given.generation is not None
    assert (given.generation.completion_tokens, given.generation.requests) == (70, 1)


def test_a_refusal_is_the_problem_and_not_said_to_be_missing_in_the_sources(
    model: ModelServer, asked: Callable[[], Answer]
) -> None:
    model.script(refusal="I can't discuss [E9].")
    given = asked()
    assert (given.claims, given.not_in_sources, given.unanswered) == ((), None, ())
    assert given.problem is not None
    assert given.problem.kind is ProblemKind.REFUSED
    assert "E9" not in given.problem.message


def test_a_question_that_cannot_be_asked_is_not_stored(
    database: Database, tenant: Scope, authors: Authors, apple: Stored
) -> None:
    with pytest.raises(InvalidQuestion):
        ask(database, tenant, offline_embedder(), "???", authors=authors)
    with pytest.raises(NotFound):
        ask(database, tenant, offline_embedder(), QUESTION, [uuid4()], authors=authors)
    with database.scoped(tenant) as conn:
        assert answers.recent(conn, tenant.user_id, 10) == []


def test_a_search_that_fails_is_the_answers_problem(
    model: ModelServer, database: Database, tenant: Scope, apple: Stored, authors: Authors
) -> None:
    model.failures.extend([500] * 20)
    broken = EndpointEmbedder("test-embedding", model.base_url, "key")
    given = ask(database, tenant, broken, QUESTION, authors=authors)
    assert given.problem is not None
    assert given.problem.kind is ProblemKind.SEARCH_FAILED


# Written in the background --------------------------------------------------------------------------------


def started(database: Database, tenant: Scope, authors: Authors) -> tuple[Runs, UUID]:
    runs = Runs(database, authors)
    return runs, runs.start(tenant, offline_embedder(), QUESTION, None)


def seen(database: Database, tenant: Scope, answer_id: UUID, enough: Callable[[Answer], bool]) -> Answer:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with database.scoped(tenant) as conn:
            now = answers.get(conn, answer_id)
        if enough(now):
            return now
        time.sleep(0.02)
    raise AssertionError(f"did not happen: {now}")


def test_a_claim_can_be_read_while_the_next_is_being_written(
    model: ModelServer, database: Database, tenant: Scope, apple: Stored, authors: Authors
) -> None:
    released = threading.Event()
    model.script(_in_two([SALES, claim("The rest.", ("E1", ROW))], released))
    runs, answer_id = started(database, tenant, authors)
    early = seen(database, tenant, answer_id, lambda now: len(now.claims) == 1)
    assert early.stage is Stage.WRITING
    assert outcomes(early)[CheckKind.VERBATIM] is CheckOutcome.PASSED
    released.set()
    final = seen(database, tenant, answer_id, lambda now: now.stage is None)
    assert len(final.claims) == 2
    runs.close()


@pytest.mark.parametrize("by_the_database", [True, False])
def test_a_cancelled_answer_keeps_what_was_checked(
    model: ModelServer,
    database: Database,
    tenant: Scope,
    apple: Stored,
    authors: Authors,
    by_the_database: bool,
) -> None:
    model.script(_in_two([SALES, claim("The rest.", ("E1", ROW))], threading.Event()))
    runs, answer_id = started(database, tenant, authors)
    seen(database, tenant, answer_id, lambda now: len(now.claims) == 1)
    if by_the_database:
        with database.scoped(tenant) as conn:
            answering.cancel(conn, tenant.user_id, answer_id)
    else:
        runs.cancel(answer_id)
    final = seen(database, tenant, answer_id, lambda now: now.stage is None)
    assert final.problem is not None
    assert final.problem.kind is ProblemKind.CANCELLED
    assert [one.text for one in final.claims] == ["Total net sales were 81,797."]
    runs.close()


def test_an_answer_goes_on_after_a_sign_out_and_not_after_a_membership(
    model: ModelServer, database: Database, tenant: Scope, apple: Stored, authors: Authors
) -> None:
    released = threading.Event()
    for is_member, claims in ((True, 2), (False, 1)):
        who = identity()
        member = signed_in(database, tenant, Role.ANALYST, who)
        assert member.sign_in_id is not None
        model.script(_in_two([SALES, claim("The rest.", ("E1", ROW))], released))
        runs, answer_id = started(database, member, authors)
        seen(database, tenant, answer_id, lambda now: len(now.claims) == 1)
        with database.scoped(tenant) as conn:
            sign_ins.end(conn, member.sign_in_id)
            if not is_member:
                memberships.end(conn, member.user_id)
        if is_member:
            released.set()
        final = seen(database, tenant, answer_id, lambda now: now.stage is None)
        assert len(final.claims) == claims, final.problem
        released.clear()
        runs.close()


def test_a_process_that_ends_gives_its_answers_up_and_keeps_what_was_checked(
    model: ModelServer, database: Database, tenant: Scope, apple: Stored, authors: Authors
) -> None:
    model.script(_in_two([SALES, claim("The rest.", ("E1", ROW))], threading.Event()))
    runs, answer_id = started(database, tenant, authors)
    seen(database, tenant, answer_id, lambda now: len(now.claims) == 1)
    runs.close()
    with database.scoped(tenant) as conn:
        final = answers.get(conn, answer_id)
    assert (final.stage, len(final.claims)) == (None, 1)


def test_an_answer_whose_writer_died_is_seen_to_be_interrupted(
    database: Database, tenant: Scope, apple: Stored, authors: Authors
) -> None:
    begun = authors.begin(QUESTION)
    with database.scoped(tenant) as conn:
        answering.begin(conn, tenant.user_id, begun)
        assert answers.get(conn, begun.id).stage is Stage.SEARCHING
        conn.execute("update answers set heartbeat_at = clock_timestamp() - interval '31 seconds'")
        dead = answers.get(conn, begun.id)
        assert answers.progress(conn, begun.id).stage is None
    assert dead.stage is None
    assert dead.problem is not None
    assert dead.problem.kind is ProblemKind.INTERRUPTED


def test_nobody_else_can_cancel_an_answer(
    database: Database, tenant: Scope, apple: Stored, authors: Authors
) -> None:
    stranger = replace(tenant, user_id=uuid4())
    begun = authors.begin(QUESTION)
    with database.scoped(tenant) as conn:
        answering.begin(conn, tenant.user_id, begun)
    with database.scoped(stranger) as conn, pytest.raises(NotFound):
        answering.cancel(conn, stranger.user_id, begun.id)


def test_whoever_waits_at_a_terminal_hears_how_far_it_is(
    model: ModelServer, database: Database, tenant: Scope, apple: Stored, authors: Authors
) -> None:
    model.script(claims=[SALES], chunks=20, chunk_seconds=0.05)
    heard: list[Progress] = []
    given = ask_and_wait(database, tenant, offline_embedder(), QUESTION, None, authors, heard.append)
    assert len(given.claims) == 1
    assert {progress.stage for progress in heard} >= {"writing"}


def _in_two(claims: list[dict[str, object]], released: threading.Event) -> Callable[[Asked], Reply]:
    """A reply that stands still after its first claim until it is released."""
    whole = answer(claims)
    end = whole.index('"calculation": null}') + len('"calculation": null}')

    class Pieces(list[str]):
        def __iter__(self) -> Iterator[str]:
            yield whole[:end]
            for _ in range(500):
                if released.wait(0.02):
                    break
            yield whole[end:]

    return lambda asked: Reply(chunks=Pieces())
