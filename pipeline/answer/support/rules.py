"""What can be told of support without judging: figures, names, periods, negation and direction, covered words.

Rules say "supported" only where the evidence says the same in the same words, and "not supported" only where something
certain stands against the claim. Everything else they leave to a model or a reader, and name what they could not tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.answer.sentences import sentences
from pipeline.answer.support.calculated import judge_calculation
from pipeline.answer.support.cells import Stated, is_of_time, stated
from pipeline.answer.support.compared import judge_comparison
from pipeline.answer.support.names import foreign_names
from pipeline.answer.support.prose import Beside, judge_sentence
from pipeline.answer.support.reasons import (
    Finding,
    SupportReason,
    listed,
    not_judged,
    not_supported,
    partly,
    supported,
)
from pipeline.answer.support.rows import bound, judge_rows
from pipeline.answer.support.said import Said
from pipeline.answer.support.statement import meanings
from pipeline.evidence.answer import Check, CheckKind, CheckOutcome, FigureFinding, FigureOutcome
from pipeline.evidence.calculation import Calculation, Recomputed
from pipeline.evidence.figure_agreement import FigureReason
from pipeline.evidence.figures import figures as read_figures
from pipeline.evidence.figures import same_figures
from pipeline.evidence.folded import fold
from pipeline.evidence.printed import PrintedEvidence
from pipeline.evidence.verdict import RULES
from pipeline.search.terms import read_years

CHECKER = f"{RULES}-2"

_NOT_TOLD = (FigureReason.SCALE_NOT_KNOWN, FigureReason.UNCLEAR_PLACE)
"""Reasons for which a figure is not verified, though nothing stands against it."""

_CONTRADICTED = (
    FigureReason.FIGURE_DIFFERS,
    FigureReason.WRONG_SCALE,
    FigureReason.WRONG_UNIT,
    FigureReason.WRONG_CURRENCY,
    FigureReason.WRONG_SIGN,
    FigureReason.WRONG_PERIOD,
    FigureReason.WRONG_COLUMN,
)
"""Reasons for which the evidence stands against a figure: a claim with one of these is not supported in part."""

FEWEST_LETTERS = 12
"""Of a claim that is a sentence of its quote word for word: anything shorter says nothing."""


def support_by_rules(
    text: str,
    figures: Sequence[FigureFinding],
    evidence: Sequence[PrintedEvidence],
    calculation: Calculation | None = None,
) -> Check:
    """The SUPPORT check of a claim: PASSED, AMBIGUOUS (partly), FAILED, or NOT_RUN where rules cannot tell."""
    found = _judge(text, figures, evidence, calculation)
    return Check(CheckKind.SUPPORT, found.outcome, found.detail, CHECKER, found.reason)


def _judge(
    text: str,
    figures: Sequence[FigureFinding],
    evidence: Sequence[PrintedEvidence],
    calculation: Calculation | None,
) -> Finding:
    if not evidence:
        detail = "No quote of this claim was found in its source, so nothing supports it."
        return not_supported(SupportReason.NO_EVIDENCE, detail)
    return (
        _word_for_word(text, evidence)
        or _calculation_fails(calculation)
        or _figures_missing(text, figures, evidence)
        or _names_missing(text, evidence)
        or _in_other_words(text, figures, evidence, calculation)
    )


def _calculation_fails(calculation: Calculation | None) -> Finding | None:
    if calculation is None or calculation.outcome is not Recomputed.DIFFERENT:
        return None
    return not_supported(SupportReason.DOES_NOT_RECOMPUTE, calculation.detail)


def _figures_missing(
    text: str, figures: Sequence[FigureFinding], evidence: Sequence[PrintedEvidence]
) -> Finding | None:
    """A claim without any of its amounts, or of another period, is not supported; one with some of them is in part."""
    missing = [finding for finding in figures if finding.outcome is FigureOutcome.MISSING]
    if not missing:
        return None
    certain = [finding for finding in missing if finding.reason not in _NOT_TOLD]
    named = listed([finding.range.of(text) for finding in certain or missing])
    if not certain:
        return not_judged(SupportReason.FIGURES, f"whether {named} is what the evidence prints is not known.")
    detail = f"The evidence does not have {named}."
    amounts = [finding for finding in figures if not is_of_time(finding.range.of(text))]
    if _is_of_other_years(text, missing, evidence):
        return not_supported(SupportReason.PERIOD, f"The evidence is not of {named}.")
    lost = [finding for finding in amounts if finding in certain]
    if lost:
        some = len(lost) < len(amounts) and not any(one.reason in _CONTRADICTED for one in lost)
        return (partly if some else not_supported)(SupportReason.FIGURES, detail)
    return partly(SupportReason.PERIOD, detail)


def _is_of_other_years(
    text: str, missing: Sequence[FigureFinding], evidence: Sequence[PrintedEvidence]
) -> bool:
    """Whether a missing year is none of those that the evidence names, and it names some."""
    named = {
        year
        for one in evidence
        for words in (one.quote, *one.around, one.title)
        for year in read_years(words)
    }
    return any(
        is_of_time(finding.range.of(text)) and years and named and not years & named
        for finding in missing
        for years in [read_years(finding.range.of(text))]
    )


def _names_missing(text: str, evidence: Sequence[PrintedEvidence]) -> Finding | None:
    title = " ".join(dict.fromkeys(one.title for one in evidence))
    around = [words for one in evidence for words in (one.words, *one.around, *_headers(one))]
    certain, unsure = foreign_names(text, around, title)
    if certain:
        return not_supported(SupportReason.ENTITY, f"The evidence does not name {listed(certain)}.")
    if unsure:
        return not_judged(SupportReason.ENTITY, f"the evidence does not name {listed(unsure)}.")
    return None


def _word_for_word(text: str, evidence: Sequence[PrintedEvidence]) -> Finding | None:
    key = fold(text).key
    for one in evidence:
        if len(key) < FEWEST_LETTERS or key not in fold(one.words).key:
            continue
        for words in _sentences(one):
            if fold(words).key == key and same_figures(read_figures(words), read_figures(text)):
                return supported(f"{one.citation} says it word for word.")
    return None


def _in_other_words(
    text: str,
    figures: Sequence[FigureFinding],
    evidence: Sequence[PrintedEvidence],
    calculation: Calculation | None,
) -> Finding:
    amounts = [one for one in stated(text, figures, evidence) if not is_of_time(one.range.of(text))]
    times = [
        one.range
        for one in figures
        if one.outcome is not FigureOutcome.MISSING and is_of_time(one.range.of(text))
    ]
    claim = Said.of(text, amounts, times)
    context = meanings(words for one in evidence for words in (*one.around, *_headers(one), one.title))
    found = [*_of_figures(claim, amounts, figures, evidence, calculation, context)]
    if not any(one.is_told for one in found):
        # A row that is not the one that the claim names is not read again as a sentence.
        is_another = any(one.reason is SupportReason.ROW for one in found)
        rows = [one.cell.evidence for one in amounts if is_another and one.cell.printed.label]
        found += _of_sentences(claim, [one for one in evidence if one not in rows])
    return _clearest(found)


def _of_figures(
    claim: Said,
    amounts: Sequence[Stated],
    figures: Sequence[FigureFinding],
    evidence: Sequence[PrintedEvidence],
    calculation: Calculation | None,
    context: frozenset[str],
) -> Iterator[Finding]:
    if calculation is not None and any(one.outcome is FigureOutcome.CALCULATED for one in figures):
        told = judge_calculation(claim, calculation, evidence, context)
        yield (bound(claim, amounts) or told) if told.outcome is CheckOutcome.PASSED and amounts else told
        return
    for finding in (judge_rows(claim, amounts, context), judge_comparison(claim, evidence, context)):
        if finding is not None:
            yield finding


def _of_sentences(claim: Said, evidence: Sequence[PrintedEvidence]) -> Iterator[Finding]:
    for one in evidence:
        around = (*one.around, *_headers(one), one.title)
        beside = Beside(meanings(around), " | ".join(around), str(one.citation))
        quoted = meanings([one.words])
        for sentence in _sentences(one):
            yield judge_sentence(claim, sentence, quoted, beside)


def _sentences(one: PrintedEvidence) -> tuple[str, ...]:
    """The whole sentences of which a quote is a part: where they are not known, those of the quote."""
    return one.sentences or tuple(span.of(one.quote) for span in sentences(one.quote))


def _headers(one: PrintedEvidence) -> list[str]:
    return [words for figure in one.figures for words in (figure.header, figure.label) if words]


def _clearest(found: Sequence[Finding]) -> Finding:
    """One that supports goes before one that denies: another sentence of a quote may be about something else. Of those
    that could not tell, the one that says of a difference in more than words."""
    for outcome in (CheckOutcome.PASSED, CheckOutcome.AMBIGUOUS, CheckOutcome.FAILED):
        for one in found:
            if one.outcome is outcome:
                return one
    for one in found:
        if one.reason is not SupportReason.WORDS:
            return one
    return min(found, key=lambda one: len(one.detail), default=_NOTHING)


_NOTHING = not_judged(SupportReason.WORDS, "the quotes have no words to compare the claim with.")
