"""A bare page that holds the filing's frame alone, made of the components' own files and answered without a server."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Frame, Page, Route

from viewer.components.assembly import PANE_SCRIPTS, PANE_STYLES, joined

ORIGIN = "http://filing.test"
FRAME = f"{ORIGIN}/evidence/frame/signed"
STORED = f"{ORIGIN}/evidence/sections/v1.json"

_PARTS = tuple(name for name in PANE_SCRIPTS if name not in ("reader.js", "pane.js"))
_START = """
  const told = { painted: 0, failed: [], refreshed: 0, keys: [], moved: 0, pressed: 0 };
  const view = new FrameView({
    painted: () => (told.painted += 1),
    failed: (problem) => told.failed.push(problem.message),
    refresh: () => (told.refreshed += 1),
    moved: () => (told.moved += 1),
    key: (event) => told.keys.push(event.key),
  });
  document.querySelector("#room").append(view.root);
  document.addEventListener("pointerdown", () => (told.pressed += 1));
  const source = { media: "html", frame_url: "/evidence/frame/signed", token: "t", labels: [],
                   stored_url: "/evidence/{noun}/v1.json" };
  const cite = (ranges, text, cells) => new Citation(
    { key: "1:E1", citation_id: "E1", media: "html", page_index: 0, quote: { text, cells }, ranges },
    { ranges }, false);
  const open = (citation) => { view.setShown(true); view.show("v1", source, citation); };
"""


def quoted(block: str, start: int, end: int, role: str = "quote", **more: Any) -> dict[str, Any]:
    """One piece of a citation."""
    return {"block": block, "start": start, "end": end, "role": role, "page_index": 0, **more}


class FramePage:
    """The view in a browser's page; `answers` are what other addresses of its origin say, by path."""

    def __init__(
        self,
        page: Page,
        rendition: str,
        *,
        starts: Sequence[str | None] = (),
        size: tuple[int, int] = (600, 400),
        answers: Mapping[str, str] | None = None,
    ) -> None:
        self.page = page
        self.rendition = rendition
        self.starts = list(starts)
        self.status = 200
        self.frame_status = 200
        self.answers = dict(answers or {})
        scripts = joined(*_PARTS)
        styles = joined(*PANE_STYLES).replace(":host", ":root")
        self._html = (
            f"<!doctype html><meta charset=utf-8><style>{styles}</style>"
            f"<div id=room style='position:relative;width:{size[0]}px;height:{size[1]}px'></div>"
            f"<script>{scripts}{_START}</script>"
        )
        page.route(f"{ORIGIN}/**", self._answer)
        page.goto(f"{ORIGIN}/")

    def _answer(self, route: Route) -> None:
        url = route.request.url.removesuffix("?")
        path = url.removeprefix(ORIGIN)
        if url == f"{ORIGIN}/":
            route.fulfill(content_type="text/html", body=self._html)
        elif url == FRAME:
            route.fulfill(
                status=self.frame_status,
                content_type="text/html; charset=utf-8",
                body=self.rendition,
                headers={"Content-Security-Policy": "sandbox allow-same-origin"},
            )
        elif url == STORED:
            body = json.dumps({"starts": self.starts}) if self.status == 200 else "{}"
            route.fulfill(status=self.status, content_type="application/json", body=body)
        elif path in self.answers:
            route.fulfill(content_type="text/html", body=self.answers[path])
        else:
            route.fulfill(status=404, body="")

    def open(
        self, ranges: Sequence[Mapping[str, Any]], text: str = "", cells: Sequence[str] = (), painted: int = 1
    ) -> None:
        """Show a citation of these pieces and wait until it is painted for the so many'th time."""
        self.page.evaluate(
            "([ranges, text, cells]) => open(cite(ranges, text, cells))", [ranges, text, cells]
        )
        self.page.wait_for_function("count => told.painted >= count && view.pageInView !== null", arg=painted)
        self.page.wait_for_function("() => view.seen?.sections || view.places.problem")

    def told(self, name: str) -> Any:
        return self.page.evaluate(f"told.{name}")

    def run(self, script: str, value: Any = None) -> Any:
        return self.page.evaluate(script, value)

    @property
    def frame(self) -> Frame:
        """The filing's own frame, whose scripts are off for everybody but the test."""
        return next(frame for frame in self.page.frames if frame.url.partition("#")[0] == FRAME)

    def box(self, selector: str) -> dict[str, float]:
        """The box of an element of the filing, in px of the frame's viewport."""
        script = "one => document.querySelector(one).getBoundingClientRect().toJSON()"
        box: dict[str, float] = self.frame.evaluate(script, selector)
        return box

    def drawn(self, selector: str) -> list[dict[str, float]]:
        """The boxes of what is drawn over the filing, in px of the frame's viewport."""
        script = """one => [...document.documentElement.children].flatMap((host) =>
            [...(host.shadowRoot?.querySelectorAll(one) ?? [])].map((node) => node.getBoundingClientRect().toJSON()))"""
        boxes: list[dict[str, float]] = self.frame.evaluate(script, selector)
        return boxes
