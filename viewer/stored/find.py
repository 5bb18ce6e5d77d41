"""Where words stand in the whole filing, found as quotes are."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from pipeline.evidence.finding import Finder
from pipeline.evidence.text import PageRange
from pipeline.store import pages
from viewer.requests import number
from viewer.snippet import snippet_view
from viewer.stored.asked import Asked, View

LONGEST_QUERY: Final = 300
"""Characters that can be looked for."""

MOST_HITS: Final = 1_000
"""Hits that are sent. All are counted; whoever has more looks for other words than to read on."""


def view(asked: Asked) -> View:
    """`?q=`, with `case=1` (match case), `word=1` (whole words, figures strictly) and `near=`, finds in the stored text
    of all pages: `{"total", "first", "hits": [{"page_index", "range", "before", "words", "after"}]}`, in order.

    `total` counts every hit; where there are more than MOST_HITS, those around page `near` (0-based; without it page 0)
    are sent, and `first` is the 0-based number of the first of them. Where they are to be marked, `pieces` tells.
    Raises InvalidQuery for blanks, InvalidRequest without words or with too many.
    """
    words = asked.words("q", LONGEST_QUERY)
    near = number(asked.query.get("near", "0"), "page")
    finder = Finder(words, match_case=asked.is_on("case"), whole_words=asked.is_on("word"))
    texts = pages.texts(asked.conn, asked.source.version_id)
    found = [PageRange(index, span) for index, text in texts.items() for span in finder.find(text)]
    reached = bisect_left(found, near, key=lambda place: place.page_index)
    first = max(0, min(reached - MOST_HITS // 2, len(found) - MOST_HITS))
    return {
        "total": len(found),
        "first": first,
        "hits": [
            {
                "page_index": place.page_index,
                "range": place.range.to_json(),
                **snippet_view(texts[place.page_index], place.range),
            }
            for place in found[first : first + MOST_HITS]
        ],
    }
