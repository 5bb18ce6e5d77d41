"""A document's own style sheet, as far as it says what is hidden, bold, or starts a page.

Only rules for one element name, class or id are read, outside @-rules; they become `style` attributes, and the
sheet itself is never shown.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from lxml.html import HtmlElement

LONGEST_SHEET = 500_000
"""Characters of style sheets that are read; filings have a few thousand."""

_SHELL = re.compile("<!--|-->")
_END = re.compile("[;{}]")
_BRACE = re.compile("[{}]")
_SIMPLE = re.compile(r"([a-zA-Z][\w-]*)?(?:([.#])([\w-]+))?")


def inline_styles(root: HtmlElement) -> None:
    """Put the declarations of simple rules in front of each element's own `style`."""
    rules = _rules(root)
    if not rules:
        return
    for node in root.iter():
        if isinstance(node.tag, str) and (found := _declarations(node, rules)):
            node.set("style", ";".join([*found, node.get("style", "")]))


def _rules(root: HtmlElement) -> dict[str, list[str]]:
    """Declarations by "tag", ".class", "tag.class" and "#id"."""
    sheets = "\n".join(node.text_content() for node in root.iter("style"))[:LONGEST_SHEET]
    plain = "".join(_outside_at_rules(_SHELL.sub("", "".join(_outside_comments(sheets)))))
    rules: dict[str, list[str]] = defaultdict(list)
    for selectors, declarations in _plain_rules(plain):
        for selector in selectors.split(","):
            if (simple := selector.strip()) and _SIMPLE.fullmatch(simple):
                rules[simple].append(declarations.strip().rstrip(";").replace("!important", ""))
    return rules


# Walked through once, from mark to mark: patterns that look for a mark's partner look again from each place, and a
# sheet of nothing but beginnings would take them hours.


def _outside_comments(sheet: str) -> Iterator[str]:
    """The pieces between comments; one that is not closed reaches to the end."""
    position = 0
    while (start := sheet.find("/*", position)) >= 0:
        yield sheet[position:start]
        end = sheet.find("*/", start + 2)
        if end < 0:
            return
        position = end + 2
    yield sheet[position:]


def _outside_at_rules(sheet: str) -> Iterator[str]:
    """The pieces between @-rules, each of which ends at its semicolon or with its braces."""
    position = 0
    while (start := sheet.find("@", position)) >= 0:
        yield sheet[position:start]
        end = _END.search(sheet, start)
        if end is None:
            return
        match end[0]:
            case ";":
                position = end.end()
            case "{":
                position = _after_braces(sheet, end.start())
            case _:
                position = end.start()
    yield sheet[position:]


def _after_braces(sheet: str, start: int) -> int:
    """Where what begins with the brace at `start` is over; the end when it is not closed."""
    depth = 0
    for brace in _BRACE.finditer(sheet, start):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return brace.end()
    return len(sheet)


def _plain_rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations of each innermost pair of braces."""
    for rule in sheet.split("}")[:-1]:
        head, brace, declarations = rule.rpartition("{")
        selectors = head.rpartition("{")[2]
        if brace and selectors:
            yield selectors, declarations


def _declarations(node: HtmlElement, rules: dict[str, list[str]]) -> list[str]:
    tag, classes = str(node.tag), node.get("class", "").split()
    names = [tag, *(f".{name}" for name in classes), *(f"{tag}.{name}" for name in classes)]
    if identifier := node.get("id"):
        names += [f"#{identifier}", f"{tag}#{identifier}"]
    return [declaration for name in names for declaration in rules.get(name, ())]
