"""How right the verdicts on support are: counted as told, and measured on gold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipeline.evaluate.support import BOTH, evaluate_support
from pipeline.evaluate.support_cases import read_support
from pipeline.evaluate.support_gold import SupportCase, quoted
from pipeline.evaluate.support_report import CheckerReport, Judged, bootstrap, macro_f1
from pipeline.evidence.verdict import Verdict
from tests.evaluate.filing import write_lines
from tests.model_server import ModelServer
from tests.serving import command, command_json

YES, PART, NO, OPEN = Verdict.SUPPORTED, Verdict.PARTLY, Verdict.NOT_SUPPORTED, Verdict.NOT_JUDGED

QUOTE = "Services net sales increased during 2023."
CLAIMS = (
    (QUOTE, "supported"),
    ("Services net sales decreased during 2023.", "not_supported"),
    ("Demand for services was robust.", "supported"),
)


def gold_file(folder: Path) -> Path:
    path = folder / "support.jsonl"
    write_lines(path, [{"claim": claim, "quotes": [QUOTE], "verdict": verdict} for claim, verdict in CLAIMS])
    return path


def judged(*pairs: tuple[Verdict, Verdict]) -> tuple[Judged, ...]:
    """Cases of a gold verdict (first) with the verdict that was found."""
    return tuple(
        Judged(SupportCase(f"c{at}", "A claim.", (quoted("A quote.", 1),), gold), found, "", None)
        for at, (gold, found) in enumerate(pairs)
    )


def shares(report: CheckerReport) -> dict[str, tuple[int, int]]:
    return {share.name.strip(): (share.count, share.total) for share in report.shares}


def test_what_was_not_judged_is_never_right_and_lowers_the_coverage() -> None:
    report = CheckerReport("rules", judged((YES, YES), (YES, OPEN), (NO, NO), (NO, YES), (NO, PART)))
    found = shares(report)
    assert found["right, of all"] == (2, 5)
    assert found["judged (coverage)"] == (4, 5)
    assert found["right, of those judged"] == (2, 4)
    assert found["“supported”, and it is not"] == (1, 2)
    assert found["not supported, and found so or in part"] == (2, 3)
    assert found["base rate: always the most frequent"] == (3, 5)
    assert report.confusion[NO, YES] == 1


def test_macro_f1_is_the_mean_over_the_golds_verdicts() -> None:
    report = CheckerReport("rules", judged((YES, YES), (YES, OPEN), (NO, NO), (NO, NO)))
    assert macro_f1(report.judged) == pytest.approx((2 / 3 + 1) / 2)
    assert report.base_f1 == pytest.approx((2 * 2 / (4 + 2)) / 2)
    assert macro_f1(judged((YES, YES), (NO, NO))) == 1
    assert macro_f1(()) is None


def test_the_interval_holds_the_measure_and_is_the_same_each_time() -> None:
    cases = judged(*[(YES, YES), (NO, NO), (NO, OPEN)] * 20)
    low, high = bootstrap(cases, macro_f1) or (1.0, 0.0)
    assert 0 < low < (macro_f1(cases) or 0) < high < 1
    assert bootstrap(cases, macro_f1) == (low, high)
    assert bootstrap(judged((YES, YES)), macro_f1) is None


def test_every_case_is_judged_by_the_rules_and_told_of(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    report = evaluate_support(
        read_support(gold_file(tmp_path)), "gold", told=lambda done, total: told.append((done, total))
    )
    (rules,) = report.checkers
    assert [one.verdict for one in rules.judged] == [YES, NO, OPEN]
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_the_command_prints_the_matrix_and_each_wrong_case(tmp_path: Path) -> None:
    gold = str(gold_file(tmp_path))
    done = command(tmp_path / "home", "evaluate", "support", "--gold", gold, "--no-store")
    assert done.returncode == 0, done.stderr
    assert "support.jsonl: 3 claims" in done.stdout
    assert "gold, down · found, across" in done.stdout
    assert "judged (coverage)" in done.stdout
    assert "Judged otherwise than the gold (0):\nnone" in done.stdout
    assert not (tmp_path / "home").exists(), "no library is needed"


def test_a_model_that_is_configured_is_measured_beside_the_rules(tmp_path: Path) -> None:
    with ModelServer() as server:
        for word in ("supported", "supported", "partly"):
            server.script_verdict(word, "It is said.")
        environment = {
            "OPENAI_BASE_URL": server.base_url,
            "OPENAI_API_KEY": "key",
            "PINCITE_MODEL": "test-model",
        }
        value = command_json(
            tmp_path / "home",
            *("evaluate", "support", "--gold", str(gold_file(tmp_path))),
            environment=environment,
        )
    rules, model, shown = value["checkers"]
    assert (rules["checker"], shown["checker"]) == ("rules", BOTH)
    assert model["checker"].startswith("model: test-model")
    assert [row["not_judged"] for row in rules["confusion"].values()] == [1, 0, 0]
    assert model["confusion"]["not_supported"]["supported"] == 1
    assert shown["confusion"]["not_supported"]["not_supported"] == 1, "the rules are not overruled"
    assert shown["confusion"]["supported"] == {
        "supported": 1,
        "partly": 1,
        "not_supported": 0,
        "not_judged": 0,
    }


def test_gold_that_cannot_be_read_ends_in_words(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"claim": "x"}\n')
    done = command(tmp_path / "home", "evaluate", "support", "--gold", str(broken), "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["type"] == "InvalidGold"
