"""Every route of the served application: what is another tenant's, what never was, and a link that opens nothing are
answered with the same status, the same headers and the same body."""

from __future__ import annotations

import statistics
from collections.abc import Mapping

from app import app
from pipeline.settings import Settings
from pipeline.store.link_keys import LinkKeys
from tests.isolation.asking import WAYS, Asked, Asker, Told
from tests.isolation.conftest import Tried, World
from tests.isolation.served_routes import OF_STREAMLIT, OURS_OF_NOBODY, PATH_TRICKS, routes_of
from tests.isolation.tokens import TAMPERED, aged, wrong_links
from viewer.links import Links
from viewer.requests import ABSENT_WORDS
from viewer.stored.routes import NOUNS

METHODS = ("HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "GET", "LOOK")
TURNS = 50
"""Requests of each of two kinds whose times are compared."""
LOOKS = 3
TIMED = {
    path: ways
    for path, ways in WAYS.items()
    if path.split("/")[2] not in NOUNS.keys() - {"words", "passage"}
    and path not in ("/review/queue.json", "/review/verdicts")
}
"""All but those that another one stands for: the nouns refuse in one place, before any of them is asked."""
TAB = {"Sec-Fetch-Dest": "document"}


def test_every_route_has_its_case() -> None:
    found = {path for path, _ in routes_of(app)}
    assert found == {*WAYS, *OURS_OF_NOBODY, *OF_STREAMLIT}, (
        "say how it is asked, in tests/isolation/asking.py"
    )


def test_what_is_ones_own_is_opened(world: World, asker: Asker) -> None:
    """Without this, everything below could be refused for another reason."""
    for path, ways in WAYS.items():
        for way, asked in ways(world.ours, world.ours).items():
            told = asker.send(asked)
            assert told.status == 200, (path, way, told.body[:300])


def test_another_tenants_things_are_answered_like_nothing(world: World, asker: Asker, tried: Tried) -> None:
    count, expected = 0, {True: refusal(world, asker, TAB), False: refusal(world, asker)}
    for path, ways in WAYS.items():
        theirs, nobodys = (ways(held, world.ours) for held in (world.theirs, world.invented))
        for way in theirs:
            for headers in ({}, TAB):
                foreign = asker.send(theirs[way], headers=headers)
                absent = asker.send(nobodys[way], headers=headers)
                assert foreign == absent, (path, way)
                if theirs[way].is_refused:
                    assert absent == expected[bool(headers)], (path, way)
                count += 1
    tried.count("routes × ways of a foreign id", len(WAYS), count)


def test_a_link_that_opens_nothing_is_answered_like_nothing(world: World, asker: Asker, tried: Tried) -> None:
    count, expected = 0, refusal(world, asker)
    for path, ways in WAYS.items():
        asked = next(iter(ways(world.ours, world.ours).values()))
        good = asker.token(asked)
        tokens = {name: change(good) for name, change in TAMPERED.items()}
        tokens |= wrong_links(world, asker.links, asked)
        for name, token in tokens.items():
            if asked.has_token_in_path and not token:
                continue  # an empty part of a path is another path
            assert asker.send(asked, token) == expected, (path, name)
            count += 1
    tried.count("routes × links that open nothing", len(WAYS), count)


def test_an_aged_link_is_gone_whether_or_not_there_is_something(
    world: World, asker: Asker, settings: Settings, tried: Tried
) -> None:
    keys, count = LinkKeys(settings.home), 0
    for path, ways in WAYS.items():
        told = set()
        for held in (world.ours, world.theirs, world.invented):
            asked = next(iter(ways(held, world.ours).values()))
            for scope in (asker.scope, world.ours.member("revoked"), world.theirs.member("reviewer")):
                token = aged(lambda clock: Links(keys, clock=clock), scope, asked)
                told.add(asker.send(asked, token))
                count += 1
        assert [one.status for one in told] == [410], path
    tried.count("routes × aged links", len(WAYS), count)


def test_a_tenant_with_nothing_is_told_nothing(world: World, asker: Asker, tried: Tried) -> None:
    """Its links name no sign-in, as before people signed in."""
    count, expected = 0, refusal(world, asker)
    for path, ways in WAYS.items():
        for asked in ways(world.theirs, world.ours).values():
            assert asker.send(asked, asker.token(asked, world.nobody)) == expected, path
            count += 1
    tried.count("routes × a tenant with nothing", len(WAYS), count)


def test_no_method_and_no_spelling_of_a_path_tells_them_apart(
    world: World, asker: Asker, tried: Tried
) -> None:
    count = 0
    for path, ways in WAYS.items():
        theirs, nobodys = (ways(held, world.ours) for held in (world.theirs, world.invented))
        for way in theirs:
            for method in METHODS:
                foreign, absent = (asker.send(one[way], method=method) for one in (theirs, nobodys))
                assert foreign.without_names() == absent.without_names(), (path, way, method)
                count += 1
            for name, trick in PATH_TRICKS.items():
                foreign, absent = (
                    asker.send(one[way], path=trick(one[way].path)) for one in (theirs, nobodys)
                )
                assert foreign.without_names() == absent.without_names(), (path, way, name)
                assert world.theirs.word.encode() not in foreign.body
                count += 1
    tried.count("routes × methods and paths", len(WAYS), count)


def test_what_is_not_there_takes_as_long_as_what_is_not_ones_own(
    world: World, asker: Asker, tried: Tried
) -> None:
    """By turns, so that whatever else the machine does is shared, and by the fastest tenth of each. Both are one
    look-up by primary key that finds no row under the tenant's policy. The bound is a quarter of the whole request, or
    half a millisecond: less than what is found costs, of which a page is then read and sent. A difference has to show
    each time that it is looked for."""
    apart = {}
    for path, ways in TIMED.items():
        pair = [next(iter(ways(held, world.ours).values())) for held in (world.theirs, world.invented)]
        seen = [_seconds(asker, pair) for _ in range(LOOKS if _are_apart(_seconds(asker, pair)) else 0)]
        if seen and all(_are_apart(one) for one in seen):
            apart[path] = seen
    assert apart == {}
    tried.count("routes × timed requests", len(TIMED), 2 * TURNS * len(TIMED))


def _seconds(asker: Asker, pair: list[Asked]) -> list[float]:
    """Of the fastest tenth of the requests of each kind, in the mean."""
    taken: list[list[float]] = [[], []]
    for turn in range(TURNS):
        for one in (0, 1) if turn % 2 else (1, 0):
            taken[one].append(asker.send(pair[one]).seconds)
    return [statistics.mean(sorted(one)[: TURNS // 10]) for one in taken]


def _are_apart(seconds: list[float]) -> bool:
    foreign, absent = seconds
    return abs(foreign - absent) > max(0.25 * absent, 0.0005)


def refusal(world: World, asker: Asker, headers: Mapping[str, str] | None = None) -> Told:
    """What is answered where there is nothing: the same, whatever was asked and however."""
    (asked, _) = WAYS["/evidence/outline/{version}.json"](world.invented, world.ours).values()
    told = asker.send(asked, headers=headers)
    assert told.status == 404
    assert ABSENT_WORDS in told.body.decode()
    return told
