"""Words in a table of comma-separated values, so that no spreadsheet computes them, and the way back.

A cell that begins with one of a few signs is a formula, whoever wrote it. Where the machine's language has the comma in
its numbers, a spreadsheet takes semicolons for what parts the cells, and others take tabs: then a cell begins in the
middle of the words, behind one of these or a line's end, and quotation marks do not help. An apostrophe before the sign
makes words of it in each case.
"""

from __future__ import annotations

import re
from typing import Final

GUARD: Final = "'"
_SIGNS: Final = "=+\\-@＝＋－＠"
"""How a formula begins; spreadsheets of the Far East read the wide forms too."""
_BEGINS: Final = re.compile(rf"[{_SIGNS}\t\r\n]")
_FORMULA_BEHIND: Final = rf"(?=[\"']*[{_SIGNS}])"
_INSIDE: Final = re.compile(rf"([;\t\r\n]){_FORMULA_BEHIND}")
_GUARDED_INSIDE: Final = re.compile(rf"([;\t\r\n]){GUARD}{_FORMULA_BEHIND}")


def inert(text: str) -> str:
    """The words as they may stand in a cell."""
    inside = _INSIDE.sub(rf"\1{GUARD}", text)
    return GUARD + inside if _BEGINS.match(text) else inside


def inert_and_told(text: str) -> str:
    """The same with an apostrophe before one that the text begins with as well, so that `original` finds back."""
    written = inert(text)
    return GUARD + written if text.startswith(GUARD) else written


def original(written: str) -> str:
    """The words that `inert_and_told` wrote so."""
    return _GUARDED_INSIDE.sub(r"\1", written.removeprefix(GUARD))
