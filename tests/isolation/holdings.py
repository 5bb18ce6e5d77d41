"""A tenant with something in every table: filings, answers, reviews, members. And the same with invented ids."""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID, uuid4

from pipeline.evidence.annotation import Annotation
from pipeline.evidence.answer import Answer
from pipeline.evidence.passage import Passage
from pipeline.evidence.review import Judgement
from pipeline.permissions import Role
from pipeline.store.collections import Collection
from pipeline.store.consequences import Consequences
from pipeline.store.evaluations import Evaluation
from pipeline.store.exchanged import Asked, CheckMade
from pipeline.store.scope import Scope
from pipeline.store.versions import VersionRow

Value = TypeVar("Value")

UUIDS = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
HASHES = re.compile(r"\b[0-9a-f]{64}\b")


@dataclass(frozen=True, slots=True)
class Holdings:
    """What one tenant has. `scope` is its admin without a sign-in, as the command line works; `members` and `sign_ins`
    are by a word that says what is the matter with them ("revoked", "expired")."""

    scope: Scope
    document_id: UUID
    version: VersionRow
    passages: tuple[Passage, ...]
    rendered_version: UUID
    """A PDF whose bytes are stored, so that its pages can be drawn."""
    rendered_sha256: str
    framed_version: UUID
    framed_sha256: str
    removed_document: UUID
    consequences: Consequences
    answer: Answer
    rendered_answer: UUID
    asked: Asked
    checks: tuple[CheckMade, ...]
    judgement: Judgement
    annotation: Annotation
    evaluation: Evaluation
    collection: Collection
    ingest_id: UUID
    job_id: int
    members: Mapping[str, UUID]
    roles: Mapping[str, Role]
    sign_ins: Mapping[str, UUID]
    word: str
    """Stands in every text of the tenant that somebody wrote: where it turns up, something got out."""

    def member(self, name: str, sign_in: str | None = None) -> Scope:
        """A member with their sign-in, which has the member's name unless another is given."""
        return Scope(self.scope.tenant_id, self.members[name], self.sign_ins[sign_in or name])


class Invention:
    """Ids that nothing has, one for each id that something has, always the same for the same. A checksum of `known`
    stays: bytes that the asker has are no secret."""

    def __init__(self, known: frozenset[str]) -> None:
        self._ids: dict[UUID, UUID] = {}
        self._known = known

    def of(self, value: Value) -> Value:
        """The value with every UUID and checksum in it replaced; numbers of jobs with one that no job has."""
        invented: Value = self._of(value)
        return invented

    def holdings(self, theirs: Holdings) -> Holdings:
        """What nobody has, of the same shape as what `theirs` is."""
        return dataclasses.replace(self.of(theirs), job_id=theirs.job_id + 1_000_000)

    def _of(self, value: Any) -> Any:
        match value:
            case UUID():
                return self._ids.setdefault(value, uuid4())
            case str():
                text = UUIDS.sub(lambda found: str(self._of(UUID(found[0]))), value)
                text = HASHES.sub(lambda found: self._hash(found[0]), text)
                return value if text == value else text
            case Mapping():
                return {self._of(key): self._of(one) for key, one in value.items()}
            case tuple() | list() | set() | frozenset():
                return type(value)(self._of(one) for one in value)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            fields = [one.name for one in dataclasses.fields(value) if one.init]
            return dataclasses.replace(value, **{name: self._of(getattr(value, name)) for name in fields})
        return value

    def _hash(self, sha256: str) -> str:
        return sha256 if sha256 in self._known else hashlib.sha256(sha256.encode()).hexdigest()
