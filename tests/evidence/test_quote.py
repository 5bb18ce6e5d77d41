from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.evidence import quote
from pipeline.evidence.errors import InvalidAnswer, InvalidRange
from pipeline.evidence.folded import CACHED_CHARACTERS
from pipeline.evidence.quote import Ambiguous, Located, Missing, MissingReason, fold, locate, with_marks
from pipeline.evidence.text import TextRange

ROW = "Total net sales $ 81,797 $ 82,959 (1)%"

FILING = st.text("aBeé e\u0301ﬁß1207.,()-—–$% \n\xa0\xad\u2019'İ²½年", max_size=60)
"""Characters that make trouble in filings."""


def spans(quote: str, text: str, within: TextRange | None = None) -> tuple[TextRange, ...]:
    match locate(quote, text, within):
        case Located(span):
            return (span,)
        case Ambiguous(ranges):
            return ranges
        case _:
            return ()


def located(quote: str, text: str, within: TextRange | None = None) -> str:
    """The words at the only place of a quote."""
    location = locate(quote, text, within)
    assert isinstance(location, Located), location
    return location.range.of(text)


def missing(quote: str, text: str, within: TextRange | None = None) -> MissingReason:
    location = locate(quote, text, within)
    assert isinstance(location, Missing), location
    return location.reason


# --- folding --------------------------------------------------------------------------------------------


@given(st.text(max_size=60))
def test_folding_a_key_again_gives_the_same_key(text: str) -> None:
    key = fold(text).key
    assert fold(key).key == key


def test_every_letter_and_compatibility_form_folds_to_a_key_that_folds_to_itself() -> None:
    changed = [
        code
        for code in (
            *range(0x3400),
            *range(0xF900, 0x10000),
            *range(0x1D400, 0x1D800),
            *range(0x1F100, 0x1F200),
        )
        if (key := fold(chr(code)).key) and fold(key).key != key
    ]
    assert changed == []


@given(FILING)
def test_each_key_character_comes_from_its_own_characters_in_order(text: str) -> None:
    folded = fold(text)
    assert len(folded.key) == len(folded.starts) == len(folded.ends)
    assert list(folded.starts) == sorted(folded.starts)
    for character, start, end in zip(folded.key, folded.starts, folded.ends, strict=True):
        assert 0 <= start < end <= len(text)
        assert character in fold(text[start:end]).key


@given(st.text(max_size=60))
def test_a_decomposed_text_has_the_key_of_the_composed_one(text: str) -> None:
    latin = "".join(character for character in text if character < "\u0250")
    assert fold(unicodedata.normalize("NFD", latin)).key == fold(latin).key


def test_ascii_and_other_texts_fold_alike() -> None:
    assert fold("Net (Sales), 1.5").key == "netsales15" == fold("Net (Sales), 1.5…").key
    assert fold("Net (Sales), 1.5").starts == fold("Net (Sales), 1.5…").starts


def test_a_long_text_folds_as_a_short_one() -> None:
    text = "Net sales é " * CACHED_CHARACTERS
    assert fold(text).key == fold("Net sales é ").key * CACHED_CHARACTERS


# --- words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quote", "text", "words"),
    [
        ("office", "the oﬃce of", "oﬃce"),
        ("the oﬃce", "the office of", "the office"),
        ("revenue", "the reve\xadnue of", "reve\xadnue"),
        ("revenue", "the reve\x02nue of", "reve\x02nue"),
        ("revenue", "the reve\ufffenue of", "reve\ufffenue"),
        ("revenue", "the reve\u200bnue of", "reve\u200bnue"),
        ("net sales", "our net\xa0sales were", "net\xa0sales"),
        ("net sales", "our net\nsales were", "net\nsales"),
        ("net  sales", "our net sales were", "net sales"),
        ("company's", "the company’s sales", "company’s"),
        ("“net sales”", 'our "net sales" were', "net sales"),
        ("year-over-year", "a year–over–year gain", "year–over–year"),
        ("NET SALES", "our net sales were", "net sales"),
        ("straße", "die STRASSE nach", "STRASSE"),
        ("café", "the cafe\u0301 was", "cafe\u0301"),
        ("cafe\u0301", "the café was", "café"),
        ("Apple Watch Series", "the Apple Watch™ Series", "Apple Watch™ Series"),
        ("Apple Watch", "the Apple Watch™ x", "Apple Watch"),
        ("Net income", "Net income1 265", "Net income"),
        ("Includes foreign", "1Includes foreign currency", "Includes foreign"),
        ("年度", "的年度报告。", "年度"),
        ("2023", "于2023年", "2023"),
        ("81,797", "sales 81,797² in", "81,797"),
        ("8,198", "Thereafter8,198", "8,198"),
        ("Thereafter", "Thereafter8,198", "Thereafter"),
    ],
)
def test_a_quote_is_found_however_its_letters_are_set(quote: str, text: str, words: str) -> None:
    assert located(quote, text) == words


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("sale", "net sales"),
        ("ales", "net sales"),
        ("off", "the oﬃce"),
        ("company", "the company’s"),
        ("reve", "reve\xadnue"),
        ("reve", "reve\x02nue"),
        ("81", "81,797"),
        ("797", "81,797"),
        ("1,797", "81,797"),
        ("5", "1.5"),
        ("1", "1.5"),
        ("81", "81’797"),
        ("81", "81\u202f797"),
        ("5", "4½5"),
        ("4", "4½"),
        ("3", "in Q3 of"),
        ("10", "the 10K of"),
        ("81.8", "was $81.8B"),
        ("2023", "FY2023"),
    ],
)
def test_a_piece_of_a_word_or_number_is_no_quote(quote: str, text: str) -> None:
    assert missing(quote, text) is MissingReason.CUTS_A_WORD


@pytest.mark.parametrize("quote", ["", " ", "—", "$ ( ) %", "…"])
def test_a_quote_without_letters_or_digits_says_so(quote: str) -> None:
    assert missing(quote, "net sales — $ 5") is MissingReason.EMPTY


def test_other_words_are_not_found() -> None:
    assert missing("gross margin", ROW) is MissingReason.NOT_FOUND
    assert missing("gross margin", "") is MissingReason.NOT_FOUND


# --- figures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("265", "(265)"),
        ("(265)", "265"),
        ("265", "$ ( 265 )"),
        ("265", "-265"),
        ("-265", "265"),
        ("1.5", "15"),
        ("15", "1.5"),
        ("12,34", "1,234"),
        ("5", "x .5"),
        ("8", "8%"),
        ("8", "8 %"),
        ("8%", "8"),
        ("8", "8 percent"),
        ("(1)", "(1)%"),
        ("1,234.5", "1,234.5 million"),
        ("$ 1.5", "$1.5 billion"),
        ("-2023", "2022-2023"),
        ("net loss of $5", "a net loss of $5 million was"),
        ("$5", "€5"),
        ("８１", "-８１"),
        ("１.５", "１５"),
        ("٨١", "٨٫١"),
        ("½", "-½"),
        ("net sales of 1.5", "net sales of 15"),
        ("sales 265 and 10", "sales (265) and 10"),
        ("12", "½"),
        ("81,7972", "81,797²"),
    ],
)
def test_another_sign_bracket_point_percent_or_scale_is_missing_with_its_place(quote: str, text: str) -> None:
    location = locate(quote, text)
    assert isinstance(location, Missing)
    assert location.reason is MissingReason.FIGURE_DIFFERS
    assert [fold(span.of(text)).key for span in location.nearest] == [fold(quote).key]


@pytest.mark.parametrize(
    ("quote", "text", "words"),
    [
        ("265", "265 (10)", "265"),
        ("(10)", "265 (10)", "(10)"),
        ("265", "(10) 265", "265"),
        ("10", "10 $ 265", "10"),
        ("8", "5 % 8", "8"),
        ("5", "Other — 5", "5"),
        ("5", "Other - 5", "5"),
        ("1,367", "$ — $ 1,367", "1,367"),
        ("2023", "2022-2023", "2023"),
        ("2022", "2022-2023", "2022"),
        ("7%", "5 – 7%", "7%"),
        ("2023", "July 1, 2023\nMillions, except per share", "2023"),
        ("5", "Sales 5\n% change", "5"),
        ("5", "(\n5 units", "5"),
        ("$5 million", "about $5\nmillion in", "5\nmillion"),
        ("(265)", "loss ( 265 ) x", "( 265 )"),
        ("81797", "sales 81,797 x", "81,797"),
        ("Net income", "Net income (265)", "Net income"),
        ("total", "(265) total (10)", "total"),
        ("in 2022", "(in 2022)", "in 2022"),
        ("Total net sales 81,797 82,959 (1)%", ROW, ROW),
    ],
)
def test_a_figure_takes_nothing_from_its_neighbours(quote: str, text: str, words: str) -> None:
    assert located(quote, text) == words


@pytest.mark.parametrize(
    ("quote", "words"), [("$ 81,797", "81,797"), ("$ (265)", "(265)"), ("($0.15)", "($0.15)"), ("$5", "5")]
)
def test_a_range_does_not_begin_with_a_currency_sign(quote: str, words: str) -> None:
    assert located(quote, f"Loss {quote} in all") == words


@pytest.mark.parametrize("quote", ["(1)%", "Total net sales $ 81,797", "82,959 (1)%"])
def test_a_range_holds_the_quotes_own_marks(quote: str) -> None:
    assert located(quote, ROW) == quote


def test_marks_that_stand_elsewhere_are_not_taken() -> None:
    assert located("net sales).", ROW) == "net sales"
    assert located("(net sales", ROW) == "net sales"


# --- places -------------------------------------------------------------------------------------------------


def test_a_repeated_figure_is_ambiguous_with_all_its_places() -> None:
    text = "Products 81,797 x\nServices 5\nTotal 81,797"
    location = locate("81,797", text)
    assert isinstance(location, Ambiguous)
    assert [span.start for span in location.ranges] == [9, 35]


def test_a_place_with_another_sign_is_no_candidate() -> None:
    assert located("265", "a (265) b -265 c 265 d 265%") == "265"


def test_within_leaves_one_of_several_places() -> None:
    text = "Products 81,797 x\nTotal 81,797"
    second = TextRange(18, len(text))
    assert locate("81,797", text, second) == Located(TextRange(24, 30))
    assert missing("Products", text, second) is MissingReason.NOT_FOUND


def test_within_a_cell_the_marks_of_other_cells_do_not_count() -> None:
    text = "2023 % Change"
    assert missing("2023", text) is MissingReason.FIGURE_DIFFERS
    assert located("2023", text, TextRange(0, 4)) == "2023"


def test_a_place_that_crosses_the_edge_of_within_does_not_count() -> None:
    assert missing("net sales", "Total net sales", TextRange(0, 9)) is MissingReason.NOT_FOUND


def test_within_does_not_make_a_part_of_a_word_whole() -> None:
    assert missing("81", "81,797", TextRange(0, 2)) is MissingReason.CUTS_A_WORD
    assert missing("797", "x" * 100 + " 81,797", TextRange(104, 107)) is MissingReason.CUTS_A_WORD


def test_a_within_that_leaves_the_text_is_refused() -> None:
    with pytest.raises(InvalidRange):
        locate("a", "a b", TextRange(0, 4))


def test_one_place_is_not_ambiguous() -> None:
    with pytest.raises(InvalidAnswer):
        Ambiguous((TextRange(0, 1),))


@given(FILING, FILING, FILING)
def test_what_is_located_really_reads_as_the_quote(quote: str, before: str, after: str) -> None:
    text = before + " " + quote + " " + after
    for span in spans(quote, text):
        assert fold(span.of(text)).key == fold(quote).key


@given(FILING, FILING, FILING)
@example("５", "", "")
def test_located_places_are_in_order_and_distinct(quote: str, before: str, after: str) -> None:
    places = spans(quote, f"{before} {quote} {after} {quote}")
    assert list(places) == sorted(set(places))


TOKENS = (
    "Net sales were (265) $ 81,797 — 8 % 8% in 2022-2023 Q3 10-K company’s oﬃce cafe\u0301 1.27 million of"
)
words = st.sampled_from(TOKENS.split())


@given(st.lists(words, min_size=1, max_size=12), st.data())
def test_any_run_of_whole_words_is_found_where_it_was_taken(tokens: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(tokens) - 1))
    last = data.draw(st.integers(first, len(tokens) - 1))
    text = " ".join(tokens)
    start = sum(len(token) + 1 for token in tokens[:first])
    quote = " ".join(tokens[first : last + 1])
    taken = TextRange(start, start + len(quote))
    if not fold(quote).key:
        assert missing(quote, text) is MissingReason.EMPTY
        return
    found = locate(quote, text)
    if with_marks(text, taken) == taken:
        assert any(taken.contains(place) for place in spans(quote, text))
    elif isinstance(found, Missing):  # a percent or scale word follows the slice
        assert any(taken.contains(place) for place in found.nearest)


@given(FILING, FILING)
def test_the_whole_text_within_itself_is_found(text: str, beside: str) -> None:
    if fold(text).key:
        page = f"{beside}\n{text}\n{beside}"
        span = TextRange(len(beside) + 1, len(beside) + 1 + len(text))
        assert spans(text, page, span), (text, page)


# --- with_marks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "digits", "marked"),
    [
        ("was $ (265) million in", "265", "$ (265) million"),
        ("265 (10)", "265", "265"),
        ("265 (10)", "10", "(10)"),
        ("5 % 8", "8", "8"),
        ("Other — 5", "5", "5"),
        ("(in 2022)", "2022", "2022)"),
        ("2023\nMillions", "2023", "2023"),
        ("net sales", "net", "net"),
    ],
)
def test_marks_are_those_of_the_figure_itself(text: str, digits: str, marked: str) -> None:
    start = text.index(digits)
    assert with_marks(text, TextRange(start, start + len(digits))).of(text) == marked


# --- size ------------------------------------------------------------------------------------------------------

LONG = "Net sales of 5 units e were (265), up 8%, é.\n" * 3_000


@pytest.mark.parametrize("quote", ["e", "5", "(265)", "Net sales", "zzz"])
def test_a_short_quote_in_a_long_text_takes_no_more_than_a_moment(quote: str) -> None:
    begun = time.process_time()
    found = spans(quote, LONG)
    assert len(found) == (0 if quote == "zzz" else 3_000)
    assert time.process_time() - begun < 8


def test_a_part_of_a_long_text_is_located_without_reading_the_whole() -> None:
    line = LONG.index("\n") + 1
    begun = time.process_time()
    for number in range(100):
        assert located("(265)", LONG, TextRange(line * number, line * (number + 1) - 1)) == "(265)"
    assert time.process_time() - begun < 1


def test_a_long_text_is_not_kept_folded() -> None:
    kept = quote._kept_reading.cache_info().currsize
    text = "Net sales were 81,797. " * (CACHED_CHARACTERS // 20)
    assert isinstance(locate("Net sales were 81,797", text), Ambiguous)
    assert quote._kept_reading.cache_info().currsize == kept
