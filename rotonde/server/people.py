"""People: whoever comes with a browser is somebody, without an account.

A browser keeps one secret, in a cookie that scripts cannot read; the database keeps its hash. What somebody holds
(seats, an account) belongs to the person, so that several browsers can be the same one.
"""

import hashlib
import secrets
import time
from dataclasses import dataclass

from .database import Database, Transaction


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    """The name under which the person last sat down; empty at first."""


def hashed(secret: str) -> str:
    """What the database keeps of a secret. The secret is random and long, so a plain hash gives nothing away."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    return secrets.token_urlsafe(32)


class People:
    def __init__(self, database: Database) -> None:
        self._db = database

    def come(self) -> tuple[Person, str]:
        """Somebody new: the person, and the secret for the browser to keep."""
        person, secret, now = Person(secrets.token_urlsafe(12), ""), new_secret(), time.time()
        with self._db.writing() as db:
            db.run("INSERT INTO people VALUES (?, ?, ?)", person.id, person.name, now)
            db.run("INSERT INTO browsers VALUES (?, ?, ?)", hashed(secret), person.id, now)
        return person, secret

    def known_by(self, secret: str) -> Person | None:
        """Whose browser has this secret."""
        found = self._db.rows(
            "SELECT people.id, people.name FROM browsers JOIN people ON people.id = browsers.person"
            " WHERE secret_hash = ?",
            hashed(secret),
        )
        return Person(*found[0]) if found else None

    def call(self, person: str, name: str) -> None:
        """The person goes by that name from now on."""
        with self._db.writing() as db:
            db.run("UPDATE people SET name = ? WHERE id = ?", name, person)


def merge(db: Transaction, person: str, into: str) -> None:
    """What the one holds is the other's from now on: somebody turned out to be known already."""
    if person == into:
        return
    db.run(
        "INSERT INTO holders SELECT table_id, seat, ? FROM holders WHERE person = ? ON CONFLICT DO NOTHING",
        into,
        person,
    )
    db.run(
        "UPDATE tables SET besides = besides + 1 WHERE id IN (SELECT table_id FROM holders WHERE person = ?)",
        person,
    )
    db.run("DELETE FROM holders WHERE person = ?", person)
    db.run("DELETE FROM looks WHERE person = ?", person)
    db.run("UPDATE tables SET owner = ? WHERE owner = ?", into, person)
    db.run("UPDATE chat SET person = ? WHERE person = ?", into, person)
