"""How much a model is given to read: an estimate of tokens that errs on the high side."""

from __future__ import annotations

import re

from pipeline.evidence.packet import Packet, PacketEntry

DELIMITERS = 72
"""Tokens of the four delimiters of a passage, their token of twelve digits at its longest."""

_PIECES = re.compile(r"[A-Za-z]+|[0-9]+|[^A-Za-z0-9 \n]|\n+")


def tokens_at_most(text: str) -> int:
    """At least as many tokens as the usual tokenizers cut an English filing into.

    They differ, and which one a server uses is not known: so a word counts one for each four letters begun (long words
    are cut, usual ones are not), each digit one (some vocabularies have single digits only), each mark one, and each
    other character one for each of its bytes but the first.
    """
    return sum(_tokens(piece) for piece in _PIECES.findall(text))


def fitted(question: str, packet: Packet, budget: int) -> Packet:
    """The packet's best entries as far as `budget` tokens take them with the question, at least one: what is too long
    as a whole is for the server to refuse. An entry is never cut, for what was not read cannot be cited."""
    used = tokens_at_most(question) + DELIMITERS
    for count, entry in enumerate(packet.entries):
        used += _taken_by(entry)
        if used > budget and count > 0:
            return Packet(packet.entries[:count])
    return packet


def _taken_by(entry: PacketEntry) -> int:
    return (
        tokens_at_most(entry.passage.text) + tokens_at_most(entry.passage.context or entry.title) + DELIMITERS
    )


def _tokens(piece: str) -> int:
    first = piece[0]
    if first == "\n":
        return 1
    if not first.isascii():
        return max(1, len(piece.encode("utf-8", "surrogatepass")) - 1)
    if first.isdigit():
        return len(piece)
    return (len(piece) + 3) // 4 if first.isalpha() else 1
