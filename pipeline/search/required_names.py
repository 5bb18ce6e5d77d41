"""Names in a question that no filing's cover carries: what an answer must say, and companies that are not there."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from pipeline.evidence.content_words import label_stems, words
from pipeline.evidence.passage import Passage, PassageId
from pipeline.search.companies import LEGAL_FORMS, CompanyIndex, is_joining, name_tokens, squeezed
from pipeline.search.company_mentions import CompanyMention, same_company
from pipeline.search.names import ProperName, is_ordinary, proper_names
from pipeline.search.needs import needs_of
from pipeline.store import page_parts, passages
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
_GLUED = re.compile(r"(?:-\w+)*")
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


def bare(name: str) -> str:
    """A name without what makes it an owner."""
    return name.removesuffix("'s").removesuffix("’s").rstrip("'’")


@dataclass(frozen=True, slots=True)
class _Names:
    conn: Connection
    question: str
    index: CompanyIndex
    version_ids: Sequence[UUID]
    found: dict[str, list[PassageId]] = field(default_factory=dict)

    def read(self, mentions: tuple[CompanyMention, ...]) -> UnknownNames:
        known = tuple(mention for mention in mentions if not self._is_anothers(mention))
        absent = [bare(f"{mention.text} {mention.further}") for mention in mentions if mention not in known]
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
            if not set(name.words) <= LEGAL_FORMS
            and not said
            & {part for word in name.words for part in (word.removesuffix(".com"), *word.split("-"))}
        ]

    def _is_anothers(self, mention: CompanyMention) -> bool:
        """Whether a name goes on as another company's: "Apple Hospitality's", "Johnson Controls, Inc.". Where what it
        goes on with is a segment or product, the company's filings say so: together, as a row's label, or in a few
        places."""
        if not mention.further:
            return False
        end = mention.end + self.question[mention.end :].find(mention.further) + len(mention.further)
        rest = bare(mention.further + _GLUED.match(self.question[end:])[0])  # type: ignore[index]
        following = re.match(r"[^\w]*\s(\w+)", self.question[end:])
        is_body = following is not None and following[1].lower() in LEGAL_FORMS
        owns = re.match(r"\S*['’]", self.question[end - 2 :]) is not None
        if self._is_whole(mention) and not (owns or is_body):
            return False
        own = {
            self.version_ids[at]
            for number in mention.companies
            for at in self.index.companies[number].filings
        }
        if self._said(f"{mention.text} {rest}", own):
            return False
        count = self._said(rest, own)
        is_few = 0 < count <= RARE_NAME or (count > 0 and any(letter.isdigit() for letter in rest))
        return is_body or not (is_few or (count > 0 and self._is_row(rest, own)))

    def _is_whole(self, mention: CompanyMention) -> bool:
        """Whether all of a company's name stands there, and not only its beginning."""
        key = squeezed([token.key for token in name_tokens(mention.text) if not is_joining(token.key)])
        return any(called.is_whole for called in self.index.by_name.get(key, ()))

    def _is_row(self, text: str, versions: Collection[UUID]) -> bool:
        """Whether a name is a row's label in filings, as segments and products are."""
        wanted = "\t" + " ".join(label_stems(text))
        return any(
            f"{line}\n".endswith(f"{wanted}\n")
            for _, _, labels in page_parts.labels_of(self.conn, list(versions))
            for line in labels.splitlines()
        )

    def _said(self, text: str, versions: Collection[UUID]) -> int:
        """In how many passages of the versions a name is said."""
        return sum(UUID(found.version) in versions for found in self._passages(text))

    def _passages(self, text: str) -> list[PassageId]:
        """The passages that say a name, looked up once."""
        if text not in self.found:
            hits = passages.lexical(self.conn, [text], self.version_ids, NAME_DEPTH)
            self.found[text] = [found for found, _ in hits]
        return self.found[text]

    def _required(self, name: ProperName) -> RequiredName | None:
        """Names that an answer must say: whose figure is asked for, and names that are rare in the filings."""
        found = self._passages(name.text)
        if not name.possessive and len(found) > RARE_NAME:
            return None
        openings = (hit.version for hit in found if hit.page_index < OPENING_PAGES)
        return RequiredName(name.words, frozenset(openings))

    def _is_absent(self, name: ProperName, start: int, required: RequiredName) -> bool:
        """Whether a name is a company's of which there is no filing: nothing says it, or little, and it owns what is
        asked for."""
        count = len(self._passages(name.text))
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
        return len(self._passages(name.text)) <= RARE_NAME

    def _lower_owners(self) -> list[str]:
        """Owners written in lower case that no filing says, or hardly any: "microsoft's revenue"."""
        owners = [match[1] for match in _LOWER_OWNER.finditer(self.question)]
        return [owner for owner in owners if not is_ordinary(owner) and self._is_strange(owner)]

    def _is_strange(self, name: str) -> bool:
        """Whether few passages say a name, and none at the opening of its filing."""
        found = self._passages(name)
        return len(found) <= RARE_NAME and all(hit.page_index >= OPENING_PAGES for hit in found)
