"""Drafts through the checker, and what it made of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.answer.checker import ClaimChecker
from pipeline.evidence.answer import CheckKind, CheckOutcome, Claim, FigureOutcome
from tests.answer.adversarial.attacks import (
    Case,
    Wrong,
    altered_figures,
    altered_quotes,
    forged_handles,
    honest,
    planted_handles,
)
from tests.answer.adversarial.faithful import written
from tests.answer.adversarial.filings import Dossier
from tests.evidence.seen_handles import seen_handles

_STANDS = (CheckOutcome.PASSED, CheckOutcome.AMBIGUOUS)


@dataclass(frozen=True, slots=True)
class Fault:
    """A draft that passed though something of it is wrong, or an honest one that did not."""

    case: Case
    what: str

    @property
    def words(self) -> str:
        (citation, *_) = self.case.draft.citations or (None,)
        quote = citation.quote if citation else ""
        return f"{self.case.kind}: {self.what}\n  {self.case.draft.text!r}\n  {citation and citation.handle}: {quote!r}"


@dataclass(slots=True)
class Tally:
    """How many drafts of each kind were tried, the faults, and the reasons that misquotes and wrong figures got."""

    tried: Counter[tuple[Wrong, str]] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    reasons: Counter[tuple[str, str]] = field(default_factory=Counter)

    def total(self, *wrong: Wrong) -> int:
        return sum(number for (kind, _), number in self.tried.items() if kind in wrong)

    def faulty(self, wrong: Wrong) -> list[Fault]:
        return [fault for fault in self.faults if fault.case.wrong is wrong]


def try_all(dossiers: Iterable[Dossier], seed: str, most: int | None = None) -> Tally:
    """Every case of the packets, or `most` of each kind of wrong, drawn evenly over their kinds. An honest claim that
    is refused is a fault of its own, and no attack is made of it: it would be refused for that."""
    chance = random.Random(seed)
    tally = Tally()
    accepted: list[Case] = []
    for dossier in dossiers:
        accepted += _cases(dossier, chance, tally)
    for case in accepted if most is None else _drawn(accepted, most, chance):
        _try(case, tally)
    return tally


def _cases(dossier: Dossier, chance: random.Random, tally: Tally) -> Iterator[Case]:
    yield from planted_handles(dossier)
    for one in written(dossier, chance):
        if not _try(honest(dossier, one), tally):
            continue
        yield from forged_handles(dossier, one, chance)
        yield from altered_quotes(dossier, one, chance)
        yield from altered_figures(dossier, one, chance)


def _drawn(cases: Sequence[Case], most: int, chance: random.Random) -> list[Case]:
    drawn: list[Case] = []
    for wrong in Wrong:
        kinds: dict[str, list[Case]] = {}
        for case in cases:
            if case.wrong is wrong:
                kinds.setdefault(case.kind, []).append(case)
        for group in kinds.values():
            chance.shuffle(group)
            drawn += group[: -(-most // len(kinds))]
    return drawn


def _try(case: Case, tally: Tally) -> bool:
    """Whether the checker treats the draft as it must."""
    tally.tried[case.wrong, case.kind] += 1
    stored = {entry.passage.id for entry in case.dossier.packet.entries}
    claim = ClaimChecker(case.dossier.packet, stored, case.dossier.sources).check(case.draft, 1)
    what = _JUDGES[case.wrong](case, claim, tally)
    if what:
        tally.faults.append(Fault(case, what))
    return not what


# --- what is wrong with how a draft was treated: empty when nothing is ------------------------------------


def _judge_honest(case: Case, claim: Claim | None, tally: Tally) -> str:
    if claim is None:
        return "no claim is left"
    for citation in claim.citations:
        check = citation.check(CheckKind.VERBATIM)
        if check is None or check.outcome not in _STANDS:
            return f"quote refused: {check.reason if check else None}"
    if claim.removed:
        return f"removed: {', '.join(claim.removed)}"
    if claim.text != case.draft.text:
        return f"its words were changed: {claim.text!r}"
    missing = [one for one in claim.figures if one.outcome is FigureOutcome.MISSING]
    return f"figure refused ({missing[0].reason}): {missing[0].detail}" if missing else ""


def _judge_handle(case: Case, claim: Claim | None, tally: Tally) -> str:
    if claim is None:
        return ""
    seen = seen_handles(" ".join(_shown(claim)))
    if seen:
        return f"on screen: {', '.join(seen)}"
    if any(case.dossier.packet.get(citation.id.handle) is None for citation in claim.citations):
        return "a citation of no passage"
    return "" if len(claim.removed) >= case.unknown else "not counted"


def _shown(claim: Claim) -> Iterator[str]:
    """What is shown of a claim as its own words: a quote that stands is the filing's."""
    yield claim.text
    for citation in claim.citations:
        check = citation.check(CheckKind.VERBATIM)
        if check is None or check.outcome not in _STANDS:
            yield citation.quote
    if claim.calculation:
        yield claim.calculation.expression
        yield claim.calculation.stated
        for one in claim.calculation.inputs:
            yield from (one.name, one.label, one.figure, one.unit)


def _judge_quote(case: Case, claim: Claim | None, tally: Tally) -> str:
    if claim is None or not claim.citations:
        return ""
    (citation,) = claim.citations
    check = citation.check(CheckKind.VERBATIM)
    if citation.ranges or check is None or check.outcome is not CheckOutcome.FAILED:
        return f"accepted: {check.detail if check else None}"
    tally.reasons[case.kind, check.reason or "none"] += 1
    return ""


def _judge_figure(case: Case, claim: Claim | None, tally: Tally) -> str:
    if claim is None:
        return ""
    missing = [one for one in claim.figures if one.outcome is FigureOutcome.MISSING]
    (check,) = (check for check in claim.checks if check.kind is CheckKind.FIGURES)
    if not missing or check.outcome is not CheckOutcome.FAILED:
        return "accepted: " + " ".join(one.detail for one in claim.figures)
    tally.reasons[case.kind, missing[0].reason or "none"] += 1
    return ""


_JUDGES = {
    Wrong.NOTHING: _judge_honest,
    Wrong.HANDLE: _judge_handle,
    Wrong.QUOTE: _judge_quote,
    Wrong.FIGURE: _judge_figure,
}
