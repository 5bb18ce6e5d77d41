"""What a file, a person or an error says is drawn as it is, not read as Markdown."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pages
from pages.plain import plain

FOLDER = Path(pages.__file__).parent
LOOKED_FOR = re.compile(r":[\w+/-]+:|https?://|www\.|\w@\w|(?:^|\s)(?:<->|->|<-|--|>=|<=|~=)(?:\s|$)", re.I)
"""What Streamlit's front end and GitHub's Markdown replace within a piece of text."""
MARKDOWN = frozenset({"error", "warning", "info", "success", "markdown", "caption"})
"""Functions of Streamlit whose words are Markdown."""


@pytest.mark.parametrize(
    ("words", "markdown"),
    [
        ("*c* [x](y) $z$", r"\*c\* \[x\]\(y\) \$z\$"),
        ("a & b", r"a \& b"),
        ("    code", " code"),
        ("one\n===\ntwo", "one === two"),
    ],
)
def test_marks_of_markdown_are_words(words: str, markdown: str) -> None:
    assert plain(words).replace(":gray[]", "") == markdown


@pytest.mark.parametrize(
    "words",
    [
        ":material/home:",
        ":smile:",
        ":streamlit:",
        "http://a.example",
        "HTTPS://a.example",
        "www.a.example",
        "a@b.example",
        "a -> b",
        "a <-> b",
        "a -- b",
        "a >= b",
        "a ~= b",
    ],
)
def test_what_is_looked_for_once_markdown_was_read_is_cut_in_two(words: str) -> None:
    """A backslash is gone by then, so it would be an icon, a link or an arrow."""
    pieces = re.sub(r"\\(.)", r"\1", plain(words)).split(":gray[]")
    assert "".join(pieces) == words
    assert not any(LOOKED_FOR.search(piece) for piece in pieces)


def unescaped(node: ast.AST) -> Iterator[ast.Attribute]:
    """The messages of errors in an expression that do not go through `plain`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "plain":
        return
    if isinstance(node, ast.Attribute) and node.attr == "message":
        yield node
    for child in ast.iter_child_nodes(node):
        yield from unescaped(child)


def test_no_page_draws_the_message_of_an_error_as_markdown() -> None:
    """A message may name a file, and a file may have any name."""
    calls = [
        (path.name, call)
        for path in sorted(FOLDER.glob("*.py"))
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in MARKDOWN
    ]
    drawn = [
        f"{name}:{node.lineno}" for name, call in calls for one in call.args[:1] for node in unescaped(one)
    ]
    assert len(calls) > 100
    assert drawn == []
