"""What reviewers say of the library's answers, layer by layer, and what the checkers said of the same claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pipeline.evaluate.confusion import base_f1_of, macro_f1_of, resampled, score_figure
from pipeline.evaluate.reviewed_claims import (
    SUPPORT_OF,
    Group,
    MarkedCase,
    ReviewedClaim,
    ReviewedClaims,
)
from pipeline.evaluate.series import Measured, Series, case_of, figure_table, measured, share
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import OF_REVIEWERS, MeasuredCase, MeasuredFigure, Unit
from pipeline.evidence.review import VERDICT_WORDS, ReviewVerdict
from pipeline.evidence.verdict import Verdict

MEASURE = OF_REVIEWERS

_GROUPS: tuple[tuple[str, Callable[[Group], str]], ...] = (
    ("model", lambda group: group.model),
    ("prompt", lambda group: group.prompt),
    ("parser", lambda group: group.parser),
)


@dataclass(frozen=True, slots=True)
class ReviewedReport:
    """Every claim that was decided."""

    reviewed: ReviewedClaims

    @property
    def measured(self) -> tuple[Measured, ...]:
        """Identity, support and location, over all claims."""
        return layers_of(self.reviewed.claims)

    @property
    def confusion(self) -> dict[tuple[ReviewVerdict, Verdict], int]:
        """How many claims of each final verdict (first) the checkers gave each support (second)."""
        return dict(Counter((one.verdict, one.checker) for one in self.reviewed.claims))

    def to_json(self) -> dict[str, Any]:
        return {
            "layer": MEASURE,
            "claims": len(self.reviewed.claims),
            "disputed": self.reviewed.disputed,
            "measured": [_layer_json(one) for one in self.measured],
            "confusion": {
                verdict.value: {found.value: self.confusion.get((verdict, found), 0) for found in Verdict}
                for verdict in ReviewVerdict
            },
            "groups": [
                {
                    "by": by,
                    "name": name,
                    "claims": len(claims),
                    "measured": [_layer_json(one) for one in layers_of(claims)],
                }
                for by, name, claims in self._groups()
            ],
            "cases": [_claim_json(one) for one in self.reviewed.claims],
        }

    @property
    def words(self) -> str:
        counted = f"{len(self.reviewed.claims):,} reviewed claims decided"
        disputed = f"{self.reviewed.disputed:,} more on which reviewers differ"
        if not self.reviewed.claims:
            return f"{counted}; {disputed}. Review some on the Review page."
        lines = [f"{counted}; {disputed}."]
        for one in self.measured:
            lines += ["", f"{one.layer.value.capitalize()}:", one.words]
            if one.layer is Layer.SUPPORT:
                lines += ["", _matrix(self.confusion)]
        for by, name, claims in self._groups():
            figures = [figure for one in layers_of(claims) for figure in one.figures if figure.total]
            lines += ["", f"By {by}, {name} ({len(claims):,} claims):", figure_table(figures)]
        return "\n".join(lines)

    def _groups(self) -> Iterator[tuple[str, str, list[ReviewedClaim]]]:
        """Where there is more than one of a kind."""
        for by, of in _GROUPS:
            names = sorted({of(one.group) for one in self.reviewed.claims})
            for name in names if len(names) > 1 else ():
                yield by, name, [one for one in self.reviewed.claims if of(one.group) == name]


def layers_of(claims: Sequence[ReviewedClaim]) -> tuple[Measured, ...]:
    """Identity, support and location of some claims."""
    return _identity(claims), _support(claims), _location(claims)


def _identity(claims: Sequence[ReviewedClaim]) -> Measured:
    chain = tuple(
        case_of(
            "chain", one.id, None if one.broken is None else not one.broken, one.broken or "", one.address
        )
        for one in claims
    )
    return measured(
        Layer.IDENTITY,
        MEASURE,
        [
            _judged("right", "reviewers found the right filing, version and page", claims, Layer.IDENTITY),
            Series("chain", "claims whose citations all resolve to what they name", chain),
        ],
    )


def _location(claims: Sequence[ReviewedClaim]) -> Measured:
    marked = [one for claim in claims for one in claim.marked]
    yes_no: tuple[tuple[str, str, Callable[[MarkedCase], bool | None]], ...] = (
        ("page", "marked places: the citation is on their page", lambda one: one.page),
        ("occurrence", "  and at their occurrence", lambda one: one.occurrence),
    )
    scores: tuple[tuple[str, str, Callable[[MarkedCase], float | None]], ...] = (
        ("text_covered", "  marked text that is cited", lambda one: one.covered),
        ("text_iou", "  IoU of cited and marked text", lambda one: one.iou),
        ("area_iou", "  IoU of cited and marked areas", lambda one: one.area),
    )
    return measured(
        Layer.LOCATION,
        MEASURE,
        [
            _judged("right", "reviewers found the marks on the evidence", claims, Layer.LOCATION),
            *(
                Series(
                    key,
                    name,
                    tuple(case_of(key, one.id, value(one), one.words, one.address) for one in marked),
                )
                for key, name, value in yes_no
            ),
            *(
                Series(key, name, tuple(_scored(key, one, value(one)) for one in marked), Unit.SCORE)
                for key, name, value in scores
            ),
        ],
    )


def _support(claims: Sequence[ReviewedClaim]) -> Measured:
    judged = [one for one in claims if one.verdict in SUPPORT_OF]
    pairs = [(SUPPORT_OF[one.verdict], one.checker) for one in judged]
    supported = _judged("right", "reviewers found the claim supported or in part", claims, Layer.SUPPORT)
    agrees = Series(
        "agrees",
        "the checker says what the reviewers say",
        tuple(
            case_of(
                "agrees",
                one.id,
                one.checker is SUPPORT_OF[one.verdict],
                f"reviewers: {VERDICT_WORDS[one.verdict]}; checker: {one.checker.value.replace('_', ' ')}",
                one.address,
            )
            for one in judged
        ),
    )
    families: dict[object, list[tuple[Verdict, Verdict]]] = {}
    for one, pair in zip(judged, pairs, strict=True):
        families.setdefault(one.address.answer_id, []).append(pair)
    figures = (
        supported.figure,
        agrees.figure,
        _base_rate(judged),
        score_figure(
            "macro_f1",
            "  macro-F1 of the checker",
            macro_f1_of(pairs),
            resampled(list(families.values()), macro_f1_of),
            len(pairs),
        ),
        score_figure(
            "base_f1",
            "  macro-F1 of always the most frequent verdict",
            base_f1_of([gold for gold, _ in pairs]),
            None,
            len(pairs),
            more_is_better=None,
        ),
        _of(pairs, "false_support", "  “supported”, and it is not", Verdict.SUPPORTED),
        _of(pairs, "false_failure", "  “not supported”, and it is", Verdict.NOT_SUPPORTED),
    )
    return Measured(Layer.SUPPORT, MEASURE, figures, (*supported.cases, *agrees.cases))


def _base_rate(judged: Sequence[ReviewedClaim]) -> MeasuredFigure:
    most = Counter(one.verdict for one in judged).most_common(1)
    name = f"  base rate: always “{VERDICT_WORDS[most[0][0]].lower()}”" if most else "  base rate"
    return share("base_rate", name, most[0][1] if most else 0, len(judged), more_is_better=None)


def _of(pairs: Sequence[tuple[Verdict, Verdict]], key: str, name: str, found: Verdict) -> MeasuredFigure:
    """Of the claims that the checker gave this verdict, those to which the reviewers gave another (of failures: that
    they found supported)."""
    given = [gold for gold, checker in pairs if checker is found]
    wrong = sum(
        gold is Verdict.SUPPORTED if found is Verdict.NOT_SUPPORTED else gold is not found for gold in given
    )
    return share(key, name, wrong, len(given), more_is_better=False)


def _judged(key: str, name: str, claims: Sequence[ReviewedClaim], layer: Layer) -> Series:
    return Series(
        key,
        name,
        tuple(
            case_of(key, one.id, one.is_right(layer), VERDICT_WORDS[one.verdict], one.address)
            for one in claims
            if one.is_right(layer) is not None
        ),
    )


def _scored(key: str, one: MarkedCase, value: float | None) -> MeasuredCase:
    outcome = "not measured" if value is None else f"{value:.2f}"
    return MeasuredCase(key, one.id, outcome, one.words, value, one.address)


def _matrix(confusion: dict[tuple[ReviewVerdict, Verdict], int]) -> str:
    names = [verdict.value.replace("_", " ") for verdict in Verdict]
    lines = [f"{'reviewers, down · checker, across':<34}" + "".join(f"{name:>15}" for name in names)]
    for verdict in ReviewVerdict:
        counts = "".join(f"{confusion.get((verdict, found), 0):>15}" for found in Verdict)
        lines.append(f"{VERDICT_WORDS[verdict]:<34}{counts}")
    return "\n".join(lines)


def _layer_json(one: Measured) -> dict[str, object]:
    return {"layer": one.layer.value, "figures": [figure.to_json() for figure in one.figures]}


def _claim_json(one: ReviewedClaim) -> dict[str, object]:
    return {
        **one.address.to_json(),
        "text": one.text,
        "verdict": one.verdict.value,
        "checker": one.checker.value,
        "layers": {layer.value: one.is_right(layer) for layer in Layer},
        "resolves": None if one.broken is None else not one.broken,
        "model": one.group.model,
        "prompt": one.group.prompt,
        "parser": one.group.parser,
        "marked": [each.to_json() for each in one.marked],
    }
