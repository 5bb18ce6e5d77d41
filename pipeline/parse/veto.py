"""The second sanitiser's veto: what bleach would still take away from HTML that nh3 cleaned.

bleach reads nh3's output with the same policy. A veto can only refuse, so a library that gets no more fixes cannot
weaken the result. It takes 0.3 ms an element, and a filing repeats a few hundred shapes many thousand times: parts of
the page with the same markup, and words that no HTML parser tells apart, are read once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import bleach
import lxml.html
import tinycss2
from bleach.css_sanitizer import CSSSanitizer
from lxml.html import HtmlElement

from pipeline.parse.sanitise import ATTRIBUTES, STYLES, TAGS

_TOKEN = re.compile(r"<(/?)([a-z][a-z0-9]*)((?: [a-z-]+=\"[^\"]*\")*)>")
_FUNCTIONS = frozenset({"calc", "hsl", "hsla", "rgb", "rgba"})
_VOID = frozenset({"br", "col", "hr"})
_OWN_ID = re.compile(r' id="b\d+"')
_MARKS = r"<>&\x00-\x08\x0b-\x1f\x7f"
"""What a parser looks at within text."""

_PLAIN_WORDS = re.compile(rf"(?<=>)(?=\s*[^{_MARKS}\s])[^{_MARKS}]*+(?=<|\Z)")
"""Possessive: words before a mark are passed once, not once for each of their letters."""


def objections(clean: str) -> list[str]:
    """What bleach would still take away from sanitised HTML, in words; empty when it agrees."""
    parts = _parts(clean)
    if parts is None:
        return _objections(clean)
    shapes = {_shape(part): part for part in reversed(parts)}
    return _objections("".join(reversed(shapes.values())))


def _parts(clean: str) -> list[str] | None:
    """The top-level elements and texts, each whole; None when they cannot be told apart for certain.

    Every "<" must begin a tag as nh3 writes it and every element must be closed in its order: then a part is parsed
    alone as it is among the others.
    """
    parts: list[str] = []
    open_tags: list[str] = []
    start = position = 0
    for token in _TOKEN.finditer(clean):
        if "<" in clean[position : token.start()]:
            return None
        position = token.end()
        if token[1]:
            if not open_tags or open_tags.pop() != token[2]:
                return None
        elif token[2] not in _VOID:
            open_tags.append(token[2])
        if not open_tags:
            parts.append(clean[start:position])
            start = position
    if open_tags or "<" in clean[position:]:
        return None
    return [*parts, clean[start:]] if clean[start:] else parts


def _shape(part: str) -> str:
    """The part with one word for each text, and without the numbers of our own ids.

    Only texts without a mark that a parser looks at (tags, character references, control characters) are exchanged.
    """
    return _PLAIN_WORDS.sub("w", _OWN_ID.sub(' id="b"', part))


def _objections(clean: str) -> list[str]:
    """Both are compared as trees (elements, attributes, declarations, text): how each writes entities, quotes and
    spaces is no disagreement.
    """
    cleaner = bleach.Cleaner(
        tags=TAGS,
        attributes={tag: sorted(names) for tag, names in ATTRIBUTES.items()},
        protocols=[],
        strip=True,
        strip_comments=True,
        css_sanitizer=_RememberingStyles(allowed_css_properties=STYLES, allowed_svg_properties=[]),
    )
    mine, theirs = _facts(clean), _facts(cleaner.clean(clean))
    found: list[str] = []
    for one in mine:
        if one != (other := next(theirs, None)):
            found.append(f"nh3 kept {_words(one)}, bleach {_words(other)}")
            break
    else:
        if (extra := next(theirs, None)) is not None:
            found.append(f"bleach ends with {_words(extra)}")
    return found


class _RememberingStyles(CSSSanitizer):  # type: ignore[misc]
    """bleach's check of `style` values, once a value: a filing repeats a few hundred of them ten thousand times.

    bleach looks at the names of properties only, so a value that could load or run something is taken away here.
    """

    def __init__(self, **policy: object) -> None:
        super().__init__(**policy)
        self._known: dict[str, str] = {}

    def sanitize_css(self, style: str) -> str:
        if style not in self._known:
            kept = tinycss2.parse_declaration_list(super().sanitize_css(style))
            self._known[style] = tinycss2.serialize([part for part in kept if _does_nothing(part)])
        return self._known[style]


def _does_nothing(part: Any) -> bool:
    """True for a part of a style without an address, and without functions but those that say a colour or a length."""
    inside = getattr(part, "value", None) if part.type == "declaration" else getattr(part, "arguments", None)
    if part.type == "url" or (part.type == "function" and part.lower_name not in _FUNCTIONS):
        return False
    nested = inside if isinstance(inside, list) else getattr(part, "content", None) or []
    return all(_does_nothing(one) for one in nested)


Fact = tuple[str, str, frozenset[tuple[str, str]], frozenset[str]]


def _facts(fragment: str) -> Iterator[Fact]:
    """Each element and text of a fragment in order, in a form that serialisation does not change."""
    root = lxml.html.document_fromstring(
        f"<!DOCTYPE html><html><body>{fragment}</body></html>", parser=lxml.html.HTMLParser(huge_tree=True)
    )
    for event, node in lxml.etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            yield _element_fact(node)
        text = node.text if event == "start" else node.tail
        if text and text.strip():
            yield ("text", " ".join(text.split()), frozenset(), frozenset())


def _element_fact(node: HtmlElement) -> Fact:
    attributes = {(name, value) for name, value in node.attrib.items() if name != "style"}
    style = node.get("style", "")
    spaceless = re.sub(r"\s+", "", style).replace('"', "'").lower()
    declarations = {part for part in spaceless.split(";") if part}
    return ("element", str(node.tag), frozenset(attributes), frozenset(declarations))


def _words(fact: Fact | None) -> str:
    if fact is None:
        return "nothing"
    kind, name, attributes, declarations = fact
    return f"{kind} {name[:80]!r} {sorted(attributes)} {sorted(declarations)}"
