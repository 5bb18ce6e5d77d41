"""A file's name is a name and nothing else, whatever somebody called the file."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.file_name import MOST_BYTES, cleaned, file_name


def named(stem: str, ending: str = ".pdf", most: int = 120) -> str:
    return file_name(stem, ending, otherwise="filing", most=most)


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("Annual report 2024", "Annual report 2024.pdf"),
        ("../../etc/passwd", "etc passwd.pdf"),
        ("..\\..\\Windows\\win.ini", "Windows win.ini.pdf"),
        ("C:\\report", "C report.pdf"),
        ("", "filing.pdf"),
        (".", "filing.pdf"),
        ("...", "filing.pdf"),
        (" . . ", "filing.pdf"),
        ("\x00\x1f\x7f\x9b", "filing.pdf"),
        ("a\r\nSet-Cookie: b", "a Set-Cookie b.pdf"),
        ("report\u202efdp.exe", "report fdp.exe.pdf"),
        ("\u2066report\u2069", "report.pdf"),
        ("re\u200bport\ufeff", "re port.pdf"),
        ("re\u2028port", "re port.pdf"),
        ("half \ud83d", "half.pdf"),
        ("tag\U000e0041\U000e0042", "tag.pdf"),
        ("U\u0308bersicht", "Übersicht.pdf"),
        ("한글", "한글.pdf"),
        ("有価証券報告書", "有価証券報告書.pdf"),
        ("گزارش\u200cها", "گزارش\u200cها.pdf"),
        ("تقرير سنوي", "تقرير سنوي.pdf"),
        ("con", "_con.pdf"),
        ("NUL", "_NUL.pdf"),
        ("aux.tar", "_aux.tar.pdf"),
        ("COM1", "_COM1.pdf"),
        ("lpt9 .x", "_lpt9 .x.pdf"),
        ("Conoco", "Conoco.pdf"),
        ("-rf", "_-rf.pdf"),
        ("~root", "_~root.pdf"),
        ('10-K "final"? <v2>|*', "10-K final v2.pdf"),
    ],
)
def test_what_is_no_part_of_a_name_is_left_out(stem: str, name: str) -> None:
    assert named(stem) == name


def test_a_long_name_is_cut_by_its_characters_and_by_its_bytes() -> None:
    assert named("x" * 300) == "x" * 116 + ".pdf"
    assert named("年" * 300, most=255) == "年" * 78 + ".pdf"
    assert named("😀" * 300, most=255) == "😀" * 59 + ".pdf"
    assert named("word " * 23 + "w. x") == ("word " * 23 + "w") + ".pdf"


@given(st.text(max_size=400), st.sampled_from(["", ".pdf", ".docx"]), st.sampled_from([" ", "_"]))
def test_every_name_can_be_written_everywhere(stem: str, ending: str, gap: str) -> None:
    name = file_name(stem, ending, otherwise="filing", most=120, gap=gap)
    assert 0 < len(name.encode()) <= MOST_BYTES + 1
    assert len(name) <= 121
    assert name == name.strip()
    assert name.endswith(ending)
    assert not set(name) & set('\0/\\:*?"<>|\r\n')
    assert not [one for one in name if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp")]
    assert name.strip(".")
    assert unicodedata.is_normalized("NFC", name)


@given(st.text(max_size=100))
def test_a_clean_name_stays_as_it_is(stem: str) -> None:
    once = file_name(stem, otherwise="filing", most=120)
    assert file_name(once, otherwise="filing", most=121) == once
    assert cleaned(cleaned(stem, " "), " ") == cleaned(stem, " ")
