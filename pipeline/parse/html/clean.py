"""The first pass over a filing's HTML: parse it, read its facts, take out what is not shown."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import lxml.html
from lxml import etree
from lxml.html import HtmlElement

from pipeline.evidence.errors import ParseFailed, SourceTooLarge
from pipeline.limits import MOST_ELEMENTS, MOST_STYLE
from pipeline.parse.html.facts import TaggedFacts, xbrl_prefixes
from pipeline.parse.html.hidden import hidden_nodes, is_styled_away
from pipeline.parse.html.pictures import PICTURES, is_picture, leave_picture
from pipeline.parse.html.removal import drop_tags, drop_trees
from pipeline.parse.html.styles import inline_styles
from pipeline.parse.html.text import CHARACTERS, collapsed, text_content, without_spaces
from pipeline.parse.source import Submission, looks_like_html

DEEPEST = 150
"""Elements nested deeper are unwrapped; their text stays. Real filings reach 13; browsers stop at 512."""

MOST_ATTRIBUTES = 2_000
"""The parser's time grows with the square of an element's attributes: 2,000 take 0.02 s, 100,000 minutes."""

_XHTML = re.compile(r"""\bxmlns\s*=\s*["']http://www\.w3\.org/1999/xhtml["']""", re.I)
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_LONG_TAG = re.compile(r"<[A-Za-z][^<>]{8000,}")
_ATTRIBUTE = re.compile(r"\s[^\s=<>\"']+")
_PAGE_BREAK = re.compile(r"(?:page-)?break-(?:after|before)\s*:\s*(?:always|page|left|right)", re.I)
_RAISED = re.compile(r"vertical-align\s*:\s*super", re.I)
_MOVED = re.compile(r"position\s*:\s*relative", re.I)
_UPWARDS = re.compile(r"(?<![\w-])top\s*:\s*-\d", re.I)
_LOWERED = re.compile(r"vertical-align\s*:\s*sub\b", re.I)
_COLOUR_ONLY = re.compile(
    r"(?<![\w-])background\s*:\s*(#[0-9a-f]{3,8}|[a-z]+|rgb\([\d\s,.%]+\))\s*(?=;|$)", re.I
)
# Unstructured leaves out what stands in `nav` and `figure`, and all but the first `main`.
_OUTLINE = frozenset({"article", "aside", "figure", "footer", "header", "main", "nav", "section"})
_RAW_TEXT = frozenset({"plaintext", "xmp", "listing"})
_UNSEEN = re.compile(
    "[" + "".join(re.escape(chr(code)) for code in CHARACTERS if not 0xD800 <= code < 0xE000) + "]"
)
_KEPT_ATTRIBUTES_WORDS = (
    "align bgcolor border cellpadding cellspacing color colspan dir face height lang noshade nowrap rowspan size span"
    " start style type valign value width"
)
_KEPT_ATTRIBUTES = frozenset(_KEPT_ATTRIBUTES_WORDS.split())


@dataclass(slots=True)
class CleanTree:
    """A body without anything hidden, and all tags.

    `has_frames` when the source is a frame set: what it shows is in other files. `parts` are the exhibits of a
    submission: how many characters, without spaces, stand before each, and its name.
    """

    body: HtmlElement
    tagged: TaggedFacts = field(default_factory=TaggedFacts)
    has_frames: bool = False
    parts: list[tuple[int, str]] = field(default_factory=list)


def clean_tree(submission: Submission, source: str) -> CleanTree:
    """One body for all parts of a submission, each part after a page break.

    Raises ParseFailed when the parser gives up on the nesting, or tags repeat the text without end.
    """
    result = CleanTree(lxml.html.fragment_fromstring("", create_parent="body"))
    shown = elements = 0
    for number, part in enumerate(submission.parts):
        text = _without_cdata(part.text.translate(CHARACTERS))
        if not text.strip():
            continue
        if submission.parts[1:] and not looks_like_html(text) and "</" not in text:
            text = f"<pre>{html.escape(text)}</pre>"
        body = _parsed(text, source)
        elements += sum(1 for _ in body.iter())
        if elements > MOST_ELEMENTS:
            raise SourceTooLarge(
                f"{source} has more than {MOST_ELEMENTS:,} elements. Add its exhibits as files of their own.",
                source=source,
            )
        result.tagged.collect(body, source)
        result.has_frames = result.has_frames or next(body.iter("frame"), None) is not None
        _clean(body, source)
        if number:
            etree.SubElement(result.body, "hr").set("style", "page-break-after:always")
            result.parts.append((shown, part.title))
        shown += len(without_spaces(text_content(body)))
        _append_content(result.body, body)
    result.tagged.locate(result.body)
    _unwrap(result.body, lambda node, depth: ":" in node.tag or depth > DEEPEST)
    return result


def _without_cdata(text: str) -> str:
    """XHTML's character data as plain text: an HTML parser takes it for a comment and drops the words."""
    if not _XHTML.search(text[:20_000]):
        return text
    return "".join(_with_escaped_sections(text))


def _with_escaped_sections(text: str) -> Iterator[str]:
    """A section that is not closed stays as it is."""
    position = 0
    while (start := text.find(_CDATA, position)) >= 0:
        end = text.find(_CDATA_END, start)
        if end < 0:
            break
        yield text[position:start]
        yield html.escape(text[start + len(_CDATA) : end], quote=False)
        position = end + len(_CDATA_END)
    yield text[position:]


def _parsed(text: str, source: str) -> HtmlElement:
    for tag in _LONG_TAG.finditer(text):
        if len(_ATTRIBUTE.findall(tag[0])) > MOST_ATTRIBUTES:
            raise ParseFailed(
                f"{source} has an element with more than {MOST_ATTRIBUTES:,} attributes: that is no filing.",
                source=source,
            )
    parser = lxml.html.HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    try:
        root = lxml.html.document_fromstring(text.encode("utf-8"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise ParseFailed(f"{source} holds no HTML that can be read: {error}.", source=source) from error
    if any("depth" in entry.message for entry in parser.error_log):
        raise ParseFailed(
            f"{source} nests its elements more than 2,000 deep, and text below that would be lost. "
            "Export the filing again, or fetch the original.",
            source=source,
        )
    return root


def _append_content(target: HtmlElement, root: HtmlElement) -> None:
    bodies = list(root.iter("body")) or [root]
    for body in bodies[:1]:
        _append_text(target, body.text)
        target.extend(list(body))
    for outside in root:
        if outside is not bodies[0] and outside.tag not in ("head", "body"):
            target.append(outside)


def _append_text(target: HtmlElement, text: str | None) -> None:
    if text:
        if len(target):
            target[-1].tail = (target[-1].tail or "") + text
        else:
            target.text = (target.text or "") + text


def _check_styles(root: HtmlElement, source: str) -> None:
    styles = {node.get("style", "") for node in root.iter() if isinstance(node.tag, str)}
    if sum(map(len, styles)) > MOST_STYLE:
        raise SourceTooLarge(
            f"{source} has more than {MOST_STYLE:,} characters of different styles: that is no filing.",
            source=source,
        )


def _clean(root: HtmlElement, source: str) -> None:
    inline_styles(root)
    _check_styles(root, source)
    for node in root.iter(etree.Element):
        _keep_characters(node)
    _drop(hidden_nodes(root, xbrl_prefixes(root)))
    for node in list(root.iter()):
        _raise_or_lower(node)
        _keep_attributes(node)
        if node.tag in _RAW_TEXT:
            node.tag = "pre"
        elif node.tag in _OUTLINE:
            node.tag = "div"


def _drop(nodes: Iterable[HtmlElement]) -> None:
    doomed = []
    for node in nodes:
        parent = node.getparent()
        if parent is None:
            continue
        if is_page_break(node):
            _leave_break(node)
        elif node.tag in PICTURES and not is_styled_away(node):
            leave_picture(node)
        else:
            doomed.append(node)
    drop_trees(doomed)


def _leave_break(node: HtmlElement) -> None:
    tail = node.tail
    node.clear()
    node.tag, node.tail = "hr", tail
    node.set("style", "page-break-after:always")


def is_page_break(node: HtmlElement) -> bool:
    return bool(_PAGE_BREAK.search(node.get("style", "")))


def _raise_or_lower(node: HtmlElement) -> None:
    """Say raised and lowered text with `sup` and `sub`: positions are not kept."""
    style = node.get("style", "")
    if node.tag in ("span", "font") and style:
        if _RAISED.search(style) or _is_moved_up(style):
            node.tag = "sup"
        elif _LOWERED.search(style):
            node.tag = "sub"


def _is_moved_up(style: str) -> bool:
    parts = style.split('"')
    return any((moved := _MOVED.search(part)) and _UPWARDS.search(part, moved.end()) for part in parts)


def _keep_attributes(node: HtmlElement) -> None:
    kept = {name: value for name, value in node.attrib.items() if name in _KEPT_ATTRIBUTES}
    if is_picture(node):
        kept = {"title": node.get("title", "")}
    if style := kept.get("style"):
        kept["style"] = _COLOUR_ONLY.sub(r"background-color:\1", collapsed(style))
    if kept != node.attrib:
        node.attrib.clear()
        node.attrib.update(kept)


def _keep_characters(node: HtmlElement) -> None:
    """Character references bring in what was taken out of the text before it was parsed; lxml writes none of it."""
    if node.text and _UNSEEN.search(node.text):
        node.text = node.text.translate(CHARACTERS)
    if node.tail and _UNSEEN.search(node.tail):
        node.tail = node.tail.translate(CHARACTERS)


def _unwrap(root: HtmlElement, is_unwrapped: Callable[[HtmlElement, int], bool]) -> None:
    depths: dict[HtmlElement, int] = {root: 0}
    doomed: list[HtmlElement] = []
    for node in root.iterdescendants():
        parent = node.getparent()
        assert parent is not None
        unwrapped = is_unwrapped(node, depths[parent] + 1)
        depths[node] = depths[parent] + (0 if unwrapped else 1)
        if unwrapped:
            doomed.append(node)
    drop_tags(doomed)
