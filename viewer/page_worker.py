"""The process that draws pages: reads requests from its input, writes WebP images to its output.

PDFium is not thread-safe and a crafted PDF may crash it or keep it busy for ever, so it draws here, where the
server can stop it, and without a network or files to write to. Run as `python -m viewer.page_worker`; one line of JSON
in, one length-prefixed reply out.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO, Final

import pypdfium2 as pdfium

from pipeline.evidence.errors import InvalidGeometry, NotFound
from pipeline.journal.opening import open_journal_in_child
from pipeline.processes.confinement import leave_network, write_no_files
from viewer.page_drawing import Documents
from viewer.page_fonts import use_fonts
from viewer.pixels import HEADER, Tile
from viewer.slice_cutter import cut

MEMORY_LIMIT: Final = 3 << 30
"""Bytes of address space: a PDF that asks for more ends this process and not the machine."""

MOST_WORDS: Final = 300


def reply(documents: Documents, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """What was asked for, or the words why there is none."""
    try:
        return draw(documents, request)
    except NotFound as error:
        return {"error": "NoPage", "message": error.message}, b""
    except InvalidGeometry as error:
        return {"error": "InvalidGeometry", "message": error.message}, b""
    except (pdfium.PdfiumError, ValueError, ArithmeticError) as error:
        return _undrawable(str(error))
    except OSError as error:  # its own words name the file, and so the server's folders
        return _undrawable(error.strerror or "the file cannot be read")
    except MemoryError:
        return _undrawable("it takes more memory than drawing a page may take")


def _undrawable(reason: str) -> tuple[dict[str, Any], bytes]:
    return {
        "error": "Undrawable",
        "message": f"The page cannot be drawn: {reason[:MOST_WORDS].rstrip('.')}.",
    }, b""


def draw(documents: Documents, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """A page, or the tile [column, row] of one; or a slice, which is a PDF of some pages."""
    if "slice" in request:
        return {}, cut(documents.get(str(request["path"])), request["slice"])
    page = documents.page(str(request["path"]), int(request["page_index"]))
    width, tile = int(request["width"]), request["tile"]
    image = page.tile(width, Tile(*tile)) if tile else page.image(width)
    head = {"width": image.width, "height": image.height, "lacks_fonts": bool(page.lacks_fonts)}
    return head, page.encode(image)


def _read_requests(source: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    """Ends the process when the server's end of the pipe closes, also while a page is being drawn: the kernel
    closes it however the server dies."""
    for line in source:
        requests.put(line)
    os._exit(0)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY_LIMIT if hard == resource.RLIM_INFINITY else min(MEMORY_LIMIT, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def main() -> None:
    # A library that prints must not end up inside an image, so the real output is known to this function only.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    open_journal_in_child()
    leave_network()
    write_no_files()
    _limit_memory()
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, requests), daemon=True).start()
    if folder := os.environ.get("PINCITE_FONTS"):
        use_fonts(Path(folder))
    documents = Documents()
    while True:
        head, image = reply(documents, json.loads(requests.get()))
        encoded = json.dumps(head).encode()
        output.write(HEADER.pack(len(encoded), len(image)) + encoded + image)
        output.flush()


if __name__ == "__main__":
    main()
