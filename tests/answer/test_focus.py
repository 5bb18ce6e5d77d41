"""A quoted row is marked at the one cell that answers, whatever numbers its label has."""

from __future__ import annotations

import pytest

from pipeline.answer.checker import ClaimChecker
from pipeline.answer.draft import DraftCitation, DraftClaim
from tests.answer.filing import VERSION, PageWriter, packet_of


def focus(claim: str, label: str, *values: str) -> str | None:
    """The value that is marked strongly when a row is quoted whole; None without a mark."""
    writer = PageWriter(0)
    writer.table([f"September {day}, 2023" for day in (29, 30)][: len(values)])
    row = writer.row(label, *values)
    packet, sources = packet_of((VERSION.format(1), "Example", writer))
    checker = ClaimChecker(packet, {packet.entries[0].passage.id}, sources)
    checked = checker.check(DraftClaim(claim, (DraftCitation("E1", " ".join([label, *values])),)), 1)
    assert checked is not None
    found = checked.citations[0].focus
    assert found is None or found.start > row.start + len(label), "the mark is in the label"
    return found.of(writer.page().text) if found else None


@pytest.mark.parametrize(
    ("claim", "label", "values", "marked"),
    [
        ("Total (3) was $177,778 million.", "Total (3)", ("177,778", "60"), "177,778"),
        ("Total (3) was $60 million.", "Total (3)", ("177,778", "60"), "60"),
        ("Due after 1 year through 5 years was $76,267 million.",
         "Due after 1 year through 5 years", ("76,267",), "76,267"),
        ("Total (3) was $3 million.", "Total (3)", ("3", "60"), "3"),
        ("Due after 10 years was 10.", "Due after 10 years", ("10", "60"), "10"),
        ("Due after 5 years was $12 million.", "Due after 5 years", ("5", "12"), "12"),
    ],
)  # fmt: skip
def test_numbers_of_the_label_do_not_hide_the_cell(
    claim: str, label: str, values: tuple[str, ...], marked: str
) -> None:
    assert focus(claim, label, *values) == marked


def test_a_number_of_the_label_is_no_answer() -> None:
    assert focus("What is due after 10 years is secured.", "Due after 10 years", "16,646") is None


def test_nothing_is_marked_that_two_cells_print_or_nobody_can_tell() -> None:
    assert focus("Funds was $1,108 million.", "Funds", "1,108", "1,108") is None
    assert focus("Stores opened 12 in Asia.", "Stores opened 12", "12") is None
