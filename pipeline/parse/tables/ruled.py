"""Tables whose cells are drawn: the words in each cell of a grid, whatever they are and however many lines they take.

Where the drawing leaves rows undivided (several figures one below the other in one cell), the grid is no help and the
table is found by its columns of figures instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pipeline.parse.pdf.cells import cells_of
from pipeline.parse.pdf.layout import Row, rows_of
from pipeline.parse.pdf.text import Word
from pipeline.parse.tables.grid import MEET, Grid, GridCell
from pipeline.parse.tables.layout import TableCell, TableLayout, TableRow
from pipeline.parse.tables.lines import is_figure
from pipeline.parse.values import is_value

FEWEST_CELLS = 4
"""Cells with words that make a table of a grid: fewer are a box with a caption, or a form's field."""

FEWEST_STACKED = 3
"""Drawn rows beside a cell whose lines may be labels of theirs; two lines beside two rows may be one wrapped label."""

MOST_CROSSING = 0.03
"""Share of the words that may reach over their cell's border; more, and the lines are those of a chart."""


class RuledTable:
    """A grid with its words in its cells. `lines` are the visual rows that it takes from the page."""

    def __init__(self, grid: Grid, words: Iterable[Word]) -> None:
        self._grid = grid
        self._words = _in_cells(grid, words)
        self._cells = sorted(self._words, key=lambda cell: (cell.top, cell.left))
        self._trim()
        self._rows = {
            top: [cell for cell in self._cells if cell.top == top]
            for top in sorted({cell.top for cell in self._cells})
        }

    @property
    def words(self) -> frozenset[int]:
        """First characters of the table's words."""
        return frozenset(word.first for cell in self._cells for word in self._words[cell].words)

    @property
    def top(self) -> float:
        return min(self._words[cell].top for cell in self._cells)

    @property
    def is_table(self) -> bool:
        """Whether the words stand in rows and columns, each in its cell."""
        if len(self._cells) < FEWEST_CELLS or len(self._rows) < 2 or len({c.left for c in self._cells}) < 2:
            return False
        is_parted = not self._has_stacked_figures() and not self._has_stacked_labels()
        return is_parted and not self._has_crossing_words()

    def layout(self, units: tuple[Row, ...]) -> TableLayout:
        """The table; `units` are the unit lines that stand above it."""
        columns = len(self._grid.xs) - 1
        labels = self._label_columns()
        numbers = self._numbers(range(labels, columns))
        head = self._header_rows(labels)
        rows = [self._row(top, top in head, labels, numbers) for top in self._rows]
        headers = [self._headers(column, head, labels) for column in numbers]
        lefts = tuple(self._grid.xs[column] for column in numbers)
        edges = tuple(self._grid.xs[column + 1] for column in numbers)
        if any(cell.column == len(numbers) for row in rows for cell in row.cells):
            headers, lefts, edges = [*headers, ()], (*lefts, lefts[-1]), (*edges, self._grid.xs[-1])
        return TableLayout(tuple(rows), tuple(headers), units, edges, lefts)

    # --- what it is -----------------------------------------------------------------------------------------

    def _trim(self) -> None:
        """Leave out the title in the first row and the notes in the last ones: one cell over the whole width."""
        for end in (0, -1):
            while self._cells and self._is_whole_width(self._cells[end]):
                self._cells.pop(end)

    def _is_whole_width(self, cell: GridCell) -> bool:
        return cell.left == 0 and cell.right == len(self._grid.xs) - 1

    def _has_stacked_figures(self) -> bool:
        """A cell with several lines of nothing but values: rows that the drawing does not part."""
        return any(
            sum(
                all(is_value(part.text) for part in cells_of(line))
                for line in rows_of(self._words[cell].words)
            )
            > 1
            for cell in self._cells
        )

    def _has_stacked_labels(self) -> bool:
        """A cell beside several drawn rows with a line for most of them: labels that the drawing does not part."""
        for cell in self._cells:
            rows = cell.bottom - cell.top
            if rows < FEWEST_STACKED:
                continue
            lines = rows_of(self._words[cell].words)
            bands = {_between(self._grid.ys, (line.top + line.bottom) / 2) for line in lines}
            if 2 * len(bands) > rows:
                return True
        return False

    def _has_crossing_words(self) -> bool:
        crossing = total = 0
        for cell in self._cells:
            left, _, right, _ = self._grid.edges(cell)
            words = self._words[cell].words
            total += len(words)
            crossing += sum(word.left < left - MEET or word.right > right + MEET for word in words)
        return crossing > MOST_CROSSING * total

    # --- labels and headers -----------------------------------------------------------------------------------

    def _label_columns(self) -> int:
        """Grid columns at the left that name the rows: all before the first one that mostly holds figures; the first
        one where none does."""
        columns = len(self._grid.xs) - 1
        for column in range(1, columns):
            texts = [
                self._text(cell) for cell in self._cells if cell.left == column and cell.right == column + 1
            ]
            if 2 * sum(map(is_figure, texts)) > len(texts):
                return column
        return 1

    def _numbers(self, columns: Iterable[int]) -> dict[int, int]:
        """Grid column → value column: those in which a cell begins."""
        used = [column for column in columns if any(cell.left == column for cell in self._cells)]
        return {column: number for number, column in enumerate(used)}

    def _header_rows(self, labels: int) -> frozenset[int]:
        """The rows before the first one with a figure; in a table without figures, those in bold before the others."""
        tops = list(self._rows)
        figured = [
            top
            for top in tops
            if any(cell.left >= labels and is_figure(self._text(cell)) for cell in self._rows[top])
        ]
        if 2 * len(figured) > len(tops):
            head = tops[: tops.index(figured[0])]
        else:
            light = [top for top in tops if not self._is_bold(top)]
            head = tops[: tops.index(light[0])] if light else []
        while head and not any(self._is_header(cell, labels) for cell in self._rows[head[-1]]):
            head.pop()  # "Assets:" under the headers names the rows below it
        return frozenset(head)

    def _is_bold(self, top: int) -> bool:
        return all(word.bold for cell in self._rows[top] for word in self._words[cell].words)

    def _is_header(self, cell: GridCell, labels: int) -> bool:
        return cell.left >= labels

    def _headers(self, column: int, head: frozenset[int], labels: int) -> tuple[Row, ...]:
        """The header cells over a grid column, from the top."""
        return tuple(
            self._words[cell]
            for cell in self._cells
            if cell.top in head and cell.left <= column < cell.right and self._is_header(cell, labels)
        )

    def _row(self, top: int, is_header: bool, labels: int, numbers: dict[int, int]) -> TableRow:
        cells = self._rows[top]
        placed = tuple(
            TableCell(
                self._words[cell], None if is_header or cell.left < labels else self._number(cell, numbers)
            )
            for cell in cells
        )
        lines = tuple(rows_of(word for cell in cells for word in self._words[cell].words))
        return TableRow(lines, placed, is_header)

    def _number(self, cell: GridCell, numbers: dict[int, int]) -> int:
        """The value column of a cell of the body; a last one, without a header, for a cell over several columns."""
        covered = [number for column, number in numbers.items() if cell.left <= column < cell.right]
        return covered[0] if len(covered) == 1 else len(numbers)

    def _text(self, cell: GridCell) -> str:
        return self._words[cell].text


def _in_cells(grid: Grid, words: Iterable[Word]) -> dict[GridCell, Row]:
    """The words whose middle lies in a cell, line after line."""
    found: dict[GridCell, list[Word]] = {}
    spots = {
        (row, column): cell
        for cell in grid.cells
        for row in range(cell.top, cell.bottom)
        for column in range(cell.left, cell.right)
    }
    for word in words:
        if grid.contains(word.center, word.middle):
            place = _between(grid.ys, word.middle), _between(grid.xs, word.center)
            found.setdefault(spots[place], []).append(word)
    return {cell: _lines(members) for cell, members in found.items()}


def _between(lines: Sequence[float], at: float) -> int:
    return next(number for number, line in enumerate(lines[1:]) if at <= line)


def _lines(words: Sequence[Word]) -> Row:
    return Row(tuple(word for row in rows_of(words) for word in row.words))
