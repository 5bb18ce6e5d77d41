"""`python -m tests.faults --ingests N --seed S`: the long run. Prints what was killed and what came of it. With
`--full-disk` it fills a disk instead, and with `--line` it breaks the line to a database elsewhere."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.faults import broken_line, full_disk
from tests.faults.campaign import run


def main() -> int:
    arguments = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    arguments.add_argument("--ingests", type=int, default=100, help="uploads to be acknowledged")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=3600.0, help="end the killing after so long")
    arguments.add_argument("--folder", type=Path, help="keep everything here instead of a temporary folder")
    arguments.add_argument("--full-disk", action="store_true", help="fill a disk instead (as root)")
    arguments.add_argument("--line", action="store_true", help="break the line to the database instead")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="faults-") as temporary:
        Path(temporary).chmod(0o755)  # the database's account has to pass through it
        folder = given.folder or Path(temporary)
        if given.full_disk:
            outcome = full_disk.run(folder)
            print(*outcome.said, *outcome.faults, sep="\n")
            print(f"It went on {outcome.seconds_until_it_went_on:.1f} s after there was room again.")
            return 1 if outcome.faults else 0
        wanted = {"ingests_wanted": given.ingests, "seed": given.seed, "at_most": given.seconds}
        if given.line:
            reckoning, words = broken_line.run(folder, **wanted)
            print(words)
        else:
            reckoning = run(folder, **wanted)
    print(reckoning.words())
    return 1 if reckoning.faults else 0


if __name__ == "__main__":
    sys.exit(main())
