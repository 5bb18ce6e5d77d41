"""The sample filings as a set: which there are, and how they follow one another."""

from dataclasses import dataclass
from pathlib import Path

from pipeline.samples.issuer import ORRINMERE
from pipeline.samples.model import Books

ANNUAL = "orrinmere-10-k-2024.pdf"
AMENDMENT = "orrinmere-10-k-a-2024.pdf"
QUARTERLY = "orrinmere-10-q-2025-q2.html"


@dataclass(frozen=True, slots=True)
class SampleFiling:
    """A sample filing on disk; `supersedes` is the path of the filing whose place it takes."""

    path: Path
    title: str
    supersedes: Path | None = None


def build(folder: Path) -> list[SampleFiling]:
    """Write all sample filings into `folder`, made when it is missing, in the order in which they were filed.

    The same code writes the same bytes. Raises OSError when the folder cannot be written.
    """
    # Here, because typesetting takes half a second to import and who asks for a file name needs none of it.
    from pipeline.samples.annual import write_annual
    from pipeline.samples.quarterly import write_quarterly

    folder.mkdir(parents=True, exist_ok=True)
    annual, amendment, quarterly = (folder / name for name in (ANNUAL, AMENDMENT, QUARTERLY))
    write_annual(annual, Books.as_reported())
    write_annual(amendment, Books.as_restated())
    write_quarterly(quarterly, Books.as_restated())
    return [
        SampleFiling(annual, f"{ORRINMERE.name} · Form 10-K · FY2024"),
        SampleFiling(amendment, f"{ORRINMERE.name} · Form 10-K/A · FY2024", supersedes=annual),
        SampleFiling(quarterly, f"{ORRINMERE.name} · Form 10-Q · Q2 FY2025"),
    ]
