"""Only the application writes handles, links and pages: a model's are taken out of its words, and the words read on."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidHandle
from pipeline.evidence.handle import Handle
from pipeline.evidence.written_handles import LONGEST_WRITTEN, Cleaned, without_marks
from pipeline.evidence.written_marks import WrittenKind, kind_of
from tests.evidence.seen_handles import seen_handles


def is_known(written: str) -> bool:
    """A packet of eight passages."""
    try:
        return Handle.parse(written).number <= 8
    except InvalidHandle:
        return False


def cleaned(text: str) -> Cleaned:
    return without_marks(text, is_known, cited={"E1", "E2"})


@pytest.mark.parametrize(
    ("written", "reads"),
    [
        ("Sales rose to 81,797 [E1].", "Sales rose to 81,797."),
        ("Sales rose (E1), costs fell [E2, E3].", "Sales rose, costs fell."),
        ("Sales rose【E1】 and costs fell ［E2］.", "Sales rose and costs fell."),
        ("Sales rose 5 % [E1] [E2], [E3]; costs fell!", "Sales rose 5 %; costs fell!"),
        ("Sales rose ([E1], [E2]).", "Sales rose."),
        ("Sales rose (sources: E1 and E2).", "Sales rose."),
        ("Sales rose. [E1].", "Sales rose."),
        ("Sales rose E1.", "Sales rose."),
        ("Sales rose E1, E2 and E3", "Sales rose"),
        ("According to E1, net sales rose.", "Net sales rose."),
        ("As shown in [E1], iPhone sales rose.", "iPhone sales rose."),
        ("Sales rose, according to E1, by 5 %.", "Sales rose by 5 %."),
        ("E1: Sales rose.", "Sales rose."),
        ("E1 shows that sales rose.", "The source shows that sales rose."),
        ("E1 and E2 agree.", "The sources agree."),
        ("[E1] shows a rise.", "The source shows a rise."),
        ("[E1] Sales rose.", "Sales rose."),
        ("Sales of E3.", "Sales of […]."),
        ("Sales (2022: 4 %) rose (E3).", "Sales (2022: 4 %) rose."),
    ],
)
def test_a_marker_of_the_packet_goes_uncounted_and_the_sentence_reads_on(written: str, reads: str) -> None:
    assert cleaned(written) == Cleaned(reads, ())


@pytest.mark.parametrize(
    ("written", "reads", "removed"),
    [
        ("Sales rose [E9].", "Sales rose.", ["E9"]),
        ("Sales rose [E1, E9].", "Sales rose.", ["E9"]),
        ("Sales rose [E01] (E1b).", "Sales rose.", ["E01", "E1b"]),
        ("Sales rose [e1].", "Sales rose.", ["e1"]),
        ("Sales rose ［Ｅ１］.", "Sales rose.", ["Ｅ１"]),
        ("Sales rose [E1-E12].", "Sales rose.", ["E1-E12"]),
        ("Sales rose [E1–12].", "Sales rose.", ["E1–12"]),
        ("Sales rose [E 9] {E9} <E9> «E9».", "Sales rose.", ["E 9", "E9", "E9", "E9"]),
        ("Sales rose.E9 [[E9]].", "Sales rose.", ["E9", "E9"]),
        ("Sales rose [see E9].", "Sales rose.", ["E9"]),
        ("Sales rose (see E9 for more).", "Sales rose (for more).", ["E9"]),
        ("E9 shows that sales rose.", "[…] shows that sales rose.", ["E9"]),
        ("Sales in E9 rose.", "Sales in […] rose.", ["E9"]),
        ("Sales rose, as E\u200b9 says.", "Sales rose, as […] says.", ["E\ufffd9"]),
        ("Sales rose, says Е9.", "Sales rose, says.", ["Е9"]),  # a Cyrillic letter
        ("Sales rose, 𝐄𝟗 and E٩ say.", "Sales rose, […] say.", ["𝐄𝟗", "E٩"]),
        (
            "Sales rose[1], fell [^2] and rose【4:0†source】.",
            "Sales rose, fell and rose.",
            ["[1]", "[^2]", "【4:0†source】"],
        ),
        ("See https://evil.example/E9 for sales.", "For sales.", ["https://evil.example/E9"]),
        ("[Sales](https://evil.example) rose.", "Sales rose.", ["[Sales](https://evil.example)"]),
        ("[E9](#e9) rose.", "[…] rose.", ["[E9](#e9)", "E9"]),
        ("On page 41, sales rose (pp. 3-4).", "Sales rose.", ["page 41", "pp. 3-4"]),
        ("Sales rose (E1, p. 41).", "Sales rose.", ["p. 41"]),
        ("Sales rose (PDF page 42 · printed 38).", "Sales rose.", ["PDF page 42 · printed 38"]),
    ],
)
def test_what_is_none_of_the_packets_is_counted_as_written(
    written: str, reads: str, removed: list[str]
) -> None:
    assert cleaned(written) == Cleaned(reads, tuple(removed))


@pytest.mark.parametrize(
    "text",
    [
        "Net sales (10-K, Q3 FY2023) were $81,797 million, a loss of [265] and [12] million.",
        "The S&P 500 rose 5 %; Amazon.com, Inc. filed Exhibit (E-1).",
        "The ratio is 1.5E9; segment data: 5/6 of Class E, E2open and 5 of 3E1.",
        "A home page 2.5 % faster, a 3-page form, note (1) and ISIN US0378331005.",
        "Net  sales\nrose , oddly spaced .",
    ],
)
def test_words_without_a_marker_stay_as_they_are(text: str) -> None:
    assert cleaned(text) == Cleaned(text)


@pytest.mark.parametrize(
    "written", ["E[E1]9", "[E[E9]]", "E[E9]9 and [E(E1)9]", "[[[[[E9]]]]]", "E9E9 E9[E9]E9"]
)
def test_taking_one_marker_out_does_not_make_another(written: str) -> None:
    assert not seen_handles(cleaned(f"Sales {written} rose").text)


def test_nothing_but_markers_leaves_nothing() -> None:
    assert cleaned("[E1]").text == ""
    assert cleaned("(see E9), [E2].") == Cleaned("", ("E9",))
    assert cleaned("E9") == Cleaned("", ("E9",))


def test_a_handle_that_a_filing_prints_itself_is_counted_although_the_packet_has_it() -> None:
    found = without_marks("E5 sales rose 4 %.", is_known, {"E5"}, is_printed=lambda written: written == "E5")
    assert found == Cleaned("[…] sales rose 4 %.", ("E5",))


def test_what_was_written_is_said_in_a_few_printable_characters() -> None:
    (written,) = cleaned(f"Sales rose https://evil.example/\u202e{'x' * 500}.").removed
    assert len(written) == LONGEST_WRITTEN
    assert written.isprintable()


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("E9", WrittenKind.HANDLE),
        ("[1]", WrittenKind.HANDLE),
        ("Ｅ９", WrittenKind.HANDLE),
        ("page 41", WrittenKind.PAGE),
        ("p. 3-4", WrittenKind.PAGE),
        ("E1, p. 41", WrittenKind.HANDLE),
        ("https://a.example/page 4", WrittenKind.LINK),
        ("[Sales](https://a.example)", WrittenKind.LINK),
    ],
)
def test_each_mark_has_its_kind(written: str, kind: WrittenKind) -> None:
    assert kind_of(written) is kind


_HANDLES = ("E1", "E9", "e9", "E01", "Ｅ９", "Е9", "E\u200b9", "E", "1", "9", "b", "page 4", "$", "%")
_MARKS = (*"[]()【】<>{}.:/-–#^_*", " ", ", ", "\n", "\u0301")
_WORDS = ("and ", " see ", " in ", "sales", "81,797", "(265)")
PIECES = st.sampled_from((*_HANDLES, *_MARKS, *_WORDS))


@given(st.lists(PIECES, max_size=14).map("".join))
def test_no_handle_is_left_whatever_stands_around_it(text: str) -> None:
    found = cleaned(text)
    assert not seen_handles(found.text)
    assert cleaned(found.text) == Cleaned(found.text)
    if found.text == text:
        assert not found.removed


@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 2000 + "E9" + "]" * 2000,
        "E[" * 700 + "E1" + "]9" * 700,
        "(" * 4000,
        "see " * 1000,
        "E1, " * 1000,
    ],
)
def test_a_hostile_text_takes_no_longer_than_its_length(hostile: str) -> None:
    started = time.process_time()
    assert not seen_handles(cleaned(hostile).text)
    assert time.process_time() - started < 5
