"""Grandes Lignes in a real browser: a line is built by dragging, touching and by keyboard, its cost told before."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.serving import Server

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
RENNES, SAINT_MALO = "Rennes, 11", "Saint-Malo, 12"


def lay(page: Page, server: Server, lang: str = "fr") -> None:
    """Two people at one device on the map of Brittany; both have drawn their first stroke."""
    fields: dict[str, str | float | bool] = {"game": "grandes-lignes", "lang": lang, "opt_map": "bretagne"}
    for seat, name in enumerate(("Léa", "Hugo")):
        fields |= {f"seat{seat}": "person", f"name{seat}": name}
    # Each builder has at least four points: enough for a way of several strokes.
    fields["opt_dice"] = "low-plus-3"
    laid = page.request.post(f"{server.url}/tables", form=fields)
    page.goto(laid.url)
    page.wait_for_selector("html[data-ready]", state="attached")
    for _ in range(2):
        take_over(page)
        page.locator(".hx.legal").first.click()
        page.locator("[data-play]").click()
        expect(page.locator("[data-play]")).to_have_count(0)
    take_over(page)
    expect(page.locator("[data-thing=pass].legal")).to_be_visible()


def take_over(page: Page) -> None:
    """Whoever's turn it is looks at the page, when it has been told what happened."""
    expect(page.locator("#bar[aria-busy]")).to_have_count(0)
    expect(page.locator("[data-look], .hx.legal").first).to_be_visible()
    if page.locator("[data-look]").is_visible():
        page.locator("[data-look]").click()
        expect(page.locator("[data-look]")).to_be_hidden()
        expect(page.locator("#bar[aria-busy]")).to_have_count(0)


def hex_called(page: Page, name: str):
    return page.locator(f'.hx[aria-label="{name}"]')


def middle(page: Page, name: str) -> tuple[float, float]:
    hex_called(page, name).scroll_into_view_if_needed()
    box = hex_called(page, name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_line_is_built_by_dragging_with_its_cost_told_before(page: Page, server: Server) -> None:
    lay(page, server)
    start, end = middle(page, RENNES), middle(page, SAINT_MALO)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()
    expect(page.locator("#bar .say")).to_contain_text("Saint-Malo")
    expect(page.locator("#bar small")).to_contain_text(re.compile(r"Coûte \d points? de dé\."))
    expect(page.locator(".map-way.now")).to_have_count(1)
    page.locator("[data-play]").click()
    expect(page.locator("#log li.now")).to_contain_text(re.compile("construit jusqu’|lance le dé"))


def test_a_line_is_built_with_the_keyboard(page: Page, server: Server) -> None:
    lay(page, server)
    hex_called(page, SAINT_MALO).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-play]")).to_be_focused()
    expect(page.locator("#bar .say")).to_contain_text("Saint-Malo")
    page.keyboard.press("Enter")
    expect(page.locator("#log li.now")).to_contain_text(re.compile("construit jusqu’|lance le dé"))


def test_on_a_phone_a_touch_proposes_the_way(open_page: OpenPage, server: Server) -> None:
    page = open_page(width=390, height=844, lang="en", dark=True, still=True)
    lay(page, server, "en")
    hex_called(page, SAINT_MALO).tap()
    expect(page.locator("#bar .say")).to_contain_text("Saint-Malo")
    expect(page.locator("#bar small")).to_contain_text(re.compile(r"Costs \d dice points?\."))
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    for control in page.locator("#bar button, .map-tools button, .gl-acts button").all():
        box = control.bounding_box()
        assert box and min(box["width"], box["height"]) >= 44
