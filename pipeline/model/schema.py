"""The JSON schema of a reply, as strict structured output takes it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


def strict_schema(model: type[BaseModel]) -> dict[str, Any]:
    """A model's JSON schema as strict structured output takes it: every property required, no other one allowed, and
    nothing but the shape (titles and descriptions would be a prompt without a version)."""
    stripped = _strict(model.model_json_schema())
    assert isinstance(stripped, dict)
    return stripped


def _strict(value: Any) -> Any:
    if isinstance(value, list):
        return [_strict(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {
        name: {key: _strict(part) for key, part in inner.items()}
        if name in ("properties", "$defs")
        else _strict(inner)
        for name, inner in value.items()
        if name not in ("title", "description", "default")
    }
    if kept.get("type") == "object":
        kept |= {"required": list(kept["properties"]), "additionalProperties": False}
    return kept
