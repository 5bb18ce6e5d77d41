"""`python -m pipeline.samples FOLDER` writes the sample filings into FOLDER and names them."""

import sys
from pathlib import Path

from pipeline.samples import build


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m pipeline.samples FOLDER", file=sys.stderr)
        return 2
    try:
        filings = build(Path(arguments[0]))
    except OSError as error:
        print(f"cannot write the sample filings: {error}", file=sys.stderr)
        return 1
    for filing in filings:
        print(f"{filing.path}\t{filing.title}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
