"""People before the app: who comes in, where, and what they see when they may not, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value

from pipeline.permissions import Role
from pipeline.store import memberships
from pipeline.store.scope import LOCAL, Scope
from tests.pages.front_door import COOKIE_SECRET, PATIENCE, FrontDoor, visitor
from tests.store.filing import store_answer, store_filing

COOKIE = "_streamlit_user"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with visitor(browser) as opened:
        yield opened


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def says(page: Page, words: str) -> None:
    expect(page.get_by_text(words).first).to_be_visible(timeout=PATIENCE)


def shows_nothing(page: Page) -> None:
    """No page of the app is there, nor a way to one."""
    expect(page.get_by_test_id("stSidebarNavLink")).to_have_count(0)
    expect(page.get_by_label("Question")).to_have_count(0)


def lists(page: Page, names: list[str]) -> None:
    """The navigation has these pages and no others."""
    expect(page.get_by_test_id("stSidebarNavLink").locator("p")).to_have_text(names)


def test_nobody_comes_in_without_signing_in(door: FrontDoor, page: Page) -> None:
    for path in ("/", "/review", "/admin"):
        page.goto(f"{door.url}{path}")
        says(page, "Sign in to Pincite")
        shows_nothing(page)
    # Pincite's own theme is there, whatever was set of Streamlit's before its file of settings was found.
    expect(page.get_by_role("button", name="Sign in")).to_have_css("background-color", "rgb(31, 78, 140)")


def test_a_member_comes_in_and_is_named(door: FrontDoor, page: Page) -> None:
    who = door.person()
    door.invite(who, Role.REVIEWER)
    door.sign_in(page, who)
    account = page.locator(".st-key-account")
    expect(account).to_contain_text(who.subject)
    expect(account).to_contain_text("Reviewer · Local")
    lists(page, ["Ask", "Library", "Review", "Quality"])
    page.get_by_role("link", name="Review").click()
    says(page, "Nothing to review yet")
    expect(page.get_by_text("Reviewing as")).to_have_count(0)
    expect(page.get_by_role("button", name="Assign")).to_have_count(0)
    page.goto(f"{door.url}/review?as={LOCAL.user_id}")
    says(page, "Who signed in reviews as themselves")


def test_a_link_opens_what_it_means_after_the_sign_in(door: FrontDoor, page: Page) -> None:
    who = door.person()
    door.invite(who, Role.ANALYST)
    door.provider.signs_in = who
    page.goto(f"{door.url}/library?show=Collections")
    says(page, "Sign in to Pincite")
    page.get_by_role("button", name="Sign in").click()
    says(page, "Collections")
    expect(page).to_have_url(f"{door.url}/library?show=Collections", timeout=PATIENCE)
    page.goto(door.url)
    expect(page.get_by_label("Question")).to_be_visible(timeout=PATIENCE)


def test_who_is_no_member_sees_why_and_nothing_else(door: FrontDoor, page: Page) -> None:
    stranger, unverified = door.person(), door.person(is_verified=False)
    door.invite(unverified, Role.ADMIN)
    for who, why in (
        (stranger, "Ask an admin of your workspace"),
        (unverified, "does not say that it has verified"),
    ):
        door.sign_in(page, who)
        says(page, "No workspace is open to you")
        says(page, who.email)
        says(page, why)
        shows_nothing(page)
        page.get_by_role("button", name="Sign out").click()
        says(page, "Sign in to Pincite")
    with door.database.scoped(LOCAL) as conn:
        assert memberships.find(conn, unverified.email).accepted_at is None


def test_a_sign_out_is_seen_in_another_tab_and_no_cookie_undoes_it(
    door: FrontDoor, context: BrowserContext, page: Page
) -> None:
    who = door.person()
    door.invite(who, Role.ANALYST)
    door.sign_in(page, who)
    kept = context.cookies(door.url)
    other = context.new_page()
    other.goto(f"{door.url}/quality")
    expect(other.get_by_role("button", name="Sign out")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Sign out").click()
    says(page, "Sign in to Pincite")
    other.get_by_test_id("stSidebarNavLink").get_by_text("Library").click()
    says(other, "You are signed out")
    shows_nothing(other)
    context.add_cookies(kept)  # type: ignore[arg-type]
    page.goto(door.url)
    says(page, "You are signed out")
    shows_nothing(page)
    door.provider.signs_in = who
    door.sign_in_again(page)
    expect(page.get_by_label("Question")).to_be_visible(timeout=PATIENCE)
    # By its address too, without the button: a link on another page, or Streamlit's own.
    kept = context.cookies(door.url)
    page.goto(f"{door.url}/auth/logout")
    says(page, "Sign in to Pincite")
    context.add_cookies(kept)  # type: ignore[arg-type]
    page.goto(door.url)
    says(page, "You are signed out")
    shows_nothing(page)


def test_expiry_and_an_ended_membership_count_at_the_next_request(door: FrontDoor, page: Page) -> None:
    who = door.person()
    user = door.invite(who, Role.ANALYST)
    door.sign_in(page, who)
    with door.database.scoped(LOCAL) as conn:
        conn.execute(
            "update sign_ins set expires_at = now(), created_at = now() - interval '1 day' where user_id = %s",
            (user,),
        )
    page.get_by_test_id("stSidebarNavLink").get_by_text("Library").click()
    says(page, "You are signed out")
    door.sign_in_again(page)
    with door.database.scoped(LOCAL) as conn:
        memberships.end(conn, user)
    page.get_by_test_id("stSidebarNavLink").get_by_text("Library").click()
    says(page, "No workspace is open to you")
    shows_nothing(page)


def test_a_role_change_counts_for_what_an_open_page_still_offers(door: FrontDoor, page: Page) -> None:
    who = door.person()
    user = door.invite(who, Role.ADMIN)
    door.sign_in(page, who)
    page.goto(f"{door.url}/quality")
    page.get_by_role("button", name="Alerts").click(timeout=PATIENCE)
    page.get_by_role("spinbutton", name="Any layer, %").fill("7")
    second = door.person()
    door.invite(second, Role.ADMIN)
    with door.database.scoped(LOCAL) as conn:
        conn.execute("update memberships set role = 'analyst' where user_id = %s", (user,))
    page.get_by_role("button", name="Save alerts").click()
    says(page, "Your role here is analyst, and that may not set the alerts")
    lists(page, ["Ask", "Library", "Quality"])
    page.goto(f"{door.url}/review")
    says(page, "that may not judge claims")


def test_a_member_of_two_workspaces_chooses_and_changes(
    door: FrontDoor, context: BrowserContext, page: Page
) -> None:
    who, house = door.person(), door.workspace("Quist & Sons <b>*House*</b>")
    door.invite(who, Role.ANALYST)
    asker = Scope(house.tenant_id, door.invite(who, Role.ADMIN, house))
    door.sign_in(page, who)
    says(page, "Choose a workspace")
    shows_nothing(page)
    page.get_by_role("button", name="Quist & Sons <b>*House*</b>").click()
    account = page.locator(".st-key-account")
    expect(account).to_contain_text("Admin · Quist & Sons <b>*House*</b>", timeout=PATIENCE)
    other = context.new_page()
    other.goto(door.url)
    expect(other.locator(".st-key-account")).to_contain_text("Quist", timeout=PATIENCE)
    page.get_by_label("Question").fill("Of one house only?")
    account.get_by_role("button", name="Change workspace").click()
    page.get_by_role("button", name="Local").click()
    expect(account).to_contain_text("Analyst · Local", timeout=PATIENCE)
    expect(page.get_by_label("Question")).to_have_value("")
    page.goto(f"{door.url}/?workspace={LOCAL.user_id}")
    expect(account).to_contain_text("Analyst · Local", timeout=PATIENCE)
    # What the address of open evidence says opens in its own workspace, whichever this browser was in.
    with door.database.scoped(house) as conn:
        answer = store_answer(conn, asker, store_filing(conn))
    named = f"workspace={house.tenant_id}"
    page.goto(f"{door.url}/?answer={answer.id}&{named}")
    expect(account).to_contain_text("Quist", timeout=PATIENCE)
    page.wait_for_url(re.compile(f"answer={answer.id}&{named}&evidence="), timeout=PATIENCE)
    page.goto(f"{door.url}/?answer={answer.id}")
    page.wait_for_url(re.compile(f"answer={answer.id}&{named}&evidence="), timeout=PATIENCE)


def test_a_forged_cookie_signs_nobody_in(door: FrontDoor, context: BrowserContext, page: Page) -> None:
    who = door.person()
    door.invite(who, Role.ADMIN)
    door.sign_in(page, who)
    (real,) = (cookie for cookie in context.cookies(door.url) if cookie["name"] == COOKIE)
    payload = f'{{"iss": "{door.provider.url}", "sub": "{who.subject}", "origin": "{door.url}", "is_logged_in": true}}'
    elsewhere = payload.replace(door.url, "https://elsewhere.example")
    for forged in (
        payload,
        create_signed_value("another secret of some length that is used", COOKIE, payload).decode(),
        create_signed_value(COOKIE_SECRET, "_streamlit_user_tokens", payload).decode(),
        create_signed_value(COOKIE_SECRET, COOKIE, elsewhere).decode(),
        str(real["value"])[:-2],
    ):
        context.clear_cookies()
        context.add_cookies([{"name": COOKIE, "value": forged, "url": door.url}])
        page.goto(door.url)
        says(page, "Sign in to Pincite")
        shows_nothing(page)
