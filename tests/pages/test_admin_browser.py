"""What an admin does on the Admin page, in a real browser: each act is in the database and in the record of changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pipeline.permissions import Role
from pipeline.store import (
    access_changes,
    collection_members,
    collections,
    documents,
    memberships,
    openings,
)
from pipeline.store.openings import OpeningKind, Outcome
from pipeline.store.scope import Scope
from tests.pages.front_door import PATIENCE, FrontDoor, visitor
from tests.store.filing import StoredFiling, store_filing


@dataclass(frozen=True, slots=True)
class Office:
    """A workspace with an admin who has signed in, a colleague, and a collection of one filing."""

    door: FrontDoor
    page: Page
    admin: Scope
    colleague: UUID
    filing: StoredFiling
    collection: UUID

    def show(self, part: str, **address: object) -> None:
        query = "".join(f"&{name}={value}" for name, value in address.items())
        self.page.goto(f"{self.door.url}/admin?show={part}&workspace={self.admin.tenant_id}{query}")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click(timeout=PATIENCE)

    def pick(self, box: Locator, option: str) -> None:
        box.click(timeout=PATIENCE)
        self.page.get_by_role("option", name=option).click(timeout=PATIENCE)

    def says(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible(timeout=PATIENCE)

    def may_read(self, user_id: UUID) -> bool:
        with self.door.database.scoped(self.admin) as conn:
            return documents.get(conn, self.filing.document_id, user_id).may_read


@pytest.fixture
def office(door: FrontDoor, browser: Browser) -> Iterator[Office]:
    house, who, other = door.workspace(f"Office {uuid4().hex[:8]}"), door.person(), door.person()
    admin = Scope(house.tenant_id, door.invite(who, Role.ADMIN, house))
    colleague = door.invite(other, Role.ANALYST, house)
    with door.database.scoped(admin) as conn:
        filing = store_filing(conn)
        made = collections.create(conn, admin.user_id, "Project Falcon")
        collections.put(conn, made, [filing.document_id], admin.user_id)
        openings.note(conn, OpeningKind.FILE, version_id=filing.version_id)
    with door.database.scoped(Scope(house.tenant_id, colleague)) as conn:
        openings.note(conn, OpeningKind.FRAME, Outcome.DENIED, version_id=filing.version_id)
    with visitor(browser) as context:
        page = context.new_page()
        door.sign_in(page, who)
        yield Office(door, page, admin, colleague, filing, made)


def test_an_admin_invites_changes_closes_and_looks_through_the_record(office: Office) -> None:
    page, door = office.page, office.door
    # Members.
    office.show("Members")
    page.get_by_label("Invite by e-mail").fill("Nora@Example.com")
    page.get_by_label("Name", exact=True).fill("Nora")
    page.keyboard.press("Tab")
    office.press("Invite")
    office.says("Nora@Example.com is invited as analyst.")
    office.pick(page.get_by_role("combobox", name="Role of Nora"), "Reviewer")
    office.says("Nora is reviewer now.")
    row = page.locator("[class*='st-key-member-']", has_text="nora@example.com")
    row.get_by_role("button", name="End membership").click()
    office.press("End the membership")
    office.says("Nora is no member any more.")
    with door.database.scoped(office.admin) as conn:
        (nora,) = (one for one in memberships.list_all(conn) if one.name == "Nora")
    assert (nora.email, nora.role, nora.ended_at is None) == ("nora@example.com", Role.REVIEWER, False)
    # Collections.
    office.show("Collections", collection=office.collection)
    assert office.may_read(office.colleague)
    office.press("Close")
    office.press("Close the collection")
    office.says("Project Falcon is closed to all but its members.")
    assert (office.may_read(office.admin.user_id), office.may_read(office.colleague)) == (True, False)
    with door.database.scoped(office.admin) as conn:
        colleague = collection_members.candidates(conn)[office.colleague]
    office.pick(page.get_by_role("combobox", name="Add a member"), colleague)
    office.says("may read the filings of Project Falcon now.")
    assert office.may_read(office.colleague)
    # The record.
    office.show("Openings")
    office.says("2 openings")
    page.get_by_role("radio", name="Denied").click()
    office.says("1 opening")
    office.pick(page.get_by_role("combobox", name="Person"), colleague)
    office.says("1 opening")
    address = page.get_by_role("link", name="Export CSV").get_attribute("href") or ""
    lines = page.request.get(urljoin(page.url, address)).text().strip().splitlines()
    assert len(lines) == 2, "a head, and what is listed"
    assert "denied" in lines[1]
    office.show("Changes")
    office.says("Project Falcon")
    with door.database.scoped(office.admin) as conn:
        changes, _ = access_changes.find(conn, 20)
    assert [one.action for one in reversed(changes)][-6:] == [
        "member invited",
        "role changed",
        "membership ended",
        "collection closed",
        "collection member added",
        "collection member added",
    ]
