"""What a search finds in a page's text, and what it must not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidQuery
from pipeline.evidence.figures import figures
from pipeline.evidence.finding import Finder
from pipeline.evidence.folded import fold
from pipeline.evidence.folded_page import FoldedPage
from pipeline.evidence.quote import Ambiguous, Located, locate

TEXTS = st.text(
    st.sampled_from("aAbßİﬁ½²１5.,% \n-'’()$é\u0301\u0327한\u1100\u1161字\x02\u00ad™🅐"), max_size=30
)


def found(query: str, text: str, **options: bool) -> list[str]:
    return [span.of(text) for span in Finder(query, **options).find(text)]


@given(st.one_of(TEXTS, st.text(max_size=40)))
def test_a_folded_page_is_the_folded_text(text: str) -> None:
    page, folded = FoldedPage.of(text), fold(text)
    assert page.key == folded.key
    assert tuple(page.starts.tolist()) == folded.starts
    assert tuple(page.ends.tolist()) == folded.ends


@pytest.mark.parametrize(
    ("query", "text", "places"),
    [
        ("net sales", "Net Sales, net\nsales and net-sales", ["Net Sales", "net\nsales", "net-sales"]),
        ("sale", "Sales of assets held for sale", ["Sale", "sale"]),
        ("noncurrent", "non-current, non\x02current", ["non-current", "non\x02current"]),
        ("non current", "noncurrent assets", ["noncurrent"]),
        ("ebit", "in the bits of EBITDA", ["EBIT"]),
        ("off", "o\ufb00ice", ["o\ufb00"]),
        ("fit", "\ufb01 t, \ufb01t", ["\ufb01t"]),
        ("aa", "aaaaa", ["aa", "aa"]),
        ("有価証券", "の有価\n証券報告", ["有価\n証券"]),
        ("§", "§ 12 and § 13", ["§", "§"]),
        ("résumé", "RE\u0301SUME\u0301 resume", ["RE\u0301SUME\u0301"]),
    ],
)
def test_words_are_found_by_their_letters(query: str, text: str, places: list[str]) -> None:
    assert found(query, text) == places


@pytest.mark.parametrize(
    ("query", "text", "places"),
    [
        ("797", "81,797 and 1797", ["797", "797"]),
        ("81797", "$ 81,797", ["81,797"]),
        ("81 797", "81,797 and 81 797", ["81,797", "81 797"]),
        ("12", "columns 1 2, 1.2, 1-2, 312", ["12"]),
        ("1.5", "15, 1.5, 21.5, 1,5", ["1.5", "1.5"]),
        (".5", "5, 0.5", ["5"]),
        ("5%", "5, 5.5%, 5 %, (5)%", ["5", "5"]),
        ("$5", "5, $ 5, €5", ["5"]),
        ("(265)", "265, (265), ( 265 )", ["265", "265"]),
        ("-3", "3, \u22123, –3", ["3", "3"]),
        ("12", "½, 12", ["12"]),
        ("1", "½", []),
        ("102", "10², 102", ["102"]),
        ("Q3 2024", "Q3\n2024, Q32024", ["Q3\n2024", "Q32024"]),
    ],
)
def test_figures_keep_their_decimal_point_and_their_signs(query: str, text: str, places: list[str]) -> None:
    assert found(query, text) == places


@pytest.mark.parametrize(
    ("query", "text", "places"),
    [
        ("sale", "Sales of assets held for sale", ["sale"]),
        ("it", "It's its bit, it", ["it"]),
        ("81,797", "81,797 (81,797) 81.797 81797% 181,797 $81,797", ["81,797", "81,797"]),
        ("$81,797", "81,797 or $81,797 or €81,797", ["81,797"]),
        ("8%", "8 and 8% and 8 %", ["8", "8"]),
        ("2024", "FY2024, 2024, 20245", ["2024"]),
        ("Q3", "Q3, Q31", ["Q3"]),
    ],
)
def test_whole_words_hold_figures_strictly(query: str, text: str, places: list[str]) -> None:
    assert found(query, text, whole_words=True) == places


def test_case_is_matched_on_request() -> None:
    text = "Apple apple APPLE ＡＰＰＬＥ"
    assert found("Apple", text, match_case=True) == ["Apple"]
    assert found("APPLE", text, match_case=True) == ["APPLE", "ＡＰＰＬＥ"]
    assert len(found("apple", text)) == 4


@given(st.sampled_from(["a b", "ab", "5%", "1.5", "(5)", "$5", "aé", "5"]), TEXTS)
def test_whole_words_stand_where_a_quote_would(query: str, text: str) -> None:
    location = locate(query, text)
    quoted = location.ranges if isinstance(location, Ambiguous) else ()
    if isinstance(location, Located):
        quoted = (location.range,)
    places = Finder(query, whole_words=True).find(text)
    assert all(any(place.overlaps(one) for one in quoted) for place in places)
    assert all(any(place.overlaps(one) for place in places) for one in quoted)


@given(st.text(min_size=1, max_size=6), TEXTS)
def test_places_are_in_order_apart_and_spell_the_query(query: str, text: str) -> None:
    if not query.strip():
        return
    for options in ({}, {"match_case": True}, {"whole_words": True}):
        places = Finder(query, **options).find(text)
        assert all(one.end <= other.start for one, other in pairwise(places))
        for place in places:
            assert fold(place.of(text)).key == fold(query).key


@given(st.integers(0, 10**7), st.sampled_from(["{:,}", "{}", "({:,})", "{:,}%", "${:,}", "-{}"]))
def test_a_printed_figure_is_found_as_it_is_printed(number: int, printed: str) -> None:
    figure = printed.format(number)
    text = f"before\n{figure}\nafter"
    for whole_words in (False, True):
        assert len(found(figure, text, whole_words=whole_words)) == 1
    assert figures(figure)


def test_blanks_alone_are_nothing_to_look_for() -> None:
    with pytest.raises(InvalidQuery):
        Finder(" \n ")
