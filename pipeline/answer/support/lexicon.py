"""The words that rules of support know: those that say nothing of their own, those of one meaning, those that turn a
statement round. Whatever stands in no list means only itself.
"""

from __future__ import annotations

import re
from enum import StrEnum

from pipeline.evidence.content_words import stem, word_set


class Kind(StrEnum):
    """What a word does in a statement."""

    CONTENT = "content"
    FREE = "free"  # says nothing that has to be supported
    NEGATION = "negation"
    EXCEPTION = "exception"
    UP = "up"
    DOWN = "down"
    MODAL = "modal"
    RESTRICTION = "restriction"
    FIGURE = "figure"
    TIME = "time"  # a date or a year


FREE_WORDS = word_set(
    """a an the of in on at to for from by with as and or that which this these those its their his her our your my it
    they we he she i you who whom whose there here also both into during per via than then so such be is are was were
    been being am has have had having do does did done over between across it's itself themselves

    amount amounts amounted amounting came stood stands equaled equalled equals report reports reported reporting record
    records recorded post posted show shows showed shown stated according company company's registrant
    issuer firm figure figures approximately about around roughly nearly almost usd dollar dollars u.s.$ million
    millions billion billions thousand thousands trillion mn bn percent percentage pct fiscal fy year years quarter
    quarters month months week weeks period periods ended ending end annual annually respectively compared comparison
    versus vs prior previous preceding earlier ago year-over-year yoy"""
)
"""Little words, words of reporting, and units and periods, which are checked with the figures they belong to. Missing
here on purpose, though no search would look for them: not, no, all, only, most, more, before, after, above, below."""

NEGATIONS = word_set(
    """not no never none neither nor without cannot nobody nothing unable fail fails failed failing lack lacks lacked
    denies denied"""
)
EXCEPTIONS = word_set("except excepting excluding unless besides")
MODALS = word_set(
    """may might could can would should will shall possibly potentially perhaps expect expects expected expecting
    anticipate anticipates anticipated believe believes believed likely unlikely if"""
)
INTENTIONS = word_set(
    """plan plans planned planning intend intends intended seek seeks sought target targets targeted project projected
    aim aims hope hopes agree agreed propose proposed"""
)
"""Modal only before "to": a pension plan is none."""

RESTRICTIONS = word_set(
    "some certain partially partly sometimes occasionally generally typically selected few"
)

UPWARDS = word_set(
    """increase increases increased increasing rise rises rose risen rising grow grows grew grown growing growth higher
    up climb climbs climbed jump jumped jumps gain gained gains expand expanded expansion accelerate accelerated more
    greater larger bigger exceed exceeded exceeds longer surge surged stronger"""
)
DOWNWARDS = word_set(
    """decrease decreases decreased decreasing fall falls fell fallen falling decline declines declined declining drop
    drops dropped lower down shrink shrank shrunk reduce reduces reduced reduction reductions contract contracted less
    smaller decelerate decelerated fewer shorter plunge plunged weaker"""
)

_ONE_MEANING = (
    "because due attributable owing thanks caused resulted result driven reflecting",
    "buy buys bought purchase purchases purchased",
    "acquire acquires acquired acquisition",
    "sell sells sold",
    "repay repays repaid repayment",
    "start starts started begin begins began begun commence commenced",
    "complete completed finish finished",
    "primarily mainly largely principally mostly chiefly",
    "revenue revenues",
    "comprise comprises comprised consist consists consisted",
    "employee employees staff",
    "biggest largest",
    "highest largest",
    "lowest smallest",
    "pay pays paid payment payments",
    "average averaged mean",
)
"""Words that stand for each other in a filing. A group is short, so that each of it means the others."""

DROPPABLE = word_set("primarily mainly largely principally mostly chiefly total also")
"""What may be left out of a statement without making another of it."""

LIMITING = word_set("in of for from at within across among on with under when where")
"""What they begin after a statement may limit it: sales that rose in Europe need not have risen."""

_PHRASES = (
    (r"u\.s\.?(?!\w)|united\s+states(?:\s+of\s+america)?", "unitedstates"),
    (r"net\s+earnings(?!\s+per)|net\s+income(?!\s+per)", "net income"),
    (r"cost\s+of\s+(?:goods|products)\s+sold|cogs|cost\s+of\s+sales", "cost of sales"),
    (r"r\s?&\s?d(?!\w)", "research development"),
    (r"sg\s?&\s?a(?!\w)|selling,?\s+general,?\s+and\s+administrative", "selling general administrative"),
    (r"pp\s?&\s?e(?!\w)", "property plant equipment"),
    (r"earnings\s+per\s+(?:common\s+)?share|eps", "earnings share"),
    (r"percentage\s+points?", "points"),
    (r"other\s+than|apart\s+from|with\s+the\s+exception\s+of", "except"),
)
"""Names of more than one word: what stands for each other is read as the same words."""
PHRASES = tuple(
    (re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE), read) for pattern, read in _PHRASES
)

OPPOSITES = {Kind.UP: Kind.DOWN, Kind.DOWN: Kind.UP}


def _meanings() -> dict[str, str]:
    found: dict[str, str] = {}
    for group in _ONE_MEANING:
        stems = [stem(word) for word in group.split()]
        same = next((found[one] for one in stems if one in found), stems[0])
        found.update(dict.fromkeys(stems, same))
    return found


_MEANING = _meanings()
_KINDS = {
    word: kind
    for kind, words in (
        (Kind.FREE, FREE_WORDS),
        (Kind.RESTRICTION, RESTRICTIONS),
        (Kind.MODAL, MODALS),
        (Kind.UP, UPWARDS),
        (Kind.DOWN, DOWNWARDS),
        (Kind.EXCEPTION, EXCEPTIONS),
        (Kind.NEGATION, NEGATIONS),
    )
    for word in words
}


def kind_of(word: str) -> Kind:
    """What a lower-case word does."""
    if word.endswith(("n't", "n’t")):
        return Kind.NEGATION
    return _KINDS.get(word, Kind.CONTENT)


def meaning_of(word: str) -> str:
    """A lower-case word's stem, the same for all words of one meaning; a direction is only that."""
    kind = kind_of(word)
    if kind in OPPOSITES:
        return kind.value
    stemmed = stem(word)
    return _MEANING.get(stemmed, stemmed)
