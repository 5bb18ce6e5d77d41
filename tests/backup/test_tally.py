"""Rows are compared whatever their order and however they come in pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.backup.tally import Tally

ROWS = st.lists(st.binary(max_size=6).map(lambda row: row.replace(b"\n", b"")), max_size=8)


def tally(*pieces: bytes) -> Tally:
    counted = Tally()
    for piece in pieces:
        counted.add(piece)
    return counted


@given(ROWS, st.randoms(use_true_random=False), st.integers(0, 60))
def test_neither_the_order_of_rows_nor_the_pieces_matter(rows: list[bytes], random: object, cut: int) -> None:
    text = b"".join(row + b"\n" for row in rows)
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    other = b"".join(row + b"\n" for row in shuffled)
    one, two = tally(text), tally(other[:cut], other[cut:])
    assert (
        (one.rows, one.digest, one.bytes)
        == (two.rows, two.digest, two.bytes)
        == (
            len(rows),
            one.digest,
            len(text),
        )
    )


@given(ROWS, ROWS)
def test_other_rows_have_another_digest(rows: list[bytes], others: list[bytes]) -> None:
    one, two = (tally(*(row + b"\n" for row in some)) for some in (rows, others))
    assert (one.digest == two.digest) == (sorted(rows) == sorted(others))
