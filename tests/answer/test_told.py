"""What a terminal reads of a question's scope and of how its packet was found."""

from __future__ import annotations

from typing import Any

from pipeline.answer.told import MOST_FILINGS, scope_words, trace_words


def filing(title: str, *because: str, is_picked: bool = False) -> dict[str, Any]:
    return {"document_id": "d", "title": title, "because": list(because), "is_picked": is_picked}


def scope(*filings: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"filings": list(filings), "absent": [], "missing": [], **more}


def test_each_filing_is_named_with_why() -> None:
    told = scope_words(scope(filing("A", "Halden", "2023"), filing("B", is_picked=True), filing("C")))
    assert told.splitlines() == [
        "Searched 3 filings:",
        "   A, because: Halden, 2023",
        "   B, because: chosen by you",
        "   C",
    ]


def test_many_filings_are_counted() -> None:
    told = scope_words(scope(*(filing(str(number)) for number in range(MOST_FILINGS + 5))))
    assert told.splitlines()[-1] == "   and 5 more"


def test_a_withheld_filing_tells_its_state_only() -> None:
    assert scope_words(scope({"document_id": "d", "state": "denied"})).splitlines()[1] == "   d (denied)"


def test_what_the_library_does_not_have_is_said() -> None:
    told = scope_words(scope(absent=["Microsoft"], missing=["filing of Halden for 2019"]))
    assert told.splitlines() == [
        "Searched no filing.",
        "! Microsoft is not in the library.",
        "! There is no filing of Halden for 2019.",
    ]


def test_a_trace_tells_each_page_with_its_ranks_and_handles() -> None:
    page = {
        "rank": 1,
        "title": "Halden",
        "page_index": 3,
        "display_page_label": "2",
        "handles": ["E1", "E4"],
        "hits": [
            {"list": "meaning", "rank": 2, "why": "similarity 0.62"},
            {"list": "words", "rank": 7, "why": ""},
        ],
    }
    trace = {
        "item": "net sales",
        "metrics": [["net sales", ["total net sales"]]],
        "floor": None,
        "pages": [page, {"rank": 2, "state": "denied"}],
        "steps": [{"name": "packet", "count": 1_200, "milliseconds": 3.14, "problem": "It was late."}],
    }
    assert trace_words(trace).splitlines() == [
        "How this was found: net sales",
        "   net sales: total net sales",
        "   1  Halden, page index 3, printed 2  [E1, E4]",
        "      meaning 2 (similarity 0.62); words 7",
        "   2  withheld (denied)",
        "   packet: 1,200 in 3.1 ms",
        "   ! It was late.",
    ]
