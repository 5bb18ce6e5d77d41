"""PDFs changed by their structure: objects exchanged, references bent, streams unpacked and written anew."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from random import Random

from tests.fuzz.mutations import mutated

_OBJECT = re.compile(rb"(?<!\d)(\d{1,7}) \d{1,5} obj\b(.*?)\bendobj", re.S)
_STREAM = re.compile(rb"\A(.*?)\bstream\r?\n(.*)\r?\nendstream", re.S)
_REFERENCE = re.compile(rb"(\d{1,7}) (\d{1,5}) R\b")
_ROOT = re.compile(rb"/Root (\d{1,7}) \d{1,5} R")
_FILTERS = re.compile(rb"/(?:Filter|DecodeParms)\s*(?:\[[^\]]*\]|<<.*?>>|/\w+)", re.S)
_LENGTH = re.compile(rb"/Length\s+\d+(?:\s+\d+\s+R)?")

MOST_UNPACKED = 1_000_000

_NAMES_WORDS = (
    "Type Page Pages Kids Parent Count Contents Resources Font XObject Form Image Subtype MediaBox"
    " CropBox Rotate UserUnit Annots AcroForm Fields StructTreeRoot ParentTree MarkInfo Lang PageLabels"
    " Nums Names Dests Outlines Encrypt Filter FlateDecode ASCII85Decode ASCIIHexDecode LZWDecode"
    " RunLengthDecode DCTDecode JPXDecode JBIG2Decode CCITTFaxDecode Crypt DecodeParms Predictor Columns"
    " Colors BitsPerComponent Width Height ColorSpace Indexed ICCBased Separation DeviceN Pattern Shading"
    " SMask Mask Matrix BBox Group ExtGState Length First N ObjStm XRef Index W Prev Size Root Type0 Type1"
    " Type3 TrueType CIDFontType0 CIDFontType2 DescendantFonts Encoding Identity-H Differences ToUnicode"
    " CharProcs FontMatrix FirstChar LastChar Widths FontDescriptor FontFile FontFile2 FontFile3"
    " CIDToGIDMap DW W2 OC OCProperties Function FunctionType Domain Range Tiling PatternType XStep YStep"
    " AP"
)
NAMES = tuple(f" /{name} ".encode() for name in _NAMES_WORDS.split())
"""What dictionaries are made of."""

TOKENS = (
    b" << ", b" >> ", b" [ ", b" ] ", b" null ", b" true ", b" 0 R ", b" 1 0 R ", b" 2 0 R ", b" 3 0 R ", b"(((((",
    b"<", b"stream\n", b"\nendstream", b"endobj", b" obj ", b"%", b"<<" * 40, b"[" * 600,
)  # fmt: skip

_OPERATOR_WORDS = (
    "q Q cm w J j M d ri i gs m l c v y h re S s f F f* B B* b b* n W W* BT ET Tc Tw Tz TL Tf Tr Ts Td TD"
    " Tm T* Tj TJ ' \" d0 d1 CS cs SC SCN sc scn G g RG rg K k sh BI ID EI Do MP DP BMC BDC EMC BX EX"
)
OPERATORS = (
    *(f" {operator}\n".encode() for operator in _OPERATOR_WORDS.split()),
    b" 1e38 0 0 1e38 0 0 cm\n", b" 0 0 0 0 0 0 cm\n", b" 3 Tr\n", b" 7 Tr\n", b"/F1 0 Tf\n", b"/F1 -9 Tf\n",
    b"/F1 1e9 Tf\n", b"(\x00\x01\xff\xfe)Tj\n", b"<D800DC00FFFE0002>Tj\n",
    b"beginbfrange\n<00><ff><D800>\nendbfrange\n", b"1 begincodespacerange <00> <FFFFFFFF> endcodespacerange\n",
    b"/X Do\n", b"/Artifact BMC\n", b"1e5 Tw\n", b"-1000 Tc\n", b"9999 Tz\n", b"0.0001 0 0 0.0001 0 0 Tm\n",
    b"0 1 -1 0 0 0 Tm\n", b"1 0.3 0.2 -1 9 9 Tm\n",
)  # fmt: skip
"""What instructions, character maps and their like are made of."""


def mutated_pdf(random: Random, seeds: Sequence[bytes]) -> bytes:
    """A seed with its bytes changed, or with its objects changed and written as a file again."""
    seed = random.choice(seeds)
    bodies = {int(found[1]): found[2] for found in _OBJECT.finditer(seed)}
    if not bodies or random.random() < 0.25:
        return mutated(random, [seed], NAMES + TOKENS)
    root = _ROOT.search(seed)
    for _ in range(random.randint(1, 4)):
        _change_one(random, bodies, seeds)
    written = written_pdf(bodies, int(root[1]) if root else 1)
    return mutated(random, [written], NAMES + TOKENS) if random.random() < 0.1 else written


def written_pdf(bodies: dict[int, bytes], root: int) -> bytes:
    """Objects by their numbers as a file with a table of where they are."""
    data, places = bytearray(b"%PDF-1.7\n"), {}
    for number, body in bodies.items():
        places[number] = len(data)
        data += b"%d 0 obj%s endobj\n" % (number, body)
    start, size = len(data), max(bodies, default=0) + 1
    data += b"xref\n"
    for number, place in sorted(places.items()):
        data += b"%d 1\n%010d 00000 n \n" % (number, place)
    data += b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, root, start)
    return bytes(data)


def _change_one(random: Random, bodies: dict[int, bytes], seeds: Sequence[bytes]) -> None:
    number = random.choice(list(bodies))
    match random.randrange(8):
        case 0:
            bodies[number] = bodies[random.choice(list(bodies))]
        case 1 if len(bodies) > 1:
            del bodies[number]
        case 2:
            others = [found[2] for found in _OBJECT.finditer(random.choice(seeds))]
            bodies[number] = random.choice(others or [b" null "])
        case 3 | 4:
            bodies[number] = _bent(random, bodies[number], list(bodies))
        case 5:
            head, mark, rest = bodies[number].partition(b"stream")
            bodies[number] = mutated(random, [head], NAMES + TOKENS) + mark + rest
        case _:
            bodies[number] = _with_other_content(random, bodies[number])


def _bent(random: Random, body: bytes, numbers: Sequence[int]) -> bytes:
    """One of its references points at another object, at itself or at none."""
    references = list(_REFERENCE.finditer(body))
    if not references:
        return body
    found = random.choice(references)
    other = random.choice([*numbers, 0, 99_999])
    return body[: found.start()] + b"%d 0 R" % other + body[found.end() :]


def _with_other_content(random: Random, body: bytes) -> bytes:
    """A stream unpacked, changed and written without its filter; or packed, and changed as it lies there."""
    stream = _STREAM.search(body)
    if stream is None:
        return mutated(random, [body], NAMES + TOKENS)
    head, content = stream[1], stream[2]
    if b"FlateDecode" in head and random.random() < 0.8:
        try:
            content = zlib.decompressobj().decompress(content, MOST_UNPACKED)
        except zlib.error:
            return body
        head = _FILTERS.sub(b"", head)
    content = mutated(random, [content], OPERATORS)
    head = _LENGTH.sub(b"/Length %d" % len(content), head)
    return head + b"stream\n" + content + b"\nendstream"
