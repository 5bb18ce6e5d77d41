"""Many elements taken out of a tree at once, in time of their number: lxml's own way looks for each place again, and
copies the text around it again."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from lxml.html import HtmlElement

_Piece = tuple[HtmlElement, list[str]]
"""An element that stays, and the texts that follow it."""


def drop_tags(nodes: Collection[HtmlElement]) -> None:
    """Take the elements out; what is in them stays, in its order."""
    _rebuild(frozenset(nodes), keeps_content=True)


def drop_trees(nodes: Collection[HtmlElement]) -> None:
    """Take the elements out with all that is in them; the text behind them stays."""
    _rebuild(frozenset(nodes), keeps_content=False)


def _rebuild(doomed: frozenset[HtmlElement], *, keeps_content: bool) -> None:
    for parent in _staying_parents(doomed):
        first, pieces = _content(parent, doomed, keeps_content=keeps_content)
        del parent[:]
        parent.text = "".join(first) or None
        for node, texts in pieces:
            node.tail = None
            parent.append(node)
            node.tail = "".join(texts) or None


def _staying_parents(doomed: frozenset[HtmlElement]) -> Iterable[HtmlElement]:
    parents = (node.getparent() for node in doomed)
    return {parent: None for parent in parents if parent is not None and parent not in doomed}


def _content(
    parent: HtmlElement, doomed: frozenset[HtmlElement], *, keeps_content: bool
) -> tuple[list[str], list[_Piece]]:
    """The texts before the first element that stays, and the elements with what follows each."""
    texts = first = [parent.text or ""]
    pieces: list[_Piece] = []
    waiting: list[tuple[HtmlElement, bool]] = [(child, True) for child in reversed(parent)]
    while waiting:
        node, is_start = waiting.pop()
        if node not in doomed:
            texts = [node.tail or ""]
            pieces.append((node, texts))
        elif is_start and keeps_content:
            texts.append(node.text or "")
            waiting.append((node, False))
            waiting.extend((child, True) for child in reversed(node))
        else:
            texts.append(node.tail or "")
    return first, pieces
