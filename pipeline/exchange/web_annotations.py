"""Reviewed answers as a collection of the W3C's Web Annotations (JSON-LD).

Each citation links its claim to a place in a filing; each verdict assesses a claim; each marked place links the claim
to where a reviewer found its evidence. What the model has words for is written in them and read back from them. What it
has none for stands under keys of Pincite's own as JSON literals: the rest of an annotation's row, and for each answer
its question, packet, checks and calculations.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from uuid import UUID, uuid5

from pydantic_core import from_json

from pipeline.evidence.review import REASON_WORDS, VERDICT_WORDS, ReviewReason, ReviewVerdict
from pipeline.exchange.record import Record
from pipeline.exchange.selectors import (
    NAMESPACE,
    Json,
    Selected,
    claim_of,
    claim_resource,
    from_urn,
    selected,
    several,
    specific_resource,
    urn,
)

CONTEXT: Final = (
    "http://www.w3.org/ns/anno.jsonld",
    {
        "@version": 1.1,
        "pincite": NAMESPACE,
        "pincite:answers": {"@id": f"{NAMESPACE}answers", "@type": "@json"},
        "pincite:row": {"@id": f"{NAMESPACE}row", "@type": "@json"},
        "pincite:withVerdict": {"@id": f"{NAMESPACE}withVerdict", "@type": "@id"},
    },
)
_COLLECTION: Final = UUID("f3b9c2c6-6d7f-5a0e-9d8e-5f0f6a1f4b11")
"""Under which collections and citations are named, so that equal answers have equal names."""
_CITATION, _VERDICT, _MARK = "citation", "verdict", "mark"


class MalformedCollection(ValueError):
    """Not a collection of annotations that holds reviewed answers; the message says which item."""


def write(records: Iterable[Record]) -> bytes:
    """Equal answers make equal bytes."""
    values = [record.model_dump(mode="json") for record in records]
    items = [item for value in values for item in _items(value)]
    collection = urn(str(uuid5(_COLLECTION, " ".join(value["answer"]["id"] for value in values))))
    document: Json = {
        "@context": list(CONTEXT),
        "id": collection,
        "type": "AnnotationCollection",
        "label": "Reviewed answers",
        "total": len(items),
        "first": {
            "id": f"{collection}#1",
            "type": "AnnotationPage",
            "partOf": collection,
            "startIndex": 0,
            "items": items,
        },
        "pincite:answers": [
            {key: part for key, part in value.items() if key not in ("citations", "verdicts", "annotations")}
            for value in values
        ],
    }
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def read(content: bytes) -> list[dict[str, Any]]:
    """The answers as JSON that nobody has validated yet. Raises MalformedCollection."""
    try:
        document = from_json(content, allow_inf_nan=False)
        answers, items = several(document["pincite:answers"]), several(document["first"]["items"])
        records = {
            answer["answer"]["id"]: answer | {"citations": [], "verdicts": [], "annotations": []}
            for answer in answers
        }
        is_whole = len(records) == len(answers) and len(items) == document["total"]
    except _MALFORMED as error:
        raise MalformedCollection(_NOT_OURS) from error
    if not is_whole:
        raise MalformedCollection("it has an answer twice, or not as many annotations as it says")
    for number, item in enumerate(items, start=1):
        try:
            answer_id, name, row = _row(item)
            records[answer_id][name].append(row)
        except _MALFORMED as error:
            raise MalformedCollection(
                f"annotation {number} is none that Pincite made, or was changed"
            ) from error
    return list(records.values())


_MALFORMED: Final = (KeyError, TypeError, ValueError, IndexError, AttributeError)
_NOT_OURS: Final = (
    "it is no collection of annotations with reviewed answers. Annotations of other programs name no claim of an "
    "answer, so there is nothing that they could be read as"
)


# --- to annotations ------------------------------------------------------------------------------------


def _items(value: Mapping[str, Any]) -> Iterator[Json]:
    sources = {source["version_id"]: source for source in value["sources"]}
    people = {person["id"]: person for person in value["people"]}
    verdicts = {verdict["id"]: verdict for verdict in value["verdicts"]}
    claims = {
        claim["number"]: claim_resource(value["answer"]["id"], claim["number"], claim["text"])
        for claim in value["claims"]
    }
    for citation in value["citations"]:
        yield _citation(value["answer"], citation, claims, sources)
    for verdict in value["verdicts"]:
        yield _verdict(verdict, claims, people)
    for mark in value["annotations"]:
        yield _mark(mark, verdicts[mark["verdict_id"]], claims, people)


def _citation(answer: Json, row: Json, claims: Mapping[int, Json], sources: Mapping[str, Json]) -> Json:
    version_id, page_index, _ = row["passage_id"].split(":")
    ranges = row["ranges"]
    chosen = Selected(int(page_index), row["quote"], tuple(ranges[0]) if len(ranges) == 1 else None)
    rest = {key: row[key] for key in ("citation_id", "passage_id", "focus", "marks")}
    if chosen.span is None:
        rest["ranges"] = ranges
    name = f"{answer['id']} {row['claim']}:{row['citation_id']}"
    return {
        "id": urn(str(uuid5(_COLLECTION, name))),
        "type": "Annotation",
        "motivation": "linking",
        "creator": {
            "id": "urn:pincite:author",
            "type": "Software",
            "name": answer["model"] or f"Pincite ({answer['method']})",
        },
        "created": answer["finished_at"] or answer["created_at"],
        "body": claims[row["claim"]],
        "target": specific_resource(
            sources[version_id], chosen, row["marks"]["cited"], row["marks"]["regions"]
        ),
        "pincite:kind": _CITATION,
        "pincite:row": rest,
    }


def _verdict(row: Json, claims: Mapping[int, Json], people: Mapping[str, Json]) -> Json:
    body = [_words("classifying", VERDICT_WORDS[ReviewVerdict(row["verdict"])])]
    if row["reason"]:
        body.append(_words("tagging", REASON_WORDS[ReviewReason(row["reason"])]))
    if row["comment"]:
        body.append({"type": "TextualBody", "purpose": "commenting", "value": row["comment"]})
    told = ("id", "claim", "reviewer_id", "comment", "decided_at")
    return {
        "id": urn(row["id"]),
        "type": "Annotation",
        "motivation": "assessing",
        "creator": _person(people[row["reviewer_id"]]),
        "created": row["decided_at"],
        "body": body,
        "target": claims[row["claim"]],
        "pincite:kind": _VERDICT,
        "pincite:row": {key: part for key, part in row.items() if key not in told},
    }


def _mark(row: Json, verdict: Json, claims: Mapping[int, Json], people: Mapping[str, Json]) -> Json:
    chosen = Selected(row["page_index"], row["quote"], (row["start"], row["end"]))
    told = ("id", "verdict_id", "version_id", "page_index", "start", "end", "quote", "render_version")
    return {
        "id": urn(row["id"]),
        "type": "Annotation",
        "motivation": "linking",
        "creator": _person(people[verdict["reviewer_id"]]),
        "created": verdict["decided_at"],
        "body": claims[verdict["claim"]],
        "target": {
            **specific_resource(row, chosen, [row["cited"]], row["regions"]),
            "renderedVia": {"id": "urn:pincite:renderer", "type": "Software", "name": row["render_version"]},
        },
        "pincite:kind": _MARK,
        "pincite:withVerdict": urn(verdict["id"]),
        "pincite:row": {key: part for key, part in row.items() if key not in told},
    }


def _words(purpose: str, value: str) -> Json:
    return {
        "type": "TextualBody",
        "purpose": purpose,
        "value": value,
        "format": "text/plain",
        "language": "en",
    }


def _person(person: Json) -> Json:
    return {"id": urn(person["id"]), "type": "Person", "name": person["name"]}


# --- from annotations ----------------------------------------------------------------------------------


def _row(item: Mapping[str, Any]) -> tuple[str, str, Json]:
    """The answer, the list and the row that an annotation is."""
    return _READ[item["pincite:kind"]](item)


def _citation_row(item: Mapping[str, Any]) -> tuple[str, str, Json]:
    answer_id, claim = claim_of(item["body"])
    place, rest = selected(item["target"]), item["pincite:row"]
    if place.page_index != int(rest["passage_id"].split(":")[1]):
        raise ValueError(rest["passage_id"])
    ranges = rest["ranges"] if place.span is None else [list(place.span)]
    return answer_id, "citations", {**rest, "claim": claim, "quote": place.quote, "ranges": ranges}


def _verdict_row(item: Mapping[str, Any]) -> tuple[str, str, Json]:
    answer_id, claim = claim_of(item["target"])
    comments = [body["value"] for body in several(item["body"]) if body["purpose"] == "commenting"]
    row = {
        **item["pincite:row"],
        "id": from_urn(item["id"]),
        "claim": claim,
        "reviewer_id": from_urn(item["creator"]["id"]),
        "comment": comments[0] if comments else "",
        "decided_at": item["created"],
    }
    return answer_id, "verdicts", row


def _mark_row(item: Mapping[str, Any]) -> tuple[str, str, Json]:
    answer_id, _ = claim_of(item["body"])
    place = selected(item["target"])
    start, end = place.span or _missing()
    row = {
        **item["pincite:row"],
        "id": from_urn(item["id"]),
        "verdict_id": from_urn(item["pincite:withVerdict"]),
        "version_id": from_urn(item["target"]["source"]["id"]),
        "render_version": item["target"]["renderedVia"]["name"],
        "page_index": place.page_index,
        "start": start,
        "end": end,
        "quote": place.quote,
    }
    return answer_id, "annotations", row


def _missing() -> tuple[int, int]:
    raise ValueError("A marked place has characters.")


_READ: Final = {_CITATION: _citation_row, _VERDICT: _verdict_row, _MARK: _mark_row}
