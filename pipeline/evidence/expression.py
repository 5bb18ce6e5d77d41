"""Arithmetic expressions as answers write them: "(a − b) ÷ b × 100". Read into a tree; nothing is ever run as code.

`+ − × ÷`, brackets, a minus before a number, powers, `avg sum min max abs round`, names, and figures as they are
printed. Unicode's operators mean what ASCII's do. Every bound is far above what an answer needs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from pipeline.evidence.errors import InvalidExpression
from pipeline.evidence.figures import CURRENCY, MINUS, Figure, figures

MOST_CHARACTERS = 500
MOST_PARTS = 120
"""Numbers, names, signs and brackets."""
DEEPEST = 24
"""Brackets in brackets."""
LONGEST_NUMBER = 24


class Function(StrEnum):
    """What may stand before a bracket."""

    AVERAGE = "average"
    SUM = "sum"
    LEAST = "min"
    MOST = "max"
    MAGNITUDE = "abs"
    ROUND = "round"


FUNCTIONS = {
    "average": Function.AVERAGE,
    "avg": Function.AVERAGE,
    "mean": Function.AVERAGE,
    "sum": Function.SUM,
    "min": Function.LEAST,
    "max": Function.MOST,
    "abs": Function.MAGNITUDE,
    "round": Function.ROUND,
}


class Operator(StrEnum):
    PLUS = "+"
    MINUS = "-"
    TIMES = "*"
    OVER = "/"


@dataclass(frozen=True, slots=True)
class Number:
    """A number that stands in the expression itself, as a figure: "100", "$1,171", "34%", "60.3 million". `bracketed`:
    in brackets of its own, which may be a printed figure's minus."""

    figure: Figure
    bracketed: bool = False


@dataclass(frozen=True, slots=True)
class Name:
    """An input."""

    name: str


@dataclass(frozen=True, slots=True)
class Negative:
    """A minus before its operand."""

    of: Expression


@dataclass(frozen=True, slots=True)
class Operation:
    operator: Operator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Power:
    base: Expression
    exponent: Expression


@dataclass(frozen=True, slots=True)
class Call:
    function: Function
    arguments: tuple[Expression, ...]


Expression = Number | Name | Negative | Operation | Power | Call

_PLAIN = str.maketrans(
    {
        **dict.fromkeys(MINUS, "-"),
        **dict.fromkeys("×∗⋅·✕✖＊", "*"),
        **dict.fromkeys("÷∕⁄／", "/"),
        **dict.fromkeys("（", "("),
        **dict.fromkeys("）", ")"),
        "＋": "+",
        "＾": "^",
        "，": ",",
        "\u00a0": " ",
    }
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_NUMBER = rf"""(?:[{CURRENCY}]\s?)?
    (?:\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
    (?:\s?%)?(?:\s?(?:thousand|million|billion|trillion)s?\b)?"""
_NOTHING = "(?!)"
"""A pattern that no text has."""
_NAME = re.compile(r"[^\W\d](?:[\w .'’]*\w)?")
"""What an input may be called: words; anything with an operator in it could be read as arithmetic."""


def parse(text: str, names: Collection[str] = ()) -> Expression:
    """The tree of an expression over inputs of those names.

    Raises InvalidExpression, in words, for what is no arithmetic, a name that is no input's, or a bound that is passed.
    """
    if len(text) > MOST_CHARACTERS:
        raise InvalidExpression(f"The expression is longer than {MOST_CHARACTERS} characters.")
    for name in names:
        if not _NAME.fullmatch(name):
            raise InvalidExpression(f"An input cannot be called “{name[:40]}”.")
    parts = list(_parts(text.translate(_PLAIN), names))
    if not parts:
        raise InvalidExpression("There is no expression.")
    if len(parts) > MOST_PARTS:
        raise InvalidExpression(f"The expression has more than {MOST_PARTS} parts.")
    return _Parser(parts).whole()


class _Kind(StrEnum):
    NUMBER = "number"
    NAME = "name"
    FUNCTION = "function"
    SIGN = "sign"


_Part = tuple[_Kind, str]


def _parts(text: str, names: Collection[str]) -> Iterator[_Part]:
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or _NOTHING
    pattern = re.compile(
        rf"""\s*(?:[{CURRENCY}]\s*(?=\())?(?:
        (?P<function>(?i:{"|".join(FUNCTIONS)})\s*(?=\())
        |(?P<name>(?:{known})(?!\w))
        |(?P<number>{_NUMBER})(?![\w.])
        |(?P<times>[xX](?!\w))
        |(?P<sign>\*\*|[-+*/^(){{}},;\[\]])
        )""",
        re.VERBOSE,
    )
    position, end = 0, len(text.rstrip())
    while position < end:
        match = pattern.match(text, position)
        if match is None:
            raise InvalidExpression(_unreadable(text[position:].lstrip()))
        kind = match.lastgroup or ""
        written = match[kind].strip()
        if kind == "times":
            yield _Kind.SIGN, "*"
        elif kind == "sign":
            yield _Kind.SIGN, {"**": "^", ";": ","}.get(written, written)
        else:
            yield _Kind(kind), written
        position = match.end()


def _unreadable(rest: str) -> str:
    if word := re.match(r"[^\W\d]\w*", rest):
        return f"“{word.group()[:40]}” is no input of the calculation."
    if number := re.match(r"\.?\d[\d.,]*\w*", rest):
        return f"“{number.group()[:40]}” is not one number."
    return f"“{rest[:1]}” is no part of arithmetic."


class _Parser:
    """One rule of the grammar a method: sum, product, signed, power, atom."""

    def __init__(self, parts: list[_Part]) -> None:
        self._parts = parts
        self._next = 0
        self._depth = 0

    def whole(self) -> Expression:
        found = self._sum()
        if self._next < len(self._parts):
            raise InvalidExpression(f"“{self._parts[self._next][1]}” stands where the expression should end.")
        return found

    def _sum(self) -> Expression:
        found = self._product()
        while sign := self._take("+", "-"):
            found = Operation(Operator(sign), found, self._product())
        return found

    def _product(self) -> Expression:
        found = self._signed()
        while sign := self._take("*", "/"):
            found = Operation(Operator(sign), found, self._signed())
        return found

    def _signed(self) -> Expression:
        self._descend()
        sign = self._take("+", "-")
        found = self._signed() if sign else self._power()
        self._depth -= 1
        return Negative(found) if sign == "-" else found

    def _power(self) -> Expression:
        base = self._atom()
        return Power(base, self._signed()) if self._take("^") else base

    def _atom(self) -> Expression:
        if self._next == len(self._parts):
            raise InvalidExpression("The expression ends too early.")
        kind, written = self._parts[self._next]
        self._next += 1
        if kind is _Kind.NUMBER:
            return _number(written)
        if kind is _Kind.NAME:
            return Name(written)
        if kind is _Kind.FUNCTION:
            self._next += 1
            return Call(FUNCTIONS[written.lower()], self._arguments())
        if written not in _CLOSING:
            raise InvalidExpression(f"“{written}” stands where a number or a name should.")
        found = self._sum()
        self._require(_CLOSING[written])
        if written == "(" and isinstance(found, Number):
            return replace(found, bracketed=True)
        return found

    def _arguments(self) -> tuple[Expression, ...]:
        found = [self._sum()]
        while self._take(","):
            found.append(self._sum())
        self._require(")")
        return tuple(found)

    def _take(self, *signs: str) -> str | None:
        if self._next < len(self._parts) and self._parts[self._next] in [
            (_Kind.SIGN, sign) for sign in signs
        ]:
            self._next += 1
            return self._parts[self._next - 1][1]
        return None

    def _require(self, sign: str) -> None:
        if not self._take(sign):
            raise InvalidExpression(f"A “{sign}” is missing.")

    def _descend(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise InvalidExpression(f"The expression has more than {DEEPEST} brackets in brackets.")


def _number(written: str) -> Number:
    found = figures(written)
    if len(found) != 1 or len(written) > LONGEST_NUMBER:
        raise InvalidExpression(f"“{written[:LONGEST_NUMBER]}” is not one number.")
    return Number(found[0])
