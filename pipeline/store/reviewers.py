"""Who reviews: the users of a tenant by name."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid4

from psycopg.rows import class_row

from pipeline.evidence.errors import NotFound
from pipeline.evidence.review import InvalidReview
from pipeline.permissions import Permission, Role, may
from pipeline.store import access
from pipeline.store.connect import Connection

_WITHOUT_NAMES: Final = ", ".join(f"'{role}'" for role in Role if not may(role, Permission.REVIEW))
LONGEST_NAME: Final = 80
"""Characters: what a line of a claim's card holds."""
UNNAMED: Final = "A reviewer"
"""Said of somebody who judged, to those who may not see who judged what."""
NAME_TOLD: Final = f"""case when current_setting('pincite.role', true) in ({_WITHOUT_NAMES})
    and u.id is distinct from nullif(current_setting('pincite.user_id', true), '')::uuid
    then '{UNNAMED}' else u.name end"""
"""SQL: what user `u`, who judged something, is called to the user of the transaction."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """A user of the tenant, and how many verdicts of theirs count."""

    id: UUID
    name: str
    verdicts: int


# Of several verdicts of theirs on one claim in one role, one counts.
_ROWS: Final = """
    select u.id, u.name, (
        select count(distinct (j.answer_id, j.claim_number, j.role)) from verdicts j
        where j.reviewer_id = u.id and j.withdrawn_at is null
    ) as verdicts
    from users u
"""


def list_all(conn: Connection) -> list[Reviewer]:
    """The tenant's users by name."""
    with conn.cursor(row_factory=class_row(Reviewer)) as cursor:
        return cursor.execute(_ROWS + "order by lower(u.name), u.name, u.id").fetchall()


def get(conn: Connection, user_id: UUID) -> Reviewer:
    """Raises NotFound."""
    with conn.cursor(row_factory=class_row(Reviewer)) as cursor:
        row = cursor.execute(_ROWS + "where u.id = %s", (user_id,)).fetchone()
    if row is None:
        raise NotFound(f"There is no reviewer {user_id}.")
    return row


def add(conn: Connection, name: str) -> Reviewer:
    """A new user of the tenant: the local user may be several people. Raises InvalidReview for an empty, overlong or
    taken name, and for one with characters that are not seen. Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    shown = _valid(name)
    # One at a time: two people who add the same name at once must not both succeed.
    conn.execute("select from tenants for no key update")
    for other in list_all(conn):
        if other.name.casefold() == shown.casefold():
            raise InvalidReview(f"There is a reviewer “{other.name}” already. Choose another name.")
    user_id = uuid4()
    conn.execute("insert into users (id, name) values (%s, %s)", (user_id, shown))
    return Reviewer(user_id, shown, 0)


def _valid(name: str) -> str:
    """The name as it is stored: composed, with single blanks."""
    if any(unicodedata.category(character) in _UNSEEN for character in name):
        raise InvalidReview("A reviewer's name has letters and blanks, and no characters that are not seen.")
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not shown:
        raise InvalidReview("A reviewer needs a name.")
    if len(shown) > LONGEST_NAME:
        raise InvalidReview(f"The name has {len(shown):,} characters; at most {LONGEST_NAME} are shown.")
    return shown


_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of control, direction and unassigned characters: with them two names look alike, or run into what stands
beside them."""
