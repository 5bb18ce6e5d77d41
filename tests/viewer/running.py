"""The evidence routes of a real server in a thread, with a clock that tests move."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from uuid import UUID

import httpx
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from viewer.headers import SecurityHeaders
from viewer.links import Link, LinkKind, Links
from viewer.page_images import PageImages
from viewer.review.routes import review_routes
from viewer.routes import evidence_routes
from viewer.services import Services
from viewer.source_files import SourceFiles
from viewer.taking import Exporter, taking_routes


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Running:
    """A server in a thread, its client, and what signs its links."""

    client: httpx.Client
    links: Links
    clock: Clock

    def token(self, scope: Scope, version_id: UUID, kind: LinkKind) -> str:
        return self.links.token(Link(scope, version_id, kind))

    def page(
        self, scope: Scope, version_id: UUID, index: object = 0, width: object = 640, **headers: str
    ) -> httpx.Response:
        token = self.token(scope, version_id, LinkKind.PAGES)
        return self.client.get(
            f"/evidence/pages/{version_id}/{index}/{width}.webp",
            headers={"Authorization": f"Bearer {token}", **headers},
        )

    def open(
        self, scope: Scope, version_id: UUID, kind: LinkKind, method: str = "GET", **headers: str
    ) -> httpx.Response:
        path = f"/evidence/{kind.value}/{self.token(scope, version_id, kind)}"
        return self.client.request(method, path, headers=headers)


@contextmanager
def running_routes(
    database: Database,
    settings: Settings,
    files: SourceFiles,
    exporters: Mapping[str, Exporter] | None = None,
) -> Iterator[Running]:
    """Streamlit's own compression lies around the routes, as in the app."""
    clock = Clock()
    links = Links(b"k" * 32, clock=clock)
    images = PageImages(workers=1)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await images.open()
        yield
        await images.close()

    services = Services(settings, database, files, links, images)
    app = Starlette(
        routes=[
            *evidence_routes(lambda: services),
            *review_routes(lambda: services),
            *taking_routes(lambda: services, exporters or {}),
        ],
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=500)],
        lifespan=lifespan,
    )
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=20) as client:
        yield Running(client, links, clock)
    server.should_exit = True
    thread.join(10)


def refusal(response: httpx.Response) -> tuple[int, str]:
    """Status and error name of a refusal, which says its reason in JSON and is never cached."""
    body = response.json()
    assert set(body) == {"error", "message"}
    assert body["message"]
    assert response.headers["cache-control"] == "no-store"
    return response.status_code, body["error"]
