"""Untrusted HTML → HTML that can do nothing: no script, no link, no load, no form.

nh3 is the sanitiser. A second one has a veto (`veto.objections`): if it would take anything more away, the two
disagree, and the caller shows the source as escaped text.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from functools import lru_cache
from importlib.metadata import version

import nh3

_TAGS_WORDS = (
    "article aside b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption"
    " figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q s samp section small span"
    " strike strong sub sup table tbody td tfoot th thead tr tt u ul var"
)
TAGS = frozenset(_TAGS_WORDS.split())

_CELL = frozenset({"align", "bgcolor", "colspan", "height", "nowrap", "rowspan", "valign", "width"})
ATTRIBUTES: dict[str, frozenset[str]] = {
    "*": frozenset({"align", "dir", "id", "lang", "style"}),
    "col": frozenset({"span", "width"}),
    "colgroup": frozenset({"span", "width"}),
    "font": frozenset({"color", "face", "size"}),
    "hr": frozenset({"noshade", "size", "width"}),
    "li": frozenset({"value"}),
    "ol": frozenset({"start", "type"}),
    "samp": frozenset({"title"}),
    "table": frozenset({"bgcolor", "border", "cellpadding", "cellspacing", "width"}),
    "td": _CELL,
    "th": _CELL,
    "tr": frozenset({"bgcolor", "valign"}),
    "ul": frozenset({"type"}),
}

_SIDES = ("top", "right", "bottom", "left")
_STYLE_WORDS = (
    "background-color border border-collapse border-color border-spacing border-style border-width break-after"
    " break-before caption-side clear color direction display empty-cells float font-family font-size font-stretch"
    " font-style font-variant font-weight height letter-spacing line-height list-style-type margin max-width"
    " min-height min-width overflow-wrap padding page-break-after page-break-before table-layout text-align"
    " text-decoration text-decoration-line text-indent text-transform vertical-align white-space width word-break"
    " word-spacing"
)
STYLES = frozenset(
    [
        *_STYLE_WORDS.split(),
        *(f"{name}-{side}" for name in ("border", "margin", "padding") for side in _SIDES),
        *(f"border-{side}-{part}" for side in _SIDES for part in ("color", "style", "width")),
    ]
)
"""CSS that lays text and tables out. Nothing that loads, covers other content, or writes text of its own."""

_DROPPED_WITH_CONTENT_WORDS = (
    "applet audio base canvas embed frame frameset head iframe link meta noembed noframes noscript object param script"
    " select source style svg template textarea title track video"
)
DROPPED_WITH_CONTENT = frozenset(_DROPPED_WITH_CONTENT_WORDS.split())
"""Elements whose content is no text of the document."""

_UNSAFE_STYLE = re.compile(
    r"url\s*\(|image-set|expression|javascript|vbscript|behavio|binding|@|\\|<|>|&|/\*", re.I
)
_BASE_STYLE = (
    "html{background:#fff;color:#000}"
    "body{margin:0;padding:24px 32px;max-width:none;overflow-wrap:anywhere;"
    "font-family:'Liberation Serif','Times New Roman',Times,serif;font-size:10pt}"
    "table{border-spacing:0}td,th{overflow-wrap:normal}"
    "pre{font-family:'Liberation Mono','Courier New',monospace;font-size:9.5pt;white-space:pre;margin:0}"
    "section{padding:24px 0;border-bottom:1px solid #c8c8c8}section:last-child{border-bottom:0}"
    "samp[title]:empty::before{content:'[' attr(title) ']';color:#6b6b6b;font-style:italic}"
    "hr{border:0;border-top:1px solid #c8c8c8;margin:24px 0}"
)


def policy() -> dict[str, object]:
    """The whole policy as plain values: what is kept, and the page it is put on."""
    return {
        "attributes": {tag: sorted(names) for tag, names in sorted(ATTRIBUTES.items())},
        "base_style": _BASE_STYLE,
        "dropped": sorted(DROPPED_WITH_CONTENT),
        "styles": sorted(STYLES),
        "tags": sorted(TAGS),
        "unsafe_style": _UNSAFE_STYLE.pattern,
    }


def policy_hash() -> str:
    """First 12 hex digits of the sha256 of the policy's canonical JSON."""
    canonical = json.dumps(policy(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]


def render_version(*, escaped: bool = False) -> str:
    """What offsets into a rendition are bound to: the sanitiser with its version, and the policy."""
    shown_by = "escaped" if escaped else f"nh3-{version('nh3')}"
    return f"{shown_by} policy-{policy_hash()}"


_CLEANER = nh3.Cleaner(
    tags=set(TAGS),
    clean_content_tags=set(DROPPED_WITH_CONTENT),
    attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
    filter_style_properties=set(STYLES),
    url_schemes=set(),
    link_rel=None,
    strip_comments=True,
)


def sanitised(fragment: str) -> str:
    """The fragment as nh3 leaves it under the policy, without any style value that could load or run something."""
    return _without_unsafe_styles(_CLEANER.clean(fragment))


_STYLE_ATTRIBUTE = re.compile(r' style="([^"]*)"')
_TAG = re.compile(r'<[a-z][a-z0-9]*(?: [a-z-]+="[^"]*")+>')


def _without_unsafe_styles(clean: str) -> str:
    # nh3 filters property names only. In its output an attribute value is always in double quotes with quotes
    # escaped; ' style="…"' in a text is no attribute, so only tags are touched.
    return _TAG.sub(lambda tag: _STYLE_ATTRIBUTE.sub(_safe_style, tag[0]), clean)


def _safe_style(match: re.Match[str]) -> str:
    kept = _safe_declarations(match[1])
    return f' style="{kept}"' if kept else ""


@lru_cache(maxsize=4096)
def _safe_declarations(escaped: str) -> str:
    # Font names in single quotes: bleach does not decode entities, and would read the ";" of "&quot;" as an end.
    style = html.unescape(escaped).replace('"', "'")
    return ";".join(part for part in style.split(";") if part.strip() and not _UNSAFE_STYLE.search(part))


def page(body: str, title: str) -> bytes:
    """A complete HTML document around a sanitised body: charset, title, a small base style, no script."""
    return (
        "<!DOCTYPE html>\n"
        f'<html><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f"<style>{_BASE_STYLE}</style></head>\n<body>{body}</body></html>\n"
    ).encode()
