"""A number of a row's name is said with the name; any other figure is not taken for it."""

from __future__ import annotations

import pytest

from pipeline.evidence.figures import figures
from pipeline.evidence.label_figures import is_part_of_name
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.text import TextRange


def named(claim: str, said: str, label: str, *, in_label: bool = True) -> bool:
    """Whether the last figure of a claim that reads `said` is the first such one of a label."""
    figure = next(one for one in figures(label) if one.text == said)
    start = [one for one in figures(claim) if one.text == said][-1].range.start
    printed = PrintedFigure(figure, figure.range, label=label, in_label=in_label)
    return is_part_of_name(claim, TextRange(start, start + len(said)), printed)


@pytest.mark.parametrize(
    ("claim", "said", "label"),
    [
        ("Total (3) was $177,778 million.", "(3)", "Total (3)"),
        ("Total (3) was $177,778 million.", "(3)", "Total(3)"),
        ("Total (1)(3) was 5.", "(3)", "Total (1)(3)"),
        ("Securities due after 10 years were 16,646.", "10", "Due after 10 years"),
        ("Securities due after 1 year through 5 years were 5,000.", "5", "Due after 1 year through 5 years"),
        ("Debt of 5 years or more was 12.", "5", "5 years or more"),
        ("Debt of 1-5 years was 12.", "5", "1–5 years"),
    ],
)
def test_a_number_said_as_the_label_says_it_is_a_part_of_the_name(claim: str, said: str, label: str) -> None:
    assert named(claim, said, label)


@pytest.mark.parametrize(
    ("claim", "said", "label"),
    [
        ("Securities due after 10 years were 10.", "10", "Due after 10 years"),
        ("There was a loss of (3).", "(3)", "Total (3)"),
        ("Stores opened 12 more.", "12", "Stores opened 12"),
        ("Shares issued were 400 shares.", "400", "Common stock, 400 shares"),
        ("It grew by 12% in Asia.", "12%", "Growth by 12% in Asia"),
    ],
)
def test_another_number_or_an_amount_is_no_part_of_a_name(claim: str, said: str, label: str) -> None:
    assert not named(claim, said, label)


def test_a_value_beside_the_label_is_no_part_of_it() -> None:
    assert not named("Total (3) was 5.", "(3)", "Total (3)", in_label=False)
