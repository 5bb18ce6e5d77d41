"""Hostile HTML of every kind that is known to us, each piece written for these tests."""

from __future__ import annotations

from typing import Final

from tests.hostile.corpus.addresses import ADDRESSES, FORMS, LOADS, NAVIGATIONS
from tests.hostile.corpus.drawings import DRAWINGS, FORMULAS
from tests.hostile.corpus.files import ENCODINGS, SHAPES
from tests.hostile.corpus.mutations import CLOBBERS, MUTATIONS, TEMPLATES
from tests.hostile.corpus.scripts import HANDLERS, SCRIPTS
from tests.hostile.corpus.styles import STYLES
from tests.hostile.payload import Payload

CORPUS: Final[tuple[Payload, ...]] = (
    *SCRIPTS,
    *HANDLERS,
    *ADDRESSES,
    *LOADS,
    *NAVIGATIONS,
    *FORMS,
    *STYLES,
    *DRAWINGS,
    *FORMULAS,
    *MUTATIONS,
    *CLOBBERS,
    *TEMPLATES,
    *ENCODINGS,
    *SHAPES,
)
