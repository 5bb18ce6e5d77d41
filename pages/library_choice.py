"""What of the library is looked at: words, values to tell filings apart by, order and page, as the address has it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Final, Self

from pages.filings import FilingRow, lacking_counts, lacking_words, lacks

PAGE_SIZE: Final = 200
"""Filings that are drawn at once: more of them nobody reads, and each costs the browser."""
WORDS: Final = "words"
SORT: Final = "sort"
GROUP: Final = "group"
PAGE: Final = "page"
_DOWN: Final = "-"


@dataclass(frozen=True, slots=True)
class Facet:
    """Something to tell filings apart by. `parameter` is its name in the address."""

    parameter: str
    label: str
    values: Callable[[FilingRow], Iterable[str]]

    def holds(self, row: FilingRow, value: str) -> bool:
        return value in self.values(row)


def _one(value: Callable[[FilingRow], str]) -> Callable[[FilingRow], Iterable[str]]:
    """A filing that may not be read tells nothing but its format and state."""
    return lambda row: [found] if (found := value(row)) else []


COLLECTION: Final = Facet("collection", "Collection", lambda row: map(str, row.collections))
COVERS: Final = Facet(
    "lacks", "Covers", lambda row: [name for name in lacking_counts([row]) if lacks(row, name)]
)
FACETS: Final = (
    Facet("company", "Company", _one(lambda row: row.company if row.may_read else "")),
    Facet("form", "Form", _one(lambda row: row.form)),
    Facet("period", "Period", _one(lambda row: row.period)),
    Facet("format", "Format", _one(lambda row: row.format)),
    Facet("status", "Status", _one(lambda row: row.state)),
    COLLECTION,
    COVERS,
)
GROUPS: Final = {
    "company": "Company",
    "form": "Form",
    "period": "Period",
    "format": "Format",
    "status": "Status",
}
_SORTABLE: Final = ("company", "filing", "format", "status", "pages", "blocks", "added")
_FIRST_DOWN: Final = ("pages", "blocks", "added")
"""Columns of which the most, or the latest, is looked for first."""


@dataclass(frozen=True, slots=True)
class LibraryChoice:
    """A choice among filings. `facets`: the value of each that was chosen, by its parameter; `page` counts from 1."""

    words: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)
    sort: str = "company"
    is_down: bool = False
    group: str = ""
    page: int = 1

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> Self:
        """As an address has it; what it says in vain is left out."""
        written = parameters.get(SORT, "company")
        sort = written.removeprefix(_DOWN)
        number = parameters.get(PAGE, "")
        group = parameters.get(GROUP, "")
        return cls(
            parameters.get(WORDS, "").strip(),
            {one.parameter: parameters[one.parameter] for one in FACETS if parameters.get(one.parameter)},
            sort if sort in _SORTABLE else "company",
            written.startswith(_DOWN) and sort in _SORTABLE,
            group if group in GROUPS else "",
            int(number) if re.fullmatch(r"[1-9][0-9]{0,5}", number) else 1,
        )

    @property
    def is_narrowed(self) -> bool:
        return bool(self.words or self.facets)

    def parameters(self) -> dict[str, str]:
        """What the address says of it: nothing of what goes without saying."""
        sort = f"{_DOWN if self.is_down else ''}{self.sort}"
        found = {WORDS: self.words, **self.facets, GROUP: self.group}
        if sort != "company":
            found[SORT] = sort
        if self.page > 1:
            found[PAGE] = str(self.page)
        return {name: value for name, value in found.items() if value}

    def sorted_by(self, key: str) -> LibraryChoice:
        """Sorted by a column; by the same one again, the other way round."""
        is_down = not self.is_down if key == self.sort else key in _FIRST_DOWN
        return replace(self, sort=key, is_down=is_down, page=1)

    def admits(self, row: FilingRow, but: str = "") -> bool:
        """Whether a filing is looked at; `but`: whatever it says of this facet."""
        return row.matches(self.words) and all(
            facet.holds(row, self.facets[facet.parameter])
            for facet in FACETS
            if facet.parameter in self.facets and facet.parameter != but
        )


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of the page that is looked at; `group`: the heading above it and how many filings it is over."""

    row: FilingRow
    group: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class ShownFilings:
    """One page of the filings that were looked for: `found` of them on `pages` pages."""

    rows: tuple[ShownRow, ...]
    found: int
    page: int
    pages: int


def shown_filings(rows: Sequence[FilingRow], choice: LibraryChoice) -> ShownFilings:
    """The filings that a choice means, in its order. Beyond the last page, the last page."""
    found = sorted((row for row in rows if choice.admits(row)), key=_key("company"))
    found.sort(key=_key(choice.sort), reverse=choice.is_down)
    groups: Counter[str] = Counter()
    if choice.group:
        found.sort(key=lambda row: _group_key(row, choice.group))
        groups.update(_group(row, choice.group) for row in found)
    pages = max(1, -(-len(found) // PAGE_SIZE))
    page = min(choice.page, pages)
    shown: list[ShownRow] = []
    above = None
    for row in found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]:
        label = _group(row, choice.group) if choice.group else None
        shown.append(ShownRow(row, (label, groups[label]) if label and label != above else None))
        above = label
    return ShownFilings(tuple(shown), len(found), page, pages)


def facet_counts(rows: Sequence[FilingRow], choice: LibraryChoice, facet: Facet) -> dict[str, int]:
    """How many filings there are for each value of a facet, were it chosen beside the others that are: most first by
    name, years the newest first. A value that is chosen and that no filing has counts none."""
    counts = Counter(
        value for row in rows if choice.admits(row, facet.parameter) for value in facet.values(row)
    )
    chosen = choice.facets.get(facet.parameter)
    if chosen is not None:
        counts.setdefault(chosen, 0)
    if facet is COVERS:
        return dict(counts)
    order = sorted(counts, key=str.casefold, reverse=facet.parameter == "period")
    return {value: counts[value] for value in order}


def facet_words(facet: Facet, value: str, count: int, names: Mapping[str, str]) -> str:
    """A value as it is chosen, with its count; `names` are those of collections, by their ids."""
    if facet is COLLECTION:
        value = names.get(value, "A collection that is gone")
    elif facet is COVERS:
        value = lacking_words(value)
    return f"{value} · {count:,}"


def _key(sort: str) -> Callable[[FilingRow], tuple[Any, ...]]:
    """Within a company, the newest period stands first; what may not be read stands last."""
    if sort == "company":
        return lambda row: (not row.may_read, row.company.casefold(), -_ordinal(row.ends_on), row.filing)
    if sort == "filing":
        return lambda row: (not row.may_read, row.form, -_ordinal(row.ends_on))
    if sort == "added":
        return lambda row: (row.created_at,)
    if sort == "pages":
        return lambda row: (row.pages if row.pages is not None else -1,)
    if sort == "blocks":
        return lambda row: (row.blocks if row.blocks is not None else -1,)
    return lambda row: (row.state if sort == "status" else row.format,)


def _ordinal(day: date | None) -> int:
    return day.toordinal() if day else 0


def _group(row: FilingRow, group: str) -> str:
    value = {
        "company": row.company,
        "form": row.form,
        "period": row.period,
        "format": row.format,
        "status": row.state,
    }[group]
    return value or row.company


def _group_key(row: FilingRow, group: str) -> tuple[Any, ...]:
    """Years run from the newest; what may not be read stands last."""
    label = _group(row, group)
    if group == "period":
        digits = "".join(character for character in label if character.isdigit())
        return (not row.may_read, -int(digits or 0), label)
    return (not row.may_read, label.casefold())
