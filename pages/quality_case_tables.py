"""Tables of cases: what failed, what reviewers judged, and the cases of a stored measurement; each with its way to the
evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pages import markup, session
from pages.cover_form import FILING, PLACE
from pages.markup import cell, head
from pipeline.evidence.answer import CheckOutcome
from pipeline.evidence.measurement import ClaimAddress, PageAddress
from pipeline.evidence.review import REASON_WORDS, VERDICT_WORDS, ReviewReason, ReviewVerdict
from pipeline.store.evaluation_cases import CaseAccess
from pipeline.store.evaluation_cases import CaseRow as MeasuredRow
from pipeline.store.quality_cases import CaseRow
from viewer.quality_layers import LAYER_WORDS
from viewer.quality_series import series_name
from viewer.quality_views import CHECKS, reason_words
from viewer.review.judgement_views import TONES
from viewer.words import shortened

MOST_DETAIL: Final = 150
"""Characters of a failure's own words in its row; the tooltip has them all."""

MOST_QUOTES: Final = 4
"""Evidence ids that a row names."""

NOTHING: Final = "Nothing cited"
NO_TITLE: Final = "No access"
WITHHELD: Final = "Withheld: the claim cites a document that you cannot read."
GONE: Final = "Its filing or answer was removed from the library."

_VERDICT_ICONS: Final = {
    ReviewVerdict.SUPPORTED: "check_circle",
    ReviewVerdict.PARTLY: "contrast",
    ReviewVerdict.NOT_SUPPORTED: "cancel",
    ReviewVerdict.WRONG_LOCATION: "wrong_location",
    ReviewVerdict.CANT_TELL: "help",
}
_OUTCOME_TONES: Final = {
    CheckOutcome.PASSED: ("ok", "check_circle"),
    CheckOutcome.AMBIGUOUS: ("warn", "warning"),
    CheckOutcome.FAILED: ("bad", "cancel"),
    CheckOutcome.NOT_RUN: ("none", "radio_button_unchecked"),
}


def case_table(caption: str, rows: Sequence[CaseRow]) -> str:
    """Failures or judged claims, each with the way to its evidence and to its review."""
    heads = [head(text) for text in ("Time", "Layer", "What went wrong", "Evidence", "Written by", "Verdict")]
    return markup.table(
        caption, [*heads, markup.silent_head("Open")], [_case(row) for row in rows], "latest-failures"
    )


def _case(row: CaseRow) -> list[markup.Cell]:
    time = session.local_time(row.created_at)
    handles = "".join(
        markup.handle(one, is_withheld=row.detail is None) for one in row.citations[:MOST_QUOTES]
    )
    more = f" +{len(row.citations) - MOST_QUOTES}" if len(row.citations) > MOST_QUOTES else ""
    titles = "; ".join(row.titles) or (NOTHING if not row.citations else NO_TITLE)
    by = series_name(row.model, row.prompt)
    return [
        cell(time),
        _layer(row),
        _words(row),
        f"<td>{handles}{more} {markup.titled(titles)}</td>",
        cell(by, title=by),
        _verdict(row),
        f"<td>{_ways(row, time)}</td>",
    ]


def _layer(row: CaseRow) -> markup.Cell:
    """The layer, with the check or who judged."""
    outcome = row.outcome if row.kind else CheckOutcome.FAILED
    tone, name = _OUTCOME_TONES[outcome or CheckOutcome.NOT_RUN]
    by = CHECKS[row.kind] if row.kind else "Reviewer"
    return f"<td>{markup.status_words(tone, name, LAYER_WORDS[row.layer])}<small>{markup.titled(by)}</small></td>"


def _words(row: CaseRow) -> markup.Cell:
    """The kind of the failure, and what the check or reviewer said."""
    said = WITHHELD if row.detail is None else row.detail.strip() or ("" if row.reason else "No comment.")
    told = [_reason(row), said]
    words = " ".join(filter(None, told))
    return cell(shortened(words, MOST_DETAIL), "words", f"{words} · {row.by}")


def _reason(row: CaseRow) -> str:
    if not row.reason:
        return ""
    is_reviewers = row.reason in set(ReviewReason) and (row.kind is None or row.verdict is not None)
    words = REASON_WORDS[ReviewReason(row.reason)] if is_reviewers else reason_words(row.reason)
    return f"{words}."


def _verdict(row: CaseRow) -> markup.Cell:
    """What reviewers' verdicts on the claim come to; nothing of them for one who is to judge it blind."""
    if row.is_blind:
        return markup.status("none", "visibility_off", "Hidden until you judge it")
    if row.verdict is not None:
        return markup.status(TONES[row.verdict], _VERDICT_ICONS[row.verdict], VERDICT_WORDS[row.verdict])
    if row.is_disputed:
        return markup.status("warn", "call_split", "Disputed")
    return markup.status("none", "radio_button_unchecked", "Not reviewed")


def _ways(row: CaseRow, time: str) -> str:
    place = {"answer": str(row.answer_id)}
    if row.citations:
        place["evidence"] = f"{row.claim_number}:{row.citation_id or row.citations[0]}"
    what = f"claim {row.claim_number}, {LAYER_WORDS[row.layer]}, {time}"
    opens = markup.link(markup.address("", place), "Open", f"Open {what}")
    if row.detail is None:
        return opens
    item = {"answer": str(row.answer_id), "claim": str(row.claim_number)}
    return f"{opens} {markup.link(markup.address('review', item), 'Review', f'Review {what}')}"


def measured_table(caption: str, rows: Sequence[MeasuredRow]) -> str:
    """Cases of a stored measurement, the worst first."""
    heads = [head(text) for text in ("Case", "Outcome", "What was measured")]
    return markup.table(
        caption,
        [*heads, head("Score", "number"), markup.silent_head("Open")],
        [_measured(row) for row in rows],
        "cases",
    )


def _measured(row: MeasuredRow) -> list[markup.Cell]:
    words = {CaseAccess.WITHHELD: WITHHELD, CaseAccess.GONE: GONE}.get(row.access, row.words or "")
    return [
        markup.row_head(row.case_id),
        cell(row.outcome),
        cell(shortened(words, MOST_DETAIL), "words", words),
        cell("–" if row.score is None else f"{row.score:.3g}", "number"),
        f"<td>{_measured_way(row)}</td>",
    ]


def _measured_way(row: MeasuredRow) -> str:
    if isinstance(row.address, ClaimAddress):
        place = {"answer": str(row.address.answer_id)}
        if row.address.evidence:
            place["evidence"] = f"{row.address.claim}:{row.address.evidence}"
        return markup.link(markup.address("", place), "Open", f"Open the claim of {row.case_id}")
    if isinstance(row.address, PageAddress):
        place = {FILING: str(row.address.document_id), PLACE: str(row.address.page_index + 1)}
        return markup.link(markup.address("library", place), "Open", f"Open the page of {row.case_id}")
    return ""
