"""The house: tables, the people who look at them, and the bots who play at them, in one process.

Several houses may share a database. What changes a table goes through its log, so they cannot disagree; the bus tells
them what to look at again, and a claim in the database lets one of them compute each move of a bot.
"""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from starlette.concurrency import run_in_threadpool

import rotonde
from rotonde.kernel.handle import Seen
from rotonde.players.levels import level

from . import belongings
from .accounts import Accounts
from .aftermath import Aftermath
from .bots import BotFailed, Bots
from .bus import EVERYTHING, Bus, open_bus
from .database import open_database
from .live import PRESENCE_LASTS, Live
from .notify import Notifier, NotifySettings
from .people import People
from .storage import Storage
from .table import LiveTable, NotNow, NotYours, Stale
from .tables import Tables, UnknownTable

log = logging.getLogger(__name__)

LONGEST_THOUGHT = 60
"""Seconds after which another house may compute the move of a bot; compiling comes before."""

QUICKER = 3
"""How many steps of a longer way a bot makes in the time of one move."""

BOT_IS_LATE = 10
"""Seconds after which a house looks after a table where a bot should have moved."""

BotState = Literal["ready", "warming", "thinking", "failed"]


def level_spec(bot: str) -> str:
    return level(bot).spec


def default_workers() -> int:
    """One core is left to the pages."""
    return max(1, min(4, (os.cpu_count() or 1) - 1))


@dataclass(frozen=True)
class Settings:
    data_dir: Path
    bot_pause: float = 0.7
    """Seconds from one bot's move to the next, so that people can follow."""
    bot_spec: Callable[[str], str] = level_spec
    """Which player stands for a level."""
    bots: Bots = field(default_factory=lambda: Bots(default_workers()))
    database: str | None = None
    """The address of a PostgreSQL server; without one, a file in the data folder."""
    keeper_pause: float = 1.0
    """Seconds from one look at the clocks to the next."""
    notify: NotifySettings = field(default_factory=NotifySettings)
    """How people are told that it is their turn when they are not there."""


class House:
    """Used from the event loop only; what reads or writes the storage is sent to a thread."""

    def __init__(self, settings: Settings) -> None:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        database = open_database(settings.database or settings.data_dir / "rotonde.sqlite3")
        self.storage = Storage(database)
        self.people = People(database)
        self.tables = Tables(self.storage)
        self.live = Live()
        self.process = secrets.token_hex(8)
        self._bots = settings.bots
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._states: dict[str, BotState] = {}
        self.accounts = Accounts(database, belongings.ALL)
        self.notifier = Notifier(database, settings.notify)
        self._aftermath = Aftermath(self.storage, self.notifier)
        self._afterwards: set[asyncio.Task[None]] = set()
        self._settled: set[str] = set()
        self._bus: Bus | None = None
        self._keepers: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Listen to the other houses and keep the clocks; called from the event loop."""
        self._bus = open_bus(self.storage.database, self.settings.data_dir)
        self._bus.subscribe(self._heard)
        self.live.tell_presence = self._tell_presence
        self._keepers = [
            asyncio.create_task(self._keep_clocks()),
            asyncio.create_task(self.notifier.run()),
        ]

    async def close(self) -> None:
        self.live.close()
        await asyncio.gather(*self._afterwards, return_exceptions=True)
        tasks = [*self._playing.values(), *self._keepers]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._bots.close()
        if self._bus:
            self._bus.close()
        self.storage.close()

    # ---- what the houses tell each other ----

    def _tell(self, *words: str) -> None:
        if self._bus:
            self._bus.publish(" ".join([self.process, *words]))

    def _tell_presence(self, table_id: str) -> None:
        self._tell("present", table_id, *map(str, sorted(self.live.here(table_id))))

    def _heard(self, topic: str) -> None:
        if topic == EVERYTHING:
            self.tables.mark_stale()
            self.live.all_changed()
            return
        process, kind, table_id, *rest = topic.split(" ")
        if process == self.process or self.live.closing:
            return
        if kind == "present":
            self.live.present_elsewhere(table_id, process, frozenset(map(int, rest)))
        elif kind == "bots":
            self._set_state(table_id, cast(BotState, rest[0]))
        else:
            self.tables.mark_stale(table_id)
            self.live.changed(table_id)

    # ---- clocks, and bots that nobody thinks for ----

    async def _keep_clocks(self) -> None:
        """Whoever runs out of time is late in some house first; it does not matter in which."""
        told = 0.0
        while not self.live.closing:
            await asyncio.sleep(self.settings.keeper_pause)
            try:
                await self._look_after()
            except Exception:  # the database may be away for a while
                log.exception("the clocks could not be looked at")
            if time.monotonic() > told + PRESENCE_LASTS / 3:
                told = time.monotonic()
                for table_id in self.live.tables_here():
                    self._tell_presence(table_id)

    async def _look_after(self) -> None:
        now = time.time()
        for table_id in await run_in_threadpool(self.storage.overdue, now):
            try:
                live = await run_in_threadpool(self.tables.open, table_id)
            except rotonde.Problem:
                log.warning("a table where somebody's time is up cannot be opened")
                continue
            if await run_in_threadpool(live.time_out):
                self.changed(live)
        for table_id in await run_in_threadpool(self.storage.waiting_for_bots, now - BOT_IS_LATE):
            if table_id not in self._playing:
                try:
                    self.wake_bots(await run_in_threadpool(self.tables.open, table_id))
                except (UnknownTable, rotonde.Problem):
                    log.warning("a table where a bot should move cannot be opened")

    def bot_state(self, table_id: str) -> BotState:
        return self._states.get(table_id, "ready")

    def changed(self, live: LiveTable) -> None:
        """Something happened at the table: show it, and let the next bot play."""
        self._announce(live.id)
        self.wake_bots(live)
        self._follow_up(live)

    def _follow_up(self, live: LiveTable) -> None:
        """Call whoever must act now, and keep the result of a game that is over; nobody waits for that."""
        if live.over and live.id not in self._settled:
            self._settled.add(live.id)
            self._later(live, self._aftermath.settle, live)
        if live.row.clock.kind == "days":
            self._later(live, self._aftermath.call, live, self.live.present(live.id))

    def _later(self, live: LiveTable, work: Callable[..., None], *args: object) -> None:
        async def do() -> None:
            try:
                await run_in_threadpool(work, *args)
            except Exception:
                self._settled.discard(live.id)
                log.exception("what follows from a move could not be done")

        task = asyncio.create_task(do())
        self._afterwards.add(task)
        task.add_done_callback(self._afterwards.discard)

    def show(self, table_id: str) -> None:
        """There is something newer in the storage, which the table in memory has not read."""
        self.tables.mark_stale(table_id)
        self._announce(table_id)

    def _announce(self, table_id: str) -> None:
        """The table in memory has something newer to be seen."""
        self.live.changed(table_id)
        self._tell("changed", table_id)

    async def again(self, live: LiveTable) -> LiveTable:
        """The same company sits down to the next game; NotNow while this one goes on."""
        following = await run_in_threadpool(self.tables.again, live)
        self.show(live.id)
        self.wake_bots(following)
        return following

    def wake_bots(self, live: LiveTable, after_failure: bool = False) -> None:
        """Let bots and orders play until a person must choose; nothing happens when they do already."""
        if not live.over and any(seat.bot is not None for seat in live.seats):
            self._bots.start_warming(live.game)  # while the first person is still thinking
        if live.id in self._playing or self.live.closing or not _answers_itself(live):
            return
        if self.bot_state(live.id) == "failed" and _bot_to_move(live) and not after_failure:
            return
        self._playing[live.id] = asyncio.create_task(self._let_bots_play(live))

    async def _let_bots_play(self, live: LiveTable) -> None:
        try:
            while _answers_itself(live):
                if _bot_to_move(live):
                    await self._bot_move(live)
                else:
                    await self._obey(live)
            self._show_state(live, "ready")
        except BotFailed:
            self._show_state(live, "failed")
        except Exception:
            log.exception("a bot's move could not be made")
            self._show_state(live, "failed")
        finally:
            self._playing.pop(live.id, None)
        # A person may have taken a move back in the very last moment.
        self.wake_bots(live)

    async def _bot_move(self, live: LiveTable) -> None:
        clock = asyncio.get_running_loop().time
        with live.lock:
            seat, number = live.actor, live.number
            bot = live.seats[seat].bot if seat >= 0 else None
            if bot is None:
                return
            seen = live.seen_by(seat)
        if not self._bots.is_warm(live.row.game):
            self._show_state(live, "warming")
            await self._bots.get_warm(live.game)
        self._show_state(live, "thinking")
        started = clock()
        if not await self._claim(live, number):
            await asyncio.sleep(self.settings.bot_pause)
            await run_in_threadpool(live.refresh)
            return  # another house thinks about it
        move = await self._bots.choose(self.settings.bot_spec(bot), seen, secrets.randbits(32), live.id)
        await asyncio.sleep(started + self._time_to_look(seen, move) - clock())
        try:
            await run_in_threadpool(live.play, number, seat, move, bot=bot)
        except (Stale, NotYours, NotNow):
            return  # somebody changed the table while the bot thought: it looks again
        self._announce(live.id)
        self._follow_up(live)

    def _time_to_look(self, seen: Seen, move: int) -> float:
        """Seconds before a move: one that needs no line of its own, such as a step of many, is seen in a moment."""
        says_nothing = not seen.game.words.told(seen, seen.after(move), move, "en", "")
        return self.settings.bot_pause / (QUICKER if says_nothing else 1)

    async def _claim(self, live: LiveTable, number: int) -> bool:
        now = time.time()
        claim = self.storage.claim
        return await run_in_threadpool(claim, live.id, number, self.process, now, now + LONGEST_THOUGHT)

    async def _obey(self, live: LiveTable) -> None:
        """Make the move that a person ordered beforehand, as late as if somebody had looked at it first."""
        self._show_state(live, "ready")
        with live.lock:
            number, seat, move = live.number, live.actor, live.obeyed()
            if move is None:
                return
            pause = self._time_to_look(live.seen_by(seat), move)
        await asyncio.sleep(pause)
        with live.lock:
            move = live.obeyed() if (live.number, live.actor) == (number, seat) else None
        if move is None:
            return
        try:
            await run_in_threadpool(live.play, number, seat, move, ordered=True)
        except (Stale, NotYours, NotNow):
            return  # somebody was faster: what is to be done is looked at again
        self._announce(live.id)
        self._follow_up(live)

    def _show_state(self, live: LiveTable, state: BotState) -> None:
        if self.bot_state(live.id) != state:
            self._set_state(live.id, state)
            self._tell("bots", live.id, state)

    def _set_state(self, table_id: str, state: BotState) -> None:
        if state == "ready":
            self._states.pop(table_id, None)
        else:
            self._states[table_id] = state
        self.live.changed(table_id)


def _bot_to_move(live: LiveTable) -> bool:
    actor = live.actor
    return actor >= 0 and not live.seats[actor].is_person


def _answers_itself(live: LiveTable) -> bool:
    return _bot_to_move(live) or live.obeyed() is not None
