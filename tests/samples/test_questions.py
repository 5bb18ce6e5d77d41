"""The suggested questions are answered, word for word, by the samples."""

from pathlib import Path

from lxml import html

from pipeline.samples import SampleFiling
from pipeline.samples.model import Books
from pipeline.samples.operations import Segment
from pipeline.samples.questions import suggested_questions
from tests.samples.test_annual import pages


def text_of(path: Path) -> str:
    if path.suffix == ".pdf":
        return " ".join(pages(path))
    cells = html.document_fromstring(path.read_bytes()).itertext()
    return " ".join(" ".join(str(cell) for cell in cells).split())


def test_there_are_three_and_each_stands_verbatim_in_its_filing(filings: list[SampleFiling]) -> None:
    paths = {filing.path.name: filing.path for filing in filings}
    questions = suggested_questions()
    assert len(questions) == 3
    for question in questions:
        assert question.evidence in text_of(paths[question.filing]).replace("$ ", ""), question.text


def test_one_of_them_touches_the_restated_figure() -> None:
    before = Books.as_reported().years[2024].trades[Segment.MONITORING].revenue
    after = Books.as_restated().years[2024].trades[Segment.MONITORING].revenue
    evidence = " ".join(question.evidence for question in suggested_questions())
    assert f"{after:,}" in evidence
    assert f"{before:,}" not in evidence
