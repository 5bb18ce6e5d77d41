"""A document's own style sheet says what is hidden, bold, or starts a page."""

from __future__ import annotations

import time

import lxml.html
import pytest

from pipeline.parse.html.styles import LONGEST_SHEET, inline_styles

HIDES = ".x{display:none}"


def style_of_x(sheet: str) -> str:
    root = lxml.html.document_fromstring(
        "<html><head><style></style></head><body><p class=x>1</p></body></html>"
    )
    next(root.iter("style")).text = sheet
    inline_styles(root)
    return str(next(root.iter("p")).get("style", "")).rstrip(";")


@pytest.mark.parametrize(
    "sheet",
    [
        HIDES,
        "p.x , b { display:none; }",
        "/* a { */" + HIDES + "/* } */",
        "/**/" + HIDES,
        "<!-- " + HIDES + " -->",
        "@import url(a.css);" + HIDES,
        "@charset 'utf-8'; @media print { p { color:red } b { color:red } }" + HIDES,
        "@media a { @supports b { p { color:red } } }" + HIDES,
        "@page { margin:1in }" + HIDES,
        "b { color:red }" + HIDES + "/* never closed",
        "a > b { color:red }" + HIDES,
    ],
)
def test_a_simple_rule_reaches_its_elements(sheet: str) -> None:
    assert style_of_x(sheet) == "display:none"


@pytest.mark.parametrize(
    "sheet",
    [
        "@media print {" + HIDES + "}",
        "@media a { @supports b {" + HIDES + "} }",
        "/*" + HIDES,
        "/*" + HIDES + "*/",
        "@media print {" + HIDES,
        "p .x{display:none}",
        ".x{display:none",
        "",
    ],
)
def test_what_is_no_simple_rule_reaches_nothing(sheet: str) -> None:
    assert style_of_x(sheet) == ""


@pytest.mark.parametrize(
    "piece", ["a", "{", "}", "/*", "@", "@a", "@a{", "a{", "a,", "<!--", "a{b:c}", "/**/", "@;"]
)
def test_a_sheet_of_nothing_but_one_thing_is_read_soon(piece: str) -> None:
    started = time.monotonic()
    style_of_x(piece * (LONGEST_SHEET // len(piece)))
    assert time.monotonic() - started < 20, "looking again from each place takes many minutes"
