"""Does a citation resolve to the document, version and page that it is meant for?

Of gold questions: the filing that answers them, by the bytes of the gold's file, and its gold pages. Of every citation:
what the passage that it names says, and what is printed at the place that is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.evaluate.asked_gold import AskedQuestion
from pipeline.evaluate.resolved import SHOWN, ResolvedPlace, key_of
from pipeline.evaluate.retrieval import Searched
from pipeline.evaluate.series import Measured, Series, case_of, measured
from pipeline.evaluate.tokens import tokens
from pipeline.evidence.answer import Answer, Citation, Claim
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import Address, MeasuredCase

_WORDS = {
    Searched.ALL: "whole library",
    Searched.GOLD: "filings of the gold",
    Searched.FILING: "the right filing, picked",
}


@dataclass(frozen=True, slots=True)
class ChainCase:
    """One citation held against its passage id: `broken` says what does not agree, "" where all does. `is_told` is
    False for one that is withheld from whoever measures: nothing is known of what it resolves to."""

    id: str
    state: str
    broken: str
    is_told: bool = True
    address: Address | None = None

    def to_json(self) -> dict[str, object]:
        return {"id": self.id, "state": self.state, "broken": self.broken}


@dataclass(frozen=True, slots=True)
class QuestionCase:
    """One question of one search: what its citations came to. None: no citation to tell it of."""

    id: str
    searched: Searched
    filing: bool | None
    version: bool | None
    page: bool | None
    any_page: bool
    cited: str
    address: Address | None

    @property
    def is_answered(self) -> bool:
        return self.version is not None

    @property
    def words(self) -> str:
        if not self.is_answered:
            return f"{self.id} ({_WORDS[self.searched]}): not answered"
        return f"{self.id} ({_WORDS[self.searched]}): cites {self.cited}"

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "searched": self.searched.value,
            "filing": self.filing,
            "version": self.version,
            "page": self.page,
            "any_page": self.any_page,
            "cited": self.cited,
        }


@dataclass(frozen=True, slots=True)
class IdentityReport:
    """Gold questions asked, with every citation of their answers."""

    source: str
    questions: tuple[QuestionCase, ...]
    citations: tuple[ChainCase, ...]

    @property
    def measured(self) -> Measured:
        series = [*chain_series(self.citations), *self._series()]
        return measured(Layer.IDENTITY, "identity", series)

    def to_json(self) -> dict[str, object]:
        return {
            "layer": "identity",
            "source": self.source,
            "measured": [figure.to_json() for figure in self.measured.figures],
            "questions": [one.to_json() for one in self.questions],
            "citations": [one.to_json() for one in self.citations],
        }

    @property
    def words(self) -> str:
        answered = [one for one in self.questions if one.is_answered]
        wrong = [one.words for one in answered if not (one.version and one.page)]
        broken = [f"{one.id}: {one.broken}" for one in self.citations if one.broken]
        return "\n".join(
            [
                self.source,
                "",
                self.measured.words,
                "",
                f"Not on a gold page of the filing first ({len(wrong)}):",
                *(wrong or ["none"]),
                f"Citations that do not resolve to what they name ({len(broken)}):",
                *(broken or ["none"]),
            ]
        )

    def _series(self) -> Iterator[Series]:
        for searched in dict.fromkeys(one.searched for one in self.questions):
            cases = [one for one in self.questions if one.searched is searched]
            told = _WORDS[searched]
            wanted: list[tuple[str, str, Callable[[QuestionCase], bool | None]]] = [
                ("answered", f"{told}: answered", lambda one: one.is_answered),
                ("filing", "  the first citation is of the right filing", lambda one: one.filing),
                ("version", "  and of its very file (sha256)", lambda one: one.version),
                ("page", "  and on a gold page", lambda one: one.page),
                ("any_page", "  some citation is on a gold page, of all questions", lambda one: one.any_page),
            ]
            for key, name, value in wanted:
                if searched is Searched.FILING and key in ("filing", "version"):
                    continue  # it was picked
                named = f"{searched.value}.{key}"
                yield Series(named, name, tuple(_question(named, one, value(one)) for one in cases))


def evaluate_identity(asked: Iterable[AskedQuestion], source: str) -> IdentityReport:
    """Each question's answer against the gold, and each of its citations against its own passage."""
    questions: list[QuestionCase] = []
    citations: list[ChainCase] = []
    for one in asked:
        questions.append(_case(one))
        name = f"{one.question.id} {one.searched.value}"
        citations += chain_of(one.answer, one.resolved, name, one.address)
    return IdentityReport(source, tuple(questions), tuple(citations))


def chain_of(
    answer: Answer, resolved: Mapping[str, ResolvedPlace], name: str, address: Address | None = None
) -> Iterator[ChainCase]:
    """Each citation of an answer: does it resolve to the version and page that its passage id names, and is what is
    marked there what was quoted?"""
    for claim, citation in citations_of(answer):
        key = key_of(claim.number, citation.id)
        place = resolved[key]
        is_told = place.version_id is not None
        yield ChainCase(f"{name} {key}", place.state, broken_words(citation, place), is_told, address)


def citations_of(answer: Answer) -> Iterator[tuple[Claim, Citation]]:
    return ((claim, citation) for claim in answer.claims for citation in claim.citations)


def broken_words(citation: Citation, place: ResolvedPlace) -> str:
    """What does not agree between a citation and what it resolved to; "" where nothing is wrong. Of a state that marks
    nothing there is nothing to be wrong."""
    if place.version_id is not None and str(place.version_id) != citation.passage.version:
        return f"names version {citation.passage.version}, and resolves to {place.version_id}"
    if not place.is_shown:
        return ""
    if place.page_index != citation.passage.page_index:
        return f"names page index {citation.passage.page_index}, and resolves to {place.page_index}"
    if "".join(tokens(place.words)) != "".join(tokens(citation.quote)):
        return f"quotes {citation.quote[:80]!r}, and marks {place.words[:80]!r}"
    return ""


def chain_series(cases: Sequence[ChainCase]) -> tuple[Series, ...]:
    """Citations that resolve to what they name, and those that resolve to one place at all."""
    told = [one for one in cases if one.is_told]
    return (
        Series(
            "chain",
            "citations that resolve to the version, page and words that they name",
            tuple(
                case_of("chain", one.id, not one.broken, one.broken or one.state, one.address) for one in told
            ),
        ),
        Series(
            "one_place",
            "  resolve to one place",
            tuple(case_of("one_place", one.id, one.state in SHOWN, one.state, one.address) for one in told),
        ),
    )


def _case(asked: AskedQuestion) -> QuestionCase:
    right, pages = asked.right, asked.question.pages
    version = right.filing.version_id
    first = asked.first
    any_page = any(
        place.version_id == version and place.page_index in pages for place in asked.resolved.values()
    )
    if first is None:
        return QuestionCase(asked.question.id, asked.searched, None, None, None, any_page, "nothing", None)
    _, place = first
    is_version = place.version_id == version
    return QuestionCase(
        asked.question.id,
        asked.searched,
        is_version or place.version_id in right.copies,
        is_version,
        is_version and place.page_index in pages,
        any_page,
        f"page index {place.page_index} of version {place.version_id}, gold has {list(pages)} of {version}",
        asked.address,
    )


def _question(key: str, case: QuestionCase, is_right: bool | None) -> MeasuredCase:
    return case_of(key, case.id, is_right, case.words, case.address)
