"""What must not stand in a log, whoever wrote the line: keys, passwords, links that open something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

MASK: Final = "•••"

SECRET_VARIABLES: Final = re.compile(r"(?:KEY|SECRET|TOKEN|PASSWORD|DATABASE_URL|COOKIE)")
"""Variables of the environment whose value is one, or has one in it."""

SHORTEST_SECRET: Final = 6
"""Characters. A shorter value would be masked in every second word."""

_SHAPES: Final = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*://[^\s:/@]*:)[^\s@/]+(?=@)"  # the password of an address
    r"|(?P<named>(?:authorization|cookie|password|secret|api[_-]?key|token)\"?\s*[:=]\s*\"?)(?:bearer\s+)?[^\s\",;]+"
    r"|(?P<bearer>bearer\s+)[\w.~+/=-]+"
    r"|(?P<path>/evidence/(?:frame|file)/)[^\s?\"']+"
    r"|\bsk-[\w-]{8,}"
    r"|\beyJ[\w-]+\.[\w.-]+"  # a JSON web token
    r"|\.?\b(?:Wy|eJ)[\w-]{20,}\.[\w.-]+",  # a link of this app: a signed list, packed or not
    re.IGNORECASE,
)


class Secrets:
    """Masks the secrets of this process, and whatever has the shape of one."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        longest_first = sorted({one for one in known if len(one) >= SHORTEST_SECRET}, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, longest_first))) if longest_first else None

    @classmethod
    def of_environment(cls, env: Mapping[str, str]) -> Secrets:
        """Those that the environment names; of an address that has a password, the password too."""
        values = [value for name, value in env.items() if SECRET_VARIABLES.search(name)]
        passwords = [found[1] for value in values if (found := re.search(r"://[^\s:/@]*:([^\s@/]+)@", value))]
        return cls([*values, *passwords])

    def masked(self, text: str) -> str:
        if self._known is not None:
            text = self._known.sub(MASK, text)
        return _SHAPES.sub(_mask, text)


def _mask(found: re.Match[str]) -> str:
    kept = next((part for part in found.groupdict().values() if part), "")
    return f"{kept}{MASK}"
