"""What the environment says. Read once, at the edge; nothing secret is printed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from pipeline.evidence.errors import ConfigurationError
from pipeline.limits import Limits
from pipeline.storage import Storage

DEFAULT_PORT = 8501
DEFAULT_WORKERS = max((os.cpu_count() or 2) // 2, 1)
MOST_WORKERS = 64


@dataclass(frozen=True, slots=True)
class Settings:
    """Where data lives and which services are used.

    `home`: the data folder (PINCITE_HOME). `database_url`: a Postgres of one's own (DATABASE_URL), else the embedded
    server. `openai_base_url`, `openai_api_key`, `model`, `embedding_model`: an OpenAI-compatible endpoint.
    `workers`: how many files a worker reads at once (PINCITE_WORKERS; one for each two cores, so that the app keeps
    answering); with 0 the app starts no worker beside it. `samples`: load the sample filings (PINCITE_SAMPLES).
    `limits`: what reading one file may cost (PINCITE_MAX_BYTES, _PAGES, _MEMORY, _SECONDS). `storage`: where the
    bytes of filings lie (PINCITE_BLOBS, PINCITE_BLOB_CACHE, PINCITE_BLOB_LINKS). `fonts`: a folder of fonts to draw
    pages with, instead of the system's (PINCITE_FONTS).
    """

    home: Path
    database_url: str | None = field(default=None, repr=False)
    openai_base_url: str | None = None
    openai_api_key: str | None = field(default=None, repr=False)
    model: str | None = None
    embedding_model: str | None = None
    port: int = DEFAULT_PORT
    limits: Limits = field(default_factory=Limits)
    workers: int = DEFAULT_WORKERS
    samples: bool = False
    storage: Storage = field(default_factory=Storage)
    fonts: Path | None = None

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
            port=_port(env.get("PINCITE_PORT")),
            limits=Limits.from_environment(env),
            workers=_workers(env.get("PINCITE_WORKERS")),
            samples=bool(env.get("PINCITE_SAMPLES")),
            storage=Storage.from_environment(env),
            fonts=_fonts(env.get("PINCITE_FONTS")),
        )


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


def _port(text: str | None) -> int:
    if not text:
        return DEFAULT_PORT
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise ConfigurationError(f"PINCITE_PORT is a port from 1 to 65535, not {text!r}.")
    return int(text)


def _workers(text: str | None) -> int:
    if not text:
        return DEFAULT_WORKERS
    if not text.isascii() or not text.isdigit() or int(text) > MOST_WORKERS:
        raise ConfigurationError(f"PINCITE_WORKERS is a number from 0 to {MOST_WORKERS}, not {text!r}.")
    return int(text)
