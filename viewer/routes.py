"""The routes to a source: page images, the sanitised rendition in its frame, the original file, and what is stored of
its pages. And the one to an answer while it is written.

Each request carries a signed link and is checked against the database again before a byte leaves.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from pipeline.evidence.errors import NotFound
from pipeline.evidence.file_name import file_name
from viewer.links import Link, LinkKind
from viewer.media import Media
from viewer.pixels import Tile, snap_width
from viewer.requests import bearer, number, with_json_errors
from viewer.resolver import LinkedVersion, OpenedVersion, open_original, open_version
from viewer.services import Services
from viewer.so_far import answer_so_far
from viewer.stored.routes import NOUNS, stored_view

FRAME_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
)
"""For a source's own markup. `allow-same-origin` lets the app measure it; without scripts it can do nothing."""

DOWNLOAD_POLICY: Final = "default-src 'none'; sandbox"
NOTICE_HEADER: Final = "Pincite-Notice"
FONTS_MISSING: Final = "fonts-missing"
"""On a page image: characters are not drawn, because the server has no font for them. The pane says so."""

IMAGE_SECONDS: Final = 60
"""A browser may show an image this long after the right to it was taken away."""

DEFAULT_URGENCY: Final = 3
_URGENCY: Final = re.compile(r"(?:^|,)\s*u=([0-7])\s*(?:,|$)")
_MOST_NAME: Final = 124


def evidence_routes(services: Callable[[], Services]) -> list[Route]:
    """The routes under /evidence. `services` is asked at each request, after the server has started."""

    def route(path: str, handler: Callable[[Services, Request], Awaitable[Response]]) -> Route:
        async def handle(request: Request) -> Response:
            return await handler(services(), request)

        return Route(path, with_json_errors(handle), methods=["GET"])

    return [
        route("/evidence/pages/{version}/{page_index}/{width}.webp", page_image),
        route("/evidence/frame/{token}", frame),
        route("/evidence/file/{token}", original),
        route("/evidence/answers/{answer}.json", answer_so_far),
        *(route(f"/evidence/{noun}/{{version}}.json", stored_view(noun)) for noun in NOUNS),
    ]


async def page_image(services: Services, request: Request) -> Response:
    """One page as WebP, or with `?tile=column,row` a square of it. The signed link is the bearer token; the URL stays
    the same for the browser's cache."""
    parameters = request.path_params
    link = services.links.read(bearer(request), LinkKind.PAGES)
    page_index, width = number(parameters["page_index"], "page"), number(parameters["width"], "width")
    tile = _tile(request.query_params.get("tile"))
    if str(link.target_id) != parameters["version"]:
        raise NotFound("There is no such version.")
    opened = await _open(services, link, page_index, is_ahead=is_ahead(request))
    if opened.source.media is not Media.PDF:
        raise NotFound("This source has no page images.")
    drawn = f"{page_index}-{snap_width(width, tiled=tile is not None)}"
    if tile is not None:
        drawn += f"-{tile.column}-{tile.row}"
    headers = {
        "Cache-Control": f"private, max-age={IMAGE_SECONDS}",
        "Vary": "Authorization",
        "ETag": f'"{opened.source.sha256[:16]}-{drawn}"',
    }
    if request.headers.get("If-None-Match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)

    async def still_wanted() -> bool:
        return not await request.is_disconnected()

    image = await services.images.image(
        opened.path, page_index, width, tile=tile, is_ahead=is_ahead(request), still_wanted=still_wanted
    )
    if image.lacks_fonts:
        headers = {NOTICE_HEADER: FONTS_MISSING, "Cache-Control": "private, no-store"}  # it may soon be whole
    return Response(image.webp, media_type="image/webp", headers=headers)


def _tile(text: str | None) -> Tile | None:
    if text is None:
        return None
    column, _, row = text.partition(",")
    return Tile(number(column, "tile's column"), number(row, "tile's row"))


def is_ahead(request: Request) -> bool:
    """Whether the page is fetched before anybody looks at it: an urgency below the default one (RFC 9218)."""
    urgency = _URGENCY.search(request.headers.get("Priority", ""))
    return urgency is not None and int(urgency[1]) > DEFAULT_URGENCY


async def frame(services: Services, request: Request) -> Response:
    """The sanitised rendition of an HTML or text source, for a frame without scripts."""
    link = services.links.read(request.path_params["token"], LinkKind.FRAME)
    opened = await _open(services, link)
    html = await asyncio.to_thread(services.files.contents, opened.path)
    return Response(
        html,
        media_type="text/html; charset=utf-8",
        headers={"Content-Security-Policy": FRAME_POLICY, "Cache-Control": "private, no-store"},
    )


async def original(services: Services, request: Request) -> Response:
    """The stored file itself: a PDF inline, from the object store that holds it or from here, whole or in ranges;
    anything else as a download of plain text."""
    link = services.links.read(request.path_params["token"], LinkKind.FILE)
    opened = await asyncio.to_thread(
        open_original,
        services.database,
        link.scope,
        link.target_id,
        files=services.files,
        method="HEAD" if request.method == "HEAD" else "GET",
    )
    headers = {"Cache-Control": "private, no-store"}
    if isinstance(opened, LinkedVersion):
        return RedirectResponse(opened.url, 307, headers)
    source, is_pdf = opened.source, opened.source.media is Media.PDF
    headers |= {"Content-Encoding": "identity", "ETag": f'"{source.sha256}"'}
    if not is_pdf:  # a browser's own PDF reader does not start under such a policy
        headers["Content-Security-Policy"] = DOWNLOAD_POLICY
    return FileResponse(
        opened.path,
        media_type=source.media.served_type,
        filename=safe_name(source.title, source.media),
        content_disposition_type="inline" if is_pdf else "attachment",
        headers=headers,
    )


def safe_name(title: str, media: Media) -> str:
    """A file name from a source's title, which the source wrote itself."""
    return file_name(title, f".{media.extension}", otherwise="filing", most=_MOST_NAME)


async def _open(
    services: Services, link: Link, page_index: int | None = None, *, is_ahead: bool = False
) -> OpenedVersion:
    return await asyncio.to_thread(
        open_version,
        services.database,
        link.scope,
        link.target_id,
        link.kind,
        files=services.files,
        page_index=page_index,
        is_ahead=is_ahead,
    )
