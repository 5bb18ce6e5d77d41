"""What each role may do."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What a member is in a tenant. Each later one may do all that an earlier one may."""

    ANALYST = "analyst"
    REVIEWER = "reviewer"
    ADMIN = "admin"


class Permission(StrEnum):
    """Something that not everybody may do. Whether a source may be read is another question: `MAY_READ` answers it.

    Verdicts are read with the answers that they are on, by analysts too: whoever uses an answer checks it with them.
    Judging, the queue, exports and the names of those who judged are for reviewers.
    """

    ASK = "ask questions, and read their answers with what was found and said of them"
    ADD = "add filings, read them again, and write what they are"
    COLLECT = "put filings into open collections"
    REVIEW = "judge claims, and see who judged what"
    EXCHANGE = "export and import reviewed answers"
    ASSIGN = "give claims to reviewers"
    MEASURE = "set the alerts of the Quality page"
    REMOVE = "remove filings"
    ADMINISTER = "change members, roles and closed collections, and read who opened what"


_FIRST_ROLE: Final[Mapping[Permission, Role]] = {
    Permission.ASK: Role.ANALYST,
    Permission.ADD: Role.ANALYST,
    Permission.COLLECT: Role.ANALYST,
    Permission.REVIEW: Role.REVIEWER,
    Permission.EXCHANGE: Role.REVIEWER,
    Permission.ASSIGN: Role.ADMIN,
    Permission.MEASURE: Role.ADMIN,
    Permission.REMOVE: Role.ADMIN,
    Permission.ADMINISTER: Role.ADMIN,
}
_ORDER: Final = tuple(Role)


def may(role: Role, permission: Permission) -> bool:
    """Whether a member of this role has the permission."""
    return _ORDER.index(role) >= _ORDER.index(_FIRST_ROLE[permission])
