"""What a browser tab shows of a file that cannot be opened: what happened, and what to do next."""

from __future__ import annotations

import html
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse

REFUSAL_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

_TITLES: Final = {
    403: "You cannot open this file",
    404: "There is nothing here for you",
    410: "This link has expired",
    422: "This address makes no sense",
    503: "The file cannot be opened just now",
}
_NEXT_STEPS: Final = {
    403: "Close this tab and open the evidence from its answer again. If it stays so, ask for access to the document.",
    404: "Close this tab and reload the answer: you may have to sign in again.",
    410: "Close this tab and open the file from its answer again: that makes a new link.",
    422: "Close this tab and open the file from its answer.",
    503: "Close this tab and try again from the answer in a moment.",
}
_PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Pincite</title>
<style>
  :root {{ color-scheme: light dark; }}
  body {{ margin: 0; font: 15px/23px system-ui, sans-serif; background: #fff; color: #14181f; }}
  main {{ display: flex; gap: 12px; max-width: 56ch; margin: 18vh auto 0; padding: 0 24px; }}
  svg {{ flex: none; width: 24px; height: 24px; color: #8a5200; }}
  h1 {{ margin: 0 0 6px; font-size: 17px; line-height: 24px; font-weight: 600; }}
  p {{ margin: 0 0 8px; }}
  @media (prefers-color-scheme: dark) {{
    body {{ background: #0f1318; color: #e8ebef; }}
    svg {{ color: #e9b65a; }}
  }}
</style>
<main>
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"
    stroke-linejoin="round" aria-hidden="true"><path d="M12 3.8L21.5 20h-19z"/><path d="M12 10v4.6"/><path
    d="M12 17.2v.3"/></svg>
  <div>
    <h1>{title}</h1>
    <p>{message}</p>
    <p>{next_step}</p>
  </div>
</main>
</html>
"""


def is_for_a_tab(request: Request) -> bool:
    """True when a browser asks in order to show the answer as a page of its own: not for a script, and not in a
    frame."""
    return request.headers.get("Sec-Fetch-Dest") == "document"


def refused_page(status: int, message: str) -> HTMLResponse:
    """The refusal in words, without a script and without anything from elsewhere."""
    words = {
        "title": _TITLES.get(status, _TITLES[503]),
        "message": message,
        "next_step": _NEXT_STEPS.get(status, _NEXT_STEPS[503]),
    }
    return HTMLResponse(
        _PAGE.format_map({name: html.escape(text) for name, text in words.items()}),
        status,
        {"Cache-Control": "no-store", "Content-Security-Policy": REFUSAL_POLICY},
    )
