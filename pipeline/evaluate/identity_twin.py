"""Two files of one filing print the same words: does a citation resolve to the file that it names, and to its page?"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from pipeline.answer.checker import ClaimChecker
from pipeline.answer.draft import DraftCitation, DraftClaim
from pipeline.answer.quoting import find_quote
from pipeline.answer.source_pages import PageKey, SourcePage, source_pages
from pipeline.evaluate.gold import GoldFact
from pipeline.evaluate.identity import ChainCase, chain_of, chain_series
from pipeline.evaluate.progress import Progress
from pipeline.evaluate.resolved import Resolve, ResolvedPlace, key_of
from pipeline.evaluate.series import Measured, Series, case_of, measured
from pipeline.evaluate.stated_fact import quote_of, sentence_of
from pipeline.evidence.answer import Answer, Claim
from pipeline.evidence.errors import NotFound, SourceMissing
from pipeline.evidence.folded import fold
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import Address, PageAddress
from pipeline.evidence.packet import Packet, PacketEntry
from pipeline.evidence.passage import Passage
from pipeline.store import answers, passages, versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from pipeline.store.versions import VersionRow

MOST_BESIDE = 8
"""Passages of the twin that stand in a fact's packet, before those of its own page."""

_SUFFIXES = (".htm", ".html")


@dataclass(frozen=True, slots=True)
class TwinCase:
    """One fact, cited by its line in the PDF and then in the HTML file. None: the line could not be quoted there.

    `own`: it resolved to the version with the PDF's bytes; `page`: on the fact's page; `twin`: cited in the HTML file,
    it resolved to that one. `cited` tells what it resolved to.
    """

    id: str
    readable: bool
    own: bool | None
    page: bool | None
    twin: bool | None
    cited: str
    address: Address | None

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "readable": self.readable,
            "own": self.own,
            "page": self.page,
            "twin": self.twin,
            "cited": self.cited,
        }


@dataclass(frozen=True, slots=True)
class TwinReport:
    """All facts of a twin's gold, and each citation against what it names."""

    source: str
    cases: tuple[TwinCase, ...]
    citations: tuple[ChainCase, ...]

    @property
    def measured(self) -> Measured:
        wanted: list[tuple[str, str, Callable[[TwinCase], bool | None]]] = [
            ("quoted", "lines found in a passage of the PDF", _quoted),
            ("own", "  resolve to the PDF's own version (sha256)", lambda one: one.own),
            ("page", "  and to the fact's page", lambda one: one.page),
            ("twin", "cited in the HTML file: resolve to its version", lambda one: one.twin),
        ]
        series = [
            Series(
                key,
                name,
                tuple(case_of(key, one.id, value(one), one.cited, one.address) for one in self.cases),
            )
            for key, name, value in wanted
        ]
        return measured(Layer.IDENTITY, "identity", [*chain_series(self.citations), *series])

    def to_json(self) -> dict[str, Any]:
        return {
            "layer": "identity",
            "source": self.source,
            "measured": [figure.to_json() for figure in self.measured.figures],
            "facts": [one.to_json() for one in self.cases],
            "citations": [one.to_json() for one in self.citations],
        }

    @property
    def words(self) -> str:
        wrong = [
            f"{one.id}: {one.cited}" for one in self.cases if one.readable and not (one.own and one.page)
        ]
        unread = sum(not one.readable for one in self.cases)
        broken = [f"{one.id}: {one.broken}" for one in self.citations if one.broken]
        return "\n".join(
            [
                self.source,
                "",
                self.measured.words,
                "",
                f"Facts whose line the gold runs together, so that nobody can quote it: {unread}",
                f"Not resolved to their own page ({len(wrong)}):",
                *(wrong or ["none"]),
                f"Citations that do not resolve to what they name ({len(broken)}):",
                *(broken or ["none"]),
            ]
        )


def _quoted(one: TwinCase) -> bool | None:
    return one.own is not None if one.readable else None


@dataclass(frozen=True, slots=True)
class TwinFiles:
    """Two files of one filing in the library; `beside` are the HTML file's passages."""

    own: VersionRow
    other: VersionRow
    beside: Sequence[Passage]

    @classmethod
    def of(cls, conn: Connection, pdf: Path) -> TwinFiles:
        """Raises SourceMissing when the HTML file is not beside the PDF, NotFound when the library lacks one."""
        own, other = _version(conn, pdf), _version(conn, _twin_of(pdf))
        beside = passages.of_pages(conn, [(other.id, index) for index in range(other.page_count)])
        return cls(own, other, beside)

    def stated(self, conn: Connection, facts: Sequence[GoldFact]) -> Answer | None:
        """An answer that states each fact of one page once a file in which its line can be quoted; None where that is
        nowhere. Its packet holds passages of both files."""
        packet = self._packet(conn, facts)
        sources = source_pages(conn, packet)
        checker = ClaimChecker(packet, {entry.passage.id for entry in packet.entries}, sources)
        claims: list[Claim] = []
        for fact, quote in ((fact, quote_of(fact)) for fact in facts):
            for version in (self.own, self.other):
                entry = _holding(quote, version.id, packet, sources) if quote else None
                if entry is None or quote is None:
                    continue
                draft = DraftClaim(sentence_of(fact), (DraftCitation(str(entry.handle), quote),))
                claim = checker.check(draft, len(claims) + 1)
                if claim is not None and claim.citations:
                    claims.append(claim)
        if not claims:
            return None
        question = f"What is printed of {' '.join(facts[0].row_label.split())}?"
        return Answer(uuid4(), question, "gold", None, datetime.now(UTC), tuple(claims), packet)

    def _packet(self, conn: Connection, facts: Sequence[GoldFact]) -> Packet:
        """The twin's passages that print a fact come first: whoever takes the first that fits takes the wrong one."""
        beside = {
            one.id: one for fact in facts for one in self._printing(fact.display, fold(fact.row_label).key)
        }
        mine = passages.of_page(conn, self.own.id, facts[0].page_index)
        return Packet.of(
            [
                *((one, self.other.title, 1.0) for one in beside.values()),
                *((one, self.own.title, 0.5) for one in mine),
            ]
        )

    def _printing(self, display: str, label: str) -> list[Passage]:
        found = [one for one in self.beside if display in one.text and label in fold(one.text).key]
        return found[:MOST_BESIDE]


def evaluate_twin(
    facts: Sequence[GoldFact],
    pdf: Path,
    database: Database,
    scope: Scope,
    resolve: Resolve,
    progress: Progress = lambda name, done, total: None,
) -> TwinReport:
    """Each fact cited in an answer whose packet holds both files' passages; the answers are taken back.

    Raises as TwinFiles.of.
    """
    with database.scoped(scope) as conn:
        files = TwinFiles.of(conn, pdf)
    cases: list[TwinCase] = []
    chain: list[ChainCase] = []
    for done, fact in enumerate(facts, start=1):
        with database.scoped(scope) as conn, conn.transaction(force_rollback=True):
            answer = files.stated(conn, [fact])
            resolved: Mapping[str, ResolvedPlace] = {}
            if answer is not None:
                answers.save(conn, scope.user_id, answer)
                resolved = resolve(conn, answer)
        case = _case(files, fact, answer, resolved)
        cases.append(case)
        if answer is not None:
            chain += chain_of(answer, resolved, fact.id, case.address)
        progress(pdf.name, done, len(facts))
    return TwinReport(f"{pdf.name} beside {files.other.source_name}", tuple(cases), tuple(chain))


def _case(
    files: TwinFiles, fact: GoldFact, answer: Answer | None, resolved: Mapping[str, ResolvedPlace]
) -> TwinCase:
    cited = {
        claim.citations[0].passage.version: resolved[key_of(claim.number, claim.citations[0].id)]
        for claim in (answer.claims if answer else ())
    }
    own, twin = cited.get(str(files.own.id)), cited.get(str(files.other.id))
    where = f"{fact.display} on page index {fact.page_index}"
    told = f"{where}: its line stands in no passage"
    if own is not None:
        told = f"{where}: {own.state}, page index {own.page_index} of version {own.version_id}"
    is_own = own.is_shown and own.sha256 == files.own.sha256 if own else None
    return TwinCase(
        fact.id,
        quote_of(fact) is not None,
        is_own,
        is_own and own.page_index == fact.page_index if own else None,
        twin.is_shown and twin.sha256 == files.other.sha256 if twin else None,
        told,
        PageAddress(files.own.document_id, fact.page_index),
    )


def _holding(
    quote: str, version: UUID, packet: Packet, sources: Mapping[PageKey, SourcePage]
) -> PacketEntry | None:
    """The version's first passage in which the quote has one place; else the first with several."""
    held = [
        (len(found.ranges), entry)
        for entry in packet.entries
        if entry.passage.id.version == str(version)
        and (found := find_quote(quote, entry, packet, sources)).ranges
    ]
    return min(held, key=lambda one: one[0])[1] if held else None


def _twin_of(pdf: Path) -> Path:
    found = [pdf.with_suffix(suffix) for suffix in _SUFFIXES if pdf.with_suffix(suffix).is_file()]
    if not found:
        raise SourceMissing(
            f"There is no HTML file beside {pdf.name} with its name. The twin's measurement needs both.",
            source=pdf.name,
        )
    return found[0]


def _version(conn: Connection, file: Path) -> VersionRow:
    version = versions.find_by_sha256(conn, hashlib.sha256(file.read_bytes()).hexdigest())
    if version is None:
        raise NotFound(f"The library lacks {file.name}. Run `pincite ingest {file}`.")
    return version
