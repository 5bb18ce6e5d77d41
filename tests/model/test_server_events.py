"""Bodies of chat replies: events as servers send them, cut anywhere, and what is no reply at all."""

from __future__ import annotations

import json

import pytest

from pipeline.model.server_events import LONGEST_LINE, NoReply, ReplyReader

EVENTS = [{"choices": [{"delta": {"content": "Umsätze 営業利益"}}]}, {"choices": [], "usage": {}}]


def read(body: bytes, size: int = 10_000) -> list[dict[str, object]]:
    reader = ReplyReader()
    found = [
        event for start in range(0, len(body), size) for event in reader.feed(body[start : start + size])
    ]
    return [*found, *reader.end()]


@pytest.mark.parametrize("size", [1, 2, 3, 10_000])
@pytest.mark.parametrize(
    "form",
    [
        "data: {}\n\n",
        "data:{}\r\n\r\n",
        ": a comment to keep the line alive\n\ndata: {}\n\n",
        "event: message\nid: 7\nretry: 10\ndata: {}\n\n",
    ],
)
def test_events_are_read_in_every_form_that_servers_use(form: str, size: int) -> None:
    body = "".join(form.replace("{}", json.dumps(event, ensure_ascii=False)) for event in EVENTS)
    assert read(f"\ufeff{body}data: [DONE]\n\n".encode(), size) == EVENTS


def test_an_event_of_several_lines_is_one() -> None:
    lines = json.dumps(EVENTS[0], indent=1).splitlines()
    assert read(("".join(f"data: {line}\n" for line in lines) + "\n").encode()) == [EVENTS[0]]


def test_the_last_event_needs_no_blank_line() -> None:
    assert read(f"data: {json.dumps(EVENTS[0])}".encode()) == [EVENTS[0]]


@pytest.mark.parametrize("size", [1, 10_000])
def test_one_object_is_read_as_a_whole(size: int) -> None:
    assert read(json.dumps(EVENTS[0], indent=2).encode(), size) == [EVENTS[0]]


@pytest.mark.parametrize(
    "body",
    [
        b"<!doctype html><p>Welcome</p>",
        b"[1, 2]",
        b"data: {broken\n\n",
        b"data: 7\n\n",
        b'{"choices": ',
        b"{" * 9000,
    ],
)
def test_what_is_no_reply_is_refused(body: bytes) -> None:
    with pytest.raises(NoReply):
        read(body)


def test_an_empty_body_has_no_events() -> None:
    assert read(b"") == []


def test_a_line_without_an_end_is_given_up() -> None:
    reader = ReplyReader()

    def feed_on() -> None:
        for _ in range(LONGEST_LINE // 1000 + 2):
            list(reader.feed(b"data: " + b"x" * 1000))

    with pytest.raises(NoReply, match="line"):
        feed_on()
