"""The filings of the library that a gold file's questions are of."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from pipeline.evaluate.retrieval_gold import RetrievalQuestion
from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, Registrant
from pipeline.evidence.errors import InvalidGold, NotFound, SourceMissing
from pipeline.search.filings import Filing
from pipeline.store import versions
from pipeline.store.connect import Connection

MOST_NAMED = 8
"""Files that an error names; of more it says how many."""


@dataclass(frozen=True, slots=True)
class GoldFiling:
    """A filing as the library has it, with the other files of the same filing there (PDF and HTML of one report)."""

    filing: Filing
    copies: frozenset[UUID]


def gold_filings(
    conn: Connection, questions: Sequence[RetrievalQuestion], gold: Path, library: Sequence[Filing]
) -> Mapping[str | UUID, GoldFiling]:
    """The filing of each question, by the name that the gold gives it: a file by its bytes, a document by its id.

    Raises SourceMissing for files that are not there, NotFound for filings that the library lacks, or holds in a newer
    version; InvalidGold for a page that a filing does not have.
    """
    named = list(dict.fromkeys(question.filing for question in questions))
    _require_files([gold.parent / name for name in named if isinstance(name, str)])
    found = {name: _found(conn, name, gold.parent, library) for name in named}
    lacking = [name for name, filing in found.items() if filing is None]
    if lacking:
        raise NotFound(_lacking_words(lacking, len(named), gold.parent))
    filings = {
        name: GoldFiling(filing, copies_of(filing, library))
        for name, filing in found.items()
        if filing is not None
    }
    _require_pages(questions, filings, gold)
    return filings


def copies_of(filing: Filing, library: Iterable[Filing]) -> frozenset[UUID]:
    """The versions of other files of the same filing: one of their registrants is the same, and so are form, period
    end, fiscal year and quarter. Current reports have no copies here: a company may file several on one day."""
    cover = filing.cover
    if not (cover.is_annual or cover.is_quarterly or cover.form == EARNINGS_RELEASE):
        return frozenset()
    return frozenset(
        other.version_id
        for other in library
        if other.version_id != filing.version_id and _is_same(cover, other.cover)
    )


def _is_same(one: Cover, other: Cover) -> bool:
    is_known = one.fiscal_year is not None and (one.fiscal_quarter is not None or not one.is_quarterly)
    return (
        is_known
        and (one.form, one.period_end, one.fiscal_year, one.fiscal_quarter)
        == (other.form, other.period_end, other.fiscal_year, other.fiscal_quarter)
        and bool(_identities(one.registrants) & _identities(other.registrants))
    )


def _identities(registrants: Iterable[Registrant]) -> frozenset[str]:
    return frozenset(
        identity
        for registrant in registrants
        for identity in (registrant.name.casefold(), registrant.ein, registrant.cik)
        if identity
    )


def _found(conn: Connection, name: str | UUID, folder: Path, library: Sequence[Filing]) -> Filing | None:
    if isinstance(name, UUID):
        return next((filing for filing in library if filing.document_id == name), None)
    version = versions.find_by_sha256(conn, hashlib.sha256((folder / name).read_bytes()).hexdigest())
    if version is None:
        return None
    return next((filing for filing in library if filing.version_id == version.id), None)


def _require_files(files: Sequence[Path]) -> None:
    missing = [file for file in files if not file.is_file()]
    if missing:
        raise SourceMissing(
            f"The gold names {_of(missing, len(files), 'file')} that {_are(missing)} not there: {_listed(missing)}. "
            "Put them beside the gold, as it names them.",
            source=missing[0].name,
        )


def _lacking_words(lacking: Sequence[str | UUID], total: int, folder: Path) -> str:
    files = [folder / name for name in lacking if isinstance(name, str)]
    documents = [name for name in lacking if isinstance(name, UUID)]
    words = [
        f"The library lacks {_of(lacking, total, 'filing')} that the gold asks about, or holds a newer version."
    ]
    if files:
        paths = files if len(files) <= MOST_NAMED else sorted({file.parent for file in files})
        words.append(f"Run `pincite ingest {shlex.join(map(str, paths))}`.")
    if documents:
        words.append(
            f"No such document: {_listed(documents)}; `pincite documents` lists those that are there."
        )
    return " ".join(words)


def _require_pages(
    questions: Iterable[RetrievalQuestion], filings: Mapping[str | UUID, GoldFiling], gold: Path
) -> None:
    for question in questions:
        filing = filings[question.filing].filing
        if question.pages[-1] >= filing.page_count:
            raise InvalidGold(
                f"{gold.name}: {question.id} names page index {question.pages[-1]}, and {filing.title} has "
                f"{filing.page_count} pages, counted from 0. Mend that line, or leave it out.",
                source=gold.name,
            )


def _of(some: Sequence[object], total: int, noun: str) -> str:
    return f"{len(some)} of {total} {noun}{'s' if total != 1 else ''}"


def _are(some: Sequence[object]) -> str:
    return "is" if len(some) == 1 else "are"


def _listed(names: Sequence[object]) -> str:
    rest = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(map(str, names[:MOST_NAMED])) + rest
