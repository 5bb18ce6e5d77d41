"""The files that an answer can be taken away as."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pipeline.evidence.file_name import cleaned, file_name
from viewer.citations import ResolvedAnswer
from viewer.exports import one_line
from viewer.memo.composing import memo_of
from viewer.memo.markdown import markdown
from viewer.memo.word import word_document
from viewer.memo.workbook import workbook
from viewer.resolver import exported_json

MOST_NAME: Final = 80
"""Characters of a file's name, before its extension."""


@dataclass(frozen=True, slots=True)
class MemoFile:
    """One kind of file. `make` is given a resolved answer and the address of the app, for the links back."""

    words: str
    extension: str
    media_type: str
    make: Callable[[ResolvedAnswer, str | None], bytes]

    def name(self, question: str) -> str:
        return name_of(question, self.extension)


def name_of(question: str, extension: str) -> str:
    """A file name from a question, whatever was asked: "What were net sales.docx"."""
    safe = cleaned(one_line(question), " ")
    if len(safe) > MOST_NAME:
        kept = safe[:MOST_NAME]
        safe = kept.rpartition(" ")[0].strip(" .") or kept
    return file_name(safe, f".{extension}", otherwise="answer", most=MOST_NAME + len(extension) + 1)


def _word(resolved: ResolvedAnswer, address: str | None) -> bytes:
    return word_document(memo_of(resolved, address))


def _workbook(resolved: ResolvedAnswer, address: str | None) -> bytes:
    return workbook(memo_of(resolved, address))


def _markdown(resolved: ResolvedAnswer, address: str | None) -> bytes:
    return markdown(memo_of(resolved, address)).encode()


def _json(resolved: ResolvedAnswer, address: str | None) -> bytes:
    return f"{json.dumps(exported_json(resolved), ensure_ascii=False, indent=2)}\n".encode()


_OFFICE: Final = "application/vnd.openxmlformats-officedocument"
FILES: Final = (
    MemoFile("Word document, with footnotes", "docx", f"{_OFFICE}.wordprocessingml.document", _word),
    MemoFile("Workbook, with a sources sheet", "xlsx", f"{_OFFICE}.spreadsheetml.sheet", _workbook),
    MemoFile("Markdown", "md", "text/markdown; charset=utf-8", _markdown),
    MemoFile("JSON", "json", "application/json", _json),
)
"""In the order in which they are offered."""
