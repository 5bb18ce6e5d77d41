"""What the Review page begins with: the reviewer of the address, their queue, the claim that it names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from uuid import UUID

import pytest

from pages.reviewing import GONE, Narrowed, Part, ReviewPage, add_reviewer, read_page, read_team
from pipeline.evidence.layer import Layer
from pipeline.store import documents
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.review_queue import QueueOrder
from pipeline.store.scope import Scope
from tests.viewer.filing import Stored, pdf_filing, store, unique
from tests.viewer.review.asking import two_claims
from viewer.links import Link, LinkKind, Links
from viewer.services import Services
from viewer.source_files import SourceFiles


@pytest.fixture
def blobs(tmp_path: Path) -> Path:
    return tmp_path / "blobs"


@pytest.fixture
def opened(database: Database, blobs: Path) -> Services:
    files = SourceFiles(FolderBlobs(blobs))
    return cast(Services, SimpleNamespace(database=database, files=files, links=Links(b"k" * 32)))


@pytest.fixture
def secret(database: Database, tenant: Scope, blobs: Path) -> Stored:
    return store(database, tenant, blobs, unique(pdf_filing()))


@pytest.fixture
def answer_id(database: Database, tenant: Scope, blobs: Path, secret: Stored) -> UUID:
    """Its second claim cites `secret`."""
    return two_claims(database, tenant, store(database, tenant, blobs, unique(pdf_filing())), secret)


def shown(
    opened: Services, tenant: Scope, named: Mapping[str, str], part: Part = Part.TO_JUDGE
) -> ReviewPage:
    reviewer = read_team(opened, tenant, None).reviewer
    return read_page(opened, tenant, reviewer, part, Narrowed(), named)


def test_the_reviewer_is_the_one_of_the_address_or_the_user(opened: Services, tenant: Scope) -> None:
    added = add_reviewer(opened, tenant, "Anna Meyer")
    named = read_team(opened, tenant, str(added.id))
    assert (named.reviewer, named.problem) == (added, None)
    assert [one.name for one in named.reviewers] == ["Analyst", "Anna Meyer"]
    last = read_team(opened, tenant, None, str(added.id))
    assert (last.reviewer, last.problem) == (added, None)
    assert read_team(opened, tenant, None, "nobody").problem is None
    assert read_team(opened, tenant, str(tenant.user_id), str(added.id)).reviewer.id == tenant.user_id
    for written in (None, "nobody"):
        own = read_team(opened, tenant, written)
        assert own.reviewer.id == tenant.user_id
        assert own.problem == (GONE if written else None)


def test_the_page_begins_at_the_claim_that_the_address_names(
    opened: Services, tenant: Scope, answer_id: UUID
) -> None:
    found = shown(opened, tenant, {"answer": str(answer_id), "claim": "2"})
    assert (found.data["open"], found.problem) == ({"answer_id": str(answer_id), "claim": 2}, None)
    assert found.item is not None
    assert [one["key"] for one in found.item["pane"]["evidence"]] == ["2:E2"]
    link = opened.links.read(found.data["token"], LinkKind.REVIEW)
    assert link == Link(tenant, tenant.user_id, LinkKind.REVIEW)


@pytest.mark.parametrize("named", [{"claim": "9"}, {"claim": "x"}, {"answer": "y"}, {"claim": "2"}])
def test_a_claim_that_cannot_be_shown_gives_way_to_the_first_in_words(
    opened: Services,
    database: Database,
    tenant: Scope,
    answer_id: UUID,
    secret: Stored,
    named: dict[str, str],
) -> None:
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, secret.document_id, True)
    found = shown(opened, tenant, {"answer": str(answer_id), **named})
    assert found.data["open"] == {"answer_id": str(answer_id), "claim": 1}
    assert found.problem is not None
    assert found.queue["total"] == 1
    assert "Liquidity" not in str(found.data)


def test_there_is_no_item_where_there_is_nothing_to_judge(
    opened: Services, tenant: Scope, answer_id: UUID
) -> None:
    for part in (Part.JUDGED, Part.DISPUTES):
        found = shown(opened, tenant, {}, part)
        assert (found.item, found.problem, found.data["open"]) == (None, None, None)


def test_only_what_is_chosen_stands_in_the_query_of_the_queue() -> None:
    assert Narrowed().query(Part.TO_JUDGE) == {}
    narrowed = Narrowed(Layer.SUPPORT, "", "answer-1", None, QueueOrder.RANDOM, "ab")
    assert narrowed.query(Part.DISPUTES) == {
        "layer": "support",
        "model": "",
        "prompt": "answer-1",
        "order": "random",
        "seed": "ab",
        "role": "adjudicator",
    }
    assert Narrowed().query(Part.JUDGED) == {"mine": "1"}
    assert narrowed.count == 3
