"""59 odd real PDFs: each is read rightly, as its pages' ink proves, or refused in words. Prints a table of them."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from pipeline.evidence.document import BlockKind, ParsedDocument
from pipeline.evidence.errors import NoPages, PasswordNeeded, SourceEmpty, SourceError, UnsupportedSource
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.evidence.text import TextRange
from pipeline.parse.labels import edges_of, find_furniture
from pipeline.parse.pdf.layout import rows_of
from pipeline.parse.pdf.opening import open_pdf
from pipeline.parse.pdf.text import read_page
from tests.ink import InkPage, QuoteInk
from tests.parse.pdf_pages import parsed

LONG = 24
"""A file of more pages is cut down to those that its case names: the rest repeat them."""

MOST_INKED = 4
"""Pages of a file whose ink is looked at: its first and last and some between."""

QUOTED_BLOCKS = 5
"""Blocks of a page that are cited, each as a whole and one word of it."""

UNCOVERED = 0.005
"""Share of a page's text ink that may lie outside all boxes: tips of italics and of swashes."""

PRINTED, PDF = LabelSource.PRINTED, LabelSource.PDF


@dataclass(frozen=True)
class Case:
    """What is known of a file from its manifest or by looking at it.

    `says`: words that stand on a 0-based page, spaces collapsed; `never`: words that nobody sees on any. `cut`: pages
    of a long file. `blank`: pages that are pictures. `refused`: the error, and words of its message.
    """

    says: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    never: tuple[str, ...] = ()
    cut: tuple[int, ...] = ()
    blank: tuple[int, ...] = ()
    labels: Mapping[int, PageLabel] = field(default_factory=dict)
    refused: tuple[type[SourceError], str] | None = None
    squares: bool = False
    """Its fonts are not in the file: squares of the reader's font are its ink, and they are wider than their boxes."""


def _labels(*texts: str, source: LabelSource) -> dict[int, PageLabel]:
    return {index: PageLabel(text, source) for index, text in enumerate(texts)}


_CELLS = tuple(f"cell[{row}][{column}]" for row in range(8) for column in range(5))
_BOXES = ("page is cropped at crop", "orange at trim [30 60 522 672]")

CASES: dict[str, Case] = {
    "rotate90__nics-background-checks-2015-11-rotated.pdf": Case(
        {0: ("NICS Firearm Background Checks", "Alabama")}
    ),
    "rotate0-twin__nics-background-checks-2015-11.pdf": Case(
        {0: ("NICS Firearm Background Checks", "Alabama")}
    ),
    "rotate90__senate-expenditures.pdf": Case({0: ("DATE", "PAYEE NAME")}),
    "rotate270__issue5747.pdf": Case({0: ("Lorem ipsum dolor sit amet",)}),
    "rotate-all__test-2812.pdf": Case(dict.fromkeys(range(4), _CELLS)),
    "rotate+crop__boxes.pdf": Case(dict.fromkeys(range(8), _BOXES)),
    "rotate+crop__issue-1054-example.pdf": Case(
        {0: ("Seite 1092", "Bundesministerium des Innern", "GMBl 2008")}
    ),
    "cropbox__PDFBOX-3110-poems-beads-cropbox.pdf": Case(
        {0: ("Wer reitet so spät durch Nacht und Wind?",), 1: ("Dix sols",)}
    ),
    "cropbox__cropbox_versus_mediabox_01.pdf": Case({0: ("エアコンに運転をまかせる", "AI快適自動運転")}),
    "cropbox-filing__VERIZON_2022_10K.pdf": Case(
        {23: ("Consolidated Operating Expenses",), 38: ("Cash Flows Used In Investing Activities",)},
        cut=(0, 23, 38, 60, 123),
    ),
    "mediabox-origin__vertical_header.pdf": Case(
        {
            0: ("PRIMARY ELECTION, AUGUST 7, 2018", "Alcona 963 439 55 26 47"),
            4: ("Road Millage Renewal 337 84",),
        },
        labels=_labels("1", "2", "3", "4", source=PRINTED),
    ),
    "pagelabels__TIKA-1552-0.pdf": Case(cut=(0, 4, 6, 100, 243)),
    "pagelabels__failure-after-repair.pdf": Case(cut=(0, 1, 2, 40, 75)),
    "pagelabels__pagelabels.pdf": Case(
        labels={**_labels("iii", "iv", "1", "2", source=PRINTED), 4: PageLabel("1", PDF)}
    ),
    "pagelabels-dup__issue-912.pdf": Case(
        {0: ("XYZ Pvt Ltd", "BILL NO.133, 132, 139"), 1: ("ABC LTD",)}, labels=_labels("1", "1", source=PDF)
    ),
    "pagelabels-bad__bad-PageLabels.pdf": Case(
        {0: ("PDF document with bad Page Labels.",)}, labels=_labels("X3", source=PDF)
    ),
    "userunit__bug1947248_text.pdf": Case({0: ("Hello PDF.js World",)}),
    "two-column__multi-column-2p.pdf": Case(),
    "two-column+labels__2023.eacl-main.121.pdf": Case(
        labels=_labels(*map(str, range(1650, 1670)), source=PRINTED)
    ),
    "enc-owner__copy-protected.pdf": Case({0: ("LayoutParser: A Unified Toolkit", "Allen Institute for AI")}),
    "enc-owner-filing__lyft_2021.pdf": Case({0: ("FORM 10-K", "Lyft, Inc.")}, cut=(0, 60, 119, 237)),
    "enc-user__password-example.pdf": Case(refused=(PasswordNeeded, "opens only with a password")),
    "enc-user__password.pdf": Case(refused=(PasswordNeeded, "opens only with a password")),
    "enc-user-aes256r6__aes-256-r6.pdf": Case(refused=(PasswordNeeded, "opens only with a password")),
    "enc-user-nonascii__issue6010_2.pdf": Case(refused=(PasswordNeeded, "opens only with a password")),
    "enc-nohandler__AESkeylength256.pdf": Case(
        refused=(UnsupportedSource, "encrypted for certain recipients")
    ),
    "damaged-xref__zen_of_python_corrupted.pdf": Case({0: ("Beautiful is better than ugly.",)}),
    "damaged-xref__invalid-pdf-structure-pdfminer-one-page.pdf": Case(
        {0: ("Federal agencies and our nation’s critical infrastructure",)},
        never=("U.S. GOVERNMENT ACCOUNTABILITY",),
    ),
    "empty-file__empty.pdf": Case(refused=(SourceEmpty, "is empty")),
    "not-a-pdf__DA-1p.pdf": Case(refused=(UnsupportedSource, "is not a PDF")),
    "zero-pages__empty.pdf": Case(refused=(NoPages, "without a page")),
    "huge-page__poppler-85140-0.pdf": Case(blank=(0,)),
    "tiny-crop__issue16316.pdf": Case({0: ("Experimentation",)}),
    "scan-table__single_table.pdf": Case(blank=(0,)),
    "scan-rotated__nemotron_multipage.pdf": Case(blank=(0, 1, 2, 3)),
    "scan-with-ocr-layer__pdf-with-ocr-text.pdf": Case(
        {0: ("to keep you posted on the progress of the Foundation",)}
    ),
    "invisible-text__invisible_text_layer.pdf": Case(
        {0: ("Visible heading line",)}, never=("Invisible OCR",)
    ),
    "scan-mixed__sample_with_rotation_mismatch.pdf": Case(blank=(0,)),
    "rtl__right_to_left_01.pdf": Case({0: ("تحسين الإنتاجية وحل المشكلات من خلال البرمجة بلغة R و Python",)}),
    "rtl-table__mednine.pdf": Case({0: ("قائمة من أجل تحقيق سلطة الشعب",), 3: ("قائمة حزب البناء الوطني",)}),
    "rtl__habibi.pdf": Case({0: ("حَبيبي", "habibi")}),
    "cjk-no-cmap__jo.pdf": Case(
        {0: ("わたくしといふ現象は", "すべてこれらの命題は", "大正十三年一月廿日")}, squares=True
    ),
    "cjk-no-cmap__table.pdf": Case({0: ("【符号の説明】", "接合層", "パワー半導体チップ")}, squares=True),
    "cjk-no-cmap__issue2128r.pdf": Case({0: ("浅谈校长的魅力", "山西省闻喜县诚镇初中 李新录")}, squares=True),
    "cjk-other__issue-598-cmap-other-fonts.pdf": Case({0: ("DIAGNOSTIC TOOLS AND SOFTWARE", "03-7FA81.03")}),
    "cjk-no-cmap__XiaoBiaoSong.pdf": Case({0: ("关于红军作战的原则", "一九三七年八月一日")}, squares=True),
    "cjk__issue-67-example.pdf": Case(
        {0: ("东北电气发展股份有限公司",), 21: ("六、期末现金及现金等价物余额 23,182.19 888,476.92",)},
        labels=_labels(*map(str, range(1, 23)), source=PRINTED),
    ),
    "cjk-table__korean-text-with-tables.pdf": Case({0: ("서비스 제공 기준", "11번가")}),
    "ligatures__copy_paste_ligatures.pdf": Case({0: ("abcdeffffiflffiffl",)}),
    "hyphenation__layout-parser-paper-fast.pdf": Case(),
    "table-across-pages__WARN-Report-for-7-1-2015-to-03-25-2016.pdf": Case(
        {0: ("Notice Date Effective Received Company",), 15: ("Total 632 53,454 295",)}
    ),
    "repeat-sentence__BOEING_2022_10K.pdf": Case(cut=(0, 90, 120, 189)),
    "repeat-sentence__AMAZON_2017_10K.pdf": Case(cut=(0, 45, 60, 84)),
    "500plus-filing__PEPSICO_2021_10K.pdf": Case(cut=(0, 61, 300, 548)),
    "dup-chars__issue-71-duplicate-chars.pdf": Case(
        {0: ("项目描述：负责四川省甘孜州丹巴磨子电站",), 1: ("3com",)}
    ),
    "dup-page__fake-memo-with-duplicate-page.pdf": Case(
        dict.fromkeys(range(2), ("There were 20,000 bottles of water",))
    ),
    "neg-coords__negative-coords.pdf": Case(
        {0: ("2022 Environmental Progress Report 104",)}, never=("Comprehensive Carbon Footprint",)
    ),
    "vertical-text__issue-449-vertical.pdf": Case({0: ("Test", "Vertical", "Layout")}),
    "no-tounicode__TrueType_without_cmap.pdf": Case(),
}

REPEATED = {
    "repeat-sentence__BOEING_2022_10K.pdf": (
        90,
        "Risk remains that we may record additional losses in future periods.",
    ),
    "repeat-sentence__AMAZON_2017_10K.pdf": (
        60,
        "We dispute the allegations of wrongdoing and intend to defend ourselves vigorously in this matter.",
    ),
}


@dataclass(frozen=True)
class Row:
    """A file in the table: what it became, and whether that is right."""

    name: str
    oddity: str
    became: str
    wrong: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        return "WRONG" if self.wrong else "right"


@pytest.fixture(scope="module")
def hard(shared_data: Path) -> Path:
    return shared_data / "hard"


@pytest.fixture(scope="module")
def manifest(hard: Path) -> dict[str, dict[str, str]]:
    with (hard / "MANIFEST.tsv").open(encoding="utf-8") as lines:
        return {row["file"]: row for row in csv.DictReader(lines, delimiter="\t")}


@pytest.fixture(scope="module")
def table() -> list[Row]:
    return []


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.refused])
def test_a_file_that_cannot_be_read_ends_in_its_own_error(
    name: str, hard: Path, manifest: Mapping[str, Mapping[str, str]], table: list[Row]
) -> None:
    refused = CASES[name].refused
    assert refused is not None
    error, words = refused
    with pytest.raises(error, match=words) as raised:
        parsed((hard / name).read_bytes(), name)
    assert name in str(raised.value)
    table.append(Row(name, manifest[name]["kind"], f"{type(raised.value).__name__}: {raised.value}"))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case.refused])
def test_an_odd_file_is_read_as_its_ink_says(
    name: str, hard: Path, manifest: Mapping[str, Mapping[str, str]], table: list[Row]
) -> None:
    data, case = (hard / name).read_bytes(), CASES[name]
    document = open_pdf(data, source=name)
    try:
        assert len(document) == int(manifest[name]["pages"])
        pages = case.cut or tuple(range(len(document)))
        part = parsed(_cut(document, case.cut) if case.cut else data, name)
        checked = _Checked(document, part, pages, case)
        wrong = (*checked.facts(), *checked.ink())
        table.append(Row(name, manifest[name]["kind"], checked.summary(len(document)), wrong))
        assert not wrong
    finally:
        document.close()


def test_the_table_holds_every_file_and_every_one_is_right_or_refused(
    manifest: Mapping[str, object], table: Sequence[Row], capsys: pytest.CaptureFixture[str]
) -> None:
    if len(table) < len(CASES):
        pytest.skip("some files were not looked at in this run")
    assert set(CASES) == set(manifest)
    with capsys.disabled():
        print()
        for row in sorted(table, key=lambda row: row.oddity):
            print(f"{row.verdict:6}{row.oddity:20.20}{row.name.partition('__')[2]:44.44}{row.became}")
        print(f"{sum(not row.wrong for row in table)} of {len(table)} right or clearly refused")
    assert not [row for row in table if row.wrong]


def test_a_page_and_its_rotated_twin_read_alike(hard: Path) -> None:
    twins = [parsed((hard / name).read_bytes(), name).pages[0] for name in list(CASES)[:2]]
    assert len({page.text for page in twins}) == 1
    turned, upright = (page.glyphs.boxes for page in twins if page.glyphs)
    assert twins[1].geometry is not None
    left, top, right, bottom = upright.T
    height = twins[1].geometry.height
    expected = np.stack((height - bottom, left, height - top, right), axis=1)
    np.testing.assert_allclose(turned, expected, atol=0.05)


def _cut(document: pypdfium2.PdfDocument, pages: Sequence[int]) -> bytes:
    part = pypdfium2.PdfDocument.new()
    part.import_pages(document, list(pages))
    buffer = io.BytesIO()
    part.save(buffer)
    part.close()
    return buffer.getvalue()


class _Checked:
    """A file beside what was read of it. `pages`: the file's page of each page that was read."""

    def __init__(
        self, document: pypdfium2.PdfDocument, part: ParsedDocument, pages: Sequence[int], case: Case
    ) -> None:
        self._document = document
        self._part = part
        self._pages = pages
        self._case = case
        self._quotes: list[QuoteInk] = []
        self._covered = 1.0

    def summary(self, page_count: int) -> str:
        blocks = len(self._part.blocks)
        looked = f", {len(self._pages)} of them looked at" if len(self._pages) < page_count else ""
        start = f"{page_count} page{'s' * (page_count > 1)}{looked}, {blocks} blocks"
        if not blocks:
            return f"{start}: no text on any page"
        return f"{start}; {self._covered:.1%} of the ink in boxes, {len(self._quotes)} quotes on theirs"

    def facts(self) -> Iterator[str]:
        for index, page in zip(self._pages, self._part.pages, strict=True):
            text = " ".join(page.text.split())
            yield from (
                f"page {index} does not say {w!r}" for w in self._case.says.get(index, ()) if w not in text
            )
            yield from (f"page {index} says {words!r}" for words in self._case.never if words in text)
            expected = self._case.labels.get(index)
            if expected and page.label != expected:
                yield f"page {index} is labelled {page.label}, not {expected}"
            if (not page.text) != (index in self._case.blank):
                yield f"page {index} has {len(page.text)} characters"
            assert page.geometry is not None
            size = self._document[index].get_size()
            if not np.allclose((page.geometry.width, page.geometry.height), size, rtol=1e-5):
                yield f"page {index} measures {page.geometry}, and is drawn as {size}"

    def ink(self) -> Iterator[str]:
        random_ = random.Random(7)
        inked = [n for n, page in enumerate(self._part.pages) if page.text]
        last, count = len(inked) - 1, min(MOST_INKED, len(inked))
        for number in [inked[round(step * last / max(count - 1, 1))] for step in range(count)]:
            ink = InkPage(self._document, self._pages[number])
            try:
                yield from self._page_ink(ink, number, random_)
            finally:
                ink.close()

    def _page_ink(self, ink: InkPage, number: int, random_: random.Random) -> Iterator[str]:
        page = self._part.pages[number]
        assert page.glyphs is not None
        uncovered = ink.uncovered(page.glyphs.boxes[~np.isnan(page.glyphs.boxes[:, 0])])
        if not self._case.squares:
            self._covered = min(self._covered, 1 - uncovered)
            if uncovered > UNCOVERED:
                yield f"page {page.index}: {uncovered:.1%} of the text's ink lies in no box"
        if missing := ink.missing(page):
            yield f"page {page.index}: characters too few or too many: {dict(missing)}"
        blocks = [block for block in self._part.blocks if block.page_index == number]
        for block in random_.sample(blocks, min(QUOTED_BLOCKS, len(blocks))):
            for span in (block.range, _word(block.range, page.text, random_)):
                quote = ink.quote(page, span)
                self._quotes.append(quote)
                if not quote.is_right:
                    yield f"page {page.index}: {quote}"


def _word(span: TextRange, text: str, random_: random.Random) -> TextRange:
    """One of the words of a range."""
    words = span.of(text).split()
    chosen = random_.randrange(len(words))
    start = span.start
    for word in words[: chosen + 1]:
        start = text.index(word, start) + len(word)
    return TextRange(start - len(words[chosen]), start)


@pytest.mark.parametrize("name", REPEATED)
def test_a_sentence_that_stands_three_times_on_its_page_is_read_three_times(hard: Path, name: str) -> None:
    index, sentence = REPEATED[name]
    document = open_pdf((hard / name).read_bytes(), source=name)
    part = parsed(_cut(document, [index]), name)
    document.close()
    assert " ".join(part.pages[0].text.split()).count(sentence) == 3
    assert all(
        block.kind is not BlockKind.OTHER
        for block in part.blocks
        if sentence in block.range.of(part.pages[0].text)
    )


@pytest.mark.parametrize(
    ("name", "printed"),
    [("pagelabels__failure-after-repair.pdf", 63), ("two-column+labels__2023.eacl-main.121.pdf", 20)],
)
def test_printed_labels_agree_with_the_files_own_where_those_are_right(
    hard: Path, name: str, printed: int
) -> None:
    document = open_pdf((hard / name).read_bytes(), source=name)
    try:
        pages = [read_page(document, index) for index in range(len(document))]
        found = find_furniture([edges_of(rows_of(page.words.get(0, []))) for page in pages])
        own = [document.get_page_label(index) for index in range(len(document))]
    finally:
        document.close()
    both = [(page.label, label) for page, label in zip(found, own, strict=True) if page.label]
    assert len(both) >= printed
    assert all(label == other for label, other in both)
