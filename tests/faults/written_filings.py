"""Small filings of three kinds, no two alike: what an analyst uploads while processes die."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.fixtures.pdfs import Text, pdf_of

_TOPICS = ("net sales", "operating income", "inventories", "accounts payable", "research costs")


@dataclass(frozen=True, slots=True)
class WrittenFiling:
    name: str
    data: bytes


def filing(number: int, seed: int) -> WrittenFiling:
    """The same number and seed give the same bytes."""
    random = Random(f"{seed}:{number}")
    company = f"Halden {seed}-{number} Instruments"
    paragraphs = [
        f"{company} reported {random.choice(_TOPICS)} of ${random.randrange(100, 9000):,} million for the year "
        f"ended 31 March {random.randrange(2015, 2025)}, note {index}."
        for index in range(random.randrange(6, 30))
    ]
    kind = number % 3
    if kind == 0:
        return WrittenFiling(f"filing-{number}.txt", "\n\n".join([company, *paragraphs]).encode())
    if kind == 1:
        body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
        html = f"<html><head><title>{company}</title></head><body><h1>{company}</h1>{body}</body></html>"
        return WrittenFiling(f"filing-{number}.html", html.encode())
    pages = [paragraphs[first : first + 5] for first in range(0, len(paragraphs), 5)]
    return WrittenFiling(
        f"filing-{number}.pdf",
        pdf_of(
            *([Text(60, 60 + 20 * line, words, size=8) for line, words in enumerate(page)] for page in pages)
        ),
    )


def question(random: Random) -> str:
    return f"What were {random.choice(_TOPICS)} in {random.randrange(2015, 2025)}?"
