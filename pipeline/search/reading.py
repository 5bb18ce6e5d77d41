"""A question read against the filings that it may be answered from."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.evidence.passage import Passage
from pipeline.search.filings import Filing
from pipeline.search.names import proper_names, titles_named
from pipeline.search.terms import Question, read_question
from pipeline.store import passages
from pipeline.store.connect import Connection

NAME_DEPTH = 500
"""How many passages are looked at for a name."""

RARE_NAME = 20
"""A name in at most so many passages tells more than anything else in the question: an answer must say it."""

OPENING_PAGES = 2
"""Pages on which a filing says whose it is, when its title could not be read."""


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
class Search:
    """A question read against the filings that it may be answered from.

    `filings`: what is searched, best first; `weights`: of each version, 0 to 1, what its pages' scores are multiplied
    by. `scope`: the same for people, with why. `required`: proper names that no filing's cover carries, and that a
    passage, or the opening of its filing, must say to answer the question.
    """

    question: Question
    filings: tuple[Filing, ...]
    required: tuple[RequiredName, ...] = ()
    weights: Mapping[UUID, float] = field(default_factory=dict)
    scope: AskedScope = field(default_factory=AskedScope)

    @property
    def page_count(self) -> int:
        """Pages that are searched."""
        return sum(filing.page_count for filing in self.filings)

    @property
    def version_ids(self) -> list[UUID]:
        return [filing.version_id for filing in self.filings]


def read_search(
    conn: Connection,
    question: str,
    filings: Sequence[Filing],
    *,
    picked: bool = False,
    without: Collection[UUID] = (),
) -> Search:
    """Read a question against the filings in scope: which of them it is about, and what it asks for.

    `picked`: the analyst chose these filings, so that all of them are searched. `without`: documents that he took out.
    """
    kept = [filing for filing in filings if filing.document_id not in without]
    named = titles_named(question, [filing.title for filing in kept])
    names = [name.words for name in proper_names(question)]
    if named:
        company = frozenset().union(*named.values())
        others = [name for name in names if not company & {word.removesuffix(".com") for word in name}]
        read = read_question(question, company, names=others)
        return _search(read, kept if picked else [kept[position] for position in sorted(named)], (), without)
    required = tuple(_required_names(conn, question, [filing.version_id for filing in kept]))
    owners = [name.words for name in required if name.openings]
    others = [name for name in names if name not in owners]
    read = read_question(question, owner=frozenset().union(*owners), names=others)
    return _search(read, kept, required, without)


def _search(
    question: Question,
    filings: Sequence[Filing],
    required: tuple[RequiredName, ...],
    without: Collection[UUID],
) -> Search:
    scope = AskedScope(
        tuple(ScopeFiling(filing.document_id, filing.version_id, (), 1.0) for filing in filings),
        without=tuple(without),
    )
    weights = {filing.version_id: 1.0 for filing in filings}
    return Search(question, tuple(filings), required, weights, scope)


def _required_names(conn: Connection, question: str, version_ids: Sequence[UUID]) -> Iterator[RequiredName]:
    """Names that an answer must say: whose figure is asked for, and names that are rare in the filings in scope.

    Without this rule "What were Microsoft's net sales?" is answered by whoever else has net sales.
    """
    for name in proper_names(question):
        said_by = [found for found, _ in passages.lexical(conn, [name.text], version_ids, NAME_DEPTH)]
        if name.possessive or len(said_by) <= RARE_NAME:
            openings = (found.version for found in said_by if found.page_index < OPENING_PAGES)
            yield RequiredName(name.words, frozenset(openings))
