"""How an installation is run: its log, who reads its figures, how it ends, and how much one user may ask of it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from pipeline.evidence.errors import ConfigurationError
from pipeline.limits import size_in_bytes

LOOPBACK: Final = "127.0.0.1"
OFF: Final = "off"

DEFAULT_END_SECONDS: Final = 10
"""An image takes 15 ms and an original file of 200 MB some seconds; who asks for longer than that asks again."""

MOST_SECONDS: Final = 600

DEFAULT_QUESTIONS: Final = 30
"""A minute. Nobody reads that many answers; it takes a script, or a key that is held down."""

DEFAULT_FILES: Final = 500
"""An hour. What a team adds at the end of a quarter, by one person."""

DEFAULT_UPLOADED: Final = 10_000_000_000
"""Bytes an hour: 500 files of 20 MB."""


class LogForm(StrEnum):
    """`text`: warnings and errors, for a person at a terminal. `json`: one object a line, of each request, question and
    run too, for whatever collects them."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Listener:
    """Where something listens. Without a host in the setting it is this machine only."""

    host: str
    port: int

    @classmethod
    def parse(cls, name: str, text: str) -> Listener:
        """Of "9464", "0.0.0.0:9464" or "[::]:9464". Raises ConfigurationError, which names the setting `name`."""
        host, separator, port = text.rpartition(":")
        if not re.fullmatch(r"[0-9]{1,5}", port) or not 0 < int(port) < 65536:
            raise ConfigurationError(f"{name} is a port, or an address and a port, not {text!r}.")
        if not separator:
            return cls(LOOPBACK, int(port))
        try:
            address = ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
        except ValueError:
            raise ConfigurationError(
                f"{name} listens at an address of this machine, such as {LOOPBACK}:{port}, not at {host!r}."
            ) from None
        return cls(str(address), int(port))


@dataclass(frozen=True, slots=True)
class Allowances:
    """What one user may ask of the installation: questions a minute, files and bytes an hour. None: as much as they
    like.

    `bind_all`: those that were set bind everybody, the command line too; the usual ones bind people who signed in, so
    that one person on their own machine adds as many filings as they have.
    """

    questions: int | None = DEFAULT_QUESTIONS
    files: int | None = DEFAULT_FILES
    uploaded: int | None = DEFAULT_UPLOADED
    bind_all: frozenset[str] = frozenset()

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> Allowances:
        """PINCITE_QUESTIONS_PER_MINUTE, PINCITE_FILES_PER_HOUR and PINCITE_UPLOAD_PER_HOUR ("10GB"), each "off" for
        none. Raises ConfigurationError."""
        names = {
            "questions": "PINCITE_QUESTIONS_PER_MINUTE",
            "files": "PINCITE_FILES_PER_HOUR",
            "uploaded": "PINCITE_UPLOAD_PER_HOUR",
        }
        return cls(
            _count(names["questions"], "questions", env, DEFAULT_QUESTIONS),
            _count(names["files"], "files", env, DEFAULT_FILES),
            None
            if env.get(names["uploaded"]) == OFF
            else size_in_bytes(names["uploaded"], env, DEFAULT_UPLOADED),
            frozenset(kind for kind, name in names.items() if env.get(name)),
        )


MOST_DAYS: Final = 36_500


@dataclass(frozen=True, slots=True)
class Operation:
    """`log`: what the log looks like (PINCITE_LOG, text or json). `metrics`, `worker_metrics`: where the app and a
    worker give their figures to Prometheus, None for nowhere (PINCITE_METRICS, PINCITE_WORKER_METRICS: a port of this
    machine, or address:port). `drain_seconds`: how long an app that is asked to end still serves while it says that it
    is not ready, so that whoever shares out requests looks elsewhere (PINCITE_DRAIN_SECONDS). `end_seconds`: how long
    requests in flight may then still take (PINCITE_END_SECONDS). `proxies`: the addresses whose word on the caller's
    address and scheme is taken (PINCITE_PROXIES, addresses and networks). `hosts`: the names that browsers open the
    app by (PINCITE_HOSTS, separated by commas; "*.example.com" for all below one). `allowances`: see there.
    `keep_openings`: for how many days it is kept who opened which evidence (PINCITE_KEEP_OPENINGS). None, for ever,
    unless set: how long that has to be known is for whoever answers for it to say, and what is deleted is gone.
    """

    log: LogForm = LogForm.TEXT
    metrics: Listener | None = None
    worker_metrics: Listener | None = None
    drain_seconds: int = 0
    end_seconds: int = DEFAULT_END_SECONDS
    proxies: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    allowances: Allowances = field(default_factory=Allowances)
    keep_openings: int | None = None

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> Operation:
        """Raises ConfigurationError for a value that cannot be used."""
        return cls(
            _log_form(env.get("PINCITE_LOG")),
            _listener("PINCITE_METRICS", env),
            _listener("PINCITE_WORKER_METRICS", env),
            _seconds("PINCITE_DRAIN_SECONDS", env, 0),
            _seconds("PINCITE_END_SECONDS", env, DEFAULT_END_SECONDS),
            _proxies(env.get("PINCITE_PROXIES")),
            _hosts(env.get("PINCITE_HOSTS")),
            Allowances.from_environment(env),
            _days("PINCITE_KEEP_OPENINGS", env),
        )


def _log_form(text: str | None) -> LogForm:
    if not text:
        return LogForm.TEXT
    if text not in set(LogForm):
        raise ConfigurationError(f"PINCITE_LOG is text or json, not {text!r}.")
    return LogForm(text)


def _listener(name: str, env: Mapping[str, str]) -> Listener | None:
    text = env.get(name) or OFF
    return None if text == OFF else Listener.parse(name, text)


def _seconds(name: str, env: Mapping[str, str], default: int) -> int:
    text = env.get(name)
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) > MOST_SECONDS:
        raise ConfigurationError(
            f"{name} is a whole number of seconds from 0 to {MOST_SECONDS}, not {text!r}."
        )
    return int(text)


def _count(name: str, unit: str, env: Mapping[str, str], default: int) -> int | None:
    text = env.get(name)
    if not text:
        return default
    if text == OFF:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < 1:
        raise ConfigurationError(f'{name} is a whole number of {unit} from 1, or "off", not {text!r}.')
    return int(text)


def _days(name: str, env: Mapping[str, str]) -> int | None:
    text = env.get(name) or OFF
    if text == OFF:
        return None
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= MOST_DAYS:
        raise ConfigurationError(f'{name} is a whole number of days from 1, or "off" for ever, not {text!r}.')
    return int(text)


def _hosts(text: str | None) -> tuple[str, ...]:
    found = tuple(part.strip().lower() for part in (text or "").split(",") if part.strip())
    for one in found:
        if not re.fullmatch(r"(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:]*:[0-9a-f:]*", one):
            raise ConfigurationError(
                f"PINCITE_HOSTS has names such as pincite.example.com, without scheme or port, and {one!r} is none."
            )
    return found


def _proxies(text: str | None) -> tuple[str, ...]:
    found = tuple(part.strip() for part in (text or "").split(",") if part.strip())
    for one in found:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            raise ConfigurationError(
                f"PINCITE_PROXIES has addresses and networks, such as 10.0.0.7 or 10.0.0.0/24, and {one!r} is neither."
            ) from None
    return found
