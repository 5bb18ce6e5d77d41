"""What stands for a picture, a drawing, a formula or an embedded file: its description in brackets.

The words are shown by the style sheet (`sanitise.PICTURE`), not by text: nobody can cite a description, and offsets
into the page do not count it. A formula's letters in a row would read as other figures than the formula says.
"""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from pipeline.parse.html.text import CHARACTERS, collapsed

LONGEST_DESCRIPTION = 200

SPACER = 3
"""Pictures of at most this many pixels are spacers and rules."""

_NAMES = {
    "img": "image",
    "svg": "drawing",
    "canvas": "drawing",
    "math": "formula",
    "video": "video",
    "audio": "recording",
    "object": "embedded file",
    "embed": "embedded file",
    "applet": "embedded file",
    "iframe": "embedded page",
}
PICTURES = frozenset(_NAMES)
_SIDE = re.compile(r"(?<![\w-])(?:width|height)\s*:\s*(\d+(?:\.\d+)?)\s*(?:px|pt)?\s*(?:;|$)", re.I)


def leave_picture(node: HtmlElement) -> None:
    """Put an empty element with the description into the picture's place, and a space behind it."""
    tail = " " + (node.tail or "")
    if _is_spacer(node):
        node.tail = tail
        node.drop_tree()
        return
    described = _description(node)
    name = _NAMES[node.tag]
    node.clear()
    node.tag, node.tail = "samp", tail
    node.set("title", f"{name}: {described}" if described else name)


def is_picture(node: HtmlElement) -> bool:
    """True for the empty element that stands for a picture."""
    return node.tag == "samp" and not len(node) and not node.text and bool(node.get("title"))


def _is_spacer(node: HtmlElement) -> bool:
    sides = [node.get("width", ""), node.get("height", ""), *_SIDE.findall(node.get("style", ""))]
    return any(
        re.fullmatch(r"\s*\d+(?:\.\d+)?(?:px|pt)?\s*", side) and _pixels(side) <= SPACER for side in sides
    )


def _pixels(side: str) -> float:
    return float(re.sub(r"[^\d.]", "", side))


def _description(node: HtmlElement) -> str:
    named = [node.get(name, "") for name in ("alt", "alttext", "aria-label", "title")]
    inside = [
        "".join(part.itertext())
        for part in node.iterdescendants()
        if isinstance(part.tag, str) and part.tag in ("title", "annotation")
    ]
    text = next((collapsed(text) for text in (*named, *inside) if text.strip()), "").translate(CHARACTERS)
    return text if len(text) <= LONGEST_DESCRIPTION else f"{text[:LONGEST_DESCRIPTION].rstrip()}…"
