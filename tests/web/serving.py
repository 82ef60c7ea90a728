"""A real server in a process of its own, for tests: python -m tests.web.serving FOLDER PORT PAUSE [toy].

Its bots compile nothing. With "toy" it also plays tram, a game of the tests' own.
"""

import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import uvicorn

from rotonde import games
from rotonde.server.bots import Bots
from rotonde.server.house import Settings
from rotonde.web.app import create_app
from rotonde.web.serve import IDLE, Http
from tests.server import fake_players

ROOT = Path(__file__).parents[2]


class Server:
    """Started, killed and started again on the same folder and port; stopped at the end of a `with`."""

    def __init__(self, folder: Path, pause: float = 0, toy: bool = False) -> None:
        self.folder = folder
        self.pause = pause
        self.toy = toy
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        command = [
            sys.executable,
            "-m",
            "tests.web.serving",
            str(self.folder),
            str(self.port),
            str(self.pause),
            *(["toy"] if self.toy else []),
        ]
        self._process = subprocess.Popen(command, cwd=ROOT)
        patience = time.monotonic() + 60
        while True:
            try:
                httpx.get(self.url + "/rules")
                return self
            except httpx.TransportError:
                assert self._process.poll() is None, "the server did not start"
                assert time.monotonic() < patience, "the server does not answer"
                time.sleep(0.05)

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def kill(self) -> None:
        """As if the power failed."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()


def main() -> None:
    folder, port, pause = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    if "toy" in sys.argv[4:]:
        games.PLAYABLE["tram"] = "tests.web.tram"
    settings = Settings(folder, bot_pause=pause, bots=Bots(1, fake_players.sensible, fake_players.no_need))
    app = create_app(folder, settings)
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=IDLE,
        http=Http,
    )


if __name__ == "__main__":
    main()
