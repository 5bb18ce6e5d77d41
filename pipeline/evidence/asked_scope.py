"""What a question was asked of: the filings that were searched, and why those."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ScopeFiling:
    """A filing that was searched. `because`: what in the question speaks for it, in the analyst's words ("Apple",
    "third quarter of 2023"); empty when nothing does but that it is there. `weight`: 0 to 1, 1 for the best.
    `is_picked`: the analyst chose it, so that the question did not decide."""

    document_id: UUID
    version_id: UUID
    because: tuple[str, ...]
    weight: float
    is_picked: bool = False


@dataclass(frozen=True, slots=True)
class AskedScope:
    """`filings`: what was searched, best first. `is_narrowed`: whether the question's words chose them; else they are
    all that the analyst may read, or picked. `reading`: what was read of the question, such as ("Apple", "third
    quarter of 2023", "10-Q"). `absent`: companies that it names and the library does not have. `missing`: periods or
    forms that it asks for and no filing of its companies has. `without`: documents that the analyst took out.
    """

    filings: tuple[ScopeFiling, ...] = ()
    is_narrowed: bool = False
    reading: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    without: tuple[UUID, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "filings": [
                {
                    "document_id": str(filing.document_id),
                    "version_id": str(filing.version_id),
                    "because": list(filing.because),
                    "weight": filing.weight,
                    "is_picked": filing.is_picked,
                }
                for filing in self.filings
            ],
            "is_narrowed": self.is_narrowed,
            "reading": list(self.reading),
            "absent": list(self.absent),
            "missing": list(self.missing),
            "without": [str(document) for document in self.without],
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`. Scopes of an earlier form name chosen documents only: of those nothing is read."""
        if "filings" not in value:
            return cls()
        return cls(
            tuple(
                ScopeFiling(
                    UUID(filing["document_id"]),
                    UUID(filing["version_id"]),
                    tuple(filing["because"]),
                    filing["weight"],
                    filing["is_picked"],
                )
                for filing in value["filings"]
            ),
            value["is_narrowed"],
            tuple(value["reading"]),
            tuple(value["absent"]),
            tuple(value["missing"]),
            tuple(UUID(document) for document in value["without"]),
        )
