"""What a model is told: a versioned file of instructions, and data inside delimiters that the data cannot close."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files

from pipeline.evidence.errors import ConfigurationError
from pipeline.evidence.packet import Packet, PacketEntry

ANSWER = "answer-1"
SUPPORT = "support-1"


@dataclass(frozen=True, slots=True)
class Prompt:
    """`system`: the instructions; `user`: the data. `version` names the instructions."""

    version: str
    system: str
    user: str


def answer_prompt(question: str, packet: Packet) -> Prompt:
    """Asks for an answer to a question from a packet. Passages stand under their handles, with neither page nor link;
    the question comes last, where models heed it best."""
    token = _token(
        [
            question,
            *(text for entry in packet.entries for text in (entry.passage.text, entry.passage.context)),
        ]
    )
    parts = [_passage(entry, token) for entry in packet.entries]
    return _prompt(ANSWER, token, [*parts, _enclosed("question", token, question)])


def support_prompt(claim: str, quotes: Sequence[str]) -> Prompt:
    """Asks whether quotes support a claim, and shows nothing else."""
    token = _token([claim, *quotes])
    parts = [_enclosed("claim", token, claim), *(_enclosed("quote", token, quote) for quote in quotes)]
    return _prompt(SUPPORT, token, parts)


@functools.cache
def instructions(version: str) -> str:
    """The text of a prompt file. Raises ConfigurationError where the installation lacks it."""
    try:
        return (files(f"{__package__}.prompts") / f"{version}.md").read_text("utf-8").strip()
    except FileNotFoundError as error:
        raise ConfigurationError(f"The prompt {version!r} is not installed. Reinstall Pincite.") from error


def _prompt(version: str, token: str, parts: Iterable[str]) -> Prompt:
    return Prompt(version, instructions(version), "\n\n".join([f"The token is {token}.", *parts]))


def _passage(entry: PacketEntry, token: str) -> str:
    context = entry.passage.context or entry.title
    inner = f"{_enclosed('context', token, context)}\n{entry.passage.text}"
    return _enclosed(str(entry.handle), token, inner)


def _enclosed(name: str, token: str, text: str) -> str:
    return f"<{name}-{token}>\n{text}\n</{name}-{token}>"


def _token(texts: Sequence[str]) -> str:
    """A word that nobody can guess and that stands in none of the texts: so none of them can close its delimiters."""
    while True:
        token = secrets.token_hex(6)
        if not any(token in text for text in texts):
            return token
