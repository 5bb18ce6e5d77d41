"""Characters of an HTML tree: which are kept, and how an element reads.

The one promise the viewer builds on: a block's text and its element's `textContent` hold the same characters in
the same order once whitespace is left out of both. So nothing here adds or drops a character that Python's
`str.isspace` or JavaScript's `\\s` does not call whitespace.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml.html import HtmlElement

_BLOCK_TAGS_WORDS = (
    "address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure footer"
    " form h1 h2 h3 h4 h5 h6 header legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr"
    " ul"
)
BLOCK_TAGS = frozenset(_BLOCK_TAGS_WORDS.split())
"""Elements that end a line of text before and after them."""

BREAKS = frozenset({"br", "hr"})

# Control characters, and characters that Python and JavaScript disagree about being whitespace (U+FEFF, U+001C to
# U+001F; U+0085 is read as Windows-1252, as browsers do) or that nobody sees: zero widths, soft hyphens, and
# the direction overrides, with which shown and stored text could differ.
_UNSEEN = dict.fromkeys(
    [
        *range(0x00, 0x09),
        0x0B,
        *range(0x0E, 0x20),
        0x7F,
        0xAD,
        0x180E,
        0x200B,
        0x2060,
        0xFEFF,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
        *range(0xD800, 0xE000),
        0xFFFE,
        0xFFFF,
    ]
)


def _windows_1252(code: int) -> str | None:
    try:
        return bytes([code]).decode("windows-1252")
    except UnicodeDecodeError:
        return None


CHARACTERS = {**_UNSEEN, **{code: _windows_1252(code) for code in range(0x80, 0xA0)}, 0x0C: "\n"}
"""For `str.translate`: drops what is never shown, reads C1 controls as Windows-1252."""


def collapsed(text: str) -> str:
    """The text with each run of whitespace (also no-break spaces) as one space, and none at its ends."""
    return " ".join(text.split())


def without_spaces(text: str) -> str:
    """The text's non-whitespace characters: what offsets into a rendition count."""
    return "".join(text.split())


def text_content(element: HtmlElement) -> str:
    """The DOM's `textContent`."""
    return "".join(element.itertext())


def text_of(element: HtmlElement) -> str:
    """How the element reads: inline elements run on, breaks and blocks inside it become a space.

    A superscript after a digit is set apart: a footnote mark must not become a digit of a figure.
    """
    return collapsed("".join(_pieces(element)))


def _pieces(element: HtmlElement) -> Iterator[str]:
    last = ""
    for is_start, node in _visits(element):
        tag = node.tag
        if tag in BREAKS or (tag in BLOCK_TAGS and node is not element):
            yield " "
            last = " "
        elif tag == "sup" and is_start and last[-1:].isdigit():
            yield " "
        if text := (node.text if is_start else node.tail if node is not element else None):
            if not is_start and tag == "sup" and last[-1:].isdigit() and text[:1].isdigit():
                yield " "
            yield text
            last = text


def _visits(element: HtmlElement) -> Iterator[tuple[bool, HtmlElement]]:
    """(True, node) when a node starts, (False, node) when it ends, in document order."""
    stack: list[tuple[bool, HtmlElement]] = [(True, element)]
    while stack:
        is_start, node = stack.pop()
        yield is_start, node
        if is_start:
            stack.append((False, node))
            stack.extend((True, child) for child in reversed(node))
