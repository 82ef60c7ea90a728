"""The pages of a person: entering, changing, leaving; what is refused, and what nobody else gets to see."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from rotonde.server.passkeys import Site
from rotonde.server.people import hashed
from rotonde.server.ratings import Outcome, record_result
from rotonde.web import account
from tests.server.authenticator import Authenticator
from tests.server.fake_services import Browser
from tests.web.account_app import Office, office

PASSWORD = "quai numéro neuf"
URL = "https://rotonde.example"
SITE = Site(URL, "rotonde.example")
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Office]:
    with office(tmp_path, URL) as house:
        yield house


def visit(house: Office, lang: str = "en") -> TestClient:
    """A browser of its own."""
    return TestClient(
        house.app,
        base_url=URL,
        headers={"accept-language": lang, "accept": "text/html", "origin": URL},
        follow_redirects=True,
    )


@pytest.fixture
def browser(house: Office) -> TestClient:
    return visit(house)


def registered(house: Office, login: str = "lea", name: str = "") -> TestClient:
    browser = visit(house)
    answer = browser.post("/account/register", data={"login": login, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    if name:
        browser.post("/account/name", data={"name": name})
    return browser


def person_of(house: Office, browser: TestClient) -> str:
    person = house.accounts.who(hashed(browser.cookies["rotonde"]))
    assert person is not None
    return person


def test_an_account_from_the_first_page_to_the_last(house: Office, browser: TestClient) -> None:
    first = browser.get("/account")
    assert "Create an account" in first.text and first.headers["cache-control"] == "no-store"
    answer = browser.post("/account/register", data={"login": "Léa", "password": PASSWORD})
    assert answer.url.path == "/account" and "Change the password" in answer.text
    browser.post("/account/name", data={"name": "Léa <b>"})
    assert "Hello, Léa &lt;b&gt;" in browser.get("/account").text
    answer = browser.post("/account/log-out")
    assert answer.url.path == "/" and "rotonde" not in browser.cookies
    answer = browser.post("/account/log-in", data={"login": "léa", "password": PASSWORD})
    assert "Hello, Léa" in answer.text
    answer = browser.post("/account/password", data={"password": "another good sentence"})
    assert "Your password is changed." in answer.text
    exported = browser.get("/account/export")
    assert exported.headers["content-disposition"].startswith("attachment")
    assert exported.json()["account"]["login"] == "léa"
    answer = browser.post("/account/delete", data={})
    assert answer.status_code == 400 and "Tick the box" in answer.text
    answer = browser.post("/account/delete", data={"sure": "yes"})
    assert "Your account is deleted" in answer.text and "Create an account" in answer.text


def test_the_cookie_is_out_of_reach(house: Office, browser: TestClient) -> None:
    answer = browser.post(
        "/account/register", data={"login": "lea", "password": PASSWORD}, follow_redirects=False
    )
    cookie = answer.headers["set-cookie"].lower()
    assert answer.status_code == 303
    for part in ("httponly", "samesite=lax", "secure", "path=/"):
        assert part in cookie


def test_under_a_sub_path(tmp_path: Path) -> None:
    with office(tmp_path, URL, root="/trains") as house:
        browser = visit(house)
        page = browser.get("/trains/account")
        assert 'action="/trains/account/register"' in page.text
        answer = browser.post(
            "/trains/account/register", data={"login": "lea", "password": PASSWORD}, follow_redirects=False
        )
        assert answer.headers["location"] == "/trains/account"
        assert "path=/trains/" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_refusal_has_words(house: Office, lang: str) -> None:
    browser = visit(house, lang)
    registered(house)
    cases = [
        ("/account/register", {"login": "x", "password": PASSWORD}, 400, "login"),
        ("/account/register", {"login": "lea", "password": PASSWORD}, 409, "taken"),
        ("/account/register", {"login": "anna", "password": "short"}, 400, "password"),
        ("/account/register", {"login": "anna", "password": "aaaaaaaaaaaa"}, 400, "easy"),
        ("/account/log-in", {"login": "lea", "password": "not that one"}, 403, "wrong"),
        ("/account/log-in", {"login": "nobody", "password": PASSWORD}, 403, "wrong"),
        ("/account/log-in", {}, 403, "wrong"),
        ("/account/password", {"password": PASSWORD}, 403, "guest"),
        ("/account/name", {"name": "x"}, 403, "guest"),
        ("/account/delete", {"sure": "yes"}, 403, "guest"),
        ("/account/mail", {"address": "a@example.org"}, 403, "guest"),
        ("/account/mail/turns", {}, 403, "guest"),
        ("/account/log-out-others", {}, 403, "guest"),
    ]
    for path, data, status, _ in cases:
        answer = browser.post(path, data=data, headers=FORM)
        assert answer.status_code == status, path
        assert PASSWORD not in answer.text
    wrong = [
        browser.post(path, data=data, headers=FORM).text for path, data, _, why in cases if why == "wrong"
    ]
    alerts = [re.findall(r'role="alert">([^<]+)<', text)[0] for text in wrong]
    assert len(set(alerts)) == 1


def test_what_was_typed_stays_but_not_the_password(house: Office, browser: TestClient) -> None:
    answer = browser.post("/account/log-in", data={"login": 'lea"><x>', "password": "a secret thing"})
    assert "a secret thing" not in answer.text
    assert "<x>" not in answer.text and "lea&#34;&gt;" in answer.text


@pytest.mark.parametrize("route", [route for route in account.routes() if "POST" in (route.methods or ())])
def test_no_other_site_posts_here(house: Office, route: Any) -> None:
    browser = registered(house)
    answer = browser.post(route.path, headers={"origin": "https://evil.example", **FORM})
    assert answer.status_code == 403
    assert house.accounts.account(person_of(house, browser)) is not None


def test_too_many_attempts(house: Office, browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    registered(house)
    monkeypatch.setattr(type(house.accounts), "_verify", lambda self, kept, password: False)
    for _ in range(10):
        assert (
            browser.post("/account/log-in", data={"login": "lea", "password": "not that one"}).status_code
            == 403
        )
    answer = browser.post("/account/log-in", data={"login": "lea", "password": "not that one"})
    assert answer.status_code == 429 and "Try again in 15 min" in answer.text


def test_later_the_card_is_shown_again(house: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = registered(house)
    monkeypatch.setattr("rotonde.server.accounts.FRESH", -1)
    page = browser.get("/account").text
    assert "Show your card" in page and "Delete the account" not in page
    answer = browser.post("/account/password", data={"password": "another good sentence"})
    assert answer.status_code == 403 and "Log in again first" in answer.text
    monkeypatch.undo()
    answer = browser.post("/account/log-in", data={"login": "lea", "password": PASSWORD})
    assert "Delete the account" in answer.text


# ---- Passkeys ----


def test_passkeys_over_the_wire(house: Office, browser: TestClient) -> None:
    key = Authenticator(SITE)
    asked = browser.post("/account/passkey/register/ask", json={"login": "lea"}).json()
    answer = browser.post("/account/passkey/register", json={**key.create(asked), "name": "Phone"})
    assert answer.status_code == 200
    page = browser.get("/account").text
    assert "Choose a password" in page and "Phone" in page
    other = visit(house)
    asked = other.post("/account/passkey/enter/ask", json={}).json()
    assert other.post("/account/passkey/enter", json=key.get(asked)).status_code == 200
    assert person_of(house, other) == person_of(house, browser)
    second = Authenticator(SITE)
    asked = other.post("/account/passkey/add/ask", json={}).json()
    assert other.post("/account/passkey/add", json={**second.create(asked), "name": "x"}).status_code == 200
    ids = re.findall(r'name="id" value="([\w-]+)"', other.get("/account").text)
    assert len(ids) == 2
    assert "The passkey is removed." in other.post("/account/passkey/remove", data={"id": ids[0]}).text
    answer = other.post("/account/passkey/remove", data={"id": ids[1]})
    assert answer.status_code == 400 and "only way in" in answer.text


def test_a_script_is_told_why_too(browser: TestClient) -> None:
    answer = browser.post("/account/passkey/enter", json={"id": "x"})
    assert answer.status_code == 400
    assert answer.json() == {"error": "passkey", "text": "That passkey was not recognised."}
    assert browser.post("/account/passkey/add/ask", json={}).status_code == 403
    assert browser.post("/account/passkey/enter/ask", content="x").status_code == 415


# ---- Being told ----


def test_a_guest_is_told_on_this_device(house: Office, browser: TestClient) -> None:
    assert browser.get("/account/push").json() == {"key": house.notifier.public_key}
    device = Browser(house.service.url)
    assert browser.post("/account/push/start", json=device.subscription).status_code == 200
    person = person_of(house, browser)
    house.notifier.your_turn(person, "t1", {"fr": "Tram", "en": "Tram"}, "/t/t1")
    house.send_all()
    assert house.service.read(device)[0]["title"] == "Tram: your turn"
    assert browser.post("/account/push/stop", json={"endpoint": device.endpoint}).status_code == 200
    house.notifier.your_turn(person, "t1", {"fr": "Tram", "en": "Tram"}, "/t/t1")
    assert house.send_all() == 0
    answer = browser.post("/account/push/start", json={"endpoint": "https://127.0.0.1:22/"})
    assert answer.status_code == 400 and answer.json()["error"] == "push"


def test_the_worker_serves_the_whole_site(browser: TestClient) -> None:
    answer = browser.get("/push.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"


def link_in(house: Office, purpose: str) -> str:
    text = house.box.got[-1].get_content()
    found = re.search(rf"{URL}(/account/mail/{purpose}\?token=[\w-]+)", text)
    assert found
    return found[1]


def test_an_address_from_first_to_last(house: Office) -> None:
    browser = registered(house)
    answer = browser.post("/account/mail", data={"address": "nonsense"})
    assert answer.status_code == 400 and "no e-mail address" in answer.text
    answer = browser.post("/account/mail", data={"address": "lea@example.org"})
    assert "on its way" in answer.text and "lea@example.org: open the message" in answer.text
    house.send_all()
    link = link_in(house, "confirm")
    elsewhere = visit(house)
    assert "tell us that this address is yours" in elsewhere.get(link).text
    assert "open the message" in browser.get("/account").text, "looking at the link changes nothing"
    assert "Address confirmed" in elsewhere.post(link).text
    assert "too old" in elsewhere.post(link).text
    assert "gets a message" in browser.get("/account").text
    house.notifier.your_turn(person_of(house, browser), "t1", {"fr": "Tram", "en": "Tram"}, "/t/t1")
    house.send_all()
    # As a mail program does it, which is no browser: no cookie, no Origin (RFC 8058).
    one_click = TestClient(house.app, base_url=URL)
    answer = one_click.post(link_in(house, "stop"), data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert "only used for a forgotten password" in browser.get("/account").text
    assert "gets a message" in browser.post("/account/mail/turns", data={"turns": "yes"}).text
    assert "The address is forgotten." in browser.post("/account/mail/remove").text


def test_a_forgotten_password(house: Office) -> None:
    browser = registered(house)
    browser.post("/account/mail", data={"address": "lea@example.org"})
    house.send_all()
    browser.post(link_in(house, "confirm"))
    other = visit(house)
    assert "Forgotten your password?" in other.get("/account").text
    said = [
        re.sub(r"\s+", " ", other.post("/account/forgotten", data={"login": login}).text)
        for login in ("lea", "nobody")
    ]
    assert said[0] == said[1] and "on its way" in said[0]
    assert house.send_all() == 1
    link = link_in(house, "reset")
    assert "good for one hour" in house.box.got[-1].get_content()
    answer = other.post(link, data={"password": "short"})
    assert answer.status_code == 400 and "10 to 200" in answer.text
    answer = other.post(link, data={"password": "another good sentence"})
    assert "Your password is changed." in answer.text
    assert "Create an account" in browser.get("/account").text, "other devices have to log in again"
    assert "too old" in other.get(link).text
    assert "too old" in visit(house).post(link, data={"password": "yet another one"}).text


def test_without_a_mail_server_nothing_is_said_of_mail(tmp_path: Path) -> None:
    with office(tmp_path, URL, mail=False) as house:
        browser = registered(house)
        assert "e-mail" not in browser.get("/account").text.lower()
        assert browser.get("/account/forgotten").status_code == 404
        assert browser.post("/account/mail", data={"address": "lea@example.org"}).status_code == 400


# ---- Statistics ----


def test_statistics(house: Office, browser: TestClient) -> None:
    assert "The log opens" in browser.get("/account/statistics").text
    lea, hugo = registered(house, "lea"), registered(house, "hugo")
    people = [person_of(house, one) for one in (lea, hugo)]
    with house.database.writing() as db:
        for number in range(8):
            outcomes = [Outcome(1 + number % 2, people[0], score=number), Outcome(2 - number % 2, people[1])]
            record_result(db, f"t{number}", "game-of-trains", outcomes, False, 86400.0 * number)
        record_result(db, "x", "a-game-that-was", [Outcome(1, people[0]), Outcome(2)], False, 0)
        record_result(db, "y", "trains", [Outcome(4, people[0]), *([Outcome(1)] * 3)], False, 0)
    page = lea.get("/account/statistics").text
    assert "Game of Trains" in page and "4th of 4" in page and "50<small>%" in page
    assert 'href="/t/t7"' in page and "<polyline" in page
    assert (
        "1er" not in page
        and "4e sur 4" in lea.get("/account/statistics", headers={"accept-language": "fr"}).text
    )
    assert "Game of Trains" in hugo.get("/account/statistics").text
    assert "Game of Trains" not in browser.get("/account/statistics").text


# ---- Hostile input ----

anything = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda value: json.dumps(value).encode(),
        st.recursive(
            st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=20),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
            ),
            max_leaves=5,
        ),
    ),
    st.builds(
        lambda pairs: "&".join(f"{name}={value}" for name, value in pairs).encode("utf-8", "replace"),
        st.lists(
            st.tuples(
                st.sampled_from(["login", "password", "name", "address", "id", "sure", "turns", "token"]),
                st.text(max_size=30),
            ),
            max_size=4,
        ),
    ),
)


def test_nonsense_breaks_nothing(house: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(house.accounts), "_hash", lambda self, password: "hash")
    monkeypatch.setattr(type(house.accounts), "_verify", lambda self, kept, password: False)
    paths = [route.path for route in account.routes() if "POST" in (route.methods or ())]
    harmless = [path for path in paths if path not in ("/account/log-out", "/account/delete")]
    guest, member = visit(house), registered(house)

    @settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        st.sampled_from(harmless),
        anything,
        st.sampled_from(["application/json", FORM["content-type"], "text/plain", ""]),
        st.booleans(),
    )
    def throw(path: str, body: bytes, kind: str, known: bool) -> None:
        browser = member if known else guest
        answer = browser.post(path, content=body, headers={"content-type": kind}, follow_redirects=False)
        assert answer.status_code < 500, (path, body)
        assert "Traceback" not in answer.text

    throw()
    for path in ("/account?done=<x>", "/account/mail/confirm?token=%00%ff", "/account/mail/reset?token[]=1"):
        assert guest.get(path).status_code == 200
