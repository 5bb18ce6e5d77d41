"""The same jumps with `streamlit-pdf-viewer`: `streamlit run tests/bench/rival_app.py -- FILE PLACES MODE`.

MODE "whole" hands it the whole file, "slice" five pages around the place; each jump is a new key, because with a
constant one the viewer ignores a changed annotation. PLACES is a JSON list of {page, x, y, width, height}.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import streamlit as st
from streamlit_pdf_viewer import pdf_viewer

AROUND = 2


@st.cache_resource
def document(path: str) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(path)


def slice_around(path: str, page: int) -> tuple[bytes, int]:
    """A PDF of the pages around `page` (1-based), and its number there."""
    whole = document(path)
    first = max(0, page - 1 - AROUND)
    last = min(len(whole) - 1, page - 1 + AROUND)
    part = pypdfium2.PdfDocument.new()
    part.import_pages(whole, list(range(first, last + 1)))
    file = io.BytesIO()
    part.save(file)
    part.close()
    return file.getvalue(), page - first


def main() -> None:
    path, places, mode = sys.argv[1:4]
    st.set_page_config(layout="wide")
    targets: list[dict[str, Any]] = json.loads(Path(places).read_text("utf-8"))
    answer, pane = st.columns(2)
    with answer:
        for at in range(len(targets)):
            if st.button(f"Jump {at}", key=f"jump-{at}"):
                st.session_state["jump"] = at
    number: int | None = st.session_state.get("jump")
    if number is None:
        return
    place = targets[number]
    content, page = (Path(path).read_bytes(), place["page"])
    if mode == "slice":
        content, page = slice_around(path, place["page"])
    with pane:
        pdf_viewer(
            content,
            height=800,
            annotations=[{**place, "page": page, "color": "orange"}],
            scroll_to_annotation=1,
            scroll_behavior="instant",
            key=f"{mode}-{number}",
        )


main()
