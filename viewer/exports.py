"""A citation as it leaves Pincite: words for a memo, Markdown, and the JSON of a resolved citation.

The link back is added where it is copied, because only the browser knows its own address. All words of a filing are
foreign: no line break, control character or mark-up of theirs may shape the text that they are put into.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.evidence.answer import CheckOutcome
from pipeline.evidence.region import Region, Role
from viewer import words
from viewer.citations import EvidenceState, Newer, Place, ResolvedCitation, Source

View = dict[str, Any]

_CONTEXT: Final = {Role.COLUMN_HEADER: "Column", Role.UNIT: "Unit", Role.FOOTNOTE: "Note"}
"""The roles that give a figure its meaning. Its row's label is a cell of the quote itself."""


@dataclass(frozen=True, slots=True)
class CopiedCitation:
    """What is said of a citation: the quote and its context, where it stands, and what is known of it.

    Every part is one line without control characters. `statuses` are the outcome of the quote's check, the version,
    and the state where it needs words.
    """

    citation_id: str
    quote: str
    context: tuple[str, ...]
    where: tuple[str, ...]
    statuses: tuple[str, ...]

    def text(self) -> str:
        """Plain text, one thought a line: quote, context, place, statuses."""
        lines = [f"“{self.quote}”" if self.quote else "", ". ".join(self.context), " · ".join(self.where)]
        return "\n".join(
            [line for line in lines if line] + [f"{self.citation_id}: {'; '.join(self.statuses)}"]
        )

    def markdown(self) -> str:
        """The quote as a block quote, the rest below it. Nothing of a filing's words is read as mark-up."""
        quote = [f"> {escaped(self.quote)}"] if self.quote else []
        context = [f"> *{escaped('. '.join(self.context))}*"] if self.context else []
        below = [f"**{self.citation_id}**", *map(escaped, self.where), escaped("; ".join(self.statuses))]
        return "\n>\n".join(quote + context) + ("\n\n" if quote or context else "") + " · ".join(below)


def export_view(citation: ResolvedCitation) -> View | None:
    """The three forms of a citation. None for a withheld one: there is nothing of it to take away."""
    if citation.source is None:
        return None
    return _view(copied_citation(citation, citation.source), citation)


def newer_export_view(citation: ResolvedCitation, newer: Newer) -> View:
    """The same for what was found in the newer version. Its JSON is the citation's, which tells that as `successor`."""
    return _view(copied_newer(citation, newer), citation)


def _view(copied: CopiedCitation, citation: ResolvedCitation) -> View:
    return {"text": copied.text(), "markdown": copied.markdown(), "json": citation.to_json()}


def copied_citation(citation: ResolvedCitation, source: Source) -> CopiedCitation:
    place = citation.place
    section = citation.places[0].section if place else None
    state = _STATES.get(citation.state)
    return CopiedCitation(
        str(citation.citation_id),
        _quote(place, citation.quote),
        _context(place),
        _where(source.title, words.locus(source, citation.page), section),
        (
            _QUOTE_WORDS[citation.verbatim],
            "superseded version" if source.successor else "current version",
            *([state] if state else []),
        ),
    )


def copied_newer(citation: ResolvedCitation, newer: Newer) -> CopiedCitation:
    place = newer.places[0] if newer.found.place else None
    return CopiedCitation(
        str(citation.citation_id),
        _quote(place, newer.quotes[0] if place else ""),
        _context(place),
        _where(
            newer.source.title,
            words.locus(newer.source, place.page) if place else "",
            place.section if place else None,
        ),
        ("newer version, not the cited one", one_line(words.outcome_words(newer))),
    )


_QUOTE_WORDS: Final = {
    CheckOutcome.PASSED: "quote verbatim",
    CheckOutcome.FAILED: "quote not verbatim",
    CheckOutcome.AMBIGUOUS: "quote fits several places",
    CheckOutcome.NOT_RUN: "quote not checked",
}
_TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""The bidirectional classes (Unicode, UAX #9) of invisible characters that turn the direction of what follows."""
_NO_CHARACTERS: Final = frozenset("\ufffe\uffff")
"""Of those that Unicode keeps free for ever, the two that XML 1.0 (2.2) refuses."""
_STATES: Final = {
    EvidenceState.AMBIGUOUS: "ambiguous, no place is chosen",
    EvidenceState.UNAVAILABLE: "the stored file is unavailable",
    EvidenceState.QUOTE_NOT_FOUND: "the quote was not found on this page",
}


def _quote(place: Place | None, quote: str) -> str:
    """The cells of a table row apart from each other, else the words as they are."""
    cells = [one_line(cell) for cell in place.cells] if place else []
    return " | ".join(cell for cell in cells if cell) or one_line(quote)


def _context(place: Place | None) -> tuple[str, ...]:
    """What gives a figure its meaning: "Column: 2024; 2023", "Unit: (In millions)"."""
    if place is None:
        return ()
    marked = [(lines[0].role, " ".join(line.text for line in lines)) for lines in _stacked(place.regions)]
    marked += [(span.role, span.text) for span in place.spans]
    found = {role: _distinct(text for its, text in marked if its is role) for role in _CONTEXT}
    return tuple(f"{_CONTEXT[role]}: {'; '.join(texts)}" for role, texts in found.items() if texts)


def _stacked(regions: Sequence[Region]) -> list[list[Region]]:
    """Regions as they are printed together: a header or note of several lines is one, and its neighbour another."""
    found: list[list[Region]] = []
    for region in regions:
        if found and _goes_on(found[-1][-1], region):
            found[-1].append(region)
        else:
            found.append([region])
    return found


def _goes_on(line: Region, other: Region) -> bool:
    """Whether the other is the line below: of the same role, under it, and no further down than a line is high."""
    above, below = line.box, other.box
    is_under = min(above.right, below.right) > max(above.x, below.x)
    is_next = above.y + above.height / 2 < below.y < above.bottom + above.height
    return (line.page_index, line.role) == (other.page_index, other.role) and is_under and is_next


def _where(title: str, locus: str, section: str | None) -> tuple[str, ...]:
    name = words.section_name(section, title) if section else None
    return tuple(one_line(part) for part in (title, locus, name) if part)


def _distinct(texts: Iterable[str]) -> list[str]:
    return [text for text in dict.fromkeys(map(one_line, texts)) if text]


def one_line(text: str) -> str:
    """The text with each run of blanks as one space, without control characters and others that no XML may hold, and
    without the invisible marks that turn the direction of what follows them."""
    return " ".join("".join(character for character in text if _is_plain(character)).split())


def _is_plain(character: str) -> bool:
    is_control = unicodedata.category(character) in ("Cc", "Cs") and not character.isspace()
    is_none = character in _NO_CHARACTERS
    return not is_control and not is_none and unicodedata.bidirectional(character) not in _TURNING


def escaped(text: str) -> str:
    """One line for Markdown, so that it reads as itself: no emphasis, link, image, mark-up, formula, list or heading.

    Every ASCII punctuation mark may stand behind a backslash (CommonMark 2.4). Those that begin nothing where they are
    stay as they are, for the sake of whoever reads the source.
    """
    marked = re.sub(r"([\\`*_{}\[\]<~@$^]|&(?=#|\w+;)|:(?=//|\w))", r"\\\1", text)
    marked = re.sub(r"^([#>+=|:-])", r"\\\1", marked)
    marked = re.sub(r"^(\d+)([.)])", r"\1\\\2", marked)
    return re.sub(r"(www)\.", r"\1\\.", marked, flags=re.IGNORECASE)
