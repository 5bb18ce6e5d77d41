from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.evidence.cited import Cited, describe
from pipeline.evidence.document import PageKind
from pipeline.evidence.edition import Edition
from pipeline.evidence.errors import InvalidAnchor, InvalidDocument
from pipeline.evidence.reanchor import Finder
from pipeline.evidence.reanchored import MOST_PLACES, Change, Outcome, Reanchored, Reason, Spot, ambiguous
from pipeline.evidence.text import TextRange
from tests.evidence.editions import ROWS, Draft, changed, part, statement

SENTENCE = "Monitoring revenue grew by 25.0% in 2024, to $95.5 million, as more vessels took subscriptions."


def cite(edition: Edition, page: int, span: TextRange, focus: str | None = None) -> Cited:
    return describe(edition, page, span, part(edition, page, focus, span) if focus else None)


def cited_row(label: str = "Monitoring revenue", focus: str | None = "95,465") -> Cited:
    draft = Draft()
    rows = statement(draft, 3)
    return cite(draft.edition(), 3, rows[label], focus)


def newer(
    rows: Sequence[tuple[str, ...]] = ROWS,
    page: int = 4,
    headers: Sequence[str] = ("2024", "2023"),
    unit: str = "In thousands",
    section: str = "Statements of operations",
) -> Edition:
    draft = Draft()
    draft.line(0, "Explanatory note")
    statement(draft, page, rows, headers, unit, section)
    return draft.edition()


def said(edition: Edition, found: Reanchored) -> list[str]:
    return [place.range.of(edition.texts[place.page_index]) for place in found.places]


def find(cited: Cited, edition: Edition) -> Reanchored:
    return Finder(edition).find(cited)


# --- rows ------------------------------------------------------------------------------------------------


def test_the_same_row_on_another_page_has_moved_and_its_focus_with_it() -> None:
    edition = newer()
    found = find(cited_row(), edition)
    assert found.outcome is Outcome.MOVED
    assert said(edition, found) == ["Monitoring revenue 95,465 76,385"]
    assert found.place is not None
    assert found.place.focus is not None
    assert found.place.focus.of(edition.texts[4]) == "95,465"


def test_the_same_row_on_the_same_page_is_the_same() -> None:
    edition = newer(changed(ROWS, "Gross profit", 0, "126,396"), page=3)
    assert find(cited_row(), edition).outcome is Outcome.SAME


def test_another_figure_in_the_same_row_and_column_is_a_changed_figure() -> None:
    edition = newer(changed(ROWS, "Monitoring revenue", 0, "93,345"))
    found = find(cited_row(), edition)
    assert found.outcome is Outcome.CHANGED_FIGURE
    assert found.changes == (Change("95,465", "93,345", is_asked=True),)
    assert said(edition, found) == ["Monitoring revenue 93,345 76,385"]


def test_a_change_beside_the_figure_that_answers_is_told_apart() -> None:
    edition = newer(changed(ROWS, "Monitoring revenue", 1, "76,380"))
    found = find(cited_row(), edition)
    assert found.changes == (Change("76,385", "76,380", is_asked=False),)


def test_a_sign_alone_is_a_changed_figure() -> None:
    edition = newer(changed(ROWS, "Cost of revenue", 0, "170,685"))
    found = find(cited_row("Cost of revenue", "(170,685)"), edition)
    assert found.changes == (Change("(170,685)", "170,685", is_asked=True),)


def test_a_header_that_says_restated_still_heads_the_same_period() -> None:
    edition = newer(changed(ROWS, "Monitoring revenue", 0, "93,345"), headers=("2024 (as restated)", "2023"))
    assert find(cited_row(), edition).outcome is Outcome.CHANGED_FIGURE


def test_the_column_of_another_period_is_never_taken() -> None:
    edition = newer(headers=("2025", "2024 as previously reported"))
    assert find(cited_row(), edition) == Reanchored(Outcome.MISSING, reason=Reason.NO_COLUMN)


def test_a_column_that_the_answer_does_not_rest_on_may_be_gone() -> None:
    rows = [(label, "1,000", first) for label, first, _ in ROWS]
    edition = newer(rows, headers=("2025", "2024"))
    found = find(cited_row(), edition)
    assert (found.outcome, found.left_out) == (Outcome.MOVED, 1)
    assert said(edition, found) == ["95,465"], "the figure of another period stands between it and the label"


def test_without_a_focus_every_quoted_column_must_be_there() -> None:
    rows = [(label, "1,000", first) for label, first, _ in ROWS]
    assert find(cited_row(focus=None), newer(rows, headers=("2025", "2024"))).reason is Reason.NO_COLUMN


def test_another_unit_is_neither_the_same_nor_a_change() -> None:
    found = find(cited_row(), newer(unit="In millions"))
    assert (found.outcome, found.reason) == (Outcome.AMBIGUOUS, Reason.OTHER_UNIT)


def test_a_row_of_a_table_that_looks_otherwise_is_offered_and_not_taken() -> None:
    edition = newer([("Monitoring revenue", "95,465", "76,385")], section="Backlog")
    found = find(cited_row(), edition)
    assert (found.outcome, found.reason) == (Outcome.AMBIGUOUS, Reason.NOT_BORNE_OUT)
    assert len(found.places) == 1


def test_a_differing_figure_under_the_same_year_of_another_table_is_no_change() -> None:
    rows = [("Total revenue", "40,000", "38,000"), ("Monitoring revenue", "10,696", "9,862"), *ROWS[3:]]
    found = find(cited_row(), newer(rows, section="Second quarter"))
    assert found.outcome is Outcome.AMBIGUOUS


def test_tables_with_the_same_rows_are_told_apart_by_what_stands_around() -> None:
    draft = Draft()
    statement(draft, 1, ROWS[:2], section="Highlights")
    statement(draft, 4)
    edition = draft.edition()
    found = find(cited_row(), edition)
    assert found.place is not None
    assert found.place.page_index == 4


def test_rows_that_nothing_tells_apart_are_all_shown() -> None:
    draft = Draft()
    statement(draft, 4)
    statement(draft, 9)
    found = find(cited_row(), draft.edition())
    assert (found.outcome, found.reason) == (Outcome.AMBIGUOUS, Reason.EQUAL_PLACES)
    assert [place.page_index for place in found.places] == [4, 9]


def test_a_header_with_a_line_more_above_it_is_the_same_column_for_the_same_figures_only() -> None:
    headers = ("Year ended December 31, 2024", "Year ended December 31, 2023")
    assert find(cited_row(), newer(headers=headers)).outcome is Outcome.MOVED
    other = find(cited_row(), newer(changed(ROWS, "Monitoring revenue", 0, "93,345"), headers=headers))
    assert (other.outcome, other.reason) == (Outcome.AMBIGUOUS, Reason.UNCLEAR_COLUMN)


def test_columns_without_headers_need_the_same_figures() -> None:
    draft = Draft()
    rows = statement(draft, 3, headers=("", ""))
    cited = cite(draft.edition(), 3, rows["Monitoring revenue"], "95,465")
    assert find(cited, newer(headers=("", ""))).outcome is Outcome.MOVED
    other = newer(changed(ROWS, "Monitoring revenue", 0, "93,345"), headers=("", ""))
    assert find(cited, other).reason is Reason.UNCLEAR_COLUMN


def test_columns_with_one_header_are_not_told_apart() -> None:
    found = find(cited_row(), newer(headers=("2024", "2024")))
    assert (found.outcome, found.reason) == (Outcome.AMBIGUOUS, Reason.UNCLEAR_COLUMN)


@pytest.mark.parametrize("cell", ["95,465%", "95,465 1,200", "n/a"])
def test_a_cell_that_is_no_other_figure_is_left_to_the_analyst(cell: str) -> None:
    found = find(cited_row(), newer(changed(ROWS, "Monitoring revenue", 0, cell)))
    assert (found.outcome, found.reason) == (Outcome.AMBIGUOUS, Reason.UNCLEAR_FIGURE)


def test_a_nil_is_a_nil_whatever_its_dash() -> None:
    draft = Draft()
    rows = statement(draft, 3, changed(ROWS, "Monitoring revenue", 0, "—"))
    cited = cite(draft.edition(), 3, rows["Monitoring revenue"])
    assert find(cited, newer(changed(ROWS, "Monitoring revenue", 0, "–"))).outcome is Outcome.MOVED
    assert find(cited, newer()).changes == (Change("—", "95,465", is_asked=True),)


def test_a_row_that_became_prose_is_found_by_its_words() -> None:
    draft = Draft(PageKind.TEXT)
    draft.line(7, "Monitoring revenue 95,465 76,385")
    edition = draft.edition()
    found = find(cited_row(), edition)
    assert found.outcome is Outcome.AMBIGUOUS, "a label and two figures are too short to be sure"
    assert said(edition, found) == ["Monitoring revenue 95,465 76,385"]


def test_a_row_whose_label_is_gone_is_missing() -> None:
    edition = newer([row for row in ROWS if row[0] != "Monitoring revenue"])
    assert find(cited_row(), edition) == Reanchored(Outcome.MISSING, reason=Reason.NO_WORDS)


# --- words -----------------------------------------------------------------------------------------------


def prose(*lines: str, page: int = 2, kind: PageKind = PageKind.PDF) -> Edition:
    draft = Draft(kind)
    for line in lines:
        draft.line(page, line)
    return draft.edition()


def cited_words(words: str, *lines: str, focus: str | None = None) -> Cited:
    edition = prose(*lines)
    return cite(edition, 2, part(edition, 2, words), focus)


def test_a_sentence_is_found_in_another_kind_of_document_however_its_lines_break() -> None:
    edition = prose("Overview", SENTENCE.replace("2024, to", "2024,\nto"), page=0, kind=PageKind.SECTION)
    found = find(cited_words(SENTENCE, "Results", SENTENCE, focus="$95.5 million"), edition)
    assert found.outcome is Outcome.MOVED
    assert found.place is not None
    assert found.place.focus is not None
    assert found.place.focus.of(edition.texts[0]) == "95.5 million"


def test_a_sentence_with_another_figure_is_missing_for_that_reason() -> None:
    edition = prose(SENTENCE.replace("95.5", "93.3"))
    assert find(cited_words(SENTENCE, SENTENCE), edition).reason is Reason.OTHER_FIGURES


def test_the_old_sentence_elsewhere_does_not_stand_for_one_whose_figure_changed() -> None:
    cited = cited_words(SENTENCE, "Overview of the year", SENTENCE, "Costs grew as well.")
    edition = prose(
        "Overview of the year", SENTENCE.replace("95.5", "93.3"), "Costs grew as well.", "Elsewhere", SENTENCE
    )
    assert find(cited, edition).reason is Reason.OTHER_FIGURES


def test_a_sentence_that_stands_twice_is_told_by_what_stands_around_it() -> None:
    cited = cited_words(SENTENCE, "Overview of the year", SENTENCE, "Costs grew as well.")
    edition = prose("Highlights", SENTENCE, "Overview of the year", SENTENCE, "Costs grew as well.")
    found = find(cited, edition)
    assert found.place is not None
    assert found.place.range.start == edition.texts[2].rindex("Monitoring")


def test_short_words_need_their_surroundings() -> None:
    cited = cited_words(
        "We make no assurance.", "Forward-looking statements.", "We make no assurance.", "Risks"
    )
    found = find(cited, prose("Legal proceedings", "We make no assurance.", "Exhibits"))
    assert (found.outcome, found.reason) == (Outcome.AMBIGUOUS, Reason.NOT_BORNE_OUT)


def test_words_inside_longer_words_are_no_place() -> None:
    cited = cited_words("sales", "Net sales rose.")
    assert find(cited, prose("Wholesales fell.")).reason is Reason.NO_WORDS


def test_more_places_than_anybody_would_look_at_are_none() -> None:
    spots = [Spot(page, TextRange(0, 5)) for page in range(MOST_PLACES + 1)]
    assert ambiguous(spots, Reason.EQUAL_PLACES).outcome is Outcome.MISSING
    assert len(ambiguous(spots[:-1], Reason.EQUAL_PLACES).places) == MOST_PLACES


# --- the same file read again ----------------------------------------------------------------------------


def test_words_of_the_same_file_stay_on_their_page_though_blocks_and_headers_are_read_otherwise() -> None:
    draft = Draft()
    draft.line(3, "Monitoring revenue 95,465 76,385")
    draft.line(3, "A line that the other parser left out")
    found = Finder(draft.edition()).find_again(cited_row())
    assert (found.outcome, found.place and found.place.page_index) == (Outcome.SAME, 3)
    assert found.place is not None
    assert found.place.focus is not None
    assert found.place.focus.of(draft.texts[3]) == "95,465"


def test_words_of_the_same_file_are_not_looked_for_on_other_pages() -> None:
    assert Finder(newer()).find_again(cited_row()).outcome is Outcome.MISSING


def test_each_cell_of_the_same_file_is_found_beside_its_neighbours() -> None:
    """Two figures side by side are one number to their letters."""
    old = written([ROWS]).edition()
    longer = Draft()
    longer.line(0, "Example Holdings")
    longer.line(1, "A line that the other parser left out")
    statement(longer, 1, section="Statement 1")
    finder = Finder(longer.edition())
    cells = [cell.range for block in old.blocks for cell in block.cells if cell.column is not None]
    assert len(cells) == 2 * len(ROWS)
    for cell in cells:
        found = finder.find_again(describe(old, 1, cell))
        assert found.outcome is Outcome.SAME
        assert found.place is not None
        assert found.place.range.of(longer.texts[1]) == cell.of(old.texts[1])
        assert found.place.range.start == cell.start + len("A line that the other parser left out\n")


def test_figures_side_by_side_are_two_numbers_to_their_letters() -> None:
    """A note's mark stands right behind the last figure of the line above it."""
    old, new = Draft(), Draft()
    for draft, first in ((old, "Total 102,673"), (new, "Another line\nTotal 102,673")):
        draft.line(1, first)
        draft.line(1, "(1) The Board authorized the purchase of up to 90 million shares.")
    cited = describe(
        old.edition(), 1, part(old.edition(), 1, "(1) The Board authorized the purchase of up to 90")
    )
    for found in (Finder(new.edition()).find_again(cited), Finder(new.edition()).find(cited)):
        assert found.outcome is Outcome.SAME
        assert found.place is not None
        assert found.place.range.of(new.texts[1]).startswith("1) The Board authorized")


def test_words_that_the_other_parser_reads_twice_are_ambiguous() -> None:
    draft = Draft()
    for _ in range(2):
        draft.line(3, "Monitoring revenue 95,465 76,385")
    found = Finder(draft.edition()).find_again(cited_row())
    assert found.outcome is Outcome.AMBIGUOUS
    assert len(found.places) == 2


# --- laws ------------------------------------------------------------------------------------------------

LABELS = ("Revenue", "Other income", "Total revenue", "Costs", "Other", "Total", "Net income")
amounts = st.integers(1, 999_999).map(lambda number: f"{number:,}")
tables = st.lists(st.tuples(st.sampled_from(LABELS), amounts, amounts), min_size=1, max_size=6)
documents = st.lists(tables, min_size=1, max_size=4)
lines = st.lists(st.text("abcdefgh ", min_size=1, max_size=30).filter(str.strip).map(str.strip), max_size=4)


def written(document: Sequence[Sequence[tuple[str, ...]]], before: Sequence[str] = ()) -> Draft:
    draft = Draft()
    for line in before:
        draft.line(0, line)
    for page, rows in enumerate(document, start=1):
        statement(draft, page, rows, section=f"Statement {page % 2}")
    return draft


def every_citation(draft: Draft) -> list[Cited]:
    edition = draft.edition()
    return [
        describe(edition, block.page_index, block.range, focus)
        for block in edition.blocks
        for focus in (None, *(cell.range for cell in block.cells if cell.column is not None))
    ]


@settings(deadline=None)
@given(documents)
def test_on_identical_text_everything_is_the_same_and_in_its_place(
    document: list[list[tuple[str, ...]]],
) -> None:
    draft = written(document)
    finder = Finder(draft.edition())
    for cited in every_citation(draft):
        found = finder.find(cited)
        assert found.outcome is Outcome.SAME
        assert found.place is not None
        assert (found.place.page_index, found.place.range.start) == (cited.page_index, cited.offset)
        assert finder.find_again(cited) == found


@settings(deadline=None)
@given(documents, lines)
def test_lines_and_pages_put_before_never_change_a_figure_nor_lose_one(
    document: list[list[tuple[str, ...]]], before: list[str]
) -> None:
    old = written(document)
    moved = Draft()
    for line in ["A new front page", *before]:
        moved.line(0, line)
    for page, rows in enumerate(document, start=1):
        statement(moved, page + 1, rows, section=f"Statement {page % 2}")
    new = moved.edition()
    finder = Finder(new)
    for cited in every_citation(old):
        found = finder.find(cited)
        assert found.outcome in (Outcome.MOVED, Outcome.SAME, Outcome.AMBIGUOUS, Outcome.MISSING)
        if found.place is not None:
            assert found.place.range.of(new.texts[found.place.page_index]) == cited.exact
        if cited.row and found.outcome is Outcome.AMBIGUOUS:
            assert found.reason in (Reason.EQUAL_PLACES, Reason.NOT_BORNE_OUT)


@settings(deadline=None)
@given(documents, st.data())
def test_a_changed_figure_is_never_the_same_nor_moved(
    document: list[list[tuple[str, ...]]], data: st.DataObject
) -> None:
    page = data.draw(st.integers(0, len(document) - 1))
    at = data.draw(st.integers(0, len(document[page]) - 1))
    column = data.draw(st.integers(1, 2))
    row = document[page][at]
    figure = data.draw(amounts.filter(lambda other: other != row[column]))
    changed_row = tuple(figure if index == column else cell for index, cell in enumerate(row))
    restated = [list(rows) for rows in document]
    restated[page][at] = changed_row
    old = written(document)
    block = [b for b in old.edition().blocks if b.page_index == page + 1 and b.cells][at]
    cell = next(cell for cell in block.cells if cell.column == column - 1)
    finder = Finder(written(restated, before=["An explanatory note"]).edition())
    for cited in (
        describe(old.edition(), page + 1, block.range),
        describe(old.edition(), page + 1, block.range, cell.range),
        describe(old.edition(), page + 1, cell.range),
    ):
        for found in (finder.find(cited), finder.find_again(cited)):
            assert found.outcome not in (Outcome.SAME, Outcome.MOVED)
            if found.outcome is Outcome.CHANGED_FIGURE:
                assert (found.changes[0].before, found.changes[0].after) == (row[column], figure)


@settings(deadline=None)
@given(documents)
def test_cited_words_and_outcomes_survive_json(document: list[list[tuple[str, ...]]]) -> None:
    draft = written(document)
    finder = Finder(written(document[::-1]).edition())
    for cited in every_citation(draft):
        assert Cited.from_json(cited.to_json()) == cited
        found = finder.find(cited)
        assert Reanchored.from_json(found.to_json()) == found


# --- values ----------------------------------------------------------------------------------------------

SPOT = Spot(0, TextRange(0, 5))


@pytest.mark.parametrize(
    ("outcome", "places", "changes", "reason"),
    [
        (Outcome.SAME, (), (), None),
        (Outcome.SAME, (SPOT,), (), Reason.EQUAL_PLACES),
        (Outcome.SAME, (SPOT,), (Change("1", "2"),), None),
        (Outcome.CHANGED_FIGURE, (SPOT,), (), None),
        (Outcome.AMBIGUOUS, (), (), Reason.EQUAL_PLACES),
        (Outcome.AMBIGUOUS, (SPOT,), (), None),
        (Outcome.MISSING, (SPOT,), (), Reason.NO_WORDS),
        (Outcome.MISSING, (), (), None),
    ],
)
def test_an_outcome_that_contradicts_itself_is_refused(
    outcome: Outcome, places: tuple[Spot, ...], changes: tuple[Change, ...], reason: Reason | None
) -> None:
    with pytest.raises(InvalidAnchor):
        Reanchored(outcome, places, changes, reason)


def test_a_focus_outside_its_place_is_refused() -> None:
    with pytest.raises(InvalidAnchor):
        Spot(0, TextRange(0, 5), TextRange(3, 8))


def test_an_edition_without_a_block_s_page_is_refused() -> None:
    edition = newer()
    with pytest.raises(InvalidDocument):
        Edition(edition.kind, {}, edition.blocks, edition.tables)
