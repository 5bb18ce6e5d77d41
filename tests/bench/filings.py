"""What is measured on: the real filings beside the project, else the project's own samples."""

from __future__ import annotations

from pathlib import Path

from pipeline.samples import build

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
LONG = "filings/JNJ_10-K_FY2022_2023-01-01.pdf"
LONGEST = "hard/500plus-filing__PEPSICO_2021_10K.pdf"


def real(name: str) -> Path | None:
    path = SHARED / name
    return path if path.is_file() else None


def long_report(folder: Path) -> Path:
    """A report of more than 150 pages, or the sample annual report where the real one is absent."""
    return real(LONG) or build(folder)[0].path


def longest_report(folder: Path) -> Path:
    """A report of more than 500 pages, or the sample annual report where the real one is absent."""
    return real(LONGEST) or build(folder)[0].path
