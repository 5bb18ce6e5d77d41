"""The W3C's Web Annotation Data Model (Recommendation of 23 February 2017) as a JSON Schema, and its terms.

Only what the Recommendation says "MUST" of is required; keys beside its own have a prefix. `TERMS` are those of its
JSON-LD context that an export uses, with the IRIs of the Web Annotation Vocabulary, so that a processor can expand a
document without the network.
"""

from __future__ import annotations

from typing import Any, Final

_IRI: Final = {"type": "string", "pattern": '^[A-Za-z][A-Za-z0-9+.-]*:[^\\s<>"{}|\\\\^`]+$'}
_TIME: Final = {
    "type": "string",
    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$",
}
"""xsd:dateTime in UTC, expressed as Z (3.3.1)."""
_MOTIVATION: Final = {
    "enum": [
        "assessing", "bookmarking", "classifying", "commenting", "describing", "editing", "highlighting",
        "identifying", "linking", "moderating", "questioning", "replying", "tagging",
    ]
}  # fmt: skip
_OURS: Final[dict[str, Any]] = {"^pincite:[A-Za-z]+$": {}}


def _one_or_more(of: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [of, {"type": "array", "items": of, "minItems": 1}]}


def _node(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "patternProperties": _OURS,
        "additionalProperties": False,
        "required": list(required),
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


_REFINED: Final = {"refinedBy": _one_or_more(_ref("selector"))}
SCHEMA: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {
        # 3.3.1: agents
        "agent": _node(
            {
                "id": _IRI,
                "type": {"enum": ["Person", "Organization", "Software"]},
                "name": {"type": "string"},
                "nickname": {"type": "string"},
            }
        ),
        # 3.2.4: an embedded text
        "textual_body": _node(
            {
                "id": _IRI,
                "type": {"const": "TextualBody"},
                "value": {"type": "string"},
                "format": {"type": "string", "pattern": "^[a-z]+/[a-z0-9.+-]+$"},
                "language": {"type": "string"},
                "purpose": _one_or_more(_MOTIVATION),
                "created": _TIME,
                "creator": _one_or_more(_ref("agent")),
            },
            "value",
        ),
        # 3.2.1, 3.2.2: a resource of the Web
        "external": _node(
            {
                "id": _IRI,
                "type": {"enum": ["Dataset", "Image", "Video", "Sound", "Text"]},
                "format": {"type": "string", "pattern": "^[a-z]+/[a-z0-9.+-]+$"},
                "language": {"type": "string"},
            },
            "id",
        ),
        # 4.2: selectors
        "selector": {
            "oneOf": [
                _node(
                    {
                        "type": {"const": "FragmentSelector"},
                        "value": {"type": "string", "minLength": 1},
                        "conformsTo": _IRI,
                        **_REFINED,
                    },
                    "type",
                    "value",
                ),
                _node(
                    {
                        "type": {"const": "TextQuoteSelector"},
                        "exact": {"type": "string"},
                        "prefix": {"type": "string"},
                        "suffix": {"type": "string"},
                        **_REFINED,
                    },
                    "type",
                    "exact",
                ),
                _node(
                    {
                        "type": {"const": "TextPositionSelector"},
                        "start": {"type": "integer", "minimum": 0},
                        "end": {"type": "integer", "minimum": 0},
                        **_REFINED,
                    },
                    "type",
                    "start",
                    "end",
                ),
            ]
        },
        # 4.3.1: states
        "state": _node(
            {
                "type": {"const": "TimeState"},
                "sourceDate": _one_or_more(_TIME),
                "cached": _one_or_more(_IRI),
            },
            "type",
        ),
        # 4.1: a part of a resource
        "specific": _node(
            {
                "id": _IRI,
                "type": {"const": "SpecificResource"},
                "source": {"oneOf": [_IRI, _ref("external")]},
                "purpose": _one_or_more(_MOTIVATION),
                "selector": _one_or_more(_ref("selector")),
                "state": _one_or_more(_ref("state")),
                "renderedVia": _one_or_more(_ref("agent")),
            },
            "source",
        ),
        "resource": {"oneOf": [_IRI, _ref("specific"), _ref("textual_body"), _ref("external")]},
        # 3.1: annotations
        "annotation": _node(
            {
                "@context": {},
                "id": _IRI,
                "type": {"const": "Annotation"},
                "body": _one_or_more(_ref("resource")),
                "target": _one_or_more(_ref("resource")),
                "motivation": _one_or_more(_MOTIVATION),
                "created": _TIME,
                "modified": _TIME,
                "generated": _TIME,
                "creator": _one_or_more(_ref("agent")),
                "generator": _one_or_more(_ref("agent")),
            },
            "id",
            "type",
            "target",
        ),
        # 5.2: pages
        "page": _node(
            {
                "@context": {},
                "id": _IRI,
                "type": {"const": "AnnotationPage"},
                "partOf": {"oneOf": [_IRI, {"type": "object"}]},
                "startIndex": {"type": "integer", "minimum": 0},
                "items": {"type": "array", "items": _ref("annotation")},
                "next": _IRI,
                "prev": _IRI,
            },
            "id",
            "type",
            "items",
        ),
    },
    # 5.1: collections
    **_node(
        {
            "@context": {
                "type": "array",
                "contains": {"const": "http://www.w3.org/ns/anno.jsonld"},
                "items": {"anyOf": [_IRI, {"type": "object"}]},
            },
            "id": _IRI,
            "type": {"const": "AnnotationCollection"},
            "label": {"type": "string"},
            "total": {"type": "integer", "minimum": 0},
            "first": {"oneOf": [_IRI, _ref("page")]},
            "last": {"oneOf": [_IRI, _ref("page")]},
        },
        "@context",
        "id",
        "type",
        "first",
    ),
}

OA: Final = "http://www.w3.org/ns/oa#"
AS: Final = "http://www.w3.org/ns/activitystreams#"
DC: Final = "http://purl.org/dc/terms/"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"
_VALUES: Final = {"@type": "@vocab"}
TERMS: Final[dict[str, Any]] = {
    "id": {"@type": "@id", "@id": "@id"},
    "type": {"@type": "@id", "@id": "@type"},
    **{
        name: OA + name
        for name in (
            "Annotation",
            "SpecificResource",
            "TextualBody",
            "FragmentSelector",
            "TextQuoteSelector",
            "TextPositionSelector",
            "TimeState",
            *_MOTIVATION["enum"],
        )
    },
    **{"AnnotationPage": AS + "OrderedCollectionPage", "AnnotationCollection": AS + "OrderedCollection"},
    **{"Person": "http://xmlns.com/foaf/0.1/Person", "Software": AS + "Application"},
    "Text": "http://purl.org/dc/dcmitype/Text",
    "body": {"@type": "@id", "@id": OA + "hasBody"},
    "target": {"@type": "@id", "@id": OA + "hasTarget"},
    "source": {"@type": "@id", "@id": OA + "hasSource"},
    "selector": {"@type": "@id", "@id": OA + "hasSelector"},
    "state": {"@type": "@id", "@id": OA + "hasState"},
    "refinedBy": {"@type": "@id", "@id": OA + "refinedBy"},
    "renderedVia": {"@type": "@id", "@id": OA + "renderedVia"},
    "cached": {"@type": "@id", "@id": OA + "cachedSource"},
    "conformsTo": {"@type": "@id", "@id": DC + "conformsTo"},
    "motivation": {**_VALUES, "@id": OA + "motivatedBy"},
    "purpose": {**_VALUES, "@id": OA + "hasPurpose"},
    "exact": OA + "exact",
    "prefix": OA + "prefix",
    "suffix": OA + "suffix",
    "start": {"@id": OA + "start", "@type": XSD + "nonNegativeInteger"},
    "end": {"@id": OA + "end", "@type": XSD + "nonNegativeInteger"},
    "value": "http://www.w3.org/1999/02/22-rdf-syntax-ns#value",
    "created": {"@id": DC + "created", "@type": XSD + "dateTime"},
    "creator": {"@type": "@id", "@id": DC + "creator"},
    "name": "http://xmlns.com/foaf/0.1/name",
    "format": "http://purl.org/dc/elements/1.1/format",
    "language": "http://purl.org/dc/elements/1.1/language",
    "label": "http://www.w3.org/2000/01/rdf-schema#label",
    "total": {"@id": AS + "totalItems", "@type": XSD + "nonNegativeInteger"},
    "first": {"@type": "@id", "@id": AS + "first"},
    "partOf": {"@type": "@id", "@id": AS + "partOf"},
    "startIndex": {"@id": AS + "startIndex", "@type": XSD + "nonNegativeInteger"},
    "items": {"@type": "@id", "@id": AS + "items", "@container": "@list"},
}
