"""The questions that tell whether a library answers: the lists themselves, and asked of a few real filings."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.index.embedding import offline_embedder
from pipeline.parse import parse
from pipeline.search.filings import filings_in_scope
from pipeline.search.reading import read_search
from pipeline.search.retrieve import search_for
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.fixtures.sources import load_source
from tests.search.library import store
from tests.search.questions import HALVES, answerable, unanswerable

FILINGS = ("OLDTEXT_10-K_FY1995-06-30.txt", "AAMES_8-K_1998-12-15.txt")
"""The smallest real filings with enough passages that a word's absence tells something."""

TOLD_APART = 0.95


@pytest.mark.parametrize("half", HALVES)
def test_each_half_has_fifty_questions_of_each_kind(half: str) -> None:
    for asked in ([one.question for one in answerable(half)], [one.question for one in unanswerable(half)]):
        assert len(set(asked)) == len(asked) == 50


def test_the_halves_share_no_question_and_no_file() -> None:
    tuning, report = HALVES
    assert not {one.file for one in answerable(tuning)} & {one.file for one in answerable(report)}
    assert not {one.question for one in unanswerable(tuning)} & {one.question for one in unanswerable(report)}


def test_what_real_filings_answer_is_told_from_what_they_do_not(
    database: Database, tenant: Scope, shared_data: Path
) -> None:
    embedder = offline_embedder()
    with database.scoped(tenant) as conn:
        for name in FILINGS:
            source = load_source(shared_data / "filings" / name)
            parsed = parse(source, progress=lambda done, total: None, interrupted=lambda: False)
            store(conn, parsed, embedder)
        filings = filings_in_scope(conn, tenant.user_id)

        def finds(question: str) -> bool:
            return bool(search_for(conn, embedder, read_search(conn, question, filings)).packet.entries)

        others = [one.question for half in HALVES for one in unanswerable(half)]
        told = [question for question in others if not finds(question)]
        assert len(told) >= TOLD_APART * len(others)
        for one in answerable(HALVES[0]):
            assert one.file_name not in FILINGS or finds(one.question), one.question


def test_each_answer_stands_where_the_list_says(shared_data: Path) -> None:
    for name in FILINGS:
        source = load_source(shared_data / "filings" / name)
        pages = parse(source, progress=lambda done, total: None, interrupted=lambda: False).pages
        of_file = [one for half in HALVES for one in answerable(half) if one.file_name == name]
        assert of_file
        for one in of_file:
            assert one.quote in " ".join(pages[one.page].text.split())
