from __future__ import annotations
from dataclasses import dataclass
from collections.abc import Sequence, Mapping
from pathlib import Path
from pipeline.evidence.document import TitleSource


@dataclass(frozen=True, slots=True)
class Cover:
    title: str
    source: TitleSource


def read_facts(facts: Mapping[str, str], first_pages: Sequence[str]) -> Cover | None:
    return None


def read_cover(first_pages: Sequence[str], source: str) -> Cover:
    return Cover(Path(source).stem, TitleSource.FILE_NAME)


def with_header(cover: Cover, header: Mapping[str, str]) -> Cover:
    return cover
