"""An export as Web Annotations: valid by the Recommendation, and plain to a processor that knows nothing of Pincite."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pyld import jsonld

from pipeline.exchange.formats import Format, read, write
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.exchange.homes import Reviewed, exported, reviewed
from tests.exchange.web_annotation_model import OA, SCHEMA, TERMS

VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.fixture
def there(database: Database, tenant: Scope) -> Reviewed:
    with database.scoped(tenant) as conn:
        return reviewed(conn, tenant)


@pytest.fixture
def collection(database: Database, tenant: Scope, there: Reviewed) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(write(exported(database, tenant), Format.JSONLD))
    return document


def test_an_export_is_valid_by_the_model(collection: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert [error.message for error in VALIDATOR.iter_errors(collection)] == []
    assert collection["total"] == len(collection["first"]["items"]) == 8


@pytest.mark.parametrize(
    "damage",
    [
        lambda one: one["first"]["items"][0].pop("target"),
        lambda one: one["first"]["items"][0].update(motivation="judging"),
        lambda one: one["first"]["items"][0].update(created="2026-11-30T12:00:00+01:00"),
        lambda one: one["first"]["items"][0]["target"].pop("source"),
        lambda one: one["first"]["items"][0]["target"]["selector"][1].pop("exact"),
        lambda one: one["first"]["items"][0]["target"]["selector"][0]["refinedBy"][0].update(start=-1),
        lambda one: one["first"]["items"][0].update(verdict="supported"),
        lambda one: one.pop("first"),
    ],
)
def test_the_schema_refuses_what_the_model_does(
    collection: dict[str, Any], damage: Callable[[dict[str, Any]], Any]
) -> None:
    damaged = copy.deepcopy(collection)
    damage(damaged)
    assert list(VALIDATOR.iter_errors(damaged)) != []


def test_a_place_is_told_by_page_box_position_and_words(collection: dict[str, Any], there: Reviewed) -> None:
    marked = collection["first"]["items"][-1]
    assert marked["id"] == f"urn:uuid:{there.annotation.id}"
    page, quote = marked["target"]["selector"]
    assert (page["value"], page["conformsTo"]) == ("page=3", "http://tools.ietf.org/rfc/rfc3778")
    position, box = page["refinedBy"]
    assert (position["start"], position["end"]) == (0, 14)
    assert (box["value"], box["conformsTo"]) == ("xywh=20,40,57,11", "http://www.w3.org/TR/media-frags/")
    assert (quote["exact"], quote["suffix"][:8]) == ("Net sales fell"[:14], " because")
    name = marked["target"]["state"]["cached"].removeprefix("ni:///sha-256;")
    assert base64.urlsafe_b64decode(f"{name}=").hex() == there.filing.sha256


def test_a_verdict_assesses_its_claim(collection: dict[str, Any], there: Reviewed) -> None:
    verdict = next(one for one in collection["first"]["items"] if one["id"] == f"urn:uuid:{there.wrong.id}")
    assert verdict["motivation"] == "assessing"
    assert verdict["creator"]["name"] == there.anna.name
    assert [(one["purpose"], one["value"]) for one in verdict["body"]] == [
        ("classifying", "Wrong location"),
        ("tagging", "Another row or column"),
        ("commenting", there.wrong.comment),
    ]
    assert verdict["target"]["source"] == f"urn:uuid:{there.answer.id}"
    assert verdict["target"]["selector"][1]["exact"] == there.answer.claims[0].text


def test_a_processor_of_json_ld_sees_annotations_and_hands_them_on_whole(
    database: Database, tenant: Scope, collection: dict[str, Any]
) -> None:
    expanded = jsonld.expand(collection, {"documentLoader": offline})
    (document,) = expanded
    first = document["http://www.w3.org/ns/activitystreams#first"][0]
    items = first["http://www.w3.org/ns/activitystreams#items"][0]["@list"]
    assert len(items) == 8
    assert {kind for item in items for kind in item["@type"]} == {OA + "Annotation"}
    assert {one["@id"] for item in items for one in item[OA + "motivatedBy"]} == {
        OA + "assessing",
        OA + "linking",
    }
    quotes = {
        selector[OA + "exact"][0]["@value"]
        for item in items
        for target in item[OA + "hasTarget"]
        for selector in target[OA + "hasSelector"]
        if OA + "exact" in selector
    }
    assert {"81,797", "Net sales fell"} <= quotes
    compacted = jsonld.compact(expanded, collection["@context"], {"documentLoader": offline})
    assert compacted != collection, "it writes lists of one otherwise"
    assert read(json.dumps(compacted).encode(), "file") == exported(database, tenant)


def offline(url: str, _: Any) -> dict[str, Any]:
    """The one context that an export names."""
    assert url == "http://www.w3.org/ns/anno.jsonld"
    return {"contextUrl": None, "documentUrl": url, "document": {"@context": TERMS}}
