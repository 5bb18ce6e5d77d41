"""JSON that is almost right: values of other types, of other sizes, missing, doubled, or nested without end."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.fuzz.mutations import mutated

ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**400, 1.5, 1e308, -0.0, "", " ", "\x00", "\ud800",
    "a\ud83d", "\u202e", "E1", "E01", "=1+1", "x" * 70_000, [], {}, [None], {"": None}, [[[[]]]], "1" * 5_000,
    "2024-02-30T25:61:00Z", "00000000-0000-0000-0000-000000000000", "../../etc/passwd", "<b>", float("inf"),
)  # fmt: skip

TOKENS = (
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"\\ud800",
    b"\\u0000",
    b"NaN",
    b"Infinity",
    b"1e999",
    b"[" * 3_000,
    b",",
    b":",
)


def mutated_json(random: Random, seeds: Sequence[bytes]) -> bytes:
    """A seed with changed values, or with changed bytes."""
    seed = random.choice(seeds)
    if random.random() < 0.3:
        return mutated(random, [seed], TOKENS)
    value = json.loads(seed)
    for _ in range(random.randint(1, 4)):
        value = _changed(random, value)
    return json.dumps(value, ensure_ascii=random.random() < 0.9).encode("utf-8", "surrogatepass")


def _changed(random: Random, value: Any) -> Any:
    """The value with one thing in it changed, somewhere."""
    if not value or not isinstance(value, dict | list) or random.random() < 0.05:
        return copy.deepcopy(random.choice(ODD_VALUES))
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = random.choice(keys)
    if isinstance(value[key], dict | list) and value[key] and random.random() < 0.85:
        value[key] = _changed(random, value[key])
        return value
    match random.randrange(6):
        case 0:
            del value[key]
        case 1 if isinstance(value, list):
            value.append(copy.deepcopy(value[key]))
        case 1 if isinstance(value, dict):
            value[random.choice(("", "type", "more", "\x00"))] = value[key]
        case 2:
            value[key] = copy.deepcopy(value[random.choice(keys)])
        case 3 if isinstance(value[key], str):
            value[key] = mutated(random, [value[key].encode("utf-8", "surrogatepass")]).decode(
                "utf-8", "replace"
            )
        case _:
            value[key] = copy.deepcopy(random.choice(ODD_VALUES))
    return value
