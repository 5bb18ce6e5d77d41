"""Where names stand beside the ends of lines, so that none lies over another."""

from __future__ import annotations

from collections.abc import Sequence


def spread(values: Sequence[float], least: float, top: float) -> list[float]:
    """The values moved apart so that no two are nearer than `least`, in their order, within 0 … `top` where that is
    possible: where the names beside the lines' ends stand. Each run of values that touch keeps its middle."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    runs: list[list[float]] = []  # sum of the wished-for starts, number of values
    for place, index in enumerate(order):
        runs.append([values[index] - least * place, 1])
        while len(runs) > 1 and runs[-2][0] / runs[-2][1] > runs[-1][0] / runs[-1][1]:
            wished, number = runs.pop()
            runs[-1][0] += wished
            runs[-1][1] += number
    highest = max(top - least * (len(values) - 1), 0)
    starts = [min(max(wished / number, 0), highest) for wished, number in runs for _ in range(int(number))]
    found = [0.0] * len(values)
    for place, index in enumerate(order):
        found[index] = starts[place] + least * place
    return found
