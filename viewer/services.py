"""What the server opens once and every page and route uses."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool

from pipeline.evidence.errors import StoreError
from pipeline.settings import Settings
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.link_keys import LinkKeys
from viewer.links import Links
from viewer.page_images import PageImages
from viewer.source_files import SourceFiles


@dataclass(frozen=True, slots=True)
class Services:
    """Open resources of this process."""

    settings: Settings
    database: Database
    files: SourceFiles
    links: Links
    images: PageImages


_current: Services | None = None


def current() -> Services:
    """The services of this process. Raises StoreError before the server has opened them."""
    if _current is None:
        raise StoreError("The server is not open yet. Try again in a moment.")
    return _current


@asynccontextmanager
async def opened(settings: Settings | None = None) -> AsyncIterator[Services]:
    """Opens the database (starting the embedded server, migrating), the blobs and the drawing processes, makes
    them `current`, and closes them in reverse. Raises ConfigurationError or StoreError with words for the terminal.
    """
    global _current
    settings = settings or Settings.from_environment()
    async with AsyncExitStack() as stack:
        database = await run_in_threadpool(Database.open, settings)
        stack.callback(database.close)
        files = SourceFiles(open_blobs(settings), links=settings.storage.links)
        links = Links(LinkKeys(settings.home), needs_sign_in=settings.oidc is not None)
        images = PageImages(fonts=settings.fonts, prove=files.prove)
        await images.open()
        stack.push_async_callback(images.close)
        _current = Services(settings, database, files, links, images)
        try:
            yield _current
        finally:
            _current = None
