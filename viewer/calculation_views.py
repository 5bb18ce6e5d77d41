"""A claim's calculation as a card: the expression, its inputs with their evidence, and what came of doing it again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, localcontext
from typing import Any, Final

from pipeline.evidence.calculation import Calculation, CalculationInput
from pipeline.evidence.handle import CitationId
from viewer.check_words import RECOMPUTED_WORDS, sentences
from viewer.citations import ResolvedCitation
from viewer.figure_views import place_view

View = dict[str, Any]

MOST_DECIMALS: Final = 6
"""Of a result that the rounding of its inputs leaves exact."""
MOST_DIGITS: Final = 30
"""Before or behind the point. No filing states more, and a hostile expression may come to any number."""
MINUS: Final = "\N{MINUS SIGN}"
_SAID_PLAINLY: Final = frozenset({"days", "times", "basis points"})
_TOKENS: Final = re.compile(r"(?P<name>[^\W\d]\w*)|(?P<number>\d[\d,]*\.?\d*)|(?P<other>\S)|(?P<blank>\s+)")
_SIGNS: Final = {"*": "×", "/": "÷", "-": MINUS}
_SPACED: Final = frozenset(("+", "×", "÷", MINUS))


def calculation_view(calculation: Calculation, cited: Mapping[CitationId, ResolvedCitation]) -> View:
    """The card of a claim whose citations resolve as `cited`."""
    tone, words = RECOMPUTED_WORDS[calculation.outcome]
    result, allowed = _result(calculation)
    return {
        "id": calculation.id,
        "tone": tone,
        "words": words,
        "detail": _detail(calculation),
        "expression": expression_parts(calculation.expression, [one.name for one in calculation.inputs]),
        "result": result,
        "stated": f"stated {calculation.stated}",
        "allowed": allowed,
        "inputs": [_input_view(one, cited) for one in calculation.inputs],
    }


def _detail(calculation: Calculation) -> str:
    """What the card does not say elsewhere: result and interval stand in it, and the problem of each input by it."""
    if calculation.is_borne_out:
        return sentences(calculation.detail)[1]
    problems = [one.problem for one in calculation.inputs if one.problem]
    return "" if calculation.detail == " ".join(dict.fromkeys(problems)) else calculation.detail


def expression_parts(expression: str, names: list[str]) -> list[View]:
    """The expression as it is read: variables apart from everything else, × and ÷ for * and /."""
    parts: list[View] = []
    text = ""
    for token in _TOKENS.finditer(expression.replace("**", "^")):
        word = token[0]
        if token["blank"]:
            continue
        if word in names:
            if text:
                parts.append({"text": text, "is_variable": False})
            parts.append({"text": word, "is_variable": True})
            text = ""
            continue
        sign = _SIGNS.get(word, word)
        is_unary = sign == MINUS and not text.strip() and not parts
        is_unary = is_unary or (sign == MINUS and text.rstrip()[-1:] in ("(", ",", *_SPACED))
        spaced = f" {sign} " if sign in _SPACED and not is_unary else sign
        text += ", " if sign == "," else spaced
    if text:
        parts.append({"text": text, "is_variable": False})
    return parts


def _input_view(one: CalculationInput, cited: Mapping[CitationId, ResolvedCitation]) -> View:
    citation = cited.get(one.citation) if one.citation else None
    return {
        "name": one.name,
        "label": one.label,
        "figure": one.figure,
        "unit": one.unit,
        "problem": one.problem,
        "key": citation.key if citation else None,
        "place": place_view(one.place, citation),
    }


def _result(calculation: Calculation) -> tuple[str | None, str | None]:
    """The result, and the interval that its inputs' rounding allows: as exact as that interval lets them be, and
    rounded outwards."""
    result, low, high = calculation.result, calculation.low, calculation.high
    if result is None:
        return None, None
    if low is None or high is None or low == high:
        shortest = number_words(result, MOST_DECIMALS)
        return with_unit(
            shortest.rstrip("0").rstrip(".") if "." in shortest else shortest, calculation.unit
        ), None
    places = min(max(1 - (high - low).adjusted(), 0), MOST_DECIMALS)
    allowed = f"{number_words(low, places, ROUND_FLOOR)} … {number_words(high, places, ROUND_CEILING)}"
    return with_unit(number_words(result, places), calculation.unit), f"inputs allow {allowed}"


def number_words(value: Decimal, places: int, rounding: str = ROUND_HALF_EVEN) -> str:
    """A number with its thousands apart and `places` decimals; one beyond all measure as a power of ten."""
    if abs(value.adjusted()) > MOST_DIGITS:
        return f"{value:.{MOST_DECIMALS}E}".replace("-", MINUS)
    with localcontext(prec=2 * MOST_DIGITS):
        rounded = value.quantize(Decimal(1).scaleb(-places), rounding)
    return f"{rounded:,f}".replace("-", MINUS)


def with_unit(number: str, unit: str) -> str:
    """ "44.5163%", "12.5 days", "1,162 (USD, millions)"."""
    if unit == "%":
        return f"{number}%"
    return f"{number} {unit}" if unit in _SAID_PLAINLY else f"{number} ({unit})" if unit else number
