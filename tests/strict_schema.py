"""Whether a JSON schema is one that strict structured output takes, as OpenAI documents it."""

from __future__ import annotations

from typing import Any

KNOWN = {
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "enum",
    "const",
    "$ref",
    "$defs",
}
"""Keywords that every strict server takes; lengths, patterns and defaults are refused by some."""


def not_strict(json_schema: dict[str, Any]) -> str | None:
    """What is wrong with `response_format.json_schema`; None for one that is strict all through."""
    if json_schema.get("strict") is not True or not str(json_schema.get("name", "")).isidentifier():
        return "it is not strict, or has no name"
    return _problem(json_schema["schema"], "schema")


def _problem(schema: dict[str, Any], where: str) -> str | None:
    if unknown := schema.keys() - KNOWN:
        return f"{where} has {sorted(unknown)}"
    if schema.get("type") == "object":
        if schema.get("additionalProperties") is not False:
            return f"{where} takes additional properties"
        if set(schema.get("required", ())) != set(schema["properties"]):
            return f"{where} does not require all of its properties"
    parts = {**schema.get("properties", {}), **schema.get("$defs", {})}
    parts |= {f"anyOf[{index}]": part for index, part in enumerate(schema.get("anyOf", ()))}
    if "items" in schema:
        parts["items"] = schema["items"]
    for name, part in parts.items():
        if found := _problem(part, f"{where}.{name}"):
            return found
    return None
