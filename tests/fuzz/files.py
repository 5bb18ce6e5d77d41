"""Files of reviewed answers, in each of the four formats that are imported."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from uuid import UUID

from hypothesis import HealthCheck, given, settings

from pipeline.evidence.errors import SourceError
from pipeline.exchange.formats import Format, read, write
from pipeline.exchange.record import Record
from pipeline.exchange.values import values_of
from tests.exchange.records import records
from tests.fuzz.archives import mutated_archive, packed
from tests.fuzz.json_values import mutated_json
from tests.fuzz.target import Target

EXAMPLES = 25

_ID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def import_file(data: bytes) -> str:
    """What became of a file, up to what would be stored. Whatever is read can be written and read again."""
    found = read(data, "fuzzed")
    for record in found:
        values_of(record, {source.version_id: source.version_id for source in record.sources}, "fuzzed")
    if read(write(found, Format.JSONL), "again") != found:
        raise ValueError("what was read is not what was written of it")
    return "records"


def _examples() -> list[Record]:
    """The same records each time."""
    made: list[bytes] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(records())
    def gather(record: Record) -> None:
        made.append(write([record], Format.JSONL))

    gather()
    ids: dict[bytes, bytes] = {}
    named = [
        _ID.sub(lambda found: ids.setdefault(found[0], str(UUID(int=len(ids) + 1)).encode()), one)
        for one in made
    ]
    return [record for one in named for record in read(_with_words(one), "example") if len(one) < 40_000]


def _with_words(line: bytes) -> bytes:
    """A claim without words is refused early; all else of these records fits together."""
    value = json.loads(line)
    for claim in value["claims"]:
        claim["text"] = claim["text"].strip() or "Net sales rose to $1,234 million."
    return json.dumps(value).encode()


def _seeds_in(chosen: Format) -> Callable[[Path | None], list[bytes]]:
    def seeds(_: Path | None) -> list[bytes]:
        return [_without_times(write([record], chosen)) for record in _examples()]

    return seeds


def _without_times(content: bytes) -> bytes:
    """An archive as it would be at any other moment; anything else as it is."""
    if content[:2] != b"PK":
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return packed([(name, archive.read(name)) for name in archive.namelist() if "docProps" not in name])


def _json_or_lines(random: Random, seeds: Sequence[bytes]) -> bytes:
    return b"\n".join(mutated_json(random, seeds) for _ in range(random.choice((1, 1, 2))))


TARGETS = (
    Target(
        "lines",
        "reviewed answers, JSON lines",
        _seeds_in(Format.JSONL),
        _json_or_lines,
        import_file,
        (SourceError,),
    ),
    Target(
        "linked",
        "reviewed answers, JSON-LD",
        _seeds_in(Format.JSONLD),
        mutated_json,
        import_file,
        (SourceError,),
    ),
    Target(
        "csv",
        "reviewed answers, CSV archives",
        _seeds_in(Format.CSV),
        mutated_archive,
        import_file,
        (SourceError,),
    ),
    Target(
        "xlsx",
        "reviewed answers, workbooks",
        _seeds_in(Format.XLSX),
        mutated_archive,
        import_file,
        (SourceError,),
    ),
)
