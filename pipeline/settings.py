"""What the environment says. Read once, at the edge; nothing secret is printed."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from pipeline.evidence.errors import ConfigurationError
from pipeline.limits import Limits
from pipeline.oidc import OidcClient
from pipeline.operation import Operation
from pipeline.storage import Storage

DEFAULT_PORT = 8501
DEFAULT_WORKERS = max((os.cpu_count() or 2) // 2, 1)
MOST_WORKERS = 64
DEFAULT_ALERT_RATE = 0.03
"""An analyst who opens thirty citations a day meets about one that fails."""

DEFAULT_PACKET_TOKENS = 24_000
"""A packet of 40,000 characters: at most 15,000 tokens on filings, and some 4,000 around 24 passages, both estimated
on the high side."""

DEFAULT_ANSWER_TOKENS = 4_000
"""Some twenty claims with their quotes."""

DEFAULT_SEARCH_SECONDS = 5
"""An answer begins so much later at most when a plan or an order of the pages does not come."""

DEFAULT_MODEL_SECONDS = 120
"""A small model on a processor of its own reads a whole packet in one to two minutes before its first word."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where data lives and which services are used.

    `home`: the data folder (PINCITE_HOME). `database_url`: a Postgres of one's own (DATABASE_URL), else the embedded
    server. `openai_base_url`, `openai_api_key`, `model`, `embedding_model`: an OpenAI-compatible endpoint.
    `judge_model`: the model that judges support (PINCITE_JUDGE_MODEL; the same one unless set, none when "off").
    `planning`: whether the model plans searches (PINCITE_PLANNING, on or off). `rerank_url`, `rerank_model`,
    `rerank_key`: a reranker (PINCITE_RERANK_URL, _MODEL, _KEY); with a model and no address it is one of the
    endpoint's. `search_seconds`: how long a plan or an order of pages is waited for (PINCITE_SEARCH_SECONDS).
    `packet_tokens`, `answer_tokens`: what the passages and the answer may take (PINCITE_PACKET_TOKENS,
    PINCITE_ANSWER_TOKENS). `model_seconds`: how long a model's first word is waited for (PINCITE_MODEL_SECONDS).
    `workers`: how many files a worker reads at once (PINCITE_WORKERS; one for each two cores, so that the app keeps
    answering); with 0 the app starts no worker beside it. `samples`: load the sample filings (PINCITE_SAMPLES).
    `limits`: what reading one file may cost (PINCITE_MAX_BYTES, _PAGES, _MEMORY, _SECONDS). `storage`: where the
    bytes of filings lie (PINCITE_BLOBS, PINCITE_BLOB_CACHE, PINCITE_BLOB_LINKS). `fonts`: a folder of fonts to draw
    pages with, instead of the system's (PINCITE_FONTS). `alert_rate`: the share of failing citations above which the
    Quality page speaks up (PINCITE_ALERT_RATE, a percentage). `operation`: how the installation is run.
    `oidc`: how people sign in (PINCITE_OIDC_…, PINCITE_URL, PINCITE_SESSION_HOURS, PINCITE_COOKIE_SECRET), None for one
    local user.
    """

    home: Path
    database_url: str | None = field(default=None, repr=False)
    openai_base_url: str | None = None
    openai_api_key: str | None = field(default=None, repr=False)
    model: str | None = None
    embedding_model: str | None = None
    judge_model: str | None = None
    planning: bool = False
    rerank_url: str | None = None
    rerank_model: str | None = None
    rerank_key: str | None = field(default=None, repr=False)
    search_seconds: int = DEFAULT_SEARCH_SECONDS
    packet_tokens: int = DEFAULT_PACKET_TOKENS
    answer_tokens: int = DEFAULT_ANSWER_TOKENS
    model_seconds: int = DEFAULT_MODEL_SECONDS
    port: int = DEFAULT_PORT
    limits: Limits = field(default_factory=Limits)
    alert_rate: float = DEFAULT_ALERT_RATE
    workers: int = DEFAULT_WORKERS
    samples: bool = False
    storage: Storage = field(default_factory=Storage)
    fonts: Path | None = None
    oidc: OidcClient | None = None
    operation: Operation = field(default_factory=Operation)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Raises ConfigurationError for a value that cannot be used."""
        env = os.environ if environment is None else environment
        home = env.get("PINCITE_HOME") or platformdirs.user_data_dir("pincite", appauthor=False)
        return cls(
            home=_folder(home),
            database_url=env.get("DATABASE_URL") or None,
            openai_base_url=env.get("OPENAI_BASE_URL") or None,
            openai_api_key=env.get("OPENAI_API_KEY") or None,
            model=env.get("PINCITE_MODEL") or None,
            embedding_model=env.get("PINCITE_EMBEDDING_MODEL") or None,
            judge_model=_judge(env),
            planning=_is_on("PINCITE_PLANNING", env),
            rerank_url=env.get("PINCITE_RERANK_URL") or None,
            rerank_model=env.get("PINCITE_RERANK_MODEL") or None,
            rerank_key=env.get("PINCITE_RERANK_KEY") or None,
            search_seconds=_count("PINCITE_SEARCH_SECONDS", "seconds", env, DEFAULT_SEARCH_SECONDS),
            packet_tokens=_count("PINCITE_PACKET_TOKENS", "tokens", env, DEFAULT_PACKET_TOKENS),
            answer_tokens=_count("PINCITE_ANSWER_TOKENS", "tokens", env, DEFAULT_ANSWER_TOKENS),
            model_seconds=_count("PINCITE_MODEL_SECONDS", "seconds", env, DEFAULT_MODEL_SECONDS),
            port=_port(env.get("PINCITE_PORT")),
            limits=Limits.from_environment(env),
            workers=_workers(env.get("PINCITE_WORKERS")),
            alert_rate=_alert_rate(env.get("PINCITE_ALERT_RATE")),
            samples=bool(env.get("PINCITE_SAMPLES")),
            storage=Storage.from_environment(env),
            fonts=_fonts(env.get("PINCITE_FONTS")),
            oidc=OidcClient.from_environment(env),
            operation=Operation.from_environment(env),
        )


def shown_address(address: str) -> str:
    """An endpoint's address as messages name it: without a name, password or query, which may be secret."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()


def _folder(text: str) -> Path:
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError as error:
        raise ConfigurationError(f"PINCITE_HOME is a folder, not {text!r}: there is no such user.") from error


def _fonts(text: str | None) -> Path | None:
    if not text:
        return None
    folder = Path(text).absolute()
    if not folder.is_dir():
        raise ConfigurationError(f"PINCITE_FONTS is a folder of fonts, and {text!r} is none.")
    return folder


def _judge(env: Mapping[str, str]) -> str | None:
    """The judge's model: the writer's when nothing is set, none when it is set to "off"."""
    named = env.get("PINCITE_JUDGE_MODEL") or env.get("PINCITE_MODEL") or None
    return None if named == "off" else named


def _is_on(name: str, env: Mapping[str, str]) -> bool:
    """Off unless it is set to "on"."""
    text = env.get(name) or "off"
    if text not in ("on", "off"):
        raise ConfigurationError(f"{name} is on or off, not {text!r}.")
    return text == "on"


def _count(name: str, unit: str, env: Mapping[str, str], default: int) -> int:
    text = env.get(name)
    if not text:
        return default
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < 1:
        raise ConfigurationError(f"{name} is a whole number of {unit} from 1, not {text!r}.")
    return int(text)


def _port(text: str | None) -> int:
    if not text:
        return DEFAULT_PORT
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise ConfigurationError(f"PINCITE_PORT is a port from 1 to 65535, not {text!r}.")
    return int(text)


def _alert_rate(text: str | None) -> float:
    """A percentage from 0 to 100. Without its sign, a number below 1 could be a share as well: it is refused."""
    if not text:
        return DEFAULT_ALERT_RATE
    number = text.strip().removesuffix("%").rstrip()
    is_number = re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?", number, re.ASCII)
    if not is_number or float(number) > 100:
        raise ConfigurationError(
            f"PINCITE_ALERT_RATE is a percentage from 0 to 100, such as 3%, not {text!r}."
        )
    if 0 < float(number) < 1 and "%" not in text:
        raise ConfigurationError(
            f"PINCITE_ALERT_RATE is {text!r}, which may mean {float(number):.6g}% or {100 * float(number):.6g}%: "
            "write the percent sign."
        )
    return float(number) / 100


def _workers(text: str | None) -> int:
    if not text:
        return DEFAULT_WORKERS
    if not text.isascii() or not text.isdigit() or int(text) > MOST_WORKERS:
        raise ConfigurationError(f"PINCITE_WORKERS is a number from 0 to {MOST_WORKERS}, not {text!r}.")
    return int(text)
