"""Words that carry a figure's sign: a change that rose or fell, an amount that was lost, paid or received.

Filings print a loss of 265 as "(265)", a sentence says "a loss of 265". Which words turn a figure round is a readable
list; where they do not settle it, nothing is settled.
"""

from __future__ import annotations

import re
from enum import Enum

from pipeline.evidence.text import TextRange


class Direction(Enum):
    """Which way the words around a figure point."""

    UP = 1
    DOWN = -1

    @property
    def opposite(self) -> Direction:
        return Direction.DOWN if self is Direction.UP else Direction.UP


_UP = (
    r"rose|rise[sn]?|rising|increas(?:e[sd]?|ing)|grew|grow[sn]?|growth|growing|gain(?:ed|s)?|climb(?:ed|s)?|up"
    r"|improv(?:ed?|es|ing|ement)|higher|expan(?:ded|sion)|greater|more|above|added|advanced|jump(?:ed|s)?|surg(?:ed|e)"
)
_DOWN = (
    r"fell|fall(?:s|en|ing)?|decreas(?:e[sd]?|ing)|declin(?:e[sd]?|ing)|drop(?:s|ped|ping)?|down|lower(?:ed)?"
    r"|reduc(?:ed?|es|ing|tions?)|less|below|shr[aiu]nk|contract(?:ed|ion)|lost|fewer|worsened|slipp?ed|plunged"
)
_CHANGE = re.compile(rf"\b(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b", re.IGNORECASE)

_NEGATIVE = (
    r"loss(?:es)?|lost|deficits?|outflows?|used|pa(?:id|y|ys|ying)|payments?|repay\w*|repaid|prepa\w+|spent|spend\w*"
    r"|expenditures?|capex|expens\w+|costs?|charg\w+|provisions?|impair\w+|depreciation|amorti[sz]ation"
    r"|writ(?:e|ten|ing)[\s-]?(?:down|off)s?|allowances?|repurchas\w+|purchas\w+|bought|buybacks?|acqui\w+|invest(?:ed|ments?)"
    r"|redeem\w*|redemptions?|retire[ds]?|retirement|distribut\w+|dividends?|negative|minus|unfavou?rable|adverse\w*"
    r"|deduct\w*|offsets?|headwinds?|eliminat\w+|taxes|withheld|treasury|tax\s+effect|borrowed\s+less|declin\w+|decreas\w+"
    r"|reduc\w+|reductions?|drag|shortfall|detract\w*"
)
_POSITIVE = (
    r"gains?|gained|profits?|inflows?|provided|generated|receiv\w+|proceeds|surplus|favou?rable|earned|positive|tailwinds?"
    r"|income|earnings|benefit(?:s|ed)?|contributed|sold|sales\s+of|issu(?:ed|ance)|borrowings?"
)
_SIGNS = re.compile(rf"\b(?:(?P<negative>{_NEGATIVE})|(?P<positive>{_POSITIVE}))\b", re.IGNORECASE)

_IN_BRACKETS = re.compile(r"\(([A-Za-z][A-Za-z\s]{2,30})\)")
_SLASHED = re.compile(r"\b([A-Za-z]+)\s?/\s?([A-Za-z]+)\b")

_TO_FIGURE = re.compile(
    r"\s*(?:by|of|about|approximately|nearly|roughly|some|a|an|around|almost|only|over|another|\W)*\s*", re.I
)
_AFTER_FIGURE = re.compile(r"\s*(?:year[\s-]over[\s-]year\s+)?(?:basis\s+points?\s+)?", re.IGNORECASE)


def change_at(text: str, span: TextRange) -> Direction | None:
    """The direction of a change whose size stands at `span`: "rose 3%", "a decrease of 3%", "3% lower". None for a
    level ("rose to 3%") and where no such word touches the figure."""
    before, after = text[: span.start], text[span.end :]
    said = list(_CHANGE.finditer(before))
    if said and _TO_FIGURE.fullmatch(before, (last := said[-1]).end()):
        return Direction.UP if last["up"] else Direction.DOWN
    gap = _AFTER_FIGURE.match(after)
    following = _CHANGE.match(after, gap.end() if gap else 0)
    if following:
        return Direction.UP if following["up"] else Direction.DOWN
    return None


def sign_near(text: str, span: TextRange, others: list[TextRange]) -> Direction | None:
    """The sign that the words of a sentence give to the amount at `span`: those after the figure before it and up to
    the next, else those that begin the sentence; the nearest before the figure where both kinds stand there. `others`
    are the places of the sentence's other amounts."""
    start = max((other.end for other in others if other.end <= span.start), default=0)
    end = min((other.start for other in others if other.start >= span.end), default=len(text))
    first = min((other.start for other in others if other.start < span.start), default=span.start)
    own = _sign(text[start : span.start]) or _sign(text[span.end : end], nearest_last=False)
    return own or _sign(text[:first])


def sign_of_label(label: str) -> Direction | None:
    """The sign that a row's label gives to its figures; None for one that names both ways or none."""
    return _sign(label)


def is_two_sided(label: str) -> bool:
    """Whether a label names both ways: "Other income/(expense), net", "Increase (decrease) in cash"."""
    slashed = (match.groups() for match in _SLASHED.finditer(label))
    return bracketed_side(label) is not None or any(all(map(_has_sign, both)) for both in slashed)


def bracketed_side(label: str) -> Direction | None:
    """The way that a label of two sides gives to figures in brackets: "income (loss)" prints losses in brackets,
    "(gain) loss" gains."""
    for match in _IN_BRACKETS.finditer(label):
        for said in (_SIGNS.search(match[1]), _CHANGE.search(match[1])):
            if said is not None:
                is_down = said.groupdict().get("negative") or said.groupdict().get("down")
                return Direction.DOWN if is_down else Direction.UP
    return None


def _has_sign(words: str) -> bool:
    return bool(_SIGNS.search(words) or _CHANGE.search(words))


def _sign(words: str, nearest_last: bool = True) -> Direction | None:
    found = list(_SIGNS.finditer(words))
    if not found or is_two_sided(words):
        return None
    nearest = found[-1] if nearest_last else found[0]
    return Direction.DOWN if nearest["negative"] else Direction.UP
