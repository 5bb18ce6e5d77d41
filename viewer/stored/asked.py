"""A question about what is stored of one version, whose right to ask has been checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.evidence.errors import NotFound
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store.connect import Connection
from viewer.citations import Source
from viewer.requests import InvalidRequest, number
from viewer.source_reader import SourceReader

View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Asked:
    """The version that is asked about, within one transaction of the asker, and the query of the address."""

    conn: Connection
    reader: SourceReader
    source: Source
    query: Mapping[str, str]

    @property
    def page_index(self) -> int:
        """The 0-based page that is asked about. Raises InvalidRequest, or NotFound when the version has it not."""
        index = number(self._parameter("page"), "page")
        if index >= self.source.page_count:
            raise NotFound(f"There is no page {index} (0-based) in this version.")
        return index

    @property
    def range(self) -> PageRange:
        """The characters of a page's canonical text that are asked about. Raises InvalidRequest, NotFound, or
        InvalidRange when they are none or leave the page."""
        index = self.page_index
        span = TextRange(number(self._parameter("start"), "start"), number(self._parameter("end"), "end"))
        span.of(self.reader.page(self.source.version_id, index).text)
        return PageRange(index, span)

    def words(self, name: str, most: int) -> str:
        """A text of the query. Raises InvalidRequest when it is missing or longer than `most` characters."""
        text = self._parameter(name)
        if len(text) > most:
            raise InvalidRequest(
                f"The {name} has {len(text):,} characters; at most {most:,} can be asked for."
            )
        return text

    def is_on(self, name: str) -> bool:
        """True for `name=1`."""
        return self.query.get(name) == "1"

    def _parameter(self, name: str) -> str:
        value = self.query.get(name)
        if value is None:
            raise InvalidRequest(f"The address lacks the {name}.")
        return value
