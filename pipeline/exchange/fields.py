"""The kinds of values that a row of the exchanged form has, each as large as the database and a person take it."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

MOST_TEXT: Final = 1_000_000
"""Characters of one text: several times the longest page of a filing."""
MOST_NAME: Final = 400
"""Characters of what stands in one line: a title, a name, a model."""
MOST_ROWS: Final = 20_000
"""Rows of one kind under one answer."""
_MOST_INT: Final = 2**31 - 1
"""What a column of the database holds."""

Text = Annotated[str, Field(max_length=MOST_TEXT, pattern=r"^[^\x00]*$")]
"""No database takes a NUL."""
Name = Annotated[str, Field(max_length=MOST_NAME, pattern=r"^[^\x00]*$")]
Count = Annotated[int, Field(ge=0, le=_MOST_INT)]
Number = Annotated[int, Field(ge=1, le=_MOST_INT)]
Finite = Annotated[float, Field(allow_inf_nan=False), AfterValidator(lambda number: number + 0.0)]
"""A number; minus zero is zero, as in a workbook, which has no other."""
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Range = tuple[Count, Count]
"""Characters `start` up to, not including, `end`."""


def _storable(value: Any) -> Any:
    """Any JSON without a NUL."""
    if isinstance(value, str) and "\x00" in value:
        raise ValueError("a NUL stands in a text")
    if isinstance(value, dict):
        for key, part in value.items():
            _storable(key)
            _storable(part)
    if isinstance(value, list):
        for part in value:
            _storable(part)
    return value


Tree = Annotated[dict[str, Any], AfterValidator(_storable)]


class Row(BaseModel):
    """Of exactly the fields that it names, each of exactly its type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
