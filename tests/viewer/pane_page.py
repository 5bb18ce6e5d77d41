"""A bare page of a served app that holds the evidence pane alone; its data is brought as the Review page brings it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

import httpx
from playwright.sync_api import Locator, Page, Route, expect

from pipeline.store.scope import LOCAL
from tests.viewer.app import PaneApp
from viewer.components.assembly import PANE_SCRIPTS, PANE_STYLES, joined
from viewer.links import Link, LinkKind, Links, link_key

PATIENCE = 10_000
ADDRESS = "/the-pane-alone"

_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>The pane</title>
<style>body {{ margin: 0; background: {ground} }} #room {{ --st-background-color: {ground}; padding: 14px }}</style>
<div id="room"><div id="host"></div></div>
<script type="module">
  import renderPane from "{address}.js";
  const root = document.querySelector("#host").attachShadow({{ mode: "open" }});
  const styles = document.createElement("style");
  styles.textContent = await (await fetch("{address}.css")).text();
  const mount = document.createElement("div");
  mount.className = "mount";
  root.append(styles, mount);
  window.told = [];
  for (const name of ["opened", "painted", "picked", "picking", "key", "request", "return", "mounted"])
    document.addEventListener(`pincite:${{name}}`, ({{ detail }}) => told.push([name, detail]));
  window.brought = (detail) => document.dispatchEvent(new CustomEvent("pincite:evidence", {{ detail }}));
  window.run = (data) => renderPane({{ data, parentElement: root, setTriggerValue: (...one) => told.push(one) }});
  window.isReady = true;
</script>"""


class PanePage:
    """The pane in a browser's page, under the address of a served app, so that all its routes are the real ones."""

    def __init__(self, page: Page, app: PaneApp, *, scheme: str = "light") -> None:
        self.page = page
        self.app = app
        self.links = Links(link_key(app.home))
        ground = "#0f1318" if scheme == "dark" else "#ffffff"
        parts = {
            "": ("text/html", _PAGE.format(address=ADDRESS, ground=ground)),
            ".js": ("text/javascript", joined(*PANE_SCRIPTS)),
            ".css": ("text/css", joined(*PANE_STYLES)),
        }
        for ending, (kind, body) in parts.items():
            page.route(f"{app.url}{ADDRESS}{ending}", _answer(kind, body))
        page.goto(f"{app.url}{ADDRESS}")
        page.wait_for_function("window.isReady")

    @property
    def token(self) -> str:
        """The reviewer's own link."""
        return self.links.token(Link(LOCAL, LOCAL.user_id, LinkKind.REVIEW))

    def item(self, answer_id: UUID, claim: int = 1) -> dict[str, Any]:
        """A claim as the Review page gets it."""
        address = f"{self.app.url}/review/items/{answer_id}/{claim}.json"
        answer = httpx.get(address, headers={"Authorization": f"Bearer {self.token}"})
        answer.raise_for_status()
        found: dict[str, Any] = answer.json()
        return found

    def bring(self, data: Mapping[str, Any], key: str | None = "", **more: Any) -> None:
        """Show an item's evidence, by default what its data opens, and wait until it is painted."""
        opened = data["open"] if key == "" else key
        self.page.evaluate("detail => brought(detail)", {"data": data, "open": opened, **more})
        if opened:
            expect(self.pane).to_have_attribute("data-state", "ready", timeout=PATIENCE)
            expect(self.pane).to_have_attribute("aria-busy", "false", timeout=PATIENCE)

    def start(self, data: Mapping[str, Any], **more: Any) -> None:
        """The script's first data."""
        self.page.evaluate("data => run(data)", {**data, "external": True, **more})
        expect(self.pane).to_have_attribute("aria-busy", "false", timeout=PATIENCE)

    def pick(
        self, *, active: bool = True, citation: str | None = None, picks: Sequence[Any] | None = None
    ) -> None:
        """Begin or end marking, as the Review page does."""
        detail: dict[str, Any] = {"active": active, "citation_id": citation, "token": self.token}
        if picks is not None:
            detail["picks"] = picks
        script = "detail => document.dispatchEvent(new CustomEvent('pincite:pick', { detail }))"
        self.page.evaluate(script, detail)

    @property
    def pane(self) -> Locator:
        return self.page.locator(".pane")

    def told(self, name: str) -> list[Any]:
        """The details of all events of a name, in order."""
        script = "name => told.filter(([one]) => one === name).map(([, detail]) => detail)"
        found: list[Any] = self.page.evaluate(script, name)
        return found

    def painted(self, count: int) -> None:
        """Wait until so many evidences have been painted, which is told two frames after they are drawn."""
        script = "count => told.filter(([name]) => name === 'painted').length >= count"
        self.page.wait_for_function(script, arg=count, timeout=PATIENCE)

    def picks(self, count: int) -> list[dict[str, Any]]:
        """The places that are marked, once they are `count`."""
        script = """count => {
            const last = told.findLast(([name]) => name === "picked");
            return last && last[1].picks.length === count;
        }"""
        self.page.wait_for_function(script, arg=count, timeout=PATIENCE)
        found: list[dict[str, Any]] = self.told("picked")[-1]["picks"]
        return found

    def hears(self, words: str) -> None:
        """Wait until a screen reader is told words."""
        expect(self.pane.locator(".heard")).to_contain_text(words, timeout=PATIENCE)

    def press(self, keys: str, then: str) -> None:
        """Press keys, parted by blanks, and wait for what is told after the last."""
        for key in keys.split():
            self.page.keyboard.press(key)
        self.hears(then)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag by the browser's own protocol: Playwright's mouse waits for scripts, and a filing's frame runs none."""
        session = self.page.context.new_cdp_session(self.page)

        def send(kind: str, at: tuple[float, float], buttons: int) -> None:
            event = {"type": kind, "x": at[0], "y": at[1], "buttons": buttons, "clickCount": 1}
            session.send("Input.dispatchMouseEvent", event | {"button": "left"})

        send("mousePressed", start, 1)
        for share in (0.3, 0.7, 1.0):
            at = tuple(one + share * (other - one) for one, other in zip(start, end, strict=True))
            send("mouseMoved", (at[0], at[1]), 1)
        self.page.evaluate("() => new Promise(requestAnimationFrame)")
        send("mouseReleased", end, 0)
        session.detach()


def _answer(kind: str, body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(content_type=kind, body=body)
