"""People meet in real browsers: by a link, by an invitation, through the waiting room; and go on elsewhere."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

import rotonde
from rotonde import games
from tests.web.serving import Server

pytestmark = pytest.mark.browser

GAME = next(iter(games.PLAYABLE))

OpenPage = Callable[..., Page]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("tables"), toy=True) as server:
        yield server


def ready(page: Page) -> None:
    page.wait_for_selector("html[data-ready]", state="attached")


def open_table(page: Page, server: Server, name: str = "Léa", game: str = GAME, **fields: str) -> str:
    """Lay a table with the form; gives the link that stands on the page."""
    query = "&".join(["friends", *(f"{field}={value}" for field, value in fields.items())])
    page.goto(f"{server.url}/new/{game}?{query}")
    page.locator("[name=name0]").fill(name)
    page.get_by_role("button", name="Ouvrir la table").click()
    page.wait_for_url("**/t/*")
    ready(page)
    return page.locator("#address").input_value()


def sit_down(page: Page, link: str, name: str) -> None:
    page.goto(link)
    ready(page)
    page.get_by_label("Votre nom").fill(name)
    page.get_by_role("button", name="Prendre place").first.click()
    page.wait_for_selector("#board, #link")


def play_one(page: Page) -> None:
    """Touch things until a move can be played, and play it."""
    expect(page.locator(".legal").first).to_be_visible()
    for _ in range(5):
        if page.locator("[data-play]:not([disabled])").count():
            break
        page.locator(".legal").first.click()
    page.locator("[data-play]").click()
    expect(page.locator("[data-play]")).to_have_count(0)


def sees_the_same(page: Page, other: Page) -> None:
    """The newest line of the log is the same on both pages."""
    newest = "#log [data-number]"
    told = other.locator(newest).first.get_attribute("data-number")
    expect(page.locator(newest).first).to_have_attribute("data-number", str(told))


def whose_turn(pages: list[Page]) -> Page:
    """The page whose person must act."""
    for _ in range(100):
        for page in pages:
            if page.locator(".legal").count():
                return page
        pages[0].wait_for_timeout(50)
    pytest.fail("nobody can play")


def play_to_the_end(pages: list[Page]) -> None:
    """Without touching anything: as fast as the server answers."""
    while True:
        views = [page.request.get(f"{page.url}/view").json() for page in pages]
        if views[0]["over"]:
            return
        for page, view in zip(pages, views, strict=True):
            if view["moves"]:
                body = {"number": view["number"], "move": view["moves"][-1]["move"]}
                page.request.post(f"{page.url}/moves", data=body)


def test_who_waits_and_the_seats_come_before_the_settings(open_page: OpenPage, server: Server) -> None:
    game = max(games.PLAYABLE, key=lambda game: len(rotonde.game(game, engine="python").options))
    wide, phone = open_page(), open_page(width=390, height=844)
    link = open_table(wide, server, game=game)
    phone.goto(link)
    expect(phone.locator(".lead")).to_be_in_viewport(ratio=1)
    expect(phone.get_by_label("Votre nom")).to_be_in_viewport(ratio=1)
    expect(phone.get_by_role("button", name="Prendre place")).to_be_in_viewport(ratio=1)
    usual = phone.locator(".settled details dd").last
    expect(usual).to_be_hidden()
    phone.locator(".settled summary").click()
    expect(usual).to_be_visible()
    poster, fields = (wide.locator(part).bounding_box() for part in (".bill", ".fields"))
    assert poster
    assert fields
    assert poster["x"] + poster["width"] < fields["x"]
    assert poster["y"] == fields["y"]


def test_two_people_meet_by_a_link(open_page: OpenPage, server: Server) -> None:
    lea, hugo, phone = open_page(), open_page(width=390, height=844), open_page(width=390, height=844)
    link = open_table(lea, server)
    assert link == lea.url
    expect(lea.locator(".missing")).to_have_text("Il manque un voyageur.")
    hugo.goto(link)
    ready(hugo)
    expect(hugo.locator("main")).to_contain_text("Léa vous attend.")
    expect(hugo.locator(".seat.p1")).to_contain_text("à l’écran")
    sit_down(hugo, link, "Hugo")
    # The game begins: both pages are the table now, without a reload by hand.
    for page in (lea, hugo):
        expect(page.locator("#board")).to_be_visible()
        ready(page)
    expect(lea.locator(".pl")).to_contain_text("Hugo")
    for _ in range(4):
        mover = whose_turn([lea, hugo])
        other = hugo if mover is lea else lea
        play_one(mover)
        sees_the_same(other, mover)

    # A bot plays for Hugo, until he comes back.
    hugo.get_by_role("button", name="La confier à un robot").click()
    expect(lea.locator(".pl")).to_contain_text("robot")
    expect(hugo.locator("#side")).to_contain_text("Un robot joue pour Hugo")
    hugo.get_by_role("button", name="Reprendre ma place").click()
    expect(lea.locator(".pl")).not_to_contain_text("robot")

    # Hugo's seat comes to another device, once.
    hugo.get_by_role("button", name="Jouer sur un autre appareil").click()
    carried = hugo.locator("dialog.carry input").input_value()
    assert re.fullmatch(re.escape(server.url) + r"/carry#[\w-]{43}", carried)
    hugo.get_by_role("button", name="Fermer").click()
    phone.goto(carried)
    ready(phone)
    phone.get_by_role("button", name="Jouer sur cet appareil").click()
    phone.wait_for_url(link)
    assert "#" not in phone.url
    ready(phone)
    while whose_turn([lea, phone]) is lea:
        play_one(lea)
    play_one(phone)
    late = open_page()
    late.goto(carried)
    ready(late)
    late.get_by_role("button", name="Jouer sur cet appareil").click()
    expect(late.get_by_role("alert")).to_contain_text("Ce lien a déjà servi")


def test_an_invitation_stands_behind_the_hash(open_page: OpenPage, server: Server) -> None:
    lea, mina, other = open_page(), open_page(), open_page()
    asked: list[str] = []
    link = open_table(lea, server, seats="3", seat1="open", seat2="invited", name2="Mina")
    lea.get_by_role("button", name="Créer son lien").click()
    invitation = lea.locator(".invitation input").input_value()
    assert invitation.startswith(f"{link}#seat2=")
    code = invitation.split("=")[1]
    lea.reload()
    ready(lea)
    expect(lea.locator(".invitation input")).to_have_value(invitation)
    mina.on("request", lambda request: asked.append(request.url))
    mina.goto(invitation)
    ready(mina)
    other.goto(link)
    ready(other)
    expect(other.get_by_role("button", name="Prendre place")).to_have_count(1)
    expect(mina.get_by_role("button", name="Prendre place")).to_have_count(1)
    mina.get_by_role("button", name="Prendre place").click()
    mina.wait_for_selector("#link")
    expect(lea.locator(".seat.p3 b")).to_have_text("Mina")
    expect(lea.locator(".missing")).to_have_text("Il manque un voyageur.")
    assert not [url for url in asked if code in url], "no server ever sees it in an address"
    expect(mina.get_by_role("button", name="Partir avec des robots")).to_have_count(0)
    lea.get_by_role("button", name="Partir avec des robots").click()
    for page in (lea, mina):
        expect(page.locator("#board")).to_be_visible()


def test_what_is_typed_stays_when_somebody_else_sits_down(open_page: OpenPage, server: Server) -> None:
    lea, hugo, nour = open_page(), open_page(), open_page()
    link = open_table(lea, server, seats="3")
    hugo.goto(link)
    ready(hugo)
    hugo.get_by_label("Votre nom").fill("Hug")
    sit_down(nour, link, "Nour")
    expect(hugo.locator(".missing")).to_have_text("Il manque un voyageur.")
    expect(hugo.get_by_label("Votre nom")).to_have_value("Hug")
    expect(hugo.get_by_label("Votre nom")).to_be_focused()
    hugo.keyboard.type("o")
    hugo.keyboard.press("Enter")
    hugo.wait_for_selector("#board")
    expect(lea.locator(".pl")).to_contain_text("Hugo")


def test_the_waiting_room_leads_to_a_free_seat(open_page: OpenPage, server: Server) -> None:
    lea, hugo, watcher = open_page(), open_page(), open_page()
    for page in (hugo, watcher):
        page.goto(f"{server.url}/lobby")
    link = open_table(lea, server, name="Salomé", listed="yes")
    line = hugo.locator(".departure", has_text="Salomé")
    expect(line).to_be_visible()
    line.click()
    hugo.wait_for_url(link)
    sit_down(hugo, link, "Hugo")
    running = watcher.locator("section:has(#running) .departure", has_text="Salomé")
    expect(running).to_be_visible()
    running.click()
    watcher.wait_for_url(link)
    ready(watcher)
    expect(watcher.locator("#side")).to_contain_text("Vous regardez cette partie")
    mover = whose_turn([lea, hugo])
    play_one(mover)
    sees_the_same(watcher, mover)
    assert watcher.locator(".legal").count() == 0
    for page in (lea, hugo):
        page.goto(f"{server.url}/games")
        expect(page.locator(".departure").first).to_contain_text("Salomé")


def test_everybody_is_led_to_the_next_table(open_page: OpenPage, server: Server) -> None:
    lea, hugo, nour = open_page(), open_page(), open_page()
    link = open_table(lea, server, game="tram", seats="3")
    sit_down(hugo, link, "Hugo")
    sit_down(nour, link, "Nour")
    for page in (lea, hugo, nour):
        expect(page.locator("#board")).to_be_visible()
    play_to_the_end([lea, hugo, nour])
    for page in (hugo, nour):
        expect(page.get_by_role("button", name="Rejouer")).to_be_visible()
    lea.get_by_role("button", name="Rejouer").click()
    lea.wait_for_url(lambda url: "/t/" in url and url != link)
    nour.get_by_role("button", name="Rester ici").click()
    hugo.wait_for_url(lea.url)
    ready(hugo)
    expect(hugo.locator(".pl")).to_contain_text("Léa")
    assert nour.url == link
    nour.get_by_role("link", name="Rejoindre la revanche").click()
    nour.wait_for_url(lea.url)


def test_setting_up_shows_what_matters(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new/{GAME}")
    expect(page.get_by_role("button", name="Départ").last).to_be_visible()
    expect(page.locator(".company")).to_be_hidden()
    page.locator(".kind", has_text="Place libre").click()
    expect(page.locator(".company")).to_be_visible()
    expect(page.get_by_role("button", name="Ouvrir la table")).to_be_visible()
    expect(page.locator(".minutes")).to_be_hidden()
    expect(page.locator(".when_up")).to_be_hidden()
    page.locator(".pace label", has_text="En direct").click()
    expect(page.locator(".minutes")).to_be_visible()
    expect(page.locator(".days")).to_be_hidden()
    page.locator(".pace label", has_text="Sur plusieurs jours").click()
    expect(page.locator(".minutes")).to_be_hidden()
    expect(page.locator(".days")).to_be_visible()
    expect(page.locator(".when_up")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390, 768, 1440])
def test_nothing_is_wider_than_the_screen(open_page: OpenPage, server: Server, width: int) -> None:
    lea, hugo = open_page(width=width), open_page(width=width)
    long = "Maximilienne-Alexandrina"
    link = open_table(lea, server, name=long, seats="4", seat2="invited", name2=long, listed="yes")
    lea.get_by_role("button", name="Créer son lien").click()
    expect(lea.locator(".invitation input")).to_be_visible()
    hugo.goto(link)
    for page, path in (
        (lea, ""),
        (hugo, ""),
        (hugo, "/lobby"),
        (lea, "/games"),
        (lea, "/"),
        (hugo, "/carry#x"),
    ):
        if path:
            page.goto(server.url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def test_a_slow_answer_does_not_lose_the_seat(page: Page, open_page: OpenPage, server: Server) -> None:
    """The stream tells that the game began before the answer has come that gives the browser its secret."""
    link = open_table(page, server)
    guest = open_page()
    guest.goto(link)
    ready(guest)
    guest.get_by_label("Votre nom").fill("Hugo")
    devtools = guest.context.new_cdp_session(guest)
    devtools.send("Network.enable")
    slow = {"offline": False, "latency": 1500, "downloadThroughput": -1, "uploadThroughput": -1}
    devtools.send("Network.emulateNetworkConditions", slow)
    guest.get_by_role("button", name="Prendre place").first.click()
    expect(page.locator("#board")).to_be_visible()
    expect(guest.locator("[data-hand-over]")).to_have_count(1)
