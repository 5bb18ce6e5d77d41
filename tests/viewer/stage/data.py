"""The data of both components as the server builds it, over the made-up filing."""

from __future__ import annotations

from typing import Any, Final

from tests.viewer.stage.filing import FAR_PAGE, HEIGHT, PAGES, TABLE_PAGE, WIDTH, sentence, table

ANSWER_ID: Final = "answer-1"
NEWER_TITLE: Final = "Example Corp. · Form 10-K/A · FY2023"
TITLE: Final = "Example Corp. · Form 10-K · FY2023"
GOOD_TOKEN: Final = "good"
STALE_TOKEN: Final = "stale"


def _regions(**words: str) -> list[dict[str, object]]:
    return [
        table()[text].region(TABLE_PAGE, role) for role, texts in words.items() for text in texts.split(" | ")
    ]


def _evidence(key: str, state: str = "ready", **fields: Any) -> dict[str, Any]:
    claim, citation = key.split(":")
    return {
        "key": key,
        "citation_id": citation,
        "claim": int(claim),
        "state": state,
        "notice": None,
        "title": TITLE,
        "locus": f"PDF page 4 of {PAGES} · printed 2",
        "section": "Net sales",
        "version": {"id": "v1", "word": "Current version", "sha256": "ab" * 32, "successor": None},
        "media": "pdf",
        "page_index": TABLE_PAGE,
        "quote": {
            "cells": ["Total net sales", "81,797", "82,959"],
            "text": "Total net sales 81,797 82,959",
        },
        "verbatim": {"outcome": "passed", "words": "Verbatim"},
        "regions": _regions(
            quote="81,797 | 82,959", row_label="Total net sales", column_header="2023", unit="(In millions)"
        ),
        "ranges": [],
        "candidates": [],
        **fields,
    }


def _version(version: str, word: str = "Current version", **fields: Any) -> dict[str, Any]:
    return {"id": version, "word": word, "sha256": "cd" * 32, "successor": None, **fields}


def _candidate(label: str) -> dict[str, Any]:
    row = {"Services": "21,213", "Total net sales": "81,797"}[label]
    return {
        "label": label,
        "locus": "PDF page 4 · printed 2",
        "page_index": TABLE_PAGE,
        "regions": _regions(quote=row, row_label=label),
        "ranges": [],
    }


def _html_range(block: str, start: int, end: int, role: str = "quote") -> dict[str, object]:
    return {"block": block, "start": start, "end": end, "role": role}


def _superseded(found: bool) -> list[dict[str, Any]]:
    """Evidence whose newer version was not looked through yet, or was: then with what was found there."""
    words = "Changed figure: 21,213 → 81,797, PDF page 4 · printed 2"
    outcome = {"outcome": "changed_figure", "tone": "warn", "words": words, "detail": ""}
    key = "4:E14@newer" if found else None
    successor = {"title": NEWER_TITLE, "key": key, "outcome": outcome if found else None}
    quote = {"cells": ["Services", "21,213"], "text": "Services 21,213"}
    cited = _evidence(
        "4:E14",
        "superseded",
        version=_version("v1", "Superseded", successor=successor),
        notice={"tone": "warn", "title": "A newer version replaces this filing.", "text": ""},
        quote=quote,
        regions=_regions(quote="21,213", row_label="Services", footnote="Products"),
    )
    there = {
        **_evidence("4:E14", "newer", title=NEWER_TITLE, version=_version("v1", "Newer version")),
        "key": "4:E14@newer",
        "of": "4:E14",
        "outcome": "changed_figure",
        "notice": {"tone": "warn", "title": f"{words}.", "text": ""},
        "regions": _regions(quote="81,797", row_label="Total net sales"),
    }
    return [cited, there] if found else [cited]


def evidence(found: bool = False) -> list[dict[str, Any]]:
    """One entry for every state, in the answer's reading order; `found`: the newer version was looked through."""
    prose = sentence()
    restated = {"tone": "warn", "title": "A newer filing restates this figure.", "text": "79,990 in FY2024."}
    return [
        _evidence("1:E1"),
        _evidence(
            "1:E2",
            page_index=FAR_PAGE,
            quote={"cells": [prose.text], "text": prose.text},
            locus=f"PDF page 11 of {PAGES} · no printed number",
            regions=[prose.region(FAR_PAGE, "quote")],
        ),
        _evidence(
            "2:E3",
            "superseded",
            version=_version("v1", "Superseded", successor={"title": "Form 10-K, FY2024", "key": "1:E1"}),
            notice=restated,
        ),
        _evidence(
            "2:E4",
            "ambiguous",
            regions=[],
            candidates=[_candidate("Services"), _candidate("Total net sales")],
        ),
        _evidence("3:E5", "denied", title="", locus="", section=None, quote=None, version=None, regions=[]),
        _evidence("3:E6", "unavailable", version=_version("gone"), regions=[]),
        _evidence("3:E7", "quote_not_found", regions=[]),
        _evidence("3:E8", version=_version("expiring")),
        _evidence(
            "4:E9",
            media="html",
            version=_version("html"),
            locus="HTML filing · no printed number",
            quote={"cells": ["Total net sales", "85,777", "81,797"], "text": "Total net sales 85,777 81,797"},
            ranges=[_html_range("b2", 19, 25), _html_range("b2", 0, 13, "row_label")],
            regions=[],
        ),
        _evidence(
            "4:E10",
            media="html",
            version=_version("html"),
            locus="HTML filing · no printed number",
            quote={"cells": ["81,797 is what"], "text": "81,797 is what"},
            ranges=[_html_range("b1", 39, 51)],
            regions=[],
        ),
        _evidence(
            "4:E11",
            media="html",
            version=_version("html"),
            locus="HTML filing · no printed number",
            quote={"cells": ["99,999"], "text": "99,999"},
            ranges=[_html_range("b2", 19, 25)],
            regions=[],
        ),
        _evidence("4:E12", regions=[{**_regions(quote="81,797")[0], "left": 99.0}]),
        _evidence("4:E13", media="html", version=_version("lost"), ranges=[_html_range("b2", 19, 25)]),
        _evidence("4:E1"),
        *_superseded(found),
    ]


def sources(token: str) -> dict[str, dict[str, Any]]:
    """The documents. `expiring` refuses its pages until the script has sent GOOD_TOKEN."""
    pdf: dict[str, Any] = {
        "media": "pdf",
        "page_count": PAGES,
        "sizes": [[WIDTH, HEIGHT]] * PAGES,
        "labels": [None, None, *(str(page) for page in range(1, PAGES - 1))],
        "textless": [PAGES - 1],
        "page_url": "/evidence/pages/v1/{index}/{width}.webp",
        "stored_url": "/evidence/{noun}/v1.json",
        "frame_url": "",
        "original_url": "/evidence/file/v1",
    }
    html = {**pdf, "media": "html", "sizes": [], "labels": [], "page_url": "", "token": ""}
    return {
        "v1": {**pdf, "token": GOOD_TOKEN},
        "expiring": {**pdf, "token": token, "page_url": pdf["page_url"].replace("v1", "expiring")},
        "html": {**html, "frame_url": "/evidence/frame/signed"},
        "lost": {**html, "frame_url": "/evidence/frame/expired"},
    }


def pane(token: str, found: bool = False) -> dict[str, Any]:
    """The pane's data; `token` opens the pages of the document `expiring`, or does not."""
    return {"answer_id": ANSWER_ID, "open": None, "evidence": evidence(found), "sources": sources(token)}


def answer() -> dict[str, Any]:
    """The answer's data."""
    entries = evidence()
    claims = [
        {
            "number": number,
            "parts": [
                {"text": f"Claim {number} says ", "figure": False},
                {"text": "$81,797 million", "figure": "missing" if number == 3 else "found"},
                {"text": ".", "figure": False},
            ],
            "handles": [
                {
                    "key": one["key"],
                    "citation_id": one["citation_id"],
                    "label": "Net sales, p. 2" if one["title"] else "",
                    "aria": f"Evidence {one['citation_id']}. Opens source viewer.",
                    "state": one["state"],
                }
                for one in entries
                if one["claim"] == number
            ],
            "checks": [{"label": "Quote", "words": "Verbatim", "tone": "ok"}],
        }
        for number in range(1, 5)
    ]
    method = {"label": "Extractive answer.", "explain": "Every claim is a verbatim row or sentence."}
    return {"answer_id": ANSWER_ID, "method": method, "not_in_sources": None, "claims": claims}
