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
        ("gnp\u202eexe\u202c \u200bx\x00y", "gnpexe xy"),
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


FOREIGN = frozenset(
    {
        "name",
        "title",
        "email",
        "user_name",
        "source_name",
        "question",
        "model",
        "prompt",
        "comment",
        "registrant",
    }
)
"""Fields whose words are somebody else's."""
OURS = frozenset({"page.title"})


def foreign_labels(tree: ast.AST) -> Iterator[str]:
    """Foreign fields that stand as they are in a label, heading or tooltip that Streamlit draws."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not ast.unparse(call.func).startswith("st."):
            continue
        drawn = [*call.args[:1], *(one.value for one in call.keywords if one.arg in ("help", "text"))]
        for part in (part for each in drawn if isinstance(each, ast.JoinedStr) for part in each.values):
            value = part.value if isinstance(part, ast.FormattedValue) else None
            if isinstance(value, ast.Attribute) and value.attr in FOREIGN and ast.unparse(value) not in OURS:
                yield ast.unparse(value)


def test_no_label_of_a_page_is_put_together_of_foreign_words_as_they_are() -> None:
    """They are Markdown, also where they are not seen but by a screen reader."""
    assert list(foreign_labels(ast.parse('st.selectbox(f"Role of {member.name}", [])'))) == ["member.name"]
    for path in sorted(FOLDER.glob("*.py")):
        assert list(foreign_labels(ast.parse(path.read_text("utf-8")))) == [], path.name
