"""Claims made wrong: a figure, year, name or direction changed, or all of it denied.

The words that are exchanged here are chosen apart from those that the rules know.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pipeline.evaluate.mutations import Mutation, mutants

_TURNED = (
    ("increased", "decreased"), ("increase", "decrease"), ("rose", "fell"), ("grew", "shrank"), ("higher", "lower"),
    ("larger", "smaller"), ("largest", "smallest"), ("highest", "lowest"), ("improved", "worsened"), ("gain", "loss"),
    ("profit", "loss"), ("up", "down"), ("more", "less"), ("increasing", "decreasing"), ("growth", "decline"),
    ("accelerate", "decelerate"), ("best", "worst"), ("improving", "deteriorating"), ("inflow", "outflow"),
)  # fmt: skip
_OTHER = {other: one for one, other in _TURNED} | dict(_TURNED) | {"loss": "gain"}
_DENIABLE = re.compile(r"\b(?:was|were|is|are|has|have|will|includes?|consists?)\b")
_YEAR = re.compile(r"(?<![\d,.$-])(?:19|20)\d\d(?![\d,.%]\d|\d)")
_FIGURES = (Mutation.DIGIT, Mutation.SWAP, Mutation.POINT_MOVED, Mutation.SCALE_CHANGED)


class Wrong(StrEnum):
    """What was done to a claim."""

    FIGURE = "another figure"
    PERIOD = "another year"
    ENTITY = "another name"
    DIRECTION = "the opposite direction"
    DENIED = "denied"
    EVIDENCE = "another's evidence"


@dataclass(frozen=True, slots=True)
class WrongClaim:
    """A claim that its evidence does not support, and what was done to it."""

    text: str
    wrong: Wrong


def wrong_claims(claim: str, seed: str, names: Sequence[tuple[str, str]] = ()) -> Iterator[WrongClaim]:
    """Each way of making a claim wrong that applies to it, once. `names`: a name of the claim, and another's to put in
    its place. The same claim and seed give the same."""
    chance = random.Random(seed)
    changed = [mutant for mutant in mutants(claim, seed) if mutant.mutation in _FIGURES]
    changed = [mutant for mutant in changed if not _YEAR.fullmatch(mutant.before)]
    if changed:
        yield WrongClaim(chance.choice(changed).text, Wrong.FIGURE)
    for name, other in names:
        at = claim.lower().find(name.lower())
        if name and at >= 0 and name.lower() != other.lower():
            yield WrongClaim(claim[:at] + other + claim[at + len(name) :], Wrong.ENTITY)
            break
    yield from _other_year(claim, chance)
    if (turned := _turned(claim)) is not None:
        yield WrongClaim(turned, Wrong.DIRECTION)
    if match := _DENIABLE.search(claim):
        yield WrongClaim(_denied(claim, match), Wrong.DENIED)


def _other_year(claim: str, chance: random.Random) -> Iterator[WrongClaim]:
    """Every mention of one year made another that the claim does not name."""
    years = sorted(set(_YEAR.findall(claim)))
    if years:
        year = chance.choice(years)
        other = next(str(int(year) + by) for by in (-1, -2, -3, -4) if str(int(year) + by) not in years)
        yield WrongClaim(re.sub(rf"(?<!\d){year}(?!\d)", other, claim), Wrong.PERIOD)


def _turned(claim: str) -> str | None:
    for match in re.finditer(r"[A-Za-z]+", claim):
        other = _OTHER.get(match.group().lower())
        if other is not None:
            return claim[: match.start()] + other + claim[match.end() :]
    return None


def _denied(claim: str, match: re.Match[str]) -> str:
    verb = match.group()
    is_main = verb.startswith(("include", "consist"))
    denied = f"does not {verb.rstrip('s')}" if is_main else f"{verb} not"
    return claim[: match.start()] + denied + claim[match.end() :]
