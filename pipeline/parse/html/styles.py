"""A document's own style sheet, as far as it says what is hidden, bold, or starts a page.

Only rules for one element name, class or id are read, outside @-rules; they become `style` attributes, and the
sheet itself is never shown.
"""

from __future__ import annotations

import re
from collections import defaultdict

from lxml.html import HtmlElement

LONGEST_SHEET = 500_000
"""Characters of style sheets that are read; filings have a few thousand."""

_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.S)
_NESTED = re.compile(r"@[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[^;{}]*;")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
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
    plain = _NESTED.sub("", _COMMENT.sub("", sheets))
    rules: dict[str, list[str]] = defaultdict(list)
    for selectors, declarations in _RULE.findall(plain):
        for selector in selectors.split(","):
            if (simple := selector.strip()) and _SIMPLE.fullmatch(simple):
                rules[simple].append(declarations.strip().rstrip(";").replace("!important", ""))
    return rules


def _declarations(node: HtmlElement, rules: dict[str, list[str]]) -> list[str]:
    tag, classes = str(node.tag), node.get("class", "").split()
    names = [tag, *(f".{name}" for name in classes), *(f"{tag}.{name}" for name in classes)]
    if identifier := node.get("id"):
        names += [f"#{identifier}", f"{tag}#{identifier}"]
    return [declaration for name in names for declaration in rules.get(name, ())]
