"""Two people at one table, each with a browser of their own, on a real server."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from rotonde import games
from rotonde.server.clock import NO_CLOCK, Clock
from rotonde.server.people import People
from rotonde.server.storage import Seat, Storage
from rotonde.server.table import LiveTable
from rotonde.server.tables import Tables
from tests.web.serving import Server

pytestmark = pytest.mark.browser

GAME = next(iter(games.PLAYABLE))
OpenPage = Callable[..., Page]


@dataclass
class Laid:
    """A table where Léa and Hugo sit; `secrets` are what their browsers keep."""

    url: str
    at: str
    secrets: tuple[str, str]
    actor: int
    asks: int | None


def lay(
    server: Server, clock: Clock = NO_CLOCK, until: Callable[[LiveTable], int | None] | None = None
) -> Laid:
    """Lay a table behind the server's back, and play until `until` finds what it looks for."""
    storage = Storage(server.folder / "rotonde.sqlite3")
    people, tables = People(storage.database), Tables(storage)
    (lea, first), (hugo, second) = people.come(), people.come()
    seats = [Seat("Léa"), Seat("", open=True)]
    live = tables.create(GAME, {}, seats, "fr", lea.id, clock=clock)
    live.sit(1, hugo.id, "Hugo")
    found = None
    while until is not None and (found := until(live)) is None:
        live.play(live.number, live.actor, live.seen_by(live.actor).moves()[-1])
    storage.close()
    return Laid(server.url, f"{server.url}/t/{live.id}", (first, second), live.actor, found)


def can_only_ask(live: LiveTable) -> int | None:
    return next((seat for seat in (0, 1) if live.askable(seat) and not live.undoable(seat)), None)


def sit(page: Page, laid: Laid, seat: int) -> Page:
    page.context.add_cookies([{"name": "rotonde", "value": laid.secrets[seat], "url": laid.url}])
    page.goto(laid.at)
    page.wait_for_selector("html[data-ready]", state="attached")
    return page


def say(page: Page, words: str) -> None:
    page.locator("#words").fill(words)
    page.locator("#words").press("Enter")


def play(page: Page) -> None:
    """Touch things until a move can be played, and play it."""
    page.wait_for_selector(".legal")
    for _ in range(5):
        if page.locator("[data-play]:not([disabled])").count():
            break
        page.locator(".legal").first.click()
    page.locator("[data-play]").click()
    page.wait_for_function("() => !document.querySelector('[data-play]')")


def play_until_it_is_the_others_turn(page: Page) -> None:
    for _ in range(20):
        play(page)
        if page.locator("#board .legal").count() == 0:
            return
    pytest.fail("the turn does not end")


def last_told(page: Page) -> str:
    return page.locator("#log [data-number]").first.get_attribute("data-number") or ""


def test_people_talk(open_page: OpenPage, server: Server) -> None:
    laid = lay(server)
    lea, hugo = sit(open_page(), laid, 0), sit(open_page(width=390, height=844), laid, 1)
    watcher = open_page(lang="en")
    watcher.goto(laid.at)
    expect(watcher.locator("#talk")).to_be_hidden()
    say(lea, "Bonjour <b>Hugo</b> !")
    for page in (lea, hugo, watcher):
        expect(page.locator("#remarks .remark")).to_have_count(1)
        expect(page.locator("#remarks .remark q")).to_have_text("Bonjour <b>Hugo</b> !")
    expect(lea.locator("#words")).to_have_value("")
    # On a phone the talk is far below: a mark at the top says that there is something to read.
    expect(hugo.locator("[data-unread]")).to_have_text("1")
    expect(hugo.locator("[data-open-talk]")).to_have_attribute("aria-label", re.compile("1 à lire"))
    expect(lea.locator("[data-unread]")).to_have_text("")
    hugo.locator("[data-open-talk]").click()
    expect(hugo.locator("#words")).to_be_focused()
    expect(hugo.locator("[data-unread]")).to_have_text("")
    say(hugo, "Bonjour Léa")
    expect(lea.locator("#remarks .remark").last).to_contain_text("Bonjour Léa")
    expect(watcher.locator("#words")).to_have_count(0)
    hugo.reload()
    expect(hugo.locator("#remarks .remark")).to_have_count(2)
    expect(hugo.locator("[data-unread]")).to_have_text("")


def test_what_is_said_can_stand_in_the_log(open_page: OpenPage, server: Server) -> None:
    laid = lay(server)
    lea, hugo = sit(open_page(), laid, 0), sit(open_page(), laid, 1)
    say(lea, "une remarque")
    expect(hugo.locator("#remarks .remark")).to_be_visible()
    expect(hugo.locator("#log .remark")).to_have_count(0)
    hugo.locator("[data-merge]").check()
    expect(hugo.locator("#log > :first-child")).to_have_text(re.compile("une remarque"))
    expect(hugo.locator("#remarks")).to_be_hidden()
    acting = (lea, hugo)[laid.actor]
    acting.bring_to_front()
    play(acting)
    say(lea, "une autre")
    expect(hugo.locator("#log .remark")).to_have_count(2)
    hugo.reload()
    expect(hugo.locator("#log .remark")).to_have_count(2)
    hugo.locator("[data-merge]").uncheck()
    expect(hugo.locator("#log .remark")).to_have_count(0)
    expect(hugo.locator("#remarks .remark")).to_have_count(2)


def test_a_person_can_be_hidden(open_page: OpenPage, server: Server) -> None:
    laid = lay(server)
    lea, hugo = sit(open_page(), laid, 0), sit(open_page(), laid, 1)
    say(lea, "blabla")
    expect(hugo.locator("#remarks .remark")).to_be_visible()
    expect(hugo.locator("[data-hide]:visible")).to_have_text("Léa")
    hugo.locator("[data-hide='0']").click()
    expect(hugo.locator("#remarks .remark")).to_be_hidden()
    say(lea, "encore")
    expect(lea.locator("#remarks .remark")).to_have_count(2)
    hugo.reload()
    expect(hugo.locator("#remarks .remark")).to_have_count(2)
    expect(hugo.locator("#remarks .remark:visible")).to_have_count(0)
    expect(hugo.locator("[data-unread]")).to_have_text("")
    hugo.locator("[data-hide='0']").click()
    expect(hugo.locator("#remarks .remark:visible")).to_have_count(2)


def test_talking_too_fast_keeps_the_words(page: Page, server: Server) -> None:
    sit(page, lay(server), 0)
    for word in range(5):
        say(page, f"mot {word}")
        expect(page.locator("#remarks .remark")).to_have_count(word + 1)
    say(page, "trop vite")
    expect(page.locator("#say-note")).to_contain_text("moins vite")
    expect(page.locator("#words")).to_have_value("trop vite")


def test_who_is_there_is_seen(open_page: OpenPage, server: Server) -> None:
    laid = lay(server)
    lea = sit(open_page(), laid, 0)
    expect(lea.locator(".pl li", has_text="Hugo").locator("i.away")).to_be_visible()
    hugo = sit(open_page(), laid, 1)
    expect(lea.locator(".pl li", has_text="Hugo").locator("i.here")).to_be_visible()
    hugo.close()
    expect(lea.locator(".pl li", has_text="Hugo").locator("i.away")).to_be_visible()


@pytest.mark.parametrize("agrees", [True, False])
def test_asking_to_take_a_move_back(open_page: OpenPage, server: Server, agrees: bool) -> None:
    laid = lay(server, until=can_only_ask)
    assert laid.asks is not None
    asking, other = sit(open_page(), laid, laid.asks), sit(open_page(lang="en"), laid, 1 - laid.asks)
    watcher = open_page()
    watcher.goto(laid.at)
    asking.locator("[data-ask]").click()
    expect(asking.locator("#question")).to_contain_text("On attend la réponse")
    expect(watcher.locator("#question")).to_contain_text("demande à reprendre son coup")
    expect(watcher.locator("#question button")).to_have_count(0)
    expect(other.locator("#question")).to_contain_text("Do you agree?")
    other.locator(f"[data-answer={'yes' if agrees else 'no'}]").click()
    for page in (asking, other, watcher):
        expect(page.locator("#question")).to_be_empty()
    expect(asking.locator("#log")).to_contain_text("demande à reprendre son coup.")
    expect(watcher.locator("#log")).to_contain_text(
        "accepte." if agrees else "préfère que le coup reste joué."
    )
    expect(other.locator("#log li.now")).to_contain_text("takes the move back." if agrees else "would rather")
    if agrees:
        expect(asking.locator("#board .legal").first).to_be_visible()


def past_the_first_turns(live: LiveTable) -> int | None:
    """Until then a clock stands still for a while."""
    due = live.deadline
    return live.actor if due is not None and due <= time.time() + live.times.left(live.actor) else None


def test_a_clock_counts_down_for_who_acts_only(open_page: OpenPage, server: Server) -> None:
    laid = lay(server, Clock("live", 600, 0, "bot"), past_the_first_turns)
    acting, waiting = (sit(open_page(), laid, seat) for seat in (laid.actor, 1 - laid.actor))
    for page in (acting, waiting):
        clock = page.locator(f".pl [data-clock='{laid.actor}']")
        expect(clock).to_have_class(re.compile("runs"))
        before = clock.inner_text()
        expect(clock).not_to_have_text(before)
        assert seconds(clock.inner_text()) < seconds(before)
        expect(page.locator(f".pl [data-clock='{1 - laid.actor}']")).to_have_text("10:00")
    before = seconds(acting.locator(f".pl [data-clock='{laid.actor}']").inner_text())
    play_until_it_is_the_others_turn(acting)
    for page in (acting, waiting):
        expect(page.locator(f".pl [data-clock='{1 - laid.actor}']")).to_have_class(re.compile("runs"))
        stopped = page.locator(f".pl [data-clock='{laid.actor}']")
        assert seconds(stopped.inner_text()) <= before
    expect(waiting.locator("#side")).to_contain_text("Temps écoulé : un robot prend la place.")


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


def test_a_slow_clock_is_told_in_words(open_page: OpenPage, server: Server) -> None:
    laid = lay(server, Clock("days", 3 * 24 * 3600, 0, "nothing"))
    french, english = sit(open_page(), laid, 0), open_page(lang="en")
    english.goto(laid.at)
    days = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    expect(french.locator("[data-until]")).to_have_text(re.compile(rf"jusqu’à ({days}) \d\d:\d\d"))
    expect(english.locator("[data-until]")).to_have_text(re.compile(r"until \w+day \d\d:\d\d"))


def test_being_called_when_it_is_ones_turn(open_page: OpenPage, server: Server) -> None:
    laid = lay(server)
    acting, called = (sit(open_page(), laid, seat) for seat in (laid.actor, 1 - laid.actor))
    plain = called.title()
    assert not plain.startswith("●")
    assert acting.title().startswith("● À vous")
    called.locator("h1, .turn p").last.click()  # browsers are silent until they are touched
    play_until_it_is_the_others_turn(acting)
    expect(called).to_have_title(f"● À vous · {plain}")
    assert "favicon-turn" in (called.locator("link[rel=icon]").get_attribute("href") or "")
    expect(called.locator("html")).to_have_attribute("data-chimed", "1")
    expect(acting).to_have_title(plain)
    acting.locator("[data-sound]").uncheck()
    play_until_it_is_the_others_turn(called)
    expect(acting).to_have_title(re.compile("● À vous"))
    assert acting.locator("html").get_attribute("data-chimed") is None
    acting.reload()
    expect(acting.locator("[data-sound]")).not_to_be_checked()


def test_who_was_offline_misses_nothing(open_page: OpenPage, server: Server) -> None:
    laid = lay(server)
    acting, away = (sit(open_page(), laid, seat) for seat in (laid.actor, 1 - laid.actor))
    away.context.set_offline(True)
    expect(away.locator("#lost")).to_be_visible()
    play_until_it_is_the_others_turn(acting)
    say(acting, "es-tu là ?")
    expect(acting.locator("#remarks .remark")).to_have_count(1)
    away.context.set_offline(False)
    expect(away.locator("#lost")).to_be_hidden()
    expect(away.locator("#log li.now")).to_have_attribute("data-number", last_told(acting))
    expect(away.locator("#remarks .remark")).to_have_text(re.compile("es-tu là"))
    play_until_it_is_the_others_turn(away)


def test_a_browser_without_a_network_may_still_reach_its_server(open_page: OpenPage, server: Server) -> None:
    laid = lay(server)
    acting, other = (sit(open_page(), laid, seat) for seat in (laid.actor, 1 - laid.actor))
    with other.expect_response("**/events?*") as heard:
        other.evaluate("dispatchEvent(new Event('offline'))")
    assert heard.value.ok
    play_until_it_is_the_others_turn(acting)
    expect(other.locator("#log li.now")).to_have_attribute("data-number", last_told(acting))
    expect(other.locator("#lost")).to_be_hidden()


def test_a_killed_server_comes_back_to_both(open_page: OpenPage, own_server: Server) -> None:
    laid = lay(own_server)
    acting, other = (sit(open_page(), laid, seat) for seat in (laid.actor, 1 - laid.actor))
    play(acting)
    say(acting, "avant")
    expect(other.locator("#remarks .remark")).to_have_count(1)
    own_server.kill()
    for page in (acting, other):
        expect(page.locator("#lost")).to_be_visible()
    say(acting, "pendant")
    expect(acting.locator("#say-note")).to_contain_text("réessayez")
    expect(acting.locator("#words")).to_have_value("pendant")
    own_server.start()
    for page in (acting, other):
        expect(page.locator("#lost")).to_be_hidden()
    acting.locator("#words").press("Enter")
    for page in (acting, other):
        expect(page.locator("#remarks .remark")).to_have_count(2)
    expect(other.locator("#log li.now")).to_have_attribute("data-number", last_told(acting))


@pytest.mark.parametrize("width", [390, 1440])
def test_it_fits_in_company(open_page: OpenPage, server: Server, width: int) -> None:
    laid = lay(server, Clock("live", 3 * 3600, 600, "lose"), until=can_only_ask)
    assert laid.asks is not None
    page = sit(open_page(width=width, still=True), laid, laid.asks)
    say(page, "W" * 200)
    expect(page.locator("#remarks .remark")).to_be_visible()
    page.locator("[data-ask]").click()
    expect(page.locator("#question p")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part in ("#say button", "#say input", "[data-merge] + span", "[data-sound] + span"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width


def test_a_phone_shows_the_clock_beside_whose_turn_it_is(open_page: OpenPage, server: Server) -> None:
    """The panel with both clocks is far down there."""
    laid = lay(server, Clock("live", 600, 0, "bot"))
    phone = sit(open_page(width=390, height=844), laid, laid.actor)
    clock = phone.locator("#turn time")
    expect(clock).to_be_in_viewport()
    expect(clock).to_have_text("10:00")
    expect(sit(open_page(), laid, laid.actor).locator("#turn time")).to_be_hidden()
