"""A page of frames that hold hostile documents, served as the app serves them or with a defence left out; and a
listener on another address that counts whoever comes."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from playwright.sync_api import Browser, Dialog, Page

from viewer.routes import FRAME_POLICY

FENCE = "allow-same-origin"
"""The frame's sandbox in the pane (viewer/components/isolated.js)."""

OPEN_FENCE = "allow-same-origin allow-scripts allow-forms allow-popups"
"""Everything that a payload wants but the window around, which the test needs."""

NO_WORD = "(a connection on which nothing was said)"

_PARENT = """<!doctype html><meta charset=utf-8><title>Stage</title><body><script>
  window.bitten = new Set();
  const settled = () => JSON.stringify([
    Object.getOwnPropertyNames(window).filter((name) => !/^\\d+$/.test(name)).sort(), document.title,
    document.cookie, location.href, history.length,
    [...document.querySelectorAll("body > :not(iframe), head > *, iframe")].map((node) => node.cloneNode().outerHTML),
  ]);
  const shown = (frame) => new Promise((done) => {
    frame.addEventListener("load", done, { once: true });
    setTimeout(done, 8000);
  });
  async function load(paths, fence) {
    const frames = paths.map((path) => {
      const frame = document.createElement("iframe");
      if (fence !== null) frame.setAttribute("sandbox", fence);
      frame.style.cssText = "width:160px;height:90px";
      frame.src = path;
      document.body.append(frame);
      return frame;
    });
    await Promise.all(frames.map(shown));
  }
  const EVENTS = { click: MouseEvent, mousedown: MouseEvent, mouseover: MouseEvent, pointerdown: PointerEvent,
                   dragstart: DragEvent, wheel: WheelEvent, keydown: KeyboardEvent, focus: FocusEvent,
                   copy: ClipboardEvent };
  // Names that a document gives its own elements stand before its ways to find them.
  const all = (opened, which) => [...Document.prototype.querySelectorAll.call(opened, which)];
  const withId = (opened, id) => Document.prototype.getElementById.call(opened, id);
  function disturb(most) {
    for (const frame of document.querySelectorAll("iframe")) {
      const opened = frame.contentDocument;
      if (!opened) continue;
      for (const node of all(opened, "*").slice(0, most)) {
        for (const [name, Kind] of Object.entries(EVENTS))
          EventTarget.prototype.dispatchEvent.call(node, new Kind(name, { bubbles: true, key: "Enter" }));
        if (typeof node.focus === "function") node.focus();
        if (typeof node.click === "function") node.click();
        if (node.localName === "form") { try { HTMLFormElement.prototype.requestSubmit.call(node); } catch {} }
      }
    }
  }
  const places = () => [...document.querySelectorAll("iframe")].map((frame) => {
    const opened = frame.contentDocument;
    return opened && { path: frame.contentWindow.location.pathname, was: frame.getAttribute("src"),
      ids: all(opened, "[id]").map((node) => node.id),
      found: all(opened, "[id]").every((node) => withId(opened, node.id) === node),
      mounted: all(opened, "script, iframe, form, input, a, img, svg, math, link, meta[http-equiv]").length };
  });
</script>"""


@dataclass(slots=True)
class Listener:
    """Counts connections. `asked` are the first lines of what was sent."""

    address: str
    asked: list[str] = field(default_factory=list)

    def names(self) -> set[str]:
        """The payloads whose address was asked for."""
        return {
            line.split(" ")[1].strip("/").split("/")[0].split("?")[0] if " " in line else line
            for line in self.asked
        }


@contextmanager
def listening() -> Iterator[Listener]:
    server = socket.create_server(("127.0.0.1", 0))
    found = Listener(f"127.0.0.1:{server.getsockname()[1]}")

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=_answer, args=(connection, found), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    yield found
    server.shutdown(socket.SHUT_RDWR)
    server.close()


def _answer(connection: socket.socket, found: Listener) -> None:
    connection.settimeout(2)
    try:
        line = connection.recv(4096).decode("latin-1").partition("\r\n")[0]
        found.asked.append(line or NO_WORD)
        connection.sendall(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    except OSError:
        found.asked.append(NO_WORD)
    finally:
        connection.close()


class Stage:
    """`documents` are served under "/frame/<number>", with the frame's policy or without."""

    def __init__(self, browser: Browser, documents: Mapping[int, bytes], *, has_policy: bool) -> None:
        pages = {f"/frame/{number}": data for number, data in documents.items()}

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                data = _PARENT.encode() if self.path == "/" else pages.get(self.path)
                self.send_response(200 if data is not None else 404)
                self.send_header(
                    "Content-Type",
                    "text/html; charset=utf-8" if self.path == "/" or has_policy else "text/html",
                )
                if has_policy and self.path != "/":
                    self.send_header("Content-Security-Policy", FRAME_POLICY)
                self.send_header("Content-Length", str(len(data or b"")))
                self.end_headers()
                self.wfile.write(data or b"")

            def log_message(self, *_: object) -> None:
                """Said to nobody."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.paths = list(pages)
        self.happened: list[str] = []
        self.page = browser.new_page(viewport={"width": 1440, "height": 900})
        self._watch(self.page)
        self.page.goto(f"http://127.0.0.1:{self._server.server_address[1]}/")

    def _watch(self, page: Page) -> None:
        note = self.happened.append
        page.on("dialog", self._dismiss)
        page.on("popup", self._shut)
        page.on("download", lambda download: note(f"download: {download.url}"))
        page.on("worker", lambda worker: note(f"worker: {worker.url}"))
        page.on("websocket", lambda socket: note(f"websocket: {socket.url}"))
        page.on("pageerror", lambda error: note(f"error: {error.message}"))

    def _dismiss(self, dialog: Dialog) -> None:
        self.happened.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _shut(self, popup: Page) -> None:
        self.happened.append(f"popup: {popup.url}")
        popup.close()

    def load(self, fence: str | None) -> None:
        self.page.evaluate("([paths, fence]) => load(paths, fence)", [self.paths, fence])

    def settled(self) -> Any:
        """What a payload could change of the page around: its names, elements, cookies, place and history."""
        return json.loads(self.page.evaluate("settled()"))

    def disturb(self, most: int = 40) -> None:
        """Click, key, point at and submit the first elements of each frame; then press keys and the mouse for real."""
        self.page.evaluate("most => disturb(most)", most)
        for _ in range(6):
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Enter")
        for x in range(80, 1400, 330):
            self.page.mouse.click(x, 50)
        self.page.wait_for_timeout(200)

    def bitten(self) -> set[int]:
        return set(self.page.evaluate("[...bitten]"))

    def places(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("places()")
        return found

    def close(self) -> None:
        self.page.close()
        self._server.shutdown()
        self._server.server_close()
