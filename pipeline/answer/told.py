"""An exported answer as a terminal reads it."""

from __future__ import annotations

from typing import Any


def answer_words(value: dict[str, Any]) -> str:
    """The claims, what failed of each, their evidence; what the sources do not say, and what went wrong."""
    lines: list[str] = []
    for number, claim in enumerate(value["claims"], start=1):
        words = "withheld" if claim.get("withheld") else claim["text"]
        lines.append(f"{number}. {words}  [{', '.join(claim['evidence_ids'])}]")
        lines += [f"   ! {check['detail']}" for check in _failed(claim)]
    for one in value["calculations"]:
        lines.append(f"   {one['calculation_id']}: {one['expression']} = {one['result']}: {one['detail']}")
    for citation_id, citation in value["evidence"].items():
        lines.append(f"   {citation_id}: {_citation_words(citation)} ({citation['state']})")
    if value["not_in_sources"]:
        lines.append(value["not_in_sources"])
    if value["problem"]:
        lines.append(f"Not finished: {value['problem']['message']}")
    return "\n".join([*lines, f"answer {value['answer_id']} ({value['model'] or value['method']})"])


def _failed(claim: dict[str, Any]) -> list[dict[str, Any]]:
    checks = [*claim["checks"], *(check for each in claim["citation_checks"].values() for check in each)]
    return [check for check in checks if check["outcome"] == "failed"]


def _citation_words(citation: dict[str, Any]) -> str:
    """Where a citation stands; a withheld one says nothing of its source."""
    if "page_index" not in citation:
        return "withheld"
    if citation["page_index"] is None:
        return f"{citation['title']}, place no longer known"
    printed = citation["display_page_label"]
    label = f"printed {printed}" if printed else "no printed number"
    return f"{citation['title']}, page index {citation['page_index']}, {label}"
