"""How much one machine carries: tables with people who watch and move, from a second process.

    python bench/load.py [--tables 100] [--viewers 2] [--rate 50] [--seconds 20] [--idle 0] [--workers 1] [--kill]

The real server runs in processes of its own, on loopback, with an empty data folder (or an empty PostgreSQL database:
--database). At each table two people play, each from a browser of their own; they and further viewers hold an event
stream each. Moves are legal ones, picked at random, spread evenly over the tables. Measured from outside: from the
moment a move is posted to the moment the last byte of the news has come to another viewer.

--kill ends all processes of the server with SIGKILL half-way, starts it again, and counts the moves that were
acknowledged and are not in the database at the end.
"""

import argparse
import asyncio
import contextlib
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from load_client import Browser, Refused, Server, Stream

from rotonde import games
from rotonde.lab.wording import table as in_columns
from rotonde.server.database import open_database

T = TypeVar("T")

PATIENCE = 60
AT_ONCE = 50
"""So many requests are on their way while tables are laid and streams opened."""


# ---- The server ----


class Rotonde:
    """The server's processes."""

    def __init__(self, folder: Path, args: argparse.Namespace) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._environment = os.environ | ({"ROTONDE_DATABASE": args.database} if args.database else {})
        self._command = [sys.executable, "-m", "rotonde.cli", "serve", "--no-open", "--port", str(self.port)]
        self._command += ["--data", str(folder), "--workers", str(args.workers)]
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        self._process = subprocess.Popen(self._command, env=self._environment, stdout=subprocess.DEVNULL)
        patience = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError, EOFError, Refused):
                await Browser(Server("127.0.0.1", self.port)).ask("GET", "/health")
                return
            if self._process.poll() is not None or time.monotonic() > patience:
                raise SystemExit("the server did not start")
            await asyncio.sleep(0.05)

    def kill(self) -> None:
        """As if the power failed."""
        assert self._process is not None
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()

    def pids(self) -> list[int]:
        """The process that was started and all that came from it."""
        assert self._process is not None
        found = [self._process.pid]
        for pid in found:
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                for children in Path(f"/proc/{pid}/task").glob("*/children"):
                    found += map(int, children.read_text().split())
        return found

    def memory(self) -> float:
        """Resident, of all processes together, in MB."""
        return sum(_field(pid, "VmRSS:") for pid in self.pids()) / 1024

    def seconds(self) -> float:
        """What all processes together have computed for."""
        ticks = 0
        for pid in self.pids():
            with contextlib.suppress(FileNotFoundError):
                stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += int(stat[11]) + int(stat[12])
        return ticks / os.sysconf("SC_CLK_TCK")


def _field(pid: int, name: str) -> int:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1])
    return 0


# ---- The people ----


class Move(msgspec.Struct):
    move: int


class News(msgspec.Struct):
    """Of what a stream tells, all that somebody needs who plays at random: the traffic should cost little."""

    over: bool | msgspec.UnsetType = msgspec.UNSET
    moves: list[Move] | msgspec.UnsetType = msgspec.UNSET


read_news = msgspec.json.Decoder(News).decode


@dataclass
class Seat:
    """Somebody who plays, and what the stream has told."""

    browser: Browser
    number: int = 0
    moves: list[int] = field(default_factory=list)
    over: bool = False

    def told(self, number: int, data: bytes) -> None:
        """A stream tells only what is new."""
        news = read_news(data)
        self.number = number
        if news.over is not msgspec.UNSET:
            self.over = news.over
        if news.moves is not msgspec.UNSET:
            self.moves = [move.move for move in news.moves]


@dataclass
class Played:
    """One table, and who is there."""

    path: str
    seats: list[Seat]
    streams: list[Stream] = field(default_factory=list)
    mover: Seat | None = None
    """Who has posted a move that not everybody has seen."""
    posted: float = 0
    before: int = 0
    """The number of what happened last before that move."""
    unseen: int = 0
    """So many others have not seen it yet."""
    acknowledged: list[tuple[int, int]] = field(default_factory=list)


class Crowd:
    def __init__(self, server: Server, args: argparse.Namespace) -> None:
        self.server = server
        self.args = args
        self.tables: list[Played] = []
        self.idle: list[Stream] = []
        self.took: list[float] = []
        self.answered: list[float] = []
        self.event_bytes = 0
        self.events = 0
        self.late = 0
        self.refused: list[str] = []
        self._random = random.Random(1)
        self._doing: set[asyncio.Task[None]] = set()

    async def lay(self, count: int) -> list[Played]:
        async def one() -> Played:
            first, second = Browser(self.server), Browser(self.server)
            path = await first.lay_table(self.args.game, "person", "open")
            await second.sit(path, 1, "Hugo")
            return Played(path, [Seat(first), Seat(second)])

        return await _some_at_once([one() for _ in range(count)])

    async def watch(self, tables: list[Played]) -> None:
        """Open the streams that each table should have: those of the seats first."""

        async def one(table: Played, place: int) -> None:
            seat = table.seats[place] if place < len(table.seats) else None
            browser = seat.browser if seat else Browser(self.server)
            stream = await browser.watch(table.path, partial(self._shown, table, seat))
            table.streams.append(stream)

        for table in tables:
            table.streams = []
        places = [(table, place) for place in range(self.args.viewers) for table in tables]
        await _some_at_once([one(table, place) for table, place in places])

    async def watch_idly(self, tables: list[Played], count: int) -> None:
        ways = [Browser(self.server).watch(tables[n % len(tables)].path, _ignore) for n in range(count)]
        self.idle = await _some_at_once(ways)

    def _shown(self, table: Played, seat: Seat | None, number: int, data: bytes) -> None:
        if table.mover is not None and seat is not table.mover and number > table.before and table.unseen:
            self.took.append(time.perf_counter() - table.posted)
            table.unseen -= 1
        self.events += 1
        self.event_bytes += len(data)
        if seat is not None:
            seat.told(number, data)

    async def play(self, seconds: float) -> None:
        """Post moves at the rate that was asked for; a table where one is still on its way is passed over."""
        start = time.perf_counter()
        done = 0
        while (now := time.perf_counter() - start) < seconds:
            due = int(now * self.args.rate)
            for _ in range(due - done):
                self._move_somewhere()
            done = due
            await asyncio.sleep(0.002)
        await asyncio.gather(*self._doing)

    def _move_somewhere(self) -> None:
        table = self.tables[self._random.randrange(len(self.tables))]
        mover = next((seat for seat in table.seats if seat.moves and not seat.over), None)
        if table.mover is not None or mover is None:
            self.late += 1
            return
        table.mover = mover
        task = asyncio.create_task(self._move(table, mover))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _move(self, table: Played, mover: Seat) -> None:
        move = self._random.choice(mover.moves)
        table.before, table.posted, table.unseen = mover.number, time.perf_counter(), self.args.viewers - 1
        try:
            number = await mover.browser.play(table.path, table.before, move)
            self.answered.append(time.perf_counter() - table.posted)
            table.acknowledged.append((table.before + 1, move))
            await self._until_everybody_saw(table, mover, number)
        except (OSError, EOFError):
            pass  # the server is dead: what it had not answered does not count
        except Refused as refused:
            self.refused.append(str(refused))
        finally:
            table.mover = None

    async def _until_everybody_saw(self, table: Played, mover: Seat, number: int) -> None:
        patience = time.perf_counter() + PATIENCE
        while (table.unseen or mover.number < number) and not any(stream.lost for stream in table.streams):
            if time.perf_counter() > patience:
                raise SystemExit(f"a viewer of {table.path} was never shown a move")
            await asyncio.sleep(0.002)

    async def come_back(self) -> None:
        """After the server was away: open the streams again."""
        self.server.forget()
        for table in self.tables:
            table.mover = None
        await self.watch(self.tables)

    def close(self) -> None:
        for stream in [*self.idle, *(stream for table in self.tables for stream in table.streams)]:
            stream.close()
        self.server.forget()


def _ignore(_number: int, _data: bytes) -> None:
    """Somebody who only watches a table where nothing happens."""


async def _some_at_once(ways: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def gated(way: Coroutine[Any, Any, T]) -> T:
        async with gate:
            return await way

    return await asyncio.gather(*(gated(way) for way in ways))


def lost(crowd: Crowd, address: str | Path) -> tuple[int, int]:
    """How many moves were acknowledged, and how many of them the database does not hold."""
    database = open_database(address)
    missing = total = 0
    for table in crowd.tables:
        rows = database.rows(
            "SELECT number, move FROM log WHERE table_id = ? AND kind = 'move'",
            table.path.removeprefix("/t/"),
        )
        missing += len(set(table.acknowledged) - set(rows))
        total += len(table.acknowledged)
    database.close()
    return total, missing


# ---- The report ----


def milliseconds(took: list[float]) -> str:
    if len(took) < 2:
        return "none"
    cut = statistics.quantiles(took, n=100, method="inclusive")
    return f"p50 {1000 * cut[49]:.0f}  p99 {1000 * cut[98]:.0f}  max {1000 * max(took):.0f} ms"


async def measure(args: argparse.Namespace, folder: Path) -> list[tuple[str, str]]:
    rotonde = Rotonde(folder, args)
    await rotonde.start()
    crowd = Crowd(Server("127.0.0.1", rotonde.port), args)
    rows: list[tuple[str, str]] = []
    try:
        await crowd.lay(1)  # what every table needs is there once
        bare = rotonde.memory()
        started = time.perf_counter()
        crowd.tables = await crowd.lay(args.tables)
        took = time.perf_counter() - started
        rows.append(("tables laid", f"{args.tables} in {took:.1f} s"))
        with_tables = rotonde.memory()
        await crowd.watch(crowd.tables)
        with_viewers = rotonde.memory()
        viewers = args.tables * args.viewers
        rows += [
            ("memory of the bare server", f"{bare:.0f} MB in {len(rotonde.pids())} processes"),
            ("memory a table", f"{1024 * (with_tables - bare) / args.tables:.0f} KB"),
            ("memory a viewer", f"{1024 * (with_viewers - with_tables) / max(1, viewers):.0f} KB"),
        ]
        if args.idle:
            quiet = await crowd.lay(max(1, args.idle // 10))
            before = rotonde.memory()
            started = time.perf_counter()
            await crowd.watch_idly(quiet, args.idle)
            rows += [
                ("idle viewers connected", f"{args.idle} in {time.perf_counter() - started:.1f} s"),
                ("memory an idle viewer", f"{1024 * (rotonde.memory() - before) / args.idle:.0f} KB"),
            ]
        rows += await _play(args, rotonde, crowd)
        rows.append(("memory in all", f"{rotonde.memory():.0f} MB"))
        if args.idle:
            rows.append(("idle viewers still held", f"{sum(not stream.lost for stream in crowd.idle)}"))
    finally:
        crowd.close()
        rotonde.stop()
    acknowledged, missing = lost(crowd, args.database or folder / "rotonde.sqlite3")
    rows.append(("acknowledged moves lost", f"{missing} of {acknowledged}"))
    return rows


async def _play(args: argparse.Namespace, rotonde: Rotonde, crowd: Crowd) -> list[tuple[str, str]]:
    computed, own, started = rotonde.seconds(), time.process_time(), time.perf_counter()
    away = 0.0
    if args.kill:
        killer = asyncio.create_task(_kill_later(rotonde, args.seconds / 2))
        await crowd.play(args.seconds / 2)
        away = await killer
        computed = rotonde.seconds()
        await crowd.come_back()
        await crowd.play(args.seconds / 2)
    else:
        await crowd.play(args.seconds)
    wall = time.perf_counter() - started
    cpu = rotonde.seconds() - computed
    moves = len(crowd.answered)
    rows = [
        ("moves", f"{moves} in {wall:.1f} s: {moves / args.seconds:.1f} a second, {args.rate} asked for"),
        ("POST to the other viewer's event", milliseconds(crowd.took)),
        ("POST to its answer", milliseconds(crowd.answered)),
        ("passed over, table busy or over", str(crowd.late)),
        (
            "refused",
            f"{len(crowd.refused)}" + (f", first: {crowd.refused[0][:160]}" if crowd.refused else ""),
        ),
        ("an event", f"{crowd.event_bytes / max(1, crowd.events) / 1024:.1f} KB"),
        ("the traffic itself took", f"{100 * (time.process_time() - own) / wall:.0f} % of a core"),
    ]
    if args.kill:
        rows.append(("killed, started again after", f"{away:.1f} s"))
    else:
        rows.append(
            (
                "the server took",
                f"{100 * cpu / wall:.0f} % of a core, {1000 * cpu / max(1, moves):.1f} ms a move",
            )
        )
    return rows


async def _kill_later(rotonde: Rotonde, seconds: float) -> float:
    """Kill the server in the middle of its work; seconds until it answers again."""
    await asyncio.sleep(seconds - 0.05)
    rotonde.kill()
    started = time.perf_counter()
    await rotonde.start()
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=list(games.PLAYABLE), default=next(iter(games.PLAYABLE)))
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--viewers", type=int, default=2, help="viewers a table, the players among them")
    parser.add_argument("--rate", type=float, default=50, help="moves a second, over all tables")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--idle", type=int, default=0, help="viewers of tables where nothing happens")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kill", action="store_true", help="kill the server half-way and start it again")
    parser.add_argument("--database", help="an empty PostgreSQL database: postgresql://…")
    args = parser.parse_args()
    if args.tables * args.viewers + args.idle > 30_000 or args.seconds > 600 or args.viewers < 2:
        parser.error("at most 30000 viewers, at least two a table, and 600 seconds")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        print(in_columns(asyncio.run(measure(args, Path(folder)))))


if __name__ == "__main__":
    main()
