"""Passkeys: entering without a password, with a key that never leaves a person's device.

A challenge is kept in the database until it is answered, once, or too old; so any worker may hear the answer.
"""

import base64
import json
import re
import secrets
import struct
import time
from dataclasses import dataclass
from typing import Any, Literal, cast

import webauthn
from cryptography.exceptions import UnsupportedAlgorithm
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from .accounts import Accounts, Refused, Session, clean_login, make_person
from .attempts import TooMany, network
from .database import Transaction
from .names import clean_name

PATIENCE = 5 * 60
MOST = 10
NAME_LENGTH = 40
HOUSE = "Rotonde"

# The answer is a stranger's: what the library does not expect in it, it may stumble over in any of these ways.
_UNREADABLE = (
    WebAuthnException,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    UnsupportedAlgorithm,
    ValueError,
    struct.error,
)

Purpose = Literal["register", "add", "enter"]
Json = dict[str, Any]


@dataclass(frozen=True)
class Site:
    """As which site the browser sees us."""

    origin: str
    host: str


@dataclass(frozen=True)
class Passkey:
    id: str
    name: str
    created: float
    used: float | None


class Passkeys:
    """Every method may be called from any thread."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._database = accounts.database

    def of(self, person: str) -> list[Passkey]:
        rows = self._database.rows(
            "SELECT id, name, created, used FROM passkeys WHERE person = ? ORDER BY created", person
        )
        return [Passkey(*row) for row in rows]

    # ---- a new one ----

    def ask_to_register(self, site: Site, browser: str | None, login: str) -> Json:
        """What the browser needs to make a passkey for a new account."""
        login = clean_login(login)
        person = self._accounts.who(browser) or secrets.token_urlsafe(12)
        if self._accounts.account(person):
            raise Refused("already")
        return self._ask_for_new(site, "register", person, login)

    def register(self, site: Site, browser: str | None, answer: Json, name: str, address: str) -> Session:
        """Make an account that is entered with the new passkey; it has no password."""
        challenge, person, login = self._heard("register", answer)
        key = self._verified(site, challenge, answer)
        self._accounts.count_registration(address)
        with self._database.writing() as db:
            make_person(db, person)
            session = self._accounts.create(db, browser, person, login, None)
            self._keep(db, person, key, name)
            return session

    def ask_to_add(self, site: Site, browser: str | None) -> Json:
        """What the browser needs to make one more passkey for its account."""
        person = self._accounts.require_fresh(browser)
        account = self._accounts.account(person)
        if account is None:
            raise Refused("guest")
        if len(self.of(person)) >= MOST:
            raise Refused("passkeys", most=MOST)
        return self._ask_for_new(site, "add", person, account.login)

    def add(self, site: Site, browser: str | None, answer: Json, name: str) -> None:
        person = self._accounts.require_fresh(browser)
        challenge, asked, _ = self._heard("add", answer)
        if asked != person:
            raise Refused("passkey")
        key = self._verified(site, challenge, answer)
        with self._database.writing() as db:
            self._keep(db, person, key, name)

    def remove(self, browser: str | None, passkey: str) -> None:
        """Take one away; not the last where there is no password."""
        person = self._accounts.require_fresh(browser)
        account = self._accounts.account(person)
        with self._database.writing() as db:
            db.run("DELETE FROM passkeys WHERE id = ? AND person = ?", _encoded(passkey), person)
            left = db.run("SELECT count(*) FROM passkeys WHERE person = ?", person)[0][0]
            if not left and not (account and account.has_password):
                raise Refused("last")

    # ---- entering ----

    def ask_to_enter(self, site: Site) -> Json:
        """What the browser needs to offer the passkeys that its owner has for this site."""
        challenge = self._challenge("enter", "", "")
        options = webauthn.generate_authentication_options(
            rp_id=site.host,
            challenge=challenge,
            timeout=PATIENCE * 1000,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return json.loads(webauthn.options_to_json(options))

    def enter(self, site: Site, browser: str | None, answer: Json, address: str) -> Session:
        try:
            self._accounts.attempts.count("passkey", network(address), most=60, seconds=900)
        except TooMany as too_many:
            raise Refused("attempts", minutes=int(too_many.wait // 60) + 1) from None
        challenge, _, _ = self._heard("enter", answer)
        id_ = _encoded(answer.get("id"))
        found = self._database.rows("SELECT person, public_key, uses FROM passkeys WHERE id = ?", id_)
        if not found:
            raise Refused("passkey")
        person, public_key, uses = found[0]
        try:
            verified = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=bytes(public_key),
                credential_current_sign_count=uses,
                require_user_verification=True,
            )
        except _UNREADABLE:
            raise Refused("passkey") from None
        with self._database.writing() as db:
            # Whoever copied a key and used it in the same moment is as late as anybody.
            if not db.run(
                "UPDATE passkeys SET uses = ?, used = ? WHERE id = ? AND uses = ? RETURNING id",
                verified.new_sign_count,
                time.time(),
                id_,
                uses,
            ):
                raise Refused("passkey")
            return self._accounts.enter(db, browser, person)

    # ---- small parts ----

    def _ask_for_new(self, site: Site, purpose: Purpose, person: str, login: str) -> Json:
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name=HOUSE,
            user_id=person.encode(),
            user_name=login,
            challenge=self._challenge(purpose, person, login),
            timeout=PATIENCE * 1000,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey.id))
                for passkey in self.of(person)
            ],
        )
        return json.loads(webauthn.options_to_json(options))

    def _challenge(self, purpose: Purpose, person: str, login: str) -> bytes:
        challenge = secrets.token_bytes(32)
        now = time.time()
        with self._database.writing() as db:
            db.run("DELETE FROM challenges WHERE until < ?", now)
            db.run(
                "INSERT INTO challenges (challenge, purpose, person, login, until) VALUES (?, ?, ?, ?, ?)",
                bytes_to_base64url(challenge),
                purpose,
                person,
                login,
                now + PATIENCE,
            )
        return challenge

    def _heard(self, purpose: Purpose, answer: Json) -> tuple[bytes, str, str]:
        """The challenge that is answered, for whom, and with which login it was made; it can be answered once."""
        challenge = _challenge_in(answer)
        with self._database.writing() as db:
            found = db.run(
                "DELETE FROM challenges WHERE challenge = ? AND purpose = ? AND until > ?"
                " RETURNING person, login",
                challenge,
                purpose,
                time.time(),
            )
        if not found:
            raise Refused("challenge")
        return base64url_to_bytes(challenge), *found[0]

    def _verified(self, site: Site, challenge: bytes, answer: Json) -> Any:
        try:
            return webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                require_user_verification=True,
            )
        except _UNREADABLE:
            raise Refused("passkey") from None

    def _keep(self, db: Transaction, person: str, key: Any, name: str) -> None:
        id_ = bytes_to_base64url(key.credential_id)
        now = time.time()
        if not db.run(
            "INSERT INTO passkeys (id, person, name, public_key, uses, created) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO NOTHING RETURNING id",
            id_,
            person,
            clean_name(name, NAME_LENGTH) or HOUSE,
            key.credential_public_key,
            key.sign_count,
            now,
        ):
            raise Refused("passkey")


def _challenge_in(answer: Json) -> str:
    """The challenge as the browser says it back; what else it says is verified afterwards."""
    try:
        response = cast("Json", answer["response"])
        encoded = cast("str", response["clientDataJSON"])
        told = json.loads(base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)))
        challenge = told["challenge"]
    except (KeyError, TypeError, ValueError, RecursionError):
        raise Refused("passkey") from None
    return _encoded(challenge)


def _encoded(sent: object) -> str:
    """Bytes as browsers write them into JSON."""
    if not isinstance(sent, str) or not re.fullmatch(r"[\w-]{1,1400}", sent, re.ASCII):
        raise Refused("passkey")
    return sent
