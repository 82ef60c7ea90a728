"""Bots think in processes of their own, so that a page never stalls while one thinks or compiles.

A worker gets what one seat may know, and nothing else. A worker that dies is replaced and the question asked again.
A table's next question goes to the worker that had its last one, if that one is free: it may think on from there.
"""

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar

from rotonde.kernel.handle import Game, Seen

TRIES = 3
log = logging.getLogger(__name__)
T = TypeVar("T")


class BotFailed(Exception):
    """The bot gave no answer; the log says why."""


def choose(spec: str, seen: Seen, seed: int) -> int:
    """In a worker: the move this player would make."""
    from rotonde import players  # only here: the server itself must not load the compiler

    return players.choose(spec, seen, seed)


def warm(seen: Seen) -> None:
    """In a worker: compile the game, or find it compiled."""
    from rotonde import players

    players.warm(seen)


def _start_worker() -> None:
    """Pages come first, Ctrl-C is for the server to answer, and a worker must not outlive a server that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_end_with, args=(server.sentinel,), daemon=True).start()


def _end_with(server: int) -> None:
    wait([server])
    os._exit(1)


def _any_view(game: Game) -> Seen:
    """A view to get warm with: of a table of its own, not of one that people play at."""
    table = game.new()
    table.deal(random.Random(0))
    return table.seen_by(table.actor)


class _Worker:
    """One process, which answers one question after the other."""

    def __init__(self) -> None:
        # Not fork: the server has threads.
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(1, mp_context=context, initializer=_start_worker)
        self.asked = 0
        """How many questions wait for an answer."""
        self.about = ""
        """The table of the last one."""


class Bots:
    """A few workers; used from the event loop only."""

    def __init__(
        self,
        workers: int = 1,
        choose: Callable[[str, Seen, int], int] = choose,
        warm: Callable[[Seen], None] = warm,
    ) -> None:
        self._most = workers
        self._choose = choose
        self._warm = warm
        self._workers: list[_Worker] = []
        """The one that was asked last stands last."""
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._closed = False
        self.alive = True
        """Whether the last question was answered by a process, and not by the death of several."""

    def is_warm(self, game_id: str) -> bool:
        task = self._warming.get(game_id)
        return task is not None and task.done() and not task.cancelled() and task.exception() is None

    def start_warming(self, game: Game) -> None:
        """Let the workers get ready for this game, unless they were asked to before."""
        if game.id not in self._warming:
            self._warming[game.id] = asyncio.create_task(self._ask("", self._warm, _any_view(game)))

    async def get_warm(self, game: Game) -> None:
        """Return when the workers can play this game; the first time that takes a while."""
        if game.id in self._warming and self._warming[game.id].done() and not self.is_warm(game.id):
            del self._warming[game.id]
        self.start_warming(game)
        await asyncio.shield(self._warming[game.id])

    async def choose(self, spec: str, seen: Seen, seed: int, table: str = "") -> int:
        return await self._ask(table, self._choose, spec, seen, seed)

    def close(self) -> None:
        self._closed = True
        for task in self._warming.values():
            task.cancel()
        if self._workers:
            # Not waiting for them: one may be in the middle of a long compilation.
            for process in multiprocessing.active_children():
                process.terminate()
        for worker in self._workers:
            # But for their pool, which Python might else wake at its own end just when it closes.
            worker.pool.shutdown(cancel_futures=True)
        self._workers = []

    async def _ask(self, about: str, work: Callable[..., T], *arguments: object) -> T:
        for _ in range(TRIES):
            worker = self._worker_for(about)
            worker.asked += 1
            try:
                answer = await asyncio.get_running_loop().run_in_executor(worker.pool, work, *arguments)
                self.alive = True
                return answer
            except BrokenProcessPool:
                if self._closed:
                    raise BotFailed from None
                log.warning("a bot's process died; another one is started")
                if worker in self._workers:
                    self._workers.remove(worker)
                    self._warming = {game: task for game, task in self._warming.items() if not task.done()}
            except Exception as error:
                log.exception("a bot failed")
                raise BotFailed from error
            finally:
                worker.asked -= 1
        self.alive = False
        log.error("a bot's process died %d times over the same question", TRIES)
        raise BotFailed

    def _worker_for(self, about: str) -> _Worker:
        """A free one, best the one that thought about the same table last; a new one before any has to wait."""
        free = [worker for worker in self._workers if not worker.asked]
        known = [worker for worker in free if worker.about == about]
        if not free and len(self._workers) < self._most:
            worker = _Worker()
        else:
            worker = (known or free or sorted(self._workers, key=lambda one: one.asked))[0]
            self._workers.remove(worker)
        self._workers.append(worker)
        worker.about = about
        return worker
