"""Falsified figures: texts in which one figure was changed a little. None of them may pass as a quote."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from pipeline.evidence.figures import CURRENCY, MINUS, Figure, figures
from pipeline.evidence.text import TextRange

SCALE_WORD = re.compile(r"\b(thousand|million|billion|trillion)(s?)\b", re.IGNORECASE)
_OTHER_SCALE = {"thousand": "million", "million": "billion", "billion": "million", "trillion": "billion"}
_OTHER_SIGN = {sign: "€" if sign != "€" else "£" for sign in CURRENCY}
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")


class Mutation(StrEnum):
    """What was done to a figure."""

    DIGIT = "a digit changed"
    SWAP = "two digits swapped"
    SIGN_ADDED = "a minus added"
    SIGN_DROPPED = "a minus dropped"
    BRACKETS_ADDED = "brackets added"
    BRACKETS_DROPPED = "brackets dropped"
    POINT_MOVED = "the decimal point moved"
    POINT_DROPPED = "the decimal point dropped"
    POINT_ADDED = "a decimal point added"
    SEPARATOR_MOVED = "a thousands separator moved"
    SEPARATOR_TO_POINT = "a thousands separator made a decimal point"
    SCALE_CHANGED = "a scale word changed"
    SCALE_ADDED = "a scale word added"
    PERCENT_ADDED = "a percent sign added"
    PERCENT_DROPPED = "a percent sign dropped"
    CURRENCY_CHANGED = "another currency"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text of which the characters `range` were replaced by `after`."""

    mutation: Mutation
    text: str
    range: TextRange
    before: str
    after: str


def mutants(text: str, seed: str, most: int | None = None) -> tuple[Mutant, ...]:
    """Every mutant of every figure and scale word of a text, or `most` of them drawn evenly over the kinds. The same
    text, seed and number give the same mutants. A figure in a name ("10-K", "Q3") is left alone.
    """
    chance = random.Random(seed)
    every = list(_all(text, chance))
    if most is None or len(every) <= most:
        return tuple(every)
    return tuple(_drawn(every, most, chance))


def _drawn(every: Iterable[Mutant], most: int, chance: random.Random) -> list[Mutant]:
    """One of each kind in turn, until there are enough."""
    kinds: dict[Mutation, list[Mutant]] = {}
    for mutant in every:
        kinds.setdefault(mutant.mutation, []).append(mutant)
    for group in kinds.values():
        chance.shuffle(group)
    drawn: list[Mutant] = []
    while len(drawn) < most:
        for group in kinds.values():
            if group and len(drawn) < most:
                drawn.append(group.pop())
    return drawn


def _all(text: str, chance: random.Random) -> Iterator[Mutant]:
    for figure in figures(text):
        if not figure.glued:
            yield from _of_figure(text, figure, chance)
    for match in SCALE_WORD.finditer(text):
        word = _OTHER_SCALE[match[1].lower()] + match[2]
        yield _mutant(Mutation.SCALE_CHANGED, text, TextRange(*match.span()), word)


def _of_figure(text: str, figure: Figure, chance: random.Random) -> Iterator[Mutant]:
    whole, number = figure.range, figure.number_range
    printed = number.of(text)
    if not _NUMBER.fullmatch(printed):
        return
    for mutation, change in _OF_NUMBER:
        changed = change(printed, chance)
        if changed is not None and changed != printed:
            yield _mutant(mutation, text, number, changed)
    yield from _of_sign(text, figure)
    if figure.percent:
        kept = re.sub(
            r"\s*(?:%|per\s?cent(?:age\s?points?)?|percentage\spoints?)", "", whole.of(text), flags=re.I
        )
        yield _mutant(Mutation.PERCENT_DROPPED, text, whole, kept)
    else:
        yield _mutant(Mutation.PERCENT_ADDED, text, TextRange(number.start, number.end), f"{printed}%")
        if not figure.scale:
            yield _mutant(Mutation.SCALE_ADDED, text, number, f"{printed} billion")
    if figure.currency:
        at = text.index(figure.currency, whole.start)
        yield _mutant(Mutation.CURRENCY_CHANGED, text, TextRange(at, at + 1), _OTHER_SIGN[text[at]])


def _of_sign(text: str, figure: Figure) -> Iterator[Mutant]:
    whole, number = figure.range, figure.number_range
    marked = whole.of(text)
    if any(bracket in marked for bracket in "(["):
        yield _mutant(Mutation.BRACKETS_DROPPED, text, whole, re.sub(r"[()\[\]]", "", marked).strip())
    elif figure.negative:
        yield _mutant(Mutation.SIGN_DROPPED, text, whole, re.sub(f"[{MINUS}]", "", marked, count=1))
    else:
        yield _mutant(Mutation.SIGN_ADDED, text, number, f"-{number.of(text)}")
        yield _mutant(Mutation.BRACKETS_ADDED, text, number, f"({number.of(text)})")


def _mutant(mutation: Mutation, text: str, span: TextRange, after: str) -> Mutant:
    return Mutant(mutation, text[: span.start] + after + text[span.end :], span, span.of(text), after)


# --- changes of a number as printed: None where there is nothing to change ------------------------------------


def _digit(printed: str, chance: random.Random) -> str | None:
    position = chance.choice([index for index, character in enumerate(printed) if character.isdigit()])
    other = chance.choice([digit for digit in "123456789" if digit != printed[position]])
    return printed[:position] + other + printed[position + 1 :]


def _swap(printed: str, chance: random.Random) -> str | None:
    digits = [index for index, character in enumerate(printed) if character.isdigit()]
    pairs = [(a, b) for a, b in pairwise(digits) if printed[a] != printed[b]]
    if not pairs:
        return None
    a, b = chance.choice(pairs)
    return printed[:a] + printed[b] + printed[a + 1 : b] + printed[a] + printed[b + 1 :]


def _point_moved(printed: str, chance: random.Random) -> str | None:
    whole, point, rest = printed.partition(".")
    if not point or len(whole) < 2 or not whole[-1].isdigit() or not whole[-2].isdigit():
        return None
    return f"{whole[:-1]}.{whole[-1]}{rest}"


def _point_dropped(printed: str, chance: random.Random) -> str | None:
    return printed.replace(".", "") if "." in printed else None


def _point_added(printed: str, chance: random.Random) -> str | None:
    return (
        f"{printed[:-1]}.{printed[-1]}"
        if "." not in printed and printed[-2:].isdigit() and printed[1:]
        else None
    )


def _separator_moved(printed: str, chance: random.Random) -> str | None:
    head, comma, rest = printed.partition(",")
    return f"{head}{rest[0]},{rest[1:]}" if comma else None


def _separator_to_point(printed: str, chance: random.Random) -> str | None:
    return printed.replace(",", ".", 1) if "," in printed and "." not in printed else None


_Change = Callable[[str, random.Random], str | None]
_OF_NUMBER: tuple[tuple[Mutation, _Change], ...] = (
    (Mutation.DIGIT, _digit),
    (Mutation.SWAP, _swap),
    (Mutation.POINT_MOVED, _point_moved),
    (Mutation.POINT_DROPPED, _point_dropped),
    (Mutation.POINT_ADDED, _point_added),
    (Mutation.SEPARATOR_MOVED, _separator_moved),
    (Mutation.SEPARATOR_TO_POINT, _separator_to_point),
)
