"""Paths by keyboard are counted, and one that is not seen is no success; the real way is walked once."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from pipeline.evaluate.keyboard_paths import HandlePath
from pipeline.evaluate.layers import LayerRun, LayersReport
from pipeline.evaluate.usability import AnswerToWalk, UsabilityReport, WalkedHandle
from pipeline.evidence.measurement import PageAddress
from tests.evaluate.filing import NAME, write
from tests.serving import command_json

ANSWER = UUID(int=5)
ADDRESS = PageAddress(UUID(int=6), 3)
HANDLES = {"1:E1": WalkedHandle("PDF", ADDRESS), "2:E2": WalkedHandle("HTML", None)}
PATHS = (
    HandlePath(str(ANSWER), "wide", "1:E1", 9, 0.25, "seen", is_back=True, is_first=True),
    HandlePath(str(ANSWER), "wide", "2:E2", 3, None, "covered; the pane is ready", is_back=True),
    HandlePath(str(ANSWER), "820 px", "1:E1", 5, 0.75, "seen", is_back=False, is_first=True),
    HandlePath(str(ANSWER), "820 px", "2:E2", None, None, "not reached", is_back=False),
)


def report() -> UsabilityReport:
    return UsabilityReport("gold", PATHS, {str(ANSWER): AnswerToWalk(ANSWER, "q1", HANDLES)}, 2)


def test_what_is_not_reached_not_seen_or_not_led_back_is_counted_and_told() -> None:
    figures = {figure.key: figure for figure in report().measured.figures}
    assert (figures["all.reached"].count, figures["all.seen"].count, figures["all.back"].count) == (3, 2, 2)
    assert figures["wide, PDF.first_steps"].value == 9
    assert figures["wide, HTML.steps"].value == 3
    assert figures["820 px, PDF.seconds"].value == 0.75
    assert figures["wide, HTML.seconds"].value is None
    assert figures["820 px, HTML.steps"].total == 0
    assert "Not seen, or not led back (3):" in report().words
    assert "covered; the pane is ready" in report().words


def test_cases_are_named_alike_in_every_run_and_lead_to_their_page() -> None:
    cases = [case for case in report().measured.cases if case.figure == "all.seen"]
    assert [case.id for case in cases][:2] == ["q1 1:E1 wide", "q1 2:E2 wide"]
    assert cases[0].address == ADDRESS


def test_the_sheet_names_each_figure_with_its_command() -> None:
    run = LayerRun("gold.jsonl", report().measured, 1.0, "pincite evaluate usability --gold gold.jsonl")
    words = LayersReport((run,), ("support, for want of gold",)).words
    assert "| Usability | handles reached by keyboard" in words
    assert "| 3 of 4" in words
    assert words.count("`pincite evaluate usability --gold gold.jsonl`") == 1
    assert "Not measured: support, for want of gold" in words


def test_the_way_to_a_highlight_and_back_is_walked_by_keyboard(browser: object, tmp_path: Path) -> None:
    """`browser`: skips nothing here; it sees that there is one."""
    home = tmp_path / "home"
    write(tmp_path)
    command_json(home, "ingest", str(tmp_path / f"{NAME}_2023-06-30.pdf"))
    command_json(home, "ask", "What were total net sales?")
    value = command_json(home, "evaluate", "usability", "--answers", "1", "--no-store")
    assert {path["window"] for path in value["paths"]} == {"wide", "820 px"}
    for path in value["paths"]:
        assert (path["said"], path["focus_back"], path["media"]) == ("seen", True, "PDF")
        assert path["steps"] >= 2
        assert path["seconds"] < 20
