"""Which parser made a document.

Raised whenever the same bytes would give other blocks, or another cover: stored versions keep the name of the one that
made them.
"""

from __future__ import annotations

HTML_PARSER = "pincite-html 3"
TEXT_PARSER = "pincite-text 3"
