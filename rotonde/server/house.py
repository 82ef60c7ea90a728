"""The house: tables, the people who look at them, and the bots who play at them, in one process."""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from starlette.concurrency import run_in_threadpool

from rotonde.players.levels import level

from .bots import BotFailed, Bots
from .live import Live
from .storage import Storage
from .tables import LiveTable, NotNow, NotYours, Stale, Tables

log = logging.getLogger(__name__)

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


class House:
    """Used from the event loop only; what reads or writes the storage is sent to a thread."""

    def __init__(self, settings: Settings) -> None:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
        self.settings = settings
        self.storage = Storage(settings.data_dir / "rotonde.sqlite3")
        self.tables = Tables(self.storage)
        self.live = Live()
        self._bots = settings.bots
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._states: dict[str, BotState] = {}

    async def close(self) -> None:
        self.live.close()
        for task in list(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        self._bots.close()
        self.storage.close()

    def bot_state(self, table_id: str) -> BotState:
        return self._states.get(table_id, "ready")

    def changed(self, live: LiveTable) -> None:
        """Something happened at the table: show it, and let the next bot play."""
        self.live.changed(live.id)
        self.wake_bots(live)

    def wake_bots(self, live: LiveTable, after_failure: bool = False) -> None:
        """Let bots and orders play until a person must choose; nothing happens when they do already."""
        if not live.over and not all(seat.is_person for seat in live.seats):
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
        move = await self._bots.choose(self.settings.bot_spec(bot), seen, secrets.randbits(32))
        await asyncio.sleep(started + self.settings.bot_pause - clock())
        try:
            await run_in_threadpool(live.play, number, seat, move)
        except (Stale, NotYours, NotNow):
            return  # somebody changed the table while the bot thought: it looks again
        self.live.changed(live.id)

    async def _obey(self, live: LiveTable) -> None:
        """Make the move that a person ordered beforehand, as late as if somebody had looked at it first."""
        self._show_state(live, "ready")
        number, seat = live.number, live.actor
        await asyncio.sleep(self.settings.bot_pause)
        with live.lock:
            move = live.obeyed() if (live.number, live.actor) == (number, seat) else None
        if move is None:
            return
        try:
            await run_in_threadpool(live.play, number, seat, move)
        except (Stale, NotYours, NotNow):
            return  # somebody was faster: what is to be done is looked at again
        self.live.changed(live.id)

    def _show_state(self, live: LiveTable, state: BotState) -> None:
        if self.bot_state(live.id) != state:
            if state == "ready":
                self._states.pop(live.id, None)
            else:
                self._states[live.id] = state
            self.live.changed(live.id)


def _bot_to_move(live: LiveTable) -> bool:
    actor = live.actor
    return actor >= 0 and not live.seats[actor].is_person


def _answers_itself(live: LiveTable) -> bool:
    return _bot_to_move(live) or live.obeyed() is not None
