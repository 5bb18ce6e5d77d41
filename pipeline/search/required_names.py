"""Names in a question that no filing's cover carries: what an answer must say, and companies that are not there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from pipeline.evidence.content_words import words
from pipeline.evidence.passage import Passage
from pipeline.search.companies import LEGAL_FORMS, CompanyIndex
from pipeline.search.company_mentions import CompanyMention, same_company
from pipeline.search.names import ProperName, is_ordinary, proper_names
from pipeline.search.needs import needs_of
from pipeline.store import passages
from pipeline.store.connect import Connection

NAME_DEPTH = 500
"""How many passages are looked at for a name."""

RARE_NAME = 20
"""A name in at most so many passages tells more than anything else in the question: an answer must say it."""

OPENING_PAGES = 2
"""Pages on which a filing says whose it is, when its title could not be read."""

_JOINED = re.compile(
    r"(?:^|\W)(?:and|or|vs\.?|versus|than|against|with|to|between|,|&)\s*(?:that\s+of\s+|those\s+of\s+)?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"\b(?:compar\w+|versus|vs\.?|than|against|relative|both|either)\b", re.IGNORECASE)
_OWNS = re.compile(r"\b(?:did|does|do|has|have|had|will|was|is|at|by|can)\s+$", re.IGNORECASE)
_RENAMING = re.compile(r"\b(?:formerly|previously)\s+(?:known|named|called)?", re.IGNORECASE)
_RENAMED = ("formerly", "previously", "known", "named", "called")
_LOWER_OWNER = re.compile(r"\b([a-z][\w&.-]*[a-z0-9])['’]s\b")


@dataclass(frozen=True, slots=True)
class RequiredName:
    """A name that an answer must say, and the versions that say it on their opening pages."""

    words: tuple[str, ...]
    openings: frozenset[str]

    def is_said_by(self, passage: Passage) -> bool:
        if passage.id.version in self.openings:
            return True
        pattern = r"(?<!\w)" + r"\W+".join(map(re.escape, self.words)) + r"(?:['’]?s)?(?!\w)"
        return re.search(pattern, f"{passage.context}\n{passage.text}", re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class UnknownNames:
    """`mentions`: the companies of the library that the question names after all. `aliases`: folded words that are
    another name of one of them. `required`: names that an answer must say. `absent`: companies of which there is no
    filing. `nothing_else`: whether the question is about absent companies only, so that nothing answers it.
    """

    mentions: tuple[CompanyMention, ...]
    aliases: frozenset[str]
    required: tuple[RequiredName, ...]
    absent: tuple[str, ...]
    nothing_else: bool


def unknown_names(
    conn: Connection,
    question: str,
    mentions: Sequence[CompanyMention],
    index: CompanyIndex,
    version_ids: Sequence[UUID],
) -> UnknownNames:
    """Tell apart the names of a question that the library's covers do not carry.

    A name of the filings' own (a product, a place, a segment) occurs in them often or stands as a row's label. One
    that nothing says, or little, and whose figures are asked for is another company: without this rule "What were
    Microsoft's net sales?" is answered by whoever else has net sales.
    """
    if not version_ids:
        return UnknownNames(tuple(mentions), frozenset(), (), (), nothing_else=False)
    return _Names(conn, question, index, version_ids).read(tuple(mentions))


@dataclass(frozen=True, slots=True)
class _Names:
    conn: Connection
    question: str
    index: CompanyIndex
    version_ids: Sequence[UUID]

    def read(self, mentions: tuple[CompanyMention, ...]) -> UnknownNames:
        known = tuple(mention for mention in mentions if not self._is_anothers(mention))
        absent = [
            f"{mention.text} {mention.further}".removesuffix("'s").removesuffix("’s")
            for mention in mentions
            if mention not in known
        ]
        aliases = set(_RENAMED) if known and _RENAMING.search(self.question) else set()
        required: list[RequiredName] = []
        strange: list[ProperName] = []
        for name in self._others(known):
            start = self.question.find(name.text.split()[0])
            end = start + len(name.text)
            if same_company(self.question, start, end, known):
                aliases |= {*words(name.text)}
            elif known:
                absent += [name.text] * self._is_absent_beside(name, start, end, known)
            elif (found := self._required(name)) is not None:
                required.append(found)
                strange += [name] * self._is_absent(name, start, found)
        # Where one name owns what is asked for, the others are parts of it: "Square's Cash App".
        owners = [name for name in strange if name.possessive]
        absent += [name.text for name in owners or strange]
        if not known and not absent:
            absent += self._lower_owners()
        absent = list(dict.fromkeys(absent))
        return UnknownNames(
            known, frozenset(aliases), tuple(required), tuple(absent), bool(absent) and not known
        )

    def _others(self, known: Sequence[CompanyMention]) -> list[ProperName]:
        said = {word for mention in known for word in {*mention.keys, *words(mention.text)}}
        return [
            name
            for name in proper_names(self.question)
            if not said
            & {part for word in name.words for part in (word.removesuffix(".com"), *word.split("-"))}
        ]

    def _is_anothers(self, mention: CompanyMention) -> bool:
        """Whether a name goes on as another company's: "Apple Hospitality's", "Johnson Controls, Inc."."""
        if not mention.further:
            return False
        end = mention.end + self.question[mention.end :].find(mention.further) + len(mention.further)
        owns = self.question[end - 2 : end] in ("'s", "’s") or self.question[end : end + 2] in ("'s", "’s")
        following = re.match(r",?\s+(\w+)", self.question[end:])
        is_body = following is not None and following[1].lower() in LEGAL_FORMS
        is_part = len(mention.keys) == 1 and not self._is_whole(mention)
        if not (owns or is_body or is_part):
            return False
        whole = f"{mention.text} {mention.further}".removesuffix("'s").removesuffix("’s")
        rest = mention.further.removesuffix("'s").removesuffix("’s")
        return not self._said_by(rest if not is_part else whole)

    def _is_whole(self, mention: CompanyMention) -> bool:
        return any(called.is_whole for key in mention.keys for called in self.index.by_name.get(key, ()))

    def _said_by(self, text: str) -> list[UUID | str]:
        return [
            found.version for found, _ in passages.lexical(self.conn, [text], self.version_ids, NAME_DEPTH)
        ]

    def _required(self, name: ProperName) -> RequiredName | None:
        """Names that an answer must say: whose figure is asked for, and names that are rare in the filings."""
        found = [hit for hit, _ in passages.lexical(self.conn, [name.text], self.version_ids, NAME_DEPTH)]
        if not name.possessive and len(found) > RARE_NAME:
            return None
        openings = (hit.version for hit in found if hit.page_index < OPENING_PAGES)
        return RequiredName(name.words, frozenset(openings))

    def _is_absent(self, name: ProperName, start: int, required: RequiredName) -> bool:
        """Whether a name is a company's of which there is no filing: nothing says it, or little, and it owns what is
        asked for."""
        count = len(self._said_by(name.text))
        if count == 0:
            return True
        owns = name.possessive or _OWNS.search(self.question[:start]) is not None
        # A person's title or a brand's launch is in few passages too; what filings report on is a company's.
        asked = needs_of(self.question)
        return (
            owns
            and bool(asked.items or asked.metrics or asked.topics)
            and count <= RARE_NAME
            and not required.openings
        )

    def _is_absent_beside(
        self, name: ProperName, start: int, end: int, known: Sequence[CompanyMention]
    ) -> bool:
        """Whether a name beside a known company is another's: said beside it, and by hardly any filing."""
        before = self.question[:start]
        joined = _JOINED.search(before) is not None
        touches = any(
            mention.end <= start and len(self.question[mention.end : start].split()) <= 2 for mention in known
        ) or any(
            end <= mention.start and len(self.question[end : mention.start].split()) <= 2 for mention in known
        )
        compared = _COMPARED.search(self.question) is not None
        if not (name.possessive and (joined or compared)) and not (touches and (joined or compared)):
            return False
        return len(self._said_by(name.text)) <= RARE_NAME

    def _lower_owners(self) -> list[str]:
        """Owners written in lower case that no filing says, or hardly any: "microsoft's revenue"."""
        owners = [match[1] for match in _LOWER_OWNER.finditer(self.question)]
        return [owner for owner in owners if not is_ordinary(owner) and self._is_strange(owner)]

    def _is_strange(self, name: str) -> bool:
        """Whether few passages say a name, and none at the opening of its filing."""
        found = [hit for hit, _ in passages.lexical(self.conn, [name], self.version_ids, NAME_DEPTH)]
        return len(found) <= RARE_NAME and all(hit.page_index >= OPENING_PAGES for hit in found)
