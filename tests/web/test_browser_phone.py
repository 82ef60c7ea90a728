"""What a page must do on a phone, whatever is played: with the tests' own game, in a real browser."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.serving import Server

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]

IN_SIGHT = """
    [...document.querySelectorAll("#board .legal")].some((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
    })
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("tables"), toy=True) as server:
        yield server


@pytest.fixture
def phone(open_page: OpenPage, server: Server) -> Page:
    """A table of one on a phone."""
    page = open_page(width=390, height=844, lang="en", dark=True, still=True)
    form: dict[str, str | float | bool] = {"game": "tram", "lang": "en", "seat0": "person", "name0": "Léa"}
    page.goto(page.request.post(f"{server.url}/tables", form=form).url)
    page.wait_for_selector("html[data-ready]", state="attached")
    return page


def test_whoever_has_lost_sight_of_the_game_is_led_back(phone: Page) -> None:
    button = phone.get_by_role("button", name="What next?")
    expect(phone.locator("#board .legal").first).to_be_attached()
    assert phone.evaluate(IN_SIGHT)
    expect(button).to_have_count(0)
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(phone.locator("#bar")).to_contain_text(phone.locator("#turn p").inner_text())
    button.tap()
    expect(button).to_have_count(0)
    assert phone.evaluate(IN_SIGHT)


def test_whoever_has_made_a_move_goes_on_where_the_next_one_is(phone: Page) -> None:
    wait = phone.locator('[data-thing="wait"]')
    wait.tap()
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(wait).not_to_be_in_viewport()
    phone.locator("[data-play]").tap()
    expect(wait).to_be_in_viewport()
    expect(phone.get_by_role("button", name="What next?")).to_have_count(0)


def test_what_comes_flying_does_not_make_the_page_wider(phone: Page) -> None:
    phone.evaluate(
        """() => document.querySelector("#board").insertAdjacentHTML(
            "beforeend", "<i style='position:absolute;left:600px;width:90px;height:90px'></i>")"""
    )
    assert phone.evaluate("document.documentElement.scrollWidth") == 390


def test_everything_in_the_header_is_large_enough_for_a_finger(phone: Page) -> None:
    sizes = phone.evaluate(
        """() => [...document.querySelectorAll("header.top :is(a, button)")]
            .map((one) => one.getBoundingClientRect()).filter(({ width }) => width)
            .map(({ width, height }) => Math.min(width, height))"""
    )
    assert len(sizes) >= 4
    assert min(sizes) >= 44


def test_no_button_of_the_bar_goes_beyond_the_screen(phone: Page) -> None:
    """A gesture of several moves can be taken back whole or in part, and the way to the next one may be offered."""
    phone.get_by_role("button", name="Walk as far as possible").tap()
    phone.locator("[data-play]").tap()
    expect(phone.locator("[data-undo-all]")).to_be_visible()
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(phone.locator("[data-seek]")).to_be_visible()
    edges = phone.locator("#bar button:visible").evaluate_all(
        "(buttons) => buttons.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right])"
    )
    assert len(edges) == 3
    assert all(0 <= left < right <= 390 for left, right in edges)


def test_what_there_is_to_choose_from_is_said_shortly_and_fits_the_screen(phone: Page) -> None:
    """What all the sentences begin with is said once; a number inside one does not tear it apart."""
    phone.locator('[data-thing="ring"]').tap()
    expect(phone.locator("#bar .say")).to_have_text("Ring 1 time for the …")
    choices = phone.locator("#bar [data-move]")
    expect(choices).to_have_text(["driver", "children", "7 lost dogs"], ignore_case=True)
    edges = choices.evaluate_all(
        """(buttons) => buttons.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right,
            one.childElementCount])"""
    )
    assert all(0 <= left < right <= 390 and parts == 1 for left, right, parts in edges)
    choices.nth(1).tap()
    expect(phone.locator("#bar")).to_contain_text("Ring 1 time for the children")


def test_a_corner_of_a_map_can_be_drawn_out_from_under_the_buttons(phone: Page) -> None:
    sheet = phone.locator("svg[data-pan]")
    sheet.focus()
    for key in ["ArrowRight", "ArrowUp"] * 20:
        sheet.press(key)
    tools = phone.locator(".map-tools").bounding_box()
    x, y, width, _ = [float(one) for one in sheet.get_attribute("viewBox").split()]
    box = sheet.bounding_box()
    right, top = (1200 - x) * box["width"] / width + box["x"], box["y"] - y * box["width"] / width
    assert right <= tools["x"] or top >= tools["y"] + tools["height"]


def test_what_comes_flying_is_laid_over_the_drawing(phone: Page) -> None:
    """A copy of the piece, which is placed as seen from the drawing's corner."""
    apart = phone.evaluate(
        """() => {
            const drawing = document.querySelector("#board").firstElementChild;
            drawing.insertAdjacentHTML("beforeend", "<i style='position:absolute;left:0;top:0'></i>");
            const [one, other] = [drawing, drawing.lastElementChild].map((each) => each.getBoundingClientRect());
            return [one.x - other.x, one.y - other.y];
        }"""
    )
    assert apart == [0, 0]
