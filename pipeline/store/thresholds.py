"""From which share of failures on the Quality page speaks up, for each layer and for all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from typing import Final
from uuid import UUID

from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.layer import Layer
from pipeline.permissions import Permission
from pipeline.store import access
from pipeline.store.connect import Connection

_ANY: Final = "any"
"""In the place of a layer: failing in any of them."""


class InvalidThreshold(EvidenceError):
    """A share of failures that is none."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """Who set a layer's threshold, a share from 0 to 1, and when."""

    rate: float
    user: str
    created_at: datetime


def current(conn: Connection) -> dict[Layer | None, Threshold]:
    """The newest threshold of each layer, by None that of all layers together; those that nobody set are not in it."""
    rows = conn.execute(
        """
        select distinct on (t.layer) t.layer, t.rate, u.name, t.created_at
        from thresholds t join users u on u.id = t.user_id order by t.layer, t.id desc
        """
    )
    return {None if layer == _ANY else Layer(layer): Threshold(*rest) for layer, *rest in rows}


def put(conn: Connection, user_id: UUID, layer: Layer | None, rate: float) -> None:
    """Set a layer's threshold, or with None that of all layers together; the ones before stay as its history. Raises
    InvalidThreshold for what is no share. Needs Permission.MEASURE."""
    access.require(conn, Permission.MEASURE)
    if not (isfinite(rate) and 0 < rate < 1):
        raise InvalidThreshold(f"An alert is at a share above 0 % and below 100 %, not at {100 * rate:g} %.")
    conn.execute(
        "insert into thresholds (layer, rate, user_id) values (%s, %s, %s)",
        (layer.value if layer else _ANY, rate, user_id),
    )
