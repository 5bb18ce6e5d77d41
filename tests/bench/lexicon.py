"""Freeze the finance lexicon before a report: `python -m tests.bench.lexicon`.

Figures on questions that it was not tuned on say nothing once it is changed for them. So its hash is written down
first, and a report is refused, and a test fails, while it is another one. After a change: tune on half A of the gold,
run this, measure half B anew (`python -m tests.bench.retrieval`) and put its figures in the place of the old ones.
"""

from __future__ import annotations

from pathlib import Path

from pipeline.evaluate.frozen import lexicon_hash

FROZEN = Path(__file__).parent / "lexicon.sha256"


def frozen_hash() -> str:
    """The hash that was written down."""
    return FROZEN.read_text(encoding="ascii").strip()


def require_frozen() -> None:
    """Raises SystemExit with words when the lexicon is not the one that was frozen."""
    if lexicon_hash() != frozen_hash():
        raise SystemExit(
            f"The lexicon is {lexicon_hash()}, and {frozen_hash()} was frozen. Figures of a lexicon that may still be "
            "tuned are no report: when it is ready, run `python -m tests.bench.lexicon`."
        )


def main() -> None:
    FROZEN.write_text(lexicon_hash() + "\n", encoding="ascii")
    print(f"{FROZEN}: {lexicon_hash()}")


if __name__ == "__main__":
    main()
