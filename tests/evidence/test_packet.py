from __future__ import annotations

import pytest

from pipeline.evidence.errors import InvalidHandle
from pipeline.evidence.handle import Handle
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange

VERSION = "0b7e7a54-1111-4222-8333-944445555666"


def passage(ordinal: int) -> Passage:
    return Passage(PassageId(VERSION, 0, ordinal), TextRange(0, 9), 0, 0, "net sales")


def entry(number: int, ordinal: int) -> PacketEntry:
    return PacketEntry(Handle(number), passage(ordinal), "Example Corp", 0.5)


def test_handles_are_given_in_order_from_the_best() -> None:
    packet = Packet.of([(passage(4), "Example Corp", 0.9), (passage(2), "Example Corp", 0.4)])
    assert [(str(one.handle), one.passage.id.ordinal, one.score) for one in packet.entries] == [
        ("E1", 4, 0.9),
        ("E2", 2, 0.4),
    ]


def test_a_handle_gives_its_own_entry() -> None:
    packet = Packet.of([(passage(number), "", 1 / (number + 1)) for number in range(3)])
    for one in packet.entries:
        assert packet.get(one.handle) is one


@pytest.mark.parametrize("number", [4, 9, 9999])
def test_a_handle_that_was_never_given_out_has_no_entry(number: int) -> None:
    assert Packet.of([(passage(n), "", 0.0) for n in range(3)]).get(Handle(number)) is None


def test_an_empty_packet_has_no_entry() -> None:
    assert Packet().get(Handle(1)) is None


@pytest.mark.parametrize("numbers", [[2], [1, 3], [2, 1], [1, 1]])
def test_handles_with_gaps_or_out_of_order_are_refused(numbers: list[int]) -> None:
    with pytest.raises(InvalidHandle, match="without a gap"):
        Packet(tuple(entry(number, ordinal) for ordinal, number in enumerate(numbers)))


def test_a_passage_stands_in_a_packet_once() -> None:
    with pytest.raises(InvalidHandle, match="once"):
        Packet((entry(1, 0), entry(2, 0)))
