"""How well the parts of filings are found: `python -m tests.bench.structure`.

Reads the library of PINCITE_HOME and finds the parts of its filings' pages anew from the stored text and blocks.
Statements are compared with statement_pages.json: by statement the share found, and the share of what was found that
is one. That list was made from what the program found, then read against the pages: every page with a statement's title
or totals was looked at. Beside it stand the filings' own tables of contents, which nobody made for this: how many items
and statements begin on the page with the number that is printed there. (Some contents are wrong themselves.)
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.evidence.document import Page
from pipeline.evidence.parts import STATEMENTS, PagePart, Part
from pipeline.parse.structure.lines import PLAIN
from pipeline.parse.structure.parts import parts_of
from pipeline.parse.structure.statements import CARRIED_ON
from pipeline.parse.structure.titles import statement_title
from pipeline.settings import Settings
from pipeline.store import blocks, pages
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL

Statements = dict[str, list[int]]
"""The pages (0-based) of each statement, by its name."""

_ENTRY = re.compile(r"(?P<name>.*?)[\s.…-]+(?P<page>\d{1,3})")
_ITEMS = tuple(
    (re.compile(rf"(?:part \w+ )?item \d+a?[ .:-]+{words}.*", re.I), part)
    for words, part in (
        ("business", Part.BUSINESS),
        ("risk factors", Part.RISK_FACTORS),
        ("legal proceedings", Part.LEGAL),
        (r"management'?s discussion", Part.DISCUSSION),
        (r"selected (?:consolidated )?financial", Part.SELECTED_DATA),
    )
)

_TRUTH = Path(__file__).parents[1] / "parse" / "structure" / "statement_pages.json"


def truth() -> dict[str, Statements]:
    """The pages of the statements of each real filing, by its path under the folder of real data."""
    listed: dict[str, Statements] = json.loads(_TRUTH.read_text(encoding="utf-8"))
    return listed


def statements(parts: Iterable[PagePart]) -> Statements:
    """The pages that are said to be a statement itself, or the rest of one."""
    found: Statements = {}
    for one in parts:
        if one.part in STATEMENTS and one.strength >= CARRIED_ON:
            found.setdefault(one.part.value, []).append(one.page_index)
    return found


@dataclass
class Tally:
    """What was found over filings, by the name of the part."""

    listed: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    named: int = 0
    agreed: int = 0

    def compare(self, name: str, said: Statements, truly: Statements) -> None:
        for part in (one.value for one in STATEMENTS):
            here, there = set(said.get(part, [])), set(truly.get(part, []))
            self.found[part] += len(here)
            self.right[part] += len(here & there)
            self.listed[part] += len(there)
            for page in sorted(here ^ there):
                print(f"{name} page {page}: {'no' if page in here else 'missed'} {part}")

    def compare_contents(
        self, name: str, read: Sequence[Page], lines: Sequence[str], parts: Sequence[PagePart]
    ) -> None:
        """Compare with entries of the filing's tables of contents: lines that name a part, then a page's number."""
        pages_with = {page.label.text: page.index for page in reversed(read) if page.label.text}
        for line in dict.fromkeys(lines):
            entry = _ENTRY.fullmatch(line)
            if not entry or entry["page"] not in pages_with:
                continue
            title = statement_title(entry["name"], is_heading=True)
            named = (
                set(title.parts)
                if title
                else {part for words, part in _ITEMS if words.fullmatch(entry["name"])}
            )
            for part in named:
                self.named += 1
                at = pages_with[entry["page"]]
                if any(one.part is part and one.page_index == at and one.strength == 1 for one in parts):
                    self.agreed += 1
                else:
                    print(f"{name}: its contents have {part.value} on page {entry['page']}")

    def print_table(self) -> None:
        print(f"{'':<22}{'listed':>8}{'found':>8}{'recall':>8}{'precision':>11}")
        for part in (one.value for one in STATEMENTS):
            listed, found, right = self.listed[part], self.found[part], self.right[part]
            print(
                f"{part:<22}{listed:>8}{found:>8}{right / max(listed, 1):>8.3f}{right / max(found, 1):>11.3f}"
            )
        print(f"{self.agreed} of {self.named} entries of the filings' own contents agree")


def main() -> None:
    by_name = {Path(path).name: listed for path, listed in truth().items()}
    tally = Tally()
    count, seconds = 0, 0.0
    database = Database.open(Settings.from_environment())
    try:
        with database.scoped(LOCAL) as conn:
            versions = conn.execute(
                "select id, source_name, page_count from versions order by source_name"
            ).fetchall()
        for version_id, name, page_count in versions:
            listed = by_name.get(Path(name).name)
            if listed is None:
                print(f"{name} is not in the list", file=sys.stderr)
                continue
            with database.scoped(LOCAL) as conn:
                read = pages.several(conn, version_id, range(page_count))
                of_pages = blocks.of_pages(conn, version_id, None)
            started = time.process_time()
            parts = parts_of(read, of_pages)
            seconds += time.process_time() - started
            count += page_count
            tally.compare(name, statements(parts), listed)
            contents = {one.page_index for one in parts if one.part is Part.CONTENTS}
            lines = [
                " ".join(block.range.of(read[block.page_index].text).translate(PLAIN).split())
                for block in of_pages
                if block.page_index in contents
            ]
            tally.compare_contents(name, read, lines, parts)
    finally:
        database.close()
    tally.print_table()
    print(f"{count} pages, {1000 * seconds / max(count, 1):.2f} ms of processor time a page")


if __name__ == "__main__":
    main()
