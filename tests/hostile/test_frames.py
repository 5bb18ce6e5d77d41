"""A filing whose HTML means harm, read as any filing and shown as the pane shows it: nothing of it runs, connects or
leads away, and each defence holds without the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import SourceError
from pipeline.parse import veto
from tests.fixtures.html import html_source
from tests.hostile.corpus import CORPUS
from tests.hostile.payload import BEFORE, Payload
from tests.hostile.stage import FENCE, NO_WORD, OPEN_FENCE, Listener, Stage, listening
from tests.parse.html_documents import assert_rendition_says_the_blocks, read, rendered_body, texts

LEAST_PAYLOADS = 150
JOINED = 8
"""Pages into which the renditions are put together where their ids do not matter."""

LONGEST_SLIPPED = 20_000
SLOW = "shape-2"
"""So many elements in each other that a browser lays out for seconds what no sanitiser has flattened."""
VETOED = ["css-13", "css-27"]
"""Payloads of which the first sanitiser leaves nonsense in a style that reads like a function: the second one refuses,
and the source is shown as escaped text."""

_HARMLESS_WORDS = (
    "handler-6 handler-20 load-6 css-30 css-31 mutation-16 mutation-18 mutation-21 encoding-7 encoding-14"
)
HARMLESS = frozenset(_HARMLESS_WORDS.split())
"""Payloads that are words and layout alone where they stand in the middle of a page: attributes of its body and of end
tags, references, what is cut off, and layout that is only ugly."""

_ELEMENTS_WORDS = (
    "a applet area audio base body button canvas details dialog embed form frame frameset head html iframe img"
    " input link map marquee math meta noscript object option script select source style svg template textarea"
    " title video x-element"
)
ELEMENTS = frozenset(_ELEMENTS_WORDS.split())
"""None of these is left of any payload. Attributes that load, run or name something are neither."""

ATTRIBUTES = re.compile(
    r"on.*|.*:.*|data-.*|a\d+|accesskey|action|autofocus|background|cite|class|data|draggable|form.*|href|is|name|ping"
    r"|popover.*|slot|src|srcset|tabindex|target|usemap"
)
STYLES = re.compile(
    r"url|expression|\\|javascript|@|var\(|image-set|attr\(|src\(|position|z-index|opacity|content", re.I
)


@dataclass(frozen=True, slots=True)
class Read:
    """What became of the corpus: by payload's number, a document, or the words with which its file was refused."""

    listener: Listener
    documents: dict[int, ParsedDocument]
    refused: dict[int, str]

    @property
    def renditions(self) -> dict[int, bytes]:
        return {number: one.rendition or b"" for number, one in self.documents.items()}

    def files(self) -> dict[int, bytes]:
        return {number: one.filing(number, self.listener.address) for number, one in enumerated()}

    def every(self, step: int) -> dict[int, bytes]:
        """Each such file, but for the slow one."""
        slow = next(number for number, one in enumerated() if one.name == SLOW)
        return {n: data for n, data in self.files().items() if n % step == 1 and n != slow}


def enumerated() -> list[tuple[int, Payload]]:
    return list(enumerate(CORPUS, start=1))


@pytest.fixture(scope="module")
def corpus() -> Iterator[Read]:
    documents: dict[int, ParsedDocument] = {}
    refused: dict[int, str] = {}
    with listening() as listener:
        for number, payload in enumerated():
            try:
                documents[number] = read(html_source(payload.filing(number, listener.address)))
            except SourceError as error:
                refused[number] = error.message
        assert listener.asked == [], "reading a filing asks nobody for anything"
        yield Read(listener, documents, refused)


def left_of(document: ParsedDocument) -> list[str]:
    """What should not be in a rendition and is, in words."""
    found = []
    for node in rendered_body(document).iterdescendants():
        found += [node.tag] if not isinstance(node.tag, str) or node.tag in ELEMENTS else []
        found += [name for name in node.attrib if ATTRIBUTES.fullmatch(name)]
        found += [node.get("style", "")] if STYLES.search(node.get("style", "")) else []
    return found


def test_the_corpus_is_of_every_kind_and_says_each_thing_once() -> None:
    kinds = {payload.kind for payload in CORPUS}
    assert kinds >= {
        "script", "handler", "url", "load", "navigation", "form", "css", "svg", "mathml", "mutation", "clobbering",
        "template", "encoding", "shape",
    }  # fmt: skip
    assert len({payload.source for payload in CORPUS}) == len(CORPUS) >= LEAST_PAYLOADS


def test_each_file_is_read_or_refused_in_words(corpus: Read) -> None:
    assert len(corpus.documents) + len(corpus.refused) == len(CORPUS)
    assert len(corpus.documents) > 0.95 * len(CORPUS)
    for number, words in corpus.refused.items():
        assert "report.html" in words, CORPUS[number - 1]
    for number, payload in enumerated():
        if number in corpus.documents and not payload.is_whole:
            assert BEFORE in " ".join(texts(corpus.documents[number])), payload


def test_nothing_that_runs_or_loads_is_left_and_every_word_is_in_one_block(corpus: Read) -> None:
    for number, document in corpus.documents.items():
        assert left_of(document) == [], CORPUS[number - 1]
        assert_rendition_says_the_blocks(document)


def test_the_second_sanitiser_would_refuse_each_that_slips_through_the_first(corpus: Read) -> None:
    """It agreed with all others that are shown as they are laid out."""
    escaped = [number for number, one in corpus.documents.items() if one.render_version.startswith("escaped")]
    assert [CORPUS[number - 1].name for number in escaped] == VETOED
    slipped = {
        number: data.decode("utf-8", "replace")
        for number, data in corpus.files().items()
        if len(data) < LONGEST_SLIPPED
    }
    unseen = {CORPUS[number - 1].name for number, text in slipped.items() if not veto.objections(text)}
    assert unseen == HARMLESS
    assert len(slipped) > 0.95 * len(CORPUS)


def test_shown_as_in_the_pane_nothing_runs_connects_or_leads_away(corpus: Read, browser: Browser) -> None:
    stage = Stage(browser, corpus.renditions, has_policy=True)
    stage.load(FENCE)
    before = stage.settled()
    stage.disturb()
    assert stage.bitten() == set()
    assert (stage.happened, corpus.listener.asked) == ([], [])
    assert stage.settled() == before
    for place, (number, document) in zip(stage.places(), corpus.documents.items(), strict=True):
        payload = CORPUS[number - 1]
        assert place["path"] == place["was"], payload
        assert place["ids"] == [block.id for block in document.blocks], payload
        assert place["found"], payload
        assert place["mounted"] == 0, payload
    stage.close()


def test_the_sanitiser_holds_without_policy_and_fence(corpus: Read, browser: Browser) -> None:
    pages = [one.decode().partition("<body>")[2] for one in corpus.renditions.values()]
    joined = {number: "\n".join(pages[number::JOINED]).encode() for number in range(JOINED)}
    stage = Stage(browser, joined, has_policy=False)
    stage.load(None)
    stage.disturb(1000)
    assert stage.bitten() == set()
    assert (stage.happened, corpus.listener.asked) == ([], [])
    assert all(place["path"] == place["was"] for place in stage.places())
    stage.close()


def test_policy_and_fence_hold_without_the_sanitiser(corpus: Read, browser: Browser) -> None:
    """But for a connection ahead of a link, which no policy forbids: nothing is asked over it. Every second payload,
    because it takes long."""
    some = corpus.every(2)
    stage = Stage(browser, some, has_policy=True)
    stage.load(FENCE)
    stage.page.wait_for_timeout(300)
    assert stage.bitten() == set()
    assert stage.happened == []
    assert set(corpus.listener.asked) <= {NO_WORD}
    corpus.listener.asked.clear()
    stage.close()


def test_without_any_defence_the_payloads_bite(corpus: Read, browser: Browser) -> None:
    """What the tests above would see, if there were anything to see. Every third, because it takes long."""
    some = corpus.every(3)
    stage = Stage(browser, some, has_policy=False)
    stage.load(OPEN_FENCE)
    stage.disturb()
    numbers = {payload.name: number for number, payload in enumerated()}
    alive = stage.bitten() | {numbers[name] for name in corpus.listener.names() if name in numbers}
    corpus.listener.asked.clear()
    stage.close()
    print(f"{len(alive)} of {len(some)} payloads bite without a defence")
    assert len(alive) >= 0.4 * len(some)
