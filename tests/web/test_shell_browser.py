"""The shell in a real browser: theme, keyboard, without scripts, at every width."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from urllib.parse import parse_qsl

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rotonde import games
from rotonde.server.bots import Bots
from rotonde.server.house import Settings
from rotonde.web.app import create_app
from tests.server import fake_players

pytestmark = pytest.mark.browser
GAME = next(iter(games.PLAYABLE))
OpenPage = Callable[..., Page]


async def echo(request: Request) -> Response:
    """Where the form goes: here, what it sent."""
    return JSONResponse(dict(parse_qsl((await request.body()).decode(), keep_blank_values=True)))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("pages")
    bots = Bots(1, fake_players.quick, fake_players.no_need)
    app = create_app(folder, Settings(folder, bots=bots))
    app.router.routes.insert(0, Route("/tables", echo, methods=["POST"]))
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    listener.close()


def ground(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


LIGHT, DARK = "rgb(245, 237, 220)", "rgb(15, 27, 39)"


def test_theme_follows_the_system_until_the_reader_chooses(open_page: OpenPage, address: str) -> None:
    page = open_page(dark=True)
    page.goto(address)
    assert ground(page) == DARK
    page.locator("[data-theme-switch]").click()
    assert ground(page) == LIGHT
    page.goto(address + "/rules")
    assert ground(page) == LIGHT


def test_theme_is_there_before_the_first_paint(open_page: OpenPage, address: str) -> None:
    page = open_page()
    page.goto(address)
    page.locator("[data-theme-switch]").click()
    page.add_init_script(
        "new MutationObserver(() => {"
        " if (document.body) window.seen ??= document.documentElement.dataset.theme ?? 'none' })"
        ".observe(document, {childList: true, subtree: true})"
    )
    page.goto(address + "/rules")
    assert page.evaluate("window.seen") == "dark"


def test_keyboard_alone_sets_up_a_table(page: Page, address: str) -> None:
    page.goto(address)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Jouer maintenant")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/*")
    page.get_by_label("Nom, place 1").focus()
    page.keyboard.type("Léa")
    page.keyboard.press("Tab")
    expect(page.locator("input[name=seat1]:checked")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.get_by_label("Nom, place 1").press("Enter")
    page.wait_for_url("**/tables")
    answer = page.evaluate("JSON.parse(document.body.innerText)")
    assert (answer["game"], answer["name0"], answer["seat0"], answer["seat1"]) == (
        GAME,
        "Léa",
        "person",
        "bot:master",
    )


def test_the_form_works_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{address}/new/{GAME}")
    assert not page.locator("[data-theme-switch]").is_visible()
    page.get_by_label("Name, seat 1").fill("Léa")
    page.get_by_text("Someone here").click()
    page.get_by_label("Name, seat 2").fill("Hugo")
    page.get_by_role("button", name="3 travellers").click()
    page.wait_for_url("**seats=3**")
    assert page.get_by_label("Name, seat 1").input_value() == "Léa"
    assert page.get_by_label("Name, seat 2").input_value() == "Hugo"
    page.get_by_role("button", name="Depart").last.click()
    page.wait_for_url("**/tables")
    assert '"name1":"Hugo"' in page.content()
    assert '"seat2":"bot:driver"' in page.content()
    context.close()


def test_another_number_of_seats_comes_without_leaving_the_page(page: Page, address: str) -> None:
    page.goto(address)
    page.goto(f"{address}/new/{GAME}")
    page.get_by_label("Nom, place 1").fill("Léa")
    page.get_by_role("button", name="4 voyageurs").click()
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.get_by_role("button", name="4 voyageurs")).to_be_focused()
    page.get_by_role("button", name="3 voyageurs").click()
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.get_by_label("Nom, place 1")).to_have_value("Léa")
    page.reload()
    expect(page.locator(".seat")).to_have_count(3)
    page.locator(".lang").get_by_text("EN").click()
    expect(page.locator(".seat")).to_have_count(3)
    page.go_back()
    page.go_back()
    assert page.url == f"{address}/"


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("width", [390, 768, 1024, 1200, 1440])
def test_nothing_sticks_out(open_page: OpenPage, address: str, width: int, lang: str) -> None:
    page = open_page(width=width, lang=lang)
    for path in ("/", f"/new/{GAME}?seats=4&people=2", "/rules", f"/rules/{GAME}", "/nowhere"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        cut = page.evaluate(CUT)
        assert not cut, (path, cut)


@pytest.mark.parametrize("dark", [False, True])
def test_words_stand_out_from_what_is_behind_them(open_page: OpenPage, address: str, dark: bool) -> None:
    """4.5 to 1 for every piece of text on a flat ground (not on drawings)."""
    page = open_page(dark=dark)
    for path in (f"/new/{GAME}?seats=4", "/rules", f"/rules/{GAME}"):
        page.goto(address + path)
        faint = page.evaluate(CONTRAST)
        assert not faint, (path, faint)


CUT = """
() => [...document.querySelectorAll('.cell b, .btn, .top .where b, .engine, .soon')].filter((e) => {
  const cell = e.closest('.cell');
  const wide = getComputedStyle(e).display !== 'inline' && e.scrollWidth > e.clientWidth + 1;
  return e.offsetParent && (wide || cell && e.getBoundingClientRect().right > cell.getBoundingClientRect().right);
}).map((e) => e.textContent)
"""

CONTRAST = r"""
() => {
  const rgb = (c) => (c.match(/[\d.]+/g) || []).map(Number);
  const light = (c) => {
    const [r, g, b] = c.map((v) => { v /= 255; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c.slice(0, 3);
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faint = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || e.closest('svg, script, .vh, .skip, .log') || !e.checkVisibility()) continue;
    const style = getComputedStyle(e);
    let alpha = 1;
    for (let p = e; p; p = p.parentElement) alpha *= Number(getComputedStyle(p).opacity);
    const back = behind(e);
    const fore = rgb(style.color).slice(0, 3).map((v, i) => v * alpha + back[i] * (1 - alpha));
    const [a, b] = [light(fore), light(back)].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) faint.push([node.data.trim(), ratio.toFixed(2)]);
  }
  return faint;
}
"""
