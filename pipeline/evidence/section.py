"""A section as a path of headings: "Part I › Item 2 › Results of operations"."""

from __future__ import annotations

from collections.abc import Sequence

SEPARATOR = " › "


def joined(headings: Sequence[str]) -> str | None:
    """The path of these headings, the outermost first; None without any."""
    return SEPARATOR.join(heading.replace("›", ">") for heading in headings) or None


def headings(section: str) -> list[str]:
    """The headings of a path, the outermost first."""
    return section.split(SEPARATOR) if section else []


def nearest(section: str) -> str:
    """The innermost heading of a path."""
    return section.rpartition(SEPARATOR)[2]
