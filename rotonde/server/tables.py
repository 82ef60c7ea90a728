"""Tables: what happens when somebody makes a move, takes one back, or gives up.

A table in memory is what its log in the storage says, folded. Whatever is asked of it is asked with the number of the
last entry that the asker has seen: somebody who has not seen the newest is told so, and nothing changes.
"""

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import rotonde
from rotonde.kernel import fairness
from rotonde.kernel.handle import Game, Seen, Table
from rotonde.kernel.record import Record
from rotonde.kernel.telling import Order
from rotonde.kernel.verify import verify

from .names import apart, clean_name
from .storage import Entry, Kind, Position, Seat, Storage, TableRow
from .story import Line, Story

DEFAULT_BOT = "driver"
"""Who takes the seat of a person who leaves the others."""


RESIGNED = "resigned"
"""How a record says that a person's leaving ended the game."""


LONGEST_NAME = 40


class UnknownTable(Exception):
    """No table has that id."""


class Stale(Exception):
    """The asker has not seen the newest entry."""


class NotYours(Exception):
    """The seat is not the asker's, or it is not that seat's turn."""


class NotNow(Exception):
    """What was asked cannot be done in this position; `reason` is one word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class LiveTable:
    """One table; every method may be called from any thread."""

    def __init__(self, storage: Storage, game: Game, row: TableRow) -> None:
        self.lock = threading.RLock()
        self.row = row
        self.game = game
        self._storage = storage
        self._look = storage.look(row.id)
        self.number = 0
        self.events: list[Entry] = []
        """The log without what was taken back: moves and seats given up."""
        self.seats = row.seats
        self.resigned: int | None = None
        """The person whose leaving ended the game."""
        self._stories: dict[tuple[int, str], Story] = {}
        self._fold(storage.entries(row.id))
        self.table = self.at(len(self.events))
        self._orders = storage.orders(row.id)
        self._obeyed: tuple[object, int | None] = (None, None)
        self._drop_orders()

    # ---- reading ----

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def over(self) -> bool:
        return self.resigned is not None or self.table.actor == rotonde.OVER or self.row.imported

    @property
    def actor(self) -> int:
        """Whose move it is; OVER also when somebody gave up or the game was only brought here to be looked at."""
        return rotonde.OVER if self.over else self.table.actor

    @property
    def names(self) -> list[str]:
        """As they stand in sentences and drawings."""
        return [apart(seat.name) for seat in self.seats]

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who.is_person]

    @property
    def looking(self) -> int | None:
        """Which person sits before the owner's screen. One alone always does; of several, the one who said so last."""
        if sum(seat.is_person for seat in self.row.seats) == 1:
            return self.people[0]
        return self._look.seat if self._look.seat in self.people else None

    @property
    def looks(self) -> int:
        return self._look.count

    @property
    def next_person(self) -> int | None:
        """The person the device must be handed to before the game can go on."""
        actor = self.actor
        if actor not in self.people or actor == self.looking or self.obeyed() is not None:
            return None
        return actor

    @property
    def move_count(self) -> int:
        return sum(event.kind == "move" for event in self.events)

    @property
    def commitment(self) -> str:
        """The hash of the key; a game that was brought here without a key has none."""
        return fairness.commitment(self.row.key) if self.row.key else ""

    def undoable(self, seat: int) -> int:
        """How many moves that seat may take back: its own, since chance or anybody else last did something."""
        return self._open_end() if self.events and self.events[-1].actor == seat else 0

    def _open_end(self) -> int:
        """How many of the last moves may still be taken back."""
        if self.over:
            return 0
        count, mover = 0, rotonde.CHANCE
        for event in reversed(self.events):
            if event.kind != "move" or event.actor == rotonde.CHANCE or (count and event.actor != mover):
                break
            count, mover = count + 1, event.actor
        return count

    def orders(self, seat: int) -> set[str]:
        """What that seat said beforehand and the game still offers."""
        return {order for who, order in self._orders if who == seat}

    def offered_orders(self, seat: int, lang: str) -> list[Order]:
        """What that seat may say beforehand now, whether it could be asked or not."""
        gestures = self.game.gestures
        if gestures is None or self.over or seat not in self.people:
            return []
        return gestures.orders(self.seen_by(seat), lang)

    def obeyed(self) -> int | None:
        """The move that the actor's orders make; None when it must be asked."""
        with self.lock:
            seat = self.actor
            given = self.orders(seat)
            if not given or self.game.gestures is None:
                return None
            state = (self.number, frozenset(given))
            if self._obeyed[0] != state:
                seen = self.seen_by(seat)
                moves = (self.game.gestures.obey(seen, order) for order in sorted(given))
                self._obeyed = state, next((move for move in moves if move is not None), None)
            return self._obeyed[1]

    def seen_by(self, viewpoint: int) -> Seen:
        return self.table.seen_by(viewpoint).called(self.names)

    def story(self, viewpoint: int, lang: str) -> list[Line]:
        """What happened, the oldest first, as that viewpoint may know it."""
        with self.lock:
            story = self._stories.get((viewpoint, lang))
            if story is None:
                story = self._stories[viewpoint, lang] = Story(
                    *self._beginning(), viewpoint, lang, self.row.seats
                )
            return story.tell(self.events, len(self.events) - self._open_end())

    def at(self, count: int) -> Table:
        """The table after the first `count` events."""
        done = self.events[:count]
        places = {event.number: place for place, event in enumerate(done, 1)}
        table, start = self._new(), 0
        for number in self._storage.positions(self.id):
            if number in places:
                table, start = self.game.load(self._storage.position(self.id, number)), places[number]
                break
        for event in done[start:]:
            if event.kind == "move":
                table.play(event.move)
        return table

    def _new(self) -> Table:
        return self.game.new(players=len(self.row.seats), options=dict(self.row.options))

    def _beginning(self) -> tuple[Table, int]:
        """Where the story starts: at the start, unless the rules changed since; then where the table stands now."""
        if self.row.rules_version == self.game.rules_version:
            return self._new(), 0
        return self.table.copy(), len(self.events)

    def rests(self) -> list[int]:
        """After how many events the table came to rest: somebody had to choose, or it was over."""
        ends = [count for count, event in enumerate(self.events) if event.actor != rotonde.CHANCE]
        return [*ends, len(self.events)]

    def record(self) -> Record:
        """The whole game with all its secrets and its key: for after the end."""
        with self.lock:
            return Record(
                game=self.row.game,
                rules=self.row.rules_version,
                players=len(self.row.seats),
                options=dict(self.row.options),
                seats=[seat.name for seat in self.row.seats],
                commitment=self.commitment,
                key=self.row.key.hex(),
                result=self.table.scores() if self.table.actor == rotonde.OVER else [],
                ended="" if self.resigned is None else f"{RESIGNED} {self.resigned}",
                verbs=self.game.verbs,
                moves=[(event.actor, event.move) for event in self.events if event.kind == "move"],
            )

    # ---- changing ----

    def play(self, number: int, seat: int, move: int, *then: int) -> None:
        """Make a move, and let chance act after it. IllegalMove when the rules forbid it.

        The moves of `then` follow at once, all kept together: up to the first that is not legal any more, and only as
        long as the seat acts and chance has shown nothing that could change somebody's mind.
        """
        with self.lock:
            self._expect(number)
            if self.over:
                raise NotNow("over")
            if self.table.actor != seat:
                raise NotYours
            table = self.table.copy()
            table.play(move)
            entries = [self._entry("move", seat, move)]
            for next_move in then:
                if table.actor != seat or next_move not in table.moves():
                    break
                table.play(next_move)
                entries.append(replace(self._entry("move", seat, next_move), number=entries[-1].number + 1))
            entries += _draw_chance(table, self.row.key, self.move_count + len(entries), entries[-1].number)
            position = None
            if table.actor != seat:
                position = Position(entries[-1].number, table.position())
            self._append(entries, position)
            self.table = table
            self._drop_orders()

    def undo(self, number: int, seat: int, count: int = 1) -> None:
        """Take back that seat's last moves. Whoever does wants to be asked again: its orders stand no longer."""
        with self.lock:
            self._expect(number)
            if not 0 < count <= self.undoable(seat):
                raise NotNow("over" if self.over else "undo")
            before = self.at(len(self.events) - count)
            self._keep_orders(seat, ())
            self._append([self._entry("undo", seat, count)])
            self.table = before
            self._drop_orders()

    def resign(self, number: int, seat: int) -> None:
        """Leave the table: a bot goes on for the other people; without any the game is over."""
        with self.lock:
            self._expect(number)
            if self.over:
                raise NotNow("over")
            if seat not in self.people:
                raise NotYours
            self._append([self._entry("resign", seat, 0)])

    def look(self, seat: int) -> None:
        """That person now sits before the screen."""
        with self.lock:
            self.refresh()
            if seat not in self.people:
                raise NotYours
            if seat != self.looking and seat != self.next_person:
                raise NotNow("look")
            self._look = self._storage.set_look(self.id, seat)

    def set_order(self, seat: int, order: str, on: bool) -> None:
        """That seat gives an order or takes it back."""
        with self.lock:
            self.refresh()
            if order not in {one.id for one in self.offered_orders(seat, self.row.lang)}:
                raise NotNow("order")
            given = self.orders(seat)
            self._keep_orders(seat, given | {order} if on else given - {order})

    def _keep_orders(self, seat: int, orders: Collection[str]) -> None:
        if set(orders) != self.orders(seat):
            self._storage.set_orders(self.id, seat, orders)
            self._orders = self._storage.orders(self.id)

    def _drop_orders(self) -> None:
        """An order lasts as long as the game offers it; one that comes again must be given again."""
        for seat in {seat for seat, _ in self._orders}:
            offered = {order.id for order in self.offered_orders(seat, self.row.lang)}
            self._keep_orders(seat, self.orders(seat) & offered)

    def refresh(self) -> None:
        """Read what another process may have written."""
        with self.lock:
            self._look = self._storage.look(self.id)
            self._orders = self._storage.orders(self.id)
            news = self._storage.entries(self.id, after=self.number)
            if news:
                self._fold(news)
                self.table = self.at(len(self.events))

    def _expect(self, number: int) -> None:
        self.refresh()
        if number != self.number:
            raise Stale

    def _entry(self, kind: Kind, actor: int, move: int) -> Entry:
        return Entry(self.number + 1, kind, actor, move, time.time())

    def _append(self, entries: Sequence[Entry], position: Position | None = None) -> None:
        if not self._storage.append(self.id, entries, position):
            self.refresh()
            raise Stale
        self._fold(entries)

    def _fold(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.number = entry.number
            if entry.kind == "undo":
                del self.events[len(self.events) - entry.move :]
                continue
            self.events.append(entry)
            if entry.kind == "resign":
                self._leave(entry.actor)

    def _leave(self, seat: int) -> None:
        if len(self.people) > 1 and not self.row.imported:
            seats = list(self.seats)
            seats[seat] = replace(seats[seat], bot=DEFAULT_BOT)
            self.seats = tuple(seats)
        else:
            self.resigned = seat


def _draw_chance(table: Table, key: bytes, move_count: int, number: int) -> list[Entry]:
    """Play chance's moves as the key gives them, until somebody must choose; gives their entries."""
    entries: list[Entry] = []
    while table.actor == rotonde.CHANCE:
        move = fairness.draw(key, move_count, table.chances())
        table.play(move)
        move_count += 1
        number += 1
        entries.append(Entry(number, "move", rotonde.CHANCE, move, time.time()))
    return entries


@dataclass(frozen=True)
class Owner:
    """The secret that an owner's browser keeps, and what the server keeps of it."""

    secret: str

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @staticmethod
    def new() -> "Owner":
        return Owner(secrets.token_urlsafe(32))


class Tables:
    """All tables of a storage; the last used ones are kept in memory."""

    KEPT = 500

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, LiveTable] = OrderedDict()
        self._games: dict[str, Game] = {}

    def game(self, game_id: str) -> Game:
        """The game on the python engine: nothing to compile, so that a page never waits."""
        if game_id not in self._games:
            self._games[game_id] = rotonde.game(game_id, engine="python")
        return self._games[game_id]

    def open(self, table_id: str) -> LiveTable:
        with self._lock:
            live = self._kept.get(table_id)
            if live is None:
                row = self._storage.table(table_id)
                if row is None:
                    raise UnknownTable(table_id)
                live = self._kept[table_id] = LiveTable(self._storage, self.game(row.game), row)
            self._kept.move_to_end(table_id)
            while len(self._kept) > self.KEPT:
                self._kept.popitem(last=False)
        live.refresh()
        return live

    def create(
        self, game_id: str, options: Mapping[str, Any], seats: Sequence[Seat], lang: str, owner: Owner
    ) -> LiveTable:
        """Lay a new table and let chance deal. BadOption and UnknownGame say what is wrong with the wish."""
        row, entries = self._lay(game_id, options, seats, lang, owner.hash)
        self._storage.create(row, entries)
        return self.open(row.id)

    def again(self, live: LiveTable, lang: str) -> LiveTable:
        """The same people and options once more, everybody one seat further; asked twice, the same table."""
        if not live.over:
            raise NotNow("not_over")
        seats = (*live.row.seats[1:], live.row.seats[0])
        row, entries = self._lay(live.row.game, live.row.options, seats, lang, live.row.owner)
        return self.open(self._storage.create_next(live.id, row, entries))

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
        self._storage.create(row, entries)
        return self.open(row.id)

    def next_of(self, live: LiveTable) -> str | None:
        return self._storage.next_table(live.id)

    def _lay(
        self, game_id: str, options: Mapping[str, Any], seats: Sequence[Seat], lang: str, owner: str
    ) -> tuple[TableRow, list[Entry]]:
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
            owner=owner,
            created=time.time(),
        )
        return row, _draw_chance(table, row.key, 0, 0)


def _new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(12)


def owns(live: LiveTable, secret: str | None) -> bool:
    """Whether the browser with that secret made the table."""
    return secret is not None and hmac.compare_digest(Owner(secret).hash, live.row.owner)
