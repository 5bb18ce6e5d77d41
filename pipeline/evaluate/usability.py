"""How many keys and seconds from a finished answer to the highlight of its evidence, and is it seen?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pipeline.evaluate.browser import browser, served
from pipeline.evaluate.keyboard_paths import WINDOWS, HandlePath, walk
from pipeline.evaluate.progress import Progress
from pipeline.evaluate.series import Measured, Series, case_of, measured
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import Address, MeasuredCase, Unit

MEASURE = "usability"


@dataclass(frozen=True, slots=True)
class WalkedHandle:
    """A handle with a highlight to go to: its kind of source ("PDF", "HTML", "text"), and what leads to it later."""

    media: str
    address: Address | None


@dataclass(frozen=True, slots=True)
class AnswerToWalk:
    """A stored answer with its handles that have a highlight, by key ("2:E1"). `name` names it in every run."""

    answer_id: UUID
    name: str
    handles: Mapping[str, WalkedHandle]


@dataclass(frozen=True, slots=True)
class UsabilityReport:
    """Every path that was walked, over these answers. `without` counts citations that have no highlight to go to:
    ambiguous, withheld, unavailable ones."""

    source: str
    paths: tuple[HandlePath, ...]
    answers: Mapping[str, AnswerToWalk]
    without: int

    @property
    def measured(self) -> Measured:
        return measured(Layer.USABILITY, MEASURE, self._series())

    def to_json(self) -> dict[str, Any]:
        return {
            "layer": MEASURE,
            "source": self.source,
            "without_highlight": self.without,
            "measured": [figure.to_json() for figure in self.measured.figures],
            "paths": [
                {
                    "answer": path.answer_id,
                    "name": self.answers[path.answer_id].name,
                    "handle": path.key,
                    "window": path.window,
                    "media": self._media(path),
                    "steps": path.steps,
                    "is_first": path.is_first,
                    "seconds": path.seconds,
                    "said": path.said,
                    "focus_back": path.is_back,
                }
                for path in self.paths
            ],
        }

    @property
    def words(self) -> str:
        wrong = [_words(path) for path in self.paths if not (path.is_seen and path.is_back)]
        counts = Counter(self._media(path) for path in self.paths)
        told = ", ".join(f"{media} {count}" for media, count in counts.items()) or "none"
        return "\n".join(
            [
                f"{self.source}: {len(self.paths)} paths by keyboard ({told})",
                "",
                self.measured.words,
                "",
                f"Citations without a highlight to go to: {self.without}",
                f"Not seen, or not led back ({len(wrong)}):",
                *(wrong or ["none"]),
            ]
        )

    def _series(self) -> Iterator[Series]:
        every = self.paths
        yield self._yes_no(
            "all.reached", "handles reached by keyboard", every, lambda path: path.steps is not None
        )
        yield self._yes_no(
            "all.seen", "highlights seen: in the view, not covered", every, lambda path: path.is_seen
        )
        yield self._yes_no("all.back", "Esc leads back to the same handle", every, lambda path: path.is_back)
        for window in WINDOWS:
            for media in sorted({self._media(path) for path in every}):
                paths = [path for path in every if (path.window, self._media(path)) == (window, media)]
                if paths:
                    yield from self._of_group(f"{window}, {media}", paths)

    def _of_group(self, name: str, paths: Sequence[HandlePath]) -> Iterator[Series]:
        yield self._yes_no(f"{name}.seen", f"{name}: highlights seen", paths, lambda path: path.is_seen)
        first = [path for path in paths if path.is_first]
        after = [path for path in paths if not path.is_first]
        if first:
            yield self._numbers(
                f"{name}.first_steps", "  keys from the page's start to the first", first, Unit.STEPS
            )
        if after:
            yield self._numbers(f"{name}.steps", "  keys from one highlight to the next", after, Unit.STEPS)
        yield self._numbers(f"{name}.seconds", "  seconds from Enter to seen", paths, Unit.SECONDS)

    def _yes_no(
        self, key: str, name: str, paths: Sequence[HandlePath], value: Callable[[HandlePath], bool]
    ) -> Series:
        cases = (
            case_of(key, self._id(path), value(path), _words(path), self._address(path)) for path in paths
        )
        return Series(key, name, tuple(cases))

    def _numbers(self, key: str, name: str, paths: Sequence[HandlePath], unit: Unit) -> Series:
        cases = (
            MeasuredCase(
                key,
                self._id(path),
                path.said,
                _words(path),
                _number(path, unit),
                self._address(path),
            )
            for path in paths
        )
        return Series(key, name, tuple(cases), unit, more_is_better=False)

    def _handle(self, path: HandlePath) -> WalkedHandle:
        return self.answers[path.answer_id].handles[path.key]

    def _media(self, path: HandlePath) -> str:
        return self._handle(path).media

    def _address(self, path: HandlePath) -> Address | None:
        return self._handle(path).address

    def _id(self, path: HandlePath) -> str:
        return f"{self.answers[path.answer_id].name} {path.key} {path.window}"


def evaluate_usability(
    source: str,
    answers: Sequence[AnswerToWalk],
    without: int,
    progress: Progress = lambda name, done, total: None,
) -> UsabilityReport:
    """Walk every path of the answers in each window. Raises BrowserMissing or AppFailed."""
    paths: list[HandlePath] = []
    total = len(WINDOWS) * sum(len(answer.handles) for answer in answers)
    if total:
        with browser() as opened, served() as url:
            for answer in answers:
                for window in WINDOWS:
                    for path in walk(opened, url, str(answer.answer_id), frozenset(answer.handles), window):
                        paths.append(path)
                        progress(source, len(paths), total)
    return UsabilityReport(
        source, tuple(paths), {str(answer.answer_id): answer for answer in answers}, without
    )


def _words(path: HandlePath) -> str:
    steps = "not reached" if path.steps is None else f"{path.steps} keys"
    seconds = "" if path.seconds is None else f" in {path.seconds:.2f} s"
    back = "" if path.is_back or path.steps is None else ", and Esc does not lead back"
    return f"{path.key} of {path.answer_id} ({path.window}): {steps}, {path.said}{seconds}{back}"


def _number(path: HandlePath, unit: Unit) -> float | None:
    if unit is Unit.SECONDS:
        return path.seconds
    return None if path.steps is None else float(path.steps)
