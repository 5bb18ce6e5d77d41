"""The ZIP package of an office file, without the moment in which it was made."""

from __future__ import annotations

import io
import zipfile
from typing import Final

EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP archive can tell."""


def repacked(package: bytes) -> bytes:
    """The same parts in the same order, each dated with the first moment there is: equal parts make equal bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package)) as given, zipfile.ZipFile(file, "w") as made:
        for entry in given.infolist():
            dated = zipfile.ZipInfo(entry.filename, EPOCH)
            dated.compress_type = zipfile.ZIP_DEFLATED
            dated.external_attr = 0o600 << 16
            made.writestr(dated, given.read(entry))
    return file.getvalue()
