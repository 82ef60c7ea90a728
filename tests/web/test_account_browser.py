"""The pages of a person in a real browser: passkeys, notifications, without scripts, at every width."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, CDPSession, Page, expect

from rotonde.server.people import hashed
from rotonde.server.ratings import Outcome, record_result
from tests.server.fake_services import Browser as Device
from tests.web.account_app import Office, office
from tests.web.test_shell_browser import CONTRAST

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]
PASSWORD = "quai numéro neuf"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Office, str]]:
    listener = socket.create_server(("127.0.0.1", 0))
    # Not by its number: a passkey is for a host with a name.
    url = f"http://localhost:{listener.getsockname()[1]}"
    folder: Path = tmp_path_factory.mktemp("office")
    with office(folder, url) as house:
        server = uvicorn.Server(uvicorn.Config(house.app, log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield house, url
        server.should_exit = True
        thread.join()
    listener.close()


def entered(house: Office, url: str, page: Page, login: str) -> str:
    """The page's browser has an account with some games; gives the person."""
    session = house.accounts.register(None, login, PASSWORD, f"test {login}")
    house.accounts.rename(hashed(session.secret), "Léa Martin")
    other = house.accounts.register(None, f"{login}-2", PASSWORD, f"test {login}")
    with house.database.writing() as db:
        for number in range(9):
            outcomes = [Outcome(1 + number % 2, session.person), Outcome(2 - number % 2, other.person)]
            record_result(db, f"{login}{number}", "game-of-trains", outcomes, False, 86400.0 * number)
    page.context.add_cookies([{"name": "rotonde", "value": session.secret, "url": url}])
    return session.person


def virtual_authenticator(page: Page) -> CDPSession:
    """A device that always says yes."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return devtools


def test_an_account_by_passkey_alone(page: Page, house: tuple[Office, str]) -> None:
    url = house[1]
    virtual_authenticator(page)
    page.goto(f"{url}/account")
    page.get_by_role("button", name="Créer avec une clé d’accès").click()
    expect(page.locator("#new-login")).to_be_focused()
    page.locator("#new-login").fill("x y z")
    page.get_by_role("button", name="Créer avec une clé d’accès").click()
    expect(page.get_by_role("alert").filter(has_text="Un identifiant a")).to_be_visible()
    page.locator("#new-login").fill("voyageuse")
    page.get_by_role("button", name="Créer avec une clé d’accès").click()
    expect(page.get_by_role("heading", name="Choisir un mot de passe")).to_be_visible()
    page.get_by_role("button", name="Se déconnecter").click()
    page.wait_for_url(f"{url}/")
    page.goto(f"{url}/account")
    page.get_by_role("button", name="Entrer avec une clé d’accès").click()
    expect(page.get_by_role("heading", name="Choisir un mot de passe")).to_be_visible()
    expect(page.get_by_text("utilisée le")).to_be_visible()


def test_at_an_address_of_numbers_there_are_no_passkeys(page: Page, house: tuple[Office, str]) -> None:
    page.goto(f"{house[1].replace('localhost', '127.0.0.1')}/account")
    named = page.get_by_text("pas pour une adresse en chiffres")
    expect(named).to_be_visible()
    expect(page.locator("[data-passkey]:visible")).to_have_count(0)
    named.get_by_role("link").click()
    page.wait_for_url(f"{house[1]}/account")
    expect(page.locator("[data-passkey]:visible")).to_have_count(2)


def test_one_more_passkey(page: Page, house: tuple[Office, str]) -> None:
    virtual_authenticator(page)
    entered(*house, page, "more")
    page.goto(f"{house[1]}/account")
    page.get_by_role("button", name="Ajouter une clé d’accès").click()
    expect(page.get_by_role("status").filter(has_text="La clé d’accès est ajoutée.")).to_be_visible()
    page.get_by_role("button", name="Retirer la clé").click()
    expect(page.get_by_role("status").filter(has_text="La clé d’accès est retirée.")).to_be_visible()


def test_a_reader_who_changes_their_mind(page: Page, house: tuple[Office, str]) -> None:
    page.goto(f"{house[1]}/account")
    page.evaluate(
        "() => { navigator.credentials.get = async () => { throw new DOMException('no', 'NotAllowedError') } }"
    )
    button = page.get_by_role("button", name="Entrer avec une clé d’accès")
    button.click()
    expect(button).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)


SUBSCRIBE = """
(subscription) => {
  /* The tests have no way to a real push service; everything else is the browser's own. */
  let current = null;
  const unsubscribe = async () => { current = null; };
  const made = { ...subscription, options: {}, toJSON: () => subscription, unsubscribe };
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async (wish) => {
    window.wish = { visible: wish.userVisibleOnly, key: wish.applicationServerKey.length };
    return current = made;
  };
}
"""


def test_being_told_on_this_device(page: Page, house: tuple[Office, str]) -> None:
    office, url = house
    device = Device(office.service.url)
    asked: list[Any] = []
    page.on("request", lambda request: asked.append(request.url) if "/push" in request.url else None)
    page.context.grant_permissions(["notifications"], origin=url)
    person = entered(office, url, page, "told")
    page.goto(f"{url}/account")
    page.evaluate(SUBSCRIBE, device.subscription)
    expect(page.get_by_text("Cet appareil n’est pas prévenu.")).to_be_visible()
    assert asked == [], "nothing is asked of the browser before a click"
    page.get_by_role("button", name="Prévenir sur cet appareil").click()
    expect(page.get_by_text("Cet appareil est prévenu.")).to_be_visible()
    assert page.evaluate("window.wish") == {"visible": True, "key": 65}
    assert page.evaluate("navigator.serviceWorker.ready.then((w) => w.scope)") == f"{url}/"
    office.notifier.your_turn(person, "t1", {"fr": "Le Tram", "en": "Tram"}, "/t/t1")
    assert office.send_all() == 1
    [told] = office.service.read(device)
    assert told["lang"] == "fr"
    page.get_by_role("button", name="Ne plus prévenir ici").click()
    expect(page.get_by_text("Cet appareil n’est pas prévenu.")).to_be_visible()
    office.notifier.your_turn(person, "t1", {"fr": "Le Tram", "en": "Tram"}, "/t/t1")
    assert office.send_all() == 0


def test_what_arrives_is_shown(page: Page, house: tuple[Office, str]) -> None:
    _, url = house
    page.context.grant_permissions(["notifications"], origin=url)
    page.goto(f"{url}/account")
    devtools = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/push.js').then(() => navigator.serviceWorker.ready)")
    while not known:
        page.wait_for_timeout(20)
    for body in ("Bonjour", "Encore bonjour"):
        told = {"title": "Le Tram : à vous", "body": body, "path": "/t/t1", "tag": "t1", "lang": "fr"}
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": url, "registrationId": known[-1]["registrationId"], "data": json.dumps(told)},
        )
        shown = page.evaluate(SHOWN, body)
        assert shown == [["Le Tram : à vous", body, "t1", f"{url}/t/t1"]], "one takes the other's place"


SHOWN = """
async (body) => {
  const worker = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 500; tries++) {
    const shown = await worker.getNotifications();
    if (shown.some((n) => n.body === body)) return shown.map((n) => [n.title, n.body, n.tag, n.data.url]);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
"""


def test_a_browser_that_refuses(page: Page, house: tuple[Office, str]) -> None:
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.goto(f"{house[1]}/account")
    expect(page.get_by_text("Ce navigateur refuse nos notifications")).to_be_visible()
    expect(page.get_by_role("button", name="Prévenir sur cet appareil")).to_be_hidden()


def test_everything_but_passkeys_works_without_scripts(browser: Browser, house: tuple[Office, str]) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{house[1]}/account")
    assert not page.get_by_text("passkey").first.is_visible()
    page.locator("#new-login").fill("plain")
    page.locator("#new-password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    page.get_by_role("textbox", name="Name at the table", exact=True).fill("Hugo")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("heading", name="Hello, Hugo")).to_be_visible()
    page.get_by_role("button", name="Log out", exact=True).click()
    page.goto(f"{house[1]}/account")
    page.locator("#in-login").fill("plain")
    page.locator("#in-password").fill("not that one")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_have_text("The user name or the password is not right.")
    context.close()


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("width", [390, 768, 1024, 1440])
def test_nothing_sticks_out(open_page: OpenPage, house: tuple[Office, str], width: int, lang: str) -> None:
    office, url = house
    page = open_page(width=width, lang=lang)
    page.goto(f"{url}/account")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OVER) == []
    entered(office, url, page, f"w{width}{lang}")
    for path in ("/account", "/account/statistics", "/account/mail/confirm?token=x", "/account/forgotten"):
        page.goto(url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.evaluate(OVER) == [], path


@pytest.mark.parametrize("dark", [False, True])
def test_words_stand_out_and_things_can_be_touched(
    open_page: OpenPage, house: tuple[Office, str], dark: bool
) -> None:
    office, url = house
    page = open_page(dark=dark, width=390)
    page.goto(f"{url}/account")
    assert page.evaluate(CONTRAST) == []
    entered(office, url, page, f"dark{dark}".lower())
    for path in ("/account", "/account/statistics", "/account/forgotten"):
        page.goto(url + path)
        assert page.evaluate(CONTRAST) == [], path
        assert page.evaluate(SMALL) == [], path


OVER = """
() => [...document.querySelectorAll('.desk, .desk-side')].flatMap((place) => {
  const edge = place.getBoundingClientRect().right + 1;
  return [...place.querySelectorAll('*')].filter((e) => e.checkVisibility() && !e.closest('svg, .vh')
    && e.getBoundingClientRect().right > edge).map((e) => e.outerHTML.slice(0, 80));
})
"""

SMALL = """
() => [...document.querySelectorAll('.desk a, .desk button, .desk input, .desk-side a, .desk-side button')]
  .filter((e) => e.checkVisibility() && e.type !== 'hidden' && !e.closest('.check, .note')
    && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML.slice(0, 80))
"""
