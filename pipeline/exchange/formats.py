"""The four formats of reviewed answers. What a file is, is told by its content."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import from_json

from pipeline.evidence.errors import InvalidExchange, SourceEmpty, SourceTooLarge
from pipeline.exchange import csv_tables, json_lines, web_annotations, workbook
from pipeline.exchange.archive import MalformedArchive, unpacked
from pipeline.exchange.limits import MOST_ANSWERS, MOST_BYTES
from pipeline.exchange.record import FORMAT, VERSION, Record


class Format(StrEnum):
    JSONL = "jsonl"
    CSV = "csv"
    XLSX = "xlsx"
    JSONLD = "jsonld"


SUFFIX: Final = {
    Format.JSONL: ".jsonl",
    Format.CSV: ".csv.zip",
    Format.XLSX: ".xlsx",
    Format.JSONLD: ".jsonld",
}
MEDIA_TYPE: Final = {
    Format.JSONL: "application/jsonl",
    Format.CSV: "application/zip",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.JSONLD: 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"',
}
_WRITE: Final[dict[Format, Callable[[Iterable[Record]], bytes]]] = {
    Format.JSONL: json_lines.write,
    Format.CSV: csv_tables.write,
    Format.XLSX: workbook.write,
    Format.JSONLD: web_annotations.write,
}
_READ: Final[dict[Format, Callable[[bytes], list[dict[str, Any]]]]] = {
    Format.CSV: csv_tables.read,
    Format.XLSX: workbook.read,
    Format.JSONLD: web_annotations.read,
}


def write(records: Iterable[Record], chosen: Format) -> bytes:
    """A file of reviewed answers. Equal answers make equal bytes."""
    return _WRITE[chosen](records)


def read(content: bytes, name: str) -> list[Record]:
    """The reviewed answers of a file; `name` is what messages call it.

    Raises SourceEmpty, SourceTooLarge, and InvalidExchange that says where it is wrong and what to do.
    """
    if not content.strip():
        raise SourceEmpty(f"{name} is empty.", source=name)
    if len(content) > MOST_BYTES:
        raise too_large(name, len(content))
    records = list(_records(content, name))
    if len(records) > MOST_ANSWERS:
        raise SourceTooLarge(
            f"{name} has {len(records):,} answers; at most {MOST_ANSWERS:,} are imported at once. Cut it in two.",
            source=name,
        )
    if len({record.answer.id for record in records}) != len(records):
        raise InvalidExchange(f"{name} has an answer twice. Leave one of them out.", source=name)
    return records


def too_large(name: str, size: int) -> SourceTooLarge:
    return SourceTooLarge(
        f"{name} has {size // 1_000_000:,} MB; at most {MOST_BYTES // 1_000_000:,} MB are imported at once. Export "
        "fewer answers into a file.",
        source=name,
    )


def format_of(content: bytes) -> Format | None:
    """What a file is, by its first bytes and parts; None for anything else. Raises MalformedArchive."""
    if content[:2] == b"PK":
        return Format.XLSX if "xl/workbook.xml" in unpacked(content) else Format.CSV
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return None
    # The first line of JSON lines is a whole object; the first line of a collection may be.
    first = content.lstrip().split(b"\n", 1)[0]
    return Format.JSONL if b'"format"' in first[:200] and b'"@context"' not in first[:200] else Format.JSONLD


def _records(content: bytes, name: str) -> Iterator[Record]:
    try:
        found = format_of(content)
        if found is None:
            raise InvalidExchange(
                f"{name} holds no reviewed answers: it is neither JSON lines nor JSON-LD, a workbook, or a ZIP archive "
                "of CSV tables that Pincite exported.",
                source=name,
            )
        if found is Format.JSONL:
            for number, line in json_lines.read(content.removeprefix(b"\xef\xbb\xbf")):
                yield _validated(line, f"{name}, line {number}", name)
            return
        for value in _READ[found](content):
            yield _validated(json.dumps(value).encode(), f"{name}, answer {_id_of(value)}", name)
    except (MalformedArchive, ValueError) as error:
        if isinstance(error, InvalidExchange):
            raise
        raise InvalidExchange(f"{name} cannot be read: {error}.", source=name) from error


def _id_of(value: dict[str, Any]) -> str:
    answer = value.get("answer")
    return str(answer.get("id"))[:40] if isinstance(answer, dict) else "?"


def _validated(line: bytes, where: str, name: str) -> Record:
    try:
        return Record.model_validate_json(line)
    except ValidationError as error:
        raise InvalidExchange(_words(line, where, error), source=name) from error


def _words(line: bytes, where: str, error: ValidationError) -> str:
    try:
        head = from_json(line)
    except ValueError as malformed:
        return f"{where} is no JSON ({malformed})."
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        return f"{where} is no reviewed answer: its format is not {FORMAT!r}."
    if head.get("version") != VERSION:
        return (
            f"{where} is of version {str(head.get('version'))[:20]} of the form; this Pincite reads version {VERSION}. "
            "Update whichever is older, and export it again."
        )
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = " ".join(str(part) for part in first["loc"])
    others = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return f"{where}, {place}: {first['msg']}{others}. The file was changed, or not made by Pincite."
