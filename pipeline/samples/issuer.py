"""Who the sample filings are about. The company, its people and its places are invented."""

from dataclasses import dataclass

NOTICE = "A fictional company, written for Pincite’s demonstration"


@dataclass(frozen=True, slots=True)
class Issuer:
    """A registrant as the cover of its filings names it."""

    name: str
    symbol: str
    cik: str
    employer_number: str
    commission_file: str
    jurisdiction: str
    address: tuple[str, ...]
    telephone: str
    chief_executive: str
    finance_chief: str


ORRINMERE = Issuer(
    name="Orrinmere Instruments, Inc.",
    symbol="ORRM",
    cik="0000000000",
    employer_number="00-0000000",
    commission_file="000-00000",
    jurisdiction="Delaware",
    address=("14 Sluicegate Wharf", "Port Ellery, Oregon 97000"),
    telephone="(503) 555-0142",
    chief_executive="Maren Holloway-Tjaden",
    finance_chief="Edric Vasquelle",
)
