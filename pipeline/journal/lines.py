"""A log record as a line: text for a person, or one JSON object."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

from pipeline.journal.request import current_request
from pipeline.journal.secrets import Secrets
from pipeline.journal.told import Fault, fault_of, message_of

FACTS: Final = "facts"
"""The name under which a record of ours carries what a line says beside its words: `extra={FACTS: {…}}`."""

Facts = dict[str, Any]


class JsonLines(logging.Formatter):
    """One object a record: `at`, `level`, `logger`, `says`, the request in hand, the facts, the fault."""

    def __init__(self, secrets: Secrets) -> None:
        super().__init__()
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        line: Facts = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": self._secrets.masked(message_of(record)),
        }
        request = current_request()
        if request is not None:
            line |= {"request": request.id} | ({"user": request.user} if request.user else {})
        line |= getattr(record, FACTS, {})
        if fault := fault_of(record):
            line["error"] = self._error(fault)
        return json.dumps(line, ensure_ascii=False, default=str)

    def _error(self, fault: Fault) -> Facts:
        told: Facts = {"kind": fault.kind, "frames": fault.frames}
        if fault.words:
            told["words"] = self._secrets.masked(fault.words)
        if fault.cause:
            told["cause"] = fault.cause
        return told


class TextLines(logging.Formatter):
    """A line for a terminal; a fault's frames below it, the innermost last."""

    def __init__(self, secrets: Secrets) -> None:
        super().__init__()
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created).astimezone()
        lines = [f"{at:%H:%M:%S}  {record.levelname.lower()}  {self._secrets.masked(message_of(record))}"]
        facts = getattr(record, FACTS, {})
        if facts:
            lines[0] += f"  ({', '.join(f'{name} {value}' for name, value in facts.items())})"
        if fault := fault_of(record):
            words = f": {self._secrets.masked(fault.words)}" if fault.words else ""
            lines.append(f"    {fault.kind}{words}{f', after {fault.cause}' if fault.cause else ''}")
            lines += [f"    {frame}" for frame in fault.frames]
        return "\n".join(lines)
