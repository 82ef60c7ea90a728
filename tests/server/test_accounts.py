"""Accounts: entering by password and passkey, what it opens and what it does not."""

import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rotonde.server import accounts as accounts_module
from rotonde.server.accounts import Accounts, Belongings, Refused
from rotonde.server.attempts import Attempts, TooMany, network
from rotonde.server.database import Database, Transaction
from rotonde.server.passkeys import Passkeys, Site
from rotonde.server.people import hashed
from tests.server.authenticator import Authenticator
from tests.server.known import guest, with_people

PASSWORD = "quai numéro neuf"
HERE = "192.0.2.7"
SITE = Site("https://rotonde.example", "rotonde.example")


@pytest.fixture
def database(database: Database) -> Database:
    return with_people(database)


@pytest.fixture
def accounts(database: Database) -> Accounts:
    return Accounts(database)


def refused(reason: str) -> "pytest.RaisesExc[Refused]":
    return pytest.raises(Refused, match=f"^{reason}$")


def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock of our own; its one number is what time it is."""
    now = [accounts_module.time.time()]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


# ---- with a password ----


def test_a_guest_becomes_an_account_and_enters_elsewhere(accounts: Accounts, database: Database) -> None:
    person, browser = guest(database)
    session = accounts.register(browser, "Léa.M", PASSWORD, HERE)
    assert session.person == person
    assert accounts.who(hashed(session.secret)) == person
    account = accounts.account(person)
    assert account and (account.login, account.name, account.has_password) == ("léa.m", "Léa", True)
    elsewhere = accounts.log_in(None, " LÉA.m ", PASSWORD, HERE)
    assert accounts.who(hashed(elsewhere.secret)) == person
    assert accounts.who(hashed(session.secret)) == person


def test_somebody_without_a_browser_secret_may_register_too(accounts: Accounts) -> None:
    session = accounts.register(None, "hugo", PASSWORD, HERE)
    account = accounts.account(accounts.who(hashed(session.secret)))
    # The login is nobody else's business: it is not the name at tables.
    assert account and (account.login, account.name) == ("hugo", "")


def test_entering_changes_the_secret(accounts: Accounts, database: Database) -> None:
    _, browser = guest(database)
    session = accounts.register(browser, "lea", PASSWORD, HERE)
    assert accounts.who(browser) is None
    again = accounts.log_in(hashed(session.secret), "lea", PASSWORD, HERE)
    assert accounts.who(hashed(session.secret)) is None
    assert accounts.who(hashed(again.secret)) == session.person


def test_a_browser_that_shared_the_guests_games_is_not_let_in(accounts: Accounts, database: Database) -> None:
    person, browser = guest(database)
    _, shared = guest(database, person=person)
    accounts.register(browser, "lea", PASSWORD, HERE)
    assert accounts.who(shared) is None


def test_what_a_guest_had_comes_along_into_the_account(database: Database) -> None:
    moved: list[tuple[str, str]] = []

    def merge(db: Transaction, guest: str, person: str) -> None:
        moved.append((guest, person))

    seats = Belongings("seats", merge, lambda db, person: None, lambda db, person: [])
    accounts = Accounts(database, [seats])
    lea = accounts.register(guest(database)[1], "lea", PASSWORD, HERE)
    hugo = accounts.register(guest(database)[1], "hugo", PASSWORD, HERE)
    assert moved == []
    visitor, browser = guest(database)
    session = accounts.log_in(browser, "lea", PASSWORD, HERE)
    assert moved == [(visitor, lea.person)]
    # From one account to another nothing moves.
    assert accounts.log_in(hashed(session.secret), "hugo", PASSWORD, HERE).person == hugo.person
    assert len(moved) == 1


def test_nothing_is_moved_when_entering_fails_in_the_middle(database: Database) -> None:
    def merge(db: Transaction, guest: str, person: str) -> None:
        db.run("UPDATE people SET name = 'moved' WHERE id = ?", guest)
        raise RuntimeError

    accounts = Accounts(database, [Belongings("x", merge, lambda db, p: None, lambda db, p: None)])
    accounts.register(None, "lea", PASSWORD, HERE)
    visitor, browser = guest(database)
    with pytest.raises(RuntimeError):
        accounts.log_in(browser, "lea", PASSWORD, HERE)
    assert accounts.who(browser) == visitor
    assert database.rows("SELECT name FROM people WHERE id = ?", visitor) == [("Léa",)]


def test_a_login_belongs_to_one(accounts: Accounts, database: Database) -> None:
    accounts.register(None, "lea", PASSWORD, HERE)
    _, browser = guest(database)
    with refused("taken"):
        accounts.register(browser, "LEA", PASSWORD, HERE)
    assert accounts.account(accounts.who(browser)) is None
    session = accounts.register(browser, "lea2", PASSWORD, HERE)
    with refused("already"):
        accounts.register(hashed(session.secret), "lea3", PASSWORD, HERE)


@pytest.mark.parametrize("login", ["", "ab", "x" * 41, "a b c", "léa\0", "<lea>", "lea\u202e"])
def test_bad_logins(accounts: Accounts, login: str) -> None:
    with refused("login"):
        accounts.register(None, login, PASSWORD, HERE)
    with refused("wrong"):
        accounts.log_in(None, login, PASSWORD, HERE)


@pytest.mark.parametrize(
    ("password", "reason"),
    [("short", "password"), ("x" * 201, "password"), ("aaaaaaaaaaaaa", "easy"), ("Voyageur.14", "easy")],
)
def test_bad_passwords(accounts: Accounts, password: str, reason: str) -> None:
    with refused(reason):
        accounts.register(None, "voyageur.14", password, HERE)


def test_a_password_is_the_same_however_it_is_typed(accounts: Accounts) -> None:
    accounts.register(None, "lea", "gare de l\u00e9zignan", HERE)
    accounts.log_in(None, "lea", "gare de le\u0301zignan", HERE)


def test_wrong_password_and_unknown_login_are_answered_alike(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.register(None, "lea", PASSWORD, HERE)
    looked = 0
    verify = Accounts._verify  # pyright: ignore[reportPrivateUsage]

    def count(self: Accounts, hashed: str, password: str) -> bool:
        nonlocal looked
        looked += 1
        return verify(self, hashed, password)

    monkeypatch.setattr(Accounts, "_verify", count)
    for login in ("lea", "nobody"):
        with refused("wrong"):
            accounts.log_in(None, login, "not the password", HERE)
    assert looked == 2


def test_passwords_are_hashed_with_argon2id(accounts: Accounts, database: Database) -> None:
    accounts.register(None, "lea", PASSWORD, HERE)
    [(hashed,)] = database.rows("SELECT password FROM accounts")
    assert hashed.startswith("$argon2id$") and PASSWORD not in hashed


def test_guessing_is_slowed_down(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock(monkeypatch)
    accounts.register(None, "lea", PASSWORD, HERE)
    monkeypatch.setattr(Accounts, "_verify", lambda self, hashed, password: password == PASSWORD)
    for _ in range(10):
        with refused("wrong"):
            accounts.log_in(None, "lea", "not the password", "198.51.100.1")
    with refused("attempts"):
        accounts.log_in(None, "lea", PASSWORD, "198.51.100.1")
    accounts.log_in(None, "lea", PASSWORD, HERE)
    # From everywhere at once is no way round it.
    for other in range(39):
        with refused("wrong"):
            accounts.log_in(None, "lea", "not the password", f"203.0.113.{other}")
    with refused("attempts"):
        accounts.log_in(None, "lea", PASSWORD, "203.0.113.250")
    now[0] += 16 * 60
    accounts.log_in(None, "lea", PASSWORD, "198.51.100.1")


def test_attempts_at_the_same_moment_are_all_counted(database: Database) -> None:
    refusals: list[float] = []

    def try_often() -> None:
        attempts = Attempts(database)
        for _ in range(5):
            try:
                attempts.count("door", most=7, seconds=60)
            except TooMany as too_many:
                refusals.append(too_many.wait)

    threads = [threading.Thread(target=try_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refusals) == 20 - 7


def test_an_ipv6_customer_is_one() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:2")
    assert network("2001:db8:0:1::1") != network("2001:db8::1")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7")


def test_log_out(accounts: Accounts) -> None:
    one = accounts.register(None, "lea", PASSWORD, HERE)
    two = accounts.log_in(None, "lea", PASSWORD, HERE)
    accounts.log_out(hashed(one.secret))
    assert accounts.who(hashed(one.secret)) is None
    assert accounts.who(hashed(two.secret)) == two.person
    three = accounts.log_in(None, "lea", PASSWORD, HERE)
    accounts.log_out_others(hashed(three.secret))
    assert accounts.who(hashed(two.secret)) is None
    assert accounts.who(hashed(three.secret)) == three.person


# ---- changing it ----


def test_another_password_shuts_out_other_browsers(accounts: Accounts) -> None:
    one = accounts.register(None, "lea", PASSWORD, HERE)
    two = accounts.log_in(None, "lea", PASSWORD, HERE)
    accounts.set_password(hashed(two.secret), "voie une, dix-huit heures")
    assert accounts.who(hashed(one.secret)) is None
    assert accounts.who(hashed(two.secret)) == two.person
    with refused("wrong"):
        accounts.log_in(None, "lea", PASSWORD, HERE)
    accounts.log_in(None, "lea", "voie une, dix-huit heures", HERE)


def test_an_unattended_browser_changes_nothing(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock(monkeypatch)
    browser = hashed(accounts.register(None, "lea", PASSWORD, HERE).secret)
    now[0] += accounts_module.FRESH + 1
    assert not accounts.is_fresh(browser)
    with refused("stale"):
        accounts.set_password(browser, "voie une, dix-huit heures")
    with refused("stale"):
        accounts.delete(browser)
    again = accounts.log_in(browser, "lea", PASSWORD, HERE)
    accounts.set_password(hashed(again.secret), "voie une, dix-huit heures")


def test_a_guest_has_nothing_to_change(accounts: Accounts, database: Database) -> None:
    _, browser = guest(database)
    for browser_or_none in (browser, None):
        with refused("guest"):
            accounts.set_password(browser_or_none, PASSWORD)
        with refused("guest"):
            accounts.rename(browser_or_none, "Hugo")


def test_another_name(accounts: Accounts) -> None:
    session = accounts.register(None, "lea", PASSWORD, HERE)
    accounts.rename(hashed(session.secret), "  Léa\n la rapide ")
    account = accounts.account(session.person)
    assert account and account.name == "Léa la rapide"
    with refused("name"):
        accounts.rename(hashed(session.secret), " \u200b ")


def test_deleting_leaves_the_name_and_this_browser_a_guest(database: Database) -> None:
    forgotten: list[str] = []
    seats = Belongings("x", lambda db, a, b: None, lambda db, p: forgotten.append(p), lambda db, p: None)
    accounts = Accounts(database, [seats])
    one = accounts.register(guest(database)[1], "lea", PASSWORD, HERE)
    two = accounts.log_in(None, "lea", PASSWORD, HERE)
    accounts.delete(hashed(two.secret))
    assert forgotten == [one.person]
    assert accounts.account(one.person) is None
    assert accounts.who(hashed(one.secret)) is None
    assert accounts.who(hashed(two.secret)) == one.person
    assert database.rows("SELECT name FROM people WHERE id = ?", one.person) == [("Léa",)]
    assert not accounts.is_fresh(hashed(two.secret))
    with refused("wrong"):
        accounts.log_in(None, "lea", PASSWORD, HERE)
    accounts.register(None, "lea", PASSWORD, HERE)


def test_export_has_everything_but_secrets(database: Database) -> None:
    seats = Belongings("seats", lambda db, a, b: None, lambda db, p: None, lambda db, p: ["table 1"])
    accounts = Accounts(database, [seats])
    session = accounts.register(None, "lea", PASSWORD, HERE)
    exported = accounts.export(session.person)
    assert exported["account"]["login"] == "lea"
    assert exported["seats"] == ["table 1"]
    text = json.dumps(exported)
    assert "argon2" not in text and hashed(session.secret) not in text


# ---- with a passkey ----


@pytest.fixture
def passkeys(accounts: Accounts) -> Passkeys:
    return Passkeys(accounts)


def test_an_account_by_passkey_alone(accounts: Accounts, passkeys: Passkeys, database: Database) -> None:
    person, browser = guest(database)
    key = Authenticator(SITE)
    asked = passkeys.ask_to_register(SITE, browser, "lea")
    session = passkeys.register(SITE, browser, key.create(asked), "Téléphone", HERE)
    assert session.person == person
    account = accounts.account(person)
    assert account and not account.has_password
    elsewhere = passkeys.enter(SITE, None, key.get(passkeys.ask_to_enter(SITE)), HERE)
    assert accounts.who(hashed(elsewhere.secret)) == person
    [kept] = passkeys.of(person)
    assert kept.name == "Téléphone" and kept.used is not None
    with refused("wrong"):
        accounts.log_in(None, "lea", "", HERE)
    # It is the only way in: it stays until there is another.
    with refused("last"):
        passkeys.remove(hashed(elsewhere.secret), kept.id)
    accounts.set_password(hashed(elsewhere.secret), PASSWORD)
    passkeys.remove(hashed(elsewhere.secret), kept.id)
    assert passkeys.of(person) == []
    with refused("passkey"):
        passkeys.enter(SITE, None, key.get(passkeys.ask_to_enter(SITE)), HERE)


def test_one_more_passkey(accounts: Accounts, passkeys: Passkeys) -> None:
    session = accounts.register(None, "lea", PASSWORD, HERE)
    browser = hashed(session.secret)
    key = Authenticator(SITE)
    passkeys.add(SITE, browser, key.create(passkeys.ask_to_add(SITE, browser)), "")
    assert passkeys.enter(SITE, None, key.get(passkeys.ask_to_enter(SITE)), HERE).person == session.person
    asked = passkeys.ask_to_add(SITE, browser)
    assert [one["id"] for one in asked["excludeCredentials"]] == [
        one.id for one in passkeys.of(session.person)
    ]
    with refused("passkey"):
        passkeys.add(SITE, browser, key.create(asked), "the same again")


def test_only_for_the_account_that_asked(accounts: Accounts, passkeys: Passkeys) -> None:
    lea = hashed(accounts.register(None, "lea", PASSWORD, HERE).secret)
    hugo = hashed(accounts.register(None, "hugo", PASSWORD, HERE).secret)
    answer = Authenticator(SITE).create(passkeys.ask_to_add(SITE, lea))
    with refused("passkey"):
        passkeys.add(SITE, hugo, answer, "")


def test_an_answer_counts_once_and_not_for_long(
    accounts: Accounts, passkeys: Passkeys, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Authenticator(SITE)
    session = passkeys.register(SITE, None, key.create(passkeys.ask_to_register(SITE, None, "lea")), "", HERE)
    answer = key.get(passkeys.ask_to_enter(SITE))
    passkeys.enter(SITE, None, answer, HERE)
    with refused("challenge"):
        passkeys.enter(SITE, None, answer, HERE)
    late = key.get(passkeys.ask_to_enter(SITE))
    for_another_purpose = key.get(passkeys.ask_to_add(SITE, hashed(session.secret)))
    with refused("challenge"):
        passkeys.enter(SITE, None, for_another_purpose, HERE)
    clock(monkeypatch)[0] += 5 * 60 + 1
    with refused("challenge"):
        passkeys.enter(SITE, None, late, HERE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"host": "evil.example"},
        {"verified": False},
        {"key": "another"},
        {"uses": 0},
    ],
)
def test_what_does_not_fit_is_refused(accounts: Accounts, passkeys: Passkeys, wrong: dict[str, Any]) -> None:
    key = Authenticator(SITE)
    passkeys.register(SITE, None, key.create(passkeys.ask_to_register(SITE, None, "lea")), "", HERE)
    passkeys.enter(SITE, None, key.get(passkeys.ask_to_enter(SITE)), HERE)
    with refused("passkey"):
        passkeys.enter(SITE, None, key.get(passkeys.ask_to_enter(SITE), **wrong), HERE)


def test_nonsense_is_refused(passkeys: Passkeys) -> None:
    key = Authenticator(SITE)
    passkeys.register(SITE, None, key.create(passkeys.ask_to_register(SITE, None, "lea")), "", HERE)
    good = json.dumps(key.get(passkeys.ask_to_enter(SITE)))

    @given(
        st.integers(0, len(good) - 1), st.sampled_from(['"', "0", "A", "{", "null", "\\u0000", "\\ud800", ""])
    )
    def try_it(place: int, put: str) -> None:
        text = good[:place] + put + good[place + 1 :]
        try:
            answer = json.loads(text)
        except ValueError:
            return
        if answer == json.loads(good):
            return
        for heard in (
            lambda: passkeys.enter(SITE, None, answer, HERE),
            lambda: passkeys.register(SITE, None, answer, "", HERE),
        ):
            with pytest.raises(Refused):
                heard()

    try_it()
    for answer in ({}, {"id": "x"}, {"response": 3}, {"response": {"clientDataJSON": "bnVsbA"}}):
        with pytest.raises(Refused):
            passkeys.enter(SITE, None, answer, HERE)


def test_registrations_from_one_address_are_limited(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Accounts, "_hash", lambda self, password: "hash")
    for number in range(20):
        accounts.register(None, f"guest{number}", PASSWORD, HERE)
    with refused("attempts"):
        accounts.register(None, "guest20", PASSWORD, HERE)
    accounts.register(None, "guest20", PASSWORD, "198.51.100.1")
