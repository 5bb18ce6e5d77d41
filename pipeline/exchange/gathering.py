"""Reviewed answers out of the store, as far as whoever exports them may read what they stand on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from pipeline.evidence.answer import Answer
from pipeline.evidence.asked_scope import AskedScope
from pipeline.evidence.errors import AccessDenied, AnswerUnfinished, InvalidExchange
from pipeline.evidence.review import Judgement
from pipeline.exchange import rows
from pipeline.exchange.marks import Marks
from pipeline.exchange.naming import Naming
from pipeline.exchange.record import FORMAT, VERSION, Record
from pipeline.exchange.report import counted
from pipeline.store import annotations as marked_places
from pipeline.store import answers, exchanged, openings, reviews
from pipeline.store.annotations import Placed
from pipeline.store.connect import Connection
from pipeline.store.exchanged import Imported, Standing
from pipeline.store.openings import OpeningKind
from pipeline.store.scope import Scope
from viewer.review.sight import sight_of

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The answers of an export, and how many were left out because they stand on filings that their reader may not
    read."""

    records: tuple[Record, ...]
    left_out: int = 0

    def to_json(self) -> Json:
        return {
            "answers": [str(record.answer.id) for record in self.records],
            "verdicts": sum(len(record.verdicts) for record in self.records),
            "annotations": sum(len(record.annotations) for record in self.records),
            "left_out": self.left_out,
        }

    @property
    def words(self) -> str:
        """What the file holds, and what it does not and why."""
        verdicts = sum(len(record.verdicts) for record in self.records)
        marked = sum(len(record.annotations) for record in self.records)
        told = [
            f"{counted(len(self.records), 'answer')} with {counted(verdicts, 'verdict')} and "
            f"{counted(marked, 'marked place')}"
        ]
        if self.left_out:
            told.append(
                f"{counted(self.left_out, 'answer')} left out: they rest on filings that you may not read, or whose "
                "rights nobody can tell any more"
            )
        return "; ".join(told)


def reviewed_answers(conn: Connection, scope: Scope, *, is_blind: bool = False) -> Gathered:
    """Every answer with a verdict that counts, the newest first. What its reader may not read is left out and counted.

    `is_blind`: what others said of claims that the reader has not judged is left out, and that they said anything: an
    answer is there only if a verdict that the reader may see counts.
    """
    gathering = Gathering(conn, scope, is_blind=is_blind)
    records, left_out = [], 0
    for answer_id in reviews.reviewed_answers(conn):
        try:
            record = gathering.record(answer_id)
        except (AccessDenied, AnswerUnfinished):
            left_out += 1
            continue
        if any(row.withdrawn_at is None for row in record.verdicts):
            records.append(record)
    _note(conn, records)
    return Gathered(tuple(records), left_out)


def chosen_answers(conn: Connection, scope: Scope, answer_ids: Iterable[UUID]) -> Gathered:
    """These answers, each once. Raises NotFound, AnswerUnfinished, and AccessDenied for one that stands on what its
    reader may not read."""
    gathering = Gathering(conn, scope)
    records = [gathering.record(answer_id) for answer_id in dict.fromkeys(answer_ids)]
    _note(conn, records)
    return Gathered(tuple(records))


def _note(conn: Connection, records: Sequence[Record]) -> None:
    """Keep who takes away which filings' words."""
    openings.note_all(
        conn,
        OpeningKind.EXPORT,
        [(record.answer.id, source.version_id) for record in records for source in record.sources],
    )


class Gathering:
    """Reads in one transaction of `scope`."""

    def __init__(self, conn: Connection, scope: Scope, *, is_blind: bool = False) -> None:
        self._conn = conn
        self._scope = scope
        self._is_blind = is_blind
        self._library = exchanged.library(conn)
        self._naming = Naming(self._library)

    def record(self, answer_id: UUID) -> Record:
        """One answer, for whoever may read what it stands on. Raises as `chosen_answers` does."""
        self._require_readable(answer_id, exchanged.imported(self._conn, answer_id))
        return self.whole(answer_id)

    def whole(self, answer_id: UUID) -> Record:
        """One answer, whoever asks. Raises NotFound, AnswerUnfinished, and InvalidExchange for one that the form cannot
        hold: a text longer than any page, more rows than any answer has."""
        answer, origin = answers.get(self._conn, answer_id), exchanged.imported(self._conn, answer_id)
        if answer.stage is not None:
            raise AnswerUnfinished(f"The answer {answer_id} is being written. Export it once it is finished.")
        asked = exchanged.asked(self._conn, answer_id)
        verdicts = self._verdicts(answer_id)
        marked = marked_places.of_verdicts(self._conn, [one.id for one in verdicts])
        placed = [one for verdict in verdicts for one in marked.get(verdict.id, ())]
        value = {
            "format": FORMAT,
            "version": VERSION,
            "origin": origin.origin if origin else self._library.origin,
            "answer": self._answer(answer, asked),
            "people": self._people([asked.user_id, *(one.reviewer_id for one in verdicts)]),
            "sources": self._sources(answer, placed, origin),
            "packet": [rows.passage(entry) for entry in answer.packet.entries],
            "claims": [rows.claim(claim) for claim in answer.claims],
            "calculations": [
                {"claim": claim.number, **claim.calculation.to_json()}
                for claim in answer.claims
                if claim.calculation
            ],
            "citations": self._citations(answer, origin),
            "checks": [rows.plain(asdict(check)) for check in exchanged.checks(self._conn, answer_id)],
            "verdicts": [self._verdict(one) for one in verdicts],
            "annotations": [rows.annotation(one.annotation) for one in placed],
        }
        try:
            return Record.model_validate_json(json.dumps(value))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            where = " ".join(str(part) for part in first["loc"])
            raise InvalidExchange(
                f"The answer {answer_id} does not fit the exchanged form: {where}: {first['msg']}.",
                source=str(answer_id),
            ) from error

    def _require_readable(self, answer_id: UUID, origin: Imported | None) -> None:
        """Words of a filing go to whoever may read it, or could when it was removed; of one that never was here, to
        whoever brought them."""
        found = exchanged.standings(self._conn, answer_id, self._scope.user_id)
        is_importer = origin is not None and origin.imported_by == self._scope.user_id
        for standing in found.values():
            if standing is Standing.DENIED or (standing is Standing.UNKNOWN and not is_importer):
                raise AccessDenied(
                    f"The answer {answer_id} stands on a filing that you may not read, or whose rights nobody can tell "
                    "any more. It is not exported."
                )

    def _verdicts(self, answer_id: UUID) -> list[Judgement]:
        found: list[Judgement] = []
        for said in reviews.of_answer(self._conn, answer_id).values():
            found += self._seen(said) if self._is_blind else said
        return found

    def _seen(self, said: Sequence[Judgement]) -> list[Judgement]:
        sight = sight_of(said, self._scope.user_id)
        seen = {one.id for one in (*sight.history, *(sight.others or ()))}
        return [one for one in said if one.id in seen]

    def _answer(self, answer: Answer, asked: exchanged.Asked) -> Json:
        is_interrupted = asked.finished_at is None
        return {
            "id": str(answer.id),
            "question": answer.question,
            "method": answer.method,
            "model": answer.model,
            "asked_by": str(self._naming.outside(asked.user_id)),
            "created_at": rows.moment(answer.created_at),
            "finished_at": rows.moment(asked.finished_at) if asked.finished_at else None,
            "not_in_sources": answer.not_in_sources,
            "unanswered": list(answer.unanswered),
            "problem": answer.problem.to_json() if answer.problem and not is_interrupted else None,
            "generation": answer.generation.to_json() if answer.generation else None,
            "scope": AskedScope.from_json(asked.scope).to_json() if asked.scope else None,
            "trace": asked.trace,
        }

    def _people(self, user_ids: Sequence[UUID]) -> list[Json]:
        names = exchanged.people(self._conn, user_ids)
        return [
            {"id": str(self._naming.outside(one)), "name": self._naming.name(one, names[one])}
            for one in dict.fromkeys(user_ids)
        ]

    def _sources(self, answer: Answer, placed: Iterable[Placed], origin: Imported | None) -> list[Json]:
        """What is known of each version that the answer names, the packet's first: as its export told it, where the
        answer was imported."""
        marked = {one.annotation.version_id: one.annotation for one in placed}
        packet = [UUID(entry.passage.id.version) for entry in answer.packet.entries]
        named = list(dict.fromkeys([*packet, *marked]))
        known, told = exchanged.filings(self._conn, named), origin.sources if origin else {}
        return [
            told.get(str(version_id))
            or rows.source(version_id, known.get(version_id), marked.get(version_id))
            for version_id in named
        ]

    def _citations(self, answer: Answer, origin: Imported | None) -> list[Json]:
        marks, told = Marks(self._conn, self._scope, answer.id), origin.places if origin else {}
        return [
            rows.citation(claim.number, citation)
            | {"marks": told.get(f"{claim.number}:{citation.id}") or marks.of(claim.number, citation)}
            for claim in answer.claims
            for citation in claim.citations
        ]

    def _verdict(self, one: Judgement) -> Json:
        return {
            "id": str(one.id),
            "claim": one.claim,
            "reviewer_id": str(self._naming.outside(one.reviewer_id)),
            "role": one.role.value,
            "verdict": one.verdict.value,
            "reason": one.reason.value if one.reason else None,
            "comment": one.comment,
            "seconds": one.seconds,
            "decided_at": rows.moment(one.decided_at),
            "withdrawn_at": rows.moment(one.withdrawn_at) if one.withdrawn_at else None,
            "origin": one.origin or self._library.origin,
        }
