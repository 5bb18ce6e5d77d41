"""The verdicts that a reviewer may choose, and their keys."""

from __future__ import annotations

from pathlib import Path

from pipeline.evidence.review import REASONS, ReviewVerdict
from viewer.verdict_choices import verdict_choices

ICONS = Path(__file__).resolve().parents[2] / "viewer" / "components"
TAKEN = set("cjkpsu")
"""Letters that mean something else on the Review page."""


def test_every_verdict_and_every_reason_of_it_is_offered_once() -> None:
    offered = {
        choice["verdict"]: [one["reason"] for one in choice["reasons"]] for choice in verdict_choices()
    }
    assert offered == {verdict.value: [one.value for one in REASONS[verdict]] for verdict in ReviewVerdict}


def test_no_key_means_two_things() -> None:
    assert [choice["key"] for choice in verdict_choices()] == ["1", "2", "3", "4", "5"]
    for choice in verdict_choices():
        keys = [one["key"] for one in choice["reasons"]]
        assert len(set(keys)) == len(keys)
        assert not TAKEN & set(keys)
        assert all(len(key) == 1 for key in keys)


def test_every_icon_is_drawn() -> None:
    drawn = "".join((ICONS / name).read_text("utf-8") for name in ("icons.js", "review_icons.js"))
    for choice in verdict_choices():
        assert f"{choice['icon']}:" in drawn or f"ICONS.{choice['icon']} =" in drawn
