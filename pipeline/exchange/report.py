"""What became of an import, in numbers and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID


@dataclass(frozen=True, slots=True)
class MissingFiling:
    """A filing that imported answers stand on and this library does not have. Its citations open once it is added and
    the file imported again."""

    sha256: str | None
    title: str | None

    @property
    def words(self) -> str:
        return f"{self.title or 'A filing without a title'} (sha256 {self.sha256 or 'not known'})"


@dataclass(slots=True)
class Imported:
    """Counts of what was new and of what was here already. `moved`: citations and marked places whose words stand
    elsewhere in this library's reading of their filing; `lost`: those whose words do not stand there, or in several
    places. `conflicts`: what differs here, of which nothing was changed."""

    answers: list[UUID] = field(default_factory=list)
    known_answers: int = 0
    linked: int = 0
    people: int = 0
    verdicts: int = 0
    known_verdicts: int = 0
    withdrawn: int = 0
    annotations: int = 0
    known_annotations: int = 0
    moved: int = 0
    lost: int = 0
    missing: list[MissingFiling] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return {
            "answers": [str(answer_id) for answer_id in self.answers],
            "known_answers": self.known_answers,
            "linked_citations": self.linked,
            "people": self.people,
            "verdicts": self.verdicts,
            "known_verdicts": self.known_verdicts,
            "withdrawn_verdicts": self.withdrawn,
            "annotations": self.annotations,
            "known_annotations": self.known_annotations,
            "moved": self.moved,
            "lost": self.lost,
            "missing_filings": [{"sha256": one.sha256, "title": one.title} for one in self.missing],
            "conflicts": list(self.conflicts),
        }

    @property
    def lines(self) -> list[str]:
        """One thought a line: what is new, what was here, what is missing, what differs."""
        lines = [self._new_line()]
        known = (self.known_answers, self.known_verdicts, self.known_annotations)
        if any(known):
            lines.append(
                f"Here already: {counted(known[0], 'answer')}, {counted(known[1], 'verdict')}, "
                f"{counted(known[2], 'marked place')}."
            )
        if self.withdrawn:
            lines.append(f"{counted(self.withdrawn, 'verdict')} withdrawn where given, and now here.")
        if self.linked:
            lines.append(
                f"{counted(self.linked, 'citation')} of answers that were here now open their filing."
            )
        if self.moved:
            lines.append(
                f"{counted(self.moved, 'place')} found elsewhere, because this library reads a filing otherwise."
            )
        if self.lost:
            lines.append(
                f"{counted(self.lost, 'place')} not found in this library's reading of a filing: marked so where they "
                "are shown."
            )
        lines += self._missing_lines()
        lines += [f"Not changed: {words}" for words in self.conflicts]
        return lines

    def _new_line(self) -> str:
        new = (
            (len(self.answers), "answer"),
            (self.verdicts, "verdict"),
            (self.annotations, "marked place"),
            (self.people, "person who was not here"),
        )
        told = [counted(number, noun) for number, noun in new if number]
        return f"Imported {', '.join(told)}." if told else "Nothing in the file is new."

    def _missing_lines(self) -> Sequence[str]:
        if not self.missing:
            return ()
        return (
            f"{counted(len(self.missing), 'filing')} not in this library. Add them and import the file again, and what "
            "cites them opens:",
            *(f"  {one.words}" for one in self.missing),
        )


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun if number == 1 else _PLURALS.get(noun, noun + 's')}"


_PLURALS: Final = {"person who was not here": "people who were not here"}
