"""Inline XBRL: tags around a document's figures, and the hidden header that gives them period and unit."""

from __future__ import annotations

from dataclasses import dataclass

from lxml.etree import _Element

from pipeline.samples.amount import Amount, Measure
from pipeline.samples.issuer import ORRINMERE
from pipeline.samples.markup import IX, LINK, XBRLDI, XBRLI, XLINK, Child, node
from pipeline.samples.statement import Period

_SEGMENT_AXIS = "us-gaap:StatementBusinessSegmentsAxis"
_MEASURES = {"usd": "iso4217:USD", "shares": "xbrli:shares"}


@dataclass(frozen=True, slots=True)
class Context:
    """What a fact holds for: a period and, for a part of the company, its member of the segment axis."""

    period: Period
    member: str = ""


class Facts:
    """Tags facts and remembers their contexts, numbered in the order of first use."""

    def __init__(self, document: Period) -> None:
        self._contexts: dict[Context, str] = {}
        self._hidden: list[_Element] = []
        self._count = 0
        self._document = Context(document)
        self._reference(self._document)

    def number(self, amount: Amount, concept: str, context: Context, *, negated: bool = False) -> _Element:
        """The digits of an amount, tagged; `negated` where the concept counts what is printed as negative."""
        whole = amount.measure is not Measure.PER_SHARE
        attributes = {
            "name": concept,
            "contextRef": self._reference(context),
            "unitRef": _unit(amount.measure),
            "decimals": "-3" if whole else "2",
            "scale": "3" if whole else "0",
            "format": "ixt:num-dot-decimal",
            "id": self._identifier(),
        }
        if (amount.value < 0) is not negated:
            attributes["sign"] = "-"
        return node("nonFraction", amount.digits, namespace=IX, **attributes)

    def count(self, digits: str, concept: str, context: Context) -> _Element:
        """A whole number of shares, unscaled."""
        attributes = {
            "name": concept,
            "contextRef": self._reference(context),
            "unitRef": "shares",
            "decimals": "INF",
            "scale": "0",
            "format": "ixt:num-dot-decimal",
            "id": self._identifier(),
        }
        return node("nonFraction", digits, namespace=IX, **attributes)

    def text(self, concept: str, *content: Child, format_: str = "") -> _Element:
        """Words about the document as a whole, tagged where they stand."""
        attributes = {
            "name": concept,
            "contextRef": self._reference(self._document),
            "id": self._identifier(),
        }
        if format_:
            attributes["format"] = format_
        return node("nonNumeric", *content, namespace=IX, **attributes)

    def hide(self, concept: str, value: str) -> None:
        """A fact that the document states nowhere in sight."""
        self._hidden.append(self.text(concept, value))

    def header(self) -> _Element:
        """The hidden block with everything the tags refer to. Make it last."""
        schema = node(
            "schemaRef",
            namespace=LINK,
            **{f"{{{XLINK}}}href": "orrm-20250630.xsd", f"{{{XLINK}}}type": "simple"},
        )
        contexts = [_context(context, name) for context, name in self._contexts.items()]
        units = [_simple_unit(name, measure) for name, measure in _MEASURES.items()]
        resources = node("resources", *contexts, *units, _per_share_unit(), namespace=IX)
        parts = [
            node("hidden", *self._hidden, namespace=IX),
            node("references", schema, namespace=IX),
            resources,
        ]
        return node("div", node("header", *parts, namespace=IX), style="display:none")

    def _reference(self, context: Context) -> str:
        return self._contexts.setdefault(context, f"c-{len(self._contexts) + 1}")

    def _identifier(self) -> str:
        self._count += 1
        return f"f-{self._count}"


def _unit(measure: Measure) -> str:
    return {Measure.PER_SHARE: "usdPerShare", Measure.SHARES: "shares"}.get(measure, "usd")


def _context(context: Context, name: str) -> _Element:
    entity = [node("identifier", ORRINMERE.cik, namespace=XBRLI, scheme="http://www.sec.gov/CIK")]
    if context.member:
        member = node("explicitMember", context.member, namespace=XBRLDI, dimension=_SEGMENT_AXIS)
        entity.append(node("segment", member, namespace=XBRLI))
    period = node("period", *_dates(context.period), namespace=XBRLI)
    return node("context", node("entity", *entity, namespace=XBRLI), period, namespace=XBRLI, id=name)


def _dates(period: Period) -> list[_Element]:
    end = period.end.isoformat()
    if period.start is None:
        return [node("instant", end, namespace=XBRLI)]
    start = node("startDate", period.start.isoformat(), namespace=XBRLI)
    return [start, node("endDate", end, namespace=XBRLI)]


def _simple_unit(name: str, measure: str) -> _Element:
    return node("unit", node("measure", measure, namespace=XBRLI), namespace=XBRLI, id=name)


def _per_share_unit() -> _Element:
    over, under = (
        node(part, node("measure", measure, namespace=XBRLI), namespace=XBRLI)
        for part, measure in (
            ("unitNumerator", _MEASURES["usd"]),
            ("unitDenominator", _MEASURES["shares"]),
        )
    )
    divided = node("divide", over, under, namespace=XBRLI)
    return node("unit", divided, namespace=XBRLI, id="usdPerShare")
