"""A memo of a resolved answer: what its reader may see of it now, in the words that the screen has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote as quoted
from urllib.parse import urlsplit
from uuid import UUID

from pipeline.evidence.answer import Answer, CheckKind, CheckOutcome, Citation, Claim, FigureOutcome
from pipeline.evidence.generation import Stage
from pipeline.evidence.verdict import Verdict, support_of
from viewer import words
from viewer.check_words import LABELS, PLACE_WORDS, REMOVED_SOURCE, VERBATIM_WORDS, VERDICT_WORDS
from viewer.citations import EvidenceState, ResolvedAnswer, ResolvedCitation, Source
from viewer.exports import copied_citation, one_line
from viewer.memo.calculating import memo_calculation
from viewer.memo.memo import Finding, Memo, MemoCalculation, MemoCheck, MemoClaim, MemoSource, Note
from viewer.views import View, answer_view, summary

UNFINISHED: Final = {
    Stage.SEARCHING: "This answer is not finished: its passages are still being looked for.",
    Stage.WRITING: "This answer is not finished: the model is still writing it.",
    Stage.JUDGING: "This answer is not finished: the support of some claims is still being judged.",
}
_TONES: Final = {CheckOutcome.FAILED: "bad", CheckOutcome.AMBIGUOUS: "warn"}
_CHECK_WORDS: Final = {CheckKind.VERBATIM: VERBATIM_WORDS, CheckKind.LOCATION: PLACE_WORDS}
_OF_CITATION: Final = (CheckKind.EXISTENCE, CheckKind.VERBATIM, CheckKind.LOCATION)


def memo_of(resolved: ResolvedAnswer, address: str | None = None) -> Memo:
    """The memo of an answer. `address` is where the app is opened, for the links back; without it there are none."""
    answer = resolved.answer
    view = answer_view(resolved)
    notes = tuple(_notes(resolved, address))
    numbers = {note.citation_id: note.number for note in notes}
    return Memo(
        question=one_line(answer.question),
        created_at=answer.created_at,
        about=(one_line(view["method"]["label"]), _moment(answer.created_at)),
        summary=tuple(one_line(said) for _, said in summary(view)),
        claims=tuple(
            _claim(claim, seen, resolved, numbers)
            for claim, seen in zip(answer.claims, view["claims"], strict=True)
        ),
        notes=notes,
        sources=tuple(_sources(resolved)),
        not_in_sources=one_line(answer.not_in_sources or "").removeprefix(words.NOT_IN_SOURCES).strip(),
        unanswered=tuple(map(one_line, answer.unanswered)),
        problem=_problem(answer, view["problem"]),
        link=_link(address, answer.id),
    )


# --- claims ---------------------------------------------------------------------------------------------


def _claim(claim: Claim, seen: View, resolved: ResolvedAnswer, numbers: dict[str, int]) -> MemoClaim:
    """The claim as `seen` on screen; one that rests on a denied source has its notes and nothing else."""
    notes = tuple(numbers[str(citation.id)] for citation in claim.citations)
    if resolved.is_withheld(claim.number):
        return MemoClaim(claim.number, words.WITHHELD_CLAIM, True, notes, (), (), None)
    is_told = not any(citation.is_withheld for citation in resolved.of_claim(claim.number))
    card = seen["calculation"]
    calculation = (
        memo_calculation(claim.number, claim.calculation, card) if claim.calculation and card else None
    )
    found = _findings(claim, calculation) if is_told else _untold(seen)
    return MemoClaim(
        claim.number,
        one_line(claim.text),
        False,
        notes,
        tuple(MemoCheck(one["label"], one_line(one["words"]), one["tone"]) for one in seen["checks"]),
        tuple(dict.fromkeys(found)),
        calculation,
    )


def _findings(claim: Claim, calculation: MemoCalculation | None) -> Iterator[Finding]:
    """Everything that speaks against a claim, from its sources to its support."""
    if claim.removed:
        handles = ", ".join(map(one_line, claim.removed))
        said = f"Taken out of the claim, because no passage has that handle: {handles}."
        yield Finding("bad", LABELS[CheckKind.EXISTENCE], said)
    for citation in claim.citations:
        yield from _findings_of(citation)
    yield from _figures(claim)
    if calculation and calculation.tone != "ok":
        tone = "bad" if calculation.tone == "bad" else "warn"
        yield Finding(tone, "Calculation", f"{calculation.outcome}. {calculation.detail}")
    if any(check.kind is CheckKind.SUPPORT for check in claim.checks):
        yield from _support(claim)


def _untold(seen: View) -> Iterator[Finding]:
    """Where a source was removed: which checks failed, and nothing of what they had read."""
    for check in seen["checks"]:
        if check["tone"] in ("bad", "warn"):
            yield Finding(check["tone"], check["label"], f"{check['words']}. {REMOVED_SOURCE}")


def _findings_of(citation: Citation) -> Iterator[Finding]:
    for check in citation.checks:
        tone = _TONES.get(check.outcome)
        if tone and check.kind in _OF_CITATION:
            yield Finding(tone, LABELS[check.kind], f"{citation.id}: {one_line(check.detail)}")


def _figures(claim: Claim) -> Iterator[Finding]:
    """Each missing figure in its own sentence; where they are not told one by one, the check's. A calculation says its
    own failure."""
    label = LABELS[CheckKind.FIGURES]
    missing = [figure for figure in claim.figures if figure.outcome is FigureOutcome.MISSING]
    for figure in missing:
        if claim.calculation is None or figure.detail != claim.calculation.detail:
            yield Finding("bad", label, one_line(figure.detail))
    if missing:
        return
    for check in claim.checks:
        if check.kind is CheckKind.FIGURES and check.outcome in _TONES:
            yield Finding(_TONES[check.outcome], label, one_line(check.detail))


def _support(claim: Claim) -> Iterator[Finding]:
    """The opinions put together, where they do not support the claim. The verdict stands before its reason, unless that
    begins with it."""
    support = support_of(claim.checks)
    if support.verdict is Verdict.SUPPORTED:
        return
    tone, verdict = VERDICT_WORDS[support.verdict]
    reason = one_line(support.detail)
    said = reason if reason.lower().startswith(verdict.lower()) else f"{verdict}. {reason}".strip()
    yield Finding("bad" if tone == "bad" else "warn", LABELS[CheckKind.SUPPORT], said)


# --- notes and sources ----------------------------------------------------------------------------------


def _distinct(resolved: ResolvedAnswer) -> dict[str, ResolvedCitation]:
    """Every citation once, by its id, in reading order: E1 under two claims is one quote."""
    found: dict[str, ResolvedCitation] = {}
    for citation in resolved.citations.values():
        found.setdefault(str(citation.citation_id), citation)
    return found


def _notes(resolved: ResolvedAnswer, address: str | None) -> Iterator[Note]:
    answer = resolved.answer
    for number, (name, citation) in enumerate(_distinct(resolved).items(), start=1):
        if citation.source is None:
            yield Note(number, name, True, problem=_withheld(citation, answer.id))
            continue
        cited = answer.citation(citation.citation_id, citation.claim)
        checks = tuple(_checks_of(cited)) if cited else ()
        link = _link(address, answer.id, citation.key)
        yield replace(_note(number, citation, citation.source), checks=checks, link=link)


def _checks_of(citation: Citation) -> Iterator[str]:
    for check in citation.checks:
        said = _CHECK_WORDS.get(check.kind, {}).get(check.outcome)
        if said:
            yield f"{LABELS[check.kind]}: {said}"


def _note(number: int, citation: ResolvedCitation, source: Source) -> Note:
    copied = copied_citation(citation, source)
    title, *place = copied.where
    section = place[1] if len(place) > 1 else ""
    return Note(
        number,
        copied.citation_id,
        False,
        title=title,
        place=place[0] if place else "",
        printed=one_line(citation.page.printed or "") if citation.page else "",
        section=section,
        quote=copied.quote,
        context=copied.context,
        statuses=copied.statuses,
        problem=one_line(citation.problem or ""),
    )


def _withheld(citation: ResolvedCitation, answer_id: UUID) -> str:
    if citation.state is EvidenceState.DENIED:
        said = "You do not have access to this document, so its title, page and quote are withheld."
    else:
        said = citation.problem or "The document was removed from the library."
    return f"{one_line(said)} Reference: {words.reference(citation, answer_id)}."


def _sources(resolved: ResolvedAnswer) -> Iterator[MemoSource]:
    cited: dict[UUID, tuple[Source, list[str]]] = {}
    for name, citation in _distinct(resolved).items():
        if citation.source:
            cited.setdefault(citation.source.version_id, (citation.source, []))[1].append(name)
    for source, names in cited.values():
        version = "superseded version" if source.successor else "current version"
        yield MemoSource(one_line(source.title), version, source.sha256, tuple(names))


# --- the rest -------------------------------------------------------------------------------------------


def _problem(answer: Answer, seen: View | None) -> str:
    said = [UNFINISHED[answer.stage]] if answer.stage else []
    said += [f"{seen['title']}.", one_line(seen["message"])] if seen else []
    return " ".join(said)


def _moment(moment: datetime) -> str:
    """On no reader's clock, because a memo travels: "29 Nov 2026, 21:04 UTC"."""
    at = moment.astimezone(UTC)
    return f"{at.day} {at:%b %Y, %H:%M} UTC"


def _link(address: str | None, answer_id: UUID, key: str | None = None) -> str | None:
    """Opens the answer, at one of its citations. Nothing but a web address is linked."""
    if address is None or not address.startswith(("https://", "http://")):
        return None
    where = urlsplit(address)
    parts: Iterable[str] = [f"answer={answer_id}", *([f"evidence={quoted(key, safe=':')}"] if key else [])]
    return f"{where.scheme}://{where.netloc}{where.path or '/'}?{'&'.join(parts)}"
