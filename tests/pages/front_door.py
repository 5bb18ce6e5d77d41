"""The served app with sign-in, its provider, and people in browsers before it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

import httpx
from joserfc import jwt
from joserfc.jwk import OctKey
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pipeline.permissions import Role
from pipeline.settings import Settings
from pipeline.store import memberships, tenants
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL, Scope
from tests.oidc_server import Person, Provider, provider
from tests.serving import free_port, served

COOKIE_SECRET = "a secret that only this test knows, of some length"
PATIENCE = 30_000
"""Milliseconds, for a machine under load."""


@dataclass(frozen=True, slots=True)
class FrontDoor:
    """The app's address, its database, and whoever signs people in."""

    url: str
    database: Database
    provider: Provider

    def person(self, *, is_verified: bool = True) -> Person:
        """Somebody whom nobody has invited yet."""
        name = f"person-{uuid4().hex[:8]}"
        return Person(name, f"{name}@example.com", is_verified)

    def invite(self, who: Person, role: Role, scope: Scope = LOCAL) -> UUID:
        """Their user in the workspace of `scope`."""
        with self.database.scoped(scope) as conn:
            return memberships.invite(conn, who.email, who.subject, role, LOCAL.user_id)

    def workspace(self, name: str) -> Scope:
        """A new workspace, as its operator."""
        scope = Scope(tenants.id_of(name), LOCAL.user_id)
        with self.database.scoped(scope) as conn:
            tenants.create(conn, name)
        return scope

    def sign_in(self, page: Page, who: Person) -> None:
        """Go to the app, press the button, and come back from the provider as this person."""
        self.provider.signs_in = who
        page.goto(self.url)
        page.get_by_role("button", name="Sign in").click(timeout=PATIENCE)
        expect(page.get_by_role("button", name="Sign out")).to_be_visible(timeout=PATIENCE)

    def sign_in_again(self, page: Page) -> None:
        """From the page that says that a sign-in is over, as the same person."""
        page.get_by_role("button", name="Sign in again").click()
        expect(page.get_by_role("button", name="Sign out")).to_be_visible(timeout=PATIENCE)

    def come_back(self, client: httpx.Client) -> httpx.Response:
        """What the app answers when the provider has sent a browser back to it."""
        return client.get(self.sent_back(client))

    def sent_back(self, client: httpx.Client) -> str:
        """The address that the provider sends a browser back to."""
        to_provider = self.begin(client).headers["location"]
        assert to_provider.startswith(f"{self.provider.url}/authorise"), to_provider
        return str(httpx.get(to_provider, timeout=PATIENCE / 1000).headers["location"])

    def begin(self, client: httpx.Client) -> httpx.Response:
        """What the app answers when the button is pressed."""
        token = jwt.encode(
            {"alg": "HS256"}, {"provider": "default", "exp": 4_000_000_000}, OctKey.import_key(COOKIE_SECRET)
        )
        return client.get(f"/auth/login?provider={token}")


@contextmanager
def front_door(home: Path, **settings: str) -> Iterator[FrontDoor]:
    """`pincite serve` with a provider of its own, and with these settings more."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with provider() as running:
        environment = running.settings | {"PINCITE_URL": url, "PINCITE_COOKIE_SECRET": COOKIE_SECRET}
        environment |= settings
        with served(home, environment=environment, port=port):
            database = Database.open(Settings(home))
            try:
                yield FrontDoor(url, database, running)
            finally:
                database.close()


@contextmanager
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has been nowhere yet."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context
    context.close()
