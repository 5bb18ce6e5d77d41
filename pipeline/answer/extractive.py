"""Claims without a language model: verbatim sentences and table rows of the packet, each with its citation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pipeline.answer.candidates import ASKS_CAUSE, Candidate, CandidateKind, candidates
from pipeline.answer.input_rows import input_rows
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.answer import Citation, Claim
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet
from pipeline.search.terms import Question, Wants

METHOD = "extractive"

MOST_CLAIMS = 4

ENOUGH = 0.5
"""A piece that scores lower shares too little with the question to be offered as its answer."""

YIELDS = 0.75
"""The kind that a question wants yields to the other when its best scores less than this share of the other's."""

NEAR_BEST = 0.85
"""Pieces of the same kind are offered beside the best one when they score at least this share of its score."""


def extract(question: Question, packet: Packet, sources: Mapping[PageKey, SourcePage]) -> tuple[Claim, ...]:
    """At most MOST_CLAIMS claims, best first; none when nothing in the packet answers in the question's words.

    A question for a figure gets rows: one a filing, so that filings that disagree all appear. Any other question
    gets sentences. Each takes the other kind where that is clearly better. A metric that no row prints, and whose
    cause is not asked for, is answered by the rows that it is made of, as many as there are.
    """
    found = [candidate for candidate in candidates(question, packet, sources) if candidate.score >= ENOUGH]
    rows = _one_a_filing(c for c in found if c.kind is CandidateKind.ROW)
    said = _different(c for c in found if c.kind is CandidateKind.SENTENCE)
    first, second = (rows, said) if question.wants is Wants.FIGURE else (said, rows)
    best = second if not first or (second and first[0].score < YIELDS * second[0].score) else first
    if ASKS_CAUSE.search(question.text) or any(candidate.kind is CandidateKind.ROW for candidate in best):
        return _claims(best[:MOST_CLAIMS])
    return _claims(input_rows(question, packet, sources) or best[:MOST_CLAIMS])


def _one_a_filing(rows: Iterable[Candidate]) -> list[Candidate]:
    """The best row of each filing, while it is near the best of all."""
    kept: dict[str, Candidate] = {}
    for row in rows:
        kept.setdefault(row.entry.passage.id.version, row)
    return _near_best(list(kept.values()))


def _different(said: Iterable[Candidate]) -> list[Candidate]:
    """Sentences without repetition: filings repeat theirs word for word."""
    kept: dict[str, Candidate] = {}
    for sentence in said:
        kept.setdefault(" ".join(sentence.text.lower().split()), sentence)
    return _near_best(list(kept.values()))


def _near_best(ranked: Sequence[Candidate]) -> list[Candidate]:
    return [candidate for candidate in ranked if candidate.score >= NEAR_BEST * ranked[0].score]


def _claims(chosen: Sequence[Candidate]) -> tuple[Claim, ...]:
    quotes: dict[Handle, int] = {}
    claims: list[Claim] = []
    for number, candidate in enumerate(chosen, start=1):
        handle = candidate.entry.handle
        quotes[handle] = quotes.get(handle, 0) + 1
        # The range is known from the parse, so nothing is searched for, and a repeated row is not ambiguous.
        citation = Citation(
            CitationId(handle, quotes[handle]),
            candidate.entry.passage.id,
            candidate.text,
            (candidate.range,),
            focus=candidate.focus,
        )
        claims.append(Claim(number, " ".join(candidate.text.split()), (citation,)))
    return tuple(claims)
