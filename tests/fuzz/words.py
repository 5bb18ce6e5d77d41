"""What is read out of words: figures, quotes, anchors, dates, periods, units, handles, questions, covers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from pipeline.evidence.anchor import AnchorLocated, BlockRange, describe, resolve
from pipeline.evidence.dates import find_days, find_month_days, find_months, parse_date
from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.expression import parse
from pipeline.evidence.figures import figures
from pipeline.evidence.handle import CitationId
from pipeline.evidence.periods import find_lengths, find_quarters, find_weeks, find_years
from pipeline.evidence.quote import Ambiguous, Located, locate
from pipeline.evidence.said_periods import find_periods
from pipeline.evidence.text import TextRange
from pipeline.evidence.units import currency_of, measure_of
from pipeline.evidence.written_handles import without_marks
from pipeline.offered import safe_name
from pipeline.search.asked_form import read_form
from pipeline.search.asked_period import read_period
from pipeline.search.companies import name_tokens, name_words
from pipeline.search.names import mentions, proper_names
from tests.fuzz.mutations import mutated
from tests.fuzz.target import Target

PIECES = tuple(
    piece.encode()
    for piece in (
        "$", "€", "(", ")", "-", "−", "–", ".", ",", "%", " ", "\u00a0", "\u202f", "\u00ad", "\u200b", "\u202e",
        "\u0301", "½", "１２３", "٣", "²", "ﬁ", "ß", "İ", "ǆ", "ﷺ", "한", "한", "中", "😀", "\U000e0041", "\x01", "\n",
        "\t", "million", "thousand", "bps", "[E1]", "[E9]", "(E1, E2b)", "【E1】", "E1", "fiscal 2023", "Q3",
        "February 30, 2023", "00/00/0000", "three months ended", "52 weeks", "1 - 2", "1,2,3,4", "1.2.3", "10-K",
        "+", "*", "/", "^", "sqrt(", "sum(", "a", "1e999", "0" * 400, "9" * 400, "(" * 200, "-" * 200, "1^9^9^9",
        "9**9**9", "FORM 10-K", "Commission File Number", "I.R.S.",
    )
)  # fmt: skip

_SEEDS = (
    "Net sales rose 4.2% to $1,234.5 million in the three months ended June 30, 2023, against $(1,180) million.",
    "(1,318) − 4.2 % of €3 billion, i.e. 0.35 bps; FY2022 Q3 (13 weeks ended October 1, 2022) [E1][E2b].",
    "revenue / (revenue + cost) * 100 - sum(a, b, -3) + sqrt(1 - 0.5)",
    "What was Apple Inc.'s net income in its 10-K for fiscal year 2023 compared with the year before?",
    "FORM 10-Q\nFor the quarterly period ended March 31, 2024\nCommission File Number 001-12345\n"
    "EXAMPLE & SONS, INC.\n(Exact name of registrant as specified in its charter)\nDelaware 12-3456789\n",
    "Umsatzerlöse 1.234,5 Mio. €, davon ½ im Ausland; 売上高は１２３億円。 صافي المبيعات ٣٤٥",
)


def read_words(data: bytes) -> str:
    """Every reader of words reads these; what it finds stands where it says."""
    text = data.decode("utf-8", "replace")
    for reader in _READERS:
        reader(text)
    for read in (lambda: parse(text, ("revenue", "cost", "a", "b")), lambda: CitationId.parse(text[:40])):
        try:
            read()
        except EvidenceError:
            continue
    _require_figures(text)
    _require_quotes(text)
    return "read"


def _require_figures(text: str) -> None:
    for figure in figures(text):
        figure.number_range.of(text)
        _ = figure.value, figure.decimals


def _require_quotes(text: str) -> None:
    """A piece of a text is found in it, where an anchor of it is found again."""
    half = len(text) // 2
    quote, page = text[half // 2 : half // 2 + 60], text[:half] + "\n" + text
    match locate(quote, page):
        case Located(range=span):
            span.of(page)
        case Ambiguous(ranges=spans):
            for span in spans:
                span.of(page)
    if quote.strip():
        blocks = {"b1": text, "b2": text[half:] or "x"}
        place = BlockRange("b1", TextRange(half // 2, half // 2 + len(quote)))
        found = resolve(describe(blocks, place, "h"), blocks, "h")
        if not isinstance(found, AnchorLocated) or found.place != place:
            raise ValueError(f"an anchor of {quote!r} is not found where it was made: {found}")


def _cover(text: str) -> None:
    from pipeline.parse.cover.cover import read_cover

    read_cover([text, text[::-1]])


def _names(text: str) -> None:
    for extension in ("", ".pdf"):
        name = safe_name(text + extension)
        if not name or "/" in name or "\\" in name or "\x00" in name or name in (".", ".."):
            raise ValueError(f"{name!r} is no name of a file")
    mentions(text, text[:30])


_READERS: tuple[Callable[[str], object], ...] = (
    find_days,
    find_month_days,
    find_months,
    parse_date,
    find_periods,
    find_lengths,
    find_weeks,
    find_quarters,
    find_years,
    currency_of,
    read_period,
    read_form,
    proper_names,
    name_tokens,
    name_words,
    lambda text: measure_of(text[:60], text[60:120], (text[120:200],)),
    lambda text: without_marks(text, lambda handle: handle == "E1"),
    _cover,
    _names,
)


def _seeds(_: Path | None) -> list[bytes]:
    return [seed.encode() for seed in _SEEDS]


def _mutated_words(random: Random, seeds: Sequence[bytes]) -> bytes:
    return mutated(random, seeds, PIECES)


TARGETS = (
    Target(
        "words", "figures, quotes, anchors, dates, covers, questions", _seeds, _mutated_words, read_words, ()
    ),
)
