"""Convoi Express in a real browser: all that one plays with in sight, a pair of cards, a turn by keyboard alone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.serving import Server

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]

CUT_OFF = """() => {
  const map = document.querySelector(".cvx-map").getBoundingClientRect();
  return [...document.querySelectorAll(".cvx-map :is(.name, .goods, .city, .port, .start)")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < map.left || right > map.right || top < map.top || bottom > map.bottom;
  }).map((one) => one.textContent);
}"""
"""The places and names that are not on the map as a whole."""


def sit_down(page: Page, server: Server, **options: str) -> None:
    """Somebody alone at a table, at the first action cards."""
    fields = {"game": "convoi-express", "lang": "en", "seat0": "person", "name0": "Léa"}
    page.goto(page.request.post(f"{server.url}/tables", form={**fields, **options}).url)
    page.wait_for_selector("html[data-ready]", state="attached")
    expect(page.locator("[data-thing=pile].legal")).to_be_visible()


def box(page: Page, selector: str) -> dict[str, Any]:
    found = page.locator(selector).bounding_box()
    assert found, selector
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


@pytest.mark.parametrize("board", ["central_europe", "north_america"])
def test_the_map_the_hand_and_the_bar_are_in_sight_at_once(
    open_page: OpenPage, server: Server, board: str
) -> None:
    page = open_page(still=True)
    sit_down(page, server, opt_board=board)
    page.locator("[data-thing^=hand-].legal").first.click()
    expect(page.locator("[data-play]")).to_be_visible()
    for width, height in ((1440, 900), (1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        bar, chart, hand = box(page, "#bar"), box(page, ".cvx-map"), box(page, ".cvx-hand")
        assert max(chart["bottom"], hand["bottom"]) <= bar["y"]
        assert chart["right"] < hand["x"] and hand["right"] <= width
        assert page.evaluate(CUT_OFF) == []


def test_a_telephone_comes_close_enough_for_a_finger(open_page: OpenPage, server: Server) -> None:
    page = open_page(width=390, height=844, lang="en", dark=True, still=True)
    sit_down(page, server)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    scale = page.locator(".cvx-map svg[data-pan]").evaluate("map => map.getScreenCTM().a")
    assert 15 * scale > 13, "the names of places can be read"


def test_what_a_pair_needs_comes_with_the_first_card(page: Page, server: Server) -> None:
    sit_down(page, server)
    expect(page.locator("[data-thing=action-0]")).to_have_css("opacity", "0")
    expect(page.locator(".any-two")).to_be_visible()
    page.locator(".hand-card.legal").first.click()
    expect(page.locator("[data-thing=action-0]")).to_have_css("opacity", "1")
    expect(page.locator(".any-two")).to_be_hidden()


def test_a_card_is_played_by_keyboard_alone(open_page: OpenPage, server: Server) -> None:
    page = open_page(still=True)
    sit_down(page, server)
    asked = page.locator("#turn p").inner_text()
    page.keyboard.press("ArrowRight")
    page.locator("[data-thing^=hand-].legal").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-play]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#turn p")).not_to_have_text(asked)
    expect(page.locator("[data-thing].legal:focus")).to_have_count(1)


def test_on_a_telephone_the_ways_to_choose_from_stay_in_the_bar(open_page: OpenPage, server: Server) -> None:
    page = open_page(width=390, height=844, lang="en", still=True)
    sit_down(page, server)
    page.locator(".signal.target").first.dispatch_event("click")
    expect(page.locator(".offers button").nth(1)).to_be_attached()
    assert box(page, "[data-play]")["right"] <= 390


def test_whoever_flicks_the_map_can_tap_at_once(open_page: OpenPage, server: Server) -> None:
    page = open_page(width=390, height=844, lang="en", still=True)
    sit_down(page, server)
    page.locator(".cvx-map").scroll_into_view_if_needed()
    chart = box(page, ".cvx-map svg[data-pan]")
    x, y = chart["x"] + 180, chart["y"] + 200
    page.evaluate("document.addEventListener('click', () => { document.body.dataset.tapped = ''; }, true)")
    finger = page.context.new_cdp_session(page)
    for kind, far in (("Start", 0), ("Move", 25), ("Move", 60), ("Move", 100), ("End", None)):
        points = [] if far is None else [{"x": x - far, "y": y + far}]
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    page.touchscreen.tap(x, y)
    expect(page.locator("body[data-tapped]")).to_have_count(1)


def test_what_matters_only_in_north_america_is_asked_only_there(open_page: OpenPage, server: Server) -> None:
    page = open_page(lang="en")
    page.goto(f"{server.url}/new/convoi-express")
    dispatcher = page.get_by_role("group", name="The dispatcher")
    expect(dispatcher).to_be_hidden()
    page.get_by_text("North America", exact=True).click()
    expect(dispatcher).to_be_visible()
    page.get_by_text("Central Europe", exact=True).click()
    expect(dispatcher).to_be_hidden()
