"""Reviewed answers into a library: merged by their ids, nothing overwritten, all or nothing.

A filing is found by the sha256 of its bytes. What a file says of it counts only as far as it stands in the filing that
is here: a passage that reads otherwise is of no reading of this library, and its citations are looked for anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from pipeline.evidence.annotation import Annotation, InvalidAnnotation
from pipeline.evidence.asked_scope import AskedScope
from pipeline.evidence.cited import Cited
from pipeline.evidence.errors import AccessDenied, InvalidExchange
from pipeline.evidence.reanchor import together
from pipeline.evidence.reanchored import Reanchored, Spot
from pipeline.evidence.review import Judgement, says_the_same
from pipeline.exchange.comparing import made_checks, same_answer, same_place
from pipeline.exchange.filings import Filings
from pipeline.exchange.gathering import Gathering
from pipeline.exchange.naming import Naming
from pipeline.exchange.record import Record
from pipeline.exchange.report import Imported, MissingFiling, counted
from pipeline.exchange.values import Values, values_of
from pipeline.store import (
    annotation_places,
    answers,
    claim_rows,
    exchanged,
    imports,
    reanchorings,
    reviews,
    versions,
)
from pipeline.store import annotations as marked_places
from pipeline.store.connect import Connection
from pipeline.store.exchanged import Asked
from pipeline.store.scope import LOCAL, Scope

_ONLY_THEY: Final = "only they can bring it in"


def import_records(conn: Connection, scope: Scope, records: Sequence[Record], name: str) -> Imported:
    """Store what a file, called `name`, holds and is not here; what became of it. All in the transaction of `conn`.

    Raises InvalidExchange for a file that contradicts itself or names other bytes by the id of a version here, and
    AccessDenied for an answer that stands on a filing here which the user of `scope` may not read. Whoever signed in
    brings in no question and no verdict of another member: of what is not here yet, a file proves nothing.
    """
    importing = _Importing(conn, scope, name)
    importing.take(records)
    return importing.report


class _Importing:
    def __init__(self, conn: Connection, scope: Scope, name: str) -> None:
        imports.hold(conn)
        self._conn = conn
        self._scope = scope
        self._name = name
        self._naming = Naming(exchanged.library(conn))
        self._filings = Filings(conn)
        self.report = Imported()

    def take(self, records: Sequence[Record]) -> None:
        self._require_distinct(records)
        names = self._names(records)
        values = [values_of(record, names, self._name) for record in records]
        self._add_people(records)
        self._unproven = self._others(records)
        stored = imports.stored_answers(self._conn, [record.answer.id for record in records])
        judgements: list[Judgement] = []
        marked: list[Annotation] = []
        for record, value in zip(records, values, strict=True):
            is_here = record.answer.id in stored
            if not is_here and self._naming.inside(record.answer.asked_by) in self._unproven:
                self.report.conflicts.append(
                    f"the answer {record.answer.id} (“{value.answer.question[:60]}”) is said to be a colleague's, and "
                    f"is not here: {_ONLY_THEY}."
                )
                continue
            if not is_here:
                self._add(record, value, names)
            elif not self._merge(record, value, names):
                continue
            judgements += [self._inside(one) for one in value.judgements]
            marked += value.annotations
        taken, refused = self._judge(judgements)
        self._mark([one for one in marked if one.verdict_id not in refused], taken)

    # What a file says of filings and people ------------------------------------------------------------------

    def _require_distinct(self, records: Sequence[Record]) -> None:
        """Raises InvalidExchange for a verdict or a place under two answers."""
        for kind in ("verdicts", "annotations"):
            ids = [row.id for record in records for row in getattr(record, kind)]
            if len(set(ids)) != len(ids):
                raise InvalidExchange(
                    f"{self._name} has one of its {kind} under two answers.", source=self._name
                )

    def _names(self, records: Iterable[Record]) -> dict[UUID, UUID]:
        """What versions of the file are called here. Notes those that are not here."""
        told = {row.version_id: row for record in records for row in record.sources}
        by_bytes = imports.versions_of(self._conn, {row.sha256 for row in told.values() if row.sha256})
        here = imports.hashes_of(self._conn, told)
        names: dict[UUID, UUID] = {}
        missing: dict[UUID, MissingFiling] = {}
        for version_id, row in told.items():
            if row.sha256 and here.get(version_id, row.sha256) != row.sha256:
                raise InvalidExchange(
                    f"{self._name} names by {version_id} a filing with other bytes than this library does. One of the "
                    "two was changed.",
                    source=self._name,
                )
            if row.sha256 in by_bytes:
                names[version_id] = by_bytes[row.sha256]
            elif version_id not in here:
                missing[version_id] = MissingFiling(row.sha256, row.title)
        self._require_rights({*names.values(), *here})
        self.report.missing = list(dict.fromkeys(missing.values()))
        return names

    def _require_rights(self, version_ids: Iterable[UUID]) -> None:
        for version_id in version_ids:
            if versions.access(self._conn, version_id, self._scope.user_id) is versions.Access.DENIED:
                raise AccessDenied(
                    f"{self._name} has answers that stand on a filing here which you may not read. Have somebody "
                    "import it who may."
                )

    def _add_people(self, records: Iterable[Record]) -> None:
        told = {self._naming.inside(person.id): person.name for record in records for person in record.people}
        known = exchanged.people(self._conn, told)
        for user_id, name in told.items():
            here = known.get(user_id)
            if here is not None and self._naming.name(user_id, here) != name:
                self.report.conflicts.append(f"the reviewer “{name}” of the file is called “{here}” here.")
        new = {user_id: name for user_id, name in told.items() if user_id not in known}
        imports.add_people(self._conn, new)
        self.report.people = len(new)

    def _others(self, records: Iterable[Record]) -> frozenset[UUID]:
        """The people of a file for whom its importer may not speak; none for whoever runs the commands."""
        if self._scope.sign_in_id is None:
            return frozenset()
        told = {self._naming.inside(person.id) for record in records for person in record.people}
        return (imports.members(self._conn, told) | {LOCAL.user_id}) - {self._scope.user_id}

    def _inside(self, one: Judgement) -> Judgement:
        return replace(one, reviewer_id=self._naming.inside(one.reviewer_id))

    # Answers -------------------------------------------------------------------------------------------------

    def _add(self, record: Record, value: Values, names: Mapping[UUID, UUID]) -> None:
        answer_id, row = value.answer.id, record.answer
        user_id = self._naming.inside(row.asked_by)
        answers.save(self._conn, user_id, value.answer)
        scope = self._with_documents(value.scope) if value.scope else None
        asked = Asked(
            user_id,
            row.finished_at,
            scope.to_json() if scope else None,
            value.trace.to_json() if value.trace else None,
        )
        imports.complete(self._conn, answer_id, asked, value.checks, is_interrupted=row.finished_at is None)
        self._remember(record, names)
        self._find_citations(record, value)
        self.report.answers.append(answer_id)

    def _with_documents(self, scope: AskedScope) -> AskedScope:
        known = imports.documents_of(self._conn, [one.version_id for one in scope.filings])
        filings = (
            replace(one, document_id=known.get(one.version_id, one.document_id)) for one in scope.filings
        )
        return replace(scope, filings=tuple(filings))

    def _remember(self, record: Record, names: Mapping[UUID, UUID]) -> None:
        """What the export said of the answer's filings and places, by the names that versions have here."""
        sources = {}
        for source in record.sources:
            version_id = str(names.get(source.version_id, source.version_id))
            sources[version_id] = source.model_dump(mode="json") | {"version_id": version_id}
        places = {
            f"{row.claim}:{row.citation_id}": row.marks.model_dump(mode="json")
            for row in record.citations
            if row.marks.cited or row.marks.regions or row.marks.spans
        }
        imports.remember(self._conn, record.answer.id, record.origin, self._scope.user_id, sources, places)

    def _find_citations(self, record: Record, value: Values) -> None:
        """Look for citations that were made from another reading of their version than the one here."""
        answer_id = value.answer.id
        present = exchanged.present(self._conn, answer_id)
        described = {(row.claim, row.citation_id): row.marks.cited for row in record.citations}
        for claim in value.answer.claims:
            for citation in claim.citations:
                key = claim.number, str(citation.id)
                target = self._filings.version(UUID(citation.passage.version))
                if target is None or key in present or not citation.ranges:
                    continue
                cited = [Cited.from_json(one.model_dump(mode="json")) for one in described[key]]
                if not cited:
                    self.report.lost += 1
                    continue
                found = together([self._filings.finder(target).find_again(one) for one in cited])
                reanchorings.put(self._conn, answer_id, key, target, found, cited)
                self._count(found, [Spot(citation.passage.page_index, span) for span in citation.ranges])

    def _merge(self, record: Record, value: Values, names: Mapping[UUID, UUID]) -> bool:
        """Whether the answer that is here says the same; then its filings may have been added since."""
        answer_id = value.answer.id
        here = Gathering(self._conn, self._scope).whole(answer_id)
        if not same_answer(here, record):
            self.report.conflicts.append(
                f"the answer {answer_id} (“{value.answer.question[:60]}”) says something else here: nothing that the "
                "file has of it was taken."
            )
            return False
        self.report.known_answers += 1
        if more := len(made_checks(record) - made_checks(here)):
            self.report.conflicts.append(
                f"the answer {answer_id} was checked elsewhere: {counted(more, 'result')} in the file not taken."
            )
        if renamed := self._added_since(here):
            self.report.linked += imports.rename_versions(self._conn, answer_id, renamed)
            claim_rows.name_readings(self._conn, answer_id, value.answer.claims)
            placed = marked_places.of_answer(self._conn, answer_id).values()
            annotation_places.settle(self._conn, [one.annotation for places in placed for one in places])
            self._remember(record, names)
            self._find_citations(record, value)
        return True

    def _added_since(self, here: Record) -> dict[UUID, UUID]:
        """Versions that an answer names and that are here by another name."""
        hashes = {row.sha256: row.version_id for row in here.sources if row.sha256}
        found = imports.versions_of(self._conn, hashes)
        return {hashes[sha256]: version for sha256, version in found.items() if hashes[sha256] != version}

    # Verdicts and places -------------------------------------------------------------------------------------

    def _judge(self, judgements: Sequence[Judgement]) -> tuple[frozenset[UUID], frozenset[UUID]]:
        """Store verdicts that are not here; which those are, and which were not taken."""
        stored = reviews.several(self._conn, [one.id for one in judgements])
        new, taken_back, refused = [], [], set[UUID]()
        for one in judgements:
            here = stored.get(one.id)
            if here is None and one.reviewer_id in self._unproven:
                refused.add(one.id)
                self.report.conflicts.append(
                    f"the verdict {one.id} is said to be by {one.reviewer}, and is not here: {_ONLY_THEY}."
                )
            elif here is None:
                new.append(one)
            elif not says_the_same(here, one):
                self.report.conflicts.append(
                    f"the verdict {one.id} by {one.reviewer} says something else here."
                )
            elif here.withdrawn_at == one.withdrawn_at:
                self.report.known_verdicts += 1
            elif here.withdrawn_at is None and here.origin is not None:
                taken_back.append(one)
            else:
                state = (
                    "withdrawn here and counts in the file"
                    if here.withdrawn_at
                    else "withdrawn in the file only"
                )
                self.report.conflicts.append(f"the verdict {one.id} by {one.reviewer} is {state}.")
        reviews.add_all(self._conn, new)
        imports.withdraw(self._conn, taken_back)
        self.report.verdicts, self.report.withdrawn = len(new), len(taken_back)
        return frozenset(one.id for one in new), frozenset(refused)

    def _mark(self, marked: Sequence[Annotation], taken: frozenset[UUID]) -> None:
        """Store the places of verdicts that were stored now; those of others have to be here as they are."""
        new = [self._present(one) for one in marked if one.verdict_id in taken]
        old = [one for one in marked if one.verdict_id not in taken]
        try:
            marked_places.put_all(self._conn, new)
        except InvalidAnnotation as error:
            raise InvalidExchange(f"{self._name}: {error.message}", source=self._name) from error
        self.report.annotations = len(new)
        stored = marked_places.of_verdicts(self._conn, [*{one.verdict_id for one in new}])
        for one in (one for placed in stored.values() for one in placed if one.home is not None):
            self._count(one.here, [Spot(one.annotation.place.page_index, one.annotation.place.range)])
        self._compare(old)

    def _present(self, one: Annotation) -> Annotation:
        """Of the present reading, where the same parser has read the same bytes: whether its words stand there is
        looked at when it is stored."""
        version = self._filings.version(one.version_id)
        if version is None or version.parser_version != one.parser_version:
            return one
        return replace(one, reading=version.reading)

    def _compare(self, marked: Sequence[Annotation]) -> None:
        stored = marked_places.of_verdicts(self._conn, [*{one.verdict_id for one in marked}])
        here = {one.annotation.id: one.annotation for placed in stored.values() for one in placed}
        for one in marked:
            if one.id in here and same_place(here[one.id], one):
                self.report.known_annotations += 1
            else:
                self.report.conflicts.append(
                    f"the marked place {one.id} is not here, or not the same, and its verdict {one.verdict_id} is here "
                    "already."
                )

    def _count(self, found: Reanchored | None, told: Sequence[Spot]) -> None:
        """Where words stand here, beside where their file says that they stand."""
        if found is None or found.place is None:
            self.report.lost += 1
        elif [(spot.page_index, spot.range) for spot in told] != [
            (found.place.page_index, found.place.range)
        ]:
            self.report.moved += 1
