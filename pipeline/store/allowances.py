"""How much a user has used of an allowance lately: counted here, so that all instances of the app agree."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from pipeline.store.connect import Connection


def use_allowance(
    conn: Connection, user_id: UUID, kind: str, amount: int, most: int, window: timedelta
) -> timedelta | None:
    """Use `amount` of what a user may use of a kind within a window that ends now, where `most` leaves room for it.

    None when it did. Else nothing is used, and there will be room after what is returned; `amount` is at most `most`.
    Of two at a time the second one sees what the first has used.
    """
    conn.execute(
        "select pg_advisory_xact_lock(hashtextextended(%s || current_tenant()::text || %s, 0))",
        (f"allowance:{kind}:", str(user_id)),
    )
    conn.execute(
        "delete from allowance_uses where user_id = %s and kind = %s and used_at <= clock_timestamp() - %s",
        (user_id, kind, window),
    )
    # There is room again once the oldest uses that stand in the way have passed out of the window.
    row = conn.execute(
        """
        select min(used_at) + %(window)s - clock_timestamp() from (
            select used_at, sum(amount) over (order by used_at, id) as passed, sum(amount) over () as used
            from allowance_uses where user_id = %(user)s and kind = %(kind)s) uses
        where used + %(amount)s > %(most)s and passed >= used + %(amount)s - %(most)s
        """,
        {"window": window, "user": user_id, "kind": kind, "amount": amount, "most": most},
    ).fetchone()
    wait: timedelta | None = row[0] if row else None
    if wait is None:
        conn.execute(
            "insert into allowance_uses (user_id, kind, amount) values (%s, %s, %s)", (user_id, kind, amount)
        )
    return None if wait is None else max(wait, timedelta())
