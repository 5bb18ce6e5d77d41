"""When a server asks to wait, and what its errors mean."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from pipeline.evidence.generation import ProblemKind
from pipeline.model import failures
from pipeline.model.delta import ServerError
from pipeline.model.endpoint import Endpoint
from pipeline.model.exchange import Refused

ENDPOINT = Endpoint("m", "http://127.0.0.1:9/v1", "sk-secret", "PINCITE_MODEL", 500)


def refused(
    status: int, message: str = "", code: str = "", headers: dict[str, str] | None = None
) -> failures.AttemptFailed:
    return failures.refused(ENDPOINT, Refused(status, headers or {}, ServerError(message, code)))


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": formatdate(0, usegmt=True)}, 0),
    ],
)
def test_the_time_to_wait_is_read_in_each_of_its_forms(
    headers: dict[str, str], seconds: float | None
) -> None:
    assert failures.asked_wait(headers) == seconds


def test_the_time_to_wait_may_be_a_date() -> None:
    date = formatdate(time.time() + 60, usegmt=True)
    assert failures.asked_wait({"retry-after": date}) == pytest.approx(60, abs=5)


@pytest.mark.parametrize(
    ("failure", "kind", "said", "is_tried_again"),
    [
        (refused(401), ProblemKind.KEY_REFUSED, "OPENAI_API_KEY", False),
        (refused(403), ProblemKind.KEY_REFUSED, "OPENAI_API_KEY", False),
        (refused(404), ProblemKind.MODEL_UNKNOWN, "PINCITE_MODEL", False),
        (refused(404, "page not found"), ProblemKind.MODEL_UNKNOWN, "/v1", False),
        (refused(400, "The model `m` does not exist"), ProblemKind.MODEL_UNKNOWN, "PINCITE_MODEL", False),
        (
            refused(400, "No models loaded. Please load one"),
            ProblemKind.MODEL_UNKNOWN,
            "PINCITE_MODEL",
            False,
        ),
        (refused(400, "Invalid model m"), ProblemKind.MODEL_UNKNOWN, "PINCITE_MODEL", False),
        (refused(400, "nonsense"), ProblemKind.REQUEST_REFUSED, "“nonsense”", False),
        (
            refused(400, "x", "context_length_exceeded"),
            ProblemKind.REQUEST_REFUSED,
            "PINCITE_PACKET_TOKENS",
            False,
        ),
        (refused(400, "the content management policy"), ProblemKind.FILTERED, "content filter", False),
        (refused(429), ProblemKind.RATE_LIMITED, "in a minute", True),
        (refused(429, headers={"retry-after": "5"}), ProblemKind.RATE_LIMITED, "wait 5 seconds", True),
        (refused(429, headers={"retry-after": "1"}), ProblemKind.RATE_LIMITED, "wait 1 second:", True),
        (refused(429, headers={"retry-after": "600"}), ProblemKind.RATE_LIMITED, "wait 10 minutes", False),
        (refused(429, "x", "insufficient_quota"), ProblemKind.RATE_LIMITED, "quota", False),
        (refused(500, "boom"), ProblemKind.SERVER_FAILED, "“boom”", True),
        (refused(503, headers={"retry-after": "3600"}), ProblemKind.SERVER_FAILED, "status 503", False),
        (refused(408), ProblemKind.SERVER_FAILED, "status 408", True),
        (refused(302), ProblemKind.REQUEST_REFUSED, "status 302", False),
    ],
)
def test_each_status_has_its_kind_its_words_and_whether_it_passes(
    failure: failures.AttemptFailed, kind: ProblemKind, said: str, is_tried_again: bool
) -> None:
    assert failure.problem_kind is kind
    assert said in failure.message
    assert (failure.wait is not None) == is_tried_again


def test_a_servers_words_are_bounded_on_one_line_and_without_the_key() -> None:
    message = refused(400, "Key sk-secret\nis\t\0 wrong " + "x" * 9000).message
    assert "sk-secret" not in message
    assert "\n" not in message
    assert "\0" not in message
    assert len(message) < 600
