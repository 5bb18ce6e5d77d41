"""What reading one file may cost: bytes, pages, memory and time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.evidence.errors import ConfigurationError, SourceTooLarge

_SIZE = re.compile(r"([0-9]{1,15}) ?(KB|MB|GB)?")
_UNITS = {"": 1, "KB": 1000, "MB": 1000**2, "GB": 1000**3}


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one file may be, and that the processes which read it may take together.

    `bytes` of the file; `pages` (sections of an HTML or text filing count as pages); `memory`, resident bytes of all
    its processes, what they share counted once; `seconds` of wall time. Raises ConfigurationError for a limit below 1.
    """

    bytes: int = 200_000_000
    pages: int = 5_000
    memory: int = 3_000_000_000
    seconds: int = 3_600

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) < 1:
                raise ConfigurationError(f"The limit on {name} is at least 1, not {getattr(self, name)}.")

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> Limits:
        """PINCITE_MAX_BYTES and PINCITE_MAX_MEMORY ("200MB"), PINCITE_MAX_PAGES, PINCITE_MAX_SECONDS, each optional.

        Raises ConfigurationError for what is no such number.
        """
        return cls(
            bytes=size_in_bytes("PINCITE_MAX_BYTES", env, DEFAULT_LIMITS.bytes),
            pages=_count("PINCITE_MAX_PAGES", "pages", env, DEFAULT_LIMITS.pages),
            memory=size_in_bytes("PINCITE_MAX_MEMORY", env, DEFAULT_LIMITS.memory),
            seconds=_count("PINCITE_MAX_SECONDS", "seconds", env, DEFAULT_LIMITS.seconds),
        )

    def check_bytes(self, count: int, source: str) -> None:
        """Raises SourceTooLarge when a file of `count` bytes is refused; `source` is what messages call it."""
        if count > self.bytes:
            raise SourceTooLarge(
                f"{source} has {count:,} bytes; this installation reads files of up to {self.bytes:,}. "
                "Split it, or raise PINCITE_MAX_BYTES.",
                source=source,
            )

    def check_pages(self, count: int, source: str, *, or_more: bool = False) -> None:
        """Raises SourceTooLarge when a document of `count` pages is refused; `or_more`, when no more were counted."""
        if count > self.pages:
            raise SourceTooLarge(
                f"{source} has {count:,} pages{' or more' if or_more else ''}; this installation reads documents of "
                f"up to {self.pages:,}. "
                "Split it, or raise PINCITE_MAX_PAGES.",
                source=source,
            )


DEFAULT_LIMITS = Limits()

MOST_ELEMENTS = 1_000_000
"""Elements of an HTML filing. A large annual report has 40,000; each takes up to 0.2 ms."""

MOST_STYLE = 500_000
"""Characters of all the different `style` values of an HTML filing, each of which is parsed twice. Real filings have
50,000."""

MOST_LINES = 500_000
"""Lines and form feeds of a text filing. An annual report has 3,000; each takes up to 0.2 ms."""

MOST_REFERENCES = 20_000
"""Character references in one text or tag: sanitisers take the square of their number. Whole filings have up to
4,000."""

MOST_CHARACTERS = 200_000
"""Characters of one PDF page. The fullest real pages have 20,000, and each character is looked at many times."""


def _count(name: str, unit: str, env: Mapping[str, str], default: int) -> int:
    text = env.get(name)
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,15}", text) or int(text) < 1:
        raise ConfigurationError(f"{name} is a whole number of {unit} from 1, not {text!r}.")
    return int(text)


def size_in_bytes(name: str, env: Mapping[str, str], default: int) -> int:
    """The bytes that a variable states; units are decimal: 1 KB is 1,000 bytes. Raises ConfigurationError."""
    text = env.get(name)
    if not text:
        return default
    match = _SIZE.fullmatch(text)
    if match is None or int(match[1]) < 1:
        raise ConfigurationError(f'{name} is a number of bytes, such as 200000000 or "200MB", not {text!r}.')
    return int(match[1]) * _UNITS[match[2] or ""]
