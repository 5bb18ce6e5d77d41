"""The components' own files, put together as Streamlit takes them: one text of JavaScript, one of CSS.

A component's module is mounted from a string, so it cannot import its neighbours. The parts are plain declarations
in files of their own, and joining them in order is all there is to it; only the last one exports.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent

MOUNT: Final = '<div class="mount"></div>\n'
"""The element a component draws into. The line break keeps Streamlit from taking the text for a path."""

STYLES: Final = ("tokens.css", "base.css")
SCRIPTS: Final = ("icons.js", "dom.js", "stage.js")
ANSWER_SCRIPTS: Final = (
    *SCRIPTS,
    "skip_link.js",
    "stack.js",
    "handle.js",
    "figure_link.js",
    "calculation.js",
    "flag.js",
    "checks.js",
    "hover_card.js",
    "absent.js",
    "claim.js",
    "read_list.js",
    "sources_read.js",
    "how_found.js",
    "so_far.js",
    "answer.js",
)
ANSWER_STYLES: Final = (
    *STYLES,
    "answer.css",
    "claim.css",
    "calculation.css",
    "flag.css",
    "checks.css",
    "hover_card.css",
    "sources_read.css",
    "how_found.css",
)
BROWSER_SCRIPTS: Final = ("browser.js",)
COPY_SCRIPTS: Final = (*SCRIPTS, "clipboard.js", "copy_answer.js")
COPY_STYLES: Final = (*STYLES, "copy_answer.css")
REVIEW_SCRIPTS: Final = (
    *SCRIPTS,
    "skip_link.js",
    "review_icons.js",
    "handle.js",
    "figure_link.js",
    "calculation.js",
    "flag.js",
    "checks.js",
    "hover_card.js",
    "review_requests.js",
    "outbox_store.js",
    "outbox.js",
    "drafts.js",
    "stopwatch.js",
    "review_items.js",
    "review_place.js",
    "review_queue.js",
    "review_claim.js",
    "verdicts.js",
    "right_places.js",
    "opinions.js",
    "standing.js",
    "review_status.js",
    "review_keys.js",
    "review_desk.js",
    "review_walk.js",
    "judging.js",
    "review.js",
)
REVIEW_STYLES: Final = (
    *STYLES,
    "claim.css",
    "calculation.css",
    "flag.css",
    "checks.css",
    "hover_card.css",
    "review.css",
    "review_queue.css",
    "verdicts.css",
    "opinions.css",
)
SCOPE_SCRIPTS: Final = (*SCRIPTS, "renewed.js", "scope.js")
SCOPE_STYLES: Final = (*STYLES, "scope.css")
LIBRARY_SCRIPTS: Final = (*SCRIPTS, "renewed.js", "library.js")
LIBRARY_STYLES: Final = (*STYLES, "library.css")
PANE_SCRIPTS: Final = (
    *SCRIPTS,
    "requests.js",
    "citation.js",
    "images.js",
    "ink.js",
    "marks.js",
    "page_column.js",
    "tiles.js",
    "sheet.js",
    "mounted_sheets.js",
    "column_view.js",
    "sheets.js",
    "minimap.js",
    "ranges.js",
    "isolated.js",
    "frame_marks.js",
    "frame_window.js",
    "frame_scale.js",
    "frame_places.js",
    "frame_found.js",
    "frame_picked.js",
    "frame.js",
    "candidates.js",
    "clipboard.js",
    "heading.js",
    "toolbar.js",
    "edges.js",
    "message.js",
    "popover.js",
    "tools.js",
    "zooming.js",
    "page_text.js",
    "copied_rows.js",
    "text_layer.js",
    "text_drag.js",
    "text_selection.js",
    "text_tool.js",
    "hits.js",
    "hit_walk.js",
    "hit_list.js",
    "page_names.js",
    "outlines.js",
    "outline_tree.js",
    "thumbnails.js",
    "strip.js",
    "outline.js",
    "go_to.js",
    "occurrences.js",
    "regions.js",
    "wider.js",
    "find_form.js",
    "find.js",
    "fact_terms.js",
    "facts.js",
    "compare.js",
    "picture.js",
    "frame_picture.js",
    "copying.js",
    "renewal.js",
    "read_passage.js",
    "second_opinion.js",
    "original.js",
    "deep_link.js",
    "outside.js",
    "place_layer.js",
    "page_items.js",
    "page_cursor.js",
    "page_drag.js",
    "page_picker.js",
    "frame_items.js",
    "frame_picker.js",
    "snaps.js",
    "pick_bar.js",
    "pick_passages.js",
    "pick_hits.js",
    "pick_actions.js",
    "picked_places.js",
    "picking.js",
    "keys.js",
    "focus.js",
    "reader.js",
    "pane.js",
)
PANE_STYLES: Final = (
    *STYLES,
    "pane.css",
    "marks.css",
    "tiles.css",
    "popover.css",
    "text_layer.css",
    "hits.css",
    "hit_list.css",
    "strip.css",
    "outline.css",
    "go_to.css",
    "occurrences.css",
    "regions.css",
    "wider.css",
    "find.css",
    "facts.css",
    "compare.css",
    "copying.css",
    "original.css",
    "keys.css",
    "picking.css",
    "stack.css",
)


def joined(*names: str) -> str:
    """The files `names` of this folder, in order, as one text."""
    return "\n".join((_FOLDER / name).read_text("utf-8") for name in names)
