"""Quotes that were copied in another reading order than the page's canonical text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.evidence.document import Block, BlockKind, Page, PageKind
from pipeline.evidence.errors import InvalidAnswer
from pipeline.evidence.page_quote import AmbiguousPieces, InPieces, PageLocation, QuotablePage, locate_on_page
from pipeline.evidence.quote import Ambiguous, Located, Missing, MissingReason
from pipeline.evidence.text import TextRange
from tests.evidence.placed import Lines, Words, headers, page_of, quoted, row

TITLE = Lines((Words(50, 20, "Example Corporation"),), BlockKind.PARAGRAPH)
STATEMENT = Lines((Words(50, 40, "Consolidated statements of income (in millions)"),))
NUMBER = Lines((Words(300, 800, "52"),))
TABLE = (
    headers(60, (300, "Three months"), (500, "Nine months")),
    headers(75, (300, "ended June 30,"), (500, "ended June 30,")),
    headers(90, (300, "2023"), (500, "2022")),
    row(110, (300, "$ 81,797"), (500, "$ 293,787"), label="Total net sales"),
    row(130, (300, "(265)"), (500, "(594)"), label="Other expense, net"),
    row(150, (300, "4.5 %"), (500, "6.1 %"), label="Growth of the year"),
)
COLUMN_WISE = """Three months
ended June 30,
2023
Nine months
ended June 30,
2022
Total net sales
$
81,797
$
293,787
Other expense, net
(265)
(594)
Growth of the year
4.5 %
6.1 %"""


def statement() -> tuple[Page, tuple[Block, ...]]:
    return page_of(TITLE, STATEMENT, *TABLE, NUMBER)


def located(quote: str, *blocks: Lines) -> PageLocation:
    return locate_on_page(quote, *page_of(*(blocks or (TITLE, STATEMENT, *TABLE, NUMBER))))


def missing(quote: str, *blocks: Lines) -> MissingReason:
    location = located(quote, *blocks)
    assert isinstance(location, Missing), location
    return location.reason


# --- other orders ------------------------------------------------------------------------------------------


def test_a_run_of_the_text_is_located_as_before() -> None:
    assert isinstance(located("Total net sales $ 81,797 $ 293,787"), Located)
    assert isinstance(located("June 30,"), Ambiguous)


def test_headers_read_column_by_column_are_located_in_pieces() -> None:
    page, blocks = statement()
    location = locate_on_page(COLUMN_WISE, page, blocks)
    assert isinstance(location, InPieces)
    assert quoted(page, location.ranges)[:6] == [
        "Three months",
        "ended June 30,",
        "2023",
        "Nine months",
        "ended June 30,",
        page.text[page.text.index("2022") : page.text.index("\n52")],
    ]


@pytest.mark.parametrize("edge", [f"52\n{COLUMN_WISE}", f"{COLUMN_WISE}\nExample Corporation\n52"])
def test_a_page_number_and_a_header_may_be_read_first_or_last(edge: str) -> None:
    blocks = (TITLE, *TABLE, NUMBER)
    assert isinstance(located(edge, *blocks), InPieces)


def test_columns_may_not_change_places() -> None:
    swapped = COLUMN_WISE.replace("2023", "····").replace("2022", "2023").replace("····", "2022")
    assert missing(swapped) is MissingReason.NOT_FOUND


def test_figures_of_two_rows_may_not_change_places() -> None:
    swapped = COLUMN_WISE.replace("(265)", "···").replace("4.5 %", "(265)").replace("···", "4.5 %")
    assert missing(swapped) is MissingReason.NOT_FOUND


def test_a_lower_row_may_not_come_first() -> None:
    lines = COLUMN_WISE.split("\n")
    assert (
        missing("\n".join([*lines[:6], *lines[11:14], *lines[6:11], *lines[14:]])) is MissingReason.NOT_FOUND
    )


def test_no_row_may_be_passed_over() -> None:
    without = COLUMN_WISE.replace("Other expense, net\n(265)\n(594)\n", "")
    assert missing(without) is MissingReason.NOT_FOUND


def test_no_figure_of_a_row_may_be_passed_over() -> None:
    assert missing(COLUMN_WISE.replace("(265)\n", "")) is MissingReason.NOT_FOUND


def test_a_few_column_headers_may_be_left_out_and_no_more() -> None:
    assert isinstance(located(COLUMN_WISE.replace("2022\n", "")), InPieces)
    assert missing(COLUMN_WISE.replace("ended June 30,\n", "")) is MissingReason.NOT_FOUND


def test_a_label_does_not_meet_another_lines_figure() -> None:
    quote = "Total net sales for the whole of the year 52"
    blocks = (TITLE, row(110, (500, "81,797"), label="Total net sales for the whole of the year"), NUMBER)
    assert missing(quote, *blocks) is MissingReason.NOT_FOUND


def test_words_of_two_columns_of_text_are_not_put_together() -> None:
    left = Lines(
        (Words(50, 40, "In the year under review our sales"), Words(50, 55, "rose in every region."))
    )
    right = Lines((Words(500, 40, "The directors note that costs"), Words(500, 55, "fell by a tenth.")))
    blocks = (TITLE, left, right, NUMBER)
    assert missing("In the year under review our sales fell by a tenth.", *blocks) is MissingReason.NOT_FOUND


def test_a_short_quote_is_not_put_together() -> None:
    assert missing("Three months ended 2023") is MissingReason.NOT_FOUND


def test_html_and_text_have_no_pieces() -> None:
    page, blocks = statement()
    section = replace(page, kind=PageKind.SECTION, transform=None, glyphs=None)
    assert isinstance(locate_on_page(COLUMN_WISE, section, blocks), Missing)


# --- marks -----------------------------------------------------------------------------------------------------

MARKED = (
    TITLE,
    headers(60, (300, "2023"), (500, "2022")),
    Lines(
        (
            Words(50, 110, "Earnings per common share, diluted"),
            Words(225, 110, "(a)", height=6.0),
            Words(300, 110, "9.85", 0),
            Words(500, 110, "10.02", 1),
        ),
        BlockKind.TABLE_ROW,
    ),
    row(130, (300, "751"), (500, "789"), label="Average common shares outstanding"),
    NUMBER,
)


@pytest.mark.parametrize("mark", ["", " (a)"])
def test_a_footnotes_mark_may_be_left_out(mark: str) -> None:
    quote = f"Earnings per common share, diluted{mark} 9.85 10.02 Average common shares outstanding 751 789"
    assert isinstance(located(quote, *MARKED), InPieces | Located)


def test_another_mark_is_not_the_pages() -> None:
    quote = "Earnings per common share, diluted (b) 9.85 10.02 Average common shares outstanding 751 789"
    assert missing(quote, *MARKED) is MissingReason.NOT_FOUND


# --- figures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(265)", "265"),
        ("81,797", "(81,797)"),
        ("81,797", "-81,797"),
        ("81,797", "81.797"),
        ("4.5 %", "4.5"),
        ("4.5 %", "45 %"),
        ("293,787", "29,3787"),
        ("2023", "2023%"),
        ("81,797", "81,797 %"),
        ("$\n81,797", "€\n81,797"),
        ("(265)", "€ (265)"),
    ],
)
def test_a_changed_figure_is_refused_in_pieces_too(before: str, after: str) -> None:
    assert isinstance(located(COLUMN_WISE), InPieces)
    assert missing(COLUMN_WISE.replace(before, after, 1)) is MissingReason.FIGURE_DIFFERS


@pytest.mark.parametrize(
    ("before", "after"), [("81,797", "81,798"), ("81,797", "81,797 million"), ("millions", "billions")]
)
def test_a_changed_digit_or_scale_word_is_refused_in_pieces_too(before: str, after: str) -> None:
    quote = f"{STATEMENT.text}\n{COLUMN_WISE}"
    assert isinstance(located(quote), InPieces)
    assert missing(quote.replace(before, after, 1)) is MissingReason.NOT_FOUND


def test_a_percent_sign_on_the_next_line_is_of_the_next_piece() -> None:
    blocks = (
        TITLE,
        headers(60, (300, "Nine months of"), (500, "% change")),
        headers(75, (300, "2023"), (500, "of year")),
        row(110, (300, "81,797"), (500, "12"), label="Total net sales"),
        NUMBER,
    )
    quote = "Nine months of\n2023\n% change\nof year\nTotal net sales\n81,797\n12"
    assert isinstance(located(quote, *blocks), InPieces)


# --- ambiguity -----------------------------------------------------------------------------------------------------


def test_two_ways_to_put_a_quote_together_stay_ambiguous() -> None:
    table = (
        headers(60, (300, "First"), (500, "Second")),
        headers(75, (300, "half year"), (500, "half year")),
        row(110, (300, "81,797"), (500, "12,345"), label="Total net sales"),
    )
    lower = tuple(
        Lines(tuple(replace(words, y=words.y + 200) for words in block.words), block.kind) for block in table
    )
    quote = "First half year Second half year Total net sales 81,797 12,345"
    location = located(quote, TITLE, *table, Lines((Words(50, 200, "And once more."),)), *lower, NUMBER)
    assert isinstance(location, AmbiguousPieces)
    assert len(location.readings) == 2


def test_one_reading_is_not_ambiguous_and_none_is_no_location() -> None:
    with pytest.raises(InvalidAnswer):
        AmbiguousPieces(((TextRange(0, 1),),))
    with pytest.raises(InvalidAnswer):
        InPieces(())


# --- remnants ---------------------------------------------------------------------------------------------------------


def remnant(first: str, last: str) -> PageLocation:
    blocks = (
        TITLE,
        Lines((Words(50, 40, "(Unaudited)"),)),
        Lines((Words(50, 60, "Net sales rose in every region of the year under review."),)),
        Lines((Words(50, 700, "1,234"),)),
        NUMBER,
    )
    words = "Net sales rose in every region of the year under review."
    return located("\n".join(filter(None, (first, words, last))), *blocks)


def test_the_remnant_of_a_line_of_one_word_is_set_aside() -> None:
    assert isinstance(remnant("dited)", ""), InPieces)


def test_a_remnant_of_other_words_is_not() -> None:
    assert isinstance(remnant("edited)", ""), Missing)


def test_a_cut_page_number_is_set_aside_and_a_cut_figure_is_not() -> None:
    assert isinstance(remnant("", "1,234\n5"), InPieces)
    assert isinstance(remnant("", "1,23"), Missing)


# --- laws ----------------------------------------------------------------------------------------------

COLUMNS, LINES = (200.0, 400.0, 600.0), (110.0, 130.0, 150.0)
GRID = [(column, line) for line in range(3) for column in range(3)]
NAMES = (
    *("alphabet", "bravissimo", "charlestown"),
    *("deltaplane", "echolocate", "foxtrotter"),
    *("golfcourse", "hotelroom", "india"),
)


def grid() -> QuotablePage:
    lines = [
        headers(LINES[line], *((COLUMNS[column], NAMES[3 * line + column]) for column in range(3)))
        for line in range(3)
    ]
    return QuotablePage(*page_of(TITLE, *lines, row(170, (200, "5"), label="Sales"), NUMBER))


PAGE = grid()


@settings(max_examples=150)
@given(st.permutations(GRID))
def test_an_order_is_a_reading_exactly_when_it_goes_neither_leftwards_nor_upwards(
    order: list[tuple[int, int]],
) -> None:
    location = PAGE.locate("\n".join(NAMES[3 * line + column] for column, line in order))
    is_reading = all(
        order.index(one) < order.index(other)
        for one in GRID
        for other in GRID
        if (one[1] == other[1] and one[0] < other[0]) or (one[0] == other[0] and one[1] < other[1])
    )
    assert isinstance(location, InPieces | Located) == is_reading


def merged(data: st.DataObject) -> list[tuple[int, int]]:
    """A random reading: always one of the places whose left and upper neighbours are read."""
    order: list[tuple[int, int]] = []
    while len(order) < len(GRID):
        open_ = [
            place
            for place in GRID
            if place not in order
            and all((column, place[1]) in order for column in range(place[0]))
            and all((place[0], line) in order for line in range(place[1]))
        ]
        order.append(data.draw(st.sampled_from(open_)))
    return order


@settings(max_examples=60)
@given(st.data())
def test_every_reading_is_found_once(data: st.DataObject) -> None:
    location = PAGE.locate(" ".join(NAMES[3 * line + column] for column, line in merged(data)))
    assert isinstance(location, InPieces | Located)
