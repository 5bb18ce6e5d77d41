"""The finance lexicon: line items, metrics made of them, and topics, read from the files beside this module."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.evidence.content_words import label_stems
from pipeline.evidence.parts import Part

Phrase = tuple[str, ...]
"""Folded words, in order."""

FILES = ("items.toml", "metrics.toml", "topics.toml")


@dataclass(frozen=True, slots=True)
class LineItem:
    """`asked`: phrases of questions that mean it; `printed`: labels of rows that state it, the usual one first;
    `statements`: where the row stands, the likeliest first."""

    name: str
    asked: tuple[Phrase, ...]
    printed: tuple[Phrase, ...]
    statements: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure that is made of line items, by their names. `of` says how, for people; `takes_averages`: of two year
    ends."""

    name: str
    asked: tuple[Phrase, ...]
    items: tuple[str, ...]
    of: str
    takes_averages: bool


@dataclass(frozen=True, slots=True)
class Topic:
    """What a question may be about without asking for a line item. `words` are looked for beside its own; `parts` are
    the kinds of pages that speak of it."""

    name: str
    asked: tuple[Phrase, ...]
    words: tuple[str, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All entries, by name. `digest`: sha256 of the files, which a report of measurements names."""

    items: Mapping[str, LineItem]
    metrics: Mapping[str, Metric]
    topics: Mapping[str, Topic]
    digest: str


@cache
def finance_lexicon() -> Lexicon:
    """The lexicon that comes with the application; read once."""
    texts = [Path(__file__).with_name(name).read_bytes() for name in FILES]
    items, metrics, topics = (tomllib.loads(text.decode()) for text in texts)
    lexicon = Lexicon(
        {name: _item(name, entry) for name, entry in items.items()},
        {name: _metric(name, entry) for name, entry in metrics.items()},
        {name: _topic(name, entry) for name, entry in topics.items()},
        hashlib.sha256(b"\0".join(texts)).hexdigest(),
    )
    unknown = {item for metric in lexicon.metrics.values() for item in metric.items} - lexicon.items.keys()
    if unknown:
        raise ValueError(f"metrics.toml names items that items.toml does not have: {sorted(unknown)}")
    return lexicon


def _item(name: str, entry: Mapping[str, Any]) -> LineItem:
    return LineItem(
        name,
        _phrases([name, *entry["asked"]]),
        _phrases([*entry["printed"], name]),
        tuple(map(Part, entry["in"])),
    )


def _metric(name: str, entry: Mapping[str, Any]) -> Metric:
    return Metric(
        name,
        _phrases([name, *entry["asked"]]),
        tuple(entry["items"]),
        entry["of"],
        bool(entry.get("balances")),
    )


def _topic(name: str, entry: Mapping[str, Any]) -> Topic:
    return Topic(name, _phrases(entry["asked"]), tuple(entry["words"]), tuple(map(Part, entry["parts"])))


def _phrases(texts: list[str]) -> tuple[Phrase, ...]:
    return tuple(phrase for phrase in dict.fromkeys(tuple(label_stems(text)) for text in texts) if phrase)
