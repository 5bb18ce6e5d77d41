"""Does a sentence say what a claim says? Told only where it says it in the same words and order, of the same time."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from pipeline.answer.support.alignment import Alignment, align, loose_words
from pipeline.answer.support.lexicon import OPPOSITES, Kind
from pipeline.answer.support.reasons import (
    Finding,
    SupportReason,
    listed,
    not_judged,
    not_supported,
    partly,
    supported,
)
from pipeline.answer.support.said import Said, Times
from pipeline.answer.support.statement import Word, of_kind, read_once

FEWEST = 2
"""Words of a claim that a sentence itself must have."""

_RESPECTIVELY = "respectively"


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a quote: its headings and its filing's title, as text and as the meanings of their words,
    which need not be said again. `name` is the quote's ("E1")."""

    context: Set[str]
    around: str
    name: str


def judge_sentence(claim: Said, text: str, quoted: Set[str], beside: Beside) -> Finding:
    """What a sentence tells of a claim, of which a quote is all or a part. Words of the claim must be `quoted`:
    meanings of the quote's words; what the sentence says before and after may turn them round."""
    sentence, name = read_once(text), beside.name
    there = {word.meaning for word in sentence} & quoted
    own = [word for word in claim.content if word.meaning in there]
    lacking = [word for word in claim.content if word.meaning not in there | beside.context]
    lacking += [word for word in claim.figures if word.meaning not in there]
    if lacking or len(own) < FEWEST:
        words = lacking or claim.content or claim.figures
        detail = (
            f"{name} does not say {listed([word.text for word in words])}."
            if words
            else "it says too little."
        )
        return not_judged(SupportReason.WORDS, detail)
    plain = _stretch(claim, own, sentence)
    if plain is None or not _is_close(plain, beside.context):
        return not_judged(SupportReason.ORDER, f"{name} has the claim's words in another order or apart.")
    return _other_time(claim, text, sentence, beside) or _polarity(claim, plain, there, name)


def _stretch(claim: Said, own: Sequence[Word], sentence: tuple[Word, ...]) -> Alignment | None:
    """Where the claim's words and figures stand: in its order, or each figure right beside the words."""
    kept = [word for word in claim.words if word in own or word.kind is Kind.FIGURE]
    ordered = align([word.meaning for word in kept], sentence)
    if ordered is not None and not of_kind(ordered.between, Kind.FIGURE):
        return ordered
    words = align([word.meaning for word in own], sentence)
    if words is None or len(claim.figures) != 1:
        return words if not claim.figures else None
    beside = [
        at
        for at, word in enumerate(sentence)
        if word.meaning == claim.figures[0].meaning and words.adjoins(at)
    ]
    if len(beside) != 1 or set(of_kind(words.between, Kind.FIGURE)) - {sentence[beside[0]]}:
        return None
    return Alignment(sentence, tuple(sorted((*words.positions, *beside))))


def _is_close(found: Alignment, context: Set[str]) -> bool:
    """Whether nothing stands before the words in their clause, between them or right after them that makes them part of
    something else: “net sales” of “Competitors' net sales in Europe”, “operating expense” of “operating lease expense”.
    """
    first = found.sentence[found.positions[0]]
    head = [] if first.kind is Kind.FIGURE else loose_words(found.before)
    turned = of_kind(found.before, *OPPOSITES) if first.kind is Kind.FIGURE else []
    is_alone = not turned and all(word.meaning in context for word in head)
    return is_alone and not loose_words(found.between) and not found.limit


def _other_time(claim: Said, text: str, sentence: Sequence[Word], beside: Beside) -> Finding | None:
    """A finding where the sentence is of another time than the claim, or of several, of which one is the claim's."""
    mine, theirs, context = Times.of(claim.text), Times.of(text), Times.of(beside.around)
    for (wanted, said), (_, headed) in zip(mine.pairs(theirs), mine.pairs(context), strict=True):
        told, name = said or headed, beside.name
        if wanted == told or (wanted <= told and _is_paired(claim, sentence)):
            continue
        if said and not wanted & said:
            return not_supported(
                SupportReason.PERIOD, f"What {name} says is of another period than the claim's."
            )
        return not_judged(SupportReason.PERIOD, f"of which period {name} says it is open.")
    return None


def _is_paired(claim: Said, sentence: Sequence[Word]) -> bool:
    """Whether a list of figures and a list of times, told "respectively", pair the claim's one figure with its one
    time."""
    figures, times = of_kind(sentence, Kind.FIGURE), of_kind(sentence, Kind.TIME)
    mine = of_kind(claim.words, Kind.TIME)
    if _RESPECTIVELY not in {word.text.lower() for word in sentence} or len(figures) != len(times):
        return False
    if len(claim.figures) != 1 or not mine:
        return False
    pairs = [
        time
        for figure, time in zip(figures, times, strict=True)
        if figure.meaning == claim.figures[0].meaning
    ]
    years = [Times.of(time.text).years for time in pairs]
    return len(pairs) == 1 and years[0] == Times.of(claim.text).years


def _polarity(claim: Said, plain: Alignment, there: Set[str], name: str) -> Finding:
    denied = of_kind((*plain.before, *plain.between), Kind.NEGATION)
    denying = of_kind(claim.words, Kind.NEGATION)
    later = of_kind(plain.after, Kind.NEGATION)
    if bool(denied) != bool(denying) and not later:
        word = (denied or denying)[0]
        who = name if denied else "the claim"
        return not_supported(SupportReason.NEGATION, f"Only {who} says {listed([word.text])}.")
    if later or len(denied) != len(denying):
        return not_judged(SupportReason.NEGATION, f"{name} and the claim may deny different things.")
    return _direction(claim, plain, there, name) or _reserve(claim, plain, name)


def _direction(claim: Said, plain: Alignment, there: Set[str], name: str) -> Finding | None:
    """A finding where the directions of both differ, or cannot be told apart."""
    mine, moves = claim.moving(there), of_kind(claim.words, *OPPOSITES)
    theirs = of_kind((*plain.before, *plain.between), *OPPOSITES)
    if _goes(mine, plain.sentence, turned=False) and (moves or not theirs):
        return None
    if moves and _goes(mine, plain.sentence, turned=True):
        said = moves[0]
        detail = f"The claim says {listed([said.text])}, and {name} says the opposite."
        return not_supported(SupportReason.DIRECTION, detail)
    return not_judged(SupportReason.DIRECTION, f"{name} does not say clearly what rose and what fell.")


def _goes(words: Sequence[Word], sentence: tuple[Word, ...], *, turned: bool) -> bool:
    """Whether the words stand in the sentence with no other direction between them; `turned`: each turned round."""
    wanted = [
        OPPOSITES[word.kind].value if turned and word.kind in OPPOSITES else word.meaning for word in words
    ]
    found = align(wanted, sentence)
    return found is not None and not of_kind(found.between, *OPPOSITES)


def _reserve(claim: Said, plain: Alignment, name: str) -> Finding:
    """What the sentence says with a reserve that the claim leaves out."""
    for kind, reason, words, places in (
        (Kind.EXCEPTION, SupportReason.EXCEPTION, "makes an exception with", plain.after),
        (Kind.MODAL, SupportReason.MODALITY, "only says", ()),
    ):
        mine, theirs = (
            [word.text.lower() for word in of_kind(said, kind)]
            for said in (claim.words, (*plain.before, *plain.between, *places))
        )
        if theirs and not mine:
            return partly(reason, f"{name} {words} {listed(theirs)}; the claim does not.")
        if sorted(mine) != sorted(theirs) or of_kind(plain.after, kind):
            return not_judged(reason, f"{name} and the claim make different reserves.")
    limited = {word.meaning for word in of_kind(claim.words, Kind.RESTRICTION)}
    limits = of_kind((*plain.before, *plain.between), Kind.RESTRICTION)
    if unsaid := [word.text for word in limits if word.meaning not in limited]:
        return not_judged(SupportReason.WORDS, f"the claim leaves out {listed(unsaid)}.")
    return supported(f"{name} says it in these words.")
