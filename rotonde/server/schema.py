"""The schema of the database, one step for each version. A step that was released is never changed."""

import json

from .accounts import ACCOUNTS_SCHEMA
from .database import Migration, Transaction
from .notify import NOTIFY_SCHEMA
from .ratings import RATINGS_SCHEMA

TABLES = """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        options TEXT NOT NULL,
        seats TEXT NOT NULL,
        lang TEXT NOT NULL,
        key TEXT NOT NULL,
        owner TEXT NOT NULL,
        look INTEGER,
        looks INTEGER NOT NULL DEFAULT 0,
        imported INTEGER NOT NULL DEFAULT 0,
        next_table TEXT,
        created REAL NOT NULL
    ) STRICT;
    CREATE TABLE log (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        actor INTEGER NOT NULL,
        move INTEGER NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE positions (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        position TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
"""

ORDERS = """
    CREATE TABLE orders (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        id TEXT NOT NULL,
        PRIMARY KEY (table_id, seat, id)
    ) STRICT, WITHOUT ROWID;
"""

PEOPLE = """
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        created REAL NOT NULL
    ) STRICT;
    CREATE TABLE browsers (
        secret_hash TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES people (id),
        seen REAL NOT NULL
    ) STRICT;
    CREATE INDEX browsers_of ON browsers (person);
    CREATE TABLE holders (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        person TEXT NOT NULL REFERENCES people (id),
        PRIMARY KEY (table_id, seat, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX holders_of ON holders (person);
    CREATE TABLE looks (
        table_id TEXT NOT NULL REFERENCES tables (id),
        person TEXT NOT NULL REFERENCES people (id),
        seat INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (table_id, person)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE carries (
        code_hash TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        until REAL NOT NULL
    ) STRICT;
    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        person TEXT NOT NULL,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        words TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE claims (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        worker TEXT NOT NULL,
        until REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE log ADD COLUMN data TEXT NOT NULL DEFAULT '';
    ALTER TABLE tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE tables ADD COLUMN sitting TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE tables ADD COLUMN actor INTEGER NOT NULL DEFAULT -2;
    ALTER TABLE tables ADD COLUMN open_seats INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN bot_acts INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN changed REAL NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN deadline REAL;
    CREATE INDEX tables_in_the_lobby ON tables (listed, open_seats, changed);
    CREATE INDEX tables_with_a_deadline ON tables (deadline);
    CREATE INDEX tables_where_a_bot_acts ON tables (bot_acts, changed)
"""


def owners_hold_their_seats(db: Transaction) -> None:
    """Tables of the time when one browser owned all the people's seats of a table, by one secret a table."""
    for table_id, seats, owner, created in db.run("SELECT id, seats, owner, created FROM tables"):
        db.run("UPDATE tables SET changed = ?, sitting = seats WHERE id = ?", created, table_id)
        if not owner:
            continue
        db.run("INSERT INTO people VALUES (?, '', ?) ON CONFLICT DO NOTHING", owner, created)
        db.run("INSERT INTO browsers VALUES (?, ?, ?) ON CONFLICT DO NOTHING", owner, owner, created)
        for seat, who in enumerate(json.loads(seats)):
            if who["bot"] is None:
                db.run("INSERT INTO holders VALUES (?, ?, ?)", table_id, seat, owner)
    db.run(
        "INSERT INTO looks SELECT id, owner, look, looks FROM tables WHERE look IS NOT NULL AND owner <> ''"
    )


# One look at the table's row tells whether anything else must be read again.
COUNTS = """
    ALTER TABLE tables ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN besides INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET entries = coalesce((SELECT max(number) FROM log WHERE table_id = tables.id), 0)
"""


MIGRATIONS: tuple[Migration, ...] = (
    TABLES,
    ORDERS,
    PEOPLE,
    owners_hold_their_seats,
    ACCOUNTS_SCHEMA,
    RATINGS_SCHEMA,
    NOTIFY_SCHEMA,
    COUNTS,
)
