"""A server that is killed in the middle of many moves has kept every move it acknowledged."""

import threading
import time
from typing import Any

import httpx

from rotonde import games
from rotonde.server.storage import Storage
from tests.web.serving import Server

GAME = next(iter(games.PLAYABLE))


class Person:
    """Plays both seats of a table as fast as the server answers, and remembers what was acknowledged."""

    def __init__(self, server: Server) -> None:
        self.client = httpx.Client(base_url=server.url, timeout=20)
        seats = {"seat0": "person", "seat1": "person"}
        self.at = self.client.post("/tables", data={"game": GAME, **seats}).headers["location"]
        self.acknowledged: list[int] = []
        """The moves that were answered with 200, in order."""

    def play(self, stop: threading.Event) -> None:
        try:
            now = self.client.get(f"{self.at}/view").json()
            while not stop.is_set() and not now["over"]:
                now = self._step(now)
        except httpx.TransportError:
            return  # the server is dead: what it had not answered does not count

    def _step(self, now: dict[str, Any]) -> dict[str, Any]:
        if now["handover"] is not None:
            return self.client.post(f"{self.at}/look", json={"seat": now["handover"]}).json()["view"]
        move = now["moves"][0]["move"]
        answer = self.client.post(f"{self.at}/moves", json={"number": now["number"], "move": move})
        assert answer.status_code == 200, answer.text
        self.acknowledged.append(move)
        return self.client.get(f"{self.at}/view").json()


def moves_on_disk(server: Server, at: str) -> list[int]:
    storage = Storage(server.folder / "rotonde.sqlite3")
    moves = [entry.move for entry in storage.entries(at.removeprefix("/t/")) if entry.actor >= 0]
    storage.close()
    return moves


def test_no_acknowledged_move_is_lost(own_server: Server) -> None:
    people = [Person(own_server), Person(own_server)]
    for pause in (0.3, 0.15, 0.5):
        stop = threading.Event()
        before = [len(person.acknowledged) for person in people]
        threads = [threading.Thread(target=person.play, args=(stop,)) for person in people]
        for thread in threads:
            thread.start()
        while [len(person.acknowledged) for person in people] == before and all(
            map(threading.Thread.is_alive, threads)
        ):
            time.sleep(0.01)
        time.sleep(pause)
        own_server.kill()
        for thread in threads:
            thread.join()
        for person in people:
            kept = moves_on_disk(own_server, person.at)
            assert kept[: len(person.acknowledged)] == person.acknowledged
            # At most the one move whose answer was on its way is there beside them.
            assert len(kept) <= len(person.acknowledged) + 1
            person.acknowledged = kept
        own_server.start()
    assert all(person.acknowledged for person in people)
    for person in people:
        page = person.client.get(person.at)
        assert page.status_code == 200
        now = person.client.get(f"{person.at}/view").json()
        for _ in range(4):
            now = person._step(now)
