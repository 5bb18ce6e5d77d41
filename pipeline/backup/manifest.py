"""What a backup holds, as its last member says it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.evidence.errors import InvalidBackup

FORMAT: Final = "pincite-backup-1"
MANIFEST: Final = "manifest.json"
FINGERPRINT: Final = "manifest.sha256"
"""Follows the manifest and holds its hash, which notices accidents; against forgery it has to be kept apart."""

LISTING: Final = "blobs.tsv.gz"
LARGEST: Final = 16 << 20
"""Bytes of a manifest: it names tables and columns, and no filing."""

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Count = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(pattern=r"^[a-z_][a-z0-9_]{0,62}$")]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Member(_Part):
    """A packed member: the hash and the size of its bytes as they lie in the file, and its size unpacked."""

    sha256: Sha256
    bytes: Count
    unpacked: Count


class Table(_Part):
    """The rows of a table. `digest` is the same in whatever order they come."""

    space: Name
    name: Name
    columns: tuple[Name, ...]
    rows: Count
    digest: Sha256
    member: Member

    @property
    def file(self) -> str:
        return f"tables/{self.space}.{self.name}.tsv.gz"


class Sequence(_Part):
    """Where a sequence of numbers stood."""

    space: Name
    name: Name
    last: int
    is_called: bool


class Applied(_Part):
    """A migration that had been applied to the library."""

    name: str
    checksum: Sha256


class Files(_Part):
    """The files of the filings: how many of all tenants, how many different ones, their bytes, and their list.
    `left_out`: hashes of those that were gone or damaged."""

    count: Count
    different: Count
    bytes: Count
    listing: Member
    left_out: tuple[Sha256, ...] = ()


class Manifest(_Part):
    """`made_at` is in ISO 8601. `queue` names the migrations of the queue's package."""

    format: Literal["pincite-backup-1"] = FORMAT
    pincite: str
    made_at: str
    migrations: tuple[Applied, ...]
    queue: tuple[str, ...]
    tables: tuple[Table, ...]
    sequences: tuple[Sequence, ...]
    files: Files

    def rows(self, name: str) -> int:
        """How many rows a table of ours had; 0 for one that there was not."""
        return next((one.rows for one in self.tables if (one.space, one.name) == ("pincite", name)), 0)

    def to_bytes(self) -> bytes:
        return self.model_dump_json(indent=1).encode()

    @classmethod
    def read(cls, data: bytes, *, where: str) -> Manifest:
        """Raises InvalidBackup."""
        try:
            return cls.model_validate_json(data)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or MANIFEST
            raise InvalidBackup(
                f"{where} is no backup that this Pincite can read: its {place} is wrong. Take another backup, or a "
                "newer Pincite."
            ) from None
