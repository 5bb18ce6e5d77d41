"""What a filing says it is, from its tagged facts, its mail header and its printed cover. Nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.evidence.cover import Cover
from pipeline.evidence.fact import Fact
from pipeline.parse.cover.mail_header import read_header
from pipeline.parse.cover.names import as_written
from pipeline.parse.cover.printed import NAMING_PAGES, read_printed
from pipeline.parse.cover.tagged import read_facts
from pipeline.parse.html.text import collapsed


def read_cover(pages: Sequence[str], facts: Sequence[Fact] = (), header: str = "") -> Cover:
    """The cover of a filing from the texts of its pages in order, its tagged facts, and its mail header's text.

    Facts count before the header, whose form type is the official one; the printed cover gives the rest. A registrant
    is named by its header only where nothing else names it: headers shorten names.
    """
    mailed = read_header(header)
    known = read_facts(facts).completed(replace(mailed, registrants=()))
    cover = known.completed(read_printed(pages, known)).completed(mailed)
    text = collapsed("\n".join(pages[:NAMING_PAGES]))
    named = (replace(one, name=as_written(one.name, text)) for one in cover.registrants)
    return replace(cover, registrants=tuple(named))
