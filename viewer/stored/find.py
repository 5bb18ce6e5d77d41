"""Where words stand in the whole filing, found as quotes are."""

from __future__ import annotations

from typing import Final

from pipeline.evidence.finding import Finder
from pipeline.store import pages
from viewer.stored.asked import Asked, View
from viewer.stored.snippet import snippet_view

LONGEST_QUERY: Final = 300
"""Characters that can be looked for."""

MOST_HITS: Final = 1_000
"""Hits that are sent. All are counted; whoever has more looks for other words than to read on."""


def view(asked: Asked) -> View:
    """`?q=` with `case=1` (match case) and `word=1` (whole words, figures strictly) finds in the stored text of all
    pages: `{"total", "hits": [{"page_index", "range", "before", "words", "after"}]}`, in the filing's order.

    `total` counts every hit, `hits` are the first MOST_HITS. Where they are to be marked, `pieces` tells.
    Raises InvalidQuery for blanks, InvalidRequest without words or with too many.
    """
    words = asked.words("q", LONGEST_QUERY)
    finder = Finder(words, match_case=asked.is_on("case"), whole_words=asked.is_on("word"))
    total = 0
    hits: list[View] = []
    for index, text in pages.texts(asked.conn, asked.source.version_id).items():
        found = finder.find(text)
        total += len(found)
        for span in found[: MOST_HITS - len(hits)]:
            hits.append({"page_index": index, "range": span.to_json(), **snippet_view(text, span)})
    return {"total": total, "hits": hits}
