"""Citations against what they are meant for: gold questions over a small library, a filing beside its twin, and breaks
that have to be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from pipeline.cli.resolving import resolver
from pipeline.evaluate.asked_gold import AskedQuestion, Asking
from pipeline.evaluate.cited_evidence import evaluate_cited_evidence
from pipeline.evaluate.gold import read_evidence, read_facts
from pipeline.evaluate.identity import evaluate_identity
from pipeline.evaluate.identity_stored import evaluate_stored
from pipeline.evaluate.identity_twin import evaluate_twin
from pipeline.evaluate.resolved import Resolve, ResolvedPlace
from pipeline.evaluate.retrieval import Searched
from pipeline.evaluate.retrieval_gold import read_questions
from pipeline.evaluate.sources import filing_of_twin
from pipeline.evidence.answer import Answer
from pipeline.evidence.errors import NotFound, SourceMissing
from pipeline.evidence.measurement import ClaimAddress, MeasuredFigure, PageAddress
from pipeline.index.embedding import embedder_for
from pipeline.search.aids import NO_AIDS
from pipeline.settings import Settings
from pipeline.store import answers
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.evaluate.filing import EVIDENCE, NAME, QUARTER, ROWS, pdf, question, write_lines
from tests.evaluate.filing import fact as gold_fact
from tests.serving import command_json

HTML = f"""<html><head><title>Example Corporation Form 10-Q</title></head><body>
<p>Example Corporation</p><p>Condensed Consolidated Statements of Operations</p><p>(In millions)</p>
<table><tr><th></th><th>Three Months Ended June 30, 2023</th><th>Three Months Ended June 30, 2022</th></tr>
{"".join(f"<tr><td>{row[0]}</td><td>{row[1]}</td><td>{row[2]}</td></tr>" for row in ROWS)}</table></body></html>"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The filing as PDF and HTML, its facts with their lines, and questions with evidence."""
    folder = tmp_path_factory.mktemp("identity")
    (folder / f"{NAME}_{QUARTER[1]}.pdf").write_bytes(pdf())
    (folder / f"{NAME}_{QUARTER[1]}.html").write_text(HTML)
    lines = ["".join(row) for row in ROWS]
    facts = [
        gold_fact(row, column) | {"pdf_line": lines[row], "row_label": ROWS[row][0]}
        for row in range(len(ROWS))
        for column in range(2)
    ]
    write_lines(folder / f"{NAME}.pdf_fact_gold.jsonl", facts)
    asked = {
        "q1": "What were total net sales?",
        "q2": "What was net income?",
        "q3": "How many penguins live in Antarctica?",
    }
    rows = [question(name, [EVIDENCE]) | {"question": text} for name, text in asked.items()]
    write_lines(folder / "questions.jsonl", rows)
    return folder


@pytest.fixture(scope="module")
def home(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home") / "home"
    command_json(home, "ingest", str(folder / f"{NAME}_{QUARTER[1]}.pdf"))
    command_json(home, "ingest", str(folder / f"{NAME}_{QUARTER[1]}.html"))
    return home


@pytest.fixture(scope="module")
def library(home: Path) -> Iterator[tuple[Database, Settings]]:
    settings = Settings(home)
    database = Database.open(settings)
    yield database, settings
    database.close()


def asking(
    library: tuple[Database, Settings], resolve: Resolve | None = None, *, keep: bool = False
) -> Asking:
    database, settings = library
    return Asking(
        database, LOCAL, embedder_for(settings), NO_AIDS, resolve or resolver(settings, LOCAL), keep
    )


def asked(library: tuple[Database, Settings], folder: Path, *, keep: bool = False) -> list[AskedQuestion]:
    gold = folder / "questions.jsonl"
    within = [Searched.ALL, Searched.FILING]
    return list(asking(library, keep=keep).ask(read_questions(gold), gold, within))


def by_key(figures: tuple[MeasuredFigure, ...]) -> dict[str, tuple[int | None, int]]:
    return {figure.key: (figure.count, figure.total) for figure in figures}


def stored(database: Database) -> list[object]:
    with database.scoped(LOCAL) as conn:
        return list(answers.finished(conn))


def test_questions_are_held_against_file_and_page_and_leave_nothing_behind(
    library: tuple[Database, Settings], folder: Path
) -> None:
    report = evaluate_identity(asked(library, folder), "gold")
    figures = by_key(report.measured.figures)
    assert figures["chain"] == figures["one_place"]
    assert figures["chain"][0] == len(report.citations) >= 4
    assert figures["all.answered"] == figures["filing.answered"] == (2, 3)
    # Either file may come first, they say the same. Neither has a cover that makes it the other's copy.
    assert figures["all.filing"] == figures["all.version"]
    assert figures["all.filing"][1] == 2
    assert figures["filing.page"] == (2, 2)
    assert "filing.version" not in figures, "it was picked"
    cases = [case for case in report.measured.cases if case.figure == "filing.page" and case.score]
    assert all(isinstance(case.address, PageAddress) for case in cases)
    assert stored(library[0]) == []


def test_the_copy_of_the_filing_is_the_filing_and_not_its_version(
    library: tuple[Database, Settings], folder: Path
) -> None:
    one = next(each for each in asked(library, folder) if each.searched is Searched.FILING)
    copy = replace(one.right.filing, version_id=uuid4())
    cited = one.right.filing.version_id
    other = replace(one, right=replace(one.right, filing=copy, copies=frozenset({cited})))
    (case,) = evaluate_identity([other], "gold").questions
    assert (case.filing, case.version, case.page, case.any_page) == (True, False, False, False)
    foreign = replace(other, right=replace(other.right, copies=frozenset()))
    assert evaluate_identity([foreign], "gold").questions[0].filing is False


def test_a_resolver_that_gives_another_place_is_found_out(
    library: tuple[Database, Settings], folder: Path
) -> None:
    right = resolver(library[1], LOCAL)
    breaks = {
        "version": lambda place: replace(place, version_id=uuid4()),
        "page": lambda place: replace(place, page_index=7),
        "words": lambda place: replace(place, words="Net income 1"),
    }
    gold = folder / "questions.jsonl"
    for name, change in breaks.items():

        def broken(conn: Connection, answer: Answer, change: object = change) -> Mapping[str, ResolvedPlace]:
            return {key: change(place) for key, place in right(conn, answer).items()}  # type: ignore[operator]

        made = asking(library, broken).ask(read_questions(gold), gold, [Searched.FILING])
        chain = by_key(evaluate_identity(made, "gold").measured.figures)["chain"]
        assert chain[0] == 0 < chain[1], name


def test_kept_answers_are_stored_and_lead_to_their_claims(
    library: tuple[Database, Settings], folder: Path
) -> None:
    database, settings = library
    kept = asked(library, folder, keep=True)
    try:
        addresses = [one.address for one in kept if one.first]
        assert all(isinstance(address, ClaimAddress) for address in addresses)
        report = evaluate_stored(database, LOCAL, resolver(settings, LOCAL))
        assert report.answers == len(kept)
        assert by_key(report.measured.figures)["chain"] == (len(report.citations), len(report.citations))
        assert {case.address for case in report.measured.cases if case.figure == "chain"} >= set(addresses)
    finally:
        with database.scoped(LOCAL) as conn:
            answers.take_back(conn, [one.answer.id for one in kept])
    assert stored(database) == []


def test_marks_of_an_answer_lie_inside_the_evidence_that_people_copied(
    library: tuple[Database, Settings], folder: Path
) -> None:
    picked = [one for one in asked(library, folder) if one.searched is Searched.FILING]
    with library[0].scoped(LOCAL) as conn:
        evidence = read_evidence(folder / "questions.jsonl")
        report = evaluate_cited_evidence(conn, picked, evidence, "gold")
        narrow = [replace(item, text="Other expense, net\n(265)\n(10)") for item in evidence]
        beside = evaluate_cited_evidence(conn, picked, narrow, "gold")
    figures = {figure.key: figure for figure in report.measured.figures}
    assert (figures["page"].count, figures["page"].total) == (2, 2)
    assert figures["inside"].value == 1.0
    assert 0 < (figures["text_iou"].value or 0) < 0.5
    assert figures["text_iou"].value == figures["text_covered"].value
    assert {figure.key: figure.value for figure in beside.measured.figures}["inside"] == 0.0


def test_a_fact_resolves_to_the_file_that_is_cited_and_not_to_its_twin(
    library: tuple[Database, Settings], folder: Path
) -> None:
    database, settings = library
    gold = folder / f"{NAME}.pdf_fact_gold.jsonl"
    facts, file = read_facts(gold), filing_of_twin(gold)
    right = resolver(settings, LOCAL)
    report = evaluate_twin(facts, file, database, LOCAL, right)
    figures = by_key(report.measured.figures)
    assert figures["quoted"] == figures["own"] == figures["page"] == figures["twin"] == (6, 6)
    assert figures["chain"] == (12, 12)
    assert stored(database) == []

    def crossed(conn: Connection, answer: Answer) -> Mapping[str, ResolvedPlace]:
        places = dict(right(conn, answer))
        return dict(zip(places, reversed(list(places.values())), strict=True))

    wrong = by_key(evaluate_twin(facts, file, database, LOCAL, crossed).measured.figures)
    assert wrong["own"] == wrong["twin"] == (0, 6)
    assert wrong["chain"] == (0, 12)


def test_a_twin_that_is_not_there_is_said(
    library: tuple[Database, Settings], folder: Path, tmp_path: Path
) -> None:
    database, settings = library
    facts = read_facts(folder / f"{NAME}.pdf_fact_gold.jsonl")
    alone = tmp_path / "alone.pdf"
    alone.write_bytes(pdf())
    resolve = resolver(settings, LOCAL)
    with pytest.raises(SourceMissing, match="no HTML file beside"):
        evaluate_twin(facts, alone, database, LOCAL, resolve)
    alone.with_suffix(".html").write_text("<p>another</p>")
    with pytest.raises(NotFound, match=r"The library lacks alone\.html"):
        evaluate_twin(facts, alone, database, LOCAL, resolve)
