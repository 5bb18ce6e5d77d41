"""Are the figures that gold names read as they are printed? Of TAT-QA, the numbers of derivations and of answers.

Counted are the numbers of a derivation that stand in the question's table or paragraphs (others are constants, or
written otherwise), at every place where they stand; and answers that are one figure of the text, by their places in the
gold where it gives them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from pipeline.evaluate.figures import Share, table
from pipeline.evidence.errors import InvalidGold, SourceMissing, SourceUnreadable
from pipeline.evidence.figures import Figure, figures

_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?")
_PARAGRAPH = re.compile(r"paragraph_(\d+)")


@dataclass(frozen=True, slots=True)
class Misread:
    """A gold number, and the figures that were read where it stands."""

    question: str
    gold: str
    place: str
    read: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        return {"question": self.question, "gold": self.gold, "place": self.place, "read": list(self.read)}


@dataclass(frozen=True, slots=True)
class GoldFiguresReport:
    """Places of operands and of facts with a place, and those of them that were read otherwise."""

    operands: int
    facts: int
    misread: tuple[Misread, ...]

    @property
    def share(self) -> Share:
        places = self.operands + self.facts
        return Share("gold numbers read as printed", places - len(self.misread), places)

    @property
    def words(self) -> str:
        shares = [
            self.share,
            Share("  numbers of derivations", self.operands, self.operands + self.facts),
            Share("  facts with their place", self.facts, self.operands + self.facts),
        ]
        misread = [f"{one.question}: {one.gold} in “{one.place}” read as {one.read}" for one in self.misread]
        return "\n".join([table(shares), *misread])

    def to_json(self) -> dict[str, object]:
        return {"share": self.share.to_json(), "misread": [one.to_json() for one in self.misread]}


def measure_figures(path: Path) -> GoldFiguresReport:
    """Read every gold number of a TAT-QA file. Raises SourceMissing, SourceUnreadable or InvalidGold."""
    if not path.exists():
        raise SourceMissing(f"There is no file {path}.", source=path.name)
    try:
        contexts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SourceUnreadable(f"{path} cannot be read: {error}.", source=path.name) from error
    operands, facts = 0, 0
    misread: list[Misread] = []
    try:
        for context in contexts:
            for question in context["questions"]:
                for place, number in _operands(context, question):
                    operands += 1
                    misread += _misread(question["uid"], number, place, figures(place))
                for place, number, read in _facts(context, question):
                    facts += 1
                    misread += _misread(question["uid"], number, place, read)
    except (KeyError, TypeError, IndexError) as error:
        raise InvalidGold(f"{path.name} is no TAT-QA file: {error!r}.", source=path.name) from error
    return GoldFiguresReport(operands, facts, tuple(misread))


def _operands(context: Mapping[str, Any], question: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each text of the context in which a number of the derivation stands whole, with that number."""
    texts = [cell for row in context["table"]["table"] for cell in row]
    texts += [paragraph["text"] for paragraph in context["paragraphs"]]
    for match in _NUMBER.finditer(question["derivation"]):
        number = match.group().rstrip(",")
        whole = re.compile(rf"(?<![\w.,]){re.escape(number)}(?![\w]|[.,]\d)")
        yield from ((text, number) for text in texts if whole.search(text))


def _facts(
    context: Mapping[str, Any], question: Mapping[str, Any]
) -> Iterator[tuple[str, str, Sequence[Figure]]]:
    """The facts that are numbers, each with its cell or paragraph and the figures read at its place."""
    paragraphs = {str(paragraph["order"]): paragraph["text"] for paragraph in context["paragraphs"]}
    for fact, mapping in zip(question.get("facts", ()), question.get("mappings", ()), strict=False):
        number = str(fact).strip("$%() ")
        if _decimal(number) is None:
            continue
        for name, (first, last) in mapping.items():
            if (paragraph := _PARAGRAPH.fullmatch(name)) is not None:
                text = paragraphs[paragraph[1]]
                read = [
                    one
                    for one in figures(text)
                    if one.number_range.start < last and first < one.number_range.end
                ]
                yield text[max(first - 20, 0) : last + 20], number, read
            else:
                text = context["table"]["table"][first][last]
                yield text, number, figures(text)


def _misread(question: str, gold: str, place: str, read: Sequence[Figure]) -> list[Misread]:
    wanted = _decimal(gold)
    amounts = [figure for figure in read if not figure.glued]
    if wanted is not None and any(figure.magnitude == abs(wanted) for figure in amounts):
        return []
    return [Misread(question, gold, place[:80], tuple(figure.text for figure in read))]


def _decimal(number: str) -> Decimal | None:
    try:
        return Decimal(number.replace(",", ""))
    except InvalidOperation:
        return None
