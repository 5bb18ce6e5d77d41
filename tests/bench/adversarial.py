"""The whole adversarial set: honest claims, and forged, altered and misplaced ones, over real filings of all three
formats. `python -m tests.bench.adversarial` prints a table and writes `adversarial.json` into the working directory."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.answer.adversarial.attacks import Wrong
from tests.answer.adversarial.filings import Dossier, Filing, dossiers, pages_of_pdf, whole_filing
from tests.answer.adversarial.trial import Tally, try_all
from tests.bench.figure import Figure, table
from tests.bench.filings import SHARED

OUTPUT = Path("adversarial.json")
SEED = "whole"
PACKETS = 4
"""Packets drawn from each filing."""

MOST = 4_000
"""Drafts of each kind of wrong, drawn evenly over what is done to them; every honest claim is tried."""

WHOLE = (
    "filings/AAPL_10-Q_FY2023Q3_2023-07-01.html",
    "filings/AMZN_10-K_FY2023.html",
    "filings/BKE_8-K_EX99.1_2024-11-22.html",
    "filings/OLDTEXT_10-K_FY1995-06-30.txt",
    "filings/AAMES_8-K_1998-12-15.txt",
    "filings/PAGEAMERICA_S-3A_1995-05-25.txt",
)
PAGES = (
    ("filings/AAPL_10-Q_FY2023Q3_2023-07-01.pdf", "Apple Inc. · Form 10-Q · Q3 FY2023", range(3, 20)),
    ("filings/JNJ_10-K_FY2022_2023-01-01.pdf", "Johnson & Johnson · Form 10-K · FY2022", range(33, 48)),
    ("filings/AMZN_10-K_FY2022.pdf", "Amazon.com, Inc. · Form 10-K · FY2022", range(24, 42)),
    (
        "financebench/pdfs/BOEING_2022_10K.pdf",
        "The Boeing Company · Form 10-K · FY2022",
        (27, 28, 29, 30, 55, 56, 57),
    ),
)
"""Pages (0-based) with statements and discussion of long reports."""

FORMATS = {".html": "HTML", ".txt": "text", ".pdf": "PDF"}

NAMES = {
    Wrong.HANDLE: "handles that are none, on screen",
    Wrong.QUOTE: "altered quotes, verified",
    Wrong.FIGURE: "altered figures, found in evidence",
}


def main() -> int:
    packets = []
    for filing in _filings():
        packets += dossiers(filing, PACKETS, SEED)
        print(f"read {filing.name}", flush=True)
    tally = try_all(packets, SEED, MOST)
    print(f"\n{table(figures(tally, packets))}\n\n{_kinds(tally)}")
    for fault in tally.faults[:50]:
        print(f"\n{fault.case.dossier.filing}\n{fault.words}")
    OUTPUT.write_text(
        json.dumps(_to_json(tally, packets), indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    print(f"\nwritten to {OUTPUT.absolute()}")
    return 1 if any(tally.faulty(wrong) for wrong in NAMES) else 0


def figures(tally: Tally, packets: list[Dossier]) -> list[Figure]:
    """What the set must reach, in the form of the other measurements."""
    on = f"{len(packets)} packets of {len({packet.filing for packet in packets})} filings"
    found = [
        Figure(name, len(tally.faulty(wrong)), "", "0", f"{tally.total(wrong):,} drafts, {on}")
        for wrong, name in NAMES.items()
    ]
    honest, refused = tally.total(Wrong.NOTHING), len(tally.faulty(Wrong.NOTHING))
    found.append(
        Figure(
            "honest claims, refused", 100 * refused / max(honest, 1), "%", "≤ 1 %", f"{refused} of {honest:,}"
        )
    )
    return found


def _filings() -> Iterator[Filing]:
    for name in WHOLE:
        yield whole_filing(SHARED / name)
    for name, title, indexes in PAGES:
        yield pages_of_pdf(SHARED / name, title, list(indexes))


def _kinds(tally: Tally) -> str:
    faulty = Counter((fault.case.wrong, fault.case.kind) for fault in tally.faults)
    rows = sorted(tally.tried.items(), key=lambda item: (list(Wrong).index(item[0][0]), item[0][1]))
    lines = [
        f"{wrong.value:8}  {kind:42}  {number:6,} tried  {faulty[wrong, kind]:4} faults"
        for (wrong, kind), number in rows
    ]
    return "\n".join(lines)


def _to_json(tally: Tally, packets: list[Dossier]) -> dict[str, object]:
    formats = Counter(FORMATS[Path(packet.filing).suffix] for packet in packets)
    return {
        "seed": SEED,
        "packets": dict(formats),
        "tried": {wrong.value: tally.total(wrong) for wrong in Wrong},
        "faults": {wrong.value: len(tally.faulty(wrong)) for wrong in Wrong},
        "kinds": [
            {"wrong": wrong.value, "kind": kind, "tried": number}
            for (wrong, kind), number in sorted(tally.tried.items(), key=lambda item: item[0][1])
        ],
        "reasons": [
            {"kind": kind, "reason": reason, "count": number}
            for (kind, reason), number in sorted(tally.reasons.items())
        ],
        "cases": [fault.words for fault in tally.faults],
    }


if __name__ == "__main__":
    sys.exit(main())
