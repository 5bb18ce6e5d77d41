"""What a filing says it is, from its tagged facts, its mail header and its printed cover. Nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.evidence.cover import Cover, Registrant
from pipeline.evidence.fact import Fact
from pipeline.parse.cover.mail_header import read_header
from pipeline.parse.cover.names import as_written
from pipeline.parse.cover.printed import Opening, read_printed
from pipeline.parse.cover.registrants import joined
from pipeline.parse.cover.tagged import read_facts


def read_cover(pages: Sequence[str], facts: Sequence[Fact] = (), header: str = "") -> Cover:
    """The cover of a filing from the texts of its pages in order, its tagged facts, and its mail header's text.

    Facts count before the header, whose form type is the official one; the printed cover gives the rest. A registrant
    is named by its header only where nothing else names it (headers shorten names), and has from each what the others
    do not tell.
    """
    opening = Opening.of(pages)
    tagged, mailed = read_facts(facts), read_header(header)
    known = tagged.completed(replace(mailed, registrants=()))
    printed = read_printed(opening, known)
    cover = known.completed(printed).completed(mailed)
    registrants = joined(joined(tagged.registrants, printed.registrants), mailed.registrants)
    return replace(cover, registrants=tuple(_spelled(one, opening) for one in registrants))


def _spelled(one: Registrant, opening: Opening) -> Registrant:
    """A registrant with its names as the filing writes them in its sentences."""
    former = (as_written(name, opening.body) for name in one.former_names)
    return replace(one, name=as_written(one.name, opening.near), former_names=tuple(former))
