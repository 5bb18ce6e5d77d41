"""Questions asked of a small library, with the real database and the real offline model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from uuid import uuid4

import pytest

from pipeline.evaluate.retrieval import Measured, Searched, evaluate_retrieval
from pipeline.evaluate.retrieval_gold import RetrievalQuestion
from pipeline.evidence.cover import Cover, Registrant
from pipeline.evidence.document import ParsedDocument, TitleSource
from pipeline.evidence.errors import InvalidGold, NotFound, SourceMissing
from pipeline.index.embedding import offline_embedder
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.answer.filing import PageWriter
from tests.search.library import Stored, store

GOLD = Path("/nowhere/gold.jsonl")
APPLE = (
    "Apple designs smartphones and sells them in stores of its own. The stores are in many countries.",
    "Legal proceedings. A developer sued the company over the rules of its marketplace for applications.",
    "Human capital. The company employs 161,000 people and trains them in leadership and inclusion.",
)
AMAZON = (
    "Amazon sells books and nearly everything else over the internet and delivers from fulfillment centers.",
    "Human capital. The company employs 1,541,000 people, most of them in fulfillment centers.",
)


def filing(title: str, cover: Cover, paragraphs: Sequence[str]) -> ParsedDocument:
    writers = [PageWriter(index) for index in range(len(paragraphs))]
    for writer, text in zip(writers, paragraphs, strict=True):
        writer.add(text)
    return ParsedDocument(
        "text/plain",
        title,
        TitleSource.COVER,
        tuple(writer.page() for writer in writers),
        tuple(block for writer in writers for block in writer.blocks),
        (),
        "text",
        "by hand",
        cover=cover,
    )


def cover(name: str) -> Cover:
    return Cover((Registrant(name),), "10-K", date(2023, 9, 30), 2023)


@pytest.fixture
def library(database: Database, tenant: Scope) -> dict[str, Stored]:
    with database.scoped(tenant) as conn:
        apple = filing("Apple Inc. · Form 10-K · FY2023", cover("Apple Inc."), APPLE)
        amazon = filing("Amazon.com, Inc. · Form 10-K · FY2022", cover("Amazon.com, Inc."), AMAZON)
        return {
            "apple": store(conn, apple, offline_embedder()),
            "twin": store(conn, apple, offline_embedder()),
            "amazon": store(conn, amazon, offline_embedder()),
        }


def measure(
    database: Database,
    tenant: Scope,
    questions: Sequence[RetrievalQuestion],
    searched: Searched,
    chosen: Sequence[RetrievalQuestion] | None = None,
) -> Measured:
    return evaluate_retrieval(questions, GOLD, database, tenant, offline_embedder(), searched, chosen=chosen)


def sued(library: dict[str, Stored], file: str = "apple") -> RetrievalQuestion:
    text = "Which developer sued Apple over its marketplace for applications?"
    return RetrievalQuestion(f"sued {file}", text, library[file].document_id, (1,))


def employs(library: dict[str, Stored]) -> RetrievalQuestion:
    return RetrievalQuestion(
        "employs",
        "How many people does Amazon employ in fulfillment centers?",
        library["amazon"].document_id,
        (1,),
    )


def test_in_its_filing_a_question_finds_its_page_and_has_it_in_the_packet(
    database: Database, tenant: Scope, library: dict[str, Stored]
) -> None:
    questions = [sued(library), employs(library)]
    found = measure(database, tenant, questions, Searched.FILING)
    assert [one.id for one in found.outcomes] == ["sued apple", "employs"]
    assert [one.page_ranks for one in found.outcomes] == [(1,), (1,)]
    assert [one.in_packet for one in found.outcomes] == [(True,), (True,)]
    assert (found.filings, found.pages, found.copied) == (2, 5, 0)
    assert all(one.milliseconds > 0 and one.packet_entries > 0 for one in found.outcomes)


def test_a_page_that_says_nothing_of_it_ranks_behind(
    database: Database, tenant: Scope, library: dict[str, Stored]
) -> None:
    wrong = RetrievalQuestion("wrong", sued(library).text, library["apple"].document_id, (0, 1))
    (one,) = measure(database, tenant, [wrong], Searched.FILING).outcomes
    assert one.page_ranks[1] == 1
    assert one.page_ranks[0] is None or one.page_ranks[0] > 1


def test_over_the_library_a_copy_is_no_rival_and_is_told_of(
    database: Database, tenant: Scope, library: dict[str, Stored]
) -> None:
    questions = [sued(library), sued(library, "twin")]
    found = measure(database, tenant, questions, Searched.ALL)
    assert [one.page_ranks for one in found.outcomes] == [(1,), (1,)]
    assert [one.copy_rank for one in found.outcomes] == [1, 1]
    assert sorted(one.filing_rank or 0 for one in found.outcomes) == [1, 2]
    assert (found.filings, found.pages, found.copied) == (3, 8, 2)
    assert measure(database, tenant, questions, Searched.FILING).copied == 0


@pytest.mark.parametrize("file", ["apple", "twin"])
def test_of_the_filings_of_the_gold_nothing_else_is_searched(
    database: Database, tenant: Scope, library: dict[str, Stored], file: str
) -> None:
    questions = [sued(library, file), employs(library)]
    found = measure(database, tenant, questions, Searched.GOLD, chosen=questions[:1])
    assert [(one.id, one.filing_rank) for one in found.outcomes] == [("sued " + file, 1)]
    assert (found.filings, found.pages, found.copied, found.questions) == (2, 5, 0, 1)


def test_stopped_it_tells_what_was_asked(
    database: Database, tenant: Scope, library: dict[str, Stored]
) -> None:
    def stop(done: int, total: int) -> None:
        assert (done, total) == (1, 2)
        raise KeyboardInterrupt

    questions = [sued(library), employs(library)]
    found = evaluate_retrieval(
        questions, GOLD, database, tenant, offline_embedder(), Searched.ALL, progress=stop
    )
    assert [one.id for one in found.outcomes] == ["sued apple"]
    assert found.was_stopped


def test_a_document_or_page_that_is_not_there_is_said_before_anything_is_asked(
    database: Database, tenant: Scope, library: dict[str, Stored], tmp_path: Path
) -> None:
    absent = RetrievalQuestion("absent", "What?", uuid4(), (0,))
    with pytest.raises(NotFound, match=r"lacks 1 of 2 filings .* No such document: "):
        measure(database, tenant, [sued(library), absent], Searched.ALL)
    beyond = RetrievalQuestion("beyond", "What?", library["amazon"].document_id, (2,))
    with pytest.raises(
        InvalidGold, match=r"beyond names page index 2, and Amazon.* has 2 pages, counted from 0"
    ):
        measure(database, tenant, [beyond], Searched.FILING)
    with pytest.raises(SourceMissing, match=r"names 1 of 1 file that is not there: /nowhere/a\.pdf"):
        measure(database, tenant, [RetrievalQuestion("file", "What?", "a.pdf", (0,))], Searched.FILING)


def test_a_file_that_the_library_lacks_comes_with_the_command_that_reads_it(
    database: Database, tenant: Scope, tmp_path: Path
) -> None:
    for number in range(9):
        (tmp_path / f"a filing {number}.pdf").write_bytes(str(number).encode())

    def asked(files: int) -> list[RetrievalQuestion]:
        return [
            RetrievalQuestion(f"q{number}", "What?", f"a filing {number}.pdf", (0,))
            for number in range(files)
        ]

    def refusal(files: int) -> str:
        with pytest.raises(NotFound) as raised:
            evaluate_retrieval(
                asked(files), tmp_path / "gold.jsonl", database, tenant, offline_embedder(), Searched.FILING
            )
        return raised.value.message

    assert refusal(1).endswith(f"Run `pincite ingest '{tmp_path}/a filing 0.pdf'`.")
    assert refusal(9).endswith(f"Run `pincite ingest {tmp_path}`.")
