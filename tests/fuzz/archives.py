"""Archives that are almost right: their members changed and packed anew, or the packed bytes changed."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Sequence
from random import Random

from tests.fuzz.mutations import mutated

NAMES = (
    "answers.csv",
    "../../answers.csv",
    "/etc/passwd",
    "xl/workbook.xml",
    "xl/sharedStrings.xml",
    "\u202efdp",
    "",
)

TOKENS = (
    b"<c r='A1'><v>1</v></c>", b"<f>1+1</f>", b'<!DOCTYPE a [<!ENTITY b "c">]>', b"&b;", b"<row r='1048576'>", b"<",
    b">", b"t='s'", b"t='inlineStr'", b"xml:space", b'"', b'""', b",", b"\r\n", b"'", b"\x00", b"\xff\xfe",
    b"json:", b"|",
)  # fmt: skip


def mutated_archive(random: Random, seeds: Sequence[bytes]) -> bytes:
    seed = random.choice(seeds)
    if random.random() < 0.3:
        return mutated(random, [seed])
    with zipfile.ZipFile(io.BytesIO(seed)) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    for _ in range(random.randint(1, 3)):
        _change_one(random, members)
    return packed(members, random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))


def packed(members: Sequence[tuple[str, bytes]], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these members. The same members give the same bytes; a name may be there twice."""
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", compression) as archive:
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name or "x"), content, compression)
    return file.getvalue()


def _change_one(random: Random, members: list[tuple[str, bytes]]) -> None:
    if not members:
        return
    place = random.randrange(len(members))
    name, content = members[place]
    match random.randrange(8):
        case 0:
            del members[place]
        case 1:
            members[place] = random.choice(NAMES), content
        case 2:
            members.append((random.choice(NAMES), content))
        case _:
            members[place] = name, mutated(random, [content], TOKENS)
