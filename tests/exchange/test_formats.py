"""Four formats of one form: each loses nothing, tells itself by its content, and refuses what it did not make."""

from __future__ import annotations

import math

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from pipeline.exchange.fields import Finite
from pipeline.exchange.formats import Format, format_of, read, write
from pipeline.exchange.record import Record
from tests.exchange.records import records


def test_minus_zero_is_zero_in_every_format() -> None:
    number = TypeAdapter(Finite).validate_python(-0.0)
    assert math.copysign(1, number) == 1


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(records(), min_size=1, max_size=2))
def test_whatever_was_written_is_read_back_from_every_format(some: list[Record]) -> None:
    for chosen in Format:
        content = write(some, chosen)
        assert format_of(content) is chosen
        assert read(content, "file") == some
        assert write(read(content, "file"), chosen) == content, "equal answers make equal bytes"
