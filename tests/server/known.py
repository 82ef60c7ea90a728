"""A database with the people that accounts, ratings and messages stand on, for the tests of these."""

import secrets
import time

from rotonde.server.accounts import ACCOUNTS_SCHEMA
from rotonde.server.database import Database, migrate
from rotonde.server.notify import NOTIFY_SCHEMA
from rotonde.server.people import hashed
from rotonde.server.ratings import RATINGS_SCHEMA

PEOPLE = """
    CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, created REAL NOT NULL) STRICT;
    CREATE TABLE browsers (
        secret_hash TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), seen REAL NOT NULL
    ) STRICT;
"""


def with_people(database: Database) -> Database:
    migrate(database, [PEOPLE, ACCOUNTS_SCHEMA, RATINGS_SCHEMA, NOTIFY_SCHEMA])
    return database


def guest(database: Database, name: str = "Léa", person: str | None = None) -> tuple[str, str]:
    """A guest with a browser: the person, and the hash of the browser's secret. Or another browser of a person."""
    secret = secrets.token_urlsafe(32)
    with database.writing() as db:
        if person is None:
            person = secrets.token_urlsafe(12)
            db.run("INSERT INTO people (id, name, created) VALUES (?, ?, ?)", person, name, time.time())
        db.run(
            "INSERT INTO browsers (secret_hash, person, seen) VALUES (?, ?, ?)",
            hashed(secret),
            person,
            time.time(),
        )
    return person, hashed(secret)
