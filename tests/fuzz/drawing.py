"""Pages and slices of PDFs, drawn as the process that draws pages does it."""

from __future__ import annotations

import tempfile
from random import Random

from tests.fuzz.filings import TARGETS as FILINGS
from tests.fuzz.pdf_objects import mutated_pdf
from tests.fuzz.target import Target
from viewer.page_drawing import Documents
from viewer.page_worker import reply

_documents = Documents()


class Undrawn(Exception):
    """The worker's words for a page that cannot be drawn."""


def draw(data: bytes) -> str:
    """The first pages of a file as images, a tile and a slice: what a reader of it would ask for."""
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(data)
        file.flush()
        errors = []
        for request in _requests(file.name, Random(len(data))):
            head, content = reply(_documents, request)
            errors.append(head.get("error"))
            if not head.get("error") and not content:
                raise ValueError("neither an image nor an error came")
    if all(errors):
        raise Undrawn(errors[0])
    return "drawn" if not any(errors) else "drawn in part"


def _requests(path: str, random: Random) -> list[dict[str, object]]:
    width = random.choice((64, 320, 768, 1600))
    pages: list[dict[str, object]] = [
        {"path": path, "page_index": index, "width": width, "tile": None} for index in range(2)
    ]
    tile: dict[str, object] = {
        "path": path,
        "page_index": 0,
        "width": 4 * width,
        "tile": [0, random.randrange(3)],
    }
    return [*pages, tile, {"path": path, "slice": [0]}]


TARGETS = (Target("draw", "page images and slices", FILINGS[0].seeds, mutated_pdf, draw, (Undrawn,)),)
