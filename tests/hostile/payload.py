"""One hostile piece of HTML: what kind it is of, what it tries, and how it is made into a filing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

RUN = "«run»"
"""In a payload: the script that tells the page around that it ran."""

HOST = "«host»"
"""In a payload: an address of the listener, without its scheme."""

BEFORE, AFTER = "Net sales rose in the quarter.", "Costs fell in the quarter."
"""What an honest filing would say around a payload."""

_WHOLE = ("<?xml", "<!doctype", "<html", "<frameset")


@dataclass(frozen=True, slots=True)
class Payload:
    """`source` is HTML that stands between two paragraphs, or a whole file where it begins like one or is bytes."""

    name: str
    kind: str
    tries: str
    source: str | bytes

    @property
    def is_whole(self) -> bool:
        return isinstance(self.source, bytes) or self.source.lower().startswith(_WHOLE)

    def filing(self, number: int, listener: str) -> bytes:
        """The file that is sent in. Its script reports `number`; what it loads is of the listener ("host:port")."""
        run, host = f"top.bitten.add({number})", f"{listener}/{self.name}"
        if isinstance(self.source, bytes):
            return self.source.replace(RUN.encode(), run.encode()).replace(HOST.encode(), host.encode())
        source = self.source.replace(RUN, run).replace(HOST, host)
        if self.is_whole:
            return source.encode()
        return f"<html><body><p>{BEFORE}</p>{source}<p>{AFTER}</p></body></html>".encode()


def payloads(kind: str, table: Iterable[tuple[str, str | bytes]]) -> tuple[Payload, ...]:
    """The payloads of a kind, from what each tries and its source."""
    return tuple(
        Payload(f"{kind}-{number}", kind, tries, source)
        for number, (tries, source) in enumerate(table, start=1)
    )
