"""Where a model is served: its address, key and name, and how long it is waited for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self
from urllib.parse import urlsplit

from pipeline.evidence.errors import ConfigurationError
from pipeline.settings import Settings, shown_address

OPENAI = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class Waits:
    """Seconds: for a connection, for the model's first word, between two of its words, and for all of its reply."""

    connect: float = 10.0
    first: float = 120.0
    between: float = 45.0
    whole: float = 900.0


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at an address. `setting` is the variable that names the model, `answer_tokens` the most that it may write
    in one reply. The key is never shown.
    """

    model: str
    address: str
    key: str | None = field(repr=False)
    setting: str
    answer_tokens: int
    waits: Waits = Waits()

    def within(self, seconds: float) -> Self:
        """The same, waiting for nothing longer than so many seconds."""
        waits = replace(self.waits, connect=seconds, first=seconds, between=seconds, whole=seconds)
        return replace(self, waits=waits)

    @classmethod
    def of(cls, settings: Settings, model: str, setting: str) -> Self:
        """Raises ConfigurationError when a model is named and neither an address nor a key is, for an address that is
        none, and for a key that no request can carry."""
        if not (settings.openai_base_url or settings.openai_api_key):
            raise ConfigurationError(
                f"The model {model!r} is configured, and neither an endpoint address nor a key is. Set OPENAI_BASE_URL "
                f"or OPENAI_API_KEY, or unset {setting} to answer without a model."
            )
        address = settings.openai_base_url or OPENAI
        require_address(address, "OPENAI_BASE_URL")
        require_key(settings.openai_api_key, "OPENAI_API_KEY")
        waits = replace(Waits(), first=float(settings.model_seconds))
        return cls(model, address, settings.openai_api_key, setting, settings.answer_tokens, waits)

    @property
    def place(self) -> str:
        """The address as messages name it: without what may be secret."""
        return shown_address(self.address)

    def without_key(self, text: str) -> str:
        """A server's words without the key, should it repeat it."""
        return text.replace(self.key, "…") if self.key else text


def require_address(address: str, setting: str) -> None:
    """Raises ConfigurationError for what is no address, naming the variable."""
    try:
        parts = urlsplit(address)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_usable = False
    if not is_usable:
        raise ConfigurationError(
            f"{setting} is no address such as http://127.0.0.1:8000/v1. Correct or unset it."
        )


def require_key(key: str | None, setting: str) -> None:
    """Raises ConfigurationError for a key that no request can carry, naming the variable."""
    if key and not (key.isascii() and key.isprintable() and key.strip() == key):
        raise ConfigurationError(
            f"{setting} has characters or spaces that no key has. Copy it again, without a line break."
        )
