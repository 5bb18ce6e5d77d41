"""Which elements of a page show nothing: hidden by their tag, an attribute, a style, or white on white.

Only what is hidden for certain counts: text that a reader sees must not be lost, text that none sees must not be cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

_STYLE = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*(?:0*+\.)?+0++\s*(?:;|$|!)"
    r"|font-size\s*:\s*(?:0*+\.)?+0++(?:px|pt|em|rem|%)?\s*(?:;|$|!)|color\s*:\s*transparent\b)",
    re.I,
)
_WITHOUT_TEXT_WORDS = (
    "applet audio base canvas embed head iframe img input link math meta noembed noframes noscript object param script"
    " select style svg template textarea title track video"
)
WITHOUT_TEXT = frozenset(_WITHOUT_TEXT_WORDS.split())
_INLINE_XBRL = frozenset({"header", "hidden"})
_WHITE_VALUE = r"(?:#fff(?:fff)?|white|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\))"
_WHITE = re.compile(rf"\s*{_WHITE_VALUE}\s*(?:!important\s*)?", re.I)
_COLOUR = re.compile(r"(?<![\w-])color\s*:\s*([^;]+)", re.I)
_BACKGROUND = re.compile(r"(?<![\w-])background(?:-color|-image)?\s*:\s*([^;]+)", re.I)


def hidden_nodes(root: HtmlElement, prefixes: frozenset[str]) -> list[HtmlElement]:
    """The elements that show nothing, and nodes that are no elements. `prefixes` are those of inline XBRL."""
    found = [node for node in root.iter() if _is_hidden(node, prefixes)]
    return [*found, *_white_on_white(root)]


def is_styled_away(node: HtmlElement) -> bool:
    """True when an attribute or style hides the element, whatever it is."""
    return node.get("hidden") is not None or bool(_STYLE.search(node.get("style", "")))


def _is_hidden(node: HtmlElement, prefixes: frozenset[str]) -> bool:
    if not isinstance(node.tag, str) or node.tag in WITHOUT_TEXT:
        return True
    prefix, colon, name = node.tag.partition(":")
    return bool(colon and name in _INLINE_XBRL and prefix in prefixes) or is_styled_away(node)


def _white_on_white(root: HtmlElement) -> Iterator[HtmlElement]:
    """Elements of white letters with no background of another colour around or in them, and none unknown."""
    if any("background" in (sheet.text or "").lower() for sheet in root.iter("style")):
        return  # which elements that is for is read only from simple rules
    nodes = list(root.iter())
    colours = {node: _colour(node) for node in nodes}
    plain = {node: _is_plain(node) for node in nodes}
    white_inside = {node: plain[node] and (not colours[node] or _is_white(colours[node])) for node in nodes}
    for node in reversed(nodes[1:]):
        white_inside[node.getparent()] &= white_inside[node]
    plain_above = {root: all(map(_is_plain, root.iterancestors()))}
    for node in nodes[1:]:
        parent = node.getparent()
        plain_above[node] = plain[parent] and plain_above[parent]
    for node in nodes:
        if white_inside[node] and plain_above[node] and _is_white(colours[node]):
            yield node


def _colour(node: HtmlElement) -> str | None:
    if not isinstance(node.tag, str):
        return None
    declared: list[str] = _COLOUR.findall(node.get("style", ""))
    return declared[-1] if declared else node.get("color")


def _is_white(colour: str | None) -> bool:
    return colour is not None and bool(_WHITE.fullmatch(colour))


def _is_plain(node: HtmlElement) -> bool:
    """True when the element has no background but white."""
    if not isinstance(node.tag, str):
        return True
    values = [
        *_BACKGROUND.findall(node.get("style", "")),
        node.get("bgcolor", "white"),
        node.get("background", "white"),
    ]
    return all(
        _WHITE.fullmatch(value) or value.strip().lower() in ("none", "transparent") for value in values
    )
