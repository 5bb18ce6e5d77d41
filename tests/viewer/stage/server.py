"""Serves the script and the evidence routes from one origin: `python -m tests.viewer.stage.server PORT`."""

from __future__ import annotations

import io
import sys
import threading
from functools import cache
from pathlib import Path

import pypdfium2
import streamlit as st
import uvicorn
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from tests.viewer.stage.data import GOOD_TOKEN
from tests.viewer.stage.filing import HTML, PAGES, WIDTH, pdf

_lock = threading.Lock()


@cache
def _image(index: int, width: int) -> bytes:
    target = io.BytesIO()
    document = pypdfium2.PdfDocument(pdf())
    document[index].render(scale=width / WIDTH).to_pil().save(target, "WEBP", lossless=True, method=0)
    document.close()
    return target.getvalue()


def page_image(request: Request) -> Response:
    """A page image, for who carries the token."""
    if request.headers.get("authorization") != f"Bearer {GOOD_TOKEN}":
        return JSONResponse({"error": "LinkExpired", "message": "Ask again for this page."}, status_code=410)
    with _lock:
        body = _image(request.path_params["index"], request.path_params["width"])
    lacking = {"Pincite-Notice": "fonts-missing"} if request.path_params["index"] == PAGES - 1 else {}
    return Response(body, media_type="image/webp", headers=lacking)


def frame(request: Request) -> Response:
    """The HTML filing as it is: neither sanitised nor under a policy, so that the sandbox alone must hold."""
    return HTMLResponse(HTML)


def expired(request: Request) -> Response:
    """A frame whose link is too old."""
    return JSONResponse({"error": "LinkExpired", "message": "Ask again."}, status_code=410)


def nothing_stored(request: Request) -> Response:
    """What is stored of a source, its words or headings: the stage has drawn pages only."""
    return JSONResponse({"error": "NotFound", "message": "Nothing is stored of this page."}, status_code=404)


def main() -> None:
    """Serve until killed."""
    routes = [
        Route("/evidence/pages/{version}/{index:int}/{width:int}.webp", page_image),
        Route("/evidence/frame/signed", frame),
        Route("/evidence/frame/expired", expired),
        Route("/evidence/{noun}/{version}.json", nothing_stored),
    ]
    app = st.App(Path(__file__).with_name("page.py"), routes=routes)
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", access_log=False)


if __name__ == "__main__":
    main()
