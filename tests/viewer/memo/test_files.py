"""Every kind of file: made of the same answer, the same each time, under a name that any system takes."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.answer import Answer
from tests.viewer.memo.conftest import ADDRESS, Resolve
from viewer.memo.files import FILES, MemoFile


def unpacked(made: bytes) -> str:
    """All text of a file, of every part of a package."""
    if not made.startswith(b"PK"):
        return made.decode()
    with zipfile.ZipFile(io.BytesIO(made)) as package:
        return "".join(package.read(name).decode("utf-8", "replace") for name in package.namelist())


@pytest.mark.parametrize("file", FILES, ids=[file.extension for file in FILES])
def test_the_same_answer_makes_the_same_bytes(answer: Answer, resolve: Resolve, file: MemoFile) -> None:
    resolved = resolve(answer)
    assert file.make(resolved, ADDRESS) == file.make(resolved, ADDRESS)


@pytest.mark.parametrize("file", FILES, ids=[file.extension for file in FILES])
def test_no_file_tells_the_words_of_a_withheld_claim(
    answer: Answer, resolve: Resolve, file: MemoFile
) -> None:
    assert "The other company sold" in answer.claims[-1].text
    text = unpacked(file.make(resolve(answer), ADDRESS))
    assert "Services made up 29.5% of net sales." in text
    assert "The other company sold" not in text


def test_the_json_can_be_read_again(answer: Answer, resolve: Resolve) -> None:
    made = FILES[-1].make(resolve(answer), None)
    assert json.loads(made)["question"] == answer.question


def test_a_file_is_called_after_its_question() -> None:
    assert FILES[0].name("What were net sales?") == "What were net sales.docx"
    assert FILES[0].name("../../etc/passwd") == "etc passwd.docx"
    assert FILES[0].name("…?") == "….docx"
    assert FILES[0].name("???") == "answer.docx"


@given(st.text())
def test_no_question_makes_an_unsafe_name(question: str) -> None:
    name = FILES[1].name(question)
    assert not set(name) & set('/\\:*?"<>|\n\r\0')
    assert not name.startswith(".")
    assert name.endswith(".xlsx")
    assert len(name) <= 90
