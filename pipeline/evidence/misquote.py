"""Why a quote does not stand in its passage: what was changed, joined or left out, said so that an analyst sees it.

Similarity only explains here. It chooses the stretch of the passage that a quote is compared with, and places nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import pairwise

from rapidfuzz import fuzz

from pipeline.evidence.figures import SCALES, figures
from pipeline.evidence.folded import fold
from pipeline.evidence.quote import Ambiguous, Located, Missing, MissingReason, Reading, locate
from pipeline.evidence.text import TextRange

MOST_PARTS = 3
"""Runs of the passage's words that a quote is said to join. More are no joined quotes but other words."""

MOST_WORDS = 400
"""Words of a quote that are compared with the passage; the whole of a longer one is only said not to stand there."""

MOST_SKIPPED = 4
"""Words without a figure that a quote may leave out between two runs to be called reworded rather than joined."""

REWORDED = 0.6
"""Share of a quote's words that stand in the nearest stretch, in order, when it is a changed quote of that stretch.
Below it nothing says which words were meant."""

WIDER = 3
"""Words on either side by which the nearest stretch is taken wider than the quote: one that was left out is in it."""

LONGEST_SHOWN = 60
"""Characters of a quoted or printed stretch that a reason shows."""

_SCALE_WORD = re.compile(rf"\b(?:(?:{'|'.join(SCALES)})s?|per\s?cent|percentage\s+points?)\b", re.IGNORECASE)
_ELLIPSIS = re.compile(r"[\[(]?\s*(?:…|\.{3,}|(?:\.\s){2,}\.)\s*[\])]?")


class MisquoteReason(StrEnum):
    """The kinds of misquotes, as they are counted."""

    EMPTY = "empty"  # no letter or digit
    FIGURE_DIFFERS = "figure_differs"  # the words stand, with another figure
    CUTS_A_WORD = "cuts_a_word"  # it stands only inside longer words or numbers
    ELLIPSIS = "ellipsis"  # "…" between parts that stand
    MERGED = "merged"  # parts that stand apart, joined
    PARAPHRASE = "paraphrase"  # most of its words stand in order, others differ
    WRONG_PASSAGE = "wrong_passage"  # it stands in another passage of the packet
    OUTSIDE_PASSAGE = "outside_passage"  # it stands on the passage's page, not in the passage
    NOT_FOUND = "not_found"  # other words


@dataclass(frozen=True, slots=True)
class Misquote:
    """`detail` is a sentence for the analyst; it shows words of the cited passage only."""

    reason: MisquoteReason
    detail: str


@dataclass(frozen=True, slots=True)
class _Run:
    """Words `first` up to `end` of a quote, and where the passage has them first."""

    first: int
    end: int
    range: TextRange


def explain(quote: str, text: str, within: TextRange, missing: Missing) -> Misquote:
    """Why `quote` was not located in the part `within` of a text; `missing` is what the locating said."""
    if missing.reason is MissingReason.EMPTY:
        return Misquote(MisquoteReason.EMPTY, "The quote has no letter or digit.")
    if missing.reason is MissingReason.FIGURE_DIFFERS:
        return _other_marks(quote, text, within, missing)
    if missing.reason is MissingReason.CUTS_A_WORD:
        return Misquote(
            MisquoteReason.CUTS_A_WORD,
            "The quoted words stand only inside longer words or numbers of the cited passage.",
        )
    return (
        _other_scale(quote, text, within)
        or _with_ellipsis(quote, text, within)
        or _joined(quote, text, within)
        or _changed(quote, within.of(text))
        or Misquote(MisquoteReason.NOT_FOUND, "The quoted words do not stand in the cited passage.")
    )


def longest_beginning(quote: str, text: str, within: TextRange) -> tuple[str, str]:
    """The longest beginning of a quote, in whole words, that stands in the part `within` of a text, and the rest."""
    words = quote.split()[:MOST_WORDS]
    run = _run_from(words, 0, text, within, fold(within.of(text)).key)
    end = run.end if run else 0
    return " ".join(words[:end]), " ".join(words[end:])


def shown(words: str) -> str:
    """Words of a quote or passage as a reason shows them: on one line, in quotation marks, shortened in the middle."""
    line = " ".join(words.split())
    if len(line) > LONGEST_SHOWN:
        line = f"{line[: LONGEST_SHOWN // 2].rstrip()} … {line[-LONGEST_SHOWN // 2 :].lstrip()}"
    return f"“{line}”"


# --- another figure ---------------------------------------------------------------------------------------


def _other_marks(quote: str, text: str, within: TextRange, missing: Missing) -> Misquote:
    """The words and digits stand, with another sign, bracket, decimal point, percent, scale word or currency."""
    printed = Reading(text, within).marked(missing.nearest[0]).of(text)
    ours, theirs = figures(" ".join(quote.split())), figures(" ".join(printed.split()))
    pair = next(((a.text, b.text) for a, b in zip(ours, theirs, strict=False) if not a.same_as(b)), None)
    return _figure_differs(*(pair or (quote, printed)))


def _other_scale(quote: str, text: str, within: TextRange) -> Misquote | None:
    """A quote that stands without its scale and percent words: they were added, or others stand there."""
    bare = _SCALE_WORD.sub(" ", quote)
    if bare == quote:
        return None
    match locate(bare, text, within):
        case Missing(nearest=nearest) if nearest:
            return _other_marks(quote, text, within, Missing(MissingReason.FIGURE_DIFFERS, nearest))
        case Located(span) | Ambiguous((span, *_)):
            return _other_marks(quote, text, within, Missing(MissingReason.FIGURE_DIFFERS, (span,)))
    return None


def _figure_differs(quoted: str, printed: str) -> Misquote:
    return Misquote(
        MisquoteReason.FIGURE_DIFFERS,
        f"The cited passage prints {shown(printed)} where the quote has {shown(quoted)}.",
    )


# --- parts that stand -------------------------------------------------------------------------------------


def _with_ellipsis(quote: str, text: str, within: TextRange) -> Misquote | None:
    parts = [part for part in _ELLIPSIS.split(quote) if fold(part).key]
    if len(parts) < 2 or any(isinstance(locate(part, text, within), Missing) for part in parts):
        return None
    return Misquote(
        MisquoteReason.ELLIPSIS,
        f"The quote leaves words out: {shown(parts[0])} and {shown(parts[1])} stand apart in the cited passage.",
    )


def _joined(quote: str, text: str, within: TextRange) -> Misquote | None:
    """A quote that is nothing but runs of the passage, put together."""
    runs = _runs(quote.split(), text, within)
    if len(runs) < 2:
        return None
    words = quote.split()
    first, second = (" ".join(words[run.first : run.end]) for run in runs[:2])
    if all(_skips_words(one, other, text) for one, other in pairwise(runs)):
        skipped = text[runs[0].range.end : runs[1].range.start]
        return Misquote(
            MisquoteReason.PARAPHRASE,
            f"The quote leaves out {shown(skipped)} between {shown(first)} and {shown(second)}.",
        )
    return Misquote(
        MisquoteReason.MERGED,
        f"The quote joins {shown(first)} and {shown(second)}, which stand apart in the cited passage.",
    )


def _skips_words(one: _Run, other: _Run, text: str) -> bool:
    """Whether only a few words, and no figure, stand between two runs."""
    if other.range.start < one.range.end:
        return False
    between = text[one.range.end : other.range.start]
    return 0 < len(between.split()) <= MOST_SKIPPED and not figures(between)


def _runs(words: Sequence[str], text: str, within: TextRange) -> list[_Run]:
    """The quote's words as at most MOST_PARTS runs of the passage, each as long as can be; empty when they are not."""
    if len(words) > MOST_WORDS:
        return []
    key = fold(within.of(text)).key
    runs: list[_Run] = []
    while not runs or runs[-1].end < len(words):
        run = _run_from(words, runs[-1].end if runs else 0, text, within, key)
        if run is None or len(runs) == MOST_PARTS or not _says_enough(words[run.first : run.end], not runs):
            return []
        runs.append(run)
    return runs


def _says_enough(run: Sequence[str], is_first: bool) -> bool:
    """Whether a run is more than a word that stands in any text: a figure, two words, or a row's label before them."""
    has_figure = any(character.isdigit() for word in run for character in word)
    return has_figure or len(run) > 1 or (is_first and len(run[0]) > 3)


def _run_from(words: Sequence[str], first: int, text: str, within: TextRange, key: str) -> _Run | None:
    """The longest run of words from the `first` that stands in the passage, whose letters and digits are `key`."""
    end, said = first, ""
    while end < len(words) and (said + (more := fold(words[end]).key)) in key:
        said += more
        end += 1
    while end > first:
        match locate(" ".join(words[first:end]), text, within):
            case Located(span) | Ambiguous((span, *_)):
                return _Run(first, end, span)
        end -= 1
    return None


# --- changed words ----------------------------------------------------------------------------------------


def _changed(quote: str, passage: str) -> Misquote | None:
    """A quote that is near to one stretch of the passage: the first word that differs, or the figures."""
    words = quote.split()
    if len(words) > MOST_WORDS:
        return None
    printed = _nearest_stretch(quote, passage)
    keys, printed_keys = [fold(word).key for word in words], [fold(word).key for word in printed]
    blocks = SequenceMatcher(None, keys, printed_keys, autojunk=False).get_opcodes()
    same = sum(end - start for tag, start, end, _, _ in blocks if tag == "equal")
    changes = [
        (" ".join(words[a:b]), " ".join(_opposite(printed, c, d, b - a)))
        for tag, a, b, c, d in blocks
        if tag != "equal" and not (a == b and (c == 0 or d == len(printed)))
    ]
    if not changes:
        return None
    has_other_figures = all(map(_is_other_figure, changes))
    if same < REWORDED * len(words) and not (has_other_figures and same):
        return None
    quoted, there = changes[0]
    if has_other_figures and quoted and there:
        return _figure_differs(quoted, there)
    reason = MisquoteReason.FIGURE_DIFFERS if has_other_figures else MisquoteReason.PARAPHRASE
    if not there:
        detail = f"The quote adds {shown(quoted)}, which the cited passage does not have there."
    elif not quoted:
        detail = f"The quote leaves out {shown(there)}."
    else:
        detail = f"The cited passage says {shown(there)} where the quote has {shown(quoted)}."
    return Misquote(reason, detail)


def _opposite(printed: Sequence[str], start: int, end: int, count: int) -> Sequence[str]:
    """The words opposite to `count` changed ones: at the stretch's edge no more than these, as it is cut wide."""
    if start == 0:
        return printed[max(end - count, 0) : end]
    return printed[start : min(end, start + count)] if end == len(printed) else printed[start:end]


def _is_other_figure(change: tuple[str, str]) -> bool:
    """Whether a figure stands in another's place, or a scale word was changed, and nothing else with it."""
    ours, theirs = figures(change[0]), figures(change[1])
    letters = [re.sub(r"[\W\d_]+", "", _SCALE_WORD.sub("", part)).casefold() for part in change]
    has_scale = any(_SCALE_WORD.search(part) for part in change)
    return len(ours) == len(theirs) and (bool(ours) or has_scale) and letters[0] == letters[1]


def _nearest_stretch(quote: str, passage: str) -> list[str]:
    """Words of the passage where most of the quote's characters stand in order."""
    line = " ".join(passage.split())
    found = fuzz.partial_ratio_alignment(" ".join(quote.split()).casefold(), line.casefold())
    if found is None:
        return []
    before, after = line[: found.dest_start].split(), line[found.dest_end :].split()
    start = len(before) - (not line[: found.dest_start].endswith(" ") and bool(before))
    end = len(line.split()) - len(after) + (not line[found.dest_end :].startswith(" ") and bool(after))
    return line.split()[max(start - WIDER, 0) : end + WIDER]
