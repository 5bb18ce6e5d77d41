"""What a model writes that must not pass: handles that are none, quotes that do not stand, figures that nothing prints.
Each is made from an honest claim, so that nothing else about it is wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from pipeline.answer.draft import DraftCalculation, DraftCitation, DraftClaim, DraftInput
from pipeline.evaluate.mutations import Mutant, Mutation, mutants
from pipeline.evaluate.tokens import count, tokens
from pipeline.evidence.figures import CURRENCY, figures
from pipeline.evidence.text import TextRange
from tests.answer.adversarial.faithful import NEUTRAL, SCALED, Written, claims_of_columns, label_of, values_of
from tests.answer.adversarial.filings import PLANTED, Dossier

MOST_MUTANTS = 4
"""Figures of one quote or claim that are falsified."""


class Wrong(Enum):
    """What is wrong with a draft."""

    NOTHING = "honest"
    HANDLE = "handles"
    QUOTE = "quotes"
    FIGURE = "figures"


_OF_DIGITS = (
    Mutation.DIGIT,
    Mutation.SWAP,
    Mutation.POINT_ADDED,
    Mutation.POINT_MOVED,
    Mutation.POINT_DROPPED,
)
_OF_BRACKETS = (Mutation.BRACKETS_ADDED, Mutation.BRACKETS_DROPPED)
_NUMBERED = re.compile(r"(?:\b(?:Note|Item|Part|Level)|^[\s_]*)\s*$")
"""Before a number that is no amount, in brackets or not: "Note (8)", a footnote's mark."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_SAYS_LESS = re.compile(
    r"\b(?:less|loss\w*|decreas\w*|declin\w*|fell|lower|negative|paid|pay\w*|repay\w*|us(?:ed|es)|withh\w*|deduct\w*"
    r"|outflow\w*|cost\w*|expens\w*|charge\w*|dividend\w*|repurchase\w*|purchase\w*|acquisition\w*|tax\w*|deficit\w*"
    r"|allowance\w*|amortization|depreciation|provision\w*|reduc\w*|dispos\w*|issu\w*|treasury|unrealized)\b",
    re.IGNORECASE,
)
"""Words with which a negative figure may rightly be said without its sign: what a sign dropped beside them means is not
certain."""


@dataclass(frozen=True, slots=True)
class Case:
    """One draft over one packet, with what was done to it and how many handles of it are none."""

    kind: str
    wrong: Wrong
    dossier: Dossier
    draft: DraftClaim
    unknown: int = 0


def honest(dossier: Dossier, one: Written) -> Case:
    return Case(one.kind, Wrong.NOTHING, dossier, one.draft())


# --- handles ----------------------------------------------------------------------------------------------

_FORGED = (
    *(
        "E{0}",
        "E0{1}",
        "e{1}",
        "[E{1}]",
        "E{1}b",
        "E{1}, E{0}",
        "[E{1}, E{0}]",
        "E{1}-E{0}",
        "Ｅ{1}",
        "［Ｅ{1}］",
    ),
    *("Е{1}", "E {1}", "E\u200b{1}", "passage {1}"),
)
_MARKERS = (
    *(
        "[E{0}]",
        "(E{0})",
        "[E{1}, E{0}]",
        "[E{1}–E{0}]",
        "【E{0}】",
        "［Ｅ{0}］",
        "[e{0}]",
        "[E0{0}]",
        "[Е{0}]",
        "{{E{0}}}",
    ),
    *(
        "<E{0}>",
        "[E\u200b{0}]",
        "[see E{0}]",
        "[[E{0}]]",
        "E{0}",
        "【{0}†source】",
        "[E{0}](#e{0})",
        "(E{0}, p. 4)",
    ),
)
_WORDS = ("As E{0} shows, ", "According to [E{0}], ", "E{0}: ", "E{0} and E{1} say that ", "Per e{0}, ")


def forged_handles(dossier: Dossier, one: Written, chance: random.Random) -> Iterator[Case]:
    """Handles of no packet where a handle belongs, in the text, and where a calculation names its inputs."""
    unknown = len(dossier.packet.entries) + chance.randrange(1, 60)
    known = one.entry.handle.number

    def of(form: str) -> str:
        return form.format(unknown, known)

    forged = of(chance.choice(_FORGED))
    yield Case("a handle that is none", Wrong.HANDLE, dossier, one.draft(handle=forged), 1)
    marker = of(chance.choice(_MARKERS))
    text = f"{one.text.rstrip('.')} {marker}."
    yield Case("a marker in the text", Wrong.HANDLE, dossier, one.draft(text=text), 1)
    words = of(chance.choice(_WORDS))
    yield Case("a sentence that names one", Wrong.HANDLE, dossier, one.draft(text=f"{words}{one.text}"), 1)
    quote = f"{one.quote} {marker}"
    yield Case("a marker behind a quote", Wrong.HANDLE, dossier, one.draft(quote=quote), 1)
    inputs = (DraftInput(f"E{unknown}", f"E{unknown}", one.quote, f"1 {marker}"),)
    calculation = DraftCalculation(f"E{unknown} * 2 + E{unknown + 1}", inputs, f"2 {marker}")
    draft = DraftClaim(one.text, one.draft().citations, calculation)
    yield Case("a calculation that names one", Wrong.HANDLE, dossier, draft, 1)


def planted_handles(dossier: Dossier) -> Iterator[Case]:
    """The model does what a filing's text says, or repeats it."""
    entry = next(one for one in dossier.packet.entries if one.passage.text == PLANTED)
    own = DraftCitation(str(entry.handle), PLANTED)
    for text in (PLANTED, "Sales rose [E98].", "Sales rose, as E99 says on page 7.", "Sales rose E98; E99."):
        yield Case("a planted handle, repeated", Wrong.HANDLE, dossier, DraftClaim(text, (own,)), 1)
    for handle in ("E98", "E99", "[E98]"):
        draft = DraftClaim("Sales rose.", (DraftCitation(handle, PLANTED),))
        yield Case("a planted handle, cited", Wrong.HANDLE, dossier, draft, 1)


# --- quotes -----------------------------------------------------------------------------------------------


def altered_quotes(dossier: Dossier, one: Written, chance: random.Random) -> Iterator[Case]:
    """The quote changed in every way, unless the passage happens to have what came of it."""
    passage = tokens(one.entry.passage.text)
    for kind, quote in _altered(dossier, one, chance):
        if tokens(quote) and not count(tokens(quote), passage):
            yield Case(kind, Wrong.QUOTE, dossier, one.draft(quote=quote, text=NEUTRAL))
    others = [other for other in dossier.packet.entries if other.handle != one.entry.handle]
    for other in chance.sample(others, min(2, len(others))):
        if not count(_without_currency(one.quote), _without_currency(other.passage.text)):
            draft = one.draft(handle=str(other.handle), text=NEUTRAL)
            yield Case("right quote, wrong handle", Wrong.QUOTE, dossier, draft)


def _without_currency(text: str) -> list[str]:
    """A quote may leave a currency sign out."""
    return [token for token in tokens(text) if token not in CURRENCY]


def _altered(dossier: Dossier, one: Written, chance: random.Random) -> Iterator[tuple[str, str]]:
    seed = f"{chance.random()}"
    for mutant in mutants(one.quote, seed, MOST_MUTANTS):
        yield f"quote: {mutant.mutation.value}", mutant.text
    yield from _reworded(one.quote.split(), chance)
    yield from _of_rows(dossier, one)
    others = [p.passage.text for p in dossier.packet.entries if p.handle != one.entry.handle]
    others.remove(PLANTED)
    words, other = one.quote.split(), chance.choice(others).split()
    if len(words) > 5 and len(other) > 5:
        yield "quote: joined with another passage", " ".join([*words[: len(words) // 2], *other[-4:]])


def _reworded(words: Sequence[str], chance: random.Random) -> Iterator[tuple[str, str]]:
    inner = [i for i in range(1, len(words) - 1) if any(map(str.isalnum, words[i]))]
    plain = [i for i in inner if re.fullmatch(r"[A-Za-z]{4,}", words[i])]

    def joined(first: int, between: Sequence[str], end: int) -> str:
        return " ".join([*words[:first], *between, *words[end:]])

    if plain:
        at = chance.choice(plain)
        yield "quote: a word exchanged", joined(at, ["substantially"], at + 1)
        yield "quote: a word left out", joined(at, [], at + 1)
        yield "quote: a negation put in", joined(at, ["not"], at)
        yield "quote: cut in a word", " ".join([words[at][1:], *words[at + 1 :]])
    inner = [i for i in inner if i + 1 in inner]
    if len(inner) > 4:
        first = inner[len(inner) // 3]
        yield "quote: an ellipsis", joined(first, ["…"], inner[-2])
        yield "quote: dots for words", joined(first, ["[...]"], first + 2)
        yield "quote: words swapped", joined(first, [words[first + 1], words[first]], first + 2)


def _of_rows(dossier: Dossier, one: Written) -> Iterator[tuple[str, str]]:
    """A row's label with other figures than its own."""
    source = dossier.sources[one.entry.passage.id.version, one.entry.passage.id.page_index]
    if one.row is None:
        return
    label, values = label_of(source, one.row), values_of(source, one.row)
    if len(values) > 1 and values[0][1] != values[1][1]:
        yield "quote: a column skipped", f"{label} {values[1][1]}"
    for other in source.of(one.entry.passage):
        theirs = values_of(source, other) if other.cells and other.id != one.row.id else []
        if theirs and theirs[0][1] != values[0][1]:
            yield "quote: another row's figure", f"{label} {theirs[0][1]}"
            return


# --- figures ----------------------------------------------------------------------------------------------


def altered_figures(dossier: Dossier, one: Written, chance: random.Random) -> Iterator[Case]:
    """The claim's figures changed, its quote as it stands."""
    printed, true = tokens(one.quote), claims_of_columns(dossier, one)
    for mutant in mutants(one.text, f"{chance.random()}", MOST_MUTANTS):
        is_said = mutant.text in true
        if mutant.mutation is Mutation.PERCENT_ADDED:
            is_said = _has_percent_column(dossier, one)
        if one.kind == SCALED and mutant.mutation in _OF_DIGITS:
            is_said = _rounds_another(mutant, one.quote)
        if not is_said and _is_falsified(mutant) and not _is_printed(mutant, one.quote, printed):
            yield Case(f"claim: {mutant.mutation.value}", Wrong.FIGURE, dossier, one.draft(text=mutant.text))
    if one.kind == SCALED:
        for word in ("thousand", "million", "billion", "trillion"):
            if (text := re.sub(r"\b(?:million|billion)\b", word, one.text)) != one.text:
                yield Case("claim: wrong scale word", Wrong.FIGURE, dossier, one.draft(text=text))
    if one.header and one.row is not None:
        yield from _other_column(dossier, one)


def _is_falsified(mutant: Mutant) -> bool:
    """Whether a figure of the claim says something else: a bracketed year does not, a scale word without a number is no
    figure, a footnote's mark set close to a word is none, and a loss that was "paid" may be said without brackets."""
    changed = TextRange(mutant.range.start, mutant.range.start + len(mutant.after))
    touched = [figure for figure in figures(mutant.text) if figure.range.overlaps(changed)]
    if all(figure.glued for figure in touched) or _value(mutant.before) == _value(mutant.after):
        return False
    if mutant.mutation is Mutation.SCALE_CHANGED:
        return any(figure.scale for figure in touched)
    if _NUMBERED.search(mutant.text[: mutant.range.start]) and mutant.mutation in _OF_BRACKETS:
        return False
    if mutant.mutation in (Mutation.BRACKETS_DROPPED, Mutation.SIGN_DROPPED):
        return not _SAYS_LESS.search(mutant.text)
    is_year = _YEAR.fullmatch(mutant.before) is not None
    return not (is_year and mutant.mutation is Mutation.BRACKETS_ADDED)


def _is_printed(mutant: Mutant, quote: str, printed: Sequence[str]) -> bool:
    """Whether the quote happens to print what came of it: another column's figure, or the same less than nothing."""
    if mutant.mutation in (Mutation.SIGN_ADDED, Mutation.BRACKETS_ADDED):
        return any(figure.negative for figure in figures(quote))
    if mutant.mutation in _OF_DIGITS:
        numbers = {figure.digits for figure in figures(quote)}  # "2202" of a year, where 2,202 is printed
        return mutant.after in numbers or set(tokens(mutant.after)) <= set(printed)
    return count(tokens(mutant.after), printed) > 0


def _rounds_another(mutant: Mutant, quote: str) -> bool:
    """Whether another column's figure rounds to what came of it: the claim names no column, so that it is true."""
    said = figures(mutant.text)[-1]
    return any(
        (one.magnitude / 1000).quantize(said.magnitude) == said.magnitude and one.negative == said.negative
        for one in figures(quote)
    )


def _has_percent_column(dossier: Dossier, one: Written) -> bool:
    """Whether a column of the row's table is in percent: its figures need no sign of their own."""
    source = dossier.sources[one.entry.passage.id.version, one.entry.passage.id.page_index]
    return one.row is not None and re.search(r"%|percent", source.headers(one.row), re.IGNORECASE) is not None


def _value(written: str) -> Decimal | str:
    """The number behind digits alone ("10:00" → "10:0.0" changes nothing); any other writing for itself."""
    return Decimal(written) if re.fullmatch(r"\d+(?:\.\d+)?", written) else written


def _other_column(dossier: Dossier, one: Written) -> Iterator[Case]:
    """The value of another period's column under this period's name."""
    assert one.row is not None
    source = dossier.sources[one.entry.passage.id.version, one.entry.passage.id.page_index]
    values = {column: value for column, value, _ in values_of(source, one.row)}
    own = values[one.column] if one.column is not None else ""
    for column, value in values.items():
        header = source.column_headers(one.row, column)
        is_other = set(re.findall(r"\d+", header)) != set(re.findall(r"\d+", one.header))
        if value != own and column != one.column and is_other and re.search(r"\d{4}", header):
            text = one.text.replace(f"was {own}.", f"was {value}.")
            yield Case("claim: another period's column", Wrong.FIGURE, dossier, one.draft(text=text))
