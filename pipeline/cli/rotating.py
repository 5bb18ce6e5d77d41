"""`pincite rotate-key`: a new key for the links of this data folder."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import click

from pipeline.cli.frame import show, typed
from pipeline.settings import Settings
from pipeline.store.link_keys import KEY_FILE, revoke, rotate

USUAL_SECONDS: Final = 600
"""Time to copy the file to the other hosts."""


@click.command("rotate-key")
@click.option(
    "--after",
    "after_seconds",
    type=click.IntRange(0, 604_800),
    default=USUAL_SECONDS,
    show_default=True,
    help="Seconds from now on after which the new key signs: time to copy the file to the other hosts.",
)
@click.option(
    "--revoke",
    "at_once",
    is_flag=True,
    help="A key has leaked: forget all others, so that open pages need a reload.",
)
@typed
def rotate_key(as_json: bool, after_seconds: int, at_once: bool) -> None:
    """Make a new key for the app's links. An app that runs takes it over by itself, and open pages stay open."""
    settings = Settings.from_environment()
    path = settings.home / KEY_FILE
    key = revoke(settings.home) if at_once else rotate(settings.home, after_seconds=after_seconds)
    from_then = datetime.fromtimestamp(key.signs_from, UTC).isoformat()
    words = (
        f"Every link that was made until now is void. Copy {path} to the other hosts now."
        if at_once
        else f"A new key signs from {from_then} on. Copy {path} to the other hosts before."
    )
    signs_cookies = settings.oidc is not None and settings.oidc.cookie_secret is None
    if at_once and signs_cookies:
        words += (
            " Then restart the apps: until then whoever has the old key can make the cookie of anybody's sign-in, "
            "because PINCITE_COOKIE_SECRET is not set and cookies are signed with what was made of that key."
        )
    shown = {
        "path": str(path),
        "signs_from": from_then,
        "revoked": at_once,
        "restart": at_once and signs_cookies,
    }
    show(shown, as_json, lambda: words)
