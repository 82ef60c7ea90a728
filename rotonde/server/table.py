"""One table: what happens when somebody makes a move, takes one back, sits down or leaves.

A table in memory is what its log in the storage says, folded. Whatever is asked of it is asked with the number of the
last entry that the asker has seen: somebody who has not seen something that matters is told so, and nothing changes.
"""

import threading
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

import rotonde
from rotonde.kernel import fairness
from rotonde.kernel.handle import Game, Seen, Table
from rotonde.kernel.record import Record
from rotonde.kernel.telling import Order

from .clock import Times
from .names import BOT_NAMES, apart
from .storage import NO_LOOK, Entry, Head, Kind, Look, Position, Seat, Storage, TableRow
from .story import Line, Story

DEFAULT_BOT = "driver"
"""Who takes the seat of a person who leaves the others."""

RESIGNED = "resigned"
"""How a record says that a person's leaving ended the game."""

MOST_ENTRIES = 50_000
"""In a log that is longer than any game nothing is taken back any more: it would grow without end."""

ASIDE = frozenset({"agree", "refuse", "bot", "back", "invite"})
"""What changes nothing about the choice that somebody is about to make."""

ORDERED = {"ordered": True}
"""What the log says of a move that an order made."""

GATHERING = -4
"""The actor of a table where somebody is still to sit down."""


class Stale(Exception):
    """The asker has not seen the newest entry."""


class NotYours(Exception):
    """The seat is not the asker's, or it is not that seat's turn."""


class OlderRules(rotonde.Problem):
    """What was played under older rules cannot be known under those of today."""


class NotNow(Exception):
    """What was asked cannot be done in this position; `reason` is one word."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Guest:
    """Who looks at a table: the seats that this person holds there, and which of them is before the screen."""

    person: str | None = None
    held: tuple[int, ...] = ()
    look: Look = NO_LOOK

    def looking(self, live: "LiveTable") -> int | None:
        """Whose eyes are before the screen. One seat alone always is; of several, the one that said so last, or where
        all is open the one that must act: there is nothing to cover while the screen is handed over."""
        if len(self.held) == 1:
            return self.held[0]
        if live.game.is_open and live.actor in self.held and live.actor in live.people:
            return live.actor
        return self.look.seat if self.look.seat in self.held and self.look.seat in live.people else None

    def next_person(self, live: "LiveTable") -> int | None:
        """The person on the same screen to whom it must be handed before the game can go on."""
        actor = live.actor
        if actor not in self.held or actor not in live.people or actor == self.looking(live):
            return None
        return actor if live.obeyed() is None else None

    def takes_back(self, live: "LiveTable") -> int | None:
        """Whose moves this guest would take back: where all is open, those of whoever moved last at this screen."""
        moved_last = next((seat for seat in self.held if live.undoable(seat)), None)
        return moved_last if live.game.is_open and moved_last is not None else self.looking(live)

    def viewpoint(self, live: "LiveTable") -> int:
        """Whose secrets this guest may see now. A screen that is being handed over shows nobody's."""
        looking = self.looking(live)
        return rotonde.PUBLIC if looking is None or self.next_person(live) is not None else looking


@dataclass(frozen=True)
class Asked:
    """Somebody asks the others to take moves back."""

    seat: int
    count: int
    agreed: frozenset[int] = frozenset()


class LiveTable:
    """One table; every method may be called from any thread."""

    def __init__(self, storage: Storage, game: Game, row: TableRow) -> None:
        self.lock = threading.RLock()
        self.row = row
        self.game = game
        self._storage = storage
        self.lost = False
        """Whether the storage failed in the middle of a change: this table must be read anew."""
        self.stale = False
        """Whether somebody said that there is something in the storage which this table has not read."""
        self._acting: tuple[Table | None, int] = (None, rotonde.OVER)
        self._stories: dict[tuple[int, str], Story] = {}
        self.scenes: dict[tuple[int, str], Any] = {}
        """What the pages have drawn of the table as it is now, for each viewpoint and language."""
        self._read()
        self._read_besides()
        self._obeyed: tuple[object, int | None] = (None, None)
        self._usual: tuple[int, dict[int, frozenset[str]]] = (-1, {})
        self._drop_orders()

    def _read(self) -> None:
        """What the log says, from its beginning."""
        self.number = 0
        self.posed = 0
        """The number of the last entry that whoever makes a move, or answers, must have seen."""
        self.events: list[Entry] = []
        """The log without what was taken back: moves, and what happened to seats."""
        self.asides: list[Entry] = []
        """What was asked and answered about taking back; it stays when the moves are gone."""
        self.seats = self.row.seats
        self.asked: Asked | None = None
        self.resigned: int | None = None
        """The person whose leaving ended the game."""
        self.late: set[int] = set()
        """The seats that lost because their time was up."""
        self.gone: set[int] = set()
        """The seats whose people left the others for good."""
        self.times = Times(self.row.clock, len(self.seats))
        if not self.open_seats:
            self.times.start(self.row.created)
        self._stories.clear()
        self._fold(self._storage.entries(self.id))
        self._secrets: set[int] = set()
        """What chance did that was hidden from anybody, by number, after `_watched`; of a row of draws the first."""
        self._watched = self.number
        self._older_rests = self._find_older_rests()
        if self.asked and self.asked.count > len(self.events) - self.since:
            self.asked = None
        try:
            self.table = self.at(len(self.events))
        except OlderRules:
            self._begin_turn_again()

    # ---- reading ----

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def over(self) -> bool:
        return self.resigned is not None or self._who_acts == rotonde.OVER or self.row.imported

    @property
    def _who_acts(self) -> int:
        """The actor by the rules; they are asked once, for a table in use is never changed but replaced."""
        if self._acting[0] is not self.table:
            self._acting = self.table, self.table.actor
        return self._acting[1]

    @property
    def actor(self) -> int:
        """Whose move it is; OVER also when somebody gave up or the game was only brought here to be looked at."""
        if self.over:
            return rotonde.OVER
        return GATHERING if self.open_seats else self._who_acts

    @property
    def contenders(self) -> list[int]:
        """The seats that can still win: a bot that goes on for somebody who left does not play for itself."""
        return [seat for seat in range(len(self.seats)) if seat not in self.late | self.gone]

    @property
    def winners(self) -> list[int]:
        """Who has won, once the game is over: of those who stayed, the best; in co-operation all or nobody."""
        if self.resigned is not None:
            alone = len(self.contenders) == 1 and not self.open_seats and not self.game.info.cooperative
            return self.contenders if alone else []
        found = self.table.winners()
        if not found or self.game.info.cooperative:
            return found
        ranks = self.table.ranks()
        best = max(ranks[seat] for seat in self.contenders)
        return [seat for seat in self.contenders if ranks[seat] == best]

    @property
    def open_seats(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who.open]

    @property
    def started(self) -> bool:
        return any(event.kind == "move" for event in self.events)

    @property
    def names(self) -> list[str]:
        """As they stand in sentences and drawings."""
        return [apart(seat.name) for seat in self.seats]

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who.is_person]

    @property
    def silent(self) -> list[int]:
        """The people who have not said what they think of what was asked."""
        asked = self.asked
        return [seat for seat in self.people if seat not in (asked.seat, *asked.agreed)] if asked else []

    def hosts(self, person: str | None) -> bool:
        """Who may invite, and begin with bots: whoever laid the table; if that one is not there, who sits first."""
        held = self.besides.held
        first = min(held, key=lambda one: held[one], default=None)
        return person == self.row.owner or (
            self.row.owner not in held and person is not None and person == first
        )

    def guest(self, person: str | None) -> Guest:
        """That person, as a guest at this table."""
        if person is None:
            return Guest()
        held = self.besides.held.get(person, ())
        return Guest(person, held, self.besides.looks.get(person, NO_LOOK) if len(held) > 1 else NO_LOOK)

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

    def askable(self, seat: int) -> int:
        """How many events that seat may ask the others to take back: to before its last own choice.

        Not beyond something that was shown to some and not to all: a draw that one has seen cannot be unseen.
        """
        if self.over or self.asked or len(self.people) < 2 or seat not in self.people:
            return 0
        for count, event in enumerate(reversed(self.events[self.since :]), 1):
            if event.kind != "move":
                return 0
            if event.actor == rotonde.CHANCE and self._was_secret(event, len(self.events) - count):
                return 0
            if event.actor == seat:
                return count
        return 0

    def _was_secret(self, event: Entry, place: int) -> bool:
        """Whether what chance did there was hidden from anybody. It takes longer if it was not watched."""
        if event.number > self._watched:
            return event.number in self._secrets
        return is_secret(self.at(place), event.move)

    @property
    def deadline(self) -> float | None:
        """When the time of whoever must act is up, by the clock."""
        actor = self.actor
        return self.times.deadline(actor) if actor >= 0 and self.seats[actor].is_person else None

    def _open_end(self) -> int:
        """How many of the last moves may still be taken back."""
        if self.over:
            return 0
        count, mover = 0, rotonde.CHANCE
        for event in reversed(self.events[self.since :]):
            if event.kind != "move" or event.actor == rotonde.CHANCE or (count and event.actor != mover):
                break
            count, mover = count + 1, event.actor
        return count

    def orders(self, seat: int) -> set[str]:
        """What that seat said beforehand and the game still offers, and what is usual unless it said no."""
        switched = {order for who, order in self.besides.orders if who == seat}
        return switched ^ self._usual_orders(seat)

    def _usual_orders(self, seat: int) -> frozenset[str]:
        """The orders that stand until that seat takes them back."""
        if self._usual[0] != self.number:
            self._usual = self.number, {}
        known = self._usual[1]
        if seat not in known:
            offered = self.offered_orders(seat, self.row.lang)
            known[seat] = frozenset(order.id for order in offered if order.usual)
        return known[seat]

    def offered_orders(self, seat: int, lang: str, seen: Seen | None = None) -> list[Order]:
        """What that seat may say beforehand now, whether it could be asked or not; `seen` is what it sees."""
        gestures = self.game.gestures
        if gestures is None or self.over or seat not in self.people:
            return []
        return gestures.orders(seen or self.seen_by(seat), lang)

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

    def told(self, viewpoint: int, lang: str) -> Story:
        """What happened, as that viewpoint may know it, up to now."""
        with self.lock:
            story = self._stories.get((viewpoint, lang))
            if story is None:
                story = Story(*self._beginning(), viewpoint, lang, self.names)
                self._stories[viewpoint, lang] = story
            story.tell(self.events, self._at_for_telling)
            return story

    def _at_for_telling(self, count: int) -> Table:
        return self.table.copy() if count == len(self.events) else self.at(count)

    def story(self, viewpoint: int, lang: str) -> list[Line]:
        """What happened, the oldest first, as that viewpoint may know it."""
        return self.told(viewpoint, lang).lines

    def at(self, count: int) -> Table:
        """The table after the first `count` events; OlderRules when other rules are needed to know it."""
        if count < self.since and count not in self._older_rests:
            raise self._older_rules()
        done = self.events[:count]
        places = {event.number: place for place, event in enumerate(done, 1)}
        table, start, rules = self._new(), 0, self.row.rules_version
        for number in self._storage.positions(self.id):
            if number in places:
                position = self._storage.position(self.id, number)
                table, start, rules = self.game.load(position), places[number], position["rules"]
                break
        checked = rules == self.game.rules_version  # before they were kept
        for event in done[start:]:
            if event.kind == "move":
                if not checked and (table.actor != event.actor or event.move not in table.moves()):
                    raise self._older_rules()
                table.carry_out(event.move)
        return table

    @property
    def since(self) -> int:
        """After how many events the game goes on under the rules of today: at the last position from before them."""
        return self._older_rests[-1] if self._older_rests else 0

    def _find_older_rests(self) -> list[int]:
        """After how many events a position was kept under older rules."""
        if self.row.rules_version == self.game.rules_version:
            return []
        if self.row.imported:  # of these no positions are kept
            raise self._older_rules()
        places = {event.number: place for place, event in enumerate(self.events, 1)}
        kept = [number for number in self._storage.positions(self.id) if number in places]
        while kept and self._storage.position(self.id, kept[0])["rules"] == self.game.rules_version:
            del kept[0]
        return [places[number] for number in reversed(kept)]

    def _older_rules(self) -> OlderRules:
        then, now = self.row.rules_version, self.game.rules_version
        return OlderRules(
            f"La partie a commencé avec la version {then} des règles ; on joue maintenant avec la version {now}.",
            f"The game began under version {then} of the rules; version {now} is in force now.",
        )

    def _begin_turn_again(self) -> None:
        """Half a turn from before the rules changed, which they forbid now, is taken back: the game can go on."""
        half_turn = self.events[self.since :]
        if self.since == 0 or any(event.kind != "move" for event in half_turn):
            raise self._older_rules()
        undo = self._entry("undo", half_turn[-1].actor, len(half_turn))
        with suppress(Stale):  # another process did it, and what it wrote was read
            self._append([undo], self.at(self.since))

    def _new(self) -> Table:
        return self.game.new(players=len(self.row.seats), options=dict(self.row.options))

    def _beginning(self) -> tuple[Table, int]:
        """Where the story starts: at the start, unless the rules changed since."""
        return self.at(self.since), self.since

    def rests(self) -> list[int]:
        """After how many events the table came to rest: somebody had to choose, or it was over.

        Of what was played under older rules only those whose position was kept.
        """
        ends = {
            count
            for count, event in enumerate(self.events)
            if event.kind == "move" and event.actor != rotonde.CHANCE and count >= self.since
        }
        return sorted({*self._older_rests, *ends, len(self.events)})

    def next_shown(self, count: int) -> int:
        """The first number of events from `count` on after which the table can be shown."""
        return count if count >= self.since else next(rest for rest in self._older_rests if rest >= count)

    def record(self) -> Record:
        """The whole game with all its secrets and its key: for after the end."""
        with self.lock:
            return Record(
                game=self.row.game,
                rules=self.row.rules_version,
                players=len(self.row.seats),
                options=dict(self.row.options),
                seats=[seat.name for seat in self.seats],
                commitment=self.commitment,
                key=self.row.key.hex(),
                result=self.table.scores() if self.table.actor == rotonde.OVER else [],
                ended="" if self.resigned is None else f"{RESIGNED} {self.resigned}",
                verbs=self.game.verbs,
                moves=[(event.actor, event.move) for event in self.events if event.kind == "move"],
            )

    # ---- changing ----

    def play(
        self, number: int, seat: int, move: int, *then: int, ordered: bool = False, bot: str | None = None
    ) -> None:
        """Make a move, and let chance act after it. IllegalMove when the rules forbid it.

        The moves of `then` follow at once, all kept together: up to the first that is not legal any more, and only as
        long as the seat acts and chance has shown nothing that could change somebody's mind. A move is `ordered` when
        an order makes it in place of the seat, which need not have seen it to take it back. A `bot` moves only as long
        as it sits there: its person may come back while it thinks, and people move only for themselves.
        """
        with self.lock:
            self._expect(number)
            if self.over:
                raise NotNow("over")
            if self.actor != seat or self.seats[seat].bot != bot:
                raise NotYours
            table = self.table.copy()
            table.play(move)
            entries = [Entry(self.number + 1, "move", seat, move, time.time(), ORDERED if ordered else {})]
            for next_move in then:
                if table.actor != seat or next_move not in table.moves():
                    break
                table.play(next_move)
                entries.append(
                    msgspec.structs.replace(
                        self._entry("move", seat, next_move), number=entries[-1].number + 1
                    )
                )
            # Only other people are asked, and nobody beyond the moment when they came.
            secrets = self._secrets if len(self.people) > 1 else None
            done = self.move_count + len(entries)
            entries += draw_chance(table, self.row.key, done, entries[-1].number, secrets)
            position = None
            # Who plays alone never hands over; but after chance there is no way back either.
            if table.actor != seat or (len(self.seats) == 1 and entries[-1].actor == rotonde.CHANCE):
                position = Position(entries[-1].number, table.position())
            self._append(entries, table, position)
            self._drop_orders()

    def undo(self, number: int, seat: int, count: int = 1) -> None:
        """Take back that seat's last moves. Whoever does wants to be asked again: its orders stand no longer.

        What its orders have done since `number` goes with them.
        """
        with self.lock:
            self._catch_up(number)
            since = [event for event in self.events if event.number > number]
            if len(since) != self.number - number or any(event.data != ORDERED for event in since):
                raise Stale
            count += len(since)
            if not len(since) < count <= self.undoable(seat) or self.number > MOST_ENTRIES:
                raise NotNow("over" if self.over else "undo")
            before = self.at(len(self.events) - count)
            self._keep_orders(seat, ())
            self._append([self._entry("undo", seat, count)], before)
            self._drop_orders()

    def ask(self, number: int, seat: int) -> None:
        """Ask the other people to let that seat take its last choice back."""
        with self.lock:
            self._catch_up(number)
            count = self.askable(seat)
            if count == 0 or self.number > MOST_ENTRIES:
                raise NotNow("over" if self.over else "ask")
            if not self.events[-count].number <= number <= self.number:
                raise Stale
            self._append([self._entry("ask", seat, count)])

    def answer(self, number: int, seat: int, agrees: bool) -> None:
        """Agree to what was asked, or not; when all agree the moves are taken back."""
        with self.lock:
            self._expect(number)
            asked = self.asked
            if asked is None or seat not in self.silent:
                raise NotNow("answer")
            entries = [self._entry("agree" if agrees else "refuse", seat, 0)]
            table = None
            if agrees and self.silent == [seat]:
                entries.append(Entry(self.number + 2, "undo", asked.seat, asked.count, time.time()))
                table = self.at(len(self.events) - asked.count)
            self._append(entries, table)
            self._drop_orders()

    def resign(self, number: int, seat: int) -> None:
        """Leave the table for good: a bot goes on for the others, as long as more than one of them can win."""
        with self.lock:
            self._catch_up(number)  # whoever leaves does so wherever the game stands
            if self.over:
                raise NotNow("over")
            if seat not in self.people:
                raise NotYours
            self._append([self._entry("resign", seat, 0)])

    def look(self, guest: Guest, seat: int) -> None:
        """That person of the guest's now sits before the screen."""
        with self.lock:
            self.refresh()
            if seat not in guest.held or guest.person is None:
                raise NotYours
            if seat != guest.looking(self) and seat != guest.next_person(self):
                raise NotNow("look")
            self._storage.set_look(self.id, guest.person, seat)
            self._read_besides()

    # ---- who sits where ----

    def sit(self, seat: int, person: str, name: str, invite: str = "") -> None:
        """Take an open seat. When the last one is taken the game begins."""
        with self.lock:
            self.refresh()
            if self.over or not 0 <= seat < len(self.seats) or not self.seats[seat].open:
                raise NotNow("taken")
            if self.seats[seat].invite not in ("", invite):
                raise NotNow("invited")
            self._change_seats([(seat, "sit", {"name": name})], (seat, person))

    def rise(self, seat: int) -> None:
        """Give the seat back before the game has begun. When nobody is left, the table is cleared away."""
        with self.lock:
            self.refresh()
            if self.started or self.over or seat not in self.people:
                raise NotNow("started")
            if self.people == [seat]:
                self._append([self._entry("resign", seat, 0)])
            else:
                self._change_seats([(seat, "rise", {})], (seat, ""))

    def invite(self, seat: int, invite: str) -> None:
        """Only who knows the code with that hash may take the seat; the code before it serves no longer."""
        with self.lock:
            self.refresh()
            if self.over or not 0 <= seat < len(self.seats) or not self.seats[seat].invite:
                raise NotNow("taken")
            self._append([Entry(self.number + 1, "invite", seat, 0, time.time(), {"invite": invite})])

    def fill(self, level: str) -> None:
        """Bots take all seats that are still open, and the game begins."""
        with self.lock:
            self.refresh()
            if self.over or not self.open_seats:
                raise NotNow("taken")
            self._change_seats([(seat, "bot", {"level": level}) for seat in self.open_seats])

    def hand_over(self, seat: int, level: str) -> None:
        """A bot plays for a person, who may come back."""
        with self.lock:
            self.refresh()
            if self.over or self.open_seats or seat not in self.people:
                raise NotNow("over" if self.over else "seat")
            self._change_seats([(seat, "bot", {"level": level})])

    def come_back(self, seat: int) -> None:
        """The person plays again."""
        with self.lock:
            self.refresh()
            if self.over or self.seats[seat].is_person or seat in self.late | self.gone:
                raise NotNow("over" if self.over else "seat")
            self._change_seats([(seat, "back", {})])

    def time_out(self) -> bool:
        """Do what the table agreed on when the actor's time is up; whether it was."""
        with self.lock:
            self.refresh()
            due = self.deadline
            if due is None or due > time.time() or self.row.clock.when_up == "nothing":
                return False
            self._append([self._entry("timeout", self.actor, 0)])
            return True

    def _change_seats(
        self,
        changes: Sequence[tuple[int, Kind, dict[str, Any]]],
        holder: tuple[int, str] | None = None,
    ) -> None:
        """Keep changes of seats; once nobody is missing any more, chance deals."""
        entries = [
            Entry(self.number + place, kind, seat, 0, time.time(), data)
            for place, (seat, kind, data) in enumerate(changes, 1)
        ]
        filled = {seat for seat, kind, _ in changes if kind in ("sit", "bot")}
        table = None
        if self.open_seats and not set(self.open_seats) - filled:
            table = self.table.copy()
            entries += draw_chance(table, self.row.key, self.move_count, entries[-1].number)
        self._append(entries, table, holder=holder)

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
            self._storage.set_orders(self.id, seat, set(orders) ^ self._usual_orders(seat))
            self._read_besides()

    def _drop_orders(self) -> None:
        """An order lasts as long as the game offers it; one that comes again must be given again."""
        for seat in {seat for seat, _ in self.besides.orders}:
            offered = {order.id for order in self.offered_orders(seat, self.row.lang)}
            self._keep_orders(seat, self.orders(seat) & offered)

    def refresh(self) -> None:
        """Read what another process may have written."""
        with self.lock:
            self.stale = False  # what is said from here on is about something newer
            last_entry, changes = self._storage.counts(self.id)
            if changes != self._changes:
                self._read_besides(changes)
            if last_entry != self.number:
                self._read_on()

    def _read_besides(self, changes: int | None = None) -> None:
        """What the table has beside its log; counted first, for what changes in the meantime is read next time."""
        self._changes = self._storage.counts(self.id)[1] if changes is None else changes
        self.besides = self._storage.besides(self.id)

    def _read_on(self) -> None:
        """What the log says more than before."""
        news = self._storage.entries(self.id, after=self.number)
        self._fold(news)
        if any(entry.kind == "undo" for entry in news):
            self.table = self.at(len(self.events))
            self._watched = self.number
            return
        table = self.table.copy()
        for entry in news:
            if entry.kind == "move":
                if entry.actor == rotonde.CHANCE and is_secret(table, entry.move):
                    self._secrets.add(entry.number)
                table.carry_out(entry.move)
        self.table = table

    def _expect(self, number: int) -> None:
        """The asker has seen what it answers, or is told so. Should something be written now, `_append` says so."""
        self._catch_up(number)
        if not self.posed <= number <= self.number:
            raise Stale

    def _catch_up(self, number: int) -> None:
        """Whoever asks has not seen the same as this table: another process may have written something."""
        if number != self.number:
            self.refresh()

    def _entry(self, kind: Kind, actor: int, move: int) -> Entry:
        return Entry(self.number + 1, kind, actor, move, time.time())

    def _append(
        self,
        entries: Sequence[Entry],
        table: Table | None = None,
        position: Position | None = None,
        holder: tuple[int, str] | None = None,
    ) -> None:
        """Keep entries after which `table` (if not said: the same as before) lies there."""
        self._fold(entries)
        self.table = table or self.table
        try:
            stored = self._storage.append(self.id, entries, self.head(), position, holder)
        except BaseException:
            self.lost = True
            raise
        if not stored:
            self._read()
            raise Stale
        if holder is not None:
            self._read_besides()

    def head(self) -> Head:
        """Where the table stands, for lists."""
        actor = self.actor
        waits = self.row.clock.when_up != "nothing"
        return Head(
            seats=self.seats,
            actor=actor,
            open_seats=len(self.open_seats) if not self.over else 0,
            bot_acts=actor >= 0 and not self.seats[actor].is_person,
            changed=time.time(),
            deadline=self.deadline if waits else None,
        )

    def _fold(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.number = entry.number
            if entry.kind not in ASIDE:
                self.posed = entry.number
            if entry.kind == "undo":
                if self.asked is not None:
                    self.asides.append(entry)
                del self.events[len(self.events) - entry.move :]
            elif entry.kind in ("ask", "agree", "refuse"):
                self._fold_answer(entry)
            elif entry.kind == "invite":
                self._put(entry.actor, replace(self.seats[entry.actor], invite=entry.data["invite"]))
            else:
                self.events.append(entry)
                if entry.kind != "move":
                    self._fold_seat(entry)
            if entry.kind in ("move", "undo"):
                self.asked = None
                if entry.actor >= 0:
                    self.times.acted(entry.actor, entry.at)
            elif entry.kind == "timeout":
                self.times.ran_out(entry.actor, entry.at)
            elif entry.kind == "bot":
                self.times.went(entry.actor, entry.at)
            elif entry.kind == "back":
                self.times.came_back(entry.actor, entry.at)

    def _fold_answer(self, entry: Entry) -> None:
        self.asides.append(entry)
        if entry.kind == "ask":
            self.asked = Asked(entry.actor, entry.move)
        elif entry.kind == "agree" and self.asked is not None:
            self.asked = replace(self.asked, agreed=self.asked.agreed | {entry.actor})
        else:
            self.asked = None

    def _fold_seat(self, entry: Entry) -> None:
        seat, who = entry.actor, self.seats[entry.actor]
        match entry.kind:
            case "sit":
                self._put(seat, Seat(entry.data["name"]))
            case "rise":
                before = self.row.seats[seat]
                self._put(seat, before if before.open else Seat("", open=True))
                self.times.stop()
            case "bot":
                name = BOT_NAMES[seat % len(BOT_NAMES)] if who.open else who.name
                self._put(seat, Seat(name, entry.data["level"]))
            case "back":
                self._put(seat, Seat(who.name))
            case "timeout" if self.row.clock.when_up == "lose":
                self.late.add(seat)
                self._leave(seat)
            case "timeout":
                self._put(seat, Seat(who.name, DEFAULT_BOT))
            case _:
                self.gone.add(seat)
                self._leave(seat)
        self.asked = None
        if not self.times.running and not self.open_seats:
            self.times.start(entry.at)

    def _put(self, seat: int, who: Seat) -> None:
        """Somebody else sits there now: what was told may name them otherwise."""
        self.seats = (*self.seats[:seat], who, *self.seats[seat + 1 :])
        self._stories.clear()

    def _leave(self, seat: int) -> None:
        """A bot goes on for the other people. Without any, or when only one could still win, the game is over."""
        others = any(other != seat for other in self.people)
        contest = self.game.info.cooperative or len(self.contenders) > 1
        if others and contest and not self.row.imported:
            self._put(seat, Seat(self.seats[seat].name, DEFAULT_BOT))
        else:
            self.resigned = seat


def is_secret(table: Table, move: int) -> bool:
    """Whether that move of chance is hidden from anybody."""
    return any(table.seen_by(eyes).masked(move) != move for eyes in (rotonde.PUBLIC, *range(table.players)))


def draw_chance(
    table: Table, key: bytes, move_count: int, number: int, secrets: set[int] | None = None
) -> list[Entry]:
    """Play chance's moves as the key gives them, until somebody must choose; gives their entries.

    The number of the first that is hidden from anybody is put into `secrets`: they are taken back together or not.
    """
    entries: list[Entry] = []
    while table.actor == rotonde.CHANCE:
        move = table.outcome(partial(fairness.place, key, move_count))
        number += 1
        if secrets is not None and is_secret(table, move):
            secrets.add(number)
            secrets = None
        table.carry_out(move)
        move_count += 1
        entries.append(Entry(number, "move", rotonde.CHANCE, move, time.time()))
    return entries
