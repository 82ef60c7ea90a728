"""Messages to somebody who is not there: what is sent, to whom, how often, and what is not."""

import asyncio
import base64
import json
import logging
import re
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from rotonde.server import mail, notify, push
from rotonde.server.accounts import Accounts, Refused
from rotonde.server.database import Database
from rotonde.server.mail import BadSettings, MailServer
from rotonde.server.notify import Notifier, NotifySettings
from rotonde.server.people import hashed
from tests.server.fake_services import Browser, MailBox, PushService, mail_server, push_service
from tests.server.known import guest, with_people

TRAM = {"fr": "Le Tram", "en": "The Tram"}
HERE = "192.0.2.7"
PASSWORD = "quai numéro neuf"


@pytest.fixture
def database(database: Database) -> Database:
    return with_people(database)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def box() -> Iterator[MailBox]:
    with mail_server() as box:
        yield box


@pytest.fixture
def notifier(database: Database, service: PushService, box: MailBox) -> Notifier:
    return Notifier(database, settings(service, box))


def settings(service: PushService, box: MailBox, patience: float = 0) -> NotifySettings:
    server = MailServer("127.0.0.1", box.port, "rotonde", "s3cret", tls=False)
    return NotifySettings("https://rotonde.example", server, "gare@rotonde.example", (service.url,), patience)


def send_all(notifier: Notifier) -> int:
    messages = notifier.take()
    for message in messages:
        notifier.hand_over(message)
    return len(messages)


def subscribed(notifier: Notifier, service: PushService, person: str, lang: str = "fr") -> Browser:
    browser = Browser(service.url)
    notifier.subscribe(person, browser.subscription, lang)
    return browser


def text_of(letter: EmailMessage) -> str:
    return letter.get_content().replace("\r\n", "\n")


def token_in(letter: EmailMessage, purpose: str) -> str:
    found = re.search(rf"https://rotonde\.example/account/mail/{purpose}\?token=([\w-]+)", text_of(letter))
    assert found
    return found[1]


def with_address(notifier: Notifier, box: MailBox, person: str, lang: str = "fr") -> None:
    notifier.set_address(person, f"{person}@example.org", lang, HERE)
    assert send_all(notifier) == 1
    assert notifier.confirm(token_in(box.got.pop(), "confirm"))


def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [notify.time.time()]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


# ---- Web push ----


def test_the_example_of_the_rfc() -> None:
    """RFC 8291, section 5 and appendix A."""
    private = int.from_bytes(push.decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    reader = int.from_bytes(push.decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    browser = Browser(
        "", ec.derive_private_key(reader, ec.SECP256R1()), push.decode("BTBZMqHH6r4Tts7J_aSIgg")
    )
    message = b"When I grow up, I want to be a watermelon"
    sealed = push.encrypt(
        message,
        push.Subscription("", browser.public_key, browser.auth),
        ec.derive_private_key(private, ec.SECP256R1()),
        push.decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.encode(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(sealed) == message


def test_a_browser_is_told_in_its_language(
    notifier: Notifier, service: PushService, database: Database
) -> None:
    person, _ = guest(database)
    french, english = subscribed(notifier, service, person), subscribed(notifier, service, person, "en")
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    assert send_all(notifier) == 2
    [told] = service.read(french)
    assert told == {
        "title": "Le Tram\u00a0: à vous de jouer",
        "body": "Les autres ont joué, la partie vous attend.",
        "path": "/t/table1",
        "tag": "table1",
        "lang": "fr",
    }
    assert service.read(english)[0]["title"] == "The Tram: your turn"
    assert send_all(notifier) == 0


def test_the_service_can_see_who_sends(notifier: Notifier, service: PushService, database: Database) -> None:
    """RFC 8292: a JWT for that service, signed with the key that the browser was given."""
    person, _ = guest(database)
    subscribed(notifier, service, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    send_all(notifier)
    _, headers, _ = service.got[0]
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", headers["authorization"])
    assert found
    head, claims, signature, key = found.groups()
    assert key == notifier.public_key
    assert json.loads(push.decode(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(push.decode(claims))
    assert said["aud"] == service.url and said["sub"] == "mailto:gare@rotonde.example"
    assert notify.time.time() < said["exp"] <= notify.time.time() + 24 * 3600
    r, s = (
        int.from_bytes(part, "big") for part in (push.decode(signature)[:32], push.decode(signature)[32:])
    )
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), push.decode(key)).verify(
        encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256())
    )
    assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
    assert re.fullmatch(r"[\w-]{1,32}", headers["topic"])


def test_all_workers_have_the_same_key(database: Database) -> None:
    keys: list[str] = []
    threads = [
        threading.Thread(target=lambda: keys.append(Notifier(database, NotifySettings()).public_key))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 4 and len(set(keys)) == 1


def test_one_message_however_often_it_is_said(
    notifier: Notifier, service: PushService, database: Database
) -> None:
    person, _ = guest(database)
    browser = subscribed(notifier, service, person)
    for _ in range(3):
        notifier.your_turn(person, "table1", TRAM, "/t/table1")
    notifier.your_turn(person, "table2", TRAM, "/t/table2")
    assert send_all(notifier) == 2
    assert sorted(told["tag"] for told in service.read(browser)) == ["table1", "table2"]
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    assert send_all(notifier) == 1


def test_nobody_is_told_what_is_over(
    database: Database, service: PushService, box: MailBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock(monkeypatch)
    notifier = Notifier(database, settings(service, box, patience=20))
    person, _ = guest(database)
    subscribed(notifier, service, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    notifier.your_turn(person, "table2", TRAM, "/t/table2")
    assert send_all(notifier) == 0
    notifier.no_longer(person, "table1")
    now[0] += 21
    assert send_all(notifier) == 1


def test_each_message_is_taken_by_one_worker(
    notifier: Notifier, service: PushService, database: Database
) -> None:
    person, _ = guest(database)
    browser = subscribed(notifier, service, person)
    for number in range(24):
        notifier.your_turn(person, f"table{number}", TRAM, "/t/x")
    workers = [Notifier(database, notifier.settings) for _ in range(4)]

    def work(worker: Notifier) -> None:
        while send_all(worker):
            pass

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while send_all(notifier):
        pass
    tags = [told["tag"] for told in service.read(browser)]
    assert sorted(tags) == sorted(f"table{number}" for number in range(24))


def test_what_a_dead_worker_took_is_sent_by_another(
    notifier: Notifier, service: PushService, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock(monkeypatch)
    person, _ = guest(database)
    subscribed(notifier, service, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    assert len(notifier.take()) == 1  # and dies
    assert notifier.take() == []
    now[0] += notify.LEASE + 1
    assert send_all(notifier) == 1
    assert len(service.got) == 1


def test_a_failure_is_tried_again_later_and_later(
    notifier: Notifier, service: PushService, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock(monkeypatch)
    person, _ = guest(database)
    subscribed(notifier, service, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    service.answers = [(503, {}), (429, {"Retry-After": "600"}), (500, {})]
    assert send_all(notifier) == 1
    now[0] += 29
    assert send_all(notifier) == 0
    now[0] += 2
    assert send_all(notifier) == 1
    now[0] += 599
    assert send_all(notifier) == 0
    now[0] += 2
    assert send_all(notifier) == 1
    now[0] += 30 * 16 + 1
    assert send_all(notifier) == 1
    assert len(service.got) == 1
    assert database.rows("SELECT count(*) FROM outbox") == [(0,)]


def test_nothing_is_tried_for_ever(
    notifier: Notifier, service: PushService, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock(monkeypatch)
    person, _ = guest(database)
    subscribed(notifier, service, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    service.answers = [(503, {})] * 50
    tries = 0
    for _ in range(60):
        tries += send_all(notifier)
        now[0] += 3600
    assert 4 <= tries <= notify.MOST_TRIES
    assert database.rows("SELECT count(*) FROM outbox") == [(0,)]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    notifier: Notifier, service: PushService, database: Database, status: int
) -> None:
    person, _ = guest(database)
    subscribed(notifier, service, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    notifier.your_turn(person, "table2", TRAM, "/t/table2")
    service.answers = [(status, {})]
    notifier.hand_over(notifier.take()[0])
    assert database.rows("SELECT count(*) FROM subscriptions") == [(0,)]
    assert database.rows("SELECT count(*) FROM outbox") == [(0,)]


def test_a_refused_message_is_given_up_and_no_detour_is_followed(
    notifier: Notifier, service: PushService, database: Database
) -> None:
    person, _ = guest(database)
    subscribed(notifier, service, person)
    for answer in ((413, {}), (302, {"Location": service.url + "/elsewhere"})):
        notifier.your_turn(person, "table1", TRAM, "/t/table1")
        service.answers = [answer]
        assert send_all(notifier) == 1
        assert database.rows("SELECT count(*) FROM outbox") == [(0,)]
    assert service.got == []
    assert database.rows("SELECT count(*) FROM subscriptions") == [(1,)]


def test_a_service_that_does_not_answer_is_tried_again(database: Database, box: MailBox) -> None:
    with push_service() as service:
        notifier = Notifier(database, settings(service, box))
        person, _ = guest(database)
        subscribed(notifier, service, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    assert send_all(notifier) == 1
    assert database.rows("SELECT tries FROM outbox") == [(1,)]


def sent(**changes: Any) -> dict[str, Any]:
    whole = Browser("https://fcm.googleapis.com").subscription
    return {**whole, **changes}


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://db5p.notify.windows.com/w/?token=x",
    ],
)
def test_the_known_services(endpoint: str) -> None:
    assert push.read_subscription(sent(endpoint=endpoint)).endpoint == endpoint


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        "x",
        {},
        sent(endpoint="http://fcm.googleapis.com/x"),
        sent(endpoint="https://127.0.0.1/x"),
        sent(endpoint="https://localhost:5432/x"),
        sent(endpoint="https://evilgoogleapis.com/x"),
        sent(endpoint="https://fcm.googleapis.com.evil.example/x"),
        sent(endpoint="https://fcm.googleapis.com@evil.example/x"),
        sent(endpoint="https://evil.example#@fcm.googleapis.com/x"),
        sent(endpoint="https://user@fcm.googleapis.com/x"),
        sent(endpoint="https://fcm.googleapis.com:22/x"),
        sent(endpoint="https://fcm.googleapis.com:x/x"),
        sent(endpoint="https://fcm.googleapis.com/\r\nX: y"),
        sent(endpoint="https://fcm.googleapis.com/" + "x" * 2000),
        sent(endpoint=7),
        sent(keys={}),
        sent(keys={"p256dh": "A", "auth": 7}),
        sent(keys={"p256dh": push.encode(b"\4" + bytes(64)), "auth": push.encode(bytes(16))}),
        sent(keys={"p256dh": sent()["keys"]["p256dh"], "auth": push.encode(bytes(15))}),
        sent(keys={"p256dh": "é" * 88, "auth": push.encode(bytes(16))}),
    ],
)
def test_we_call_no_stranger(wrong: Any) -> None:
    with pytest.raises(push.BadSubscription):
        push.read_subscription(wrong)


def test_a_subscription_belongs_to_one(notifier: Notifier, service: PushService, database: Database) -> None:
    lea, _ = guest(database)
    hugo, _ = guest(database)
    browser = subscribed(notifier, service, lea)
    notifier.your_turn(lea, "table1", TRAM, "/t/table1")
    notifier.subscribe(hugo, browser.subscription, "en")
    assert send_all(notifier) == 0
    notifier.unsubscribe(lea, browser.endpoint)
    notifier.your_turn(hugo, "table2", TRAM, "/t/table2")
    assert send_all(notifier) == 1
    notifier.unsubscribe(hugo, browser.endpoint)
    notifier.your_turn(hugo, "table2", TRAM, "/t/table2")
    assert send_all(notifier) == 0


def test_nobody_has_a_hundred_browsers(notifier: Notifier, service: PushService, database: Database) -> None:
    person, _ = guest(database)
    for _ in range(notify.MOST_SUBSCRIPTIONS + 3):
        subscribed(notifier, service, person)
    assert database.rows("SELECT count(*) FROM subscriptions") == [(notify.MOST_SUBSCRIPTIONS,)]


# ---- E-mail ----


def test_an_address_is_written_to_once_it_is_confirmed(
    notifier: Notifier, box: MailBox, database: Database
) -> None:
    person, _ = guest(database)
    notifier.set_address(person, "lea@example.org", "fr", HERE)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    assert send_all(notifier) == 1
    [letter] = box.got
    assert box.recipients == ["lea@example.org"]
    assert letter["Subject"] == "Confirmez votre adresse"
    assert letter["From"] == "Rotonde <gare@rotonde.example>"
    assert letter["List-Unsubscribe"] is None
    token = token_in(letter, "confirm")
    assert database.rows("SELECT hash FROM mail_tokens") == [(sha256(token.encode()).hexdigest(),)]
    assert notifier.confirm(token)
    assert not notifier.confirm(token)
    address = notifier.address_of(person)
    assert address and address.verified and address.turns


def test_a_letter_says_whose_turn_it_is(notifier: Notifier, box: MailBox, database: Database) -> None:
    person, _ = guest(database)
    with_address(notifier, box, person, "en")
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    assert send_all(notifier) == 1
    [letter] = box.got
    assert letter["Subject"] == "The Tram: your turn"
    assert "https://rotonde.example/t/table1\n" in text_of(letter)
    assert letter["Message-ID"].endswith("@rotonde.example>")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    token = token_in(letter, "stop")
    assert letter["List-Unsubscribe"] == f"<https://rotonde.example/account/mail/stop?token={token}>"
    # As it stands there: programs look for the address without decoding anything.
    assert f"List-Unsubscribe: {letter['List-Unsubscribe']}\r\n".encode() in box.raw[-1]
    assert base64.b64decode(box.logins[0]) == b"\0rotonde\0s3cret"
    notifier.your_turn(person, "table2", TRAM, "/t/table2")
    assert not notifier.confirm(token), "a link is good for one thing only"
    assert notifier.stop(token)
    assert not notifier.stop(token)
    notifier.your_turn(person, "table3", TRAM, "/t/table3")
    assert send_all(notifier) == 0
    address = notifier.address_of(person)
    assert address and address.verified and not address.turns


def test_a_letter_says_what_is_asked(notifier: Notifier, box: MailBox, database: Database) -> None:
    person, _ = guest(database)
    with_address(notifier, box, person, "en")
    notifier.asked(person, "table1", TRAM, "/t/table1", "Léa")
    assert send_all(notifier) == 1
    [letter] = box.got
    assert letter["Subject"] == "The Tram: a question for you"
    assert "Léa asks to take a move back." in text_of(letter)
    assert notifier.stop(token_in(letter, "stop")), "such letters can be stopped"
    notifier.asked(person, "table2", TRAM, "/t/table2", "Léa")
    assert send_all(notifier) == 0


def test_another_address_must_be_confirmed_anew(notifier: Notifier, box: MailBox, database: Database) -> None:
    person, _ = guest(database)
    notifier.set_address(person, "old@example.org", "fr", HERE)
    send_all(notifier)
    old = token_in(box.got.pop(), "confirm")
    notifier.set_address(person, "new@example.org", "fr", HERE)
    assert not notifier.confirm(old)
    address = notifier.address_of(person)
    assert address and address.address == "new@example.org" and not address.verified


def test_a_link_grows_old(
    notifier: Notifier, box: MailBox, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock(monkeypatch)
    person, _ = guest(database)
    notifier.set_address(person, "lea@example.org", "fr", HERE)
    send_all(notifier)
    now[0] += 2 * notify.DAY + 1
    assert not notifier.confirm(token_in(box.got[0], "confirm"))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "lea",
        "lea@",
        "@example.org",
        "lea@localhost",
        "a@b@example.org",
        "lea@example.org\nBcc: x@y.org",
        "léa@example.org",
        "lea example@example.org",
        "x" * 65 + "@example.org",
        "lea@example.org>",
        "<lea@example.org",
    ],
)
def test_no_address(notifier: Notifier, database: Database, address: str) -> None:
    person, _ = guest(database)
    with pytest.raises(Refused, match=r"^address$"):
        notifier.set_address(person, address, "fr", HERE)


def test_nobodys_letter_box_is_filled(notifier: Notifier, database: Database) -> None:
    for _ in range(4):
        notifier.set_address(guest(database)[0], "victim@example.org", "fr", HERE)
    with pytest.raises(Refused, match=r"^attempts$"):
        notifier.set_address(guest(database)[0], "Victim@example.org", "fr", "198.51.100.1")


def test_a_letter_that_is_refused(
    notifier: Notifier, box: MailBox, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock(monkeypatch)
    person, _ = guest(database)
    with_address(notifier, box, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    box.answers = ["451 later"]
    assert send_all(notifier) == 1
    now[0] += 31
    assert send_all(notifier) == 1
    assert len(box.got) == 1
    notifier.your_turn(person, "table2", TRAM, "/t/table2")
    box.answers = ["550 nobody here"]
    assert send_all(notifier) == 1
    assert database.rows("SELECT count(*) FROM outbox") == [(0,)]


def test_a_password_is_not_sent_in_the_open(monkeypatch: pytest.MonkeyPatch) -> None:
    with mail_server() as box:
        monkeypatch.setattr(MailServer, "is_local", False)
        server = MailServer("127.0.0.1", box.port, "rotonde", "s3cret", tls=False)
        with pytest.raises(notify.Later, match="TLS"):
            mail.send(mail.Letter("1", "lea@example.org", "x", "x"), "gare@rotonde.example", server)
        assert box.logins == box.got == []


def test_a_forgotten_password(notifier: Notifier, box: MailBox, database: Database) -> None:
    accounts = Accounts(database, [notify.BELONGINGS])
    session = accounts.register(None, "lea", PASSWORD, HERE)
    accounts.register(None, "hugo", PASSWORD, HERE)
    for login in ("lea", "hugo", "nobody"):
        notifier.send_reset(login, HERE)
    assert send_all(notifier) == 0, "nobody confirmed an address"
    with_address(notifier, box, session.person)
    notifier.send_reset("lea", HERE)
    assert send_all(notifier) == 1
    [letter] = box.got
    assert "lea" in text_of(letter)
    token = token_in(letter, "reset")
    assert notifier.is_reset(token)
    person = notifier.use_reset(token)
    assert person is not None and person == session.person
    assert notifier.use_reset(token) is None and not notifier.is_reset(token)
    entered = accounts.reset_password(None, person, "voie une, dix-huit heures")
    assert accounts.who(hashed(session.secret)) is None
    assert accounts.who(hashed(entered.secret)) == person
    accounts.log_in(None, "lea", "voie une, dix-huit heures", HERE)
    notifier.send_reset("lea", HERE)
    with pytest.raises(Refused, match=r"^attempts$"):
        notifier.send_reset("lea", HERE)


def test_without_a_mail_server_nothing_is_written(database: Database) -> None:
    notifier = Notifier(database, NotifySettings())
    person, _ = guest(database)
    assert not notifier.has_mail
    with pytest.raises(Refused, match=r"^address$"):
        notifier.set_address(person, "lea@example.org", "fr", HERE)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    assert notifier.take() == []


# ---- What belongs to a person ----


def test_it_comes_along_and_goes_with_the_account(
    notifier: Notifier, service: PushService, box: MailBox, database: Database
) -> None:
    accounts = Accounts(database, [notify.BELONGINGS])
    accounts.register(None, "lea", PASSWORD, HERE)
    visitor, browser = guest(database)
    told = subscribed(notifier, service, visitor)
    session = accounts.log_in(browser, "lea", PASSWORD, HERE)
    with_address(notifier, box, session.person)
    notifier.your_turn(session.person, "table1", TRAM, "/t/table1")
    assert send_all(notifier) == 2
    assert len(service.read(told)) == 1
    exported = accounts.export(session.person)["messages"]
    assert exported["push"][0]["service"] == "127.0.0.1"
    assert exported["mail"][0]["address"] == f"{session.person}@example.org"
    assert told.endpoint not in json.dumps(exported)
    notifier.your_turn(session.person, "table1", TRAM, "/t/table1")
    accounts.delete(hashed(session.secret))
    for table in ("subscriptions", "mail_addresses", "mail_tokens", "outbox"):
        assert database.rows(f"SELECT count(*) FROM {table}") == [(0,)], table


# ---- The task in the background ----


def test_it_runs_until_it_is_stopped(
    notifier: Notifier, service: PushService, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "PAUSE", 0.01)
    person, _ = guest(database)
    browser = subscribed(notifier, service, person)

    async def run() -> None:
        task = asyncio.create_task(notifier.run())
        for number in range(3):
            await asyncio.to_thread(notifier.your_turn, person, f"table{number}", TRAM, "/t/x")
            while len(service.got) <= number:
                await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(run(), 60))
    assert len(service.read(browser)) == 3
    assert database.rows("SELECT count(*) FROM outbox") == [(0,)]


def test_no_secret_is_logged(
    notifier: Notifier,
    service: PushService,
    box: MailBox,
    database: Database,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    person, _ = guest(database)
    browser = subscribed(notifier, service, person)
    with_address(notifier, box, person)
    notifier.your_turn(person, "table1", TRAM, "/t/table1")
    service.answers, box.answers = [(400, {})], ["550 no"]
    assert send_all(notifier) == 2
    assert len(caplog.records) == 2
    for secret in (browser.endpoint, "example.org", "s3cret", person):
        assert secret not in caplog.text
    assert "s3cret" not in repr(notifier.settings)


# ---- Settings ----


def test_settings_from_the_environment() -> None:
    assert NotifySettings.read({}) == NotifySettings()
    read = NotifySettings.read(
        {
            "ROTONDE_URL": "https://rotonde.example/",
            "ROTONDE_SMTP": "smtp://gare%40x:p%3As@mail.example",
            "ROTONDE_MAIL_FROM": "gare@rotonde.example",
            "ROTONDE_PUSH_SERVICES": "push.example",
        }
    )
    assert read.url == "https://rotonde.example"
    assert read.mail_server == MailServer("mail.example", 587, "gare@x", "p:s", tls=False)
    assert "push.example" in read.push_services and "fcm.googleapis.com" in read.push_services
    assert MailServer.read("smtps://mail.example") == MailServer("mail.example", 465, "", "", tls=True)


@pytest.mark.parametrize(
    "environment",
    [
        {"ROTONDE_URL": "rotonde.example"},
        {"ROTONDE_SMTP": "smtp://mail.example"},
        {"ROTONDE_SMTP": "smtp://mail.example", "ROTONDE_MAIL_FROM": "gare@rotonde.example"},
        {"ROTONDE_SMTP": "mail.example", "ROTONDE_MAIL_FROM": "a@b.org", "ROTONDE_URL": "https://x"},
        {"ROTONDE_SMTP": "smtp://a:pw@h:x", "ROTONDE_MAIL_FROM": "a@b.org", "ROTONDE_URL": "https://x"},
    ],
)
def test_settings_that_cannot_be_meant(environment: dict[str, str]) -> None:
    with pytest.raises(BadSettings) as wrong:
        NotifySettings.read(environment)
    assert "pw" not in str(wrong.value)
