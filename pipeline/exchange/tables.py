"""Reviewed answers as tables: one for each kind of row, and the rows of every answer with the answer's id before them.

A cell is None, a text, a number or a truth. What is a list or an object stands in its cell as JSON.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias, get_args

from pydantic import BaseModel

from pipeline.exchange.record import AnswerRow, Record

Cell: TypeAlias = str | int | float | bool | None


class CellKind(StrEnum):
    TEXT = "text"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: CellKind
    is_optional: bool


@dataclass(frozen=True, slots=True)
class Table:
    """`rows` have a cell for each of `columns`."""

    name: str
    columns: tuple[Column, ...]
    rows: list[tuple[Cell, ...]]


class MalformedTable(ValueError):
    """A table cannot be read as what it should be; the message says which row and column."""


def tables_of(records: Iterable[Record]) -> list[Table]:
    """The tables of some answers, also those without a row. Equal answers make equal tables."""
    tables = {name: Table(name, columns, []) for name, columns in COLUMNS.items()}
    for record in records:
        value = record.model_dump(mode="json")
        answer = value["answer"]
        head = {"format": value["format"], "version": value["version"], "origin": value["origin"]}
        tables["answers"].rows.append(_cells(COLUMNS["answers"], head | answer))
        for name in _LISTS:
            columns = COLUMNS[name]
            tables[name].rows.extend(
                _cells(columns, {"answer_id": answer["id"], **row}) for row in value[name]
            )
    return list(tables.values())


def records_json(tables: Mapping[str, Sequence[Mapping[str, Cell]]]) -> list[dict[str, Any]]:
    """The answers that tables hold, each as the JSON of a record that nobody has validated yet; rows are mappings from
    a column's name to its cell. Raises MalformedTable for a missing or unknown table or column, for a cell of another
    kind, and for rows under an answer that the first table does not have.
    """
    if unknown := sorted(tables.keys() ^ COLUMNS.keys()):
        raise MalformedTable(
            f"the tables have to be {', '.join(COLUMNS)}; {unknown[0]!r} is missing or unknown"
        )
    records = [_record(row) for row in _read("answers", tables["answers"])]
    by_answer = {record["answer"]["id"]: record for record in records}
    if len(by_answer) != len(records):
        raise MalformedTable("the table answers has an answer twice")
    for name in _LISTS:
        found: dict[Any, list[dict[str, Any]]] = defaultdict(list)
        for number, row in enumerate(_read(name, tables[name]), start=_FIRST_ROW):
            answer_id = row.pop("answer_id")
            if answer_id not in by_answer:
                raise MalformedTable(f"table {name}, row {number}: the table answers has no {answer_id!r}")
            found[answer_id].append(row)
        for answer_id, record in by_answer.items():
            record[name] = found[answer_id]
    return records


_FIRST_ROW: Final = 2
"""As a spreadsheet counts: the first row has the names of the columns."""


def _record(row: dict[str, Any]) -> dict[str, Any]:
    head = {name: row.pop(name) for name in ("format", "version", "origin")}
    return {**head, "answer": row}


def _read(name: str, rows: Sequence[Mapping[str, Cell]]) -> Iterable[dict[str, Any]]:
    columns = COLUMNS[name]
    names = {column.name for column in columns}
    for number, row in enumerate(rows, start=_FIRST_ROW):
        if wrong := sorted(names ^ row.keys()):
            raise MalformedTable(f"table {name}, row {number}: the column {wrong[0]!r} is missing or unknown")
        yield {column.name: _value(name, number, column, row[column.name]) for column in columns}


def _value(table: str, number: int, column: Column, cell: Cell) -> Any:
    if cell is None:
        return None
    try:
        return _READ[column.kind](cell)
    except (TypeError, ValueError, RecursionError) as error:
        where = f"table {table}, row {number}, column {column.name}"
        raise MalformedTable(f"{where}: {str(cell)[:60]!r} is no {column.kind}") from error


def _text(cell: Cell) -> str:
    if isinstance(cell, bool):
        raise TypeError(cell)
    return cell if isinstance(cell, str) else repr(cell)


def _integer(cell: Cell) -> int:
    """Spreadsheets keep whole numbers as fractions of nothing."""
    if isinstance(cell, bool) or (isinstance(cell, float) and not cell.is_integer()):
        raise TypeError(cell)
    if isinstance(cell, str) and len(cell) > len(str(2**63)):
        raise ValueError(cell)
    return int(cell)  # type: ignore[arg-type]


def _float(cell: Cell) -> float:
    if isinstance(cell, bool):
        raise TypeError(cell)
    return float(cell)  # type: ignore[arg-type]


def _boolean(cell: Cell) -> bool:
    if isinstance(cell, bool):
        return cell
    if str(cell).lower() not in ("true", "false"):
        raise ValueError(cell)
    return str(cell).lower() == "true"


def _json(cell: Cell) -> Any:
    if not isinstance(cell, str):
        raise TypeError(cell)
    return json.loads(cell)


_READ: Final = {
    CellKind.TEXT: _text,
    CellKind.INTEGER: _integer,
    CellKind.FLOAT: _float,
    CellKind.BOOLEAN: _boolean,
    CellKind.JSON: _json,
}


def _cells(columns: Sequence[Column], row: Mapping[str, Any]) -> tuple[Cell, ...]:
    return tuple(_cell(column, row[column.name]) for column in columns)


def _cell(column: Column, value: Any) -> Cell:
    if value is None or column.kind is not CellKind.JSON:
        return value  # type: ignore[no-any-return]
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _columns(model: type[BaseModel]) -> tuple[Column, ...]:
    return tuple(
        Column(name, _kind(field.annotation), type(None) in get_args(field.annotation))
        for name, field in model.model_fields.items()
    )


def _kind(annotation: Any) -> CellKind:
    """What cells of a field hold, by its type: a null and its constraints aside."""
    for scalar, kind in _SCALARS.items():
        if annotation is scalar:
            return kind
    parts = [part for part in get_args(annotation) if part is not type(None)]
    if getattr(annotation, "__origin__", None) in (list, dict, tuple) or _is_row(annotation):
        return CellKind.JSON
    return _kind(parts[0]) if parts and not isinstance(parts[0], str) else CellKind.TEXT


def _is_row(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


_SCALARS: Final = {bool: CellKind.BOOLEAN, int: CellKind.INTEGER, float: CellKind.FLOAT, str: CellKind.TEXT}
_ANSWER_ID: Final = Column("answer_id", CellKind.TEXT, is_optional=False)
_HEAD: Final = (
    Column("format", CellKind.TEXT, is_optional=False),
    Column("version", CellKind.INTEGER, is_optional=False),
    Column("origin", CellKind.TEXT, is_optional=False),
)


def _row_model(name: str) -> type[BaseModel]:
    """The type of the rows of one of a record's lists."""
    model: type[BaseModel] = get_args(Record.model_fields[name].annotation)[0]
    return model


_LISTS: Final = tuple(
    name
    for name, field in Record.model_fields.items()
    if name not in ("format", "version", "origin", "answer")
)
COLUMNS: Final[dict[str, tuple[Column, ...]]] = {
    "answers": (*_HEAD, *_columns(AnswerRow)),
    **{name: (_ANSWER_ID, *_columns(_row_model(name))) for name in _LISTS},
}
"""The tables of the form with their columns, in order."""
