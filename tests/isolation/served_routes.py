"""The routes that the application serves, found by asking it; and those of them that open nothing of a tenant's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

OURS_OF_NOBODY: Final[Mapping[str, str]] = {
    "/health": "says that the process lives",
    "/ready": "says whether database, bytes and drawing are there",
}
"""Routes of Pincite's own that name nobody's thing, and what they tell."""

OF_STREAMLIT: Final[Mapping[str, str]] = {
    "/_stcore/health": "says that the process lives",
    "/_stcore/metrics": "counts of the process, asked for below",
    "/_stcore/host-config": "settings of the front end",
    "/media/{file_id:path}": "files that a page made in memory: no page makes one of a tenant's, see the pages' walk",
    "/_stcore/upload_file/{session_id}/{file_id}": "a browser's own upload, under two ids that only it was told",
    "/component/{path:path}": "files of installed components",
    "/_stcore/bidi-components/{path:path}": "files of installed components",
    "/_stcore/stream": "a session: who it is, its cookie says, and each transaction asks again",
    "/auth/login": "leads to the provider",
    "/auth/logout": "takes the cookie away",
    "/oauth2callback": "takes what the provider says",
    "/_stcore/agent/interact": "switched off",
    "/_stcore/agent/openapi.json": "switched off",
    "/_stcore/agent/mcp": "switched off",
    "": "the front end's files; any other path is its page, which holds nothing",
}
"""Streamlit's, and why no id of a tenant opens anything there."""

PATH_TRICKS: Final[Mapping[str, Callable[[str], str]]] = {
    "slash behind": lambda path: _before_query(path, "/"),
    "two slashes": lambda path: "/" + path,
    "slashes within": lambda path: path.replace("/evidence/", "/evidence//").replace("/review/", "/review//"),
    "dot": lambda path: path.replace("/evidence/", "/evidence/./").replace("/review/", "/review/./"),
    "up and down": lambda path: "/evidence/.." + path,
    "up, escaped": lambda path: "/evidence/%2e%2e" + path,
    "up, escaped twice": lambda path: "/evidence/%252e%252e" + path,
    "slash escaped": lambda path: path.replace("/", "%2f", 2),
    "backslash": lambda path: path.replace("/", "\\", 2),
    "nul behind": lambda path: _before_query(path, "%00"),
    "nul within": lambda path: path.replace("-", "%00", 1),
    "blank behind": lambda path: _before_query(path, "%20"),
    "line end": lambda path: _before_query(path, "%0d%0aX-Made:%20up"),
    "capitals": str.upper,
    "other letters": lambda path: path.replace("evidence", "%65vidence").replace("review", "%72eview"),
    "parameter": lambda path: _before_query(path, ";jsessionid=1"),
    "fragment": lambda path: _before_query(path, "%23x"),
    "other ending": lambda path: path.replace(".json", ".xml").replace(".webp", ".png"),
    "no ending": lambda path: path.replace(".json", "").replace(".webp", ""),
    "twice": lambda path: path.partition("?")[0] + path,
    "media": lambda path: "/media" + path,
    "static": lambda path: "/static/.." + path,
    "absolute": lambda path: "http://other.example" + path,
    "huge page": lambda path: path.replace("/0/640", f"/{10**40}/640").replace("page=0", f"page={10**40}"),
    "negative page": lambda path: path.replace("/0/640", "/-1/640").replace("page=0", "page=-1"),
    "huge width": lambda path: path.replace("/640.webp", f"/{10**9}.webp"),
    "huge claim": lambda path: path.replace("/1.json", f"/{10**40}.json"),
    "long": lambda path: _before_query(path, "a" * 8_000),
    "query twice": lambda path: f"{path}{'&' if '?' in path else '?'}page=1&page=2&version=x",
    "tile": lambda path: f"{path}{'&' if '?' in path else '?'}tile=0,0",
}
"""Other ways to write the path of a request."""


def routes_of(app: Any) -> Iterator[tuple[str, frozenset[str]]]:
    """Path and methods of each route of a Streamlit application, its own and ours, whatever holds them."""
    yield from _walk(app._build_starlette_app().routes, "")


def _walk(routes: Any, prefix: str) -> Iterator[tuple[str, frozenset[str]]]:
    for route in routes:
        path = prefix + getattr(route, "path", repr(route))
        inner = getattr(route, "routes", None)
        if inner:
            yield from _walk(inner, path)
        else:
            yield path, frozenset(getattr(route, "methods", None) or ())


def _before_query(path: str, added: str) -> str:
    where, question, query = path.partition("?")
    return where + added + question + query
