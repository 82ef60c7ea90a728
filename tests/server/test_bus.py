"""What one process publishes, all others hear, whichever database they share."""

import asyncio
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rotonde.server.bus import EVERYTHING, DatagramBus, open_bus
from rotonde.server.database import open_database
from tests.postgresql import Cluster

ROOT = Path(__file__).parents[2]
PATIENCE = 120


class Worker:
    """A process on the bus."""

    def __init__(self, address: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.bus_worker", address, str(folder)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._heard: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        assert self.heard() == "ready"

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._heard.put(line.strip())

    def publish(self, *topics: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{topic}\n" for topic in topics))
        self.process.stdin.flush()

    def heard(self) -> str:
        """The next topic that this process was told."""
        return self._heard.get(timeout=PATIENCE)

    def wait_for(self, topic: str) -> list[str]:
        """What it was told up to that topic."""
        heard = [self.heard()]
        while heard[-1] != topic:
            heard.append(self.heard())
        return heard

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE)


Start = Callable[[], Worker]


@pytest.fixture
def start(database_address: str, tmp_path: Path) -> Iterator[Start]:
    workers: list[Worker] = []

    def start() -> Worker:
        others = [worker for worker in workers if worker.process.poll() is None]
        new = Worker(database_address, tmp_path)
        if (tmp_path / "workers").exists():
            # Each of them now tells it everything; what was said before that may have been missed.
            assert [new.heard() for _ in others] == [EVERYTHING for _ in others]
        workers.append(new)
        return new

    yield start
    for worker in workers:
        if worker.process.poll() is None:
            worker.stop()
            assert worker.process.returncode == 0


def test_everybody_hears_everything_once_and_in_order(start: Start) -> None:
    workers = [start() for _ in range(3)]
    for number, worker in enumerate(workers):
        topics = [f"table {number} {count}" for count in range(50)]
        worker.publish(*topics)
        for other in workers:
            assert [other.heard() for _ in topics] == topics


def test_somebody_who_comes_later_hears_what_is_said_from_then_on(start: Start) -> None:
    first, second = start(), start()
    first.publish("a", "b")
    second.wait_for("b")
    third = start()
    first.publish("c")
    assert third.heard() == "c"
    assert second.heard() == "c"


def test_a_worker_that_was_killed_is_forgotten(start: Start, tmp_path: Path) -> None:
    first, second, third = start(), start(), start()
    first.publish("a")
    assert [worker.heard() for worker in (first, second, third)] == ["a"] * 3
    second.kill()
    first.publish("b", "c", "d")
    assert [third.heard() for _ in "bcd"] == ["b", "c", "d"]
    if (tmp_path / "workers").exists():
        third.publish("e")
        first.wait_for("e")
        assert len(os.listdir(tmp_path / "workers")) == 2
    start().publish("f")
    assert third.wait_for("f")


def test_a_worker_that_ends_leaves_nothing_behind(start: Start, tmp_path: Path) -> None:
    start().stop()
    assert not list(tmp_path.glob("workers/*"))


def test_a_lost_connection_is_found_again_and_told(cluster: Cluster, tmp_path: Path) -> None:
    address = cluster.new_database()
    first, second = Worker(address, tmp_path), Worker(address, tmp_path)
    first.publish("a")
    assert second.heard() == "a"
    assert cluster.cut() >= 2
    assert second.heard() == EVERYTHING
    assert first.wait_for(EVERYTHING)
    first.publish("b")
    assert second.wait_for("b")
    for worker in (first, second):
        worker.stop()


def test_a_server_that_was_away(cluster: Cluster, tmp_path: Path) -> None:
    address = cluster.new_database()
    first, second = Worker(address, tmp_path), Worker(address, tmp_path)
    cluster.stop()
    first.publish("while it was away")
    cluster.start()
    # Whether it was told before the second listened again or after, the second knows that something was said.
    second.wait_for(EVERYTHING)
    first.publish("afterwards")
    second.wait_for("afterwards")
    for worker in (first, second):
        worker.stop()


# ---- In one process ----


def test_one_process_alone_is_told_at_once(database_address: str, tmp_path: Path) -> None:
    async def play() -> None:
        database = open_database(database_address)
        bus = open_bus(database, tmp_path)
        heard: list[str] = []
        bus.subscribe(heard.append)
        bus.subscribe(heard.append)
        bus.publish("a")
        assert heard == ["a", "a"]
        for wrong in ("", "a\nb", "a" * 201):
            with pytest.raises(ValueError, match="topic"):
                bus.publish(wrong)
        bus.close()
        database.close()

    asyncio.run(play())


def test_strangers_are_not_heard_and_a_gap_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        bus = DatagramBus(tmp_path / "workers")
        heard: asyncio.Queue[str] = asyncio.Queue()
        bus.subscribe(heard.put_nowait)
        (name,) = os.listdir(tmp_path / "workers")
        port, secret = name.split("-")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
            stranger.connect(("127.0.0.1", int(port)))
            for message in ("", "a", "0 b 0 c", f"{'0' * 32} me 0 lie"):
                stranger.send(message.encode())
            stranger.send(b"\xff\xfe")
            for count, topic in ((4, "a"), (5, "b"), (7, "c"), (8, "d")):
                stranger.send(f"{secret} me {count} {topic}".encode())
        assert [await heard.get() for _ in range(4)] == ["a", "b", EVERYTHING, "d"]
        bus.close()

    asyncio.run(play())


def test_other_files_in_the_folder_do_not_matter(tmp_path: Path) -> None:
    async def play() -> None:
        bus = DatagramBus(tmp_path / "workers")
        (tmp_path / "workers" / ".DS_Store").touch()
        bus.publish("a")
        bus.close()
        assert os.listdir(tmp_path / "workers") == [".DS_Store"]

    asyncio.run(play())
