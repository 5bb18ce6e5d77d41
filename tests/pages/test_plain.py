"""What a file, a person or an error says is drawn as it is, not read as Markdown."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pages
from pages.plain import plain

FOLDER = Path(pages.__file__).parent
MARKDOWN = frozenset({"error", "warning", "info", "success", "markdown", "caption"})
"""Functions of Streamlit whose words are Markdown."""


def test_marks_of_markdown_are_words() -> None:
    assert plain("![x](http://a.b) *c*") == r"\!\[x\]\(http\:\/\/a\.b\) \*c\*".replace(r"\/", "/")
    assert plain("a@b.c") == r"a\@b\.c"  # which would be a link otherwise


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
