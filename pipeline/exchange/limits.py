"""How large a file of reviewed answers may be. An answer with its packet and its review takes 50 to 200 kB."""

from __future__ import annotations

from typing import Final

MOST_BYTES: Final = 256_000_000
"""Bytes of a file, also unpacked: more than a thousand answers. Read whole, it takes a few times that in memory."""
MOST_LINE: Final = 16_000_000
"""Bytes of one answer: a hundred times a usual one."""
MOST_ANSWERS: Final = 5_000
MOST_PARTS: Final = 200
"""Parts of an archive: a workbook of twelve sheets has about thirty."""
