"""Headers, footers and page numbers of HTML and text filings, under the rule of parse.labels."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.parse.draft import Draft
from pipeline.parse.labels import EdgeLine, PageEdges, find_furniture, in_sequence


def mark_furniture(pages: Sequence[Sequence[Draft]], marked: Sequence[str | None]) -> list[PageLabel]:
    """Give headers, footers and page numbers their kinds, and return each page's printed label.

    `marked` holds the numbers that the page marks of a text filing carry; they count as printed where the
    page itself prints none, under the same rule of sequence.
    """
    found = find_furniture([PageEdges.of([EdgeLine(draft.text, draft) for draft in page]) for page in pages])
    for page in found:
        for draft, kind in page.lines:
            draft.becomes(kind)
    labels = [page.label or mark for page, mark in zip(found, in_sequence(marked), strict=True)]
    return [PageLabel(label, LabelSource.PRINTED) if label else PageLabel.none() for label in labels]
