"""A question read against the filings that it may be answered from."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from pipeline.evidence.asked_scope import AskedScope, ScopeFiling
from pipeline.evidence.content_words import words
from pipeline.search.asked_form import AskedForm, read_form
from pipeline.search.asked_period import AskedPeriod, read_period
from pipeline.search.companies import CompanyIndex
from pipeline.search.company_mentions import CompanyMention, company_mentions
from pipeline.search.filings import Filing
from pipeline.search.known_library import KnownLibrary, known_library
from pipeline.search.names import proper_names
from pipeline.search.required_names import RequiredName, UnknownNames, unknown_names
from pipeline.search.routes import Route, routes_of
from pipeline.search.terms import Question, read_question
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class Search:
    """A question read against the filings that it may be answered from.

    `filings`: what is searched, best first; `weights`: of each version, 0 to 1, what its pages' scores are multiplied
    by. `scope`: the same for people, with why. `required`: proper names that no filing's cover carries, and that a
    passage, or the opening of its filing, must say to answer the question. `is_about_company`: the question names a
    company of the library.
    """

    question: Question
    filings: tuple[Filing, ...]
    required: tuple[RequiredName, ...] = ()
    weights: Mapping[UUID, float] = field(default_factory=dict)
    scope: AskedScope = field(default_factory=AskedScope)
    is_about_company: bool = False

    @property
    def names_company(self) -> bool:
        """Whether the question names the company of a filing that is searched, or the analyst picked the filings."""
        return self.is_about_company or any(filing.is_picked for filing in self.scope.filings)

    @property
    def page_count(self) -> int:
        """Pages that are searched."""
        return sum(filing.page_count for filing in self.filings)

    @property
    def version_ids(self) -> list[UUID]:
        return [filing.version_id for filing in self.filings]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a question says of the filings it is about."""

    mentions: tuple[CompanyMention, ...]
    period: AskedPeriod
    form: AskedForm
    unknown: UnknownNames


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
    A question about a company of which no filing is there has nothing to search: `scope.absent` names it.
    """
    kept = [filing for filing in filings if filing.document_id not in without] if without else filings
    known = known_library(kept)
    index = known.index
    mentions = company_mentions(question, index)
    version_ids = [filing.version_id for filing in kept]
    unknown = unknown_names(conn, question, mentions, index, version_ids)
    asked = _Asked(unknown.mentions, read_period(question), read_form(question), unknown)
    routes, missing = _routes(known, asked, keep_all=picked)
    if unknown.nothing_else and not picked:
        routes = ()
    chosen = [(kept[route.position], route) for route in routes]
    scope = AskedScope(
        filings=tuple(_scope_filing(filing, route, picked) for filing, route in chosen),
        is_narrowed=bool(asked.mentions) and not picked and len(chosen) < len(kept),
        reading=_reading(asked, index),
        absent=unknown.absent,
        missing=missing,
        without=tuple(without),
    )
    return Search(
        question=_question(question, asked),
        filings=tuple(filing for filing, _ in chosen),
        required=() if asked.mentions else unknown.required,
        weights={filing.version_id: route.weight for filing, route in chosen},
        scope=scope,
        is_about_company=bool(asked.mentions),
    )


def _routes(
    known: KnownLibrary, asked: _Asked, *, keep_all: bool
) -> tuple[tuple[Route, ...], tuple[str, ...]]:
    if not asked.mentions:
        return known.unnamed_routes(asked.period, asked.form), ()
    return routes_of(known.covers, known.index, asked.mentions, asked.period, asked.form, keep_all=keep_all)


def _scope_filing(filing: Filing, route: Route, picked: bool) -> ScopeFiling:
    return ScopeFiling(filing.document_id, filing.version_id, route.because, route.weight, is_picked=picked)


def _question(text: str, asked: _Asked) -> Question:
    absent = {word for name in asked.unknown.absent for word in words(name)}
    names = [name.words for name in proper_names(text) if not absent & set(name.words)]
    if asked.mentions:
        company = frozenset().union(*(mention.keys | set(words(mention.text)) for mention in asked.mentions))
        company |= asked.unknown.aliases | absent
        others = [name for name in names if not company & {word.removesuffix(".com") for word in name}]
        return read_question(text, company, names=others)
    owners = [name.words for name in asked.unknown.required if name.openings]
    return read_question(
        text, owner=frozenset().union(*owners), names=[name for name in names if name not in owners]
    )


def _reading(asked: _Asked, index: CompanyIndex) -> tuple[str, ...]:
    """What was read of the question, in words."""
    said = [_said_company(mention, index) for mention in asked.mentions]
    return tuple(dict.fromkeys([*said, *filter(None, [asked.period.words]), *asked.form.forms]))


def _said_company(mention: CompanyMention, index: CompanyIndex) -> str:
    """The company as the question calls it; where that may be one of several, which."""
    if len(mention.companies) == 1:
        return mention.text
    return f"{mention.text}: {' or '.join(index.companies[number].name for number in mention.companies)}"
