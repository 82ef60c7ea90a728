"""All tables of a storage: laying them, finding them, going on with the same people, bringing games from files."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakValueDictionary

import rotonde
from rotonde.kernel import fairness
from rotonde.kernel.handle import Game
from rotonde.kernel.verify import verify

from .clock import NO_CLOCK, Clock
from .names import clean_name
from .storage import Entry, Head, Seat, Storage, TableRow
from .table import GATHERING, RESIGNED, LiveTable, NotNow, draw_chance

LONGEST_NAME = 40


class UnknownTable(Exception):
    """No table has that id."""


class Tables:
    """All tables of a storage; the last used ones are kept in memory, and those that somebody looks at."""

    KEPT = 2000

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, LiveTable] = OrderedDict()
        self._used: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._games: dict[str, Game] = {}

    def game(self, game_id: str) -> Game:
        """The game on the python engine: nothing to compile, so that a page never waits."""
        if game_id not in self._games:
            self._games[game_id] = rotonde.game(game_id, engine="python")
        return self._games[game_id]

    def open(self, table_id: str) -> LiveTable:
        with self._lock:
            live = self._used.get(table_id)
        if live is None or live.lost:
            row = self.storage.table(table_id)
            if row is None:
                raise UnknownTable(table_id)
            # Not under the lock: playing a log again may take a while. Who was faster in the meantime has the table.
            read = LiveTable(self.storage, self.game(row.game), row)
            with self._lock:
                other = self._used.get(table_id)
                live = self._used[table_id] = read if other is None or other.lost else other
        with self._lock:
            self._kept[table_id] = live
            self._kept.move_to_end(table_id)
            while len(self._kept) > self.KEPT:
                self._kept.popitem(last=False)
        live.refresh()
        return live

    def mark_stale(self, table_id: str | None = None) -> None:
        """Something was written beside the tables in memory: about this one, or about any."""
        with self._lock:
            found = list(self._used.values()) if table_id is None else [self._used.get(table_id)]
        for live in found:
            if live is not None:
                live.stale = True

    def create(
        self,
        game_id: str,
        options: Mapping[str, Any],
        seats: Sequence[Seat],
        lang: str,
        person: str,
        *,
        listed: bool = False,
        clock: Clock = NO_CLOCK,
    ) -> LiveTable:
        """Lay a new table for that person, who holds all people's seats; chance deals when none is open.

        BadOption and UnknownGame say what is wrong with the wish.
        """
        row, entries, head = self._lay(game_id, options, seats, lang, person, listed, clock)
        held = {seat: person for seat, who in enumerate(seats) if who.is_person}
        self.storage.create(row, entries, head, held)
        return self.open(row.id)

    def again(self, live: LiveTable) -> LiveTable:
        """The same people and options once more, everybody one seat further; asked twice, the same table."""
        if not live.over:
            raise NotNow("not_over")
        holders = self._who_stayed(live)
        seats = [
            Seat(who.name) if seat in holders and not was.bot else Seat(who.name, was.bot or who.bot)
            for seat, (was, who) in enumerate(zip(live.row.seats, live.seats, strict=True))
        ]
        count = len(seats)
        row, entries, head = self._lay(
            live.row.game,
            live.row.options,
            (*seats[1:], seats[0]),
            live.row.lang,
            live.row.owner,
            live.row.listed,
            live.row.clock,
        )
        held = {(seat - 1) % count: people for seat, people in holders.items()}
        return self.open(self.storage.create_next(live.id, row, entries, head, held))

    def _who_stayed(self, live: LiveTable) -> dict[int, list[str]]:
        """The holders of seats, without those who left the others."""
        holders = self.storage.holders(live.id)
        stayed = {
            person
            for seat, people in holders.items()
            if seat not in live.gone or seat == live.resigned
            for person in people
        }
        kept = {seat: [one for one in people if one in stayed] for seat, people in holders.items()}
        return {seat: people for seat, people in kept.items() if people}

    def import_record(self, text: str, lang: str) -> LiveTable:
        """Keep a game from a file, to be replayed. BadRecord says where the file is wrong."""
        record = rotonde.read_record(text)
        game = self.game(record.game)
        if len(record.seats) != record.players:
            raise rotonde.BadRecord(
                f"Le fichier nomme {len(record.seats)} joueurs, mais la partie en a {record.players}.",
                f"The file names {len(record.seats)} players, but the game has {record.players}.",
            )
        table = verify(game, record) if record.key else game.replay(record)
        moves = enumerate(record.moves, 1)
        entries = [Entry(number, "move", actor, move, time.time()) for number, (actor, move) in moves]
        how, _, seat = record.ended.partition(" ")
        if how == RESIGNED and seat in map(str, range(record.players)):
            entries.append(Entry(len(entries) + 1, "resign", int(seat), 0, time.time()))
        row = TableRow(
            id=_new_id(),
            game=record.game,
            rules_version=game.rules_version,  # every move was just checked under these
            options=dict(table.options),
            seats=tuple(
                Seat(clean_name(name, LONGEST_NAME) or str(place))
                for place, name in enumerate(record.seats, 1)
            ),
            lang=lang,
            key=bytes.fromhex(record.key),
            owner="",
            created=time.time(),
            imported=True,
        )
        head = Head(row.seats, rotonde.OVER, 0, False, row.created, None)
        self.storage.create(row, entries, head)
        return self.open(row.id)

    def _lay(
        self,
        game_id: str,
        options: Mapping[str, Any],
        seats: Sequence[Seat],
        lang: str,
        person: str,
        listed: bool,
        clock: Clock,
    ) -> tuple[TableRow, list[Entry], Head]:
        game = self.game(game_id)
        table = game.new(players=len(seats), options=dict(options))
        row = TableRow(
            id=_new_id(),
            game=game_id,
            rules_version=game.rules_version,
            options=dict(table.options),
            seats=tuple(seats),
            lang=lang,
            key=fairness.new_key(),
            owner=person,
            created=time.time(),
            listed=listed,
            clock=clock,
        )
        missing = sum(seat.open for seat in seats)
        entries = [] if missing else draw_chance(table, row.key, 0, 0)
        actor = GATHERING if missing else table.actor
        bot_acts = actor >= 0 and not seats[actor].is_person
        return row, entries, Head(row.seats, actor, missing, bot_acts, row.created, None)


def _new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(12)
