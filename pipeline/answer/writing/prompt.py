"""What a model is told to write an answer, or to judge a claim."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.model.prompt import Prompt, enclosed, token_for

ANSWER = "answer-1"
SUPPORT = "support-1"

PROMPTS = f"{__package__}.prompts"
"""The package of the instructions' files."""


def answer_prompt(question: str, packet: Packet) -> Prompt:
    """Asks for an answer to a question from a packet. Passages stand under their handles, with neither page nor link;
    the question comes last, where models heed it best."""
    texts = (text for entry in packet.entries for text in (entry.passage.text, entry.passage.context))
    token = token_for([question, *texts])
    parts = [_passage(entry, token) for entry in packet.entries]
    return Prompt.of(PROMPTS, ANSWER, token, [*parts, enclosed("question", token, question)])


def support_prompt(claim: str, quotes: Sequence[str]) -> Prompt:
    """Asks whether quotes support a claim, and shows nothing else."""
    token = token_for([claim, *quotes])
    parts = [enclosed("claim", token, claim), *(enclosed("quote", token, quote) for quote in quotes)]
    return Prompt.of(PROMPTS, SUPPORT, token, parts)


def _passage(entry: PacketEntry, token: str) -> str:
    context = entry.passage.context or entry.title
    return enclosed(str(entry.handle), token, entry.passage.text, enclosed("context", token, context))
