"""Accounts: a person who wants to be the same on every browser, known by a password or a passkey.

Nobody needs one. A browser is known by its secret; an account is what lets another browser become the same person.
Whoever enters gets a new secret, so that a secret from before opens nothing afterwards. What changes the account itself
is only done for a browser that entered a short while ago.
"""

import secrets
import threading
import time
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import argon2

from .attempts import ATTEMPTS_SCHEMA, Attempts, TooMany, network
from .database import Database, Transaction
from .names import clean_name
from .people import hashed, new_secret

ACCOUNTS_SCHEMA = f"""
    CREATE TABLE accounts (
        person TEXT PRIMARY KEY REFERENCES people (id),
        login TEXT NOT NULL UNIQUE,
        password TEXT,
        created REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entries (
        browser TEXT PRIMARY KEY,
        at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE passkeys (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES accounts (person),
        name TEXT NOT NULL,
        public_key BLOB NOT NULL,
        uses INTEGER NOT NULL,
        created REAL NOT NULL,
        used REAL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passkeys_person ON passkeys (person);
    CREATE TABLE challenges (
        challenge TEXT PRIMARY KEY,
        purpose TEXT NOT NULL,
        person TEXT NOT NULL,
        login TEXT NOT NULL,
        until REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    {ATTEMPTS_SCHEMA}
"""

FRESH = 30 * 60
"""Seconds after entering in which an account may be changed."""

LOGIN_LENGTHS = (3, 40)
PASSWORD_LENGTHS = (10, 200)
NAME_LENGTH = 24

_QUARTER = 15 * 60

# argon2id; 32 MiB and some 80 ms each. At most two at once, so that a crowd at the door fills neither memory nor cores.
_HASHER = argon2.PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)
_TURNSTILE = threading.Semaphore(2)


class Refused(Exception):
    """What was asked is not done; `reason` is a key to the words that say why."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


@dataclass(frozen=True)
class Session:
    """Who the browser is from now on, and the secret that it has to keep."""

    person: str
    secret: str


@dataclass(frozen=True)
class Account:
    person: str
    login: str
    name: str
    has_password: bool
    created: float


@dataclass(frozen=True)
class Belongings:
    """Something else that the house keeps of people."""

    name: str
    """What it is called in the file that a person may take away."""
    merge: Callable[[Transaction, str, str], None]
    """What a guest had (first) now belongs to the account (second) with which the guest entered."""
    forget: Callable[[Transaction, str], None]
    """The account is deleted."""
    export: Callable[[Transaction, str], Any]
    """All of it, fit for JSON."""


class Accounts:
    """Every method may be called from any thread; those that look at a password take a while.

    `browser` is always the hash of the browser's secret, None when it has none yet; `address` is where it calls from.
    """

    def __init__(self, database: Database, belongings: Sequence[Belongings] = ()) -> None:
        self.database = database
        self.attempts = Attempts(database)
        self._belongings = belongings

    # ---- who is who ----

    def who(self, browser: str | None) -> str | None:
        """The person whose browser it is, guest or not."""
        found = self.database.rows("SELECT person FROM browsers WHERE secret_hash = ?", browser)
        return found[0][0] if found else None

    def account(self, person: str | None) -> Account | None:
        """The account of a person; guests have none."""
        found = self.database.rows(
            "SELECT a.person, a.login, p.name, a.password IS NOT NULL, a.created"
            " FROM accounts a JOIN people p ON p.id = a.person WHERE a.person = ?",
            person,
        )
        return Account(*found[0][:3], has_password=bool(found[0][3]), created=found[0][4]) if found else None

    def is_fresh(self, browser: str | None) -> bool:
        """Whether that browser entered a short while ago."""
        return bool(
            self.database.rows(
                "SELECT 1 FROM entries WHERE browser = ? AND at > ?", browser, time.time() - FRESH
            )
        )

    # ---- coming and going ----

    def register(self, browser: str | None, login: str, password: str, address: str) -> Session:
        """Make an account of the guest that the browser is; the guest's games stay the guest's."""
        login = clean_login(login)
        kept = self._hash(clean_password(password, login))
        self.count_registration(address)
        with self.database.writing() as db:
            return self.create(db, browser, new_person(db, browser), login, kept)

    def count_registration(self, address: str) -> None:
        self._count("register", network(address), most=20, seconds=3600)

    def create(
        self, db: Transaction, browser: str | None, person: str, login: str, password: str | None
    ) -> Session:
        """Within a transaction: the account itself. Refused when it, or one with that login, is there already."""
        now = time.time()
        if db.run("SELECT 1 FROM accounts WHERE person = ?", person):
            raise Refused("already")
        if not db.run(
            "INSERT INTO accounts (person, login, password, created) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (login) DO NOTHING RETURNING person",
            person,
            login,
            password,
            now,
        ):
            raise Refused("taken")
        # A browser that shared the guest's games by a link is not thereby let into the account.
        db.run("DELETE FROM browsers WHERE person = ?", person)
        return self.enter(db, browser, person)

    def log_in(self, browser: str | None, login: str, password: str, address: str) -> Session:
        """Enter with a password. Whether the login or the password was wrong is not said, and takes the same time."""
        try:
            login = clean_login(login)
        except Refused:
            login = ""  # nobody's
        where = network(address)
        self._count("log in", where, most=60, seconds=_QUARTER)
        self._count("log in", login, where, most=10, seconds=_QUARTER)
        self._count("log in", login, "", most=50, seconds=_QUARTER)
        found = self.database.rows("SELECT person, password FROM accounts WHERE login = ?", login)
        person, kept = found[0] if found else ("", None)
        if not self._verify(kept or _nobody(), _normal(password)) or kept is None:
            raise Refused("wrong")
        new = self._hash(_normal(password)) if _HASHER.check_needs_rehash(kept) else kept
        self.attempts.clear("log in", login, where)
        with self.database.writing() as db:
            if not db.run(
                "UPDATE accounts SET password = ? WHERE person = ? AND password = ? RETURNING person",
                new,
                person,
                kept,
            ):
                raise Refused("wrong")  # it was changed in this very moment
            return self.enter(db, browser, person)

    def enter(self, db: Transaction, browser: str | None, person: str) -> Session:
        """Within a transaction: the browser is that person's from now on, under a new secret."""
        before = _person_of(db, browser)
        if before not in (None, person) and not db.run("SELECT 1 FROM accounts WHERE person = ?", before):
            for belongings in self._belongings:
                belongings.merge(db, before, person)
        _forget_browser(db, browser)
        now = time.time()
        secret = new_secret()
        db.run("DELETE FROM entries WHERE at < ?", now - FRESH)
        db.run(
            "INSERT INTO browsers (secret_hash, person, seen) VALUES (?, ?, ?)",
            hashed(secret),
            person,
            now,
        )
        db.run("INSERT INTO entries (browser, at) VALUES (?, ?)", hashed(secret), now)
        return Session(person, secret)

    def log_out(self, browser: str) -> None:
        """The browser is nobody's; the next visit is a new guest's."""
        with self.database.writing() as db:
            _forget_browser(db, browser)

    def log_out_others(self, browser: str) -> None:
        """Only this browser stays in the account."""
        with self.database.writing() as db:
            self._log_out_others(db, self._owner(db, browser), browser)

    # ---- changing the account: only a short while after entering ----

    def require_fresh(self, browser: str | None) -> str:
        """The person whose account that browser may change; Refused when it is none, or entered too long ago."""
        with self.database.writing() as db:
            person = self._owner(db, browser)
        if not self.is_fresh(browser):
            raise Refused("stale")
        return person

    def rename(self, browser: str | None, name: str) -> None:
        """What the person is called at new tables."""
        name = clean_name(name, NAME_LENGTH)
        if not name:
            raise Refused("name")
        with self.database.writing() as db:
            db.run("UPDATE people SET name = ? WHERE id = ?", name, self._owner(db, browser))

    def set_password(self, browser: str | None, password: str) -> None:
        """From now on it is this one; all other browsers have to enter again."""
        person = self.require_fresh(browser)
        account = self.account(person)
        kept = self._hash(clean_password(password, account.login if account else ""))
        with self.database.writing() as db:
            db.run("UPDATE accounts SET password = ? WHERE person = ?", kept, person)
            self._log_out_others(db, person, browser)

    def check_password(self, password: str) -> None:
        """Refused when it could be nobody's password."""
        clean_password(password, "")

    def reset_password(self, browser: str | None, person: str, password: str) -> Session:
        """For somebody who proved otherwise to be that person, by a link sent to the person's address."""
        account = self.account(person)
        if account is None:
            raise Refused("wrong")
        kept = self._hash(clean_password(password, account.login))
        with self.database.writing() as db:
            db.run("UPDATE accounts SET password = ? WHERE person = ?", kept, person)
            self._log_out_others(db, person, browser)
            return self.enter(db, browser, person)

    def delete(self, browser: str | None) -> None:
        """The account goes, with all that belongs to it. Games and the name at them stay, and so does this browser's
        place at games that go on: it is a guest's again."""
        person = self.require_fresh(browser)
        with self.database.writing() as db:
            for belongings in self._belongings:
                belongings.forget(db, person)
            self._log_out_others(db, person, browser)
            db.run("DELETE FROM entries WHERE browser = ?", browser)
            db.run("DELETE FROM challenges WHERE person = ?", person)
            db.run("DELETE FROM passkeys WHERE person = ?", person)
            db.run("DELETE FROM accounts WHERE person = ?", person)

    def export(self, person: str) -> dict[str, Any]:
        """All that is kept of a person, fit for JSON; hashes and keys are secrets and stay here."""
        with self.database.writing() as db:
            name, created = db.run("SELECT name, created FROM people WHERE id = ?", person)[0]
            account = db.run("SELECT login, created FROM accounts WHERE person = ?", person)
            passkeys = db.run(
                "SELECT name, created, used FROM passkeys WHERE person = ? ORDER BY created", person
            )
            browsers = db.run("SELECT seen FROM browsers WHERE person = ? ORDER BY seen", person)
            return {
                "name": name,
                "created": created,
                "account": {"login": account[0][0], "created": account[0][1]} if account else None,
                "passkeys": [{"name": n, "created": c, "used": u} for n, c, u in passkeys],
                "browsers": [{"seen": seen} for (seen,) in browsers],
                **{belongings.name: belongings.export(db, person) for belongings in self._belongings},
            }

    # ---- small parts ----

    def _owner(self, db: Transaction, browser: str | None) -> str:
        person = _person_of(db, browser)
        if person is None or not db.run("SELECT 1 FROM accounts WHERE person = ?", person):
            raise Refused("guest")
        return person

    def _log_out_others(self, db: Transaction, person: str, browser: str | None) -> None:
        db.run("DELETE FROM browsers WHERE person = ? AND secret_hash <> ?", person, browser or "")

    def _count(self, *subject: str, most: int, seconds: float) -> None:
        try:
            self.attempts.count(*subject, most=most, seconds=seconds)
        except TooMany as too_many:
            raise Refused("attempts", minutes=int(too_many.wait // 60) + 1) from None

    def _hash(self, password: str) -> str:
        with _TURNSTILE:
            return _HASHER.hash(password)

    def _verify(self, kept: str, password: str) -> bool:
        with _TURNSTILE:
            try:
                return _HASHER.verify(kept, password[: PASSWORD_LENGTHS[1] + 1])
            except argon2.exceptions.VerifyMismatchError:
                return False


def clean_login(login: str) -> str:
    """A login as it is kept, the same however it is typed; Refused when nobody could be called that."""
    login = _folded(login)
    low, high = LOGIN_LENGTHS
    if not low <= len(login) <= high or not all(c.isalnum() or c in "._-@+" for c in login):
        raise Refused("login", low=low, high=high)
    return login


def clean_password(password: str, login: str) -> str:
    """A password as it is hashed; Refused when it is easy to guess."""
    password = _normal(password)
    low, high = PASSWORD_LENGTHS
    if not low <= len(password) <= high:
        raise Refused("password", low=low, high=high)
    if len(set(password)) < 4 or _folded(password) == login:
        raise Refused("easy")
    return password


def new_person(db: Transaction, browser: str | None) -> str:
    """The guest that the browser is, or a new one."""
    return _person_of(db, browser) or make_person(db, secrets.token_urlsafe(12))


def make_person(db: Transaction, person: str) -> str:
    """A person with that id, still without a name, unless there is one."""
    db.run(
        "INSERT INTO people (id, name, created) VALUES (?, '', ?) ON CONFLICT (id) DO NOTHING",
        person,
        time.time(),
    )
    return person


def _person_of(db: Transaction, browser: str | None) -> str | None:
    found = db.run("SELECT person FROM browsers WHERE secret_hash = ?", browser)
    return found[0][0] if found else None


def _forget_browser(db: Transaction, browser: str | None) -> None:
    db.run("DELETE FROM browsers WHERE secret_hash = ?", browser)
    db.run("DELETE FROM entries WHERE browser = ?", browser)


def _folded(login: str) -> str:
    return unicodedata.normalize("NFKC", login).strip().casefold()


def _normal(password: str) -> str:
    """The same letters, however a keyboard composes them."""
    return unicodedata.normalize("NFKC", password)


_nobodys: list[str] = []


def _nobody() -> str:
    """A hash that fits no password, so that an unknown login takes as long as a wrong password."""
    if not _nobodys:
        _nobodys.append(_HASHER.hash(secrets.token_urlsafe(32)))
    return _nobodys[0]
