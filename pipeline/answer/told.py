"""An exported answer as a terminal reads it, with what it was asked of and how that was found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

MOST_FILINGS: Final = 10
"""Filings of a scope that are named, where it has more."""


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


def scope_words(scope: dict[str, Any]) -> str:
    """What was searched, filing by filing with why; then what the question names and the library does not have."""
    filings = scope["filings"]
    counted = "1 filing" if len(filings) == 1 else f"{len(filings):,} filings"
    lines = [f"Searched {counted}:" if filings else "Searched no filing."]
    lines += [f"   {_filing_words(one)}" for one in filings[:MOST_FILINGS]]
    if len(filings) > MOST_FILINGS:
        lines.append(f"   and {len(filings) - MOST_FILINGS:,} more")
    lines += [f"! {company} is not in the library." for company in scope["absent"]]
    lines += [f"! There is no {what}." for what in scope["missing"]]
    return "\n".join(lines)


def _filing_words(filing: dict[str, Any]) -> str:
    if "title" not in filing:
        return f"{filing['document_id']} ({filing['state']})"
    because = "chosen by you" if filing["is_picked"] else ", ".join(filing["because"])
    return f"{filing['title']}, because: {because}" if because else str(filing["title"])


def trace_words(trace: dict[str, Any]) -> str:
    """How the packet was found: each page with its rank in each list, why, and the handles that it became."""
    return "\n".join(_trace_lines(trace))


def _trace_lines(trace: dict[str, Any]) -> Iterator[str]:
    yield f"How this was found: {trace['item'] or 'the whole question'}"
    for name, items in trace["metrics"]:
        yield f"   {name}: {', '.join(items)}" if items else f"   {name}"
    if trace["floor"]:
        yield f"   {trace['floor']}"
    for page in trace["pages"]:
        yield f"{page['rank']:>4}  {_page_words(page)}"
        if page.get("hits"):
            yield f"      {'; '.join(map(_hit_words, page['hits']))}"
    for step in trace["steps"]:
        brought = "" if step["count"] is None else f"{step['count']:,} in "
        yield f"   {step['name']}: {brought}{step['milliseconds']:.1f} ms"
        if step["problem"]:
            yield f"   ! {step['problem']}"


def _page_words(page: dict[str, Any]) -> str:
    if "title" not in page:
        return f"withheld ({page['state']})"
    read = f"  [{', '.join(page['handles'])}]" if page["handles"] else ""
    return f"{_citation_words(page)}{read}"


def _hit_words(hit: dict[str, Any]) -> str:
    why = f" ({hit['why']})" if hit["why"] else ""
    return f"{hit['list']} {hit['rank']}{why}"
