"""What the analyst reads and hears about a citation: labels, places, states."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final
from uuid import UUID

from pipeline.evidence.answer import Answer
from pipeline.evidence.reanchored import Outcome, Reason
from pipeline.evidence.section import nearest
from viewer.citations import EvidenceState, Newer, PagePlace, ReadAgain, ResolvedCitation, Source
from viewer.media import Media

MOST_LABEL: Final = 44
"""Characters of a handle's label."""
WITHHELD_CLAIM: Final = (
    "This claim rests on a document that you do not have access to. Its words are withheld."
)
NOT_IN_SOURCES: Final = "Not in the sources."
"""How that sentence begins; in a memo it is the heading."""
COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

UNKNOWN_PLACE = "Place no longer known"
"""Said of a citation whose page the present reading of its filing does not have."""


_ITS_GROUP = r"(?:\W+and\s+(?:its\s+)?(?:consolidated\s+)?subsidiar(?:y|ies)\b)?"
"""What a heading says of a company's group, behind the company's name."""


def locus(source: Source, page: PagePlace | None) -> str:
    """Where a citation stands: "PDF page 4 of 29 · printed 1". A section of HTML is never called a page."""
    if page is None:
        return UNKNOWN_PLACE
    return f"{page_word(source.media, page.index)} of {source.page_count} · {_printed(page)}"


def page_word(media: Media, page_index: int) -> str:
    """What a page is called by its 0-based index: "PDF page 4"."""
    kind = {Media.PDF: "PDF page", Media.HTML: "HTML section", Media.TEXT: "Text page"}[media]
    return f"{kind} {page_index + 1}"


def short_locus(source: Source, page: PagePlace | None) -> str:
    """Where a candidate stands: "PDF page 47 · printed 41"."""
    return locus(source, page).replace(f" of {source.page_count}", "", 1)


def filing_names(sources: Collection[Source]) -> dict[UUID, str]:
    """What tells the sources of one answer apart, by version: "10-Q Q3 FY2023"; nothing for a single source.

    The company is named when there are several, the format when two filings would read alike.
    """
    if len(sources) < 2:
        return {}
    companies = {source.title.partition(" · ")[0] for source in sources}
    names = {
        source.version_id: _filing_name(source.title, with_company=len(companies) > 1) for source in sources
    }
    repeated = {name for name, count in Counter(names.values()).items() if count > 1}
    return {
        source.version_id: f"{name} {source.media.word}"
        if (name := names[source.version_id]) in repeated
        else name
        for source in sources
    }


def _filing_name(title: str, *, with_company: bool) -> str:
    company, *rest = title.split(" · ")
    words = [company, *rest] if with_company or not rest else rest
    return " ".join(word.removeprefix("Form ") for word in words)


def handle_label(citation: ResolvedCitation, filings: Mapping[UUID, str]) -> str:
    """What a handle says beside its number: "Statements of operations, p. 1", or the filing if `filings` names it."""
    if citation.state is EvidenceState.DENIED:
        return "No access"
    if citation.source is None:
        return "Removed"
    place = citation.places[0] if citation.places else None
    section = section_name(place.section, citation.source.title) if place else None
    name = capitalised(_STATEMENT_WORDS.sub("", section)) if section else citation.source.title
    name = filings.get(citation.source.version_id, name)
    return f"{shortened(name, MOST_LABEL)}, {_chip(citation.source, citation.page)}"


def section_name(section: str | None, title: str = "") -> str | None:
    """The innermost heading of a section as a label reads it: no capitals throughout, no "(Unaudited)", no company that
    the title names."""
    if section is None:
        return None
    heading = nearest(section)
    name = _UNAUDITED.sub("", heading).strip() or heading
    name = _without_company(name, title.partition(" · ")[0]) or name
    return capitalised(name.lower()) if name.isupper() else name


def _without_company(heading: str, company: str) -> str:
    words = re.findall(r"\w+", company)
    leading = r"\W+".join(map(re.escape, words))
    return re.sub(rf"^\W*{leading}\b{_ITS_GROUP}\W*", "", heading, flags=re.IGNORECASE) if words else heading


def handle_aria(citation: ResolvedCitation) -> str:
    """A handle's accessible name."""
    if citation.source is None:
        reason = "Restricted document" if citation.state is EvidenceState.DENIED else "Removed document"
        return f"Evidence {citation.citation_id}. {reason}: title, page and quote are withheld. Opens source viewer."
    where = short_locus(citation.source, citation.page).replace(" · ", ", ")
    title = citation.source.title.replace(" · ", ", ")
    state = _STATE_NAMES.get(citation.state)
    return f"Evidence {citation.citation_id}. {title}, {where}.{f' {state}.' if state else ''} Opens source viewer."


def notice(citation: ResolvedCitation, answer_id: UUID) -> dict[str, str] | None:
    """Title, text and tone of a state that needs words; None when the evidence is simply there."""
    match citation.state:
        case EvidenceState.READY:
            return None
        case EvidenceState.SUPERSEDED:
            successor = citation.source.successor if citation.source else None
            newer = f" The newer one is {successor.title}." if successor and successor.title else ""
            text = f"You see the version that was cited.{newer}"
            return _notice("warn", "A newer version replaces this filing.", text)
        case EvidenceState.AMBIGUOUS:
            return _notice("warn", "The quote fits several places.", _ambiguous_words(citation))
        case EvidenceState.DENIED:
            return _notice("none", "", f"{_DENIED} Reference: {reference(citation, answer_id)}.")
        case EvidenceState.UNAVAILABLE:
            return _notice("bad", "", citation.problem or "The stored file cannot be read.")
        case EvidenceState.QUOTE_NOT_FOUND:
            return _notice(
                "warn",
                "The quote is not on this page.",
                f"{citation.problem or 'The quoted words do not stand here.'} Nothing is marked. Read the page before "
                "you rely on the claim.",
            )


def lost_in_reading(read_again: ReadAgain) -> str:
    """Why a citation has no place since its version was read again."""
    if read_again.found is None:
        return (
            "The filing was read again while the question was answered, so the stored place is no longer known. "
            "Ask the question again."
        )
    reason = read_again.found.reason
    why = _READING_REASONS.get(reason, "does not have the quoted words on this page") if reason else ""
    return f"{_read_again_words(read_again)} That reading {why}."


def _read_again_words(read_again: ReadAgain) -> str:
    day = f"{read_again.read_at:%B} {read_again.read_at.day}, {read_again.read_at.year}"
    return f"The filing was read again on {day} by {read_again.parser_version}."


def outcome_words(newer: Newer) -> str:
    """What became of a citation in the newer version, in a few words: "Changed figure: 94,943 → 79,990"."""
    found = newer.found
    where = short_locus(newer.source, newer.places[0].page) if newer.places else ""
    match found.outcome:
        case Outcome.SAME:
            return f"Same words, {where}"
        case Outcome.MOVED:
            return f"Same words, moved to {where}"
        case Outcome.CHANGED_FIGURE:
            first = found.changes[0]
            others = f" and {len(found.changes) - 1} more" if len(found.changes) > 1 else ""
            what = "Changed figure" if first.is_asked else "Another figure of the row changed"
            return f"{what}: {first.before} → {first.after}{others}, {where}"
        case Outcome.AMBIGUOUS:
            return "Ambiguous: choose"
        case Outcome.MISSING:
            return "Not in the newer version"


def outcome_detail(newer: Newer) -> str:
    """The sentence that goes with the outcome; empty where the outcome says all."""
    found = newer.found
    if found.reason:
        return _REASONS[found.reason]
    if found.left_out:
        gone = "One quoted figure has" if found.left_out == 1 else f"{found.left_out} quoted figures have"
        return f"{gone} no column there."
    return ""


def outcome_tone(outcome: Outcome) -> str:
    return "ok" if outcome in (Outcome.SAME, Outcome.MOVED) else "warn"


def reference(citation: ResolvedCitation, answer_id: UUID) -> str:
    """What an administrator can look a withheld citation up by."""
    return f"PC-{answer_id.hex[:4].upper()}-{citation.citation_id}"


def method_view(answer: Answer) -> dict[str, str]:
    """Who wrote the claims."""
    if answer.method == "extractive":
        return {
            "label": "Extractive answer",
            "explain": "No language model was asked: each claim is a sentence or table row of a filing, word for word.",
        }
    return {
        "label": f"Written by {answer.model or 'a language model'}",
        "explain": "It saw passages and handles only. Pages, quotes and marks come from the stored filings.",
    }


def capitalised(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def shortened(text: str, most: int) -> str:
    """At most `most` characters, cut with an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


_REASONS: Final = {
    Reason.EQUAL_PLACES: "Several places fit, and nothing around them tells which is meant.",
    Reason.NOT_BORNE_OUT: "What stands around it there is not what stood around the cited words.",
    Reason.UNCLEAR_COLUMN: "The row stands there, but it is not known which column is of the cited period.",
    Reason.UNCLEAR_FIGURE: "The cell there does not hold one plain figure to compare with.",
    Reason.OTHER_UNIT: "The table there is in another unit.",
    Reason.NO_WORDS: "The cited words or row do not stand there.",
    Reason.NO_COLUMN: "Rows of that name stand there, but none with a column of the cited period.",
    Reason.OTHER_FIGURES: "The words stand there with other figures.",
}
_READING_REASONS: Final = {
    Reason.OTHER_FIGURES: "has the quoted words with other figures",
    Reason.NOT_BORNE_OUT: "has the quoted words too often to tell which are meant",
    Reason.EQUAL_PLACES: "has the quoted words too often to tell which are meant",
}
_DENIED: Final = (
    "You do not have access to this document. The claim and its figures are withheld from your answer as well. "
    "An administrator can look up the reference."
)
_UNAUDITED: Final = re.compile(r"\(\s*unaudited\s*\)", re.IGNORECASE)
_STATEMENT_WORDS: Final = re.compile(r"^(?:condensed\s+|consolidated\s+)+(?=\S)", re.IGNORECASE)
_STATE_NAMES: Final = {
    EvidenceState.SUPERSEDED: "Superseded",
    EvidenceState.AMBIGUOUS: "Ambiguous",
    EvidenceState.UNAVAILABLE: "Unavailable",
    EvidenceState.QUOTE_NOT_FOUND: "Quote not found",
}


def _printed(page: PagePlace) -> str:
    return f"printed {page.printed}" if page.printed else "no printed number"


def _chip(source: Source, page: PagePlace | None) -> str:
    if page is None:
        return UNKNOWN_PLACE.lower()
    if page.printed:
        return f"p. {page.printed}"
    kind = {Media.PDF: "PDF p.", Media.HTML: "section", Media.TEXT: "text p."}[source.media]
    return f"{kind} {page.index + 1}"


def _ambiguous_words(citation: ResolvedCitation) -> str:
    count = len(citation.places)
    noun = "rows" if all(place.cells for place in citation.places) else "places"
    number = COUNTS[count] if count < len(COUNTS) else str(count)
    choose = "Choose the one the claim means. Nothing is marked as evidence until you do."
    fits = f"The quote fits {number} {noun}. {choose}" if count > 1 else f"The quote may stand here. {choose}"
    return f"{_read_again_words(citation.read_again)} {fits}" if citation.read_again else fits


def _notice(tone: str, title: str, text: str) -> dict[str, str]:
    return {"tone": tone, "title": title, "text": text}
