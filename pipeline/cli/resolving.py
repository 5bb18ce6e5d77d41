"""The viewer's resolver for measurements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipeline.evaluate.resolved import Resolve, ResolvedPlace
from pipeline.evidence.box import Box
from pipeline.evidence.region import Role
from pipeline.evidence.text import PageRange
from pipeline.settings import Settings
from pipeline.store.scope import Scope

if TYPE_CHECKING:
    from pipeline.evidence.answer import Answer
    from pipeline.store.connect import Connection
    from viewer.citations import Place, ResolvedCitation
    from viewer.source_reader import SourceReader


def resolver(settings: Settings, scope: Scope) -> Resolve:
    """Resolves as the app does, with the rights of `scope`."""
    from pipeline.cli.frame import source_files
    from viewer.resolver import resolve_answer
    from viewer.source_reader import SourceReader

    files = source_files(settings)

    def resolve(conn: Connection, answer: Answer) -> Mapping[str, ResolvedPlace]:
        reader = SourceReader(conn, scope)
        resolved = resolve_answer(conn, scope, answer.id, files=files)
        return {key: _place(one, reader) for key, one in resolved.citations.items()}

    return resolve


def _place(one: ResolvedCitation, reader: SourceReader) -> ResolvedPlace:
    if one.source is None:
        return ResolvedPlace(one.state.value)
    place = one.place
    return ResolvedPlace(
        one.state.value,
        one.source.version_id,
        one.source.document_id,
        one.source.sha256,
        place.page.index if place else one.page.index if one.page else None,
        one.quote,
        reader.words(one.source, place.page.index, place.range) if place else "",
        tuple(PageRange(each.page.index, each.range) for each in one.places),
        _quoted(place) if place else (),
        _quoted(one.focus) if one.focus else (),
        one.source.media.value,
    )


def _quoted(place: Place) -> tuple[Box, ...]:
    """The marks of the quote itself, on its own page, a row's label with them: that is quoted as well."""
    own = [region for region in place.regions if region.page_index == place.page.index]
    quoted = [region for region in own if region.range and region.range.overlaps(place.range)]
    return tuple(region.box for region in quoted if region.role in (Role.QUOTE, Role.ROW_LABEL))
