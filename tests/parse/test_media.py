"""What a file's bytes are, and what is said of those that are no filing."""

from __future__ import annotations

import os
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from pipeline.evidence.errors import (
    SourceEmpty,
    SourceError,
    SourceMissing,
    SourceUnreadable,
    UnsupportedSource,
)
from pipeline.parse.media import sniff
from pipeline.parse.source import HTML, PDF, TEXT, decode, unwrap
from tests.fixtures.html import QUARTERLY_REPORT, TEXT_REPORT
from tests.fixtures.sources import load_source


def zipped(name: str) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(name, "x")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (b"%PDF-1.7\n...", PDF),
        (b"\n\n junk before %PDF-1.4\n...", PDF),
        (b"<!DOCTYPE html><html><body>x</body></html>", HTML),
        (QUARTERLY_REPORT.encode(), HTML),
        ("\ufeff<html><body>x</body></html>".encode("utf-16"), HTML),
        (b"<DOCUMENT>\n<TYPE>EX-99.1\n<TEXT>\n<html><body>x</body></html>", HTML),
        (TEXT_REPORT.encode(), TEXT),
        (b"Net sales were 6,381, and 3 < 4.\n", TEXT),
        ("Umsätze in Tausend Euro\n".encode("cp1252"), TEXT),
        (b"MZ Industries Inc. annual report", TEXT),
    ],
)
def test_the_bytes_decide_the_media_type(data: bytes, media_type: str) -> None:
    assert sniff(data, source="x") == media_type


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (zipped("word/document.xml"), "Word"),
        (zipped("xl/workbook.xml"), "Excel"),
        (zipped("a.txt"), "ZIP"),
        (b"\x89PNG\r\n\x1a\n....", "PNG"),
        (b"\xff\xd8\xff\xe0..", "JPEG"),
        (b"\xd0\xcf\x11\xe0....", "Office"),
        (b"{\\rtf1 x}", "Rich Text"),
        (bytes(range(256)) * 20, "binary"),
        (b"../blobs/9f/report.pdf", "link"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n", "LFS"),
    ],
)
def test_what_is_no_filing_is_refused_in_words(data: bytes, word: str) -> None:
    with pytest.raises(UnsupportedSource, match=word) as caught:
        sniff(data, source="report.pdf")
    assert caught.value.source == "report.pdf"
    assert "report.pdf" in caught.value.message


@pytest.mark.parametrize("data", [b"", b"\n \t\n", b"\x00\x00\x00"])
def test_a_file_without_words_is_empty(data: bytes) -> None:
    with pytest.raises(SourceEmpty):
        sniff(data, source="x")


def test_a_missing_file_a_folder_and_a_dead_link_say_so(tmp_path: Path) -> None:
    dead = tmp_path / "dead.pdf"
    dead.symlink_to(tmp_path / "nowhere.pdf")
    for path, error in [
        (tmp_path / "no.pdf", SourceMissing),
        (dead, SourceMissing),
        (tmp_path, SourceUnreadable),
    ]:
        with pytest.raises(error) as caught:
            load_source(path)
        assert str(path) in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_without_permission_says_so(tmp_path: Path) -> None:
    path = tmp_path / "locked.txt"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(SourceUnreadable):
        load_source(path)


def test_a_loaded_source_knows_its_name_bytes_and_type(tmp_path: Path) -> None:
    path = tmp_path / "Report 2031.htm"
    path.write_text(QUARTERLY_REPORT)
    source = load_source(path)
    assert (source.media_type, source.stem, source.name) == (HTML, "Report 2031", str(path))
    assert source.data == path.read_bytes()


@pytest.mark.parametrize(
    "data",
    [
        "<?xml version='1.0' encoding='ASCII'?><p>é\u00a0“x”</p>".encode(),
        '<meta charset="iso-8859-1"><p>é\u00a0“x”</p>'.encode("cp1252"),
        "\ufeff<p>é\u00a0“x”</p>".encode("utf-16"),
        "<p>é\u00a0“x”</p>".encode("utf-16-le"),
        "\ufeff<p>é\u00a0“x”</p>".encode(),
        '<meta charset="utf-8"><p>é\u00a0“x”</p>'.encode("cp1252"),
    ],
)
def test_characters_are_read_whatever_the_file_declares(data: bytes) -> None:
    assert "<p>é\u00a0“x”</p>" in decode(data)


@pytest.mark.parametrize(
    "declared",
    [
        "idna",
        "punycode",
        "unicode_escape",
        "raw_unicode_escape",
        "undefined",
        "utf-7",
        "zlib",
        "base64",
        "rot13",
        "mbcs",
        "x",
    ],
)
def test_a_declared_encoding_that_no_page_is_written_in_is_not_used(declared: str) -> None:
    data = f'<meta charset="{declared}"><p>+ADw-\\x3cxn--</p>'.encode() + "<p>é</p>".encode("cp1252")
    assert "<p>+ADw-\\x3cxn--</p><p>é</p>" in decode(data)


def test_a_submission_gives_its_header_and_its_parts_with_words() -> None:
    submission = unwrap(
        TEXT_REPORT.replace(
            "</SEC-DOCUMENT>",
            "<DOCUMENT>\n<TYPE>GRAPHIC\n<TEXT>\nbegin 644 a.jpg\nM1234\nend\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>",
        )
    )
    assert "CONFORMED SUBMISSION TYPE:\t10-K\n" in submission.header
    assert [part.type for part in submission.parts] == ["10-K"]
    assert "PRIVACY" not in submission.parts[0].text
    assert "\n-------\n" in submission.parts[0].text  # a dash that the mail format escaped


def test_every_real_filing_is_known(shared_data: Path) -> None:
    types = {".pdf": PDF, ".html": HTML, ".txt": TEXT}
    for path in sorted((shared_data / "filings").glob("*.*")):
        if path.suffix in types:
            assert load_source(path).media_type == types[path.suffix]


@pytest.mark.parametrize(
    ("name", "error"), [("not-a-pdf__DA-1p.pdf", UnsupportedSource), ("empty-file__empty.pdf", SourceEmpty)]
)
def test_real_files_that_only_are_called_pdf_are_refused(
    shared_data: Path, name: str, error: type[SourceError]
) -> None:
    with pytest.raises(error, match=name):
        load_source(shared_data / "hard" / name)
