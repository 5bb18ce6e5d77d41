"""Every gold figure of the twin, as a browser marks it at each zoom and width."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from pipeline.evaluate.gold import read_facts
from pipeline.settings import Settings
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.bench.accuracy import LOCATION
from tests.bench.browsing import chromium
from tests.bench.figure import Figure
from tests.bench.filings import SHARED
from tests.gold_marks import cite_gold, misses
from tests.serving import command_json, served

FILING = SHARED / "filings" / "AAPL_10-Q_FY2023Q3_2023-07-01.pdf"
ZOOMS = (75, 100, 200)
WIDTHS = (1440, 1024)


def measure(home: Path) -> list[Figure]:
    """Nothing where there is no gold."""
    if not LOCATION.is_file():
        return []
    version_id = UUID(command_json(home, "ingest", str(FILING))["version_id"])
    with served(home) as server, chromium() as browser:
        database = Database.open(Settings(home))
        try:
            with database.scoped(LOCAL) as conn:
                cited, off = cite_gold(conn, version_id, read_facts(LOCATION))
        finally:
            database.close()
        lost = len(off)
        for width in WIDTHS:
            page = browser.new_page(viewport={"width": width, "height": 900})
            for zoom in ZOOMS:
                off += misses(page, server.url, cited, zoom)
            page.close()
    shown = len(cited) * len(WIDTHS) * len(ZOOMS)
    on = f"{len(cited) + lost} gold boxes at {', '.join(map(str, ZOOMS))} %, {WIDTHS[0]} and {WIDTHS[1]} px wide"
    return [Figure("highlights off their gold or off the ink", len(off), "", "0", f"{on}: {shown:,} painted")]
