"""How well the pages of financial statements are found: `python -m tests.bench.structure`.

Reads the library of PINCITE_HOME, finds the parts of its filings' pages anew from the stored text and blocks, and
compares the statements with those that statement_pages.json lists: by statement the share found, and the share of what
was found that is one. The list was made from what the program found, then read against the pages: every page with a
statement's title or totals was looked at.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pipeline.evidence.parts import STATEMENTS, PagePart
from pipeline.parse.structure.parts import parts_of
from pipeline.parse.structure.statements import CARRIED_ON
from pipeline.settings import Settings
from pipeline.store import blocks, pages
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL

Statements = dict[str, list[int]]
"""The pages (0-based) of each statement, by its name."""

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


def main() -> None:
    by_name = {Path(path).name: listed for path, listed in truth().items()}
    found, right, there = Counter[str](), Counter[str](), Counter[str]()
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
            said = statements(parts_of(read, of_pages))
            seconds += time.process_time() - started
            count += page_count
            for part in (one.value for one in STATEMENTS):
                here, truly = set(said.get(part, [])), set(listed.get(part, []))
                found[part] += len(here)
                right[part] += len(here & truly)
                there[part] += len(truly)
                for page in sorted(here ^ truly):
                    print(f"{name} page {page}: {'no' if page in here else 'missed'} {part}")
    finally:
        database.close()
    print(f"{'':<22}{'listed':>8}{'found':>8}{'recall':>8}{'precision':>11}")
    for part in (one.value for one in STATEMENTS):
        recall, precision = right[part] / max(there[part], 1), right[part] / max(found[part], 1)
        print(f"{part:<22}{there[part]:>8}{found[part]:>8}{recall:>8.3f}{precision:>11.3f}")
    print(f"{count} pages, {1000 * seconds / max(count, 1):.2f} ms of processor time a page")


if __name__ == "__main__":
    main()
