"""What is shown of a claim: figures that lead somewhere, five checks in words, what fails, and nothing withheld."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from pipeline.evidence.answer import Check, CheckKind, CheckOutcome, FigureFinding, FigureOutcome
from pipeline.evidence.generation import Stage
from pipeline.evidence.text import TextRange
from pipeline.store import documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.conftest import Show
from tests.viewer.filing import Stored, store, unique
from viewer.check_words import REMOVED_SOURCE

LABELS = ["Source", "Quote", "Figures", "Place", "Checker"]


def words(claim: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {check["label"]: (check["tone"], check["words"]) for check in claim["checks"]}


def part(claim: dict[str, Any], text: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in claim["parts"] if one["text"] == text)
    return found


def test_the_five_checks_are_told_in_words(show: Show, checked: Stored) -> None:
    told = [words(claim) for claim in show(checked_answer(checked))["claims"]]
    assert all(list(one) == LABELS for one in told)
    assert [list(one.values()) for one in told] == [
        [
            ("ok", "Found"),
            ("ok", "Verbatim"),
            ("ok", "3 of 3 found"),
            ("ok", "One place"),
            ("ok", "Supported"),
        ],
        [
            ("ok", "Found"),
            ("ok", "Verbatim"),
            ("ok", "1 of 1 derived"),
            ("ok", "One place"),
            ("ok", "Supported"),
        ],
        [
            ("ok", "Found"),
            ("ok", "Verbatim"),
            ("bad", "1 of 2 missing"),
            ("ok", "One place"),
            ("warn", "Partly supported"),
        ],
        [
            ("bad", "2 removed"),
            ("bad", "Not verbatim"),
            ("ok", "No figures"),
            ("bad", "No place"),
            ("bad", "Not supported"),
        ],
        [
            ("ok", "Found"),
            ("ok", "Verbatim"),
            ("bad", "1 of 1 missing"),
            ("ok", "One place"),
            ("bad", "Not supported"),
        ],
        [
            ("ok", "Found"),
            ("warn", "Several places"),
            ("ok", "No figures"),
            ("warn", "Several places"),
            ("none", "Not judged"),
        ],
        [
            ("bad", "No source"),
            ("none", "No quote"),
            ("bad", "1 of 1 missing"),
            ("none", "No place"),
            ("bad", "Not supported"),
        ],
        [
            ("ok", "Found"),
            ("ok", "Verbatim"),
            ("bad", "1 of 1 missing"),
            ("ok", "One place"),
            ("none", "Not judged"),
        ],
    ]


def test_each_check_says_what_was_found_of_which_citation_and_by_whom(show: Show, checked: Stored) -> None:
    claim = show(checked_answer(checked))["claims"][2]
    quote = next(check for check in claim["checks"] if check["label"] == "Quote")
    assert [(one["of"], one["text"]) for one in quote["details"]] == [
        ("E3", "The quote stands in the cited passage."),
        ("E4", "The quote stands in the cited passage."),
    ]
    assert {one["checker"] for one in quote["details"]} == {"pincite-code-1"}
    figures = next(check for check in claim["checks"] if check["label"] == "Figures")
    assert [one["text"] for one in figures["details"]] == [
        "E4 prints 8 %.",
        "21,231 is not in E3 or E4. The cited row prints 21,213 (Services, three months ended July 1, 2023).",
    ]


def test_a_figure_leads_to_its_value_and_a_missing_one_to_the_nearest(show: Show, checked: Stored) -> None:
    first, second, third, *_ = show(checked_answer(checked))["claims"]
    assert "".join(one["text"] for one in first["parts"]).startswith(
        "Total net sales were $81.8 billion in the"
    )
    span = checked.span(0, "81,797")
    agreeing = part(first, "$81.8 billion")
    assert (agreeing["figure"], agreeing["key"], agreeing["place"]) == (
        "agrees",
        "1:E1",
        [0, span.start, span.end],
    )
    assert (agreeing["is_time"], part(first, "July 1, 2023")["is_time"]) == (False, True)
    derived = part(second, "44.5%")
    assert (derived["figure"], derived["key"], derived["calculation"]) == ("calculated", None, "c1")
    missing, nearest = part(third, "$21,231 million"), checked.span(0, "21,213")
    assert (missing["figure"], missing["key"]) == ("missing", "3:E3")
    assert missing["place"] == [0, nearest.start, nearest.end]


def test_what_fails_is_flagged_with_the_way_to_what_comes_nearest(show: Show, checked: Stored) -> None:
    claims = show(checked_answer(checked))["claims"]
    flags = {claim["number"]: claim["flags"] for claim in claims if claim["flags"]}
    assert {number: [flag["lead"] for flag in told] for number, told in flags.items()} == {
        3: ["21,231 is not in E3 or E4."],
        4: ["The quoted words stand in E4, not in E2."],
        7: ["164,000 has no evidence: the claim cites nothing."],
        8: ["222 is the result of a calculation that could not be done again."],
    }
    assert flags[3][0]["rest"] == "The cited row prints 21,213 (Services, three months ended July 1, 2023)."
    assert [(flag["key"], flag["action"]) for flag in (flags[3][0], flags[4][0], flags[7][0])] == [
        ("3:E3", "Show the cited row"),
        ("4:E2b", "Open E2b"),
        (None, None),
    ]


def test_a_quote_that_names_no_handle_is_flagged_under_its_own(show: Show, checked: Stored) -> None:
    answer = checked_answer(checked)
    claim = answer.claims[3]
    (cited,) = claim.citations
    detail = "The quoted words do not stand in the cited passage."
    plain = replace(cited, checks=(Check(CheckKind.VERBATIM, CheckOutcome.FAILED, detail, "test"),))
    changed = replace(answer, claims=(replace(claim, number=1, citations=(plain,)),))
    (flag,) = show(changed)["claims"][0]["flags"]
    assert (flag["lead"], flag["rest"]) == ("E2b is not verbatim.", detail)


def test_a_claim_that_is_only_not_supported_says_why(show: Show, checked: Stored) -> None:
    answer = checked_answer(checked)
    claim = answer.claims[0]
    refused = Check(
        CheckKind.SUPPORT, CheckOutcome.FAILED, "Sales fell. The claim says rose.", "pincite-rules-1"
    )
    changed = replace(claim, checks=(claim.checks[0], refused))
    (flag,) = show(replace(answer, claims=(changed,)))["claims"][0]["flags"]
    assert (flag["lead"], flag["rest"], flag["key"]) == ("Sales fell.", "The claim says rose.", None)


def test_a_differing_calculation_is_told_by_its_card_alone(show: Show, checked: Stored) -> None:
    claim = show(checked_answer(checked))["claims"][4]
    assert claim["flags"] == []
    card = claim["calculation"]
    assert (card["tone"], card["words"]) == ("bad", "Does not recompute")
    assert card["detail"] == "The inputs give 25.93 %; the claim says 29.5 %, 3.57 points more."
    span = checked.span(0, "21,213")
    assert (card["inputs"][0]["key"], card["inputs"][0]["place"]) == ("5:E3", [0, span.start, span.end])


def test_the_model_is_waited_for_unless_the_rules_have_refused(show: Show, checked: Stored) -> None:
    answer = replace(checked_answer(checked), stage=Stage.JUDGING)
    told = [words(claim)["Checker"] for claim in show(answer)["claims"]]
    assert told == [
        ("none", "Being judged…"),
        ("none", "Being judged…"),
        ("none", "Being judged…"),
        ("bad", "Not supported"),
        ("bad", "Not supported"),
        ("none", "Being judged…"),
        ("bad", "Not supported"),
        ("none", "Being judged…"),
    ]


def test_a_verdict_that_is_there_is_not_waited_for(show: Show, checked: Stored) -> None:
    answer = checked_answer(checked)
    claim = answer.claims[5]
    by_model = Check(CheckKind.SUPPORT, CheckOutcome.PASSED, "It says so.", "model: scripted-1, support-1")
    judged = replace(claim, number=1, checks=(*claim.checks, by_model))
    view = show(replace(answer, claims=(judged,), stage=Stage.JUDGING))
    assert words(view["claims"][0])["Checker"] == ("ok", "Supported")
    details = view["claims"][0]["checks"][-1]["details"]
    assert [one["checker"] for one in details] == ["pincite-rules-1", "model: scripted-1, support-1"]


def test_a_denied_source_takes_text_figures_calculation_flags_and_checks_with_it(
    show: Show, database: Database, tenant: Scope, checked: Stored, blob_folder: Any
) -> None:
    secret = store(database, tenant, blob_folder, unique(checked_filing()))
    answer = checked_answer(checked, secret)
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, secret.document_id, True)
    claim = show(answer)["claims"][-1]
    assert (claim["calculation"], claim["flags"], claim["checks"]) == (None, [], [])
    assert [one["figure"] for one in claim["parts"]] == [False]
    (handle,) = claim["handles"]
    assert handle["card"] == {"title": None, "locus": None, "cells": [], "quote": None, "verbatim": None}
    for told in ("81,797", "Example Holdings", "other company", "E6 prints"):
        assert told not in json.dumps(claim)


def test_of_a_removed_source_no_sentence_of_a_check_is_repeated(
    show: Show, database: Database, tenant: Scope, checked: Stored
) -> None:
    answer = checked_answer(checked)
    assert any(claim["flags"] for claim in show(answer)["claims"])
    with database.scoped(tenant) as conn:
        documents.delete(conn, checked.document_id)
    for claim in show(answer)["claims"]:
        if claim["handles"]:
            assert (claim["calculation"], claim["flags"]) == (None, [])
            assert all(not one.get("detail") and not one.get("place") for one in claim["parts"])
            said = {one["text"] for check in claim["checks"] for one in check["details"]}
            assert said == {REMOVED_SOURCE}


def test_a_handle_tells_title_place_quote_and_state_before_it_is_opened(show: Show, checked: Stored) -> None:
    handle = show(checked_answer(checked))["claims"][0]["handles"][0]
    assert handle["card"] == {
        "title": "Example Holdings · Form 10-Q · Q3 FY2023",
        "locus": "PDF page 1 · printed 1",
        "cells": ["Total net sales", "81,797", "82,959"],
        "quote": "Total net sales 81,797 82,959",
        "verbatim": {"tone": "ok", "words": "Verbatim"},
    }


def test_the_pane_begins_at_the_cells_in_which_figures_were_found(show: Show, checked: Stored) -> None:
    """The claim says 81.8 billion, which no cell prints so."""
    pane = show(checked_answer(checked))["pane"]
    evidence = next(one for one in pane["evidence"] if one["key"] == "1:E1")
    cited = {one["text"]: one["cited"] for one in evidence["regions"] if one["role"] == "quote"}
    assert cited == {"81,797": True, "82,959": True}
    inputs = next(one for one in pane["evidence"] if one["key"] == "2:E2")
    cited = {one["text"]: one["cited"] for one in inputs["regions"] if one["role"] == "quote"}
    assert cited == {"36,413": True, "35,885": False}


def test_a_name_with_digits_stays_text_where_no_figure_is_told(show: Show, checked: Stored) -> None:
    answer = checked_answer(checked)
    claim = replace(answer.claims[3], number=1, text="The 10-K names advertising.")
    parts = show(replace(answer, claims=(claim,)))["claims"][0]["parts"]
    assert parts == [{"text": "The 10-K names advertising.", "figure": False}]


def test_a_day_within_a_period_is_told_with_the_period(show: Show, checked: Stored) -> None:
    answer = checked_answer(checked)
    text = "In the quarter ended July 1, 2023 nothing changed."
    period = TextRange(text.index("quarter"), text.index(" nothing"))
    day = TextRange(text.index("July"), text.index(" nothing"))
    findings = tuple(FigureFinding(one, FigureOutcome.PRINTED, "Printed.") for one in (period, day))
    claim = replace(answer.claims[0], text=text, figures=findings)
    parts = show(replace(answer, claims=(claim,)))["claims"][0]["parts"]
    assert "".join(one["text"] for one in parts) == text
    assert [one["text"] for one in parts if one["figure"]] == ["quarter ended July 1, 2023"]
