"""Signed links: made once a bucket, read strictly."""

import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest

from pipeline.evidence.errors import DataFolderUnusable, LinkExpired, LinkInvalid
from pipeline.store.scope import LOCAL, Scope
from viewer.links import BUCKET_SECONDS, Link, LinkKind, Links, link_key

VERSION = UUID("7b9b5483-0000-4000-8000-00000000b0ea")
LINK = Link(LOCAL, VERSION, LinkKind.PAGES)


@dataclass
class Clock:
    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def links(clock: Clock) -> Links:
    return Links(b"k" * 32, clock=clock)


@pytest.mark.parametrize("kind", list(LinkKind))
def test_a_token_gives_back_its_link(links: Links, kind: LinkKind) -> None:
    link = Link(Scope(UUID(int=7), UUID(int=8)), VERSION, kind)
    assert links.read(links.token(link), kind) == link


def test_a_token_stays_the_same_within_a_bucket_and_changes_after_it(links: Links, clock: Clock) -> None:
    first = links.token(LINK)
    clock.now += BUCKET_SECONDS - 1
    assert links.token(LINK) == first
    clock.now += 1
    assert links.token(LINK) != first


def test_a_token_lives_at_least_one_bucket_and_at_most_two(links: Links, clock: Clock) -> None:
    token = links.token(LINK)
    clock.now += BUCKET_SECONDS
    assert links.read(token, LinkKind.PAGES) == LINK
    clock.now += BUCKET_SECONDS
    with pytest.raises(LinkExpired):
        links.read(token, LinkKind.PAGES)


def test_a_token_of_another_kind_is_refused(links: Links) -> None:
    with pytest.raises(LinkInvalid, match="opens pages, not file"):
        links.read(links.token(LINK), LinkKind.FILE)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda t: "",
        lambda t: t[:-1],
        lambda t: "x" + t,
        lambda t: t + "\x00",
        str.swapcase,
        lambda t: t[:-1] + chr(ord(t[-1]) + 1),  # a signature's last character has bits that nobody reads
        lambda t: t + "!",
        lambda t: t[:-5] + "~" + t[-5:],
        lambda t: t + "=",
    ],
)
def test_an_altered_token_is_refused(links: Links, spoil: object) -> None:
    assert callable(spoil)
    with pytest.raises(LinkInvalid):
        links.read(spoil(links.token(LINK)), LinkKind.PAGES)


def test_another_key_reads_nothing(links: Links) -> None:
    with pytest.raises(LinkInvalid):
        Links(b"other" * 7).read(links.token(LINK), LinkKind.PAGES)


def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(lambda _: link_key(tmp_path), range(16)))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["link.key"]
    assert stat.S_IMODE((tmp_path / "link.key").stat().st_mode) == 0o600


def test_a_damaged_key_is_named_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "link.key").write_bytes(b"short")
    with pytest.raises(DataFolderUnusable, match=r"link\.key"):
        link_key(tmp_path)
    assert (tmp_path / "link.key").read_bytes() == b"short"


def test_a_folder_that_does_not_exist_is_made_for_its_owner_only(tmp_path: Path) -> None:
    """With a database elsewhere, the key is the first thing that a new host writes."""
    assert link_key(tmp_path / "new" / "home") == link_key(tmp_path / "new" / "home")
    assert stat.S_IMODE((tmp_path / "new" / "home").stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFolderUnusable, match="file"):
        link_key(tmp_path / "file" / "home")
