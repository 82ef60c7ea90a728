"""Telling somebody who is not there that others wait for them: by web push, or by e-mail if the host has a mail server.

What is to be told waits in the database until it was handed over. Of several workers the one that takes a message has
some time to hand it over; should it die, another takes it. What fails is tried again, later and later, for a day.
"""

import asyncio
import json
import logging
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal
from urllib.parse import urlsplit

from rotonde.kernel.info import Words
from rotonde.kernel.prose import tell

from . import mail, push
from .accounts import Belongings, Refused
from .attempts import Attempts, TooMany, network
from .database import Database, StorageError, Transaction
from .delivery import Gone, Impossible, Later
from .mail import BadSettings, Letter, MailServer

log = logging.getLogger(__name__)

NOTIFY_SCHEMA = """
    CREATE TABLE push_keys (
        id INTEGER NOT NULL PRIMARY KEY,
        secret BLOB NOT NULL
    ) STRICT;
    CREATE TABLE subscriptions (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        endpoint TEXT NOT NULL,
        public_key BLOB NOT NULL,
        auth BLOB NOT NULL,
        lang TEXT NOT NULL,
        created REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX subscriptions_person ON subscriptions (person);
    CREATE TABLE mail_addresses (
        person TEXT PRIMARY KEY REFERENCES people (id),
        address TEXT NOT NULL,
        lang TEXT NOT NULL,
        verified REAL,
        turns INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE mail_tokens (
        hash TEXT PRIMARY KEY,
        purpose TEXT NOT NULL,
        person TEXT NOT NULL,
        address TEXT NOT NULL,
        until REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE outbox (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        channel TEXT NOT NULL,
        target TEXT NOT NULL,
        topic TEXT NOT NULL,
        message TEXT NOT NULL,
        created REAL NOT NULL,
        due REAL NOT NULL,
        tries INTEGER NOT NULL,
        UNIQUE (person, target, topic)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outbox_due ON outbox (due);
"""

PAUSE = 3.0
LEASE = 120.0
"""How long a worker may take to hand a message over."""
AT_ONCE = 8
FIRST_WAIT = 30.0
MOST_TRIES = 7
MOST_SUBSCRIPTIONS = 10
HOUR, DAY = 3600.0, 24 * 3600.0

FROM_A_TABLE = ("turn", "ask")
"""What is told of a game."""

Purpose = Literal["confirm", "stop", "reset"]
_GOOD_FOR = {"confirm": 2 * DAY, "stop": 90 * DAY, "reset": HOUR}


@dataclass(frozen=True)
class NotifySettings:
    url: str = ""
    """Where people find this house, without a slash at the end; letters need it for their links."""
    mail_server: MailServer | None = None
    mail_from: str = ""
    push_services: tuple[str, ...] = push.SERVICES
    patience: float = 20.0
    """Seconds before somebody is told: who only reloads a page, or moves at once, is not."""

    @staticmethod
    def read(environment: Mapping[str, str] = os.environ) -> "NotifySettings":
        """From ROTONDE_URL, _SMTP, _MAIL_FROM and _PUSH_SERVICES. BadSettings says what is wrong."""
        url = environment.get("ROTONDE_URL", "").rstrip("/")
        if url and urlsplit(url).scheme not in ("http", "https"):
            raise BadSettings(
                "ROTONDE_URL n’est pas une adresse comme https://rotonde.example.",
                "ROTONDE_URL is no address like https://rotonde.example.",
            )
        smtp = environment.get("ROTONDE_SMTP", "")
        sender = environment.get("ROTONDE_MAIL_FROM", "")
        if smtp and not mail.is_address(sender):
            raise BadSettings(
                "ROTONDE_SMTP a besoin de ROTONDE_MAIL_FROM, l’adresse de courriel qui écrit.",
                "ROTONDE_SMTP needs ROTONDE_MAIL_FROM, the e-mail address that writes.",
            )
        if smtp and not url:
            raise BadSettings(
                "ROTONDE_SMTP a besoin de ROTONDE_URL, où mènent les liens des courriels.",
                "ROTONDE_SMTP needs ROTONDE_URL, where the links in e-mails lead.",
            )
        more = tuple(environment.get("ROTONDE_PUSH_SERVICES", "").split())
        return NotifySettings(url, MailServer.read(smtp) if smtp else None, sender, (*push.SERVICES, *more))

    @property
    def contact(self) -> str:
        """Whom a push service may ask when something is wrong with what we send."""
        return f"mailto:{self.mail_from}" if self.mail_from else self.url


@dataclass(frozen=True)
class MailAddress:
    address: str
    verified: bool
    turns: bool
    """Whether letters say that it is one's turn."""


@dataclass(frozen=True)
class _Message:
    id: str
    person: str
    channel: str
    target: str
    topic: str
    content: Mapping[str, Any]
    created: float
    tries: int


class Notifier:
    """Every method may be called from any thread."""

    def __init__(self, database: Database, settings: NotifySettings) -> None:
        self.settings = settings
        self._database = database
        self._attempts = Attempts(database)

    @property
    def has_mail(self) -> bool:
        return self.settings.mail_server is not None

    # ---- what is told ----

    def your_turn(self, person: str, table_id: str, game_title: Words, url_path: str) -> None:
        """Tell somebody who is not there; once, however often it is said before it was handed over."""
        self._tell(person, table_id, {"kind": "turn", "title": dict(game_title), "path": url_path})

    def asked(self, person: str, table_id: str, game_title: Words, url_path: str, name: str) -> None:
        """The same for somebody whom that player asks for leave to take a move back."""
        self._tell(
            person, table_id, {"kind": "ask", "title": dict(game_title), "path": url_path, "name": name}
        )

    def _tell(self, person: str, table_id: str, content: Mapping[str, Any]) -> None:
        with self._database.writing() as db:
            for (subscription,) in db.run("SELECT id FROM subscriptions WHERE person = ?", person):
                self._put(db, person, "push", subscription, table_id, content, self.settings.patience)
            if self.has_mail:
                for (address,) in db.run(
                    "SELECT address FROM mail_addresses WHERE person = ? AND verified IS NOT NULL AND turns = 1",
                    person,
                ):
                    self._put(db, person, "mail", address, table_id, content, self.settings.patience)

    def no_longer(self, person: str, table_id: str) -> None:
        """Nobody waits for that person any more, or the person is there: what was not told yet is not."""
        query = "FROM outbox WHERE person = ? AND topic = ?"
        if self._database.rows(f"SELECT 1 {query}", person, table_id):
            with self._database.writing() as db:
                db.run(f"DELETE {query}", person, table_id)

    def _put(
        self,
        db: Transaction,
        person: str,
        channel: str,
        target: str,
        topic: str,
        content: Mapping[str, Any],
        wait: float = 0,
    ) -> None:
        now = time.time()
        db.run(
            "INSERT INTO outbox (id, person, channel, target, topic, message, created, due, tries)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (person, target, topic) DO NOTHING",
            secrets.token_hex(16),
            person,
            channel,
            target,
            topic,
            json.dumps(content),
            now,
            now + wait,
        )

    # ---- browsers ----

    @cached_property
    def public_key(self) -> str:
        """What a page needs to subscribe its browser."""
        return self._key.public

    @cached_property
    def _key(self) -> push.Key:
        """Made once in the life of a database: a subscription is bound to it."""
        with self._database.writing() as db:
            db.run(
                "INSERT INTO push_keys (id, secret) VALUES (1, ?) ON CONFLICT (id) DO NOTHING",
                push.Key.new().secret,
            )
            return push.Key.load(bytes(db.run("SELECT secret FROM push_keys WHERE id = 1")[0][0]))

    def subscribe(self, person: str, sent: Any, lang: str) -> None:
        """That browser wants to be told, in that language. Refused when it is no subscription of a service we know."""
        try:
            subscription = push.read_subscription(sent, self.settings.push_services)
        except push.BadSubscription:
            raise Refused("push") from None
        id_ = _hash(subscription.endpoint)
        with self._database.writing() as db:
            db.run("DELETE FROM outbox WHERE target = ? AND person <> ?", id_, person)
            db.run(
                "INSERT INTO subscriptions (id, person, endpoint, public_key, auth, lang, created)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET person = excluded.person,"
                " public_key = excluded.public_key, auth = excluded.auth, lang = excluded.lang",
                id_,
                person,
                subscription.endpoint,
                subscription.public_key,
                subscription.auth,
                lang,
                time.time(),
            )
            known = db.run("SELECT id FROM subscriptions WHERE person = ? ORDER BY created DESC", person)
            for (too_old,) in known[MOST_SUBSCRIPTIONS:]:
                _unsubscribe(db, too_old)

    def unsubscribe(self, person: str, endpoint: str) -> None:
        with self._database.writing() as db:
            id_ = _hash(endpoint)
            if db.run("SELECT 1 FROM subscriptions WHERE id = ? AND person = ?", id_, person):
                _unsubscribe(db, id_)

    # ---- e-mail ----

    def address_of(self, person: str) -> MailAddress | None:
        found = self._database.rows(
            "SELECT address, verified IS NOT NULL, turns FROM mail_addresses WHERE person = ?", person
        )
        return MailAddress(found[0][0], bool(found[0][1]), bool(found[0][2])) if found else None

    def set_address(self, person: str, address: str, lang: str, caller: str) -> None:
        """Write to that address from now on, once somebody followed the link that is sent there."""
        address = address.strip()
        if not self.has_mail or not mail.is_address(address):
            raise Refused("address")
        try:
            # Nobody's letter box is filled by somebody else.
            self._attempts.count("mail", address.lower(), most=4, seconds=DAY)
            self._attempts.count("mail", person, most=6, seconds=HOUR)
            self._attempts.count("mail", network(caller), most=20, seconds=HOUR)
        except TooMany as too_many:
            raise Refused("attempts", minutes=int(too_many.wait // 60) + 1) from None
        with self._database.writing() as db:
            _forget_mail(db, person)
            db.run(
                "INSERT INTO mail_addresses (person, address, lang, turns) VALUES (?, ?, ?, 1)",
                person,
                address,
                lang,
            )
            self._put(db, person, "mail", address, f"confirm:{person}", {"kind": "confirm"})

    def set_turns(self, person: str, turns: bool) -> None:
        """Whether letters say that it is one's turn; the address is kept for a forgotten password."""
        with self._database.writing() as db:
            db.run("UPDATE mail_addresses SET turns = ? WHERE person = ?", int(turns), person)

    def remove_address(self, person: str) -> None:
        with self._database.writing() as db:
            _forget_mail(db, person)

    def confirm(self, token: str) -> bool:
        """Somebody followed the link in the first letter; False when it is too old or was used."""
        with self._database.writing() as db:
            used = _use_token(db, "confirm", token)
            return used is not None and bool(
                db.run(
                    "UPDATE mail_addresses SET verified = ? WHERE person = ? AND address = ? RETURNING person",
                    time.time(),
                    *used,
                )
            )

    def stop(self, token: str) -> bool:
        """Somebody followed the link at the end of a letter: no more of these."""
        with self._database.writing() as db:
            used = _use_token(db, "stop", token)
            if used is None:
                return False
            db.run("UPDATE mail_addresses SET turns = 0 WHERE person = ? AND address = ?", *used)
            db.run("DELETE FROM outbox WHERE person = ? AND target = ?", *used)
            return True

    def send_reset(self, login: str, caller: str) -> None:
        """Send a link for a new password to that account's verified address; nobody learns whether there is one."""
        if not self.has_mail:
            raise Refused("address")
        try:
            self._attempts.count("reset", network(caller), most=10, seconds=HOUR)
            self._attempts.count("reset", login, most=3, seconds=HOUR)
        except TooMany as too_many:
            raise Refused("attempts", minutes=int(too_many.wait // 60) + 1) from None
        with self._database.writing() as db:
            for person, address in db.run(
                "SELECT m.person, m.address FROM mail_addresses m JOIN accounts a ON a.person = m.person"
                " WHERE a.login = ? AND m.verified IS NOT NULL",
                login,
            ):
                self._put(db, person, "mail", address, f"reset:{person}", {"kind": "reset", "login": login})

    def is_reset(self, token: str) -> bool:
        """Whether that link may still be used."""
        return bool(
            self._database.rows(
                "SELECT 1 FROM mail_tokens WHERE hash = ? AND purpose = 'reset' AND until > ?",
                _hash(token),
                time.time(),
            )
        )

    def use_reset(self, token: str) -> str | None:
        """The person who may now choose a new password."""
        with self._database.writing() as db:
            used = _use_token(db, "reset", token)
            if used is None:
                return None
            db.run("DELETE FROM mail_tokens WHERE purpose = 'reset' AND person = ?", used[0])
            return used[0]

    # ---- handing over ----

    async def run(self) -> None:
        """Hand over whatever is due, until cancelled; what is under way then is ended first."""
        while True:
            try:
                messages = await asyncio.to_thread(self.take)
            except StorageError as failure:
                log.warning("messages wait, as the database cannot be used: %s", failure)
                messages = []
            sending = asyncio.gather(
                *(asyncio.to_thread(self.hand_over, one) for one in messages), return_exceptions=True
            )
            try:
                failures = await asyncio.shield(sending)
            except asyncio.CancelledError:
                await sending
                raise
            for failure in failures:
                if failure is not None:
                    log.error("a message could not be handed over", exc_info=failure)
            if not messages:
                await asyncio.sleep(PAUSE)

    def take(self) -> list[_Message]:
        """Some of the messages that are due, for this worker alone."""
        now = time.time()
        due = self._database.rows(
            "SELECT id, person, channel, target, topic, message, created, tries FROM outbox WHERE due <= ?"
            " ORDER BY due LIMIT ?",
            now,
            AT_ONCE,
        )
        if not due:
            return []
        taken: list[_Message] = []
        with self._database.writing() as db:
            for id_, person, channel, target, topic, content, created, tries in sorted(due):
                if tries > MOST_TRIES:  # whoever took it never said what became of it
                    db.run("DELETE FROM outbox WHERE id = ?", id_)
                elif db.run(
                    "UPDATE outbox SET tries = tries + 1, due = ? WHERE id = ? AND tries = ? RETURNING id",
                    now + LEASE,
                    id_,
                    tries,
                ):
                    taken.append(
                        _Message(id_, person, channel, target, topic, json.loads(content), created, tries + 1)
                    )
        return taken

    def hand_over(self, message: _Message) -> None:
        """Hand a message over that this worker took, and say what became of it."""
        try:
            if message.channel == "push":
                self._push(message)
            else:
                self._mail(message)
        except Gone:
            with self._database.writing() as db:
                _unsubscribe(db, message.target)
        except Impossible as why:
            log.warning("a message by %s is given up: %s", message.channel, why)
            self._done(message)
        except Later as why:
            self._postpone(message, why)
        else:
            self._done(message)

    def _push(self, message: _Message) -> None:
        found = self._database.rows(
            "SELECT endpoint, public_key, auth, lang FROM subscriptions WHERE id = ?", message.target
        )
        if not found:
            raise Gone
        endpoint, public_key, auth, lang = found[0]
        told = _told(message.content, lang)
        payload = {
            "title": told[0],
            "body": told[1],
            "path": message.content["path"],
            "tag": message.topic,
            "lang": lang,
        }
        push.send(
            json.dumps(payload, ensure_ascii=False).encode(),
            push.Subscription(endpoint, bytes(public_key), bytes(auth)),
            self._key,
            self.settings.contact,
            _hash(message.topic)[:32],
        )

    def _mail(self, message: _Message) -> None:
        found = self._database.rows(
            "SELECT lang, verified IS NOT NULL, turns FROM mail_addresses WHERE person = ? AND address = ?",
            message.person,
            message.target,
        )
        server = self.settings.mail_server
        if not found or server is None:
            raise Impossible("the address or the mail server is no longer there")
        lang, verified, turns = found[0]
        kind = message.content["kind"]
        if kind in FROM_A_TABLE and not (verified and turns):
            raise Impossible("no such letters are wanted any more")
        purpose: Purpose = "stop" if kind in FROM_A_TABLE else kind
        link = f"{self.settings.url}/account/mail/{purpose}?token={self._new_token(purpose, message)}"
        if kind in FROM_A_TABLE:
            there = self.settings.url + message.content["path"]
            subject, text = _told(message.content, lang)
            letter = Letter(message.id, message.target, subject, _turn_letter(lang, text, there, link), link)
        else:
            subject, text = (
                _confirm_letter(lang, link) if kind == "confirm" else _reset_letter(lang, link, message)
            )
            letter = Letter(message.id, message.target, subject, text)
        mail.send(letter, self.settings.mail_from, server)

    def _new_token(self, purpose: Purpose, message: _Message) -> str:
        token = secrets.token_urlsafe(32)
        now = time.time()
        with self._database.writing() as db:
            db.run("DELETE FROM mail_tokens WHERE until < ?", now)
            db.run(
                "INSERT INTO mail_tokens (hash, purpose, person, address, until) VALUES (?, ?, ?, ?, ?)",
                _hash(token),
                purpose,
                message.person,
                message.target,
                now + _GOOD_FOR[purpose],
            )
        return token

    def _done(self, message: _Message) -> None:
        with self._database.writing() as db:
            db.run("DELETE FROM outbox WHERE id = ?", message.id)

    def _postpone(self, message: _Message, why: Later) -> None:
        now = time.time()
        if message.tries >= MOST_TRIES or now > message.created + DAY:
            log.warning("a message by %s is given up after %d tries: %s", message.channel, message.tries, why)
            self._done(message)
            return
        log.info("a message by %s waits: %s", message.channel, why)
        wait = max(FIRST_WAIT * 4 ** (message.tries - 1), why.seconds)
        with self._database.writing() as db:
            db.run("UPDATE outbox SET due = ? WHERE id = ?", now + min(wait, DAY), message.id)


# ---- Words ----


def _told(content: Mapping[str, Any], lang: str) -> tuple[str, str]:
    title = content["title"][lang]
    if content["kind"] == "ask":
        name = content["name"]
        return (
            tell(lang, f"{title} : une question pour vous", f"{title}: a question for you"),
            tell(lang, f"{name} demande à reprendre un coup.", f"{name} asks to take a move back."),
        )
    return (
        tell(lang, f"{title} : à vous de jouer", f"{title}: your turn"),
        tell(
            lang,
            "Les autres ont joué, la partie vous attend.",
            "The others have played, the game is waiting for you.",
        ),
    )


def _turn_letter(lang: str, text: str, there: str, stop: str) -> str:
    return tell(
        lang,
        f"{text}\n\nReprendre la partie :\n{there}\n\n-- \nRotonde\nNe plus recevoir ces messages :\n{stop}\n",
        f"{text}\n\nBack to the game:\n{there}\n\n-- \nRotonde\nNo more messages like this:\n{stop}\n",
    )


def _confirm_letter(lang: str, link: str) -> tuple[str, str]:
    return (
        tell(lang, "Confirmez votre adresse", "Confirm your address"),
        tell(
            lang,
            "Quelqu’un, sans doute vous, veut recevoir ici des nouvelles de ses parties de Rotonde.\n\n"
            f"Confirmer cette adresse (valable deux jours) :\n{link}\n\n"
            "Si ce n’était pas vous, ne faites rien : nous n’écrirons plus.\n",
            "Somebody, probably you, wants to hear here about their games at Rotonde.\n\n"
            f"Confirm this address (good for two days):\n{link}\n\n"
            "If it was not you, do nothing: we will not write again.\n",
        ),
    )


def _reset_letter(lang: str, link: str, message: _Message) -> tuple[str, str]:
    login = message.content["login"]
    return (
        tell(lang, "Un nouveau mot de passe", "A new password"),
        tell(
            lang,
            f"Pour choisir un nouveau mot de passe pour le compte {login} (valable une heure) :\n{link}\n\n"
            "Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.\n",
            f"To choose a new password for the account {login} (good for one hour):\n{link}\n\n"
            "If you did not ask for this, do nothing: your password stays as it is.\n",
        ),
    )


# ---- Rows ----


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def _use_token(db: Transaction, purpose: Purpose, token: str) -> tuple[str, str] | None:
    """The person and address that a link was made for; it can be used once."""
    found = db.run(
        "DELETE FROM mail_tokens WHERE hash = ? AND purpose = ? AND until > ? RETURNING person, address",
        _hash(token),
        purpose,
        time.time(),
    )
    return (found[0][0], found[0][1]) if found else None


def _unsubscribe(db: Transaction, subscription: str) -> None:
    db.run("DELETE FROM outbox WHERE target = ?", subscription)
    db.run("DELETE FROM subscriptions WHERE id = ?", subscription)


def _forget_mail(db: Transaction, person: str) -> None:
    db.run("DELETE FROM outbox WHERE person = ? AND channel = 'mail'", person)
    db.run("DELETE FROM mail_tokens WHERE person = ?", person)
    db.run("DELETE FROM mail_addresses WHERE person = ?", person)


# ---- What belongs to a person ----


def _merge(db: Transaction, guest: str, person: str) -> None:
    """The browser that enters is told about the account's games from now on; the account's address stays."""
    db.run("UPDATE subscriptions SET person = ? WHERE person = ?", person, guest)
    db.run("UPDATE outbox SET person = ? WHERE person = ? AND channel = 'push'", person, guest)
    _forget_mail(db, guest)


def _forget(db: Transaction, person: str) -> None:
    for (subscription,) in db.run("SELECT id FROM subscriptions WHERE person = ?", person):
        _unsubscribe(db, subscription)
    _forget_mail(db, person)


def _export(db: Transaction, person: str) -> dict[str, Any]:
    browsers = db.run(
        "SELECT endpoint, lang, created FROM subscriptions WHERE person = ? ORDER BY created", person
    )
    address = db.run("SELECT address, lang, verified, turns FROM mail_addresses WHERE person = ?", person)
    return {
        "push": [
            {"service": urlsplit(str(endpoint)).hostname, "lang": lang, "created": created}
            for endpoint, lang, created in browsers
        ],
        "mail": [dict(zip(("address", "lang", "verified", "turns"), row, strict=True)) for row in address],
    }


BELONGINGS = Belongings("messages", _merge, _forget, _export)
