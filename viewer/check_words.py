"""What the analyst reads of a check: five questions, each with a word, an icon's tone, and sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from pipeline.evidence.answer import CheckKind, CheckOutcome, FigureFinding, FigureOutcome
from pipeline.evidence.calculation import Recomputed
from pipeline.evidence.verdict import Verdict

View = dict[str, Any]

LABELS: Final = {
    CheckKind.EXISTENCE: "Source",
    CheckKind.VERBATIM: "Quote",
    CheckKind.FIGURES: "Figures",
    CheckKind.LOCATION: "Place",
    CheckKind.SUPPORT: "Checker",
}
"""In the order in which they stand under a claim: is there such a source, does it say so, does it print that, where,
and does that support the claim. A reviewer's verdict will stand beside them."""

TONES: Final = {
    CheckOutcome.PASSED: "ok",
    CheckOutcome.FAILED: "bad",
    CheckOutcome.AMBIGUOUS: "warn",
    CheckOutcome.NOT_RUN: "none",
}
VERBATIM_WORDS: Final = {
    CheckOutcome.PASSED: "Verbatim",
    CheckOutcome.FAILED: "Not verbatim",
    CheckOutcome.AMBIGUOUS: "Several places",
    CheckOutcome.NOT_RUN: "No quote",
}
PLACE_WORDS: Final = {
    CheckOutcome.PASSED: "One place",
    CheckOutcome.FAILED: "No place",
    CheckOutcome.AMBIGUOUS: "Several places",
    CheckOutcome.NOT_RUN: "Not looked for",
}
VERDICT_WORDS: Final = {
    Verdict.SUPPORTED: ("ok", "Supported"),
    Verdict.PARTLY: ("warn", "Partly supported"),
    Verdict.NOT_SUPPORTED: ("bad", "Not supported"),
    Verdict.NOT_JUDGED: ("none", "Not judged"),
}
RECOMPUTED_WORDS: Final = {
    Recomputed.EXACT: ("ok", "Exact"),
    Recomputed.CONSISTENT: ("ok", "Consistent within rounding"),
    Recomputed.DIFFERENT: ("bad", "Does not recompute"),
    Recomputed.NOT_DONE: ("warn", "Not recomputed"),
}
BEING_JUDGED: Final = "Being judged…"
NO_SOURCE: Final = "No source"
_FIRST_SENTENCE: Final = re.compile(r"(.+?[.!?])(?:\s+(?=[^\sa-z])|$)(.*)", re.DOTALL)
"""A full stop ends a sentence where no small letter follows."""
REMOVED_SOURCE: Final = (
    "The source was removed from the library, so what a check read in it is not repeated here."
)


def check_view(
    kind: CheckKind, tone: str, words: str, details: Sequence[View] = (), icon: str | None = None
) -> View:
    """One check as it stands under a claim. `details`: {"of", "text", "checker"}, where `of` is the citation that a
    sentence is about, None for the claim as a whole; `icon` stands in place of the tone's own."""
    label = LABELS[kind]
    return {
        "kind": kind.value,
        "label": label,
        "words": words,
        "tone": tone,
        "details": list(details),
        "icon": icon,
    }


def verbatim_view(outcome: CheckOutcome) -> dict[str, str]:
    """How the pane says whether a quote is verbatim."""
    return {"outcome": outcome.value, "words": VERBATIM_WORDS[outcome]}


def existence_words(outcome: CheckOutcome, removed: int) -> str:
    """Whether the handles of a claim are this answer's: removed ones are counted."""
    if removed:
        return f"{removed} removed"
    return "Found" if outcome is CheckOutcome.PASSED else "Not stored"


def figures_words(findings: Sequence[FigureFinding]) -> str:
    """ "2 of 2 found", "1 of 2 missing", "1 of 1 derived", "2 found, 1 derived"."""
    if not findings:
        return "No figures"
    total = len(findings)
    missing = sum(one.outcome is FigureOutcome.MISSING for one in findings)
    derived = sum(one.outcome is FigureOutcome.CALCULATED for one in findings)
    if missing:
        return f"{missing} of {total} missing"
    if derived == total:
        return f"{derived} of {total} derived"
    return f"{total - derived} found, {derived} derived" if derived else f"{total} of {total} found"


def sentences(detail: str) -> tuple[str, str]:
    """A detail's first sentence and the rest, which may be empty."""
    found = _FIRST_SENTENCE.fullmatch(detail.strip())
    return (found[1], found[2]) if found else (detail.strip(), "")
