"""The routes that Streamlit brings: what they would open of somebody else's session, and what they tell anybody."""

from __future__ import annotations

import re
from uuid import uuid4

from tests.isolation.asking import Asker, Told
from tests.isolation.conftest import Tried, World
from tests.isolation.served_routes import PATH_TRICKS

AGENT = ("interact", "mcp")
ELSEWHERE = (
    "//other.example/",
    "//other.example/..",
    "/\\other.example/",
    "/%5cother.example/",
    "/%2f%2fother.example/",
    "/other.example//",
    "/evidence/file//other.example/",
    "/auth/login?next=//other.example",
    "/auth/logout?next=https://other.example",
    "/auth/login?redirect_uri=https://other.example&origin=https://other.example",
)


def test_programs_find_no_way_in(asker: Asker, tried: Tried) -> None:
    for name in AGENT:
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH"):
            told = asker.client.send(
                method, f"/_stcore/agent/{name}", {"Content-Type": "application/json"}, b"{}"
            )
            is_off = told.status == 400 and b"does not serve the agent API" in told.body
            assert is_off or told.status in (403, 404, 405), (name, method, told)
    tried.count("Streamlit's routes × requests", len(AGENT), 5 * len(AGENT))


def test_the_counts_of_the_process_name_nobody(world: World, asker: Asker) -> None:
    told = asker.client.send("GET", "/_stcore/metrics")
    text = told.body.decode().lower()
    for held in (world.ours, world.theirs):
        assert held.word.lower() not in text
        assert str(held.scope.tenant_id) not in text
    assert not re.search(r"/(home|root|work|tmp)/", text), "no folder of the server"


def test_nothing_is_put_into_or_taken_from_another_session(asker: Asker, tried: Tried) -> None:
    count = 0
    for method in ("PUT", "DELETE"):
        for headers in ({}, {"X-Xsrftoken": "x"}, {"X-Xsrftoken": "x", "Cookie": "_streamlit_xsrf=x"}):
            told = asker.client.send(
                method,
                f"/_stcore/upload_file/{uuid4()}/{uuid4()}",
                {**headers, "Content-Type": "text/plain"},
                b"x",
            )
            # Streamlit asks for its token; before that the app asks who sends files, and nobody does.
            assert told.status == (404 if method == "PUT" else 403), (method, headers, told)
            count += 1
    tried.count("Streamlit's routes × requests", 1, count)


def test_a_file_that_a_page_made_is_found_by_no_other_name(asker: Asker, tried: Tried) -> None:
    names = ("0" * 56, "0" * 56 + ".pdf", "../static/index.html", "%2e%2e/x", "", ".", "\\", "x%00")
    for name in names:
        told = asker.client.send("GET", f"/media/{name}")
        assert told.status in (400, 404), (name, told)
    tried.count("Streamlit's routes × requests", 1, len(names))


def test_no_path_leads_to_another_host(asker: Asker, tried: Tried) -> None:
    paths = [*ELSEWHERE, *(trick("/evidence/file/x") for trick in PATH_TRICKS.values())]
    for path in paths:
        told = asker.client.send("GET", path)
        assert _is_here(told), (path, told)
    tried.count("Streamlit's routes × requests", 1, len(paths))


def _is_here(told: Told) -> bool:
    """Whether a browser that is sent on stays at this server."""
    where = dict(told.headers).get("location", "/")
    return bool(re.match(r"/(?![/\\])|http://127\.0\.0\.1:\d+(/|$)", where))
