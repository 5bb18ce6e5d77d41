"""What a process that reads one file is told, once, by the process that started it."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from uuid import UUID

from pipeline.settings import Settings
from pipeline.store.scope import Scope

_LENGTH = struct.Struct("!Q")


@dataclass(frozen=True, slots=True)
class IngestTask:
    """One file to read: the hash of its bytes in the blob store, and what messages call it. `reread` is the stored
    version whose bytes they are, when it is to be read again in place; `collection_id` what a new filing comes into."""

    ingest_id: UUID
    sha256: str
    source_name: str
    supersedes: UUID | None = None
    reread: UUID | None = None
    collection_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class ReadingRequest:
    """Everything that the process has to know. `cores` of the machine are for this file; `scratch` is a folder for
    temporary files."""

    settings: Settings
    scope: Scope
    task: IngestTask
    cores: int
    scratch: Path

    def write(self, pipe: IO[bytes]) -> None:
        """Raises OSError when nobody reads it."""
        body = pickle.dumps(self)
        pipe.write(_LENGTH.pack(len(body)))
        pipe.write(body)
        pipe.flush()

    @classmethod
    def read(cls, pipe: IO[bytes]) -> ReadingRequest:
        """From the process that started this one, and from nobody else. Raises EOFError when that has ended."""
        header = pipe.read(_LENGTH.size)
        if len(header) < _LENGTH.size:
            raise EOFError("no request came")
        request = pickle.loads(pipe.read(_LENGTH.unpack(header)[0]))
        if not isinstance(request, cls):
            raise TypeError(f"a request was expected, not {type(request).__name__}")
        return request
