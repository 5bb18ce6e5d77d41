"""Verdicts on support against the gold's: who says what of what, in figures and case by case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from pipeline.evaluate.confusion import base_f1_of, macro_f1_of, resampled, score_figure
from pipeline.evaluate.figures import Share, table
from pipeline.evaluate.series import Measured, Series, case_of, share
from pipeline.evaluate.support_gold import SupportCase
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import MeasuredCase, MeasuredFigure
from pipeline.evidence.verdict import Verdict

GOLD = (Verdict.SUPPORTED, Verdict.PARTLY, Verdict.NOT_SUPPORTED)


@dataclass(frozen=True, slots=True)
class Judged:
    """A case with the verdict that it was given, and why."""

    case: SupportCase
    verdict: Verdict
    detail: str
    reason: str | None

    @property
    def is_right(self) -> bool:
        return self.verdict is self.case.verdict

    @property
    def words(self) -> str:
        return (
            f"{self.case.id}  gold {self.case.verdict.value}, found {self.verdict.value}: "
            f"{self.case.claim!r} {self.detail}"
        )

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.case.id,
            "kind": self.case.kind,
            "claim": self.case.claim,
            "gold": self.case.verdict.value,
            "found": self.verdict.value,
            "reason": self.reason,
            "detail": self.detail,
        }


@dataclass(frozen=True)
class CheckerReport:
    """All cases as one checker judged them. "Not judged" is a verdict of its own, and never right."""

    name: str
    judged: tuple[Judged, ...]

    @cached_property
    def confusion(self) -> dict[tuple[Verdict, Verdict], int]:
        """How many cases of each gold verdict (first) were given each verdict (second)."""
        return dict(Counter((one.case.verdict, one.verdict) for one in self.judged))

    @property
    def shares(self) -> tuple[Share, ...]:
        told = [one for one in self.judged if one.verdict is not Verdict.NOT_JUDGED]
        supported = [one for one in told if one.verdict is Verdict.SUPPORTED]
        failed = [one for one in told if one.verdict is Verdict.NOT_SUPPORTED]
        gold = Counter(one.case.verdict for one in self.judged)
        return (
            Share("right, of all", sum(one.is_right for one in self.judged), len(self.judged)),
            Share("  base rate: always the most frequent", max(gold.values(), default=0), len(self.judged)),
            Share("judged (coverage)", len(told), len(self.judged)),
            Share("right, of those judged", sum(one.is_right for one in told), len(told)),
            Share("“supported”, and it is not", sum(not one.is_right for one in supported), len(supported)),
            Share("“not supported”, and it is", _wrongly_failed(failed), len(failed)),
            Share("supported, and found so", _found(self.judged, Verdict.SUPPORTED), gold[Verdict.SUPPORTED]),
            Share(
                "not supported, and found so or in part",
                _found(self.judged, Verdict.NOT_SUPPORTED, Verdict.PARTLY),
                gold[Verdict.NOT_SUPPORTED],
            ),
        )

    @property
    def macro_f1(self) -> float | None:
        """The mean of the F1 of the verdicts that the gold has; None without a case."""
        return macro_f1(self.judged)

    @property
    def base_f1(self) -> float | None:
        """The macro-F1 of always the most frequent verdict."""
        return base_f1_of([one.case.verdict for one in self.judged])

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the macro-F1 by a bootstrap over claims as given, each with what was made of it."""
        return bootstrap(self.judged, macro_f1)

    @property
    def kinds(self) -> dict[str, dict[str, int]]:
        """By what was done to a claim: how often each verdict was given."""
        found: dict[str, dict[str, int]] = {}
        for (kind, verdict), count in sorted(
            Counter((one.case.kind, one.verdict.value) for one in self.judged).items()
        ):
            found.setdefault(kind, {})[verdict] = count
        return found

    @property
    def reasons(self) -> dict[str, int]:
        """How often each reason was given."""
        return dict(Counter(one.reason for one in self.judged if one.reason).most_common())

    @property
    def wrong(self) -> list[Judged]:
        """Judged, and not as the gold judges."""
        return [one for one in self.judged if not one.is_right and one.verdict is not Verdict.NOT_JUDGED]

    @property
    def series(self) -> Series:
        """Which cases were judged as the gold judges them."""
        key = f"{self.name}.right"
        cases = (
            case_of(key, one.case.id, one.is_right, f"gold {one.case.verdict}, found {one.verdict}")
            for one in self.judged
        )
        return Series(key, f"{self.name}: right, of all", tuple(cases))

    @property
    def measured_figures(self) -> tuple[MeasuredFigure, ...]:
        """The layer's figures: how often right beside always guessing the most frequent, and the two ways to be
        wrong."""
        gold = Counter(one.case.verdict for one in self.judged)
        by_name = {each.name: each for each in self.shares}
        wrong = (
            ("false_support", "  “supported”, and it is not", by_name["“supported”, and it is not"]),
            ("false_failure", "  “not supported”, and it is", by_name["“not supported”, and it is"]),
        )
        judged, right = by_name["judged (coverage)"], by_name["right, of those judged"]
        return (
            self.series.figure,
            share(f"{self.name}.judged", "  judged (coverage)", judged.count, judged.total),
            share(f"{self.name}.right_judged", "  right, of those judged", right.count, right.total),
            score_figure(
                f"{self.name}.macro_f1", "  macro-F1", self.macro_f1, self.interval, len(self.judged)
            ),
            score_figure(
                f"{self.name}.base_f1",
                f"  macro-F1 of always “{(gold.most_common(1) or [(Verdict.SUPPORTED, 0)])[0][0]}”",
                self.base_f1,
                None,
                len(self.judged),
                more_is_better=None,
            ),
            *(
                share(f"{self.name}.{key}", name, each.count, each.total, more_is_better=False)
                for key, name, each in wrong
            ),
        )

    def to_json(self) -> dict[str, object]:
        return {
            "checker": self.name,
            "figures": [share.to_json() for share in self.shares],
            "macro_f1": _rounded(self.macro_f1),
            "macro_f1_interval": [_rounded(end) for end in self.interval or ()],
            "macro_f1_base_rate": _rounded(self.base_f1),
            "confusion": {
                gold.value: {verdict.value: self.confusion.get((gold, verdict), 0) for verdict in Verdict}
                for gold in GOLD
            },
            "kinds": self.kinds,
            "reasons": self.reasons,
            "wrong": [one.to_json() for one in self.wrong],
        }

    @property
    def words(self) -> str:
        low, high = self.interval or (0.0, 0.0)
        lines = [
            f"{self.name}",
            "",
            _matrix(self.confusion),
            "",
            table(self.shares),
            f"macro-F1 {self.macro_f1 or 0:.3f} ({low:.3f} … {high:.3f}); always the most frequent: "
            f"{self.base_f1 or 0:.3f}",
            "",
            "By what was done to a claim:",
            *(
                f"  {kind}: {', '.join(f'{verdict} {count}' for verdict, count in verdicts.items())}"
                for kind, verdicts in self.kinds.items()
            ),
            f"Reasons: {', '.join(f'{reason} {count}' for reason, count in self.reasons.items()) or 'none'}",
            "",
            f"Judged otherwise than the gold ({len(self.wrong)}):",
            *([one.words for one in self.wrong] or ["none"]),
        ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class SupportReport:
    """A gold file as each checker judged it: the rules first."""

    source: str
    checkers: tuple[CheckerReport, ...]

    @property
    def measured(self) -> Measured:
        """The figures of the layer."""
        cases: list[MeasuredCase] = [case for one in self.checkers for case in one.series.cases]
        figures = tuple(figure for one in self.checkers for figure in one.measured_figures)
        return Measured(Layer.SUPPORT, "support", figures, tuple(cases))

    def to_json(self) -> dict[str, object]:
        return {
            "layer": "support",
            "source": self.source,
            "measured": [figure.to_json() for figure in self.measured.figures],
            "cases": len(self.checkers[0].judged),
            "checkers": [checker.to_json() for checker in self.checkers],
        }

    @property
    def words(self) -> str:
        cases = f"{self.source}: {len(self.checkers[0].judged)} claims"
        return "\n\n".join([cases, *(checker.words for checker in self.checkers)])


def macro_f1(judged: Sequence[Judged]) -> float | None:
    """The mean, over the verdicts that the gold has, of the harmonic mean of precision and recall."""
    return macro_f1_of([(one.case.verdict, one.verdict) for one in judged])


def bootstrap(
    judged: Sequence[Judged], measure: Callable[[Sequence[Judged]], float | None]
) -> tuple[float, float] | None:
    """The middle 95 % of a measure over draws of claims, each with what was made of it ("id: …"). None for fewer than
    two claims."""
    families: dict[str, list[Judged]] = {}
    for one in judged:
        families.setdefault(one.case.id.partition(": ")[0], []).append(one)
    return resampled(list(families.values()), measure)


def _found(judged: Sequence[Judged], gold: Verdict, *also: Verdict) -> int:
    return sum(one.case.verdict is gold and one.verdict in (gold, *also) for one in judged)


def _wrongly_failed(failed: Sequence[Judged]) -> int:
    return sum(one.case.verdict is Verdict.SUPPORTED for one in failed)


def _matrix(confusion: dict[tuple[Verdict, Verdict], int]) -> str:
    names = [verdict.value for verdict in Verdict]
    lines = [f"{'gold, down · found, across':<28}" + "".join(f"{name:>15}" for name in names)]
    for gold in GOLD:
        counts = "".join(f"{confusion.get((gold, verdict), 0):>15}" for verdict in Verdict)
        lines.append(f"{gold.value:<28}{counts}")
    return "\n".join(lines)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
