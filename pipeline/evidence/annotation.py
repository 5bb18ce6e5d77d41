"""A place that a reviewer marked as the right one: the same chain from version to region that a citation has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from pipeline.evidence.cited import Cited
from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.handle import CitationId
from pipeline.evidence.passage import PassageId
from pipeline.evidence.text import PageRange


class SnapUnit(StrEnum):
    """What a marked place is whole ones of."""

    WORDS = "words"
    CELLS = "cells"
    BLOCK = "block"
    PASSAGE = "passage"


class InvalidAnnotation(EvidenceError):
    """A marked place lacks what it needs to be found again."""


class OrphanReason(StrEnum):
    """Why an annotation has no place in the version that is looked at."""

    REMOVED = "removed"  # its filing was removed from the library, or was never in it
    LOST = "lost"  # its words do not stand in that reading
    AMBIGUOUS = "ambiguous"  # several places, and nothing tells which
    NOT_LOOKED = "not_looked"  # nobody has looked for it there


@dataclass(frozen=True, slots=True)
class Annotation:
    """Words of a version that a reviewer marked as evidence for a claim.

    `place` is where they stand in the canonical text of their page, in reading `reading` of the version; `citation` is
    the one that they correct, None for evidence beside what was cited. `regions` (PDF: boxes in displayed points,
    top-left origin) and `spans` (HTML and text: characters of a block) are as a citation's are exported, from when it
    was made; `page_dimensions` {"width", "height"} in points, None where the page has none. `cited`
    describes the words for any other reading.

    Raises InvalidAnnotation where these do not go together.
    """

    id: UUID
    verdict_id: UUID
    ordinal: int
    citation: CitationId | None
    version_id: UUID
    sha256: str
    media_type: str
    title: str
    reading: int
    parser_version: str
    render_version: str
    passage: PassageId | None
    place: PageRange
    page_label: str | None
    unit: SnapUnit
    quote: str
    regions: tuple[Mapping[str, Any], ...]
    spans: tuple[Mapping[str, Any], ...]
    page_dimensions: Mapping[str, float] | None
    cited: Cited

    def __post_init__(self) -> None:
        if not self.quote.strip():
            raise InvalidAnnotation("A marked place needs words.")
        if self.cited.exact != self.quote or self.cited.page_index != self.place.page_index:
            raise InvalidAnnotation("The description of a marked place is of other words.")
        if bool(self.regions) == bool(self.spans):
            raise InvalidAnnotation("A marked place has regions of a page or spans of a rendition.")
        if self.passage and (self.passage.version, self.passage.page_index) != (
            str(self.version_id),
            self.place.page_index,
        ):
            raise InvalidAnnotation("The passage of a marked place is of another page.")
