"""A citation as it is copied: complete, honest about its state, and never shaped by the filing's own words."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pipeline.evidence.answer import CheckOutcome
from pipeline.evidence.box import Box
from pipeline.evidence.handle import CitationId
from pipeline.evidence.page import LabelSource, PageGeometry, PageLabel
from pipeline.evidence.passage import PassageId
from pipeline.evidence.region import Region, Role
from pipeline.evidence.text import TextRange
from viewer.citations import EvidenceState, PagePlace, Place, ResolvedCitation, Source, Successor
from viewer.exports import CopiedCitation, escaped, export_view, one_line
from viewer.media import Media

VERSION = UUID("7b9b5483-0000-4000-8000-00000000b0ea")
TITLE = "Example Holdings · Form 10-K · FY2024"
PAGE = PagePlace(0, PageLabel("38", LabelSource.PRINTED), PageGeometry(612, 792))
ROW = "Total net sales 81,797 82,959"

MARKDOWN = MarkdownIt("commonmark").enable(["strikethrough", "table"])


def region(role: Role, text: str) -> Region:
    return Region(0, Box(72, 100, 40, 12), role, text)


def source(successor: Successor | None = None) -> Source:
    return Source(VERSION, VERSION, TITLE, Media.PDF, "ab" * 32, None, "pdfium-test", 2, successor)


def place(cells: tuple[str, ...] = ("Total net sales", "81,797", "82,959")) -> Place:
    regions = (
        region(Role.QUOTE, "81,797"),
        region(Role.COLUMN_HEADER, "2024"),
        region(Role.COLUMN_HEADER, "2023"),
        region(Role.UNIT, "(In millions)"),
    )
    return Place(PAGE, TextRange(0, 5), "PART II › Statements of operations", "Row", cells, regions, ())


def citation(state: EvidenceState = EvidenceState.READY, **changes: Any) -> ResolvedCitation:
    known: dict[str, Any] = {
        "source": source(),
        "passage": PassageId(str(VERSION), 0, 0),
        "page": PAGE,
        "quote": ROW,
        "verbatim": CheckOutcome.PASSED,
        "places": (place(),),
    }
    return ResolvedCitation(1, CitationId.parse("E1"), state, **(known | changes))


def exported(one: ResolvedCitation) -> dict[str, Any]:
    view = export_view(one)
    assert view is not None
    return view


def test_a_header_of_several_lines_is_one_and_its_neighbour_another() -> None:
    def head(text: str, left: float, top: float) -> Region:
        return Region(0, Box(left, top, 40, 9), Role.COLUMN_HEADER, text)

    lines = (
        head("Three Months Ended", 90, 80),
        head("July 1,", 72, 90),
        head("2023", 80, 99),
        head("June 25,", 130, 90),
        head("2022", 138, 99),
        Region(0, Box(60, 60, 200, 9), Role.UNIT, "(In millions,"),
        Region(0, Box(60, 70, 200, 9), Role.UNIT, "except shares)"),
    )
    text = exported(citation(places=(replace(place(), regions=lines),)))["text"]
    assert (
        "Column: Three Months Ended July 1, 2023; June 25, 2022. Unit: (In millions, except shares)" in text
    )


def test_plain_text_carries_row_column_unit_and_place() -> None:
    assert exported(citation())["text"].splitlines() == [
        "“Total net sales | 81,797 | 82,959”",
        "Column: 2024; 2023. Unit: (In millions)",
        f"{TITLE} · PDF page 1 of 2 · printed 38 · Statements of operations",
        "E1: quote verbatim; current version",
    ]


def test_markdown_quotes_the_row_above_its_place() -> None:
    tokens = MARKDOWN.parse(exported(citation())["markdown"])
    assert [token.type for token in tokens if token.nesting == 1] == [
        *("blockquote_open", "paragraph_open", "paragraph_open", "paragraph_open")
    ]
    assert words_of(tokens) == [
        "Total net sales | 81,797 | 82,959",
        "Column: 2024; 2023. Unit: (In millions)",
        f"E1 · {TITLE} · PDF page 1 of 2 · printed 38 · Statements of operations · quote verbatim; current version",
    ]


def test_the_json_is_the_resolved_citation() -> None:
    one = citation()
    assert exported(one)["json"] == one.to_json()
    kept = json.loads(json.dumps(exported(one)["json"]))
    assert {"citation_id", "document_version", "passage_id", "page_index", "display_page_label"} <= set(kept)
    assert {"quote", "regions", "coordinate_space", "page_dimensions", "render_version"} <= set(kept)


def test_a_withheld_citation_exports_nothing() -> None:
    assert export_view(ResolvedCitation(1, CitationId.parse("E1"), EvidenceState.DENIED)) is None


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (citation(source=source(Successor(VERSION, "Newer"))), "quote verbatim; superseded version"),
        (citation(verbatim=CheckOutcome.FAILED), "quote not verbatim; current version"),
        (citation(verbatim=CheckOutcome.NOT_RUN), "quote not checked; current version"),
        (
            citation(EvidenceState.AMBIGUOUS, places=(place(), place()), verbatim=CheckOutcome.AMBIGUOUS),
            "quote fits several places; current version; ambiguous, no place is chosen",
        ),
        (
            citation(EvidenceState.QUOTE_NOT_FOUND, places=(), verbatim=CheckOutcome.FAILED),
            "quote not verbatim; current version; the quote was not found on this page",
        ),
        (
            citation(EvidenceState.UNAVAILABLE),
            "quote verbatim; current version; the stored file is unavailable",
        ),
    ],
)
def test_the_state_goes_along(one: ResolvedCitation, words: str) -> None:
    view = exported(one)
    assert view["text"].endswith(f"E1: {words}")
    assert words_of(MARKDOWN.parse(view["markdown"]))[-1].endswith(words)


def test_prose_is_quoted_as_it_is() -> None:
    view = exported(citation(quote="Net  sales\nwere 81,797.", places=(place(cells=()),)))
    assert view["text"].startswith("“Net sales were 81,797.”\n")


HOSTILE = (
    "![x](https://evil.example/p.png)",
    "[Open](javascript:alert(1)) <script>alert(1)</script>",
    "https://evil.example www.evil.example",
    "2024. Net sales",
    "- 5 + 6 # head",
    "a\n\n# b\r\n> c\u2028d",
    "$81,797 and $82,959 ~~gone~~ `code` &amp; &lt;",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "\u202e797,18\u202c \x1b[31mred\x00",
    "    four blanks",
    "\\[not escaped\\](x)",
    "---",
    "===",
    ":--|--:",
)


@given(st.text(max_size=200))
@example(HOSTILE[0])
@example(HOSTILE[1])
@example(HOSTILE[2])
@example(HOSTILE[3])
@example(HOSTILE[4])
@example(HOSTILE[5])
@example(HOSTILE[6])
@example(HOSTILE[7])
@example(HOSTILE[8])
@example(HOSTILE[9])
@example(HOSTILE[10])
@example(HOSTILE[11])
@example(HOSTILE[12])
@example(HOSTILE[13])
def test_no_words_of_a_filing_become_mark_up(hostile: str) -> None:
    copied = CopiedCitation("E1", one_line(hostile), (), (one_line(hostile) or "-",), ("quote verbatim",))
    tokens = MARKDOWN.parse(f"{copied.markdown()}\n\n[Open](https://pincite.example/)")
    inline = [token for token in tokens if token.type == "inline"]
    kinds = {child.type for token in inline[:-1] for child in token.children or ()}
    assert kinds <= {"text", "text_special", "strong_open", "strong_close", "em_open", "em_close"}
    expected = [one_line(hostile)] if one_line(hostile) else []
    assert words_of(tokens)[:-2] == expected
    assert len(copied.text().splitlines()) <= 3
    assert "\u202e" not in copied.text()
    assert "\x1b" not in copied.text()


def test_escaping_leaves_figures_readable() -> None:
    plain = "Total net sales | 81,797 | (1)% | 10-Q: AT&T's net = 4.5 + 3 > 2 - 1"
    assert escaped(plain) == plain


def words_of(tokens: list[Token]) -> list[str]:
    """The text of each paragraph, as a reader sees it."""
    return [
        "".join(child.content for child in token.children or ()) for token in tokens if token.type == "inline"
    ]
