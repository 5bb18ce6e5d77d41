"""What a model is told: a versioned file of instructions, and data inside delimiters that the data cannot close."""

from __future__ import annotations

import functools
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files

from pipeline.evidence.errors import ConfigurationError
from pipeline.model.data_text import as_data


@dataclass(frozen=True, slots=True)
class Prompt:
    """`system`: the instructions; `user`: the data. `version` names the instructions."""

    version: str
    system: str
    user: str

    @classmethod
    def of(cls, folder: str, version: str, token: str, parts: Iterable[str]) -> Prompt:
        """The instructions of a version with parts that are enclosed by `token`."""
        user = "\n\n".join([f"The token is {token}.", *parts])
        return cls(version, instructions(folder, version), user)


@functools.cache
def instructions(folder: str, version: str) -> str:
    """The text of a prompt file in a package of prompts. Raises ConfigurationError where the installation lacks it."""
    try:
        return (files(folder) / f"{version}.md").read_text("utf-8").strip()
    except FileNotFoundError as error:
        raise ConfigurationError(f"The prompt {version!r} is not installed. Reinstall Pincite.") from error


def enclosed(name: str, token: str, text: str, first: str = "") -> str:
    """A text between a pair of delimiters, as data; `first` is an enclosed one that stands in it, before the rest."""
    inner = f"{first}\n{as_data(text)}" if first else as_data(text)
    return f"<{name}-{token}>\n{inner}\n</{name}-{token}>"


def token_for(texts: Sequence[str]) -> str:
    """A word that nobody can guess and that stands in none of the texts: so none of them can close its delimiters."""
    while True:
        token = secrets.token_hex(6)
        if not any(token in text for text in texts):
            return token
