"""What a restored library must not take along from its old place."""

from __future__ import annotations

from pipeline.store.connect import Connection


def leave_behind(conn: Connection) -> int:
    """Forget the old place's workers, whose jobs others then take up, and end its sign-ins; how many of those were
    open. `conn` is the owner's, whom no policy binds.

    A sign-in that was ended after the backup was made is open in it.
    """
    conn.execute("delete from procrastinate.procrastinate_workers")
    if conn.execute("select to_regclass('pincite.sign_ins')").fetchone() == (None,):
        return 0
    return conn.execute(
        "update pincite.sign_ins set ended_at = now() where ended_at is null and expires_at > now()"
    ).rowcount
