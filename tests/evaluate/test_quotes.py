"""Copied evidence and its falsifications, on a small filing of our own and on the FinanceBench questions."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pytest

from pipeline.evaluate.gold import GoldEvidence, read_evidence
from pipeline.evaluate.mutations import Mutation
from pipeline.evaluate.quotes import Outcome, QuotesReport, evaluate_quotes
from pipeline.evaluate.sources import FilingPages, Sources
from pipeline.evidence.document import ParsedDocument, blocks_by_page
from pipeline.parse.pdf.document import parse_pdf
from pipeline.parse.pdf.opening import open_pdf
from tests.evaluate.filing import question, write, write_lines

FINANCEBENCH = "financebench/dev.jsonl"
MUTANTS = 4
"""Falsified figures tried of each real text: `pincite evaluate quotes` tries many more."""


def counted(report: QuotesReport) -> Mapping[str, tuple[int, int]]:
    return {share.name.strip(): (share.count, share.total) for share in report.shares}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quotes")
    write(folder)
    return folder


def report_of(folder: Path, *texts: str, page_index: int = 0, most: int | None = None) -> QuotesReport:
    gold = folder / "gold.jsonl"
    write_lines(gold, [question("q", texts, page_index)])
    return evaluate_quotes(read_evidence(gold), folder, Sources(), most=most)


def test_evidence_is_located_and_every_falsification_of_it_refused(small: Path) -> None:
    report = evaluate_quotes(read_evidence(small / "evidence.jsonl"), small, Sources(), most=None)
    assert [case.outcome for case in report.cases] == [Outcome.IN_PIECES, Outcome.LOCATED]
    assert {kind.mutation for kind in report.tried} >= {
        Mutation.DIGIT,
        Mutation.BRACKETS_DROPPED,
        Mutation.SCALE_CHANGED,
        Mutation.PERCENT_ADDED,
    }
    assert sum(kind.whole + kind.short for kind in report.tried) > 100
    assert report.accepted == ()


def test_a_figure_that_stands_elsewhere_on_the_page_is_counted_apart(small: Path) -> None:
    report = report_of(small, "June 30, 2022")
    assert {(mutant.before, mutant.after) for mutant in report.accepted} <= {("2022", "2023")}
    assert all(mutant.is_printed for mutant in report.accepted)
    assert counted(report)["falsified, and accepted"][0] == 0


@pytest.mark.parametrize(
    ("text", "outcome", "reason"),
    [
        ("Total net sales 81,798", Outcome.REFUSED, "not_found"),
        ("Other expense, net 265", Outcome.REFUSED, "figure_differs"),
        ("Three Months Ended", Outcome.AMBIGUOUS, ""),
    ],
)
def test_what_is_not_located_is_listed_with_its_reason(
    small: Path, text: str, outcome: Outcome, reason: str
) -> None:
    report = report_of(small, text, most=0)
    (case,) = report.cases
    assert (case.outcome, case.reason) == (outcome, reason)
    assert "q.1  page index 0" in report.words


def test_a_page_that_the_filing_has_not_is_no_location(small: Path) -> None:
    report = report_of(small, "Total net sales", page_index=7)
    assert [case.outcome for case in report.cases] == [Outcome.NO_PAGE]
    assert counted(report)["refused, though untouched"] == (1, 1)


@dataclass(frozen=True)
class Merged:
    """The gold's pages of many filings, parsed as one file: one segmenter's start instead of thirty."""

    parsed: ParsedDocument
    places: Mapping[tuple[str, int], int]

    def pages_of(self, file: Path, wanted: Iterable[int]) -> FilingPages:
        return FilingPages(
            file.name,
            "its pages among others, parsed from the file",
            {index: self.places[file.name, index] for index in wanted},
            {page.index: page for page in self.parsed.pages},
            dict(enumerate(blocks_by_page(self.parsed.blocks, len(self.parsed.pages)))),
            {table.ordinal: table for table in self.parsed.tables},
        )


def merged(evidence: Sequence[GoldEvidence], folder: Path) -> Merged:
    files = sorted({item.file for item in evidence})
    places: dict[tuple[str, int], int] = {}
    whole = pypdfium2.PdfDocument.new()
    for file in files:
        indexes = sorted({item.page_index for item in evidence if item.file == file})
        places |= {(Path(file).name, index): len(places) + n for n, index in enumerate(indexes)}
        document = open_pdf((folder / file).read_bytes(), source=file)
        whole.import_pages(document, indexes)
        document.close()
    buffer = io.BytesIO()
    whole.save(buffer)
    whole.close()
    return Merged(
        parse_pdf(
            buffer.getvalue(),
            source="the gold's pages",
            progress=lambda done, total: None,
            interrupted=lambda: False,
        ),
        places,
    )


def test_copied_evidence_of_real_filings_is_located_and_no_falsification_accepted(shared_data: Path) -> None:
    gold = shared_data / FINANCEBENCH
    evidence = read_evidence(gold)
    report = evaluate_quotes(evidence, gold.parent, merged(evidence, gold.parent), most=MUTANTS)
    print(report.words)
    found = counted(report)
    assert found["located on its page"] == (70, 70)
    assert found["refused, though untouched"] == (0, 70)
    assert found["falsified, and accepted"][0] == 0
    assert found["falsified, and accepted"][1] > 70 * MUTANTS
