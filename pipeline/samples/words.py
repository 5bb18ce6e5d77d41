"""The prose of the sample filings: text files with named gaps, which figures of the books fill."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files


class Kind(StrEnum):
    """What a piece of prose is; the value is the mark at its beginning in a prose file."""

    ITEM = "# "
    HEADING = "## "
    RUN_IN = "### "
    TABLE = "::"
    PARAGRAPH = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """One heading or paragraph of prose, or the name of a table that stands in its place."""

    kind: Kind
    text: str


def read(name: str, gaps: Mapping[str, str]) -> tuple[Piece, ...]:
    """The pieces of prose file `name`, its `{gaps}` filled; a gap without a filling raises KeyError."""
    source = (files(__package__) / "prose" / f"{name}.txt").read_text("utf-8")
    filled = (block.strip().format_map(gaps) for block in source.split("\n\n"))
    return tuple(_piece(block) for block in filled if block)


def _piece(block: str) -> Piece:
    kind = next(kind for kind in Kind if block.startswith(kind.value))
    return Piece(kind, block.removeprefix(kind.value))
