"""`rotonde serve --workers`: several processes on one socket and one database behave like one, and end together."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from rotonde import games
from tests.postgresql import Cluster

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes in /proc")

GAME = next(iter(games.PLAYABLE))
PATIENCE = 180


class Served:
    """A server with several workers."""

    def __init__(self, folder: Path, *options: str, environment: dict[str, str] | None = None) -> None:
        command = [sys.executable, "-m", "rotonde.cli", "serve", "--no-open", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--data", str(folder), *options],
            env=os.environ | (environment or {}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found, self.process.communicate()[1]
        self.address = found[0]
        until(lambda: self._answers())

    def _answers(self) -> bool:
        try:
            return httpx.get(self.address + "health").status_code == 200
        except httpx.TransportError:
            return False

    def workers(self) -> set[int]:
        """The processes of the crew; beside them there may be one of Python's own."""
        return {pid for pid in children(self.process.pid) if b"spawn_main" in command_of(pid)}

    def end(self, how: signal.Signals) -> tuple[int, str]:
        self.process.send_signal(how)
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def until(true: Callable[[], bool]) -> None:
    patience = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < patience, "it never came true"
        time.sleep(0.05)


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    started: list[Served] = []

    def serve(*options: str, **more: Any) -> Served:
        started.append(Served(tmp_path / "data", *options, **more))
        return started[-1]

    yield serve
    for one in started:
        if one.process.poll() is None:
            one.end(signal.SIGTERM)


@pytest.fixture(params=["sqlite", "postgresql"])
def served(request: pytest.FixtureRequest, serve: Serve) -> Served:
    if request.param == "sqlite":
        return serve("--workers", "3")
    cluster: Cluster = request.getfixturevalue("cluster")
    return serve("--workers", "3", environment={"ROTONDE_DATABASE": cluster.new_database()})


def lay(client: httpx.Client) -> str:
    seats = {"seat0": "person", "seat1": "person"}
    answer = client.post("tables", data={"game": GAME, **seats})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].lstrip("/")


def next_view(lines: Iterator[str]) -> dict[str, Any]:
    return json.loads(next(line for line in lines if line.startswith("data: ")).removeprefix("data: "))


def play(client: httpx.Client, at: str) -> int:
    """Make a move; the number that every viewer will be shown then."""
    view = client.get(f"{at}/view").json()
    if view["handover"] is not None:
        view = client.post(f"{at}/look", json={"seat": view["handover"]}).json()["view"]
    answer = client.post(f"{at}/moves", json={"number": view["number"], "move": view["moves"][0]["move"]})
    assert answer.status_code == 200, answer.text
    return answer.json()["number"]


def test_viewers_at_all_workers_see_every_move(served: Served) -> None:
    assert len(served.workers()) == 3
    with ExitStack() as stack:
        client = stack.enter_context(httpx.Client(base_url=served.address, timeout=PATIENCE))
        at = lay(client)
        # Each connection is taken by whichever worker is free.
        viewers = [
            stack.enter_context(
                httpx.stream("GET", f"{served.address}{at}/events", timeout=PATIENCE)
            ).iter_lines()
            for _ in range(9)
        ]
        assert len({next_view(viewer)["number"] for viewer in viewers}) == 1
        for _ in range(3):
            number = play(client, at)
            for viewer in viewers:
                while next_view(viewer)["number"] != number:
                    pass
    code, err = served.end(signal.SIGTERM)
    assert (code, err) == (0, "")


def test_a_worker_that_was_killed_is_replaced(serve: Serve) -> None:
    served = serve("--workers", "2", "--log", "json")
    with httpx.Client(base_url=served.address, timeout=PATIENCE) as client:
        at = lay(client)
    before = served.workers()
    os.kill(min(before), signal.SIGKILL)
    until(lambda: len(served.workers() - before) == 1 and served._answers())
    assert httpx.get(f"{served.address}{at}/view", timeout=PATIENCE).status_code == 200
    code, err = served.end(signal.SIGINT)
    assert code == 0
    told = [json.loads(line) for line in err.splitlines()]
    assert [line["message"] for line in told if "message" in line] == [
        "a worker died; another one is started"
    ]
    assert "/t/{id}/view" in {line["route"] for line in told if "route" in line}


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_workers_end_with_the_server(serve: Serve, how: signal.Signals) -> None:
    served = serve("--workers", "2")
    workers = served.workers()
    assert len(workers) == 2
    served.process.send_signal(how)
    served.process.wait(PATIENCE)
    until(lambda: not any(b"spawn_main" in command_of(pid) for pid in workers))


def test_a_database_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rotonde.cli", "serve", "--no-open", "--port", "0", "--lang", "fr"]
    (tmp_path / "rotonde.sqlite3").write_text("no database " * 100)
    said = subprocess.run(
        [*command, "--data", str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE
    )
    assert said.returncode == 1
    assert "la base de données ne peut pas servir" in said.stderr
    assert "Traceback" not in said.stderr


def test_an_address_with_a_password_is_never_repeated() -> None:
    command = [sys.executable, "-m", "rotonde.cli", "serve", "--database", "mysql://root:hidden@nowhere/x"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert said.returncode == 2
    assert "postgresql://" in said.stderr
    assert "hidden" not in said.stdout + said.stderr


def test_settings_may_come_from_the_environment(serve: Serve) -> None:
    served = serve(environment={"ROTONDE_ROOT_PATH": "/rotonde", "ROTONDE_WORKERS": "2"})
    assert served.address.endswith("/rotonde/")
    assert len(served.workers()) == 2
    for address in (served.address, served.address.rstrip("/")):
        assert 'data-root="/rotonde"' in httpx.get(address).text
    assert "server" not in httpx.get(served.address).headers
