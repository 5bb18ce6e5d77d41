"""`python -m tests.fuzz`: broken input for so many minutes, or so many cases of each target, and a table of it."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from tests.fuzz.campaign import Tally, fuzz
from tests.fuzz.drawing import TARGETS as DRAWING
from tests.fuzz.files import TARGETS as FILES
from tests.fuzz.filings import TARGETS as FILINGS
from tests.fuzz.wire import TARGETS as WIRE
from tests.fuzz.words import TARGETS as WORDS

TARGETS = {target.name: target for target in (*FILINGS, *DRAWING, *FILES, *WIRE, *WORDS)}

SHARES = {"pdf": 6, "draw": 3, "html": 4, "text": 3}
"""Of the time, where others get one share: these read the most, in the most ways."""

REAL = Path(__file__).resolve().parents[3] / "shared" / "data"


@click.command()
@click.option("--minutes", type=float, help="In all, shared by the targets.")
@click.option("--cases", type=int, help="Of each target.")
@click.option("--target", "names", multiple=True, type=click.Choice(sorted(TARGETS)), help="Only these.")
@click.option("--seed", default=1, show_default=True)
@click.option("--first", default=0, show_default=True, help="The number of the first case.")
@click.option("--own", is_flag=True, help="Change the tests' own files only, no real ones.")
@click.option(
    "--write", type=click.Path(path_type=Path), help="Write the first case into this file, and end."
)
def main(
    minutes: float | None,
    cases: int | None,
    names: tuple[str, ...],
    seed: int,
    first: int,
    own: bool,
    write: Path | None,
) -> None:
    """Ends with status 1 when any case was a fault."""
    real = REAL if REAL.is_dir() and not own else None
    chosen = [TARGETS[name] for name in names] or list(TARGETS.values())
    if write:
        write.write_bytes(chosen[0].case(chosen[0].seeds(real), seed, first))
        return
    shares = sum(SHARES.get(target.name, 1) for target in chosen)
    tallies = []
    for target in chosen:
        seconds = minutes * 60 * SHARES.get(target.name, 1) / shares if minutes is not None else None
        tallies.append(fuzz(target, seed, real=real, first=first, cases=cases, seconds=seconds))
        click.echo(_row(tallies[-1]))
    faults = [fault for tally in tallies for fault in tally.faults]
    total = sum(tally.cases for tally in tallies), sum(tally.bytes for tally in tallies)
    click.echo(f"{total[0]:,} cases, {total[1]:,} bytes, {len(faults)} faults")
    for kind, count in Counter(fault.kind for fault in faults).most_common():
        example = next(fault for fault in faults if fault.kind == kind)
        options = f"--target {example.target} --seed {example.seed} --first {example.number}"
        click.echo(f"\n{count:,} × {kind}\n{options}\n{example.words}")
    sys.exit(bool(faults))


def _row(tally: Tally) -> str:
    outcomes = ", ".join(f"{name} {count:,}" for name, count in tally.outcomes.most_common())
    seconds, number = tally.slowest
    return (
        f"{tally.target.name}: {tally.cases:,} cases, {tally.bytes:,} bytes, {len(tally.faults)} faults, "
        f"slowest {seconds:.1f} s (case {number}): {outcomes}"
    )


if __name__ == "__main__":
    main()
