"""Places in filings as the W3C's Web Annotation Data Model selects them (https://www.w3.org/TR/annotation-model/, 4).

A position counts characters of a page's text, so it refines the selector of its page. A box refines it too: media
fragments have whole pixels, so the box around the quote is rounded outwards to whole points. Exact boxes stand beside.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Json = dict[str, Any]

NAMESPACE: Final = "urn:pincite:ns:1#"
PDF_FRAGMENT: Final = "http://tools.ietf.org/rfc/rfc3778"
MEDIA_FRAGMENT: Final = "http://www.w3.org/TR/media-frags/"
SECTION_FRAGMENT: Final = "urn:pincite:section"
"""Of a filing without pages: the parts that Pincite cuts it into."""
CLAIM_FRAGMENT: Final = "urn:pincite:claim"
"""Of an answer: its claims, counted from 1."""
_PDF: Final = "application/pdf"
_PREFIX: Final = {PDF_FRAGMENT: "page", SECTION_FRAGMENT: "section"}


@dataclass(frozen=True, slots=True)
class Selected:
    """What a target's selectors say: the 0-based page, the words, and their characters where there is one place."""

    page_index: int
    quote: str
    span: tuple[int, int] | None


def specific_resource(
    source: Mapping[str, Any], selected: Selected, cited: Sequence[Mapping[str, Any]], regions: Sequence[Json]
) -> Json:
    """A place in a filing. `source` is a source's row, `cited` what describes the words, `regions` their boxes."""
    resource: Json = {
        "type": "SpecificResource",
        "source": {"id": urn(source["version_id"]), "type": "Text"},
        "selector": [_page(source["media_type"], selected, regions), _quote(selected.quote, cited)],
    }
    if source["media_type"]:
        resource["source"]["format"] = source["media_type"]
    if source["sha256"]:
        resource["state"] = {"type": "TimeState", "cached": hash_name(source["sha256"])}
    return resource


def selected(resource: Mapping[str, Any]) -> Selected:
    """The inverse: what the selectors of a place say. Raises KeyError, TypeError or ValueError for what was not made
    by `specific_resource`."""
    page, quote = several(resource["selector"])
    name, _, number = str(page["value"]).partition("=")
    if name != _PREFIX[page["conformsTo"]]:
        raise ValueError(page["value"])
    positions = [one for one in several(page.get("refinedBy", [])) if one["type"] == "TextPositionSelector"]
    span = (positions[0]["start"], positions[0]["end"]) if positions else None
    return Selected(int(number) - 1, quote["exact"], span)


def claim_resource(answer_id: str, number: int, text: str) -> Json:
    """A claim, as a part of its answer."""
    return {
        "type": "SpecificResource",
        "source": urn(answer_id),
        "selector": [
            {"type": "FragmentSelector", "conformsTo": CLAIM_FRAGMENT, "value": f"claim={number}"},
            {"type": "TextQuoteSelector", "exact": text},
        ],
    }


def claim_of(resource: Mapping[str, Any]) -> tuple[str, int]:
    """The answer's id and the number of the claim that a resource is. Raises as `selected` does."""
    name, _, number = str(several(resource["selector"])[0]["value"]).partition("=")
    if name != "claim":
        raise ValueError(name)
    return from_urn(resource["source"]), int(number)


def several(value: Any) -> list[Any]:
    """A list as it is, and anything else as a list of it: processors of JSON-LD write the one for the other."""
    return value if isinstance(value, list) else [value]


def urn(identifier: str) -> str:
    return f"urn:uuid:{identifier}"


def from_urn(name: str) -> str:
    """Raises ValueError for another kind of name."""
    if not name.startswith("urn:uuid:"):
        raise ValueError(name)
    return name.removeprefix("urn:uuid:")


def hash_name(sha256: str) -> str:
    """Bytes named by their hash (RFC 6920)."""
    digest = base64.urlsafe_b64encode(bytes.fromhex(sha256)).decode().rstrip("=")
    return f"ni:///sha-256;{digest}"


def _page(media_type: str | None, chosen: Selected, regions: Sequence[Json]) -> Json:
    conforms = PDF_FRAGMENT if media_type == _PDF else SECTION_FRAGMENT
    selector: Json = {
        "type": "FragmentSelector",
        "conformsTo": conforms,
        "value": f"{_PREFIX[conforms]}={chosen.page_index + 1}",
    }
    refined: list[Json] = []
    if chosen.span:
        refined.append(
            {"type": "TextPositionSelector", "start": chosen.span[0], "end": chosen.span[1]},
        )
    if box := _around(chosen.page_index, regions):
        refined.append({"type": "FragmentSelector", "conformsTo": MEDIA_FRAGMENT, "value": box})
    return selector | ({"refinedBy": refined} if refined else {})


def _quote(quote: str, cited: Sequence[Mapping[str, Any]]) -> Json:
    selector: Json = {"type": "TextQuoteSelector", "exact": quote}
    if len(cited) == 1 and cited[0]["exact"] == quote:
        selector |= {"prefix": cited[0]["prefix"], "suffix": cited[0]["suffix"]}
    return selector


def _around(page_index: int, regions: Sequence[Json]) -> str | None:
    """The box around the quote's own regions on the page, in whole points."""
    marked = [one for one in regions if one["role"] == "quote" and one["page_index"] == page_index]
    if not marked:
        return None
    left = math.floor(min(one["x"] for one in marked))
    top = math.floor(min(one["y"] for one in marked))
    right = math.ceil(max(one["x"] + one["w"] for one in marked))
    bottom = math.ceil(max(one["y"] + one["h"] for one in marked))
    return f"xywh={left},{top},{right - left},{bottom - top}"
