"""Where the pages take an id from outside: from the address, from cookies, from what a component sends; and the
functions that act on ids. Found by reading their source, so that a new one is not forgotten."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pages

FOLDER: Final = Path(pages.__file__).parent
_OUTSIDE: Final = ("query_params", "cookies")
_WRITES: Final = ("update", "pop", "from_dict", "clear")
_FILES: Final = ("download_button", "image", "audio", "video", "pdf", "logo")
"""Streamlit keeps what these are given at an address of its own, which asks nobody who they are."""


@dataclass(frozen=True, slots=True)
class Action:
    """A function of a page that is told ids: "collecting.take_out" and its parameters with their types."""

    name: str
    parameters: tuple[tuple[str, str], ...]


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(FOLDER.glob("*.py")):
        yield path.stem, ast.parse(path.read_text("utf-8"))


def actions() -> list[Action]:
    """Functions outside of classes that have a parameter of an id, or of several."""
    found = []
    for module, tree in _modules():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                given = [*node.args.args, *node.args.kwonlyargs]
                typed = tuple(
                    (one.arg, ast.unparse(one.annotation) if one.annotation else "") for one in given
                )
                if any("UUID" in kind for _, kind in typed):
                    found.append(Action(f"{module}.{node.name}", typed))
    return found


def reads_from_outside() -> set[str]:
    """ "library: st.query_params.get(cover_form.FILING)" for each look of a page at its address or a cookie."""
    return {f"{module}: {read}" for module, tree in _modules() for read in _reads(tree)}


def components() -> set[str]:
    """ "library: library_component" for each component that a page draws, which may send something back."""
    return {f"{module}: {name}" for module, name in _called() if name.endswith("_component")}


def kept_files() -> set[str]:
    """Where a page gives Streamlit a file to hand out."""
    return {f"{module}: {name}" for module, name in _called() if name in _FILES}


def bound() -> set[str]:
    """ "quality: 'weeks'" for each widget whose value the address gives: one of its choices, or words."""
    return {
        f"{module}: {ast.unparse(named['key'])}"
        for module, tree in _modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and "bind" in (named := {one.arg: one.value for one in node.keywords})
    }


def scopes_made() -> set[str]:
    """Where a page says itself who is looking."""
    return {f"{module}: {name}" for module, name in _called() if name == "Scope"}


def _called() -> Iterator[tuple[str, str]]:
    for module, tree in _modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield (
                    module,
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""),
                )


def _reads(tree: ast.Module) -> Iterator[str]:
    """The innermost call, subscript, comparison or statement around each address or cookie."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in _OUTSIDE:
            around = parents[node]
            while not isinstance(around, (ast.Call, ast.Subscript, ast.Compare, ast.stmt)):
                around = parents[around]
            method = parents[node]
            is_written = isinstance(method, ast.Attribute) and method.attr in _WRITES
            if not is_written and not (
                isinstance(around, ast.Subscript) and isinstance(around.ctx, ast.Store)
            ):
                yield ast.unparse(around).partition("\n")[0]
