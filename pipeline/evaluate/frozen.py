"""The finance lexicon by its hash: figures belong to the lexicon that they were measured with."""

from __future__ import annotations

import hashlib
from importlib.resources import files

LEXICON = "pipeline.search.lexicon"
"""The package whose data files are the lexicon."""

DATA = ".toml"


def lexicon_hash() -> str:
    """SHA-256 over the names and bytes of the lexicon's data files, in the order of their names."""
    digest = hashlib.sha256()
    for file in sorted(files(LEXICON).iterdir(), key=lambda file: file.name):
        if file.name.endswith(DATA):
            data = file.read_bytes()
            digest.update(f"{file.name} {len(data)}\n".encode())
            digest.update(data)
    return digest.hexdigest()
