"""Keys of links change while links are open, and on hosts that learn of it one after the other."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest

from pipeline.evidence.errors import DataFolderUnusable, LinkExpired, LinkInvalid
from pipeline.store.link_keys import KEY_FILE, LONGEST_LINK, LinkKeys, read, revoke, rotate
from pipeline.store.scope import LOCAL
from viewer.links import BUCKET_SECONDS, TAKEN_BUCKET_SECONDS, Link, LinkKind, Links

LINK = Link(LOCAL, UUID(int=9), LinkKind.PAGES)
TAKEN = Link(LOCAL, UUID(int=9), LinkKind.TAKEN)
NOW = 1_800_000_000.0


@dataclass
class Clock:
    now: float = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def links(home: Path, clock: Clock) -> Links:
    return Links(LinkKeys(home, clock=clock), clock=clock)


def test_a_key_is_accepted_as_long_as_the_longest_link_lives() -> None:
    assert 2 * max(BUCKET_SECONDS, TAKEN_BUCKET_SECONDS) == LONGEST_LINK


def test_a_new_key_signs_from_its_time_on_in_an_app_that_runs(tmp_path: Path, clock: Clock) -> None:
    app = links(tmp_path, clock)
    before = app.token(LINK)
    rotate(tmp_path, after_seconds=300, now=clock.now)
    assert app.token(LINK) == before, "the new key does not sign yet"
    clock.now += 301
    after = app.token(LINK)
    assert after != before
    assert app.read(before, LinkKind.PAGES) == app.read(after, LinkKind.PAGES) == LINK


def test_a_host_that_has_the_file_reads_what_another_signs_before_its_own_clock_says_so(
    tmp_path: Path, clock: Clock
) -> None:
    rotate(tmp_path, after_seconds=300, now=clock.now)
    ahead = Clock(clock.now + 302)
    assert links(tmp_path, clock).read(links(tmp_path, ahead).token(LINK), LinkKind.PAGES) == LINK


def test_no_link_dies_before_its_time_because_keys_changed(tmp_path: Path, clock: Clock) -> None:
    app = links(tmp_path, clock)
    rotate(tmp_path, after_seconds=60, now=clock.now)
    clock.now += 59
    last_of_the_old = app.token(TAKEN)
    ends = (int(clock.now) // TAKEN_BUCKET_SECONDS + 2) * TAKEN_BUCKET_SECONDS
    clock.now = ends - 1.0
    assert app.read(last_of_the_old, LinkKind.TAKEN) == TAKEN
    clock.now = float(ends)
    with pytest.raises(LinkExpired):
        app.read(last_of_the_old, LinkKind.TAKEN)
    clock.now = NOW + 60 + LONGEST_LINK
    with pytest.raises(LinkInvalid):
        app.read(last_of_the_old, LinkKind.TAKEN)


def test_keys_that_no_link_needs_are_forgotten_at_the_next_change(tmp_path: Path) -> None:
    for number in range(5):
        rotate(tmp_path, after_seconds=0, now=NOW + number * (LONGEST_LINK + 1))
    assert len(read(tmp_path / KEY_FILE)) == 2, "the one that signed until now, and the new one"


def test_revoked_keys_open_nothing_at_once(tmp_path: Path, clock: Clock) -> None:
    app = links(tmp_path, clock)
    rotate(tmp_path, after_seconds=300, now=clock.now)
    token = app.token(LINK)
    revoke(tmp_path)
    with pytest.raises(LinkInvalid):
        app.read(token, LinkKind.PAGES)
    assert app.read(app.token(LINK), LinkKind.PAGES) == LINK


def test_a_key_of_before_keys_could_change_goes_on(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / KEY_FILE).write_bytes(bytes(range(32)))
    token = Links(bytes(range(32)), clock=clock).token(LINK)
    assert links(tmp_path, clock).read(token, LinkKind.PAGES) == LINK
    rotate(tmp_path, after_seconds=0, now=clock.now)
    assert links(tmp_path, clock).read(token, LinkKind.PAGES) == LINK


def test_a_file_that_is_damaged_or_gone_while_the_app_runs_changes_nothing(
    tmp_path: Path, clock: Clock
) -> None:
    app = links(tmp_path, clock)
    token = app.token(LINK)
    (tmp_path / KEY_FILE).write_text("half a li")
    assert app.read(token, LinkKind.PAGES) == LINK
    (tmp_path / KEY_FILE).unlink()
    assert app.read(token, LinkKind.PAGES) == LINK


@pytest.mark.parametrize("content", ["", "\n", "00 0\n", f"{'a' * 64} 0\nhalf a li", f"{'A' * 64} 0\n"])
def test_a_damaged_file_is_never_written_over(tmp_path: Path, content: str) -> None:
    (tmp_path / KEY_FILE).write_text(content)
    with pytest.raises(DataFolderUnusable, match="damaged"):
        rotate(tmp_path, after_seconds=0)
    with pytest.raises(DataFolderUnusable, match="damaged"):
        revoke(tmp_path)
    assert (tmp_path / KEY_FILE).read_text() == content


def test_the_file_stays_its_owner_s_only_and_its_keys_are_not_printed(tmp_path: Path) -> None:
    key = rotate(tmp_path, after_seconds=0)
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
    assert key.secret.hex() not in repr(key)
