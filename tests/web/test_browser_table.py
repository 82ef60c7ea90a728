"""A table in a real browser, on a real server: touching, keys, handing over, reloading, killing the server."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Page, expect

from rotonde import games
from tests.web.serving import Server

pytestmark = pytest.mark.browser

GAME = next(iter(games.PLAYABLE))
ALONE = [("person", "Léa"), ("bot:driver", "Hugo")]
TWO = [("person", "Léa"), ("person", "Hugo")]

OpenPage = Callable[..., Page]


def lay(page: Page, server: Server, seats: list[tuple[str, str]], lang: str = "fr") -> None:
    page.goto(f"{server.url}/rules")
    fields = {"game": GAME, "lang": lang}
    for seat, (kind, name) in enumerate(seats):
        fields |= {f"seat{seat}": kind, f"name{seat}": name}
    page.evaluate(
        """fields => {
            const form = Object.assign(document.createElement("form"), { method: "post", action: "/tables" });
            for (const [name, value] of Object.entries(fields))
                form.append(Object.assign(document.createElement("input"), { name, value }));
            document.body.append(form);
            form.submit();
        }""",
        fields,
    )
    page.wait_for_url("**/t/*")
    ready(page)


def ready(page: Page) -> None:
    page.wait_for_selector("html[data-ready]", state="attached")


def my_turn(page: Page) -> bool:
    """Wait until this screen has something to do; False when the game is over."""
    page.wait_for_selector(".legal, .confirm form[action$=again], #handover:not([hidden])")
    return page.locator(".legal").count() > 0


def over(page: Page) -> bool:
    return page.locator(".confirm form[action$=again]").count() > 0


def choose_a_move(page: Page, last: bool = False) -> None:
    """Touch things until a move can be played."""
    for _ in range(5):
        if page.locator("[data-play]:not([disabled])").count():
            return
        legal = page.locator(".legal")
        (legal.last if last else legal.first).click()
    pytest.fail("no move came together")


def box_of(page: Page, selector: str) -> FloatRect:
    """Where a thing is; the bar may be drawn anew in the very moment that one asks."""
    for _ in range(40):
        box = page.locator(selector).bounding_box()
        if box is not None:
            return box
        page.wait_for_timeout(50)
    pytest.fail(f"{selector} is nowhere")


def number(page: Page) -> int:
    """How much has happened at this table, as the server says."""
    return page.evaluate("async () => (await (await fetch(location.pathname + '/view')).json()).number")


def test_a_whole_game_by_clicking(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    moves = 0
    while my_turn(page):
        choose_a_move(page, last=moves % 3 == 1)
        page.locator("[data-play]").click()
        moves += 1
        page.wait_for_function("() => !document.querySelector('[data-play]')")
        assert moves < 600
    assert over(page)
    expect(page.locator(".turn .who")).to_contain_text("Terminus")
    expect(page.locator("#log li.now")).to_be_visible()
    expect(page.locator("#proof details")).to_have_attribute("open", "")
    assert len(page.locator("#proof code").all_inner_texts()) == 2
    with page.expect_download() as download:
        page.get_by_text("Télécharger la partie").click()
    assert download.value.path().read_text("utf-8").startswith("rotonde record 1")
    before = page.url
    page.get_by_role("button", name="Rejouer").click()
    page.wait_for_url(lambda url: "/t/" in url and url != before)
    ready(page)
    expect(page.locator(".pl")).to_contain_text("Léa")


def test_the_first_paint_needs_no_script(server: Server, browser) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=server.url)
    page = context.new_page()
    answer = context.request.post("/tables", form={"game": GAME, "seat0": "person", "seat1": "bot:driver"})
    page.goto(answer.url)
    expect(page.locator("#board [data-thing]").first).to_be_visible()
    expect(page.locator(".turn p")).not_to_be_empty()
    context.close()


def test_touching_narrows_to_one_move(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    before = number(page)
    choose_a_move(page)
    assert page.locator(".chosen").count() >= 1
    expect(page.locator(".chosen").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ghost").first).to_be_visible()
    expect(page.locator("#bar .say")).not_to_be_empty()
    chosen = page.locator(".chosen").last
    thing = chosen.get_attribute("data-thing")
    chosen.click()  # un-chooses
    expect(page.locator(f'[data-thing="{thing}"]')).not_to_have_class(re.compile("chosen"))
    choose_a_move(page)
    page.locator("[data-cancel]").click()
    expect(page.locator(".chosen")).to_have_count(0)
    choose_a_move(page)
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    page.mouse.move(0, 0)  # what lies under the pointer is previewed
    expect(page.locator("#bar .idle")).to_be_visible()  # what happened last
    expect(page.locator("#bar button")).to_have_count(0)
    assert number(page) == before


@pytest.mark.parametrize("width", [390, 1440])
def test_the_bar_does_not_hide_what_was_touched(open_page: OpenPage, server: Server, width: int) -> None:
    page = open_page(width=width, height=700, still=True)
    lay(page, server, [*ALONE, ("bot:driver", "Mina"), ("bot:driver", "Pacific 231")])
    my_turn(page)
    choose_a_move(page)
    touched, bar = page.locator(".chosen").last.bounding_box(), page.locator("#bar").bounding_box()
    assert touched is not None
    assert bar is not None
    assert touched["y"] + touched["height"] <= bar["y"]


def test_pointing_shows_what_would_happen(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    choose_a_move(page)
    page.locator(".chosen").last.click()
    page.mouse.move(0, 0)
    expect(page.locator(".ghost")).to_have_count(0)
    page.locator(".legal").last.hover()
    expect(page.locator(".ghost").first).to_be_visible()
    expect(page.locator("[data-play]")).to_be_disabled()
    page.mouse.move(0, 0)
    expect(page.locator(".ghost")).to_have_count(0)


def test_what_cannot_be_touched_says_why_and_shows_the_rule(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    page.locator("#board [data-thing]:not(.legal)").first.click()
    expect(page.locator("#bar.refusal .say")).not_to_be_empty()
    rule = page.locator("#bar a[data-rule]")
    name = rule.get_attribute("data-rule")
    rule.click()
    expect(page.locator("#rules")).to_be_visible()
    expect(page.locator(f"#rules [id='{name}']")).to_have_class(re.compile("here"))
    expect(page.locator(f"#rules [id='{name}']")).to_be_in_viewport()
    expect(page.locator("#board")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#rules")).to_be_hidden()


def test_with_the_keyboard_only(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    for _ in range(6):
        if over(page):
            break
        before = number(page)
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('.legal')"):
                break
        for _ in range(5):
            if page.evaluate("document.activeElement.matches('[data-play]')"):
                break
            page.keyboard.press("Enter")
            if not page.evaluate("document.activeElement.matches('[data-play]')"):
                page.keyboard.press("ArrowRight")
                if not page.evaluate("document.activeElement.matches('.legal')"):
                    page.evaluate("document.querySelector('.legal').focus()")
        assert page.evaluate("document.activeElement.matches('[data-play]')")
        page.keyboard.press("Enter")
        # The focus goes back to the board, where it already shows what the next move would do.
        page.wait_for_function("() => !document.querySelector('[data-play]:not([disabled])')")
        my_turn(page)
        assert number(page) > before


def test_arrow_keys_go_from_thing_to_thing(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    page.keyboard.press("ArrowRight")
    first = page.evaluate("document.activeElement.dataset.thing")
    assert first
    visited = {first}
    for key in ["ArrowRight"] * 8 + ["ArrowDown"] * 3 + ["ArrowLeft"] * 8 + ["ArrowUp"] * 3:
        page.keyboard.press(key)
        visited.add(page.evaluate("document.activeElement.dataset.thing"))
    assert len(visited) > 2


def test_two_people_hand_the_device_over(page: Page, server: Server) -> None:
    lay(page, server, TWO)
    screen = page.locator("#handover")
    seen = set()
    for _ in range(6):
        expect(screen).to_be_visible()
        assert page.evaluate("document.activeElement.matches('[data-look]')")
        assert page.locator("#table").evaluate("table => table.inert")
        assert page.locator(".legal").count() == 0
        seen.add(screen.locator("h2").inner_text())
        screen.locator("[data-look]").click()
        expect(screen).to_be_hidden()
        while page.locator("#handover:not([hidden])").count() == 0:
            choose_a_move(page)
            page.locator("[data-play]").click()
            my_turn(page)
    assert len(seen) == 2


def test_a_move_is_taken_back(page: Page, server: Server) -> None:
    lay(page, server, TWO)
    page.locator("[data-look]").click()
    expect(page.locator("#handover")).to_be_hidden()
    board = page.locator("#board")
    before = board.inner_text()
    choose_a_move(page)
    page.locator("[data-play]").click()
    page.locator("#handover [data-undo]").click()
    expect(page.locator("#handover")).to_be_hidden()
    assert board.inner_text() == before
    assert my_turn(page)


def test_leaving_the_game(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    page.locator("[data-resign]").click()
    page.get_by_role("button", name="Rester").click()
    expect(page.locator("dialog")).to_be_hidden()
    assert not over(page)
    page.locator("[data-resign]").click()
    page.get_by_role("button", name="Quitter", exact=True).click()
    expect(page.locator(".turn p")).to_contain_text("Léa a quitté la table")
    expect(page.locator("#log li.now")).to_contain_text("abandonne")


def test_a_spectator_follows_live(page: Page, open_page: OpenPage, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    guest = open_page(lang="en")
    guest.goto(page.url)
    ready(guest)
    expect(guest.locator(".pl + p")).to_contain_text("watching")
    assert guest.locator(".legal").count() == 0
    choose_a_move(page)
    page.locator("[data-play]").click()
    my_turn(page)
    expect(guest.locator("#log li.now")).to_have_attribute(
        "data-number", page.locator("#log li.now").get_attribute("data-number") or ""
    )
    guest.locator("#board [data-thing]").first.click()
    assert guest.locator(".chosen").count() == 0


def test_two_windows_of_one_owner_agree(page: Page, server: Server) -> None:
    lay(page, server, TWO)
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    page.locator("[data-look]").click()
    expect(other.locator("#handover")).to_be_hidden()
    page.bring_to_front()
    choose_a_move(page)
    page.locator("[data-play]").click()
    expect(other.locator("#handover")).to_be_visible()


def test_a_double_click_plays_one_move(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    choose_a_move(page)
    page.locator("[data-play]").dblclick(no_wait_after=True)
    my_turn(page)
    assert page.locator("#bar.refusal").count() == 0


def test_reloading_loses_nothing(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    for _ in range(3):
        my_turn(page)
        choose_a_move(page)
        page.locator("[data-play]").click()
        page.wait_for_function("() => !document.querySelector('[data-play]')")
    my_turn(page)
    before = page.locator("#board").inner_text(), page.locator("#log").inner_text()
    page.reload()
    ready(page)
    assert my_turn(page)
    assert (page.locator("#board").inner_text(), page.locator("#log").inner_text()) == before


def test_killing_the_server_loses_nothing(page: Page, own_server: Server) -> None:
    lay(page, own_server, ALONE)
    for _ in range(4):
        my_turn(page)
        choose_a_move(page)
        page.locator("[data-play]").click()
        # The answer to the move is here; the bot may be thinking or not.
        page.wait_for_function("() => !document.querySelector('[data-play]')")
        acknowledged = int(page.locator("#log [data-number]").first.get_attribute("data-number") or 0)
        own_server.kill()
        page.wait_for_selector("body.lost")
        own_server.start()
        # The page finds the server again by itself, and the game goes on.
        page.wait_for_selector("body:not(.lost)")
        assert my_turn(page)
        assert number(page) >= acknowledged


def test_a_move_while_the_server_is_away_says_so(page: Page, own_server: Server) -> None:
    lay(page, own_server, ALONE)
    my_turn(page)
    choose_a_move(page)
    own_server.kill()
    page.locator("[data-play]").click()
    expect(page.locator("#bar")).to_contain_text("réessayez")
    own_server.start()
    page.wait_for_selector("body:not(.lost)")
    page.keyboard.press("Escape")
    choose_a_move(page)
    page.locator("[data-play]").click()
    page.wait_for_function("() => !document.querySelector('[data-play]')")


def test_the_language_changes_in_the_middle(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    choose_a_move(page)
    page.locator("[data-play]").click()
    my_turn(page)
    french = page.locator("#log").inner_text()
    page.locator(".lang a[lang=en]").click()
    ready(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.locator("#log").inner_text() != french
    assert my_turn(page)


def test_what_happens_is_announced(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    choose_a_move(page)
    page.locator("[data-play]").click()
    expect(page.locator("#news")).not_to_be_empty()


def test_pieces_glide_unless_motion_is_unwelcome(open_page: OpenPage, server: Server) -> None:
    for still in (False, True):
        page = open_page(still=still)
        page.add_init_script(
            "window.glides = 0; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...all) { window.glides++; return animate.apply(this, all); };"
        )
        lay(page, server, ALONE)
        my_turn(page)
        choose_a_move(page)
        page.locator("[data-play]").click()
        page.wait_for_function("() => !document.querySelector('[data-play]')")
        my_turn(page)
        glides = page.evaluate("window.glides")
        assert glides == 0 if still else glides > 0


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 768, 1440])
def test_it_fits(open_page: OpenPage, server: Server, width: int, dark: bool) -> None:
    page = open_page(width=width, dark=dark)
    lay(page, server, [*ALONE, ("bot:master", "Mina"), ("bot:apprentice", "Pacific 231")])
    my_turn(page)
    choose_a_move(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    play = box_of(page, "[data-play]")
    assert play["height"] >= 44
    assert play["x"] >= 0
    assert play["x"] + play["width"] <= width
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, re.findall(r"\d+", paper)[:3])) < 200) == dark


def test_a_replay_goes_forth_and_back(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    choose_a_move(page)
    page.locator("[data-play]").click()
    my_turn(page)
    page.locator("[data-resign]").click()
    page.get_by_role("button", name="Quitter", exact=True).click()
    page.get_by_text("Revoir la partie").click()
    page.wait_for_url("**/replay/0*")
    ready(page)
    start = page.locator("#board").inner_text()
    page.locator("[data-step-on]").click()
    page.wait_for_url(lambda url: "/replay/0" not in url)
    page.locator("[data-step-on]").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-step-back]")
    assert page.locator("#board").inner_text() != start
    page.locator("[data-step-first]").click()
    page.wait_for_selector("[data-step-first]", state="detached")
    page.locator(".eyes a.p2").click()
    expect(page.locator(".eyes a.p2")).to_have_attribute("aria-current", "true")
    page.locator("[data-leave]").click()
    page.wait_for_url("**/t/*")


def test_nothing_comes_from_another_origin(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    lay(page, server, ALONE)
    my_turn(page)
    assert all(url.startswith((server.url, "data:")) for url in asked)


def test_the_page_keeps_to_its_own_policy(page: Page, server: Server) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    lay(page, server, TWO)
    page.locator("[data-look]").click()
    my_turn(page)
    choose_a_move(page)
    page.locator("[data-play]").click()
    page.wait_for_selector("#handover:not([hidden])")
    assert complaints == []


def test_from_the_front_door_to_the_first_move(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.locator(f'a[href*="/new/{GAME}"]').first.click()
    page.wait_for_url("**/new/*")
    page.locator("form[action='/tables'] button.go, form[action='/tables'] [type=submit]").first.click()
    page.wait_for_url("**/t/*")
    ready(page)
    assert my_turn(page)
    choose_a_move(page)
    page.locator("[data-play]").click()
    page.wait_for_function("() => !document.querySelector('[data-play]')")


def test_a_game_from_a_file(page: Page, server: Server, tmp_path: Path) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    page.locator("[data-resign]").click()
    page.get_by_role("button", name="Quitter", exact=True).click()
    page.wait_for_selector(".confirm form[action$=again]")
    with page.expect_download() as download:
        page.get_by_text("Télécharger la partie").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    page.goto(f"{server.url}/import")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Ouvrir").click()
    page.wait_for_url("**/replay/*")
    expect(page.locator(".pl")).to_contain_text("Léa")
    file.write_text(file.read_text("utf-8").replace("* deal", "* steal", 1), "utf-8")
    page.goto(f"{server.url}/import")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Ouvrir").click()
    expect(page.locator(".wrong")).to_contain_text("Ligne")


FOUR = [*ALONE, ("bot:driver", "Mina"), ("bot:driver", "Pacific 231")]


@pytest.mark.parametrize("seats", [FOUR[:3], FOUR])
def test_the_whole_board_and_the_bar_are_seen_at_once_on_a_laptop(
    open_page: OpenPage, server: Server, seats: list[tuple[str, str]]
) -> None:
    page = open_page(still=True)
    lay(page, server, seats)
    my_turn(page)
    choose_a_move(page)
    page.locator("[data-play]").click()
    my_turn(page)
    page.evaluate("scrollTo(0, 0)")
    board, turn = page.locator("#board > *").bounding_box(), page.locator("#turn").bounding_box()
    page.locator(".legal").first.click()
    bar = page.locator("#bar").bounding_box()
    assert board is not None
    assert turn is not None
    assert bar is not None
    assert turn["y"] + turn["height"] <= board["y"]
    assert page.evaluate("scrollY") == 0
    assert board["y"] + board["height"] <= bar["y"] + 2


def chosen(page: Page) -> set[str]:
    return set(page.locator(".chosen").evaluate_all("all => all.map(one => one.dataset.thing)"))


def test_touching_something_else_changes_a_whole_move(page: Page, server: Server) -> None:
    lay(page, server, FOUR)
    my_turn(page)
    moves = page.evaluate("fetch(location.pathname + '/view').then(answer => answer.json())")["moves"]
    one = set(moves[0]["things"])
    other = next(set(move["things"]) for move in moves if len(set(move["things"]) & one) == len(one) - 1)
    for thing in one:
        page.locator(f"[data-thing={thing}]").click()
    expect(page.locator("[data-play]")).to_be_enabled()
    (new,) = other - one
    page.locator(f"[data-thing={new}]").click()
    expect(page.locator("[data-play]")).to_be_enabled()
    assert chosen(page) == other


def test_a_refusal_leaves_what_was_chosen(page: Page, server: Server) -> None:
    lay(page, server, FOUR)
    my_turn(page)
    page.locator(".legal").first.click()
    before = chosen(page)
    assert before
    page.locator("#board [data-thing]:not(.legal, .chosen)").first.click()
    expect(page.locator("#bar")).to_have_class(re.compile("refusal"))
    page.locator("#bar button").last.click()
    expect(page.locator("#bar")).not_to_have_class(re.compile("refusal"))
    assert chosen(page) == before


def test_nothing_glides_when_the_device_changes_hands(page: Page, server: Server) -> None:
    lay(page, server, TWO)
    page.evaluate(
        "() => { window.glides = 0; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...all) { window.glides++; return animate.apply(this, all); }; }"
    )
    page.locator("[data-look]").click()
    expect(page.locator("#handover")).to_be_hidden()
    assert page.evaluate("window.glides") == 0


def test_on_a_phone_a_card_flies_above_the_row_it_goes_to(open_page: OpenPage, server: Server) -> None:
    page = open_page(width=390)
    lay(page, server, ALONE)
    my_turn(page)
    page.evaluate(
        "() => { window.flown = []; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...all) {"
        "  if (this.inert) window.flown.push(this.parentElement.parentElement.id === 'board');"
        "  return animate.apply(this, all); }; }"
    )
    choose_a_move(page)
    page.locator("[data-play]").click()
    page.wait_for_function("() => window.flown.length")
    assert all(page.evaluate("window.flown"))
    page.wait_for_function("() => !document.querySelector('#board [inert]')")
    assert page.evaluate(
        "[...document.querySelectorAll('#board [data-thing]')].every(one => !one.style.opacity)"
    )


def test_the_front_page_leads_back_to_what_was_begun(page: Page, server: Server) -> None:
    page.goto(server.url)
    expect(page.locator("#resume")).to_be_hidden()
    lay(page, server, ALONE)
    table = page.url
    page.goto(server.url)
    page.locator("#resume li a").click()
    assert page.url == table
    ready(page)
    page.locator("[data-resign]").click()
    page.locator("dialog [value=leave]").click()
    expect(page.locator(".confirm form[action$=again]")).to_be_visible()
    page.goto(server.url)
    expect(page.locator("#resume")).to_be_hidden()


def test_whoever_comes_by_a_link_from_elsewhere_is_still_the_owner(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    table = page.url
    page.goto("data:text/html,<a href=" + table + ">back</a>")
    page.locator("a").click()
    ready(page)
    expect(page.locator("[data-resign]")).to_be_visible()


def test_the_focus_is_seen_on_slanted_buttons(page: Page, server: Server) -> None:
    lay(page, server, ALONE)
    my_turn(page)
    for _ in range(3):
        if page.locator("[data-play]:focus").count():
            break
        page.locator(".legal").first.focus()
        page.keyboard.press("Enter")
    expect(page.locator("[data-play]")).to_be_focused()
    ring = page.locator("[data-play]").evaluate(
        "one => { const style = getComputedStyle(one);"
        " return [style.clipPath, style.outlineStyle, parseFloat(style.outlineOffset)]; }"
    )
    assert ring[0].startswith("polygon")
    assert ring[1] == "solid"
    assert ring[2] < -3
