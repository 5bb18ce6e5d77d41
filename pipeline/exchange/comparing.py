"""Whether what a file has by an id is what is here by it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pipeline.evidence.annotation import Annotation
from pipeline.exchange.record import Record

_PARTS: Final = {"packet", "claims", "calculations", "citations"}
_HEAD: Final = {"question", "method", "model", "created_at", "not_in_sources", "unanswered", "generation"}


def same_answer(here: Record, told: Record) -> bool:
    """Whether two records are of one answer: its words, claims and evidence, filings by their bytes. Checks that were
    made since, and what is marked in one reading or another, make no other answer of it."""
    hashes = {
        str(row.version_id): row.sha256 for row in (*here.sources, *told.sources) if row.sha256 is not None
    }
    return _substance(here, hashes) == _substance(told, hashes)


def made_checks(record: Record) -> frozenset[tuple[Any, ...]]:
    """The checks of an answer, each told by what, when and by whom."""
    return frozenset(
        (row.claim, row.citation_id, row.kind, row.checker, row.made_at) for row in record.checks
    )


def same_place(here: Annotation, told: Annotation) -> bool:
    """Whether two marked places are one: the same words of the same bytes, for the same citation."""
    return _marked(here) == _marked(told)


def _marked(one: Annotation) -> tuple[Any, ...]:
    return one.verdict_id, one.ordinal, one.citation, one.sha256, one.place, one.unit, one.quote, one.cited


def _substance(record: Record, hashes: Mapping[str, str]) -> str:
    value = record.model_dump(mode="json", include={"answer": _HEAD, **dict.fromkeys(_PARTS, True)})
    for row in (*value["packet"], *value["citations"]):
        version, _, rest = row["passage_id"].partition(":")
        row["passage_id"] = f"{hashes.get(version, version)}:{rest}"
        row.pop("marks", None)
    return json.dumps(value, sort_keys=True)
