"""What the server keeps: tables with their logs, who holds which seat, what was said.

A table's log is only ever added to. An entry is a move, the taking back of some moves, or a change of who sits where;
its number follows the last one, and (table, number) is the primary key: of two writers who add the same number one
wins, and the other reads what happened. An entry is acknowledged after the database has written it to the disk.

What a table has beside its log (who holds its seats, what was said and ordered) may be changed. Every change is counted
in the table's row, so that whoever has read it all finds out with one look whether it is still so.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from .clock import NO_CLOCK, Clock
from .database import Conflict, Database, StorageError, Transaction, migrate, open_database
from .schema import MIGRATIONS

__all__ = ["Storage", "StorageError"]

SeatKind = Literal["sit", "rise", "invite", "bot", "back", "timeout", "resign"]
Kind = Literal["move", "undo", "ask", "agree", "refuse"] | SeatKind


@dataclass(frozen=True)
class Seat:
    """Who sits there: a person, a bot of some level, or nobody yet."""

    name: str
    bot: str | None = None
    open: bool = False
    invite: str = ""
    """The hash of the code that whoever takes an open seat must know; empty: anybody may."""

    @property
    def is_person(self) -> bool:
        return self.bot is None and not self.open


@dataclass(frozen=True)
class TableRow:
    """What is settled when a table is made."""

    id: str
    game: str
    rules_version: int
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    lang: str
    key: bytes
    owner: str
    """The person who made it; empty for a game that was brought here."""
    created: float
    imported: bool = False
    listed: bool = False
    """Whether everybody sees it in the lobby; else only those who have its address."""
    clock: Clock = NO_CLOCK


_NO_DATA: Mapping[str, Any] = {}


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a table's log. `move` is the move, or for "undo" and "ask" how many moves are taken back.

    There are very many, and none holds anything that could hold it: the garbage collector need not know them.
    """

    number: int
    kind: Kind
    actor: int
    move: int
    at: float
    data: Mapping[str, Any] = _NO_DATA


@dataclass(frozen=True)
class Position:
    """What lay on the table after the entry `number`, by field name, with the rules version."""

    number: int
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Head:
    """Where a table stands, for lists of tables: who sits there now, whose turn it is, and until when."""

    seats: tuple[Seat, ...]
    actor: int
    open_seats: int
    bot_acts: bool
    changed: float
    deadline: float | None


@dataclass(frozen=True)
class Result:
    """How a game ended for one seat."""

    place: int
    won: bool
    gone: bool


@dataclass(frozen=True)
class Listed:
    """One line of a list of tables."""

    id: str
    game: str
    lang: str
    clock: Clock
    head: Head
    held: tuple[int, ...] = ()
    """The seats of the person who asks."""
    results: Mapping[int, Result] = field(default_factory=dict[int, Result])
    """How the game ended for each seat, once that was kept; only in the person's own list."""
    asker: int | None = None
    """The seat that waits for the person's consent to take a move back."""


@dataclass(frozen=True)
class Look:
    """Which of a person's own seats is before the screen; `count` grows with every change."""

    seat: int | None
    count: int


@dataclass(frozen=True)
class Remark:
    """Something that was said at a table; `seat` is -3 for somebody who only watched."""

    number: int
    person: str
    seat: int
    name: str
    words: str
    at: float


NO_LOOK = Look(None, 0)


@dataclass(frozen=True)
class Besides:
    """What a table has beside its log."""

    held: Mapping[str, tuple[int, ...]]
    """The seats that each person may play for."""
    looks: Mapping[str, Look]
    orders: frozenset[tuple[int, str]]
    """The standing orders, each with its seat."""
    remarks: Sequence[Remark]
    """The last that was said, the oldest first."""
    next_table: str | None
    """The table where the same people went on playing."""


REMARKS = 100
"""So much of what was said is shown."""

_HEAD = "sitting, actor, open_seats, bot_acts, changed, deadline"


class Storage:
    """Over one database; several processes may use the same one."""

    def __init__(self, database: Database | Path) -> None:
        self.database = open_database(database) if isinstance(database, Path) else database
        try:
            migrate(self.database, MIGRATIONS)
        except StorageError as error:
            self.database.close()
            raise error

    def close(self) -> None:
        self.database.close()

    # ---- tables ----

    def create(
        self,
        row: TableRow,
        entries: Sequence[Entry],
        head: Head,
        holders: Mapping[int, str | Sequence[str]] | None = None,
    ) -> None:
        """Keep a new table, the first entries of its log, and who holds which seat."""
        with self.database.writing() as db:
            self._insert_table(db, row, entries, head, holders or {})

    def create_next(
        self,
        table_id: str,
        row: TableRow,
        entries: Sequence[Entry],
        head: Head,
        holders: Mapping[int, str | Sequence[str]],
    ) -> str:
        """Keep the table that follows `table_id`, unless one does already; gives the id of the one that does."""
        with self.database.writing() as db:
            self._insert_table(db, row, entries, head, holders)
            took = db.run(
                "UPDATE tables SET next_table = ?, besides = besides + 1"
                " WHERE id = ? AND next_table IS NULL RETURNING id",
                row.id,
                table_id,
            )
            if took:
                return row.id
            for kept in ("holders", "log"):
                db.run(f"DELETE FROM {kept} WHERE table_id = ?", row.id)
            db.run("DELETE FROM tables WHERE id = ?", row.id)
            return str(db.run("SELECT next_table FROM tables WHERE id = ?", table_id)[0][0])

    def _insert_table(
        self,
        db: Transaction,
        row: TableRow,
        entries: Sequence[Entry],
        head: Head,
        holders: Mapping[int, str | Sequence[str]],
    ) -> None:
        db.run(
            "INSERT INTO tables (id, game, rules_version, options, seats, lang, key, owner, imported, created,"
            f" listed, clock, entries, {_HEAD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row.id,
            row.game,
            row.rules_version,
            json.dumps(dict(row.options)),
            json.dumps([asdict(seat) for seat in row.seats]),
            row.lang,
            row.key.hex(),
            row.owner,
            int(row.imported),
            row.created,
            int(row.listed),
            json.dumps(row.clock.as_json()),
            entries[-1].number if entries else 0,
            *_head_values(head),
        )
        self._insert_entries(db, row.id, entries)
        db.run_many(
            "INSERT INTO holders VALUES (?, ?, ?)",
            [
                (row.id, seat, person)
                for seat, people in holders.items()
                for person in ([people] if isinstance(people, str) else people)
            ],
        )

    def table(self, table_id: str) -> TableRow | None:
        found = self.database.rows(
            "SELECT id, game, rules_version, options, seats, lang, key, owner, created, imported, listed, clock"
            " FROM tables WHERE id = ?",
            table_id,
        )
        if not found:
            return None
        id_, game, rules_version, options, seats, lang, key, owner, created, imported, listed, clock = found[
            0
        ]
        return TableRow(
            id=id_,
            game=game,
            rules_version=rules_version,
            options=json.loads(options),
            seats=_seats(seats),
            lang=lang,
            key=bytes.fromhex(key),
            owner=owner,
            created=created,
            imported=bool(imported),
            listed=bool(listed),
            clock=Clock.from_json(json.loads(clock)),
        )

    def counts(self, table_id: str) -> tuple[int, int]:
        """The number of the last entry of the log, and how often anything beside the log was changed."""
        return self.database.rows("SELECT entries, besides FROM tables WHERE id = ?", table_id)[0]  # pyright: ignore[reportReturnType]

    def besides(self, table_id: str) -> Besides:
        """What the table has beside its log."""
        rows = self.database.rows
        held: dict[str, tuple[int, ...]] = {}
        for person, seat in rows(
            "SELECT person, seat FROM holders WHERE table_id = ? ORDER BY seat", table_id
        ):
            held[person] = (*held.get(person, ()), seat)
        looks = rows("SELECT person, seat, count FROM looks WHERE table_id = ?", table_id)
        orders = rows("SELECT seat, id FROM orders WHERE table_id = ?", table_id)
        remarks = rows(
            "SELECT number, person, seat, name, words, at FROM chat WHERE table_id = ? ORDER BY number DESC LIMIT ?",
            table_id,
            REMARKS,
        )
        following = rows("SELECT next_table FROM tables WHERE id = ?", table_id)
        return Besides(
            held=held,
            looks={person: Look(seat, count) for person, seat, count in looks},
            orders=frozenset((seat, id_) for seat, id_ in orders),
            remarks=[Remark(*row) for row in reversed(remarks)],
            next_table=following[0][0],
        )

    def _changed_beside(self, db: Transaction, table_id: str) -> None:
        db.run("UPDATE tables SET besides = besides + 1 WHERE id = ?", table_id)

    # ---- lists of tables ----

    def lobby(self, most: int = 50) -> list[Listed]:
        """Listed tables with a free seat, the newest first, then those that are being played."""
        return self._list(
            "WHERE listed = 1 AND actor <> -2 ORDER BY CASE WHEN open_seats > 0 THEN 0 ELSE 1 END, changed DESC"
            " LIMIT ?",
            most,
        )

    def tables_of(self, person: str, most: int = 100) -> list[Listed]:
        """The tables where that person holds a seat, the last used first."""
        held: dict[str, list[int]] = {}
        for table_id, seat in self.database.rows(
            "SELECT table_id, seat FROM holders WHERE person = ? ORDER BY seat", person
        ):
            held.setdefault(table_id, []).append(seat)
        found = self._list(
            "WHERE id IN (SELECT table_id FROM holders WHERE person = ?) ORDER BY changed DESC LIMIT ?",
            person,
            most,
        )
        results = self._results_of(person)
        asking = self._asking(person)
        own = [replace(one, held=tuple(held[one.id]), results=results.get(one.id, {})) for one in found]
        return [replace(one, asker=self._asker(one)) if one.id in asking else one for one in own]

    def _results_of(self, person: str) -> dict[str, dict[int, Result]]:
        """How the games at that person's tables ended, by table and seat."""
        results: dict[str, dict[int, Result]] = {}
        for table_id, seat, place, won, gone in self.database.rows(
            "SELECT table_id, seat, place, won, gone FROM results"
            " WHERE table_id IN (SELECT table_id FROM holders WHERE person = ?) ORDER BY seat",
            person,
        ):
            results.setdefault(table_id, {})[seat] = Result(place, bool(won), bool(gone))
        return results

    def _asking(self, person: str) -> set[str]:
        """Those of that person's tables where it is not settled whether moves are taken back."""
        rows = self.database.rows(
            "SELECT id FROM tables JOIN log ON log.table_id = id AND log.number = entries"
            " WHERE log.kind IN ('ask', 'agree') AND id IN (SELECT table_id FROM holders WHERE person = ?)",
            person,
        )
        return {row[0] for row in rows}

    def _asker(self, one: Listed) -> int | None:
        """Who asks at such a table, unless all seats of the person who reads the list have answered."""
        silent = {seat for seat in one.held if one.head.seats[seat].is_person}
        for kind, seat in self.database.rows(
            "SELECT kind, actor FROM log WHERE table_id = ? ORDER BY number DESC LIMIT ?",
            one.id,
            len(one.head.seats),
        ):
            silent.discard(seat)
            if kind == "ask":
                return seat if silent else None
        return None

    def _list(self, where: str, *values: Any) -> list[Listed]:
        rows = self.database.rows(f"SELECT id, game, lang, clock, {_HEAD} FROM tables {where}", *values)
        return [
            Listed(id_, game, lang, Clock.from_json(json.loads(clock)), _head(head))
            for id_, game, lang, clock, *head in rows
        ]

    def overdue(self, now: float, most: int = 50) -> list[str]:
        """Tables where somebody's time is up."""
        return [
            row[0]
            for row in self.database.rows(
                "SELECT id FROM tables WHERE deadline <= ? ORDER BY deadline LIMIT ?", now, most
            )
        ]

    def waiting_for_bots(self, since: float, most: int = 50) -> list[str]:
        """Tables where a bot should have moved by now: whoever thought about it is gone."""
        return [
            row[0]
            for row in self.database.rows(
                "SELECT id FROM tables WHERE bot_acts = 1 AND changed <= ? ORDER BY changed LIMIT ?",
                since,
                most,
            )
        ]

    def tables_since(self, since: float) -> int:
        """How many tables were laid after that moment."""
        return int(self.database.rows("SELECT count(*) FROM tables WHERE created > ?", since)[0][0])

    def laid_by(self, person: str, since: float) -> int:
        """How many tables that person laid after that moment."""
        query = "SELECT count(*) FROM tables WHERE owner = ? AND created > ?"
        return int(self.database.rows(query, person, since)[0][0])

    def unfinished_by(self, person: str) -> int:
        """How many of the tables that person laid are not played to their end."""
        query = "SELECT count(*) FROM tables WHERE owner = ? AND actor <> -2"
        return int(self.database.rows(query, person)[0][0])

    # ---- who holds which seat ----

    def holders(self, table_id: str) -> dict[int, list[str]]:
        """The people who may play for each seat."""
        found: dict[int, list[str]] = {}
        rows = self.database.rows("SELECT seat, person FROM holders WHERE table_id = ?", table_id)
        for seat, person in rows:
            found.setdefault(seat, []).append(person)
        return found

    def add_holder(self, table_id: str, seat: int, person: str) -> None:
        """The same seat from another of one's devices."""
        with self.database.writing() as db:
            db.run("INSERT INTO holders VALUES (?, ?, ?) ON CONFLICT DO NOTHING", table_id, seat, person)
            self._changed_beside(db, table_id)

    def keep_carry(self, code_hash: str, table_id: str, seat: int, until: float) -> None:
        """A code that gives the seat to whoever brings it, once, until then."""
        with self.database.writing() as db:
            db.run("INSERT INTO carries VALUES (?, ?, ?, ?)", code_hash, table_id, seat, until)

    def take_carry(self, code_hash: str, now: float) -> tuple[str, int] | None:
        """The table and the seat of a code, which is used up with that."""
        with self.database.writing() as db:
            db.run("DELETE FROM carries WHERE until < ?", now)
            found = db.run("DELETE FROM carries WHERE code_hash = ? RETURNING table_id, seat", code_hash)
        return (found[0][0], found[0][1]) if found else None

    def set_look(self, table_id: str, person: str, seat: int) -> None:
        with self.database.writing() as db:
            db.run(
                "INSERT INTO looks VALUES (?, ?, ?, 1) ON CONFLICT (table_id, person)"
                " DO UPDATE SET seat = excluded.seat, count = looks.count + 1 WHERE looks.seat <> excluded.seat",
                table_id,
                person,
                seat,
            )
            self._changed_beside(db, table_id)

    # ---- what was said ----

    def say(self, table_id: str, person: str, seat: int, name: str, words: str, at: float) -> Remark:
        with self.database.writing() as db:
            query = "SELECT coalesce(max(number), 0) + 1 FROM chat WHERE table_id = ?"
            number = int(db.run(query, table_id)[0][0])
            db.run(
                "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?)",
                table_id,
                number,
                person,
                seat,
                name,
                words,
                at,
            )
            self._changed_beside(db, table_id)
        return Remark(number, person, seat, name, words, at)

    def said_by(self, table_id: str, person: str, since: float) -> int:
        """How often that person said something there after that moment."""
        query = "SELECT count(*) FROM chat WHERE table_id = ? AND person = ? AND at > ?"
        return int(self.database.rows(query, table_id, person, since)[0][0])

    # ---- who computes a bot's move ----

    def claim(self, table_id: str, number: int, worker: str, now: float, until: float) -> bool:
        """Whether this worker is the one to compute what follows entry `number`."""
        with self.database.writing() as db:
            db.run("DELETE FROM claims WHERE table_id = ? AND number < ?", table_id, number)
            took = db.run(
                "INSERT INTO claims VALUES (?, ?, ?, ?) ON CONFLICT (table_id, number)"
                " DO UPDATE SET worker = excluded.worker, until = excluded.until"
                " WHERE claims.until < ? OR claims.worker = excluded.worker RETURNING worker",
                table_id,
                number,
                worker,
                until,
                now,
            )
        return bool(took)

    # ---- what seats said beforehand ----

    def set_orders(self, table_id: str, seat: int, ids: Collection[str]) -> None:
        """These are that seat's standing orders from now on."""
        with self.database.writing() as db:
            db.run("DELETE FROM orders WHERE table_id = ? AND seat = ?", table_id, seat)
            db.run_many("INSERT INTO orders VALUES (?, ?, ?)", [(table_id, seat, id_) for id_ in ids])
            self._changed_beside(db, table_id)

    # ---- the log ----

    def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """The log from entry `after` + 1 on."""
        rows = self.database.rows(
            "SELECT number, kind, actor, move, at, data FROM log WHERE table_id = ? AND number > ? ORDER BY number",
            table_id,
            after,
        )
        return [
            Entry(number, kind, actor, move, at, json.loads(data) if data else _NO_DATA)
            for number, kind, actor, move, at, data in rows
        ]

    def append(
        self,
        table_id: str,
        entries: Sequence[Entry],
        head: Head,
        position: Position | None = None,
        holder: tuple[int, str] | None = None,
    ) -> bool:
        """Add entries that follow each other. False when somebody else wrote the first of them: nothing changed."""
        try:
            with self.database.writing() as db:
                self._insert_entries(db, table_id, entries)
                if position is not None:
                    db.run(
                        "INSERT INTO positions VALUES (?, ?, ?)",
                        table_id,
                        position.number,
                        msgspec.json.encode(position.fields).decode(),
                    )
                if holder is not None:
                    db.run("DELETE FROM holders WHERE table_id = ? AND seat = ?", table_id, holder[0])
                    if holder[1]:
                        db.run("INSERT INTO holders VALUES (?, ?, ?)", table_id, *holder)
                    self._changed_beside(db, table_id)
                db.run(
                    "UPDATE tables SET sitting = ?, actor = ?, open_seats = ?, bot_acts = ?, changed = ?,"
                    " deadline = ?, entries = ? WHERE id = ?",
                    *_head_values(head),
                    entries[-1].number,
                    table_id,
                )
        except Conflict:
            return False
        return True

    def _insert_entries(self, db: Transaction, table_id: str, entries: Sequence[Entry]) -> None:
        db.run_many(
            "INSERT INTO log (table_id, number, kind, actor, move, at, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    table_id,
                    e.number,
                    e.kind,
                    e.actor,
                    e.move,
                    e.at,
                    json.dumps(dict(e.data)) if e.data else "",
                )
                for e in entries
            ],
        )

    def positions(self, table_id: str) -> list[int]:
        """After which entries a position is kept, the newest first."""
        rows = self.database.rows(
            "SELECT number FROM positions WHERE table_id = ? ORDER BY number DESC", table_id
        )
        return [row[0] for row in rows]

    def position(self, table_id: str, number: int) -> Mapping[str, Any]:
        rows = self.database.rows(
            "SELECT position FROM positions WHERE table_id = ? AND number = ?", table_id, number
        )
        return json.loads(rows[0][0])


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(**seat) for seat in json.loads(text))


@lru_cache(maxsize=4096)
def _sitting(seats: tuple[Seat, ...]) -> str:
    """Who sits where, as it is kept: written with every move, and seldom new."""
    return json.dumps([asdict(seat) for seat in seats])


def _head_values(head: Head) -> tuple[Any, ...]:
    return _sitting(head.seats), head.actor, head.open_seats, int(head.bot_acts), head.changed, head.deadline


def _head(values: Sequence[Any]) -> Head:
    sitting, actor, open_seats, bot_acts, changed, deadline = values
    return Head(_seats(sitting), actor, open_seats, bool(bot_acts), changed, deadline)
