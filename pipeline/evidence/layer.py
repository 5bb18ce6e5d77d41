"""The four layers of a citation's quality. None implies another: a perfect box around an irrelevant paragraph is a bad
citation.
"""

from __future__ import annotations

from enum import StrEnum

from pipeline.evidence.answer import CheckKind


class Layer(StrEnum):
    IDENTITY = "identity"  # the right document, version and page
    SUPPORT = "support"  # the evidence supports the claim
    LOCATION = "location"  # the marks sit on the cited words
    USABILITY = "usability"  # the reader reaches the evidence and sees it


LAYER_OF_CHECK = {
    CheckKind.EXISTENCE: Layer.IDENTITY,
    CheckKind.VERBATIM: Layer.LOCATION,
    CheckKind.LOCATION: Layer.LOCATION,
    CheckKind.FIGURES: Layer.SUPPORT,
    CheckKind.SUPPORT: Layer.SUPPORT,
}
"""Which layer each check in code speaks of. None speaks of usability: that is measured in a browser."""
