"""Four formats of one form: each loses nothing, tells itself by its content, and refuses what it did not make."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.exchange.formats import Format, format_of, read, write
from pipeline.exchange.record import Record
from tests.exchange.records import records


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(records(), min_size=1, max_size=2))
def test_whatever_was_written_is_read_back_from_every_format(some: list[Record]) -> None:
    for chosen in Format:
        content = write(some, chosen)
        assert format_of(content) is chosen
        assert read(content, "file") == some
        assert write(read(content, "file"), chosen) == content, "equal answers make equal bytes"
